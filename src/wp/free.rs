//! `alloc' = alloc \ block(p)`: a block dies.
//!
//! No path visits the freed block, its memory may not be read, and comparing a pointer to it with another is
//! indeterminate (but it is not NULL). `free(NULL)` does nothing.

use crate::{Context, count, structure};
use ctype::{FieldId, Type, TypeId};
use logic::facts::begins_with;
use logic::{Atom, AtomId, Formula, TermId, TermNode};
use spec::StructureClaim;

/// Returns the precondition of `atom` over `free(pointer)`.
pub(super) fn precondition(context: &mut Context<'_>, pointer: TermId, atom: AtomId) -> Formula {
    let ty = context.arena.type_of(pointer);
    let null = context.arena.null(ty);
    let is_null = Formula::Atom(context.arena.atom(Atom::Equal(pointer, null)));
    let after = freed(context, pointer, context.arena.get(atom).clone());
    // free(NULL) changes nothing; if nothing changes in either case, no case split is needed.
    if after == Formula::Atom(atom) {
        return after;
    }
    Formula::if_then_else(is_null, Formula::Atom(atom), after)
}

/// Returns the precondition if `pointer` is not NULL.
fn freed(context: &mut Context<'_>, pointer: TermId, atom: Atom) -> Formula {
    // Reading the freed block makes the atom's expression undefined: false. (In an avoid set, the effect is unclear:
    // `*`.)
    let dead_reads = reads_of(context, pointer, atom.arguments());
    let dead_avoided = reads_of(context, pointer, atom.avoid().iter().copied());
    let rest = freed_values(context, pointer, &atom);
    // A number computed by comparing a dangling pointer is indeterminate.
    let terms: Vec<TermId> = atom.terms().collect();
    let compared: Vec<Formula> = terms.into_iter().map(|term| compares_dangling(context, pointer, term)).collect();
    let rest = Formula::if_then_else(Formula::or([dead_avoided, Formula::or(compared)]), Formula::Unknown, rest);
    Formula::and([dead_reads.negated(), rest])
}

/// "One of the terms reads memory in the freed block".
fn reads_of(context: &mut Context<'_>, pointer: TermId, terms: impl Iterator<Item = TermId>) -> Formula {
    let mut addresses = Vec::new();
    terms.for_each(|term| context.arena.loads(term, &mut addresses));
    let inside: Vec<Formula> = addresses.into_iter().map(|address| in_block(context, pointer, address)).collect();
    Formula::or(inside)
}

/// "Computing the term compares a pointer into the freed block, or converts one to a number". The term may itself be
/// such a pointer.
fn compares_dangling(context: &mut Context<'_>, pointer: TermId, term: TermId) -> Formula {
    let is_address = is_pointer(context, term);
    let parts: Vec<TermId> = context.arena.children(term).collect();
    let mut found = Vec::new();
    for part in parts {
        // A load uses a pointer as an address, without comparing it; and a part of an object lies where the object
        // does.
        if is_pointer(context, part) && !is_address && !matches!(context.arena.node(term), TermNode::Load(_)) {
            found.push(in_block(context, pointer, part));
        }
        found.push(compares_dangling(context, pointer, part));
    }
    Formula::or(found)
}

