//! Errors that depend on what functions without a body give: one of a few other numbers that they might give makes the error
//! disappear, although the run takes the same way.
//!
//! A run that takes another way with another number says nothing: that the program tests a number, and has an error after one
//! outcome, is an error of the program. No run here shows an error; each only takes one back.

use crate::limits::{MOST_GIVEN_CONSTANTS, MOST_GIVEN_NUMBERS};
use crate::numbers;
use program::witness::Chosen;
use program::{EdgeId, FunctionId, Program};

/// A step of a run.
pub(super) type Step = (FunctionId, EdgeId);

/// A choice that a function without a body makes in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GivenNumber<'p> {
    /// Index of the choice.
    pub index: usize,
    /// Its value; for a choice that is no integer, the index of the way.
    pub number: i128,
    pub function: &'p str,
}

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

impl<'p> GivenNumber<'p> {
    pub fn of(index: usize, chosen: Chosen, function: &'p str) -> GivenNumber<'p> {
        GivenNumber { index, number: chosen.number().unwrap_or(chosen.bits as i128), function }
    }
}

/// Returns the function on whose numbers an error depends. `is_gone` says whether the run takes the same way without the
/// error if choices have other values, given with their indices.
pub(super) fn first<'p>(
    program: &Program,
    given: &[GivenNumber<'p>],
    mut is_gone: impl FnMut(&[(usize, i128)]) -> bool,
) -> Option<&'p str> {
    let constants: Vec<i128> = numbers::of_program(program).into_iter().take(MOST_GIVEN_CONSTANTS).collect();
    let values = |number: i128| {
        let near = [number.saturating_sub(1), number.saturating_add(1)];
        let small = [0, 1, -1, 2].into_iter().chain(near);
        let constants = constants.iter().flat_map(|known| [*known, known.saturating_neg()]);
        small.chain(constants).filter(move |other| *other != number)
    };
    let mut one_by_one = given.iter().take(MOST_GIVEN_NUMBERS);
    let found = one_by_one.find(|given| values(given.number).any(|other| is_gone(&[(given.index, other)])));
    let together = || {
        let last = given.last().filter(|_| given.len() > 1)?;
        let all = |other: i128| -> Vec<(usize, i128)> { given.iter().map(|given| (given.index, other)).collect() };
        values(last.number).any(|other| is_gone(&all(other))).then_some(last)
    };
    found.or_else(together).map(|given| given.function)
}

/// Gives choices other values. Returns false if one cannot have its value.
pub(super) fn replace(chosen: &mut [Chosen], others: &[(usize, i128)]) -> bool {
    others.iter().all(|(index, other)| {
        let Some(place) = chosen.get_mut(*index) else { return false };
        let Some(changed) = place.with_number(*other) else { return false };
        *place = changed;
        true
    })
}

/// Returns what an error depends on, in words.
pub(super) fn described(function: &str) -> String {
    format!("a number that `{function}`, a function without a body, gives")
}
