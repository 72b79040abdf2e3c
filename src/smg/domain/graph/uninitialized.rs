//! Maybe uninitialized cells. A number that was perhaps never written is a named one, and only the graph knows that it
//! is maybe uninitialized. So the graph decides about parts of a cell that holds a named number; an object on its own
//! must assume that they are maybe uninitialized.

use crate::domain::graph::Graph;
use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Byte, ObjectId, UnknownId, Value};

impl Graph {
    /// Returns true if a value, or some of its bytes, was perhaps never written.
    pub fn may_be_undefined(&self, value: Value) -> bool {
        value.may_be_undefined() || self.is_undefined(value) || self.is_maybe_uninitialized(value)
    }

    /// Returns any number for a number that was certainly written, and other values as they are.
    pub fn forgotten(&self, value: Value) -> Value {
        if self.range(value).is_some() && !self.may_be_undefined(value) { Value::ANY } else { value }
    }

    fn is_written(&self, id: UnknownId) -> bool {
        !self.may_be_undefined(Value::Unknown(id))
    }

    /// As [`Object::pieces`], but parts of written numbers count as written.
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

    /// As [`Object::piece`], but parts of written numbers count as written.
    pub fn piece(&self, object: &Object, start: i64, end: i64) -> Option<Value> {
        let recorded = object.piece(start, end)?;
        let is_cut = |cell: &&HasValue| cell.offset < start || end < cell.offset + cell.size;
        let cut = object.fields_between(start, end).find(is_cut).and_then(|cell| self.part_of(cell.value));
        Some(cut.unwrap_or(recorded))
    }

    /// Returns a byte of an object; `None` unless it is known which of its bits were written.
    pub fn byte(&self, id: ObjectId, offset: i64) -> Option<Byte> {
        match self.piece(self.object(id)?, offset, offset + 1)? {
            Value::Integer(integer) => Some(Byte::known(integer as u8)),
            Value::Undefined => Some(Byte::UNWRITTEN),
            Value::Bits(byte) => Some(byte),
            value if self.may_be_undefined(value) => None,
            _ => Some(Byte::UNKNOWN),
        }
    }

    /// Returns the value of a part of a cell that holds `value`; `None` unless that is a named number that was written.
    fn part_of(&self, value: Value) -> Option<Value> {
        match value {
            Value::Unknown(id) if self.is_written(id) => Some(Value::ANY),
            _ => None,
        }
    }

    /// Makes the written numbers in cells that extend beyond the bytes from `start` to `end` arbitrary, so that parts
    /// of them count as written.
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

    /// Names the contents of bytes of an object.
    pub fn name(&mut self, id: ObjectId, offset: i64, size: i64, name: Value) {
        self.cut_cells(id, offset, offset + size);
        if let Some(object) = self.object_mut(id) {
            object.refine(offset, size, name);
        }
    }

    /// Returns a copy of an object from which the bytes from `start` to `end` can be copied: numbers cut by the range
    /// count as written.
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