fn freed_values(context: &mut Context<'_>, pointer: TermId, atom: &Atom) -> Formula {
    let unchanged = Formula::Atom(context.arena.atom(atom.clone()));
    match atom {
        // A pointer into the freed block was not NULL, and still is not.
        Atom::Equal(left, right) if [left, right].map(|term| context.arena.node(*term)).contains(&TermNode::Null) => {
            unchanged
        }
        Atom::Equal(left, right) | Atom::Less(left, right) => {
            let dangling = [in_block(context, pointer, *left), in_block(context, pointer, *right)];
            Formula::if_then_else(Formula::or(dangling), Formula::Unknown, unchanged)
        }
        Atom::Allocated(term) => Formula::and([unchanged, in_block(context, pointer, *term).negated()]),
        Atom::Reach { from, to, .. } => {
            let starts = starts_outside(context, pointer, *from);
            let around = around(context, pointer, atom);
            Formula::and([starts, around, in_block(context, pointer, *to).negated()])
        }
        // Asks for a shared node outside the block. If both paths reach the block, it is unknown whether there is
        // another.
        Atom::Dshared { fields, left, right, avoid } => {
            let starts = [*left, *right].map(|start| starts_outside(context, pointer, start));
            let starts = Formula::and(starts);
            let shared = around(context, pointer, atom);
            let mut doors = vec![pointer];
            if !add_exposed_cells(context, pointer, &mut doors) {
                return Formula::and([starts, Formula::Unknown]);
            }
            let mut meet_nowhere = Vec::new();
            for door in doors {
                let path =
                    |from| Atom::Reach { at_least_one: false, avoid: avoid.clone(), fields: *fields, from, to: door };
                let paths = [path(*left), path(*right)].map(|path| around(context, pointer, &path));
                meet_nowhere.push(Formula::and(paths).negated());
            }
            Formula::and([starts, shared, Formula::or([Formula::and(meet_nowhere), Formula::Unknown])])
        }
        Atom::Structure { from, .. } => {
            let inside = starts_outside(context, pointer, *from).negated();
            Formula::or([inside, structure_around(context, pointer, atom)])
        }
        Atom::Count { .. } => count_around(context, pointer, atom),
        Atom::String(_) | Atom::Room(..) => Formula::Unknown,
        Atom::Cyclic { from, .. } => {
            let starts = starts_outside(context, pointer, *from);
            Formula::and([starts, around(context, pointer, atom)])
        }
    }
}

/// A claim about all nodes except the freed one. Of a tree we only know that removing memory does not break it.
fn structure_around(context: &mut Context<'_>, pointer: TermId, atom: &Atom) -> Formula {
    let Atom::Structure { claim, from, .. } = atom else { return Formula::Unknown };
    if *claim == StructureClaim::Tree {
        return Formula::or([around(context, pointer, atom), Formula::Unknown]);
    }
    let node = structure::bound(context, 1, context.arena.type_of(*from));
    let is_freed = in_block(context, pointer, node);
    let rewritten = structure::rewritten(context, atom, |context, part| {
        let part = context.arena.get(part).clone();
        freed(context, pointer, part)
    });
    let Some(Atom::Structure { claim, avoid, fields, from }) = rewritten.filter(|_| !is_freed.has_unknown()) else {
        return Formula::Unknown;
    };
    let claim = claim.with_body(|body| Formula::or([is_freed, body.clone()]));
    around(context, pointer, &Atom::Structure { claim, avoid, fields, from })
}

/// Node counts without the freed node.
fn count_around(context: &mut Context<'_>, pointer: TermId, atom: &Atom) -> Formula {
    let Formula::Atom(around_it) = around(context, pointer, atom) else { return Formula::Unknown };
    let Atom::Count { comparison, avoid, fields } = context.arena.get(around_it).clone() else {
        return Formula::Unknown;
    };
    count::in_each_case(context, &comparison, (&avoid, fields), |context, start| {
        let outside = starts_outside(context, pointer, start);
        let (ty, block) = (context.arena.type_of(start), context.arena.type_of(pointer));
        if ty != block && (may_lie_inside(context, ty, block) || may_lie_inside(context, block, ty)) {
            return vec![(Formula::True, None)];
        }
        let is_reached = match ty == block {
            true => {
                let path = Atom::Reach { at_least_one: false, avoid: avoid.clone(), fields, from: start, to: pointer };
                Formula::Atom(context.arena.atom(path))
            }
            false => Formula::False,
        };
        vec![
            (outside.clone().negated(), None),
            (Formula::and([outside.clone(), is_reached.clone()]), count::kept(start, -1)),
            (Formula::and([outside, is_reached.negated()]), count::kept(start, 0)),
        ]
    })
}

/// "The path does not start in the middle of the freed block". (A path that starts where others may enter the block
/// ends there: [`around`] avoids these cells.)
fn starts_outside(context: &mut Context<'_>, pointer: TermId, start: TermId) -> Formula {
    match context.arena.node(start) {
        TermNode::FieldAddress(..) | TermNode::ElementAddress(..) | TermNode::Cast(_) => {
            in_block(context, pointer, start).negated()
        }
        _ => Formula::True,
    }
}

