//! Preconditions of claims about all reachable nodes. `forall`, `each` and `tree` are exact over a store to one cell:
//!
//! - `tree[A](x)' = tree[Ai](x) ∧ (i∈A ∨ ¬reach[Ai](x,i) ∨ tree[Ai](c) ∧ ¬dshared[Ai](x,c))`
//! - `forall[A](x)' = forall[Ai](x) ∧ (i∈A ∨ ¬reach[Ai](x,i) ∨ forall[Ai](c))`
//! - `each[A](x)' = each[Ai](x) ∧ (i∈A ∨ ¬reach[Ai](x,i) ∨ c not alive ∨ P(u,c) ∧ each[Ai](c))`, where `i` is a cell of
//!   `u`
//!
//! The body of a claim is rewritten like any other predicate: its nodes are values that no action changes, and they are
//! live.

use crate::Context;
use ctype::{Type, TypeId};
use logic::{Atom, AtomId, FieldSetId, Formula, TermId, TermNode};
use program::expr::bound_symbol;
use spec::StructureClaim;

/// A body with more predicates than this becomes `*`: each store may add a case to each of them.
const MOST_PREDICATES: usize = 24;

/// Returns the atom with its body rewritten; `None` if that is not exact, or too large.
pub(super) fn rewritten(
    context: &mut Context<'_>,
    atom: &Atom,
    mut rewrite: impl FnMut(&mut Context<'_>, AtomId) -> Formula,
) -> Option<Atom> {
    let Atom::Structure { claim, avoid, fields, from } = atom else { return Some(atom.clone()) };
    if *claim != StructureClaim::Tree && !pointers_know_nodes(context, *fields, *from) {
        return None;
    }
    let claim = claim.with_body(|body| {
        let body = body.map_atoms(&mut |part| rewrite(context, part));
        body.map_atoms(&mut |part| decided(context, part))
    });
    let fits = |body: &Formula| !body.has_unknown() && body.atoms().len() <= MOST_PREDICATES;
    claim.body().is_none_or(fits).then(|| Atom::Structure { claim, avoid: avoid.clone(), fields: *fields, from: *from })
}

/// Evaluates a comparison of integer literals.
fn decided(context: &Context<'_>, atom: AtomId) -> Formula {
    let number = |term: &TermId| match context.arena.node(*term) {
        TermNode::Integer(number) => Some(number),
        _ => None,
    };
    match context.arena.get(atom) {
        Atom::Equal(left, right) => number(left).zip(number(right)).map(|(left, right)| left == right),
        Atom::Less(left, right) => number(left).zip(number(right)).map(|(left, right)| left < right),
        _ => None,
    }
    .map_or(Formula::Atom(atom), Formula::constant)
}

/// Returns true if a pointer leads to every node of the claim. A variable or member that no pointer leads to is known
/// to differ from pointer values; that would be wrong of a node.
fn pointers_know_nodes(context: &Context<'_>, fields: FieldSetId, from: TermId) -> bool {
    let (arena, types) = (&context.arena, context.arena.types());
    let is_address = matches!(
        arena.node(from),
        TermNode::VariableAddress(_) | TermNode::FieldAddress(..) | TermNode::ElementAddress(..) | TermNode::Cast(_)
    );
    let target = types.pointee(arena.type_of(from));
    let is_member = arena.fields(fields).iter().any(|field| {
        let mut ty = types.field(*field).ty;
        while let Type::Array(element, _) = types.get(ty) {
            ty = *element;
        }
        Some(ty) == target
    });
    !is_address && !is_member
}

/// Returns the term of a bound node.
pub(super) fn bound(context: &mut Context<'_>, index: usize, ty: TypeId) -> TermId {
    context.arena.term(TermNode::Symbol(bound_symbol(index)), ty)
}

/// Returns the claim about paths from another start; true for NULL.
pub(super) fn from(
    context: &mut Context<'_>,
    claim: &StructureClaim<Formula>,
    avoid: &[TermId],
    fields: FieldSetId,
    from: TermId,
) -> Formula {
    if context.arena.node(from) == TermNode::Null {
        return Formula::True;
    }
    let atom = Atom::Structure { claim: claim.clone(), avoid: avoid.into(), fields, from };
    Formula::Atom(context.arena.atom(atom))
}

/// Returns the condition on the paths through cell `i` of a node after a store of `c`, if paths lead there. `avoid` is
/// `Ai`. The claim is about nodes of the type of `start`.
pub(super) fn through(
    context: &mut Context<'_>,
    claim: &StructureClaim<Formula>,
    (avoid, fields): (&[TermId], FieldSetId),
    (i, c): (TermId, TermId),
    start: TermId,
) -> Formula {
    if context.arena.node(c) == TermNode::Null {
        return Formula::True;
    }
    let ty = context.arena.type_of(start);
    let behind = from(context, claim, avoid, fields, c);
    if *claim == StructureClaim::Tree {
        let (left, right) = (start, c);
        let shared = context.arena.atom(Atom::Dshared { avoid: avoid.into(), fields, left, right });
        return Formula::and([behind, Formula::NotAtom(shared)]);
    }
    // The nodes behind the cell must be of the claim's type.
    if context.arena.type_of(c) != ty {
        return Formula::Unknown;
    }
    let StructureClaim::Each(body) = claim else { return behind };
    let dead = Formula::NotAtom(context.arena.atom(Atom::Allocated(c)));
    let link = match owner(context, i, ty) {
        Owner::Node(node) => of_link(context, body, node, c, ty),
        Owner::Variable => Formula::True,
        Owner::Unknown => Formula::Unknown,
    };
    Formula::or([dead, Formula::and([link, behind])])
}

/// The object that a cell belongs to.
enum Owner {
    Node(TermId),
    /// A variable that is not a node.
    Variable,
    Unknown,
}

/// Finds the node of type `ty` that the cell belongs to.
fn owner(context: &Context<'_>, cell: TermId, ty: TypeId) -> Owner {
    match context.arena.node(cell) {
        TermNode::FieldAddress(base, _) if context.arena.type_of(base) == ty => Owner::Node(base),
        TermNode::FieldAddress(base, _) => owner(context, base, ty),
        TermNode::VariableAddress(_) => Owner::Variable,
        _ => Owner::Unknown,
    }
}

/// Instantiates the body of a claim about links.
fn of_link(context: &mut Context<'_>, body: &Formula, from: TermId, to: TermId, ty: TypeId) -> Formula {
    let (left, right) = (bound(context, 0, ty), bound(context, 1, ty));
    body.map_atoms(&mut |part| {
        let part = context.arena.substitute_atom(part, left, from);
        Formula::Atom(context.arena.substitute_atom(part, right, to))
    })
}

/// Instantiates the body of a claim about nodes.
pub(super) fn of_node(context: &mut Context<'_>, body: &Formula, node: TermId) -> Formula {
    let ty = context.arena.type_of(node);
    let name = bound(context, 1, ty);
    body.map_atoms(&mut |part| Formula::Atom(context.arena.substitute_atom(part, name, node)))
}
