//! Numbers computed from an input that nothing else depends on: they are unconstrained as well if each value of their
//! range occurs.

use crate::domain::arithmetic::Format;
use crate::domain::object::Origin;
use crate::domain::value::{Range, UnknownId, Value};
use crate::transfer::evaluate::Evaluator;
use program::BinaryOp;

impl Evaluator<'_> {
    /// Returns a number computed from `source`, which is forgotten. It is unconstrained if `source` was used for
    /// nothing else and `each_occurs`: each value of the range occurs.
    pub(super) fn image(&mut self, source: Value, range: Range, each_occurs: bool) -> Value {
        match source {
            Value::Unknown(id) if each_occurs && self.is_for_this_alone(id) => {
                let graph = &mut self.configuration.graph;
                graph.bind(source);
                graph.unknown(range)
            }
            _ => self.computed(range),
        }
    }

    /// Returns true if only temporaries of the current expression hold an unconstrained value, and only its range is
    /// known.
    fn is_for_this_alone(&self, id: UnknownId) -> bool {
        let graph = &self.configuration.graph;
        let value = Value::Unknown(id);
        let is_plain = graph.is_unconstrained(value) && !graph.is_undefined(value) && graph.zero_bits(value) == 0;
        is_plain && !graph.differs_from_any(id) && self.is_held_by_temporaries(id)
    }

    fn is_held_by_temporaries(&self, id: UnknownId) -> bool {
        self.configuration.graph.objects().all(|(_, object)| match object.origin {
            Origin::Variable(variable) if self.program.is_temporary(variable) => true,
            _ => object.values().all(|value| value.number() != Some(id)),
        })
    }
}

/// Returns true if an operation on all numbers of a range and a constant yields each number of `result`.
pub(super) fn covers(op: BinaryOp, left: Range, right: Value, result: Range) -> bool {
    let Value::Integer(by) = right else { return false };
    let count = |range: Range| range.high().saturating_sub(range.low()).saturating_add(1);
    let is_exactly = |low: i128, high: i128| result.low() == low && result.high() == high;
    match op {
        BinaryOp::Add | BinaryOp::Sub => count(left) == count(result),
        BinaryOp::Div => by > 0 && is_exactly(left.low() / by, left.high() / by),
        BinaryOp::Rem if by > 0 && left.low() >= 0 => count(left) >= by && is_exactly(0, by - 1),
        BinaryOp::Rem if by > 0 => left.low() <= 1 - by && left.high() >= by - 1 && is_exactly(1 - by, by - 1),
        BinaryOp::BitAnd => by > 0 && by & (by + 1) == 0 && count(left) > by && is_exactly(0, by),
        _ => false,
    }
}

/// Returns true if converting all numbers of a range to a format yields each number of the format.
pub(super) fn fills(range: Range, format: Format) -> bool {
    let all = Range::of_format(format);
    range != Range::ALL && range.high() - range.low() >= all.high() - all.low()
}
