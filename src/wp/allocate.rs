//! Removes [`TermNode::Fresh`] and [`TermNode::Undefined`] from formulas.
//!
//! A new block is fresh: it differs from every address that existed before, nothing old reaches it, and it drops out of
//! the avoid sets of old paths. Its cells hold zero (`calloc`) or are indeterminate; a predicate that depends on an
//! indeterminate value is `*`.

use crate::{Context, count, structure};
use ctype::Type;
use logic::alias::{self, Aliasing};
use logic::{Atom, AtomId, FieldSetId, Formula, TermId, TermNode};
use program::expr::bound_name;
use spec::{CountSum, StructureClaim};

/// Initial contents of the new block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NewCells {
    /// `calloc`
    Zero,
    /// `malloc`
    Indeterminate,
}

/// Returns the formula without fresh and undefined terms.
pub(super) fn eliminate(context: &mut Context<'_>, contents: NewCells, formula: Formula) -> Formula {
    formula.map_atoms(&mut |atom| {
        if context.arena.is_special_atom(context.arena.get(atom)) {
            eliminate_atom(context, contents, atom)
        } else {
            Formula::Atom(atom)
        }
    })
}

fn eliminate_atom(context: &mut Context<'_>, contents: NewCells, atom: AtomId) -> Formula {
    let atom = context.arena.get(atom).clone();
    let arguments: Vec<TermId> = atom.arguments().map(|term| resolve(context, contents, term)).collect();
    let avoid: Box<[TermId]> = atom.avoid().iter().map(|term| resolve(context, contents, *term)).collect();
    let atom = atom.with_terms(&arguments, avoid);
    if atom.terms().any(|term| is_undefined(context, term)) {
        return Formula::Unknown;
    }
    match &atom {
        Atom::Structure { .. } => of_structure(context, contents, &atom),
        Atom::Count { .. } => of_count(context, contents, &atom),
        Atom::Equal(left, right) => equal(context, *left, *right),
        Atom::Less(left, right) if is_fresh(context, *left) || is_fresh(context, *right) => Formula::Unknown,
        // The block is live; but an element of it may lie past its end.
        Atom::Allocated(term) if is_fresh(context, *term) => {
            if has_element(context, *term) {
                Formula::Unknown
            } else {
                Formula::True
            }
        }
        Atom::Reach { at_least_one, fields, from, to, avoid } => {
            match (is_fresh(context, *from), is_fresh(context, *to)) {
                (false, true) => Formula::False,
                (false, false) => without_fresh(context, &atom),
                (true, _) => leaving(context, contents, *fields, avoid, *from, (!at_least_one).then_some(*to)),
            }
        }
        Atom::Dshared { fields, left, right, avoid } => match (is_fresh(context, *left), is_fresh(context, *right)) {
            (false, false) => without_fresh(context, &atom),
            (true, true) if left == right => Formula::True,
            (true, true) => Formula::Unknown,
            (true, false) => leaving(context, contents, *fields, avoid, *left, None),
            (false, true) => leaving(context, contents, *fields, avoid, *right, None),
        },
        Atom::Cyclic { fields, from, avoid } => {
            if is_fresh(context, *from) {
                leaving(context, contents, *fields, avoid, *from, None)
            } else {
                without_fresh(context, &atom)
            }
        }
        _ => Formula::Atom(context.arena.atom(atom)),
    }
}

/// A claim about all nodes. A new block that leads nowhere is the only node behind it, and no other path reaches it.
fn of_structure(context: &mut Context<'_>, contents: NewCells, atom: &Atom) -> Formula {
    let Atom::Structure { claim, avoid, fields, from } = atom else { return Formula::Unknown };
    if !is_fresh(context, *from) {
        let old =
            structure::rewritten(context, atom, |context, part| eliminate(context, contents, Formula::Atom(part)));
        return old.map_or(Formula::Unknown, |atom| without_fresh(context, &atom));
    }
    if leaving(context, contents, *fields, avoid, *from, None) != Formula::False {
        return Formula::Unknown;
    }
    match claim {
        StructureClaim::Tree | StructureClaim::Each(_) => Formula::True,
        StructureClaim::ForAll(body) => {
            let of_new = structure::of_node(context, body, *from);
            eliminate(context, contents, of_new)
        }
    }
}

/// Node counts: a new block that leads nowhere counts as one, and no other path reaches it.
fn of_count(context: &mut Context<'_>, contents: NewCells, atom: &Atom) -> Formula {
    let Atom::Count { comparison, avoid, fields } = atom else { return Formula::Unknown };
    let old: Vec<TermId> = avoid.iter().copied().filter(|term| !is_fresh(context, *term)).collect();
    count::in_each_case(context, comparison, (&old, *fields), |context, start| {
        let found = match is_fresh(context, start) {
            false => count::kept(start, 0),
            true if leaving(context, contents, *fields, avoid, start, None) == Formula::False => {
                Some(CountSum::constant(1))
            }
            true => None,
        };
        vec![(Formula::True, found)]
    })
}

