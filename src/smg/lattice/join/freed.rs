//! Addresses of freed blocks in cells of blocks: links that a program leaves dangling, such as those to the parents in parts of
//! a tree whose root is gone. Where they differ, they are forgotten: a use of such a pointer is an error or a suspicion.

use crate::domain::object::{Kind, Liveness};
use crate::domain::value::Value;
use crate::lattice::join::{JoinMode, Joiner};
use base::marks;

impl Joiner<'_> {
    /// Returns the join of two values.
    pub fn value(&mut self, left: Value, right: Value) -> Option<Value> {
        if !self.may_forget_freed([left, right]) {
            return self.value_itself(left, right);
        }
        // Saved, because a failed attempt leaves traces.
        let before = self.clone();
        let found = self.value_itself(left, right);
        if found.is_some() {
            return found;
        }
        *self = before;
        let loses = [left, right].map(|value| value != Value::ANY);
        if self.mode == JoinMode::Entailment && loses == [true, true] {
            return None;
        }
        marks::hit("join: addresses of freed blocks");
        self.note(loses);
        Some(Value::ANY)
    }

    /// Returns true if two cells of blocks hold addresses of freed blocks, or one of them an integer: links that a program
    /// has left dangling.
    fn may_forget_freed(&self, values: [Value; 2]) -> bool {
        let is_freed = |side: usize| match values[side] {
            Value::Address(address) => {
                let object = self.graphs[side].object(address.object);
                object.is_some_and(|object| object.kind == Kind::Region && object.liveness == Liveness::Freed)
            }
            _ => false,
        };
        let is_number = |side: usize| matches!(values[side], Value::Integer(_) | Value::ANY);
        let keeps = self.mode.keeps_kinds();
        let fits = [0, 1].map(|side| is_freed(side) || is_number(side)) == [true, true];
        !keeps && fits && (is_freed(0) || is_freed(1)) && self.is_in_block()
    }
}
