//! The fields of an object: bytes that hold a value.

use crate::domain::limits::MOST_BYTES_OF_VALUE;
use crate::domain::value::Value;

/// Bytes of an object that hold a value: an edge of the paper's has-value relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HasValue {
    pub offset: i64,
    /// Number of bytes; not 0.
    pub size: i64,
    pub value: Value,
}

impl HasValue {
    /// Returns the offset of the first byte after the field.
    pub fn end(self) -> i64 {
        self.offset + self.size
    }

    /// Returns true if the field is a summarised array. Not all short ones are recognised.
    pub fn holds_row(self) -> bool {
        self.size > MOST_BYTES_OF_VALUE && matches!(self.value, Value::Address(_))
    }

    /// Returns the part of the field from `start` to `end`, which lie in it.
    pub(super) fn part(self, start: i64, end: i64) -> HasValue {
        let value = match self.value {
            _ if start == self.offset && end == self.end() => self.value,
            Value::Integer(0) | Value::Undefined => self.value,
            // Only the graph knows whether a named number was ever written.
            Value::PerhapsUndefined(_) | Value::Unknown(_) => Value::PERHAPS_UNDEFINED,
            // The same holds for the elements of a summarised array.
            _ if self.holds_row() => Value::PERHAPS_UNDEFINED,
            Value::Integer(integer) => {
                let shifted = integer >> (8 * (start - self.offset)).min(127);
                let width = 8 * (end - start);
                Value::Integer(if width < 128 { shifted & ((1 << width) - 1) } else { shifted })
            }
            _ => Value::ANY,
        };
        HasValue { offset: start, size: end - start, value }
    }
}
