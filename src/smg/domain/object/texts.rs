//! Texts: that the bytes of an object from some place on end in a zero byte, and how many there are before it, where the bytes
//! themselves are not known.

use crate::smg::domain::object::Object;
use crate::smg::domain::value::Value;

/// Known bytes are looked through up to here.
const MOST_KNOWN: i64 = 1 << 16;
/// So many texts are noted of an object at most.
const MOST_TEXTS: usize = 8;

/// From `start` on there are so many bytes that are not zero, and a zero byte behind them: all of them lie in the object, and were
/// written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Text {
    /// The offset of the first byte.
    pub start: i64,
    /// How many bytes come before the zero byte: an integer, an unknown number, or any of a range.
    pub length: Value,
}

impl Text {
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
    /// Its texts that do not follow from its fields, ascending.
    pub fn texts(&self) -> &[Text] {
        &self.texts
    }

    /// The text that is noted to start at an offset.
    pub fn text_at(&self, start: i64) -> Option<Text> {
        self.texts.iter().copied().find(|text| text.start == start)
    }

    /// How long the text is that starts at an offset, if its bytes are known up to its end.
    pub fn known_text(&self, start: i64) -> Option<i128> {
        let end = self.sure_end().min(start.saturating_add(MOST_KNOWN));
        for offset in start..end {
            match self.read(offset, 1) {
                Value::Integer(0) => return Some((offset - start).into()),
                Value::Integer(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// Tells its texts.
    pub fn set_texts(&mut self, mut texts: Vec<Text>) {
        texts.retain(|text| matches!(text.length, Value::Integer(_) | Value::Unknown(_) | Value::Any(_)));
        texts.sort_unstable();
        texts.dedup_by_key(|text| text.start);
        texts.truncate(MOST_TEXTS);
        self.texts = texts;
    }

    /// Tells one text, whatever was told of one that starts there.
    pub fn set_text(&mut self, text: Text) {
        let mut texts = std::mem::take(&mut self.texts);
        texts.retain(|other| other.start != text.start);
        texts.insert(0, text);
        self.set_texts(texts);
    }

    /// Bytes are written: texts that may be others now are forgotten.
    pub(super) fn forget_texts(&mut self, start: i64, end: i64) {
        self.texts.retain(|text| text.survives(start, end));
    }

    pub(super) fn map_texts(&mut self, map: impl Fn(Value) -> Value) {
        if !self.texts.is_empty() {
            let mapped = self.texts.iter().map(|text| Text { length: map(text.length), ..*text }).collect();
            self.set_texts(mapped);
        }
    }
}
