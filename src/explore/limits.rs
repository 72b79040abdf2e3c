//! Limits of an exploration, each with its unit.

/// Pairs of predicate and location of a run, unless `bound` says otherwise: nobody looks at more, and without hints an
/// abstraction that does not converge has tens of thousands.
pub const MOST_PAIRS: usize = 1_200;
/// Iterations of a run, unless `--bound` or `bound` says otherwise: an abstraction that has not converged by then
/// mostly diverges, with growing predicates.
pub const ITERATIONS: usize = 16;
/// Iterations of a run with hints that proved something.
pub const HINTED_ITERATIONS: usize = 30;
/// Iterations of a run without a noticeable wait.
pub const QUICK_ITERATIONS: usize = 8;
/// Predicates whose values are shown at one step of a concrete run.
pub const STEP_PREDICATES: usize = 400;
/// Lines of a procedure that are shown.
pub const MOST_LINES: u32 = 20_000;
