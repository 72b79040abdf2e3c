//! What records stand for beyond C: vectors, complex numbers, transparent unions. Nothing is calculated with them here.

use crate::{RecordId, Type, TypeId, TypeTable};

/// What a record stands for beyond C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RecordKind {
    /// A struct or union of C.
    Plain,
    /// A union that a parameter may have and that takes what any member takes (GNU's `transparent_union`).
    TransparentUnion,
    /// GNU's vector: its only member is the array of its elements.
    Vector,
    /// A complex number: its members are the real part and the imaginary part.
    Complex,
    /// What a builtin returns whose type only the compiler knows.
    Untyped,
}

impl TypeTable {
    /// Says what a record stands for beyond C.
    pub fn set_kind(&mut self, id: RecordId, kind: RecordKind) {
        self.records[id].kind = kind;
    }

    /// The record of a type, if it is of a kind.
    pub fn record_of_kind(&self, ty: TypeId, kind: RecordKind) -> Option<RecordId> {
        match self.get(ty) {
            Type::Record(record) if self.record(*record).kind == kind => Some(*record),
            _ => None,
        }
    }

    /// The element type of a vector, and how many elements it has.
    pub fn vector_elements(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        let record = self.record_of_kind(ty, RecordKind::Vector)?;
        match self.get(self.fields(record).first()?.ty) {
            Type::Array(element, Some(count)) => Some((*element, *count)),
            _ => None,
        }
    }

    /// The type of the parts of a complex number.
    pub fn complex_part(&self, ty: TypeId) -> Option<TypeId> {
        let record = self.record_of_kind(ty, RecordKind::Complex)?;
        Some(self.fields(record).first()?.ty)
    }
}
