//! Outcomes of comparisons that C leaves unspecified: those with a pointer to a dead block, and the order of pointers
//! into different blocks.
//!
//! Such a comparison has either outcome, but a pointer does not change between two comparisons: an outcome, and all its
//! consequences, stay fixed. A dead pointer found equal to another value is that value from then on, wherever it is
//! compared; it is never NULL. The predicate abstraction relies on this, as it keeps the values of predicates. Such a
//! dead pointer still points to no object, but predicates about it are unspecified.

use std::collections::{BTreeMap, BTreeSet};

use crate::interp::layout::Layout;
use crate::interp::memory::{BlockId, Pointer, Value};

/// The outcomes of unspecified comparisons so far.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Guesses {
    /// Maps a dead pointer to the value that it was found equal to.
    same: BTreeMap<Value, Value>,
    differ: BTreeSet<(Value, Value)>,
    less: BTreeMap<(Value, Value), bool>,
    /// The layout of blocks whose lifetimes are known.
    pub(super) layout: Layout,
}

impl Guesses {
    /// Returns the representative of all values found equal to this one.
    pub(super) fn resolve(&self, mut value: Value) -> Value {
        while let Some(next) = self.same.get(&value) {
            value = *next;
        }
        value
    }

    /// The dead pointers that were found equal to something else.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> {
        self.same.keys().copied()
    }

    /// Returns true if the value, a dead pointer, was found equal to something else, or may be as a consequence.
    pub(super) fn coincides(&self, value: Value) -> bool {
        self.same.contains_key(&value)
            || value
                .block()
                .is_some_and(|block| self.layout.has_coincidences() && self.layout.together(block).len() > 1)
    }

    /// Returns true if any dead pointer was found equal to something else.
    pub(super) fn has_coincidences(&self) -> bool {
        !self.same.is_empty() || self.layout.has_coincidences()
    }

    /// Returns true if these two resolved values were found different.
    pub(super) fn differ(&self, left: Value, right: Value) -> bool {
        self.differ.iter().any(|(a, b)| {
            let (a, b) = (self.resolve(*a), self.resolve(*b));
            (a, b) == (left, right) || (b, a) == (left, right)
        })
    }

    /// Records whether a dead pointer equals `other`, a different resolved value.
    pub(super) fn record_equal(&mut self, dead: Value, other: Value, outcome: bool) {
        if outcome {
            self.same.insert(dead, other);
        } else {
            self.differ.insert((dead, other));
        }
    }

    /// Returns the recorded outcome of `left < right`, both resolved.
    pub(super) fn less(&self, left: Value, right: Value) -> Option<bool> {
        let mut known = self.less.iter();
        known.find(|((a, b), _)| (self.resolve(*a), self.resolve(*b)) == (left, right)).map(|(_, outcome)| *outcome)
    }

    /// Records the outcome of `left < right`.
    pub(super) fn record_less(&mut self, left: Value, right: Value, outcome: bool) {
        self.less.insert((left, right), outcome);
    }

    /// Returns the outcomes with blocks renamed; those about a block without a new name are dropped.
    pub(super) fn renamed(&self, rename: &dyn Fn(BlockId) -> Option<BlockId>) -> Guesses {
        let value = |value: Value| match value {
            Value::Pointer(Pointer::To { block, offset }) => {
                Some(Value::Pointer(Pointer::To { block: rename(block)?, offset }))
            }
            other => Some(other),
        };
        let pair = |(a, b): (Value, Value)| Some((value(a)?, value(b)?));
        Guesses {
            same: self.same.iter().filter_map(|(a, b)| pair((*a, self.resolve(*b)))).collect(),
            differ: self.differ.iter().filter_map(|(a, b)| pair((self.resolve(*a), self.resolve(*b)))).collect(),
            less: self.less.iter().filter_map(|((a, b), outcome)| Some((pair((*a, *b))?, *outcome))).collect(),
            layout: self.layout.renamed(rename),
        }
    }
}
