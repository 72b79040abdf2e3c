//! Texts in the objects of a graph: where they end, as numbers tell, and what becomes of them when bytes are written.

use crate::smg::domain::graph::{Graph, Term};
use crate::smg::domain::object::{Object, Text};
use crate::smg::domain::value::{ObjectId, Range, Value};

/// Bytes that are written, or may be: so many, from some place between two offsets on.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The least offset.
    pub low: i64,
    /// The greatest offset.
    pub high: i64,
    /// The offset as a number tells it, if one does.
    pub offset: Option<Term>,
    /// The number of bytes.
    pub size: i64,
    /// Whether they are written in any case.
    pub certain: bool,
}

impl Graph {
    /// The offset of the zero byte that a text ends with, as a number tells it.
    pub fn end_of_text(&self, text: Text) -> Option<Term> {
        self.term(text.length)?.plus(text.start.into())
    }

    /// How long a text of an object may be: it lies in the object.
    pub fn text_lengths(&self, object: &Object, text: Text) -> Range {
        let most = (object.size.high() - i128::from(text.start) - 1).max(0);
        let told = self.range(text.length).unwrap_or(Range::ALL);
        told.intersection(Range::up_to(0, most)).unwrap_or(Range::exactly(0))
    }

    /// By how much an offset exceeds the one that a text ends at, at most, and by how much that exceeds it.
    fn distance_to_end(&self, object: &Object, text: Text, offset: Term) -> [i128; 2] {
        let lengths = self.text_lengths(object, text);
        let start = i128::from(text.start);
        let ends = [lengths.low(), lengths.high()].map(|length| Term::constant(length + start));
        let by_ranges = [self.most_above(offset, ends[0]), self.most_above(ends[1], offset)];
        match self.end_of_text(text) {
            Some(end) => {
                [by_ranges[0].min(self.most_above(offset, end)), by_ranges[1].min(self.most_above(end, offset))]
            }
            None => by_ranges,
        }
    }

    /// How many bytes of a text follow an offset in an object, its zero byte included, in any case; 0 if none may.
    pub fn text_room(&self, object: &Object, offset: Term) -> i64 {
        let is_behind_start = |text: &&Text| self.most_above(Term::constant(text.start.into()), offset) <= 0;
        let room = |text: &Text| i64::try_from(1 - self.distance_to_end(object, *text, offset)[0]).unwrap_or(0);
        object.texts().iter().filter(is_behind_start).map(room).max().unwrap_or(0).max(0)
    }

    /// The text whose bytes, or whose zero byte, an offset in an object leads to; and by how much the offset exceeds the one where
    /// it ends at most, which is not above zero, and the other way round.
    pub fn text_around(&self, object: &Object, offset: Term) -> Option<(Text, [i128; 2])> {
        let is_behind_start = |text: &&Text| self.most_above(Term::constant(text.start.into()), offset) <= 0;
        let mut texts = object.texts().iter().filter(is_behind_start).rev();
        texts.find_map(|text| {
            let from_end = self.distance_to_end(object, *text, offset);
            (from_end[0] <= 0).then_some((*text, from_end))
        })
    }

    /// What is left of the texts of an object when a value is written to bytes of it.
    pub fn texts_after(&mut self, id: ObjectId, written: Written, value: Value) -> Vec<Text> {
        let Some(texts) = self.object(id).map(|object| object.texts().to_vec()) else { return Vec::new() };
        texts.into_iter().filter_map(|text| self.text_after(id, text, written, value)).collect()
    }

