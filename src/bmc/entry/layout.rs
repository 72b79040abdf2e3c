//! The scalars of an object of a type, as an input has them. What is none of them has no value that could be read: padding,
//! unions that may hold addresses, numbers wider than are followed.

use std::collections::BTreeSet;

use crate::limits::MOST_INPUT_ELEMENTS;
use ctype::{FloatKind, Type, TypeId, TypeTable};
use program::limits::DEEPEST_TYPE;

/// A scalar in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalarCell {
    /// Bytes from the start of the object.
    pub offset: u64,
    /// What it is.
    pub kind: ScalarKind,
}

/// What a scalar of an input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarKind {
    /// A number of as many bits, in as many bytes.
    Number(u32, u32),
    /// A pointer of this type.
    Pointer(TypeId),
}

/// The scalars of an object of a type, by ascending offset; no more than a limit.
pub fn scalars(types: &TypeTable, ty: TypeId) -> Vec<ScalarCell> {
    let mut layout = Layout { types, cells: Vec::new() };
    layout.add(ty, 0, DEEPEST_TYPE);
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

    /// Bytes that hold any bits.
    fn add_bytes(&mut self, places: impl Iterator<Item = u64>) {
        self.cells.extend(places.map(|offset| ScalarCell { offset, kind: ScalarKind::Number(8, 1) }));
    }

    /// Whether an address may stand in an object of a type, or a number whose bits are not all of its value.
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
