//! The limits of the audit, each with its unit. They bound how much is tried, not what is accepted.

/// Nodes of the largest random heaps.
pub const MOST_NODES: usize = 12;
/// Steps of a run from a start.
pub(super) const RUN: usize = 60;
/// Steps of a run from somewhere in the middle.
pub(super) const SHORT_RUN: usize = 12;
/// Steps of a function that the library calls.
pub(super) const CALLBACK: usize = 1_000;
/// Live blocks of a state that is compared with configurations. More take long to compare, and show nothing new.
pub(super) const MOST_BLOCKS: usize = 16;
/// Steps of the settings for each state that is compared with configurations: that takes longer than to evaluate predicates.
pub(super) const STEPS_PER_COMPARISON: usize = 10;
/// Bytes of a variable that is given a value. Larger ones stay indeterminate.
pub(super) const MOST_BYTES: u64 = 512;
/// Levels of an object. Deeper parts are left as they are.
pub(super) const MOST_NESTING: u32 = 16;
/// Numbers of the program and of the predicates that variables take.
pub(super) const MOST_NUMBERS: usize = 200;
