//! Facts kept only until configurations are compared: facts from branches about sums, results of operations on unknown
//! numbers, arguments of `main` that were read, and lengths of strings that start at an unknown offset. Joins ignore them.

use crate::domain::graph::Term;
use crate::domain::limits::{MOST_ARGUMENTS, MOST_RESULTS};
use crate::domain::value::{ObjectId, Range, UnknownId, Value};
use program::BinaryOp;

/// A fact from a branch: the range of offsets that the address in a cell has after a number is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Sum {
    cell: (ObjectId, i64),
    number: UnknownId,
    offsets: Range,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    Binary(BinaryOp),
    /// A conversion of the left operand; the right one is 0.
    Conversion,
}

/// An operation on unknown numbers and constants, in an integer format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    pub operator: Operator,
    pub operands: [Value; 2],
    /// Width in bits, and true if signed.
    pub format: (u32, bool),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct RecentFacts {
    sums: Vec<Sum>,
    results: Vec<(Operation, Value)>,
    /// Offsets in the array of arguments, and the strings that were read there.
    arguments: Vec<(Term, ObjectId)>,
    lengths: Vec<StringLength>,
}

/// The length of the string at an offset of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct StringLength {
    object: ObjectId,
    offset: Term,
    length: Value,
}

impl Operation {
    /// Returns an operation whose result is determined by its operands; `None` if they are not both named.
    pub fn on(operator: Operator, operands: [Value; 2], format: (u32, bool)) -> Option<Operation> {
        let is_named = |value: &Value| matches!(value, Value::Unknown(_) | Value::Integer(_));
        operands.iter().all(is_named).then_some(Operation { operator, operands, format })
    }
}

impl RecentFacts {
    /// Forgets facts about an object that was removed or may change.
    pub fn forget_object(&mut self, id: ObjectId) {
        self.sums.retain(|sum| sum.cell.0 != id);
        self.lengths.retain(|known| known.object != id);
    }

    /// Forgets facts that lead to an object that was removed.
    pub fn forget_removed(&mut self, id: ObjectId) {
        self.forget_object(id);
        self.arguments.retain(|(_, string)| *string != id);
    }

    /// Forgets facts about all objects, any of which may change.
    pub fn forget_objects(&mut self) {
        self.sums.clear();
        self.lengths.clear();
    }

    /// Substitutes a value for an unknown one.
    pub fn substitute(&mut self, id: UnknownId, value: Value) {
        self.results.retain(|(operation, _)| !operation.operands.contains(&Value::Unknown(id)));
        self.arguments.retain(|(offset, _)| offset.parts().is_none_or(|(number, ..)| number != id));
        let same = self.results.iter_mut().filter(|(_, result)| *result == Value::Unknown(id));
        same.for_each(|(_, result)| *result = value);
        self.lengths.retain(|known| known.offset.parts().is_none_or(|(number, ..)| number != id));
        let same = self.lengths.iter_mut().filter(|known| known.length == Value::Unknown(id));
        same.for_each(|known| known.length = value);
    }

    pub fn add_length(&mut self, object: ObjectId, offset: Term, length: Value) {
        if self.lengths.len() == MOST_RESULTS {
            self.lengths.remove(0);
        }
        self.lengths.push(StringLength { object, offset, length });
    }

    pub fn length(&self, object: ObjectId, offset: Term) -> Option<Value> {
        self.lengths.iter().find(|known| (known.object, known.offset) == (object, offset)).map(|known| known.length)
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

    pub fn add_argument(&mut self, offset: Term, string: ObjectId) {
        if self.arguments.len() == MOST_ARGUMENTS {
            self.arguments.remove(0);
        }
        self.arguments.push((offset, string));
    }

    pub fn argument(&self, offset: Term) -> Option<ObjectId> {
        self.arguments.iter().find(|(known, _)| *known == offset).map(|(_, string)| *string)
    }

    pub fn forget_arguments(&mut self) {
        self.arguments.clear();
    }

    /// Returns the strings of arguments that were read.
    pub fn arguments(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.arguments.iter().map(|(_, string)| *string)
    }

    pub fn has_result(&self, value: Value) -> bool {
        self.results.iter().any(|(_, result)| *result == value)
    }
}
