//! Finite sets of integers that represent all, as long as they are only compared.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use indexmap::IndexSet;

use super::Refused;
use crate::limits::{MOST_BITS, MOST_VALUES};
use ctype::{FieldId, Type, TypeId};
use logic::{Arena, TermId, TermNode};

/// The integers in claims about all nodes and node counts.
#[derive(Default)]
pub(super) struct ClaimIntegers {
    /// The fields that claims read from each node.
    pub fields: IndexSet<FieldId>,
    /// The numbers that an integer of a type is compared with through node counts: each acts like a constant.
    pub thresholds: Vec<(TypeId, RangeInclusive<i128>)>,
}

/// Returns the field of a node that an integer term reads.
pub(super) fn field_of(arena: &Arena, term: TermId) -> Option<FieldId> {
    match arena.node(term) {
        TermNode::Load(address) if !arena.is_variable_cell(address) => match arena.node(address) {
            TermNode::FieldAddress(_, field) => Some(field),
            _ => None,
        },
        _ => None,
    }
}

/// The operands that the integers of a type are compared with.
#[derive(Default)]
struct Compared {
    constants: Vec<i128>,
    ranges: Vec<RangeInclusive<i128>>,
    /// Number of integers that may differ from each other.
    others: usize,
}

/// Computes, for each type of the integer terms, values that represent all. Formulas only compare them, so it suffices
/// to have as many values between, below and above the constants as there are terms. A field that claims read from each
/// node counts as one term for each of the `nodes` nodes, whichever term reads it.
pub(super) fn values(
    arena: &Arena,
    terms: &IndexSet<TermId>,
    claims: &ClaimIntegers,
    nodes: usize,
) -> Result<BTreeMap<TypeId, Vec<i128>>, Refused> {
    let mut by_type: BTreeMap<TypeId, Compared> = BTreeMap::new();
    for term in terms {
        let compared = by_type.entry(arena.type_of(*term)).or_default();
        match arena.node(*term) {
            TermNode::Integer(constant) => compared.constants.push(constant),
            _ if field_of(arena, *term).is_some_and(|field| claims.fields.contains(&field)) => {}
            _ => compared.others += 1,
        }
    }
    for field in &claims.fields {
        by_type.entry(arena.types().field(*field).ty).or_default().others += nodes;
    }
    for (ty, range) in &claims.thresholds {
        by_type.entry(*ty).or_default().ranges.push(range.clone());
    }
    let of_type = |(ty, compared)| Ok((ty, values_of(arena, ty, compared)?));
    by_type.into_iter().map(of_type).collect()
}

/// Returns the values of one type.
fn values_of(arena: &Arena, ty: TypeId, compared: Compared) -> Result<Vec<i128>, Refused> {
    let Compared { mut constants, ranges, others } = compared;
    let (width, signed) = arena.types().integer_format(ty).ok_or(Refused::Predicate)?;
    if width == 0 || width as usize > MOST_BITS {
        return Err(Refused::Predicate);
    }
    let least = if signed { -(1_i128 << (width - 1)) } else { 0 };
    let most = if signed { (1_i128 << (width - 1)) - 1 } else { (1_i128 << width) - 1 };
    if constants.iter().any(|constant| !(least..=most).contains(constant)) {
        return Err(Refused::Predicate);
    }
    // Clips ranges to the type: comparisons with numbers beyond it are decided.
    let within = ranges.iter().map(|range| *range.start().max(&least)..=*range.end().min(&most));
    let mut ranges: Vec<RangeInclusive<i128>> = within.filter(|range| !range.is_empty()).collect();
    if constants.is_empty() && ranges.is_empty() {
        constants.push(0);
    }
    let beside = i128::try_from(others).unwrap_or(i128::MAX / 4);
    let lengths = ranges.iter().map(|range| usize::try_from(range.end() - range.start() + 1).unwrap_or(usize::MAX));
    let lengths = lengths.map(|length| length.saturating_add(2 * others));
    let in_ranges = lengths.fold(0, usize::saturating_add);
    if constants.len().saturating_mul(2 * others + 1).saturating_add(in_ranges) > MOST_VALUES {
        return Err(Refused::Predicate);
    }
    ranges.extend(constants.into_iter().map(|constant| constant..=constant));
    let mut values: Vec<i128> = ranges
        .into_iter()
        .flat_map(|range| *range.start() - beside..=*range.end() + beside)
        .filter(|value| (least..=most).contains(value))
        .collect();
    values.sort_unstable();
    values.dedup();
    Ok(values)
}

/// Returns true if a field is an integer, but no bit-field.
pub(crate) fn is_whole_integer(arena: &Arena, field: FieldId) -> bool {
    let field = arena.types().field(field);
    field.bits.is_none() && matches!(arena.types().get(field.ty), Type::Integer { .. })
}
