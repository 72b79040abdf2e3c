//! What pointers that come from outside may lead to, besides NULL and blocks of the heap: results of input functions and of functions
//! without a body, inputs of a procedure, and what objects of other files hold. One description for all engines, and for every
//! moment of a run.
//!
//! Such a pointer may be the address of a variable that others know ([`secret`]), or of a member or an element of it, if that has
//! the type that the pointer points to.
//!
//! Nothing here says which of these a run chooses, nor whether the address of a local variable has left its function:
//! [`logic::Facts`] looks at that.

use std::collections::BTreeSet;

use crate::limits::DEEPEST_TYPE;
use crate::{Command, Linkage, Program, Variable, VariableId, VariableKind};
use ctype::{Type, TypeId, TypeTable};

/// Why others do not know where a variable lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Secret {
    /// It is `static`, and no function takes its address.
    Static,
    /// It has no linkage: only who takes its address can give it away.
    Local,
    /// It is no object, but a choice that a specification speaks of.
    Choice,
}

/// Why others do not know where a variable lies; `None` where they may.
pub fn secret(variable: &Variable) -> Option<Secret> {
    match (variable.kind, variable.linkage) {
        _ if variable.is_chosen => Some(Secret::Choice),
        (VariableKind::Global, Linkage::Internal) if !variable.address_taken => Some(Secret::Static),
        (VariableKind::Global, Linkage::Internal | Linkage::External | Linkage::Elsewhere) => None,
        (VariableKind::Parameter | VariableKind::Local | VariableKind::Temporary | VariableKind::Result, _) => {
            Some(Secret::Local)
        }
    }
}

/// The variables that others know.
pub fn known_variables(program: &Program) -> impl Iterator<Item = (VariableId, &Variable)> {
    program.variables.enumerate().filter(|(_, variable)| secret(variable).is_none())
}

/// What the pointers point to that a command takes from outside.
pub fn pointed_types(types: &TypeTable, command: &Command) -> BTreeSet<TypeId> {
    let Command::Havoc { address } = command else { return BTreeSet::new() };
    let mut open: Vec<TypeId> = types.pointee(address.ty).into_iter().collect();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(ty) = open.pop() {
        if seen.insert(ty) {
            found.extend(types.pointee(ty));
            open.extend(types.parts(ty));
        }
    }
    found
}

/// Whether a pointer to `part` may lead to an object of type `whole` or into it: a pointer to `void` may lead anywhere.
pub fn holds(types: &TypeTable, whole: TypeId, part: TypeId) -> bool {
    let mut open = vec![whole];
    let mut seen = BTreeSet::new();
    while let Some(ty) = open.pop() {
        if ty == part || matches!(types.get(part), Type::Void) {
            return true;
        }
        if seen.insert(ty) {
            open.extend(types.parts(ty));
        }
    }
    false
}

/// Some of the places in an object of type `whole` at which there is one of type `part`, in bytes from its start: of an array the
/// first two elements and the last one, at most as many as asked for.
pub fn some_places(types: &TypeTable, whole: TypeId, part: TypeId, most: usize) -> Vec<u64> {
    let mut found = Vec::new();
    add_places(types, (whole, 0), part, (most, DEEPEST_TYPE), &mut found);
    found
}

fn add_places(
    types: &TypeTable,
    (ty, offset): (TypeId, u64),
    part: TypeId,
    (most, nesting): (usize, u32),
    found: &mut Vec<u64>,
) {
    let Some(nesting) = nesting.checked_sub(1).filter(|_| found.len() < most) else { return };
    if ty == part {
        return found.push(offset);
    }
    match types.get(ty) {
        Type::Array(element, Some(count)) => {
            let Some(size) = types.size_of(*element) else { return };
            let mut indices = vec![0, 1, count.saturating_sub(1)];
            indices.retain(|index| index < count);
            indices.dedup();
            for index in indices {
                let place = offset.saturating_add(index.saturating_mul(size));
                add_places(types, (*element, place), part, (most, nesting), found);
            }
        }
        Type::Record(record) => {
            // A bit-field has no address.
            for field in types.fields(*record).iter().filter(|field| field.bits.is_none()) {
                let place = offset.saturating_add(field.offset);
                add_places(types, (field.ty, place), part, (most, nesting), found);
            }
        }
        _ => {}
    }
}
