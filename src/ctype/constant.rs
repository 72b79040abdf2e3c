//! The bits of an object that its type makes `const`: those of members declared so.
//!
//! An object defined with such bits keeps them from then on. This module only locates the bits. It does not know which
//! objects are declared `const` as a whole: types carry no qualifiers.

use std::sync::Arc;

use crate::{Field, RecordId, Type, TypeId, TypeTable};

/// The `const` bits of an object. They are searched for, never listed: an array has some in each of its elements.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ConstantBits {
    None,
    /// Every bit, whatever the size.
    All,
    /// The bits of the members of a struct.
    Struct(Vec<MemberBits>),
    /// The bits that are `const` in every member of a union that contains them: a bit that one member may change is not
    /// `const`.
    Union(Vec<MemberBits>),
    /// The bits of each element of an array.
    Array {
        element: Arc<ConstantBits>,
        /// Size of an element in bits, at least 1.
        size: u64,
        /// Number of elements.
        count: u64,
    },
}

/// The `const` bits of a member, relative to its first bit.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MemberBits {
    /// The member's first bit in its record, and the one after its last.
    range: (u64, u64),
    bits: ConstantBits,
}

impl ConstantBits {
    /// Returns maximal ranges of `const` bits (first bit, and one past the last), ascending and disjoint.
    pub fn parts(&self) -> impl Iterator<Item = (u64, u64)> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let (start, mut end) = self.first_in(next, u64::MAX)?;
            while let Some((_, behind)) = self.first_in(end, u64::MAX).filter(|(again, _)| *again == end) {
                end = behind;
            }
            next = end;
            Some((start, end))
        })
    }

    /// Returns true if a bit in `first..behind` is `const`.
    pub fn meets(&self, first: u64, behind: u64) -> bool {
        self.first_in(first, behind).is_some()
    }

    /// Returns the first `const` bit in `first..behind`, and one past a run of `const` bits that starts there.
    fn first_in(&self, first: u64, behind: u64) -> Option<(u64, u64)> {
        match self {
            _ if first >= behind => None,
            ConstantBits::None => None,
            ConstantBits::All => Some((first, behind)),
            ConstantBits::Struct(members) => {
                let found = members.iter().filter_map(|member| member.first_in(first, behind));
                found.min_by_key(|(start, _)| *start)
            }
            ConstantBits::Union(members) => first_in_each(members, first, behind),
            ConstantBits::Array { element, size, count } => {
                // If one whole element has none, no element has.
                let index = first / size;
                let mut indices = (index..index.saturating_add(3)).take_while(|index| index < count);
                indices.find_map(|index| {
                    let start = index.saturating_mul(*size);
                    let range = (start, start.saturating_add(*size));
                    first_from(element, range, first, behind)
                })
            }
        }
    }
}

impl MemberBits {
    fn first_in(&self, first: u64, behind: u64) -> Option<(u64, u64)> {
        first_from(&self.bits, self.range, first, behind)
    }
}

/// [`ConstantBits::first_in`] for a part of an object.
fn first_from(bits: &ConstantBits, range: (u64, u64), first: u64, behind: u64) -> Option<(u64, u64)> {
    let (first, behind) = (first.max(range.0), behind.min(range.1));
    let found = bits.first_in(first.checked_sub(range.0)?, behind.checked_sub(range.0)?)?;
    Some((found.0.saturating_add(range.0), found.1.saturating_add(range.0)))
}

/// Returns the first bit that is `const` in every member of a union that contains it, and one past a run of such bits.
fn first_in_each(members: &[MemberBits], mut first: u64, behind: u64) -> Option<(u64, u64)> {
    loop {
        let (mut free_before, mut end) = (first, None);
        for member in members.iter().filter(|member| first < member.range.1) {
            match member.first_in(first, behind) {
                Some((start, behind)) if start == first => end = Some(end.map_or(behind, |end: u64| end.min(behind))),
                Some((start, _)) => free_before = free_before.max(start),
                None => free_before = free_before.max(member.range.1),
            }
        }
        if free_before == first {
            return end.map(|end| (first, end));
        }
        first = free_before;
        if first >= behind {
            return None;
        }
    }
}

