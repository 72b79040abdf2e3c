//! Integers that stand for all where they are only compared.

use std::collections::BTreeMap;

use indexmap::IndexSet;

use super::Refused;
use crate::ctype::{FieldId, Type, TypeId};
use crate::logic::{Arena, TermId, TermNode};
use crate::theory::limits::{MOST_BITS, MOST_VALUES};

/// For each type of the integer terms values that stand for all: formulas compare them only, so it is enough that between, below
/// and above the constants there are as many as there are terms.
pub(super) fn values(arena: &Arena, terms: &IndexSet<TermId>) -> Result<BTreeMap<TypeId, Vec<i128>>, Refused> {
    let mut by_type: BTreeMap<TypeId, (Vec<i128>, usize)> = BTreeMap::new();
    for term in terms {
        let (constants, others) = by_type.entry(arena.type_of(*term)).or_default();
        match arena.node(*term) {
            TermNode::Integer(constant) => constants.push(constant),
            _ => *others += 1,
        }
    }
    let mut found = BTreeMap::new();
    for (ty, (mut constants, others)) in by_type {
        let (width, signed) = arena.types().integer_format(ty).ok_or(Refused::Predicate)?;
        if width == 0 || width as usize > MOST_BITS {
            return Err(Refused::Predicate);
        }
        let least = if signed { -(1_i128 << (width - 1)) } else { 0 };
        let most = if signed { (1_i128 << (width - 1)) - 1 } else { (1_i128 << width) - 1 };
        if constants.iter().any(|constant| !(least..=most).contains(constant)) {
            return Err(Refused::Predicate);
        }
        if constants.is_empty() {
            constants.push(0);
        }
        let beside = i128::try_from(others).unwrap_or(i128::MAX / 4);
        if constants.len().saturating_mul(2 * others + 1) > MOST_VALUES {
            return Err(Refused::Predicate);
        }
        let mut values: Vec<i128> = constants
            .iter()
            .flat_map(|constant| *constant - beside..=*constant + beside)
            .filter(|value| (least..=most).contains(value))
            .collect();
        values.sort_unstable();
        values.dedup();
        found.insert(ty, values);
    }
    Ok(found)
}

/// Whether a field holds an integer that is read as one: no bit-field.
pub(in crate::theory) fn is_whole_integer(arena: &Arena, field: FieldId) -> bool {
    let field = arena.types().field(field);
    field.bits.is_none() && matches!(arena.types().get(field.ty), Type::Integer { .. })
}
