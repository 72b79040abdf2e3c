//! Over-approximated changes of memory: a predicate that may depend on them becomes `*`, any other is unchanged.

use crate::Context;
use logic::meaning::Touched;
use logic::{Arena, Atom, AtomId, Facts, Formula, TermId, TermNode, alias};

/// Returns the precondition of `atom` over a change of the touched memory.
pub(super) fn precondition(context: &Context<'_>, touched: Touched, atom: AtomId) -> Formula {
    let (arena, facts) = (&*context.arena, context.facts);
    let atom_stays = match touched {
        Touched::Cells(ty) | Touched::CellsAndBehind(ty) if facts.well_typed() => {
            let mut read = Vec::new();
            arena.loads_of(arena.get(atom), &mut read);
            // Paths follow pointers, and these cells hold numbers.
            read.into_iter().all(|cell| {
                arena.types().pointee(arena.type_of(cell)) != Some(ty) || is_in_hidden_variable(arena, facts, cell)
            })
        }
        Touched::Cells(_) | Touched::CellsAndBehind(_) | Touched::Shared => match arena.get(atom) {
            Atom::Equal(left, right) | Atom::Less(left, right) => {
                is_settled(arena, facts, *left) && is_settled(arena, facts, *right)
            }
            // Blocks may have been freed, and paths lead through touched memory.
            Atom::Allocated(_)
            | Atom::Reach { .. }
            | Atom::Dshared { .. }
            | Atom::Cyclic { .. }
            | Atom::Structure { .. }
            | Atom::Count { .. }
            | Atom::String(_)
            | Atom::Room(..) => false,
        },
        Touched::Everything => false,
    };
    if atom_stays { Formula::Atom(atom) } else { Formula::Unknown }
}

/// Returns true for a number that depends on hidden variables alone. (Comparisons of pointers do not count: the
/// pointers may dangle now.)
fn is_settled(arena: &Arena, facts: &Facts, term: TermId) -> bool {
    if arena.types().is_pointer(arena.type_of(term)) {
        return false;
    }
    match arena.node(term) {
        TermNode::Integer(_) | TermNode::Float(_) | TermNode::LongDouble(_) | TermNode::Symbol(_) => true,
        TermNode::Load(address) => is_in_hidden_variable(arena, facts, address),
        TermNode::Unary(..) | TermNode::Binary(..) | TermNode::Cast(_) => {
            arena.children(term).all(|part| is_settled(arena, facts, part))
        }
        TermNode::Null
        | TermNode::VariableAddress(_)
        | TermNode::FieldAddress(..)
        | TermNode::ElementAddress(..)
        | TermNode::StringAddress(_)
        | TermNode::FunctionAddress(_)
        | TermNode::Difference(..)
        | TermNode::Fresh
        | TermNode::Undefined => false,
    }
}

/// Returns true for a cell of a variable that no pointer leads to.
fn is_in_hidden_variable(arena: &Arena, facts: &Facts, address: TermId) -> bool {
    arena.is_variable_cell(address)
        && alias::root_variable(arena, address).is_some_and(|variable| facts.is_hidden(variable))
}
