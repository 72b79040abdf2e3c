//! Alias analysis: decides if two addresses are equal. Types suffice in almost all cases (paper, section 3.1).
//!
//! Addresses are typed: a node `x` and its first field `&x->n` differ, although they are the same number in C. Two
//! cells `α_f(u)` and `α_g(v)` are equal only if `f = g` and `u = v`, unless a union or a cast makes types
//! incomparable: then the answer is "unknown", never "different".

use crate::{Arena, Atom, Facts, Formula, TermId, TermNode};
use ctype::{Type, TypeId};
use program::VariableId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aliasing {
    /// Equal in every state in which both are defined.
    Yes,
    /// Equal in no state.
    No,
    /// Equal exactly if these two terms are.
    If(TermId, TermId),
    Unknown,
}

/// Compares two addresses, as far as types and the facts of the procedure decide it.
pub fn same_address(arena: &Arena, facts: &Facts, left: TermId, right: TermId) -> Aliasing {
    if left == right {
        return Aliasing::Yes;
    }
    let (left_node, right_node) = (arena.node(left), arena.node(right));
    if let (TermNode::FunctionAddress(f), TermNode::FunctionAddress(g)) = (left_node, right_node) {
        return if f == g { Aliasing::Yes } else { Aliasing::No };
    }
    if !facts.well_typed() {
        return untyped(arena, facts, left, right);
    }
    if !comparable(arena, arena.type_of(left), arena.type_of(right)) {
        return Aliasing::No;
    }
    match (left_node, right_node) {
        (TermNode::Fresh, TermNode::Fresh) => Aliasing::Yes,
        (TermNode::VariableAddress(_), TermNode::VariableAddress(_)) => Aliasing::No,
        (TermNode::FieldAddress(base, field), TermNode::FieldAddress(other, other_field)) => {
            if field == other_field {
                same_address(arena, facts, base, other)
            } else {
                Aliasing::No
            }
        }
        (TermNode::Undefined, _) | (_, TermNode::Undefined) => Aliasing::Unknown,
        _ if is_null(left_node) && is_cell(right_node) || is_null(right_node) && is_cell(left_node) => Aliasing::No,
        _ if excluded(arena, facts, left, right) || excluded(arena, facts, right, left) => Aliasing::No,
        _ => Aliasing::If(left, right),
    }
}

fn is_null(node: TermNode) -> bool {
    matches!(node, TermNode::Null)
}

/// Returns true for the address of something that exists, so never NULL. (An element's address may be computed from
/// NULL.)
fn is_cell(node: TermNode) -> bool {
    matches!(
        node,
        TermNode::VariableAddress(_)
            | TermNode::FieldAddress(..)
            | TermNode::StringAddress(_)
            | TermNode::FunctionAddress(_)
            | TermNode::Fresh
    )
}

/// Returns true if `place`, by its form, cannot be the target of `other`.
fn excluded(arena: &Arena, facts: &Facts, place: TermId, other: TermId) -> bool {
    let other_is_value = matches!(arena.node(other), TermNode::Load(_) | TermNode::Symbol(_));
    match arena.node(place) {
        // No pointer points to a private variable; a scalar variable is no field or element of anything.
        TermNode::VariableAddress(variable) => match arena.node(other) {
            TermNode::FieldAddress(..) | TermNode::Fresh => true,
            _ => other_is_value && facts.is_private(variable),
        },
        // No pointer points to the field, or into the variable that contains it.
        TermNode::FieldAddress(_, field) => {
            (other_is_value && (facts.is_inner(field) || is_in_private_variable(arena, facts, place)))
                || matches!(arena.node(other), TermNode::Fresh)
        }
        // The first element from a variable's address on is the variable itself; a pointer may lead to any exposed
        // variable.
        TermNode::ElementAddress(..) => match arena.node(other) {
            TermNode::VariableAddress(variable) => {
                root_variable(arena, place).map_or(facts.is_private(variable), |root| root != variable)
            }
            _ => other_is_value && is_in_private_variable(arena, facts, place),
        },
        _ => false,
    }
}

/// Without typed reasoning, only different variables differ, and cells that are known to be no part of each other; and
/// no pointer leads to a hidden variable.
fn untyped(arena: &Arena, facts: &Facts, left: TermId, right: TermId) -> Aliasing {
    match (arena.node(left), arena.node(right)) {
        (TermNode::Undefined, _) | (_, TermNode::Undefined) => Aliasing::Unknown,
        _ if outside_of_hidden(arena, facts, left, right) || outside_of_hidden(arena, facts, right, left) => {
            Aliasing::No
        }
        (TermNode::VariableAddress(_), TermNode::VariableAddress(_)) => Aliasing::No,
        (TermNode::Null, node) | (node, TermNode::Null) if is_cell(node) => Aliasing::No,
        _ => Aliasing::Unknown,
    }
}

/// Returns true if `place` lies in a hidden variable, and `other` does not.
fn outside_of_hidden(arena: &Arena, facts: &Facts, place: TermId, other: TermId) -> bool {
    let root = root_variable(arena, place);
    root.is_some_and(|variable| facts.is_hidden(variable)) && root_variable(arena, other) != root
}

/// Returns true if addresses of these two types can be equal.
fn comparable(arena: &Arena, left: TypeId, right: TypeId) -> bool {
    let opaque = |ty: TypeId| match arena.types().get(ty) {
        Type::Pointer(target) => matches!(arena.types().get(*target), Type::Void),
        _ => true,
    };
    left == right || opaque(left) || opaque(right)
}

/// Returns the formula "both are defined and equal" for two addresses.
pub fn equal_addresses(arena: &mut Arena, facts: &Facts, left: TermId, right: TermId) -> Formula {
    match same_address(arena, facts, left, right) {
        Aliasing::Yes => Formula::True,
        Aliasing::No => Formula::False,
        Aliasing::If(left, right) => Formula::Atom(arena.atom(Atom::Equal(left, right))),
        Aliasing::Unknown => Formula::Unknown,
    }
}

/// Returns the variable that contains the address, by its form.
pub fn root_variable(arena: &Arena, address: TermId) -> Option<VariableId> {
    match arena.node(address) {
        TermNode::VariableAddress(variable) => Some(variable),
        TermNode::FieldAddress(base, _) | TermNode::ElementAddress(base, _) | TermNode::Cast(base) => {
            root_variable(arena, base)
        }
        _ => None,
    }
}

/// Returns true if the address lies in a variable that no pointer points into.
pub fn is_in_private_variable(arena: &Arena, facts: &Facts, address: TermId) -> bool {
    root_variable(arena, address).is_some_and(|variable| facts.is_private(variable))
}
