//! What objects consist of: the types of their members and elements.

use std::collections::BTreeSet;

use crate::{Type, TypeId, TypeTable};

impl TypeTable {
    /// Returns the types of the direct parts: elements of an array, members of a record.
    pub fn parts(&self, id: TypeId) -> Vec<TypeId> {
        match self.get(id) {
            Type::Array(element, _) => vec![*element],
            Type::Record(record) => self.fields(*record).iter().map(|field| field.ty).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns these types, and those of all their members and elements, in any number of steps.
    pub fn with_parts(&self, whole: impl IntoIterator<Item = TypeId>) -> BTreeSet<TypeId> {
        closed(whole, |ty| self.parts(ty))
    }

    /// Returns these types, and those that their objects contain or lead to, in any number of steps.
    pub fn led_to(&self, from: impl IntoIterator<Item = TypeId>) -> BTreeSet<TypeId> {
        closed(from, |ty| match self.get(ty) {
            Type::Pointer(target) => vec![*target],
            _ => self.parts(ty),
        })
    }

    /// Returns the smallest record that objects of a record begin with, and that has a pointer to a record: `struct base` for
    /// `struct { struct base base; int radius; }`, if that has a link. Otherwise the record itself.
    pub fn base_record(&self, record: TypeId) -> TypeId {
        let is_link = |ty: &TypeId| self.pointee(*ty).is_some_and(|to| matches!(self.get(to), Type::Record(_)));
        let mut found = record;
        while let Type::Record(record) = self.get(found)
            && !self.record(*record).is_union
            && let Some(first) = self.fields(*record).first()
            && self.with_parts([first.ty]).iter().any(is_link)
            && matches!(self.get(first.ty), Type::Record(_))
        {
            found = first.ty;
        }
        found
    }

    /// Returns true if objects of a record have at least two pointers to such objects, as nodes of trees do.
    pub fn may_branch(&self, record: TypeId) -> bool {
        self.links_to(record, record) > 1
    }

    /// Number of pointers to objects of a type in an object of another one.
    fn links_to(&self, target: TypeId, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Pointer(to) => u64::from(*to == target),
            Type::Array(element, count) => self.links_to(target, *element).saturating_mul(count.unwrap_or(0)),
            Type::Record(record) => {
                let of_members = self.fields(*record).iter().map(|field| self.links_to(target, field.ty));
                of_members.fold(0, u64::saturating_add)
            }
            _ => 0,
        }
    }

    /// Number of bytes of an object that belong to scalars; the others are padding. A bit-field counts as its whole
    /// unit, and a union as the member with the fewest bytes.
    pub fn scalar_bytes(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Array(element, count) => self.scalar_bytes(*element).saturating_mul(count.unwrap_or(0)),
            Type::Record(record) => {
                let of_members = self.fields(*record).iter().map(|field| self.scalar_bytes(field.ty));
                match self.record(*record).is_union {
                    true => of_members.min().unwrap_or(0),
                    false => of_members.fold(0, u64::saturating_add),
                }
            }
            _ => self.size_of(id).unwrap_or(0),
        }
    }
}

/// Returns these types, and those that `next` leads to, in any number of steps.
fn closed(from: impl IntoIterator<Item = TypeId>, next: impl Fn(TypeId) -> Vec<TypeId>) -> BTreeSet<TypeId> {
    let (mut open, mut seen): (Vec<TypeId>, _) = (from.into_iter().collect(), BTreeSet::new());
    while let Some(ty) = open.pop() {
        if seen.insert(ty) {
            open.extend(next(ty));
        }
    }
    seen
}
