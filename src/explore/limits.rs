//! Limits of an exploration, each with its unit.

/// Pairs of predicate and location of a run, unless `bound` says otherwise: more of them nobody looks at, and without hints
/// an abstraction that does not converge has ten thousands.
pub const MOST_PAIRS: usize = 1_200;
/// Iterations of a run, unless `--bound` or `bound` says otherwise: an abstraction that does not converge by then mostly grows, and
/// its predicates with it.
pub const ITERATIONS: usize = 16;
/// The same with hints that proved something.
pub const HINTED_ITERATIONS: usize = 30;
/// Iterations of a run that is to be there at once.
pub const QUICK_ITERATIONS: usize = 8;
/// Predicates whose values are shown at one step of a concrete run.
pub const STEP_PREDICATES: usize = 400;
/// Lines of a procedure that are shown.
pub const MOST_LINES: u32 = 20_000;
