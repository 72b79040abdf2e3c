//! Limits of what is read. Real files stay below a hundredth of each.

/// Bytes of a property file or task definition: beyond, the file is refused.
pub const MOST_BYTES: u64 = 16 << 20;
/// Nested lists and maps in a task definition: the parser recurses over them.
pub(crate) const MOST_DEPTH: usize = 32;
/// Words, lists and maps in a task definition.
pub(crate) const MOST_EVENTS: usize = 100_000;
/// Anchors, and uses of them, in a task definition.
pub(crate) const MOST_ANCHORS: usize = 1_000;
/// Words, lists and maps that uses of anchors repeat in a task definition: short files may repeat very many.
pub(crate) const MOST_ALIASED: usize = 10_000;
