//! Side conditions of rewrite rules. A condition holds only if it is established: a missing or unexpected argument, or
//! uncertainty, makes it fail.

use crate::language::{AtomGraph, ClassMeaning};
use crate::rules::Check;
use ctype::{FieldId, Type};
use logic::alias::{self, Aliasing};
use logic::{Arena, FieldSetId, TermId, TermNode};

/// Returns true if the condition is established for these arguments.
pub(super) fn holds(graph: &mut AtomGraph<'_>, check: Check, arguments: &[ClassMeaning]) -> bool {
    use ClassMeaning::{Avoid, Field, Fields, Term};
    let facts = graph.analysis.facts;
    match (check, arguments) {
        (Check::Null, [Term(x)]) => graph.analysis.arena.node(*x) == TermNode::Null,
        (Check::Same, [Term(x), Term(y)]) => x == y,
        (Check::Different, [Term(x), Term(y)]) => different(graph, *x, *y),
        (Check::SameType, [Term(x), Term(y)]) => graph.analysis.arena.type_of(*x) == graph.analysis.arena.type_of(*y),
        (Check::Total, [Term(x)]) => !graph.analysis.arena.is_partial(*x),
        (Check::Outside, [Term(x)]) => is_outside(&graph.analysis.arena, *x),
        (Check::Inner, [Field(f)]) => facts.is_inner(*f),
        (Check::Selected, [Field(f), Fields(set)]) => graph.analysis.arena.fields(*set).contains(f),
        (Check::NotSelected, [Field(f), Fields(set)]) => !graph.analysis.arena.fields(*set).contains(f),
        (Check::InnerCells, [Fields(set)]) => {
            graph.analysis.arena.fields(*set).iter().all(|field| facts.is_inner(*field))
        }
        (Check::CellsOnly, [Avoid(members)]) => {
            facts.well_typed() && members.iter().all(|member| is_scalar_cell(&graph.analysis.arena, *member))
        }
        (Check::CellOf, [Term(cell), Term(object)]) => is_cell_of(graph, *cell, *object),
        (Check::OffPath, [Fields(set), Term(start), Term(cell)]) => is_off_path(graph, *set, *start, *cell),
        (Check::Barred, [Avoid(members), Fields(set), Term(start)]) => {
            facts.well_typed() && is_barred(&mut graph.analysis.arena, members, *set, *start)
        }
        // (A variable is named only in its scope, where it is live.)
        (Check::VariableCell, [Term(x)]) => facts.never_frees() && graph.analysis.arena.is_variable_cell(*x),
        (Check::SoundPointer, [Term(x)]) => is_sound_pointer(graph, *x),
        (Check::Whole, [Term(_)]) => facts.well_typed(),
        (Check::OnlyCell, [Field(f), Fields(set), Term(x)]) => {
            facts.well_typed() && is_only_cell(&graph.analysis.arena, *f, *set, *x)
        }
        (Check::NothingAvoided, [Avoid(members)]) => members.is_empty(),
        (Check::LessKnown, [Term(x), Term(y)]) => constants(graph, *x, *y).is_some_and(|(x, y)| x < y),
        (Check::NotLessKnown, [Term(x), Term(y)]) => constants(graph, *x, *y).is_some_and(|(x, y)| x >= y),
        _ => false,
    }
}

fn constants(graph: &AtomGraph<'_>, x: TermId, y: TermId) -> Option<(i128, i128)> {
    match (graph.analysis.arena.node(x), graph.analysis.arena.node(y)) {
        (TermNode::Integer(x), TermNode::Integer(y)) => Some((x, y)),
        _ => None,
    }
}

fn different(graph: &AtomGraph<'_>, x: TermId, y: TermId) -> bool {
    let arena = &graph.analysis.arena;
    let pointers = [x, y].iter().all(|term| arena.types().is_pointer(arena.type_of(*term)));
    // The address of the first member of something that may be NULL. C does not define it, but on every machine it is
    // NULL as well, so the two are not taken to differ.
    let may_be_null = |term: TermId| match arena.node(term) {
        TermNode::FieldAddress(_, field) => is_first(arena, field) && alias::root_variable(arena, term).is_none(),
        _ => false,
    };
    let is_null = |term: TermId| arena.node(term) == TermNode::Null;
    if is_null(x) && may_be_null(y) || is_null(y) && may_be_null(x) {
        return false;
    }
    // Another object may begin one past the end of an object. (An address that is accessed lies inside: there `alias`
    // tells them apart.)
    let may_be_end = |term: TermId| matches!(arena.node(term), TermNode::ElementAddress(..));
    let is_variable = |term: TermId| matches!(arena.node(term), TermNode::VariableAddress(_));
    if may_be_end(x) && is_variable(y) || may_be_end(y) && is_variable(x) {
        return false;
    }
    if pointers {
        return super::same_address(graph, x, y) == Aliasing::No;
    }
    constants(graph, x, y).is_some_and(|(x, y)| x != y)
}

