//! The scalars of an input object, by its type. Other bytes have no value that may be read: padding, unions that may
//! hold addresses, numbers wider than are modelled.

use std::collections::BTreeSet;

use crate::limits::MOST_INPUT_ELEMENTS;
use ctype::{FloatKind, Type, TypeId, TypeTable};
use program::limits::DEEPEST_TYPE;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalarCell {
    /// Offset in bytes from the start of the object.
    pub offset: u64,
    pub kind: ScalarKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarKind {
    /// A number of this many bits, in this many bytes.
    Number(u32, u32),
    Pointer(TypeId),
}

/// Returns the scalars of an object of a type, at most about [`MOST_INPUT_ELEMENTS`]. Those of a type without
/// bit-fields are ascending by offset.
pub fn scalars(types: &TypeTable, ty: TypeId) -> Vec<ScalarCell> {
    several(types, (ty, 0), 1)
}

/// Returns the scalars of up to `count` objects of a type and its size, one behind the other.
pub fn several(types: &TypeTable, (ty, size): (TypeId, u64), count: u64) -> Vec<ScalarCell> {
    let mut layout = Layout { types, cells: Vec::new() };
    for index in 0..count {
        layout.add(ty, index.saturating_mul(size), DEEPEST_TYPE);
    }
    layout.cells
}

struct Layout<'t> {
    types: &'t TypeTable,
    cells: Vec<ScalarCell>,
}

impl Layout<'_> {
    fn add(&mut self, ty: TypeId, offset: u64, nesting: u32) {
        let Some(nesting) = nesting.checked_sub(1) else { return };
        if self.cells.len() as u64 >= MOST_INPUT_ELEMENTS {
            return;
        }
        match self.types.get(ty) {
            Type::Integer { .. } | Type::Float(FloatKind::Float | FloatKind::Double) => self.add_number(ty, offset),
            Type::Pointer(_) => self.cells.push(ScalarCell { offset, kind: ScalarKind::Pointer(ty) }),
            Type::Array(element, Some(count)) => {
                let size = self.types.size_of(*element).unwrap_or(0);
                for index in 0..(*count).min(MOST_INPUT_ELEMENTS) {
                    self.add(*element, offset.saturating_add(index.saturating_mul(size)), nesting);
                }
            }
            Type::Record(record) if self.types.record(*record).is_union => {
                if !self.holds_address(ty, DEEPEST_TYPE) {
                    let size = self.types.size_of(ty).unwrap_or(0);
                    self.add_bytes((0..size.min(MOST_INPUT_ELEMENTS)).map(|index| offset + index));
                }
            }
            Type::Record(record) => {
                let mut shared = BTreeSet::new();
                for field in self.types.fields(*record) {
                    let place = offset.saturating_add(field.offset);
                    match field.bits {
                        Some((first, width)) => {
                            let end = u64::from(first) + u64::from(width);
                            shared.extend((place + u64::from(first) / 8)..(place + end.div_ceil(8)));
                        }
                        None => self.add(field.ty, place, nesting),
                    }
                }
                self.add_bytes(shared.into_iter());
            }
            Type::Array(_, None) | Type::Float(_) | Type::Void | Type::Function { .. } => {}
        }
    }

    fn add_number(&mut self, ty: TypeId, offset: u64) {
        let size = self.types.size_of(ty).and_then(|bytes| u32::try_from(bytes).ok());
        let Some(bytes) = size.filter(|bytes| (1..=16).contains(bytes)) else { return };
        let width = self.types.integer_format(ty).map_or(8 * bytes, |(width, _)| width);
        self.cells.push(ScalarCell { offset, kind: ScalarKind::Number(width, bytes) });
    }

    /// Adds bytes that hold arbitrary bits.
    fn add_bytes(&mut self, places: impl Iterator<Item = u64>) {
        self.cells.extend(places.map(|offset| ScalarCell { offset, kind: ScalarKind::Number(8, 1) }));
    }

    /// Returns true if an object of a type may hold an address, or a number with padding bits.
    fn holds_address(&self, ty: TypeId, nesting: u32) -> bool {
        let Some(nesting) = nesting.checked_sub(1) else { return true };
        match self.types.get(ty) {
            Type::Integer { .. } | Type::Float(FloatKind::Float | FloatKind::Double) => {
                let bits = self.types.integer_format(ty).map(|(width, _)| u64::from(width));
                bits.is_some_and(|bits| Some(bits) != self.types.size_of(ty).map(|bytes| 8 * bytes))
            }
            Type::Array(element, _) => self.holds_address(*element, nesting),
            Type::Record(record) => {
                self.types.fields(*record).iter().any(|field| self.holds_address(field.ty, nesting))
            }
            Type::Pointer(_) | Type::Void | Type::Function { .. } | Type::Float(_) => true,
        }
    }
}
