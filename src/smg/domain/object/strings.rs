//! Strings: that the bytes of an object from some place on end in a zero byte, and how many there are before it, where
//! the bytes themselves are not known.

use crate::domain::limits::{LONGEST_STRING, MOST_STRINGS};
use crate::domain::object::Object;
use crate::domain::value::Value;

/// From `start` on there are this many bytes that are not zero, and a zero byte behind them: all of them lie in the
/// object, and were written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TerminatedString {
    /// The offset of the first byte.
    pub start: i64,
    /// How many bytes come before the zero byte: an integer, an unknown number, or any of a range.
    pub length: Value,
}

impl TerminatedString {
    /// Whether it is the same whatever the bytes from `start` to `end` become, as far as is seen without a graph.
    fn survives(&self, start: i64, end: i64) -> bool {
        let is_behind = |length: i128| i128::from(start) > i128::from(self.start) + length;
        end <= self.start
            || match self.length {
                Value::Integer(length) => is_behind(length),
                Value::Any(lengths) => is_behind(lengths.high()),
                _ => false,
            }
    }
}

impl Object {
    /// Its strings that do not follow from its fields, ascending.
    pub fn strings(&self) -> &[TerminatedString] {
        &self.strings
    }

    /// The string that is recorded to start at an offset.
    pub fn string_at(&self, start: i64) -> Option<TerminatedString> {
        self.strings.iter().copied().find(|string| string.start == start)
    }

    /// How long the string is that starts at an offset, if its bytes are known up to its end.
    pub fn known_string(&self, start: i64) -> Option<i128> {
        let end = self.sure_end().min(start.saturating_add(LONGEST_STRING));
        for offset in start..end {
            match self.read(offset, 1) {
                Value::Integer(0) => return Some((offset - start).into()),
                Value::Integer(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// Tells its strings.
    pub fn set_strings(&mut self, mut strings: Vec<TerminatedString>) {
        strings.retain(|string| matches!(string.length, Value::Integer(_) | Value::Unknown(_) | Value::Any(_)));
        strings.sort_unstable();
        strings.dedup_by_key(|string| string.start);
        strings.truncate(MOST_STRINGS);
        self.strings = strings;
    }

    /// Records a string in place of what was recorded of one that starts there.
    pub fn set_string(&mut self, string: TerminatedString) {
        let mut strings = std::mem::take(&mut self.strings);
        strings.retain(|other| other.start != string.start);
        strings.insert(0, string);
        self.set_strings(strings);
    }

    /// Bytes are written: strings that may be others now are forgotten.
    pub(super) fn forget_strings(&mut self, start: i64, end: i64) {
        self.strings.retain(|string| string.survives(start, end));
    }

    pub(super) fn map_strings(&mut self, map: impl Fn(Value) -> Value) {
        if !self.strings.is_empty() {
            let mapped =
                self.strings.iter().map(|string| TerminatedString { length: map(string.length), ..*string }).collect();
            self.set_strings(mapped);
        }
    }
}