/// Returns the atom with the whole freed object in its avoid set: the object, and those of its cells that a pointer may
/// point to.
fn around(context: &mut Context<'_>, pointer: TermId, atom: &Atom) -> Formula {
    let mut avoid: Vec<TermId> = atom.avoid().to_vec();
    avoid.push(pointer);
    if !add_exposed_cells(context, pointer, &mut avoid) {
        return Formula::Unknown;
    }
    let arguments: Vec<TermId> = atom.arguments().collect();
    let atom = atom.with_terms(&arguments, avoid.into());
    Formula::Atom(context.arena.atom(atom))
}

/// Adds the cells of the object at `base` that a path may enter from outside; false if they cannot be listed.
fn add_exposed_cells(context: &mut Context<'_>, base: TermId, avoid: &mut Vec<TermId>) -> bool {
    if !context.facts.well_typed() || !context.facts.no_inner_elements() {
        return false;
    }
    let Some(target) = context.arena.types().pointee(context.arena.type_of(base)) else { return false };
    match context.arena.types().get(target).clone() {
        Type::Record(record) => {
            let count = context.arena.types().fields(record).len() as u32;
            (0..count).map(|index| FieldId { record, index }).all(|field| {
                // (Exposing a part of an aggregate exposes the aggregate, so parts of an inner aggregate are inner.)
                if context.facts.is_inner(field) && !is_aggregate(context, field) {
                    return true;
                }
                let cell = context.arena.field_address(base, field);
                avoid.push(cell);
                add_exposed_cells(context, cell, avoid)
            })
        }
        Type::Void | Type::Array(..) | Type::Function { .. } => false,
        _ => true,
    }
}

fn is_aggregate(context: &Context<'_>, field: FieldId) -> bool {
    let ty = context.arena.types().field(field).ty;
    matches!(context.arena.types().get(ty), Type::Record(_) | Type::Array(..))
}

/// "The address lies in the block at `pointer`, which is not NULL".
fn in_block(context: &mut Context<'_>, pointer: TermId, address: TermId) -> Formula {
    match context.arena.node(address) {
        // A part lies in the block of the whole, and so does an array that decays to a pointer to its first element.
        TermNode::FieldAddress(base, _) | TermNode::ElementAddress(base, _) => in_block(context, pointer, base),
        TermNode::Cast(base) if is_pointer(context, address) && is_pointer(context, base) => {
            in_block(context, pointer, base)
        }
        TermNode::Null
        | TermNode::VariableAddress(_)
        | TermNode::StringAddress(_)
        | TermNode::FunctionAddress(_)
        | TermNode::Integer(_) => Formula::False,
        _ => {
            let (ty, block) = (context.arena.type_of(address), context.arena.type_of(pointer));
            if !context.arena.types().is_pointer(ty) {
                return Formula::False;
            }
            // If elements are exposed, `wp::action` does not follow `free` exactly.
            let plain = context.facts.well_typed() && context.facts.no_inner_elements();
            if plain && ty == block {
                return Formula::Atom(context.arena.atom(Atom::Equal(pointer, address)));
            }
            if plain && !may_lie_inside(context, ty, block) { Formula::False } else { Formula::Unknown }
        }
    }
}

fn is_pointer(context: &Context<'_>, term: TermId) -> bool {
    context.arena.types().is_pointer(context.arena.type_of(term))
}

/// Returns true if a pointer of type `ty` may point into an object that a pointer of type `block` points to.
fn may_lie_inside(context: &Context<'_>, ty: TypeId, block: TypeId) -> bool {
    let types = context.arena.types();
    let (Some(part), Some(whole)) = (types.pointee(ty), types.pointee(block)) else { return true };
    if matches!(types.get(part), Type::Void) || matches!(types.get(whole), Type::Void) {
        return true;
    }
    match types.get(whole) {
        Type::Record(record) => (0..types.fields(*record).len() as u32).any(|index| {
            let field = FieldId { record: *record, index };
            let mut inner = types.field(field).ty;
            let is_part = begins_with(types, inner, part);
            while let Type::Array(element, _) = types.get(inner) {
                inner = *element;
            }
            // An inner field may still hold a record with an exposed field.
            (is_part && !context.facts.is_inner(field))
                || types.find(&Type::Pointer(inner)).is_some_and(|address| {
                    matches!(types.get(inner), Type::Record(_)) && may_lie_inside(context, ty, address)
                })
        }),
        Type::Array(..) => true,
        _ => part == whole,
    }
}
