//! The contents of two objects side by side: how far they exist, and the pieces in which they are joined.

use crate::domain::graph::Graph;
use crate::domain::limits::MOST_BYTES_OF_VALUE;
use crate::domain::object::Object;
use crate::domain::value::{Range, Value};
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

/// The same bytes of two objects.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub offset: i64,
    pub size: i64,
    pub values: [Value; 2],
    /// True if it may be a part of a field of one of the objects.
    pub is_cut: bool,
}

/// Returns the pieces of two objects, cut at each other's boundaries.
pub(super) fn aligned<'o>(
    graphs: [&'o Graph; 2],
    [a, b]: [&'o Object; 2],
    end: i64,
) -> impl Iterator<Item = Piece> + 'o {
    let (mut next, mut goes_on) = (0, false);
    std::iter::from_fn(move || {
        let start = next;
        let ends = [a.end_of_piece(start, end), b.end_of_piece(start, end)];
        next = ends[0].min(ends[1]);
        (start < end).then_some(())?;
        let began_before = std::mem::replace(&mut goes_on, ends != [next, next]);
        Some(Piece {
            offset: start,
            size: next - start,
            values: [graphs[0].piece(a, start, next)?, graphs[1].piece(b, start, next)?],
            is_cut: began_before || goes_on,
        })
    })
}

/// What a piece of an object leaves out of the field that it is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Left {
    Nothing,
    /// A part of a number does not tell what the whole number may be.
    Number,
    /// A part of an address does not tell where it leads.
    Address,
    /// As [`Left::Address`], to a block that may leak.
    Block,
}

/// Returns what the piece of these bytes leaves out of the field that it is a part of.
fn left_out(graph: &Graph, object: &Object, offset: i64, size: i64) -> Left {
    let cut =
        object.fields_between(offset, offset + size).find(|field| field.offset < offset || field.end() > offset + size);
    let Some(field) = cut else { return Left::Nothing };
    let bits = 8 * field.size.clamp(0, MOST_BYTES_OF_VALUE) as u32;
    let is_any = |range: Range| range.includes(Range::of_format((bits, true)).hull(Range::of_format((bits, false))));
    match field.value {
        Value::Integer(_) | Value::Undefined => Left::Nothing,
        Value::Any(range) | Value::PerhapsUndefined(range) if is_any(range) => Left::Nothing,
        Value::Function(_) => Left::Address,
        value => match value.object().map(|target| graph.object(target)) {
            None => Left::Number,
            Some(Some(target)) if !target.is_heap() && !target.is_choice() => Left::Address,
            Some(_) => Left::Block,
        },
    }
}

impl Joiner<'_> {
    /// Records what a piece of two objects leaves out of the fields that it is a part of. Returns `None` if a block could
    /// leak with it.
    pub(super) fn note_cut(&mut self, objects: [&Object; 2], offset: i64, size: i64) -> Option<()> {
        let left = [0, 1].map(|side: usize| left_out(self.graphs[side], objects[side], offset, size));
        if left.contains(&Left::Block) {
            return None;
        }
        if left != [Left::Nothing, Left::Nothing] {
            marks::hit("join: a part of a number or an address");
        }
        self.note(left.map(|left| left != Left::Nothing));
        Some(())
    }

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