/// Returns true for a field at the start of its object.
fn is_first(arena: &Arena, field: FieldId) -> bool {
    let field = arena.types().field(field);
    field.offset == 0 && field.bits.is_none()
}

/// Returns true for a term that is not written as the address of a part.
fn is_outside(arena: &Arena, term: TermId) -> bool {
    matches!(arena.node(term), TermNode::Load(_) | TermNode::Symbol(_) | TermNode::Null)
}

fn is_scalar_cell(arena: &Arena, term: TermId) -> bool {
    arena.types().pointee(arena.type_of(term)).is_some_and(|target| arena.types().is_scalar(target))
}

/// Returns true if `cell` is written as a field, or a field of a field, of `object`, and all these fields are inner.
fn is_cell_of(graph: &AtomGraph<'_>, cell: TermId, object: TermId) -> bool {
    match graph.analysis.arena.node(cell) {
        TermNode::FieldAddress(base, field) => {
            graph.analysis.facts.is_inner(field) && (base == object || is_cell_of(graph, base, object))
        }
        _ => false,
    }
}

fn is_off_path(graph: &mut AtomGraph<'_>, set: FieldSetId, start: TermId, cell: TermId) -> bool {
    let analysis = &mut graph.analysis;
    let (arena, facts) = (&analysis.arena, analysis.facts);
    if !facts.well_typed() {
        return false;
    }
    if arena.is_null_place(cell) || arena.is_undefined(cell) {
        return true;
    }
    if !analysis.types.may_reach(arena, set, arena.type_of(start), arena.type_of(cell)) {
        return true;
    }
    // Only a path that starts in a private variable can visit it; and an inner field is reached only by selecting it.
    if alias::is_in_private_variable(arena, facts, cell) {
        return alias::root_variable(arena, start) != alias::root_variable(arena, cell);
    }
    match arena.node(cell) {
        TermNode::FieldAddress(_, field) => {
            facts.is_inner(field) && is_outside(arena, start) && !arena.fields(set).contains(&field)
        }
        _ => false,
    }
}

/// Returns true if no path from `start` makes a memory step: the object, or all its pointer cells in `F`, are avoided.
fn is_barred(arena: &mut Arena, members: &[TermId], set: FieldSetId, start: TermId) -> bool {
    if members.contains(&start) {
        return true;
    }
    let Some(target) = arena.types().pointee(arena.type_of(start)) else { return false };
    match arena.types().get(target).clone() {
        Type::Record(record) => {
            if arena.types().record(record).is_union || arena.types().record(record).layout.is_none() {
                return false;
            }
            let selected: Vec<FieldId> =
                arena.fields(set).iter().copied().filter(|field| field.record == record).collect();
            selected.into_iter().all(|field| {
                let cell = arena.field_address(start, field);
                is_barred(arena, members, set, cell)
            })
        }
        // A cell that holds no pointer leads nowhere.
        Type::Integer { .. } | Type::Float(_) => true,
        _ => false,
    }
}

fn is_sound_pointer(graph: &AtomGraph<'_>, term: TermId) -> bool {
    let (arena, facts) = (&graph.analysis.arena, graph.analysis.facts);
    let target = arena.types().pointee(arena.type_of(term));
    let is_kept = match arena.node(term) {
        TermNode::Load(address) => !arena.lies_in_union(address),
        node => matches!(node, TermNode::Symbol(_)),
    };
    is_kept
        && facts.never_frees()
        && facts.well_typed()
        && facts.has_whole_blocks()
        && facts.no_inner_elements()
        && target.is_some_and(|ty| !matches!(arena.types().get(ty), Type::Void | Type::Function { .. }))
}

/// Returns true if `cell` is a scalar field in `set`, and `set` selects nothing else of the object at `object`.
fn is_only_cell(arena: &Arena, cell: FieldId, set: FieldSetId, object: TermId) -> bool {
    let is_object = arena
        .types()
        .pointee(arena.type_of(object))
        .is_some_and(|target| *arena.types().get(target) == Type::Record(cell.record));
    let mut selected = arena.fields(set).iter().filter(|field| field.record == cell.record);
    is_object
        && selected.next() == Some(&cell)
        && selected.next().is_none()
        && arena.types().is_scalar(arena.types().field(cell).ty)
}
