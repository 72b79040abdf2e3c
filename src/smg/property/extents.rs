//! `string(p)` and `room(p, n)` in a configuration: whether they hold, and what follows if they are assumed.
//!
//! A string is known if the domain records where it ends. Room is a linear inequality between the size of the block and the
//! number of objects.

use crate::domain::configuration::Configuration;
use crate::domain::equations::LinearForm;
use crate::domain::fault::Interruption;
use crate::domain::graph::{Graph, Quantity, Term};
use crate::domain::object::Liveness;
use crate::domain::value::{Range, Value};
use crate::property::predicate::FormulaJudge;
use crate::transfer::step::Executor;
use program::Expr;

impl FormulaJudge<'_> {
    /// Returns true if a string starts at an address; `None` if that is unknown.
    pub(super) fn string(&mut self, pointer: &Expr) -> Result<Option<bool>, Interruption> {
        let Some(value) = self.value(pointer)? else { return Ok(Some(false)) };
        if self.names_dead_variable(pointer) || self.graph().is_undefined(value) {
            return Ok(None);
        }
        self.executor().holds_string(self.configuration(), value)
    }

    /// Returns true if `count` objects lie behind a pointer; `None` if that is unknown.
    pub(super) fn room(&mut self, pointer: &Expr, count: &Expr) -> Result<Option<bool>, Interruption> {
        let (Some(value), Some(number)) = (self.value(pointer)?, self.value(count)?) else { return Ok(Some(false)) };
        let is_open = self.names_dead_variable(pointer) || self.names_dead_variable(count);
        if is_open || self.graph().is_undefined(value) || self.graph().is_undefined(number) {
            return Ok(None);
        }
        let Some(counts) = self.graph().range(number) else { return Ok(None) };
        if counts.high() <= 0 {
            return Ok(Some(true));
        }
        let object = value.object().and_then(|id| self.graph().object(id));
        if object.is_none_or(|object| object.liveness != Liveness::Valid) {
            let is_elsewhere = matches!(value, Value::Integer(_) | Value::Function(_)) || object.is_some();
            return Ok((is_elsewhere && counts.low() > 0).then_some(false));
        }
        let Some(size) = size_behind(self.executor(), pointer) else { return Ok(None) };
        let lacks = |end: fn(Range) -> i128| missing(self.graph(), value, (number, size), end);
        let has_room = lacks(Range::low).is_some_and(|missing| self.graph().most(&missing) <= 0);
        let has_none = lacks(Range::high).is_some_and(|missing| self.graph().most(&missing.negated()) < 0);
        Ok(if has_room { Some(true) } else { (has_none && counts.low() > 0).then_some(false) })
    }
}

/// Returns the size of the objects that a pointer leads to.
fn size_behind(executor: &Executor<'_>, pointer: &Expr) -> Option<i128> {
    let types = &executor.program.types;
    types.pointee(pointer.ty).and_then(|target| types.size_of(target)).map(i128::from)
}

/// Returns the number of bytes by which a block is too small for `count` objects of a size behind a pointer: negative if some
/// are left. `end`: the size of a block that is known only as a range.
fn missing(
    graph: &Graph,
    pointer: Value,
    (count, size): (Value, i128),
    end: fn(Range) -> i128,
) -> Option<LinearForm<Quantity>> {
    let start = graph.offset_term(pointer)?;
    let needed = LinearForm::from(graph.term(count)?.times(size)?).plus(&start.into(), 1)?;
    let id = pointer.object()?;
    let known = end(graph.object(id)?.size);
    needed.minus(&graph.recorded_size(id).map_or(LinearForm::constant(known), LinearForm::from))
}

/// Assumes that a string starts at an address.
pub(super) fn assume_string(executor: &Executor<'_>, mut case: Configuration, pointer: &Expr) -> Configuration {
    if let Ok(value) = executor.evaluator(&mut case).value(pointer) {
        executor.assume_string(&mut case, value);
    }
    case
}

/// Assumes that `count` objects lie behind a pointer. `None` if they cannot.
pub(super) fn assume_room(
    executor: &Executor<'_>,
    mut case: Configuration,
    pointer: &Expr,
    count: &Expr,
) -> Option<Configuration> {
    let value = executor.evaluator(&mut case).value(pointer);
    let number = executor.evaluator(&mut case).value(count);
    let (Ok(value), Ok(number)) = (value, number) else { return Some(case) };
    let graph = &mut case.graph;
    let Some(counts) = graph.range(number).filter(|_| !graph.may_be_undefined(number)) else { return Some(case) };
    if value == Value::ZERO {
        let not_positive = counts.intersection(Range::up_to(Range::ALL.low(), 0))?;
        if let Value::Unknown(number) = number {
            graph.narrow(number, not_positive);
        }
        return Some(case);
    }
    // If the number is not positive, the inequality holds for an address in the block.
    let is_known = counts.low() > 0 || starts_in_block(graph, value);
    if let Some(size) = size_behind(executor, pointer).filter(|_| is_known) {
        missing(graph, value, (number, size), Range::high).iter().for_each(|missing| graph.add_inequality(missing));
        enlarge(graph, value, counts.low().saturating_mul(size));
    }
    Some(case)
}

/// Returns true for an address that certainly lies in its block, or at its end.
fn starts_in_block(graph: &Graph, pointer: Value) -> bool {
    let start = graph.offset_term(pointer).and_then(Term::integer);
    let object = pointer.object().and_then(|id| graph.object(id));
    start.zip(object).is_some_and(|(start, object)| (0..=object.size.low()).contains(&start))
}

/// Records that a block does not end before `bytes` bytes behind an address.
fn enlarge(graph: &mut Graph, pointer: Value, bytes: i128) {
    let start = graph.offset_term(pointer).and_then(Term::integer);
    if let (Some(start), Some(object)) = (start, pointer.object().and_then(|id| graph.object_mut(id))) {
        let least = Range::up_to(start.saturating_add(bytes), Range::ALL.high());
        object.size = object.size.intersection(least).unwrap_or(object.size);
    }
}
