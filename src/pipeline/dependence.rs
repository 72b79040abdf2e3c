//! Errors that depend on what functions without a body give: one of a few other numbers that they might give makes the error
//! disappear, although the run takes the same way.
//!
//! A run that takes another way with another number says nothing: that the program tests a number, and has an error after one
//! outcome, is an error of the program. No run here shows an error; each only takes one back.

use program::{EdgeId, FunctionId, Program};

/// A step of a run.
pub(super) type Step = (FunctionId, EdgeId);

/// Maximum number of numbers of a run that are tried with other values.
pub(super) const MOST_NUMBERS: usize = 16;

/// Returns true if a step is made where another one is: with `is_last`, the edges may be different outcomes of one test,
/// whose evaluation is what has the error.
pub(super) fn is_same_step(program: &Program, (one, other): (Step, Step), is_last: bool) -> bool {
    let source = |(function, edge): Step| Some((function, program.flowchart(function)?.source(edge)));
    one == other || (is_last && source(one).is_some() && source(one) == source(other))
}

/// Returns the function without a body that is called by an edge.
pub(super) fn called(program: &Program, (function, edge): Step) -> Option<&str> {
    let span = program.flowchart(function)?.edge(edge).span;
    program.assumed_calls.get(&span).map(String::as_str)
}

/// Returns other values to try for a number: small ones, and its neighbours.
pub(super) fn others(number: i128) -> impl Iterator<Item = i128> {
    let near = [number.saturating_sub(1), number.saturating_add(1)];
    [0, 1, -1, 2].into_iter().chain(near).filter(move |other| *other != number)
}

/// Returns what an error depends on, in words.
pub(super) fn described(function: &str) -> String {
    format!("a number that `{function}`, a function without a body, gives")
}
