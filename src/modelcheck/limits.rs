//! The limits of model checking, each with its unit. Whatever exceeds one is unknown, with the limit as the reason.

use std::time::Duration;

/// Computed states for each stored one: nondeterministic choices lead to the same states in many ways.
pub(super) const SUCCESSORS_PER_STATE: usize = 200;
/// Computed states between two checks of the budget; reading the clock takes as long as computing a state.
pub(super) const STATES_BETWEEN_CHECKS: usize = 64;
/// Depths of SPIN's successive searches, in steps: a greater depth takes more memory.
pub(super) const SPIN_DEPTHS: [usize; 3] = [100_000, 2_000_000, 40_000_000];
/// Transitions of a model for SPIN. Beyond it, SPIN and the C compiler take minutes.
pub(super) const MOST_SPIN_TRANSITIONS: usize = 20_000;
/// Bytes of a tool's output that are read. The reader notices that the rest is missing.
pub(super) const MOST_TOOL_OUTPUT: u64 = 64 << 20;
/// Characters of an unknown message of a tool.
pub(super) const LONGEST_TOOL_MESSAGE: usize = 200;
/// Maximum time between two polls of a process.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_millis(50);
/// Bytes of a model or trail from a user. A trail of this size has a million steps, too long to read.
pub(super) const MOST_TRAIL_BYTES: u64 = 16 << 20;
/// Cycles of a counterexample of ABC. A longer one is too long to read.
pub(super) const MOST_CYCLES: usize = 100_000;
/// Values of inputs in a counterexample of ABC, over all cycles: a file can claim more than it has.
pub(super) const MOST_STIMULI: usize = 50_000_000;
/// C statements of a run of a model. A longer one is too long to read.
pub(super) const MOST_STATEMENTS: usize = 1_000_000;
