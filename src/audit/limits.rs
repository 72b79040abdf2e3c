//! The limits of the audit, each with its unit. They bound the effort, not what is accepted.

/// Nodes of the largest random heaps.
pub const MOST_NODES: usize = 12;
/// Steps of a run from a start.
pub(super) const RUN: usize = 60;
/// Steps of a run from a random location.
pub(super) const SHORT_RUN: usize = 12;
/// Steps of a callback from the library.
pub(super) const CALLBACK: usize = 1_000;
/// Live blocks of a state that is compared with configurations. Larger states take long to compare, and reveal nothing
/// new.
pub(super) const MOST_BLOCKS: usize = 16;
/// Steps of the settings for each state that is compared with configurations, which takes longer than evaluating
/// predicates.
pub(super) const STEPS_PER_COMPARISON: usize = 10;
/// Bytes of a variable that gets a value. Larger ones stay indeterminate.
pub(super) const MOST_BYTES: u64 = 512;
/// Nesting depth of an object. Deeper parts are left as they are.
pub(super) const MOST_NESTING: u32 = 16;
/// Number of integers, from the program and the predicates, that variables may get.
pub(super) const MOST_NUMBERS: usize = 200;
