//! Errors that depend on what functions without a body give: the error is gone if one of their numbers is another one, although
//! the run takes the same way.
//!
//! A run that takes another way with another number says nothing: that the program tests a number, and has an error after one
//! outcome, is an error of the program. No run here shows an error; each only takes one back.

use program::{EdgeId, FunctionId, Program};

/// The steps of a run, in order.
pub(super) type Way = Vec<(FunctionId, EdgeId)>;

/// Maximum number of numbers of a run that are tried with other values.
pub(super) const MOST_NUMBERS: usize = 16;

/// Returns the function without a body that is called by an edge.
pub(super) fn called(program: &Program, (function, edge): (FunctionId, EdgeId)) -> Option<&str> {
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
    format!("a number that `{function}` gives, which has no body")
}
