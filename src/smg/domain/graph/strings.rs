//! NUL-terminated strings in the objects of a graph: where they end, as linear forms, and how writes affect them.

use crate::domain::equations::LinearForm;
use crate::domain::graph::{Graph, Term};
use crate::domain::object::{HasValue, Kind, Object, TerminatedString, ZeroByte};
use crate::domain::value::{ObjectId, Range, Value};

/// A write, certain or possible, of `size` bytes at an offset between `low` and `high`.
#[derive(Clone, Copy, Debug)]
pub struct WrittenBytes {
    pub low: i64,
    pub high: i64,
    /// The offset as a linear form, if there is one.
    pub offset: Option<Term>,
    pub size: i64,
    /// True if the write certainly happens.
    pub certain: bool,
}

impl Graph {
    /// Returns the offset of a string's zero byte as a linear form.
    pub fn end_of_string(&self, string: TerminatedString) -> Option<Term> {
        self.term(string.length)?.plus(string.start.into())
    }

    /// Returns the possible lengths of a string, given that it lies in its object.
    fn string_lengths(&self, object: &Object, string: TerminatedString) -> Range {
        let most = (object.size.high() - i128::from(string.start) - 1).max(0);
        let recorded = self.range(string.length).unwrap_or(Range::ALL);
        recorded.intersection(Range::up_to(0, most)).unwrap_or(Range::exactly(0))
    }

    /// Returns upper bounds on `offset - end` and `end - offset`, where `end` is the offset of a string's zero byte.
    fn distance_to_end(&self, object: &Object, string: TerminatedString, offset: Term) -> [i128; 2] {
        let lengths = self.string_lengths(object, string);
        let start = i128::from(string.start);
        let ends = [lengths.low(), lengths.high()].map(|length| Term::constant(length + start));
        let by_ranges = [self.most_above(offset, ends[0]), self.most_above(ends[1], offset)];
        match self.end_of_string(string) {
            Some(end) => {
                [by_ranges[0].min(self.most_above(offset, end)), by_ranges[1].min(self.most_above(end, offset))]
            }
            None => by_ranges,
        }
    }

    /// Returns upper bounds on how far a write starts behind the end of a string, and before it.
    fn written_from_end(&self, object: &Object, string: TerminatedString, written: WrittenBytes) -> [i128; 2] {
        let at = |offset: i64| written.offset.unwrap_or(Term::constant(offset.into()));
        let last = self.distance_to_end(object, string, at(written.high));
        let first = self.distance_to_end(object, string, at(written.low));
        [last[0], first[1]]
    }

    /// Returns a lower bound on the number of bytes from an offset to the end of a string that contains it, including
    /// the zero byte; 0 if there is no such string.
    pub fn string_room(&self, object: &Object, offset: Term) -> i64 {
        let is_behind_start =
            |string: &&TerminatedString| self.most_above(Term::constant(string.start.into()), offset) <= 0;
        let room = |string: &TerminatedString| {
            i64::try_from(1 - self.distance_to_end(object, *string, offset)[0]).unwrap_or(0)
        };
        object.strings().iter().filter(is_behind_start).map(room).max().unwrap_or(0).max(0)
    }

    /// Returns the string that contains an offset, its zero byte included, with upper bounds on `offset - end`, which
    /// is not positive, and on `end - offset`. One that ends at its first zero byte says more than another.
    pub fn string_around(&self, object: &Object, offset: Term) -> Option<(TerminatedString, [i128; 2])> {
        let is_behind_start =
            |string: &&TerminatedString| self.most_above(Term::constant(string.start.into()), offset) <= 0;
        let found = |zero: ZeroByte| {
            let mut strings =
                object.strings().iter().filter(|string| string.zero == zero).filter(is_behind_start).rev();
            strings.find_map(|string| {
                let from_end = self.distance_to_end(object, *string, offset);
                (from_end[0] <= 0).then_some((*string, from_end))
            })
        };
        found(ZeroByte::First).or_else(|| found(ZeroByte::Later))
    }

    /// Remembers the length of the string at an unknown offset of an object, until the object may change. At a known offset,
    /// the string itself can be recorded.
    pub fn remember_length(&mut self, object: ObjectId, offset: Term, length: Value) -> Value {
        if offset.integer().is_none() && matches!(length, Value::Unknown(_)) {
            self.recent_facts.add_length(object, offset, length);
        }
        length
    }

