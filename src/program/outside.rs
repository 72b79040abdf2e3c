//! Possible targets of pointers that come from external code, besides NULL and heap blocks: results of input functions
//! and of functions without a body, inputs of a procedure, and contents of objects defined in other files. All engines
//! use this one description, at every point of a run.
//!
//! Such a pointer may be the address of a variable that external code can know ([`secret`]), or of a member or element
//! of it with the pointed-to type.
//!
//! A call of a function that is only declared ([`crate::DeclaredCallee`]) is taken to do what its type allows, and no more:
//!
//! - What it gets as a pointer to `const`, it only reads, and all that this leads to. It reaches the objects that its other
//!   arguments point into, the variables in [`Program::changed_elsewhere`], those in [`Program::changed_once_given`] whose
//!   address a call has got before, and what pointers in reached objects lead to. An argument that is a number may be an
//!   address, too ([`crate::escape`]).
//!   It need not use an argument: whether it does is open for one that leads to no object any more.
//! - Blocks that existed before the run began are the caller's. The function reaches only those that the program gives it.
//! - A reached variable gets any value of its type, unless it is `const`.
//! - A reached block of the heap may be changed, kept or freed: nothing is known of it from then on.
//! - A pointer in the result is NULL, or leads to an object of its type, of whose contents nothing is known, until a
//!   function is called that may end it, or the program ends any object. Nothing is known of a pointer in a changed
//!   variable. An error that comes of NULL there depends on the function, unless the program has compared the pointer.
//!
//! This module does not choose a target, and does not track whether the address of a local variable has escaped its
//! function: `logic::Facts` does.

use std::collections::BTreeSet;

use crate::limits::DEEPEST_TYPE;
use crate::{Command, Linkage, Program, Variable, VariableId, VariableKind};
use base::integer::greatest_common_divisor;
use ctype::{Field, Type, TypeId, TypeTable};

/// Reasons why external code cannot know the address of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Secret {
    /// It is `static`, and its address is never taken.
    Static,
    /// It has no linkage: its address escapes only if the program passes it on.
    Local,
    /// It is not an object but a choice made by a specification.
    Choice,
}

/// Returns why external code cannot know the address of a variable; `None` if it can.
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

/// Returns the variables whose address external code can know.
pub fn known_variables(program: &Program) -> impl Iterator<Item = (VariableId, &Variable)> {
    program.variables.enumerate().filter(|(_, variable)| secret(variable).is_none())
}

/// Returns the pointed-to types of the pointers that a command reads from external code.
pub fn pointed_types(types: &TypeTable, command: &Command) -> BTreeSet<TypeId> {
    let Command::Havoc { address } = command else { return BTreeSet::new() };
    types.with_parts(types.pointee(address.ty)).into_iter().filter_map(|ty| types.pointee(ty)).collect()
}

/// Returns true if an object of a type holds pointers.
pub fn holds_pointers(types: &TypeTable, ty: TypeId) -> bool {
    types.with_parts([ty]).into_iter().any(|part| types.is_pointer(part))
}

/// Returns true if pointers to some types may lead to an object of type `whole` or into it; a `void *` may lead
/// anywhere.
pub fn lead_into(types: &TypeTable, pointed: &BTreeSet<TypeId>, whole: TypeId) -> bool {
    pointed.iter().any(|part| matches!(types.get(*part), Type::Void)) || !types.with_parts([whole]).is_disjoint(pointed)
}

/// Equally spaced subobjects of one type in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Places {
    /// Offset of the first one, in bytes from the start of the object.
    pub offset: u64,
    pub count: u64,
    /// Distance between the starts of neighbours, in bytes.
    pub stride: u64,
    /// True if each place is of the type. False if others are among them: nested arrays were too large to tell them
    /// apart.
    pub is_exact: bool,
}

impl Places {
    /// Returns the offsets of the first two places and of the last one, in bytes from the start of the object.
    pub fn some(self) -> impl Iterator<Item = u64> {
        let last = self.count.saturating_sub(1);
        let mut indices = vec![0, 1, last];
        indices.retain(|index| *index <= last);
        indices.dedup();
        indices.into_iter().map(move |index| self.offset.saturating_add(index.saturating_mul(self.stride)))
    }

    /// Returns the same places in each element of an array of `elements` elements of `size` bytes.
    fn in_elements(self, elements: u64, size: u64) -> Vec<Places> {
        let span = self.count.saturating_mul(self.stride);
        let later = |bytes: u64| Places { offset: self.offset.saturating_add(bytes), ..self };
        if self.count == 1 {
            vec![Places { count: elements, stride: size, ..self }]
        } else if span == size || elements == 1 {
            vec![Places { count: self.count.saturating_mul(elements), ..self }]
        } else if elements.min(self.count) > MOST_RUNS {
            let stride = greatest_common_divisor(size.into(), self.stride.into()) as u64;
            let last = size.saturating_mul(elements - 1).saturating_add(span - self.stride);
            vec![Places { count: last / stride + 1, stride, is_exact: false, ..self }]
        } else if elements <= self.count {
            (0..elements).map(|index| later(index.saturating_mul(size))).collect()
        } else {
            let in_first = (0..self.count).map(|index| later(index.saturating_mul(self.stride)));
            in_first.map(|place| Places { count: elements, stride: size, ..place }).collect()
        }
    }
}

/// Maximum number of runs of equally spaced places in one object, such as an array in each element of another array. At
/// the start of a procedure a pointer may lead to any of them, and every engine tries each. Beyond the maximum, one run
/// covers them all, including places in between.
const MOST_RUNS: u64 = 64;

/// Returns the offsets in an object of type `whole` at which there is a subobject of type `part`. A bit-field has no
/// address.
pub fn places(types: &TypeTable, whole: TypeId, part: TypeId) -> Vec<Places> {
    places_within(types, whole, part, DEEPEST_TYPE)
}

fn places_within(types: &TypeTable, ty: TypeId, part: TypeId, nesting: u32) -> Vec<Places> {
    let Some(nesting) = nesting.checked_sub(1) else { return Vec::new() };
    if ty == part {
        let stride = types.size_of(ty).unwrap_or(1);
        return vec![Places { offset: 0, count: 1, stride, is_exact: true }];
    }
    match types.get(ty) {
        Type::Array(element, Some(count)) if *count > 0 => {
            let Some(size) = types.size_of(*element) else { return Vec::new() };
            let in_one = places_within(types, *element, part, nesting);
            in_one.into_iter().flat_map(|found| found.in_elements(*count, size)).collect()
        }
        Type::Record(record) => {
            let members = types.fields(*record).iter().filter(|field| field.bits.is_none());
            let of_member = |field: &Field| {
                let found = places_within(types, field.ty, part, nesting);
                let at = field.offset;
                found.into_iter().map(move |found| Places { offset: found.offset.saturating_add(at), ..found })
            };
            members.flat_map(of_member).collect()
        }
        _ => Vec::new(),
    }
}
