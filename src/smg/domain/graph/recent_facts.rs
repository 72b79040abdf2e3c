//! What is remembered between the places where configurations are compared: facts from branches about sums, and results of
//! operations on unknown numbers. Joins do not look at it.

use crate::domain::limits::MOST_RESULTS;
use crate::domain::value::{ObjectId, Range, UnknownId, Value};
use program::BinaryOp;

/// A fact from a branch about a sum: between which offsets the address that a cell holds leads when a number is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Sum {
    cell: (ObjectId, i64),
    number: UnknownId,
    offsets: Range,
}

/// An operation on an unknown number and a known one, in an integer format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// Which.
    pub op: BinaryOp,
    /// The unknown number.
    pub left: UnknownId,
    /// The known one.
    pub right: i128,
    /// Width in bits, and whether it is signed.
    pub format: (u32, bool),
}

/// All that is remembered of a graph.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct RecentFacts {
    sums: Vec<Sum>,
    results: Vec<(Operation, Value)>,
}

impl RecentFacts {
    /// An object may have changed, or is gone.
    pub fn forget_object(&mut self, id: ObjectId) {
        self.sums.retain(|sum| sum.cell.0 != id);
    }

    /// Any object may have changed.
    pub fn forget_objects(&mut self) {
        self.sums.clear();
    }

    /// An unknown value is another value now.
    pub fn substitute(&mut self, id: UnknownId, value: Value) {
        self.results.retain(|(operation, _)| operation.left != id);
        let same = self.results.iter_mut().filter(|(_, result)| *result == Value::Unknown(id));
        same.for_each(|(_, result)| *result = value);
    }

    pub fn add_sum(&mut self, cell: (ObjectId, i64), number: UnknownId, offsets: Range) {
        self.sums.push(Sum { cell, number, offsets });
    }

    pub fn sum(&self, cell: (ObjectId, i64), number: UnknownId) -> Option<Range> {
        let recorded = self.sums.iter().filter(|sum| (sum.cell, sum.number) == (cell, number)).map(|sum| sum.offsets);
        recorded.reduce(|one, other| one.intersection(other).unwrap_or(one))
    }

    pub fn has_sums(&self) -> bool {
        !self.sums.is_empty()
    }

    pub fn add_result(&mut self, operation: Operation, result: Value) {
        if self.results.len() == MOST_RESULTS {
            self.results.remove(0);
        }
        self.results.push((operation, result));
    }

    pub fn result(&self, operation: Operation) -> Option<Value> {
        self.results.iter().find(|(known, _)| *known == operation).map(|(_, result)| *result)
    }

    pub fn has_result(&self, value: Value) -> bool {
        self.results.iter().any(|(_, result)| *result == value)
    }
}