    /// Returns the remembered length of the string at an offset of an object.
    pub fn remembered_length(&self, object: ObjectId, offset: Term) -> Option<Value> {
        self.recent_facts.length(object, offset)
    }

    /// Returns a number of a range for the number of bytes from an offset to the zero byte of a string of an object.
    pub fn rest_of_string(&mut self, id: ObjectId, string: TerminatedString, offset: Term, range: Range) -> Value {
        if !self.keeps_relations() {
            return Value::of_range(range);
        }
        let rest = self.dependent(range);
        let Some(end) = self.end_of_string(string) else { return rest };
        match offset.integer() {
            Some(offset) => end.plus(-offset).into_iter().for_each(|length| self.define(rest, length)),
            None => {
                let length = LinearForm::from(end).minus(&offset.into());
                length.iter().for_each(|length| self.record_form(rest, length));
            }
        }
        self.remember_length(id, offset, rest)
    }

    /// Returns the strings of an object that remain after a value is written to bytes of it. Of one that is cut, the zero byte
    /// at its old end remains.
    pub fn strings_after(&mut self, id: ObjectId, written: WrittenBytes, value: Value) -> Vec<TerminatedString> {
        let Some(strings) = self.object(id).map(|object| object.strings().to_vec()) else { return Vec::new() };
        let mut found: Vec<TerminatedString> = Vec::new();
        for string in strings {
            let whole = self.whole_after(id, string, written, value);
            match string.zero {
                ZeroByte::Later => found.extend(whole),
                ZeroByte::First => {
                    let after = self.string_after(id, string, written, value);
                    let is_cut = after.is_none_or(|after| after.length != string.length);
                    found.extend(after);
                    found.extend(
                        whole.filter(|_| is_cut).map(|whole| TerminatedString { zero: ZeroByte::Later, ..whole }),
                    );
                }
            }
        }
        if found.iter().all(|string| string.start > 0) {
            found.extend(self.new_string(id, written, value));
        }
        // A string that was cut before ends further behind.
        let is_known = |index: usize, string: &TerminatedString| {
            found.iter().skip(index + 1).any(|other| (other.start, other.zero) == (string.start, string.zero))
        };
        found
            .iter()
            .enumerate()
            .filter(|(index, string)| !is_known(*index, string))
            .map(|(_, string)| *string)
            .collect()
    }

    /// Returns the string that a zero byte at an unknown offset makes of an object, if all bytes before it are written.
    fn new_string(&mut self, id: ObjectId, written: WrittenBytes, value: Value) -> Option<TerminatedString> {
        let WrittenBytes { low, high, offset, size, certain } = written;
        let is_zero = certain && size == 1 && low < high && value == Value::ZERO && self.keeps_relations();
        let object = self.object(id).filter(|object| is_zero && low >= 0 && object.kind == Kind::Region)?;
        let is_written = |piece: HasValue| !self.may_be_undefined(piece.value);
        let end = offset.filter(|_| self.pieces(object, 0, high).into_iter().all(is_written))?;
        Some(TerminatedString { start: 0, zero: ZeroByte::Later, length: self.value_of(end) })
    }

    /// Returns a string if all of its bytes are still written, and the last one is still zero.
    fn whole_after(
        &self,
        id: ObjectId,
        string: TerminatedString,
        written: WrittenBytes,
        value: Value,
    ) -> Option<TerminatedString> {
        let WrittenBytes { high, size, .. } = written;
        let object = self.object(id)?;
        let [above, below] = self.written_from_end(object, string, written);
        let is_beside = below < 0 || high.saturating_add(size) <= string.start;
        let keeps_end = value == Value::ZERO || above + i128::from(size) <= 0;
        (is_beside || keeps_end && !self.may_be_undefined(value)).then_some(string)
    }

