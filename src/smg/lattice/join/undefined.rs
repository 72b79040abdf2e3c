//! Joins values that are uninitialized, in part or perhaps.

use crate::domain::value::{Byte, Range, Value};
use crate::lattice::join::{JoinMode, Joiner};
use base::marks;

impl Joiner<'_> {
    /// Returns the join of two bytes in which the same bits were written.
    pub(super) fn bits(&mut self, sides: [Byte; 2], both: Byte) -> Option<Value> {
        marks::hit("join: bits of a byte");
        let loses = sides.map(|byte| byte != both);
        if self.mode == JoinMode::Entailment && loses == [true, true] {
            return None;
        }
        self.note(loses);
        Some(Value::Bits(both))
    }

    /// Returns the join of two values, at least one of which may be uninitialized. Variables that are certainly uninitialized
    /// are kept apart from those that are initialized.
    pub(super) fn perhaps_undefined(&mut self, left: Value, right: Value) -> Option<Value> {
        marks::hit("join: perhaps undefined");
        let written = |side: usize, value: Value| match value {
            Value::Undefined => Some(None),
            Value::PerhapsUndefined(range) => Some(Some(range)),
            Value::Bits(_) => Some(Some(Range::of_format((8, false)))),
            _ => self.graphs[side].range(value).map(Some),
        };
        let (found, hull) = match (written(0, left)?, written(1, right)?) {
            (Some(a), Some(b)) if self.mode.generalises() => (a.widened(b), a.hull(b)),
            (Some(a), Some(b)) => (a.hull(b), a.hull(b)),
            (one, other) => (one.or(other)?, one.or(other)?),
        };
        let loses = [left, right].map(|value| value != Value::PerhapsUndefined(hull));
        let may_lose = self.joins_kinds() || (self.mode.changes_shapes() && self.is_in_block());
        if loses == [true, true] && !may_lose {
            return None;
        }
        self.note(loses);
        Some(Value::PerhapsUndefined(found))
    }
}
