//! Records that represent extensions of C: vectors, complex numbers, transparent unions. Their arithmetic is elsewhere.

use crate::{RecordId, Type, TypeId, TypeTable};

/// The extension of C that a record represents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RecordKind {
    /// An ordinary struct or union.
    Plain,
    /// A union whose parameters accept arguments of any member's type (GNU's `transparent_union`).
    TransparentUnion,
    /// A GNU vector: its only member is the array of its elements.
    Vector,
    /// A complex number: its members are the real and imaginary parts.
    Complex,
    /// The result of a builtin whose type only the compiler knows.
    Untyped,
}

impl TypeTable {
    pub fn set_kind(&mut self, id: RecordId, kind: RecordKind) {
        self.records[id].kind = kind;
    }

    /// Returns the record of a type, if it is of this kind.
    pub fn record_of_kind(&self, ty: TypeId, kind: RecordKind) -> Option<RecordId> {
        match self.get(ty) {
            Type::Record(record) if self.record(*record).kind == kind => Some(*record),
            _ => None,
        }
    }

    /// Returns the element type of a vector, and its number of elements.
    pub fn vector_elements(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        let record = self.record_of_kind(ty, RecordKind::Vector)?;
        match self.get(self.fields(record).first()?.ty) {
            Type::Array(element, Some(count)) => Some((*element, *count)),
            _ => None,
        }
    }

    /// Returns the type of the real and imaginary parts of a complex number.
    pub fn complex_part(&self, ty: TypeId) -> Option<TypeId> {
        let record = self.record_of_kind(ty, RecordKind::Complex)?;
        Some(self.fields(record).first()?.ty)
    }
}
