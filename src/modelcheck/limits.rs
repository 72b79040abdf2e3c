//! The limits of model checking, each with its unit. What is beyond one is unknown, with the limit as the reason.

use std::time::Duration;

/// Computed states for each stored one: free choices lead to the same states in many ways.
pub(super) const SUCCESSORS_PER_STATE: usize = 200;
/// Computed states between two looks at the time, which takes as long as to compute one. It ends no answer.
pub(super) const STATES_BETWEEN_CHECKS: usize = 64;
/// Depths of the searches that SPIN makes in turn, in steps: a greater depth takes more memory.
pub(super) const SPIN_DEPTHS: [usize; 3] = [100_000, 2_000_000, 40_000_000];
/// Transitions of a model for SPIN. More take SPIN and the C compiler minutes.
pub(super) const MOST_SPIN_TRANSITIONS: usize = 20_000;
/// Bytes of SPIN's output that are read. The reader notices that the rest is missing.
pub(super) const MOST_SPIN_OUTPUT: u64 = 64 << 20;
/// Characters of a message of SPIN that nobody expected.
pub(super) const LONGEST_SPIN_MESSAGE: usize = 200;
/// The longest pause between two looks at a process.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_millis(50);
/// Bytes of a model or a trail that a user has. A trail of this size has a million steps, which nobody reads.
pub(super) const MOST_TRAIL_BYTES: u64 = 16 << 20;
