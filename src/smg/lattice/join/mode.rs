//! Join modes: what two graphs are joined for, and what they may differ in.

use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Range, Value};
use crate::lattice::limits::SMALL_NUMBER;

/// What two graphs are joined for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinMode {
    /// Two graphs; one is to describe what the other does.
    Entailment,
    /// Two graphs of the same shape; integers that differ become a range that is widened, unless one of them is small.
    Widening,
    /// As for widening, whatever the integers are.
    Numbers,
    /// As for widening, and segments that one of the graphs lacks may be empty.
    Shapes,
    /// As for shapes, whatever the integers are.
    Union,
    /// Two nodes of a list in one graph, which are to be nodes of a segment.
    Merge,
}

impl JoinMode {
    /// Whether the result may describe more than both.
    pub(super) fn generalises(self) -> bool {
        matches!(self, JoinMode::Widening | JoinMode::Numbers | JoinMode::Shapes | JoinMode::Union)
    }

    /// Whether lists are to be lists in both graphs, and single blocks single blocks.
    pub(super) fn keeps_kinds(self) -> bool {
        matches!(self, JoinMode::Widening | JoinMode::Numbers)
    }

    /// Whether the graphs may differ in the objects that they have.
    pub fn changes_shapes(self) -> bool {
        matches!(self, JoinMode::Shapes | JoinMode::Union | JoinMode::Merge)
    }

    /// Whether what surely leads to an object in both graphs has to do so in the result.
    pub fn keeps_what_is_there(self) -> bool {
        matches!(self, JoinMode::Widening | JoinMode::Numbers | JoinMode::Shapes)
    }

    /// Whether two ranges of integers have to be kept apart.
    pub(super) fn separates(self, left: Range, right: Range) -> bool {
        let small = |range: Range| range.single().is_some_and(|integer| integer.abs() <= SMALL_NUMBER);
        match self {
            JoinMode::Widening | JoinMode::Shapes => {
                (small(left) && !right.includes(left)) || (small(right) && !left.includes(right))
            }
            _ => false,
        }
    }

    /// Whether two integers that differ have to be kept apart.
    pub fn keeps_apart(self, left: i128, right: i128) -> bool {
        self == JoinMode::Entailment || self.separates(Range::exactly(left), Range::exactly(right))
    }

    /// Whether two objects hold numbers at one place that keep them from being joined: this is seen without a joiner.
    pub(super) fn excludes(self, left: &Object, right: &Object) -> bool {
        let keeps_apart = |field: &HasValue| {
            let at = right.fields().binary_search_by_key(&field.offset, |other| other.offset);
            let other = at.ok().and_then(|index| right.fields().get(index)).filter(|other| other.size == field.size);
            match (field.value, other.map(|other| other.value)) {
                (Value::Integer(a), Some(Value::Integer(b))) => a != b && self.keeps_apart(a, b),
                _ => false,
            }
        };
        left.fields().iter().any(keeps_apart)
    }
}
