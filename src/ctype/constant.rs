//! Which bits of an object its type makes `const`: those of members that are declared so.
//!
//! An object that is defined with such bits keeps them from then on. Here is only where they are; nothing is known of
//! objects, nor of what is declared `const` as a whole: types carry no qualifiers.

use std::ops::Range;

use crate::{Field, RecordId, Type, TypeId, TypeTable};

/// Most separate `const` parts of an object. An array of structs has one for each element, and every write is compared with all; of
/// more parts only the range is known that they are in, and a write there is not decided.
const MOST_PARTS: u64 = 1024;

/// The `const` bits of an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstantBits {
    /// First bit of each part and the one behind it: ascending, and apart.
    parts: Vec<(u64, u64)>,
    /// Whether each bit of the parts is `const`.
    is_exact: bool,
}

impl ConstantBits {
    /// No bit is.
    pub const NONE: ConstantBits = ConstantBits { parts: Vec::new(), is_exact: true };

    /// Every bit is, whatever the size.
    pub fn all() -> Self {
        ConstantBits { parts: vec![(0, u64::MAX)], is_exact: true }
    }

    fn new(mut found: Vec<(u64, u64)>, is_exact: bool) -> Self {
        found.sort_unstable();
        let mut parts: Vec<(u64, u64)> = Vec::new();
        for (start, end) in found.into_iter().filter(|(start, end)| start < end) {
            match parts.last_mut().filter(|last| start <= last.1) {
                Some(last) => last.1 = last.1.max(end),
                None => parts.push((start, end)),
            }
        }
        ConstantBits { parts, is_exact }
    }

    /// First bit of each part and the one behind it: ascending, and apart.
    pub fn parts(&self) -> &[(u64, u64)] {
        &self.parts
    }

    /// Whether every bit is.
    pub fn is_all(&self) -> bool {
        self.parts == [(0, u64::MAX)]
    }

    /// Whether no bit is `const`.
    pub fn is_none(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether each bit of the parts is `const`, and not only some.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Whether one of these bits is in a part.
    pub fn meets(&self, first: u64, behind: u64) -> bool {
        let next = self.parts.partition_point(|(_, end)| *end <= first);
        first < behind && self.parts.get(next).is_some_and(|(start, _)| *start < behind)
    }

    /// The parts of an object that starts `by` bits later.
    fn moved(&self, by: u64) -> impl Iterator<Item = (u64, u64)> {
        self.parts.iter().map(move |(start, end)| (start.saturating_add(by), end.saturating_add(by)))
    }

    /// The `const` bits of an array of `count` objects of `size` bits each.
    fn repeated(&self, size: u64, count: u64) -> Self {
        let whole = vec![(0, size.saturating_mul(count))];
        match self.parts.as_slice() {
            [] => ConstantBits::NONE,
            [(0, end)] if *end >= size => ConstantBits::new(whole, self.is_exact),
            parts if (parts.len() as u64).saturating_mul(count) > MOST_PARTS => ConstantBits::new(whole, false),
            _ => {
                let found = (0..count).flat_map(|index| self.moved(index.saturating_mul(size)));
                ConstantBits::new(found.collect(), self.is_exact)
            }
        }
    }
}

impl TypeTable {
    /// The bits of an object of a type that are `const`, though it is not declared so as a whole.
    pub fn constant_bits(&self, ty: TypeId) -> ConstantBits {
        match self.get(ty) {
            Type::Array(element, count) => {
                let (bits, size) = (self.constant_bits(*element), self.size_of(*element).unwrap_or(0));
                // Without a size it has as many as the initialiser gives it.
                bits.repeated(size.saturating_mul(8), count.unwrap_or(u64::MAX))
            }
            Type::Record(record) => {
                self.record(*record).layout.as_ref().map_or(ConstantBits::NONE, |layout| layout.constant_bits.clone())
            }
            _ => ConstantBits::NONE,
        }
    }

