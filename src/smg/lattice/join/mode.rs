//! Join modes: the purpose of a join, and the differences that it permits.

use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Range, Value};
use crate::lattice::limits::SMALL_NUMBER;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinMode {
    /// Entailment: one of the graphs has to describe everything that the other one describes.
    Entailment,
    /// Graphs of the same shape. Integers that differ become a range that is widened, unless one of them is small.
    Widening,
    /// As [`JoinMode::Widening`], and contents of heap blocks are joined, whatever they are: nodes of several kinds.
    Kinds,
    /// As [`JoinMode::Widening`], whatever the integers are.
    Numbers,
    /// As [`JoinMode::Widening`], and segments that one of the graphs lacks may be empty.
    Shapes,
    /// As [`JoinMode::Shapes`], whatever the integers are.
    Union,
    /// Two nodes of a list in one graph, which are to become a segment.
    Merge,
}

impl JoinMode {
    /// Returns true if the join widens: it may describe more than the two together.
    pub(super) fn generalises(self) -> bool {
        !matches!(self, JoinMode::Entailment | JoinMode::Merge)
    }

    /// Returns true if lists are joined only with lists, and single blocks only with single blocks.
    pub fn keeps_kinds(self) -> bool {
        matches!(self, JoinMode::Widening | JoinMode::Kinds | JoinMode::Numbers)
    }

    /// Returns true if lists, trees and single nodes that correspond to each other get one shape first.
    pub fn likens(self) -> bool {
        !matches!(self, JoinMode::Widening | JoinMode::Numbers)
    }

    /// Returns true if one graph may have objects that the other one lacks.
    pub fn changes_shapes(self) -> bool {
        matches!(self, JoinMode::Shapes | JoinMode::Union | JoinMode::Merge)
    }

    /// Returns true if a pointer that certainly points to an object in both graphs has to do so in the join.
    pub fn keeps_what_is_there(self) -> bool {
        matches!(self, JoinMode::Widening | JoinMode::Kinds | JoinMode::Numbers | JoinMode::Shapes)
    }

    /// Returns true if variables that count or index arrays are joined whatever they are. Their values are rarely states of the
    /// program, and the elements before and behind an index tell how far a loop has come.
    pub fn joins_counters(self) -> bool {
        matches!(self, JoinMode::Shapes)
    }

    /// Returns true if two ranges of integers must not be joined.
    pub(super) fn separates(self, left: Range, right: Range) -> bool {
        let small = |range: Range| range.single().is_some_and(|integer| integer.abs() <= SMALL_NUMBER);
        match self {
            JoinMode::Widening | JoinMode::Kinds | JoinMode::Shapes => {
                (small(left) && !right.includes(left)) || (small(right) && !left.includes(right))
            }
            _ => false,
        }
    }

    /// Returns true if two different integers must not be joined.
    pub fn keeps_apart(self, left: i128, right: i128) -> bool {
        self == JoinMode::Entailment || self.separates(Range::exactly(left), Range::exactly(right))
    }

    /// Returns true if two objects hold integers at the same offset that must not be joined. Decided without a joiner. Two
    /// that count may be.
    pub(super) fn excludes(self, left: &Object, right: &Object, are_counts: impl Fn(i64, [i128; 2]) -> bool) -> bool {
        if self == JoinMode::Kinds && left.is_heap() {
            return false;
        }
        let keeps_apart = |field: &HasValue| {
            let at = right.fields().binary_search_by_key(&field.offset, |other| other.offset);
            let other = at.ok().and_then(|index| right.fields().get(index)).filter(|other| other.size == field.size);
            match (field.value, other.map(|other| other.value)) {
                (Value::Integer(a), Some(Value::Integer(b))) => {
                    a != b && self.keeps_apart(a, b) && !are_counts(field.offset, [a, b])
                }
                _ => false,
            }
        };
        left.fields().iter().any(keeps_apart)
    }
}
