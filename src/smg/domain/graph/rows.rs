//! Arrays whose elements are summarised: rows of runs of elements.
//!
//! P. Cousot, R. Cousot and F. Logozzo, "A Parametric Segmentation Functor for Fully Automatic and Scalable Array Content
//! Analysis" (2011). There an element is a number; here it is a part of memory, with what it leads to.
//!
//! The bytes of a summarised array hold the address of an object of origin [`Origin::Elements`]: the first *run* of
//! elements. A run is a region, for one element, or a segment, for any number of them. Behind the bytes of an element it
//! has two words that are no memory: the address of the next run (0 in the last one), and the index of the element
//! behind the run. So a row is a list of runs that lie one behind the other, and each run begins where the one before
//! ends.

use crate::domain::graph::{Graph, Term};
use crate::domain::limits::MOST_RUNS;
use crate::domain::object::{Fill, HasValue, Kind, Object, Origin, SegmentShape};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};

/// A summarised array in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The offset of its first byte in the object.
    pub offset: i64,
    /// The offset behind its last byte.
    pub end: i64,
    /// The first run.
    pub first: ObjectId,
    /// Bytes of an element.
    pub stride: i64,
}

/// The layout of runs: the bytes of an element, and the words behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLayout {
    /// Bytes of an element; also the offset of the address of the next run.
    pub stride: i64,
    word: i64,
}

impl RunLayout {
    pub fn new(stride: i64, word: i64) -> RunLayout {
        RunLayout { stride, word }
    }

    /// Returns the layout of a run; `None` for other objects.
    pub fn of(object: &Object, word: i64) -> Option<RunLayout> {
        let bytes = i64::try_from(object.size.single().filter(|_| object.is_elements())?).ok()?;
        Some(RunLayout { stride: bytes - 2 * word, word })
    }

    /// Returns the offset of the address of the next run.
    pub fn next(self) -> i64 {
        self.stride
    }

    /// Returns the offset of the index of the element behind the run.
    pub fn end(self) -> i64 {
        self.stride + self.word
    }

    /// Returns the shape of a run of several elements.
    pub fn shape(self) -> SegmentShape {
        SegmentShape::list(0, self.next(), None)
    }

    /// Returns the kind of a run of `minimum` or more elements.
    pub fn several(self, minimum: u32) -> Kind {
        Kind::Segment { linkage: self.shape(), minimum, optional: false }
    }

    /// Sets the index of the element behind a run, and the address of the next run.
    pub fn set_end(self, run: &mut Object, end: Value, next: Value) {
        run.write(self.end(), self.word, end);
        run.write(self.next(), self.word, next);
    }

    /// Returns a run of one element, without contents.
    pub fn element(self, fill: Fill) -> Object {
        Object::new(Origin::Elements, Range::exactly((self.stride + 2 * self.word).into()), fill)
    }
}

impl Graph {
    /// Returns true if an array is summarised.
    pub fn has_rows(&self) -> bool {
        self.objects().any(|(_, object)| object.is_elements())
    }

    /// Returns true if a value is the address of elements.
    pub fn leads_to_elements(&self, value: Value) -> bool {
        value.object().and_then(|to| self.object(to)).is_some_and(Object::is_elements)
    }

    /// Returns the runs of all arrays.
    pub fn all_runs(&self) -> Vec<ObjectId> {
        self.objects().filter(|(_, object)| object.is_elements()).map(|(id, _)| id).collect()
    }

    /// Returns the address of a run.
    pub fn address_of_run(&self, run: ObjectId) -> Value {
        let is_segment = self.object(run).is_some_and(Object::is_abstract);
        let target = if is_segment { Target::First } else { Target::Region };
        Value::Address(Address { object: run, target, offset: 0 })
    }

    /// Returns the row that a field of an object holds.
    fn row_in(&self, holder: &Object, field: &HasValue, word: i64) -> Option<Row> {
        let Value::Address(Address { object: first, .. }) = field.value else { return None };
        let layout = RunLayout::of(self.object(first)?, word)?;
        // The address of the next run is no row.
        let is_link = RunLayout::of(holder, word).is_some_and(|own| own.next() == field.offset);
        let HasValue { offset, size, .. } = *field;
        (!is_link).then_some(Row { offset, end: offset + size, first, stride: layout.stride })
    }

    /// Returns the rows of an object that have a byte between two offsets.
    pub fn rows_between(&self, holder: &Object, start: i64, end: i64, word: i64) -> impl Iterator<Item = Row> {
        holder.fields_between(start, end).filter_map(move |field| self.row_in(holder, field, word))
    }

    /// Returns all rows.
    pub fn rows(&self, word: i64) -> Vec<Row> {
        self.objects().flat_map(|(_, object)| self.rows_between(object, 0, i64::MAX, word)).collect()
    }

    /// Returns the runs of a row that begins with this one, in order.
    pub fn runs(&self, first: ObjectId, word: i64) -> Vec<ObjectId> {
        let mut found = vec![first];
        while let Some(run) = found.last().and_then(|last| self.object(*last))
            && let Some(layout) = RunLayout::of(run, word)
            && let Some(next) = run.read(layout.next(), word).object()
            && found.len() < MOST_RUNS
            && !found.contains(&next)
        {
            found.push(next);
        }
        found
    }

    /// Returns the index of the element behind a run.
    pub fn end_of_run(&self, run: ObjectId, word: i64) -> Value {
        let object = self.object(run);
        let end = object.and_then(|object| Some(object.read(RunLayout::of(object, word)?.end(), word)));
        end.unwrap_or(Value::ANY)
    }

    /// Returns the value of a linear form, which may be a new number.
    pub fn value_of(&mut self, term: Term) -> Value {
        let Some((number, factor, more)) = term.parts() else {
            return term.integer().map_or(Value::ANY, Value::Integer);
        };
        if (factor, more) == (1, 0) {
            return Value::Unknown(number);
        }
        let range = self.about(number).range;
        let [a, b] = [range.low(), range.high()].map(|end| end.saturating_mul(factor).saturating_add(more));
        let value = self.dependent(Range::new(a.min(b), a.max(b)).unwrap_or(Range::ALL));
        self.define(value, term);
        value
    }
}