    fn string_after(
        &mut self,
        id: ObjectId,
        string: TerminatedString,
        written: WrittenBytes,
        value: Value,
    ) -> Option<TerminatedString> {
        let WrittenBytes { low, high, offset, size, certain } = written;
        let object = self.object(id)?;
        let lengths = self.string_lengths(object, string);
        let [above, below] = self.written_from_end(object, string, written);
        if below < 0 || high.saturating_add(size) <= string.start {
            return Some(string);
        }
        let is_zero = value == Value::ZERO;
        let is_letter = size == 1 && self.range(value).is_some_and(|range| range.low() > 0 || range.high() < 0);
        let is_before_end = above + i128::from(size) <= 0;
        if is_before_end && is_letter && !self.may_be_undefined(value) {
            return Some(string);
        }
        if !(is_zero || is_before_end) || self.may_be_undefined(value) {
            return None;
        }
        let is_cut = is_zero && certain && low >= string.start;
        if let (true, true, Some(length)) =
            (is_cut, above <= 0, offset.and_then(|offset| self.length_up_to(string, offset)))
        {
            return Some(TerminatedString { length, ..string });
        }
        // It ends where it did, or earlier.
        let start = i128::from(string.start);
        let least = lengths.low().min((i128::from(low) - start).max(0));
        let most = if is_cut { lengths.high().min(i128::from(high) - start) } else { lengths.high() };
        let length = self.shorter(string.length, Range::new(least, most)?);
        if let (true, Some(place), Some(new)) =
            (is_cut, offset, self.end_of_string(TerminatedString { length, ..string }))
        {
            self.record_order_of_terms(new, place, 0);
        }
        Some(TerminatedString { length, ..string })
    }

    /// Returns the number of bytes from the start of a string to an offset, if it is a number that has a name.
    fn length_up_to(&self, string: TerminatedString, offset: Term) -> Option<Value> {
        let length = offset.plus(-i128::from(string.start))?;
        match length.parts() {
            Some((number, 1, 0)) if self.keeps_relations() => Some(Value::Unknown(number)),
            Some(_) => None,
            None => Some(Value::Integer(length.integer()?)),
        }
    }

    /// Returns a number of a range that is at most `than`. If relations are not kept, any number of the range.
    pub fn shorter(&mut self, than: Value, range: Range) -> Value {
        if !self.keeps_relations() {
            return Value::of_range(range);
        }
        let length = self.dependent(range);
        self.record_order(length, than, 0);
        length
    }

    /// Records a string of an object and returns its length, which becomes a named number if relations are kept.
    pub fn record_string(&mut self, id: ObjectId, start: i64, length: Value) -> Value {
        self.record_string_to(id, (start, ZeroByte::First), length)
    }

    /// As [`Graph::record_string`], of either sort.
    pub fn record_string_to(&mut self, id: ObjectId, (start, zero): (i64, ZeroByte), length: Value) -> Value {
        let length = match (length, self.range(length)) {
            (Value::Any(_), Some(range)) if self.keeps_relations() => self.dependent(range),
            (Value::Unknown(_), Some(range)) if !self.keeps_relations() => Value::of_range(range),
            (length, _) => length,
        };
        if let Some(object) = self.object_mut(id) {
            object.set_string(TerminatedString { start, zero, length });
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::object::{Fill, Origin};
    use crate::domain::thresholds::Thresholds;

    fn string() -> (Graph, ObjectId, Value) {
        let mut graph = Graph::default();
        graph.keep_relations(Thresholds::default());
        let buffer = graph.add(Object::new(Origin::Stack, Range::exactly(16), Fill::Any));
        let length = graph.record_string(buffer, 0, Value::Any(Range::up_to(3, 9)));
        (graph, buffer, length)
    }

    fn byte(offset: i64) -> WrittenBytes {
        WrittenBytes { low: offset, high: offset, offset: None, size: 1, certain: true }
    }

    /// Returns the possible lengths of the string after a byte was written; `None` if it is not terminated.
    fn after(offset: i64, value: Value) -> Option<Range> {
        let (mut graph, buffer, _) = string();
        let strings = graph.strings_after(buffer, byte(offset), value);
        strings.first().and_then(|string| graph.range(string.length))
    }

    #[test]
    fn a_zero_byte_ends_a_string() {
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
    fn what_may_be_zero_may_end_a_string_before() {
        assert_eq!(after(2, Value::ANY), Range::new(2, 9));
        assert_eq!(after(2, Value::PERHAPS_UNDEFINED), None);
    }

    #[test]
    fn a_byte_in_a_string_is_there() {
        let (graph, buffer, length) = string();
        let object = graph.object(buffer).expect("a buffer");
        let end = graph.term(length).expect("a term");
        assert_eq!(graph.string_room(object, end), 1);
        assert_eq!(graph.string_room(object, end.plus(-2).expect("a term")), 3);
        assert_eq!(graph.string_room(object, end.plus(1).expect("a term")), 0);
    }
}