impl TypeTable {
    /// Returns the bits of an object of this type that are `const` though the object is not declared so as a whole.
    pub fn constant_bits(&self, ty: TypeId) -> ConstantBits {
        match self.get(ty) {
            Type::Array(element, count) => {
                let (bits, size) = (self.constant_bits(*element), self.size_of(*element).unwrap_or(0));
                match bits {
                    // An array without a size has as many elements as its initialiser gives it.
                    ConstantBits::Struct(_) | ConstantBits::Union(_) | ConstantBits::Array { .. } if size > 0 => {
                        let size = size.saturating_mul(8);
                        ConstantBits::Array { element: Arc::new(bits), size, count: count.unwrap_or(u64::MAX) }
                    }
                    _ => bits,
                }
            }
            Type::Record(record) => {
                self.record(*record).layout.as_ref().map_or(ConstantBits::None, |layout| layout.constant_bits.clone())
            }
            _ => ConstantBits::None,
        }
    }

    /// Returns the `const` bits of a record with these members.
    pub(super) fn constant_bits_of_members(&self, id: RecordId, fields: &[Field]) -> ConstantBits {
        let of_member = |field: &Field| {
            let bits = if field.is_constant { ConstantBits::All } else { self.constant_bits(field.ty) };
            MemberBits { range: self.bits_of_member(field), bits }
        };
        let members = fields.iter().map(of_member);
        match self.record(id).is_union {
            true => {
                let all = ConstantBits::Union(members.collect());
                if all.meets(0, u64::MAX) { all } else { ConstantBits::None }
            }
            false => {
                let some: Vec<_> = members.filter(|member| member.first_in(0, u64::MAX).is_some()).collect();
                if some.is_empty() { ConstantBits::None } else { ConstantBits::Struct(some) }
            }
        }
    }

    /// Returns the first bit of a member in its record, and one past its last. An array without a size is unbounded.
    fn bits_of_member(&self, field: &Field) -> (u64, u64) {
        let start = field.offset.saturating_mul(8);
        match (field.bits, self.size_of(field.ty)) {
            (Some((first, width)), _) => {
                let start = start.saturating_add(first.into());
                (start, start.saturating_add(width.into()))
            }
            (None, Some(size)) => (start, start.saturating_add(size.saturating_mul(8))),
            (None, None) => (start, u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{ConstantBits, DataModel, DeclaredMember, Type, TypeId, TypeTable};

    fn record(types: &mut TypeTable, is_union: bool, members: &[(TypeId, bool, Option<u32>)]) -> TypeId {
        let id = types.declare_record(is_union, "r", true);
        let member = |(index, (ty, is_constant, bit_width)): (usize, &(TypeId, bool, Option<u32>))| DeclaredMember {
            is_constant: *is_constant,
            bit_width: *bit_width,
            ..DeclaredMember::new(format!("m{index}"), *ty)
        };
        types.complete_record(id, members.iter().enumerate().map(member).collect(), false, None);
        types.intern(Type::Record(id))
    }

    fn parts(types: &TypeTable, ty: TypeId) -> Vec<(u64, u64)> {
        types.constant_bits(ty).parts().collect()
    }

    #[test]
    fn members_that_are_constant_keep_their_bits() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let int = types.int();
        let pair = record(&mut types, false, &[(int, true, None), (int, false, None)]);
        assert_eq!(parts(&types, pair), [(0, 32)]);
        let array = types.intern(Type::Array(pair, Some(2)));
        assert_eq!(parts(&types, array), [(0, 32), (64, 96)]);
        let inner = record(&mut types, false, &[(int, false, None), (array, false, None), (array, true, None)]);
        assert_eq!(parts(&types, inner), [(32, 64), (96, 128), (160, 288)]);
        let many = types.intern(Type::Array(pair, Some(100_000)));
        let many = types.constant_bits(many);
        assert!(many.meets(64 * 99_999, 64 * 99_999 + 1) && many.meets(32, 65));
        assert!(!many.meets(64 * 99_999 + 32, 64 * 100_000 + 32) && !many.meets(96, 128));
        assert_eq!(types.constant_bits(int), ConstantBits::None);
    }

    #[test]
    fn bit_fields_share_bytes() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let int = types.int();
        let bits = record(&mut types, false, &[(int, false, Some(3)), (int, true, Some(4)), (int, false, Some(1))]);
        assert_eq!(parts(&types, bits), [(3, 7)]);
        let bits = types.constant_bits(bits);
        assert!(bits.meets(0, 8) && bits.meets(0, 4) && bits.meets(6, 7));
        assert!(!bits.meets(0, 3) && !bits.meets(7, 8) && !bits.meets(4, 4));
    }

    #[test]
    fn of_a_union_is_constant_what_is_so_in_each_member() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let (int, long) = (types.int(), types.size_type());
        let one = record(&mut types, true, &[(long, true, None), (int, false, None)]);
        assert_eq!(parts(&types, one), [(32, 64)]);
        let both = record(&mut types, true, &[(long, true, None), (int, true, None)]);
        assert_eq!(parts(&types, both), [(0, 64)]);
    }
}
