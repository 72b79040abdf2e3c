//! Weakest preconditions of shape predicates (paper, section 3.2 and figure 5).
//!
//! An edge of the flowchart is a list of [`Action`]s. For each action, [`precondition`] gives a formula over the state
//! before it that is equivalent to a given atom after it, in every state in which the action runs without an error.
//! Whatever the action leaves indeterminate becomes `*`.
//!
//! One table says which commands are followed exactly and which are over-approximated: [`logic::meaning`]. This crate
//! implements the exact ones.
//!
//! The formulas are raw: `simplify` makes them small. They depend on nothing but the edge and the [`Facts`] of the
//! whole procedure.
//!
//! | file | contents |
//! |---|---|
//! | `action` | the actions of an edge: composite commands are decomposed, copies go cell by cell, stores to bit-fields truncate |
//! | `library` | the actions of a call of a library function |
//! | `store` | preconditions over a store to one cell |
//! | `allocate` | preconditions over an allocation |
//! | `free` | preconditions over `free` |
//! | `structure` | claims about all reachable nodes |
//! | `count` | node counts |
//! | `forget` | preconditions over an over-approximated change |

mod action;
mod allocate;
mod count;
mod forget;
mod free;
mod library;
mod store;
mod structure;

pub use action::{Action, actions};

use logic::typreach::TypeReachability;
use logic::{Arena, Atom, AtomId, Facts, Formula};

pub struct Context<'a> {
    /// Terms and atoms; new ones are added.
    pub arena: &'a mut Arena,
    pub facts: &'a Facts,
    /// Shows that a store cannot affect a predicate.
    pub types: &'a mut TypeReachability,
}

pub fn of_sequence(context: &mut Context<'_>, actions: &[Action], formula: Formula) -> Formula {
    actions.iter().rev().fold(formula, |after, action| of_formula(context, action, &after))
}

pub fn of_formula(context: &mut Context<'_>, action: &Action, formula: &Formula) -> Formula {
    formula.map_atoms(&mut |atom| precondition(context, action, atom))
}

pub fn precondition(context: &mut Context<'_>, action: &Action, atom: AtomId) -> Formula {
    match action {
        // wp(skip, p) = p. A guard changes nothing: the edge carries it.
        Action::Skip | Action::Assume(_) => Formula::Atom(atom),
        // No change is followed.
        _ if matches!(context.arena.get(atom), Atom::String(_) | Atom::Room(..)) => Formula::Unknown,
        Action::Store { address, value } => {
            let raw = store::precondition(context, *address, *value, atom);
            allocate::eliminate(context, allocate::NewCells::Indeterminate, raw)
        }
        Action::Allocate { address, value, zeroed } => {
            let raw = store::precondition(context, *address, *value, atom);
            let contents = if *zeroed { allocate::NewCells::Zero } else { allocate::NewCells::Indeterminate };
            allocate::eliminate(context, contents, raw)
        }
        Action::Free(pointer) => free::precondition(context, *pointer, atom),
        Action::Forget(touched) => forget::precondition(context, *touched, atom),
    }
}