/// Replaces reads of the new block by its contents. Whatever is computed from an indeterminate value is indeterminate.
fn resolve(context: &mut Context<'_>, contents: NewCells, term: TermId) -> TermId {
    if !context.arena.is_special(term) {
        return term;
    }
    let ty = context.arena.type_of(term);
    let undefined = |context: &mut Context<'_>| context.arena.term(TermNode::Undefined, ty);
    match context.arena.node(term) {
        TermNode::Load(address) => {
            let address = resolve(context, contents, address);
            if !is_fresh(context, address) {
                return if context.arena.is_special(address) {
                    undefined(context)
                } else {
                    context.arena.load(address)
                };
            }
            match (contents, context.arena.types().get(ty)) {
                _ if has_element(context, address) => undefined(context),
                (NewCells::Zero, Type::Pointer(_)) => context.arena.null(ty),
                (NewCells::Zero, Type::Integer { .. }) => context.arena.term(TermNode::Integer(0), ty),
                _ => undefined(context),
            }
        }
        TermNode::FieldAddress(base, field) => {
            let base = resolve(context, contents, base);
            if is_undefined(context, base) { undefined(context) } else { context.arena.field_address(base, field) }
        }
        TermNode::ElementAddress(base, index) => {
            let base = resolve(context, contents, base);
            let index = resolve(context, contents, index);
            if is_undefined(context, base) || context.arena.is_special(index) {
                undefined(context)
            } else {
                context.arena.term(TermNode::ElementAddress(base, index), ty)
            }
        }
        TermNode::Fresh | TermNode::Undefined => term,
        // Arithmetic on zeroed contents is evaluated only if no special term is left in the operands.
        TermNode::Binary(op, left, right) => {
            let (left, right) = (resolve(context, contents, left), resolve(context, contents, right));
            if context.arena.is_special(left) || context.arena.is_special(right) {
                undefined(context)
            } else {
                context.arena.term(TermNode::Binary(op, left, right), ty)
            }
        }
        TermNode::Cast(inner) => {
            let inner = resolve(context, contents, inner);
            if context.arena.is_special(inner) {
                undefined(context)
            } else {
                context.arena.term(TermNode::Cast(inner), ty)
            }
        }
        _ => undefined(context),
    }
}

fn is_undefined(context: &Context<'_>, term: TermId) -> bool {
    context.arena.node(term) == TermNode::Undefined
}

/// Returns true for an address inside the new block. (After [`resolve`], `Fresh` occurs in no other way.)
fn is_fresh(context: &Context<'_>, term: TermId) -> bool {
    match context.arena.node(term) {
        TermNode::Fresh => true,
        TermNode::FieldAddress(base, _) | TermNode::ElementAddress(base, _) => is_fresh(context, base),
        _ => false,
    }
}

fn has_element(context: &Context<'_>, term: TermId) -> bool {
    match context.arena.node(term) {
        TermNode::ElementAddress(..) => true,
        TermNode::FieldAddress(base, _) => has_element(context, base),
        _ => false,
    }
}

fn equal(context: &mut Context<'_>, left: TermId, right: TermId) -> Formula {
    match (is_fresh(context, left), is_fresh(context, right)) {
        (true, true) => match alias::same_address(context.arena, context.facts, left, right) {
            Aliasing::Yes => Formula::True,
            Aliasing::No => Formula::False,
            _ => Formula::Unknown,
        },
        (true, false) => differs_from_old(context, right),
        (false, true) => differs_from_old(context, left),
        (false, false) => Formula::Atom(context.arena.atom(Atom::Equal(left, right))),
    }
}

/// "The new address equals an old value": false, unless the old pointer dangles (then the comparison is indeterminate)
/// or points past the end of an object, where another may begin.
fn differs_from_old(context: &mut Context<'_>, old: TermId) -> Formula {
    // Nodes bound by a claim are live.
    if let TermNode::Symbol(symbol) = context.arena.node(old)
        && bound_name(symbol).is_some()
    {
        return Formula::False;
    }
    if context.facts.never_frees() && context.facts.no_inner_elements() && !has_element(context, old) {
        return Formula::False;
    }
    let ty = context.arena.type_of(old);
    let null = context.arena.null(ty);
    let alive = Formula::Atom(context.arena.atom(Atom::Allocated(old)));
    let is_null = Formula::Atom(context.arena.atom(Atom::Equal(old, null)));
    Formula::and([alive.negated(), is_null.negated(), Formula::Unknown])
}

/// An old path cannot visit the new block.
fn without_fresh(context: &mut Context<'_>, atom: &Atom) -> Formula {
    let avoid = atom.avoid().iter().copied().filter(|term| !is_fresh(context, *term)).collect();
    let arguments: Vec<TermId> = atom.arguments().collect();
    let atom = atom.with_terms(&arguments, avoid);
    Formula::Atom(context.arena.atom(atom))
}

/// A path that starts at `start` in the new block: true if it reaches `goal` by selecting fields alone, `*` if it can
/// follow an indeterminate cell, else false, since zeroed cells lead nowhere.
fn leaving(
    context: &mut Context<'_>,
    contents: NewCells,
    fields: FieldSetId,
    avoid: &[TermId],
    start: TermId,
    goal: Option<TermId>,
) -> Formula {
    if goal == Some(start) {
        return Formula::True;
    }
    // Elements of the new block, as the start or in the avoid set, are not supported.
    if has_element(context, start) || avoid.iter().any(|a| is_fresh(context, *a) && has_element(context, *a)) {
        return Formula::Unknown;
    }
    if avoid.contains(&start) {
        return Formula::False;
    }
    let target = context.arena.types().pointee(context.arena.type_of(start));
    match target.map(|ty| context.arena.types().get(ty).clone()) {
        Some(Type::Record(record)) => {
            if context.arena.types().record(record).is_union {
                return Formula::Unknown;
            }
            let selected: Vec<_> =
                context.arena.fields(fields).iter().copied().filter(|field| field.record == record).collect();
            let parts: Vec<Formula> = selected
                .into_iter()
                .map(|field| {
                    let cell = context.arena.field_address(start, field);
                    leaving(context, contents, fields, avoid, cell, goal)
                })
                .collect();
            Formula::or(parts)
        }
        Some(Type::Integer { .. } | Type::Float(_)) => Formula::False,
        Some(Type::Pointer(_)) if contents == NewCells::Zero => Formula::False,
        _ => Formula::Unknown,
    }
}