    /// The `const` bits of a record with these members. What a member of a union may change that is not `const` itself, all
    /// may.
    pub(super) fn constant_bits_of_members(&self, id: RecordId, fields: &[Field]) -> ConstantBits {
        let of_members: Vec<ConstantBits> = fields.iter().map(|field| self.constant_bits_of_member(field)).collect();
        let is_exact = of_members.iter().all(|bits| bits.is_exact);
        let all = of_members.iter().flat_map(|bits| bits.parts.iter().copied());
        let all = ConstantBits::new(all.collect(), is_exact);
        if !self.record(id).is_union || all.is_none() {
            return all;
        }
        let mut kept = all.parts;
        for (field, bits) in fields.iter().zip(&of_members) {
            let (start, end) = self.bits_of_member(field);
            let mut next = start;
            // Between its parts, and behind the last one, it may change what it likes.
            for (first, behind) in bits.parts.iter().copied().chain([(end, end)]) {
                kept = kept.into_iter().flat_map(|part| without(part, next..first)).collect();
                next = behind;
            }
        }
        ConstantBits::new(kept, is_exact)
    }

    fn constant_bits_of_member(&self, field: &Field) -> ConstantBits {
        match field.is_constant {
            true => ConstantBits::new(vec![self.bits_of_member(field)], true),
            false => {
                let bits = self.constant_bits(field.ty);
                ConstantBits::new(bits.moved(field.offset.saturating_mul(8)).collect(), bits.is_exact)
            }
        }
    }

    /// First bit of a member in its record, and the one behind its last. An array without size has no end.
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

/// What a range of bits has before another one, and behind it.
fn without(range: (u64, u64), other: Range<u64>) -> impl Iterator<Item = (u64, u64)> {
    let (start, end) = range;
    let parts = match other.is_empty() {
        true => [range, (0, 0)],
        false => [(start, end.min(other.start)), (start.max(other.end), end)],
    };
    parts.into_iter().filter(|(start, end)| start < end)
}

#[cfg(test)]
mod tests {
    use crate::{DataModel, DeclaredMember, Type, TypeId, TypeTable};

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

    #[test]
    fn members_that_are_constant_keep_their_bits() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let int = types.int();
        let pair = record(&mut types, false, &[(int, true, None), (int, false, None)]);
        assert_eq!(types.constant_bits(pair).parts(), [(0, 32)]);
        let array = types.intern(Type::Array(pair, Some(2)));
        assert_eq!(types.constant_bits(array).parts(), [(0, 32), (64, 96)]);
        let inner = record(&mut types, false, &[(int, false, None), (array, false, None), (array, true, None)]);
        assert_eq!(types.constant_bits(inner).parts(), [(32, 64), (96, 128), (160, 288)]);
        let many = types.intern(Type::Array(pair, Some(100_000)));
        assert!(!types.constant_bits(many).is_exact());
        assert!(types.constant_bits(int).is_none());
    }

    #[test]
    fn bit_fields_share_bytes() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let int = types.int();
        let bits = record(&mut types, false, &[(int, false, Some(3)), (int, true, Some(4)), (int, false, Some(1))]);
        let bits = types.constant_bits(bits);
        assert_eq!(bits.parts(), [(3, 7)]);
        assert!(bits.meets(0, 8) && bits.meets(0, 4) && bits.meets(6, 7));
        assert!(!bits.meets(0, 3) && !bits.meets(7, 8) && !bits.meets(4, 4));
    }

    #[test]
    fn of_a_union_is_constant_what_is_so_in_each_member() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let (int, long) = (types.int(), types.size_type());
        let one = record(&mut types, true, &[(long, true, None), (int, false, None)]);
        assert_eq!(types.constant_bits(one).parts(), [(32, 64)]);
        let both = record(&mut types, true, &[(long, true, None), (int, true, None)]);
        assert_eq!(types.constant_bits(both).parts(), [(0, 64)]);
    }
}
