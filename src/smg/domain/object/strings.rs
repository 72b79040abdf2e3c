//! NUL-terminated strings: the length of a string that starts in an object, where its bytes themselves are not known.

use crate::domain::limits::{LONGEST_STRING, MOST_STRINGS};
use crate::domain::object::Object;
use crate::domain::value::Value;

/// A NUL-terminated string: `length` bytes, followed by a zero byte. All of them lie in the object and were written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TerminatedString {
    pub start: i64,
    pub zero: ZeroByte,
    /// Number of bytes before the zero byte: an integer, an unknown number, or any of a range.
    pub length: Value,
}

/// Which zero byte ends a string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ZeroByte {
    /// The first one: none of the bytes before it is zero.
    First,
    /// Bytes before it may be zero, too: the string was cut into several.
    Later,
}

impl TerminatedString {
    /// Returns true if a write to the bytes from `start` to `end` cannot change the string, as far as the object alone
    /// tells.
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
    /// Returns the recorded strings, sorted by start. Strings whose bytes are known need not be recorded.
    pub fn strings(&self) -> &[TerminatedString] {
        &self.strings
    }

    /// Returns the recorded string of a sort that starts at an offset.
    pub fn string_at(&self, start: i64, zero: ZeroByte) -> Option<TerminatedString> {
        self.strings.iter().copied().find(|string| (string.start, string.zero) == (start, zero))
    }

    /// Returns the length of the string at an offset; `None` unless all of its bytes are known.
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

    /// Replaces the recorded strings; keeps at most [`MOST_STRINGS`].
    pub fn set_strings(&mut self, mut strings: Vec<TerminatedString>) {
        strings.retain(|string| matches!(string.length, Value::Integer(_) | Value::Unknown(_) | Value::Any(_)));
        strings.sort_unstable();
        strings.dedup_by_key(|string| (string.start, string.zero));
        strings.truncate(MOST_STRINGS);
        self.strings = strings;
    }

    /// Records a string, replacing any other one of its sort with the same start.
    pub fn set_string(&mut self, string: TerminatedString) {
        let mut strings = std::mem::take(&mut self.strings);
        strings.retain(|other| (other.start, other.zero) != (string.start, string.zero));
        strings.insert(0, string);
        self.set_strings(strings);
    }

    /// Forgets the strings that a write to the bytes from `start` to `end` may change.
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
