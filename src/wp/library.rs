//! The actions of a library call, according to the table of meanings.

use crate::Action;
use crate::action::{Cell, allocate, cells, copy_object, free, undefined};
use ctype::{Type, TypeId};
use logic::alias::{Aliasing, same_address};
use logic::meaning::Touched;
use logic::meaning::library::{CallMeaning, CallStep, Gives};
use logic::{Arena, Facts, TermId, TermNode, translate};
use program::Expr;

/// Returns the alternatives of a call: its steps, and the assignment of its result.
pub(super) fn actions(
    arena: &mut Arena,
    facts: &Facts,
    call: &CallMeaning<'_>,
    result: Option<&Expr>,
) -> Vec<Vec<Action>> {
    let mut done = vec![Action::Skip];
    for step in &call.steps {
        done.extend(of_step(arena, facts, step));
    }
    let Some(result) = result else {
        // An allocating function may fail, and then does nothing.
        return match call.gives {
            Gives::Block { .. } => vec![done, vec![Action::Skip]],
            Gives::Any | Gives::Argument(_) | Gives::Inside => vec![done],
        };
    };
    let address = translate::term(arena, result);
    let ty = arena.types().pointee(arena.type_of(address)).unwrap_or_else(|| arena.type_of(address));
    match call.gives {
        Gives::Any | Gives::Inside => {
            done.push(Action::Store { address, value: undefined(arena, address) });
            vec![done]
        }
        Gives::Argument(argument) => {
            let argument = translate::term(arena, argument);
            // The argument is evaluated before the steps, which may change what it reads. (A `Forget` also invalidates
            // what the argument reads; and if the types differ, the program is not well typed.)
            let is_kept =
                arena.type_of(argument) == ty && !done.iter().any(|action| changes(arena, facts, action, argument));
            let value = if is_kept { argument } else { undefined(arena, address) };
            done.push(Action::Store { address, value });
            vec![done]
        }
        Gives::Block { bytes } => given_block(arena, done, address, ty, bytes),
    }
}

/// Returns the alternatives of an allocating call: a new block; or NULL, if the function fails and does nothing. A
/// block of unknown size exists, but is not known to hold anything.
fn given_block(
    arena: &mut Arena,
    done: Vec<Action>,
    address: TermId,
    ty: TypeId,
    bytes: Option<u64>,
) -> Vec<Vec<Action>> {
    let needed = arena.types().pointee(ty).and_then(|target| arena.types().size_of(target));
    let fits = bytes.zip(needed).is_some_and(|(bytes, needed)| bytes >= needed.max(1));
    let frees = done.iter().any(|action| matches!(action, Action::Free(_) | Action::Forget(_)));
    let mut alternatives: Vec<Vec<Action>> = Vec::new();
    for (index, ending) in allocate(arena, address, ty, fits, false, true).into_iter().enumerate() {
        // The first alternative is the block; the second is NULL, and nothing happened.
        let before = if index == 0 { done.clone() } else { vec![Action::Skip] };
        alternatives.push(before.into_iter().chain(ending).collect());
    }
    // `realloc` to zero bytes frees, and may return NULL. (If the block does not fit, its address is any value,
    // including NULL.)
    if frees && bytes.is_none_or(|bytes| bytes == 0) {
        let value = arena.null(ty);
        alternatives.push(done.into_iter().chain([Action::Store { address, value }]).collect());
    }
    alternatives
}

fn of_step(arena: &mut Arena, facts: &Facts, step: &CallStep<'_>) -> Vec<Action> {
    match step {
        CallStep::Fill { target, object, bytes, zero } => {
            let target = translate::term(arena, target);
            fill(arena, facts, target, *object, *bytes, *zero)
        }
        CallStep::Copy { target, source, object } => {
            let (target, source) = (translate::term(arena, target), translate::term(arena, source));
            copy_object(arena, facts, target, source, *object)
        }
        CallStep::Free(pointer) => {
            let pointer = translate::term(arena, pointer);
            vec![free(arena, facts, pointer)]
        }
        CallStep::Touch(touched) => vec![Action::Forget(*touched)],
    }
}

/// Sets the first `bytes` bytes of an object to zero, or to any value.
fn fill(arena: &mut Arena, facts: &Facts, target: TermId, object: TypeId, bytes: u64, zero: bool) -> Vec<Action> {
    let touched = match arena.types().get(object) {
        Type::Integer { .. } | Type::Float(_) if facts.well_typed() => Touched::Cells(object),
        _ => Touched::Everything,
    };
    let Some(cells) = cells(arena, target, object) else { return vec![Action::Forget(touched)] };
    let mut read = Vec::new();
    arena.loads(target, &mut read);
    // If filling changes the address of the object, the cells listed here would be the wrong ones.
    if !read.is_empty() && cells.iter().any(|cell| moves(arena, facts, &read, cell.address)) {
        return vec![Action::Forget(Touched::Everything)];
    }
    let filled = cells.into_iter().filter(|cell| cell.offset < bytes);
    let mut actions = Vec::new();
    for Cell { address, offset, size } in filled {
        let ty = arena.types().pointee(arena.type_of(address)).unwrap_or(object);
        let whole = bytes >= arena.types().size_of(object).unwrap_or(u64::MAX) || (size > 0 && offset + size <= bytes);
        let value = match arena.types().get(ty) {
            Type::Pointer(_) if zero && whole => arena.null(ty),
            Type::Integer { .. } if zero && whole => arena.term(TermNode::Integer(0), ty),
            _ => undefined(arena, address),
        };
        actions.push(Action::Store { address, value });
    }
    actions
}

/// Returns true if the action may change the value of the term.
fn changes(arena: &Arena, facts: &Facts, action: &Action, term: TermId) -> bool {
    let mut read = Vec::new();
    arena.loads(term, &mut read);
    match action {
        Action::Skip | Action::Assume(_) | Action::Free(_) => false,
        Action::Store { address, .. } | Action::Allocate { address, .. } => moves(arena, facts, &read, *address),
        Action::Forget(_) => !read.is_empty(),
    }
}

/// Returns true if the cell may be among those read.
fn moves(arena: &Arena, facts: &Facts, read: &[TermId], cell: TermId) -> bool {
    read.iter().any(|address| same_address(arena, facts, *address, cell) != Aliasing::No)
}