    fn text_after(&mut self, id: ObjectId, text: Text, written: Written, value: Value) -> Option<Text> {
        let Written { low, high, offset, size, certain } = written;
        let object = self.object(id)?;
        let lengths = self.text_lengths(object, text);
        let at = |offset_or: i64| offset.unwrap_or(Term::constant(offset_or.into()));
        let above = self.distance_to_end(object, text, at(high))[0];
        let below = self.distance_to_end(object, text, at(low))[1];
        if below < 0 || high.saturating_add(size) <= text.start {
            return Some(text);
        }
        let is_zero = value == Value::ZERO;
        let is_letter = size == 1 && self.range(value).is_some_and(|range| range.low() > 0 || range.high() < 0);
        let is_before_end = above + i128::from(size) <= 0;
        if is_before_end && is_letter && !self.may_be_undefined(value) {
            return Some(text);
        }
        if !(is_zero || is_before_end) || self.may_be_undefined(value) {
            return None;
        }
        // It ends where it did, or before.
        let start = i128::from(text.start);
        let least = lengths.low().min((i128::from(low) - start).max(0));
        let most = match is_zero && certain && low >= text.start {
            true => lengths.high().min(i128::from(high) - start),
            false => lengths.high(),
        };
        let length = self.shorter(text.length, Range::new(least, most)?);
        if let (true, true, Some(place), Some(new)) =
            (is_zero && certain, low >= text.start, offset, self.end_of_text(Text { length, ..text }))
        {
            self.note_order_of_terms(new, place, 0);
        }
        Some(Text { length, ..text })
    }

    /// A number of a range that does not exceed another one; no more than the range where numbers are not related.
    pub fn shorter(&mut self, than: Value, range: Range) -> Value {
        if !self.keeps_relations() {
            return Value::of_range(range);
        }
        let length = self.derived(range);
        self.note_order(length, than, 0);
        length
    }

    /// Notes a text of an object. The length is a number of its own where numbers are related.
    pub fn note_text(&mut self, id: ObjectId, start: i64, length: Value) -> Value {
        let length = match (length, self.range(length)) {
            (Value::Any(_), Some(range)) if self.keeps_relations() => self.derived(range),
            (Value::Unknown(_), Some(range)) if !self.keeps_relations() => Value::of_range(range),
            (length, _) => length,
        };
        if let Some(object) = self.object_mut(id) {
            object.set_text(Text { start, length });
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smg::domain::object::{Fill, Origin};
    use crate::smg::domain::thresholds::Thresholds;

    /// A buffer of 16 bytes with a text of 3 to 9 bytes at its start.
    fn text() -> (Graph, ObjectId, Value) {
        let mut graph = Graph::default();
        graph.keep_relations(Thresholds::default());
        let buffer = graph.add(Object::new(Origin::Stack, Range::exactly(16), Fill::Any));
        let length = graph.note_text(buffer, 0, Value::Any(Range::up_to(3, 9)));
        (graph, buffer, length)
    }

    fn byte(offset: i64) -> Written {
        Written { low: offset, high: offset, offset: None, size: 1, certain: true }
    }

    /// How long the text may be when a byte was written; `None` if it need not end.
    fn after(offset: i64, value: Value) -> Option<Range> {
        let (mut graph, buffer, _) = text();
        let texts = graph.texts_after(buffer, byte(offset), value);
        texts.first().and_then(|text| graph.range(text.length))
    }

    #[test]
    fn a_zero_byte_ends_a_text() {
        assert_eq!(after(1, Value::ZERO), Range::new(1, 1));
        assert_eq!(after(5, Value::ZERO), Range::new(3, 5));
        assert_eq!(after(12, Value::ZERO), Range::new(3, 9));
    }

    #[test]
    fn a_letter_before_the_end_leaves_it_and_one_at_the_end_does_not() {
        assert_eq!(after(2, Value::Integer(97)), Range::new(3, 9));
        assert_eq!(after(3, Value::Integer(97)), None);
        assert_eq!(after(10, Value::Integer(97)), Range::new(3, 9));
    }

    #[test]
    fn what_may_be_zero_may_end_a_text_before() {
        assert_eq!(after(2, Value::ANY), Range::new(2, 9));
        assert_eq!(after(2, Value::PERHAPS_UNDEFINED), None);
    }

    #[test]
    fn a_byte_in_a_text_is_there() {
        let (graph, buffer, length) = text();
        let object = graph.object(buffer).expect("a buffer");
        let end = graph.term(length).expect("a term");
        assert_eq!(graph.text_room(object, end), 1);
        assert_eq!(graph.text_room(object, end.plus(-2).expect("a term")), 3);
        assert_eq!(graph.text_room(object, end.plus(1).expect("a term")), 0);
    }
}
