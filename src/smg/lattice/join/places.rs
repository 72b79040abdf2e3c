//! Joins addresses in one object: the range of their offsets, the number of bytes that certainly follow them, and their
//! steps in a walk through an array.

use smallvec::SmallVec;

use crate::domain::object::{HasValue, Object};
use crate::domain::value::{ObjectId, Range, Steps, Value};
use crate::lattice::join::{JoinMode, Joiner};

impl Joiner<'_> {
    /// Returns the join of two addresses in one object as a range of offsets.
    pub(super) fn insides(&mut self, left: Value, right: Value) -> Option<Value> {
        let ((object, low, high), (other, least, most)) =
            (self.graphs[0].offsets(left)?, self.graphs[1].offsets(right)?);
        let shared = self.mode == JoinMode::Merge && object == other && !self.is_private(object);
        let image = if shared { object } else { self.pair(object, other)? };
        let range = |low: i64, high: i64| Range::new(low.into(), high.into());
        let (a, b) = (range(low, high)?, range(least, most)?);
        let hull = a.hull(b);
        // Pointers with a known offset often serve another purpose than those without.
        if !self.joins_places()
            && !self.is_walk([object, other])
            && a.single().is_some() != b.single().is_some()
            && hull != a
            && hull != b
        {
            return None;
        }
        self.note([hull != a, hull != b]);
        let found = if self.mode.generalises() { a.widened_to(b, &self.thresholds(object, image)) } else { hull };
        let (low, high) = (i64::try_from(found.low()).ok()?, i64::try_from(found.high()).ok()?);
        let room = match left.room().min(right.room()) {
            less if self.mode.generalises() && less < left.room() => 0,
            room => room,
        };
        self.note([room < left.room(), room < right.room()]);
        let steps = self.steps(left, right);
        Some(Value::Inside { object: image, low, high, room, steps })
    }

    /// Returns the number of bytes of a step through two objects whose ends a number gives: the size of an element of an
    /// array, or 1 in a string.
    fn stride(&self, objects: [ObjectId; 2]) -> Option<i64> {
        let size = self.graphs[0].recorded_size(objects[0]).or(self.graphs[1].recorded_size(objects[1]));
        if let Some(size) = size {
            let (_, size, _) = size.parts()?;
            return i64::try_from(size).ok().filter(|size| *size > 0);
        }
        let has_string = |side: usize| {
            let object = self.graphs[side].object(objects[side]);
            object.is_some_and(|object| object.strings().iter().any(|string| string.length.number().is_some()))
        };
        (self.out.keeps_relations() && has_string(0) && has_string(1)).then_some(1)
    }

    /// Returns true if offsets in two objects are steps of a walk to an end that a number gives.
    pub(super) fn is_walk(&self, objects: [ObjectId; 2]) -> bool {
        self.mode.generalises() && self.stride(objects).is_some()
    }

    /// Returns the steps of the join of two addresses in one object.
    fn steps(&mut self, left: Value, right: Value) -> Option<Steps> {
        let sides = [left.steps(), right.steps()];
        if self.mode == JoinMode::Merge {
            return sides[0].filter(|_| sides[0] == sides[1]);
        }
        let found = self.common_steps(sides, [left, right]);
        if found.is_none() {
            self.note(sides.map(|steps| steps.is_some()));
        }
        found
    }

    fn common_steps(&mut self, sides: [Option<Steps>; 2], values: [Value; 2]) -> Option<Steps> {
        let (size, start) = match (sides, values) {
            ([Some(a), Some(b)], _) => (a.with_number(b.number()) == b).then_some((a.size(), a.start()))?,
            ([Some(steps), None] | [None, Some(steps)], _) => (steps.size(), steps.start()),
            (_, [Value::Address(a), Value::Address(b)]) => {
                let size = self.stride([a.object, b.object])?;
                (size, a.offset.checked_rem(size)?)
            }
            _ => return None,
        };
        let number = |value: Value| match value {
            Value::Address(address) => {
                let bytes = address.offset.checked_sub(start)?;
                (bytes % size == 0).then(|| Value::Integer((bytes / size).into()))
            }
            _ => value.number().map(Value::Unknown),
        };
        match self.numbers_together(number(values[0])?, number(values[1])?)? {
            Value::Unknown(number) => Steps::new(number, size, start),
            _ => None,
        }
    }

    /// Returns the widening thresholds for offsets in an object of the left graph with this image: the ends of the
    /// image, and the targets of addresses in the object that point into it.
    fn thresholds(&self, left: ObjectId, image: ObjectId) -> SmallVec<[i128; 8]> {
        let own = |field: &HasValue| match field.value {
            Value::Address(address) if address.object == left => Some(address.offset.into()),
            _ => None,
        };
        let fields = self.graphs[0].object(left).into_iter().flat_map(Object::fields);
        let ends = self.out.object(image).into_iter().flat_map(|object| [0, object.size.low()]);
        ends.chain(fields.filter_map(own)).collect()
    }
}
