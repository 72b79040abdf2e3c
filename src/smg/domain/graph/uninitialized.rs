//! Maybe uninitialized cells. A number that may never have been written has a name, and only the graph knows that it is maybe
//! uninitialized. So only the graph can tell it about a part of a cell: an object by itself takes a part of any named number for
//! maybe uninitialized.

use crate::domain::graph::Graph;
use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Byte, ObjectId, UnknownId, Value};

impl Graph {
    /// Whether it may be that a value, or some of its bytes, was never written.
    pub fn may_be_undefined(&self, value: Value) -> bool {
        value.may_be_undefined() || self.is_undefined(value) || self.is_maybe_uninitialized(value)
    }

    fn is_written(&self, id: UnknownId) -> bool {
        !self.may_be_undefined(Value::Unknown(id))
    }

    /// As [`Object::pieces`] of an object of the graph: part of a number that was written was written.
    pub fn pieces(&self, object: &Object, start: i64, end: i64) -> Vec<HasValue> {
        let mut pieces = object.pieces(start, end);
        let is_part = |cell: &&HasValue| cell.offset < start || cell.offset + cell.size > end;
        for cell in object.fields_between(start, end).filter(is_part) {
            if let Some(value) = self.part_of(cell.value) {
                let piece = pieces.iter_mut().find(|piece| piece.offset == cell.offset.max(start));
                piece.into_iter().for_each(|piece| piece.value = value);
            }
        }
        pieces
    }

    /// As [`Object::piece`] of an object of the graph.
    pub fn piece(&self, object: &Object, start: i64, end: i64) -> Option<Value> {
        let recorded = object.piece(start, end)?;
        let is_cut = |cell: &&HasValue| cell.offset < start || end < cell.offset + cell.size;
        let cut = object.fields_between(start, end).find(is_cut).and_then(|cell| self.part_of(cell.value));
        Some(cut.unwrap_or(recorded))
    }

    /// A byte of an object, if it is known which of its bits were written.
    pub fn byte(&self, id: ObjectId, offset: i64) -> Option<Byte> {
        match self.piece(self.object(id)?, offset, offset + 1)? {
            Value::Integer(integer) => Some(Byte::known(integer as u8)),
            Value::Undefined => Some(Byte::UNWRITTEN),
            Value::Bits(byte) => Some(byte),
            value if self.may_be_undefined(value) => None,
            _ => Some(Byte::UNKNOWN),
        }
    }

    /// What a part of a cell holds that holds a named number which was written.
    fn part_of(&self, value: Value) -> Option<Value> {
        match value {
            Value::Unknown(id) if self.is_written(id) => Some(Value::ANY),
            _ => None,
        }
    }

    /// Written numbers that the bytes from `start` to `end` of an object hold only in part are any numbers from here on.
    pub fn cut_cells(&mut self, id: ObjectId, start: i64, end: i64) {
        let Some(object) = self.object(id) else { return };
        let is_cut = |cell: &&HasValue| cell.offset < start || end < cell.offset + cell.size;
        let cut: Vec<HasValue> = object.fields_between(start, end).filter(is_cut).copied().collect();
        for HasValue { offset, size, value } in cut {
            if let (Some(value), Some(object)) = (self.part_of(value), self.object_mut(id)) {
                object.refine(offset, size, value);
            }
        }
    }

    /// Gives a name to what bytes of an object hold.
    pub fn name(&mut self, id: ObjectId, offset: i64, size: i64, name: Value) {
        self.cut_cells(id, offset, offset + size);
        if let Some(object) = self.object_mut(id) {
            object.refine(offset, size, name);
        }
    }

    /// A copy of an object of the graph whose bytes from `start` to `end` are to be copied.
    pub fn to_be_copied(&self, object: &Object, start: i64, end: i64) -> Object {
        let mut copied = object.clone();
        let is_cut = |cell: &&HasValue| cell.offset < start || end < cell.offset + cell.size;
        for HasValue { offset, size, value } in object.fields_between(start, end).filter(is_cut) {
            if let Some(value) = self.part_of(*value) {
                copied.refine(*offset, *size, value);
            }
        }
        copied
    }
}
