//! Joins strings: where both objects have a NUL-terminated string, so does their join.

use std::collections::BTreeSet;

use crate::domain::object::{Object, TerminatedString, ZeroByte};
use crate::domain::value::{ObjectId, Range, Value};
use crate::lattice::join::{JoinMode, Joiner};

impl Joiner<'_> {
    /// Records the strings that both objects of a pair have. Returns `None` if they cannot be joined.
    pub(super) fn strings(&mut self, objects: [&Object; 2], out: ObjectId) -> Option<()> {
        let sorts: BTreeSet<(i64, ZeroByte)> =
            objects.iter().flat_map(|object| object.strings()).map(|string| (string.start, string.zero)).collect();
        for (start, zero) in sorts {
            let recorded = objects.map(|object| object.string_at(start, zero).map(|string| string.length));
            // A string that ends at its first zero byte may be the other sort of string as well.
            let first = |side: usize| {
                let known = objects[side].string_at(start, ZeroByte::First).map(|string| string.length);
                known.or_else(|| objects[side].known_string(start).map(Value::Integer))
            };
            let length = match [0, 1].map(|side| recorded[side].or_else(|| first(side))) {
                [Some(left), Some(right)] => self.string_length(left, right)?,
                _ => {
                    self.note(recorded.map(|length| length.is_some()));
                    continue;
                }
            };
            self.note(recorded.map(|length| length.is_none() && zero == ZeroByte::Later));
            self.out.object_mut(out)?.set_string(TerminatedString { start, zero, length });
        }
        Some(())
    }

    fn string_length(&mut self, left: Value, right: Value) -> Option<Value> {
        if self.mode != JoinMode::Merge {
            return self.numbers_together(left, right);
        }
        let hull = self.graphs[0].range(left)?.hull(self.graphs[1].range(right)?);
        Some(if left == right { left } else { Value::of_range(hull) })
    }

    /// Returns the strings of an object that the other side lacks. Each of its blocks has its own, so lengths become
    /// ranges.
    pub(super) fn copied_strings(&self, side: usize, object: &Object) -> Vec<TerminatedString> {
        let range = |length: Value| self.graphs[side].range(length).unwrap_or(Range::ALL);
        object
            .strings()
            .iter()
            .map(|string| TerminatedString { length: Value::of_range(range(string.length)), ..*string })
            .collect()
    }
}
