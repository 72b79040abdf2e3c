//! The contents of two objects side by side: how far they exist, and the pieces in which they are joined.

use crate::domain::graph::Graph;
use crate::domain::object::Object;
use crate::domain::value::Value;
use crate::lattice::join::Joiner;
use base::marks;

/// Returns the offset up to which both objects certainly exist, and the offset up to which their contents are recorded.
pub fn ends(a: &Object, b: &Object) -> [i64; 2] {
    let sure = if a.size == b.size { a.possible_end() } else { a.sure_end().min(b.sure_end()) };
    let recorded = |object: &Object| match a.fill() == b.fill() {
        true => object.fields().last().map_or(0, |field| field.offset + field.size),
        false => object.possible_end(),
    };
    [sure, sure.max(recorded(a)).max(recorded(b))]
}

/// Returns true if one of two addresses points to a list, and the other one to a block that may be any node of it, or
/// none.
pub fn has_choice(graphs: [&Graph; 2], values: [Value; 2]) -> bool {
    let leads_to_segment = |side: usize| match values[side] {
        Value::Address(address) => graphs[side].object(address.object).map(|object| object.linkage().is_some()),
        _ => None,
    };
    matches!((leads_to_segment(0), leads_to_segment(1)), (Some(one), Some(other)) if one != other)
}

/// Returns the pieces of two objects, cut at each other's boundaries: offset, size and the two values.
pub fn aligned<'o>(
    graphs: [&'o Graph; 2],
    [a, b]: [&'o Object; 2],
    end: i64,
) -> impl Iterator<Item = (i64, i64, Value, Value)> + 'o {
    let mut next = 0;
    std::iter::from_fn(move || {
        let start = next;
        next = a.end_of_piece(start, end).min(b.end_of_piece(start, end));
        (start < end).then_some(())?;
        Some((start, next - start, graphs[0].piece(a, start, next)?, graphs[1].piece(b, start, next)?))
    })
}

impl Joiner<'_> {
    /// Joins the contents of two objects of different sizes where one of them may have ended. The result can be
    /// accessed only if the size is related to other numbers. Values that cannot be joined are forgotten.
    pub(super) fn perhaps_beyond(&mut self, offset: i64, objects: [&Object; 2], [x, y]: [Value; 2]) -> Value {
        let [is_there, is_in_other] = objects.map(|object| i128::from(offset) < object.size.high());
        let before = self.loses;
        let joined = match (is_there, is_in_other) {
            (true, true) => self.value(x, y),
            (true, false) if !matches!(x, Value::Unknown(_)) => Some(x),
            (false, true) if !matches!(y, Value::Unknown(_)) => Some(y),
            _ => None,
        };
        marks::hit("join: a field that only one block surely has");
        joined.unwrap_or_else(|| {
            self.loses = before;
            let is_recorded = |value: Value| value != Value::PERHAPS_UNDEFINED;
            self.note([is_there && is_recorded(x), is_in_other && is_recorded(y)]);
            let number = |side: usize, value: Value| {
                self.graphs[side].range(value).filter(|_| !self.graphs[side].may_be_undefined(value))
            };
            match (is_there, is_in_other) {
                (true, false) => number(0, x),
                (false, true) => number(1, y),
                _ => None,
            }
            .map_or(Value::PERHAPS_UNDEFINED, Value::of_range)
        })
    }
}
