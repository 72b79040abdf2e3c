//! Weakest preconditions of shape predicates (paper, section 3.2 and figure 5).
//!
//! An edge of the flowchart is a list of [`Action`]s. For each action, [`precondition`] gives the formula that holds
//! before it exactly where a given atom holds after it, in every state in which the action runs without an error; what the
//! action leaves indeterminate becomes `*`.
//!
//! Whether a command is followed exactly or over-approximated is said in one table: [`logic::meaning`]. How an exact
//! one is carried out stands here.
//!
//! The formulas are raw: `simplify` makes them small. Nothing here depends on the flowchart around the edge, except
//! through [`Facts`] of the whole procedure.
//!
//! | file | what stands there |
//! |---|---|
//! | `action` | the actions of an edge: composite commands are taken apart, copies go cell by cell, stores to bit-fields are truncated |
//! | `library` | the actions of a call of a library function |
//! | `store` | the precondition of an atom over a store to one cell |
//! | `allocate` | the same over an allocation |
//! | `free` | the same over `free` |
//! | `structure` | the parts that are about all nodes that paths lead to |
//! | `count` | the parts that are about numbers of nodes |
//! | `forget` | the same over a change that is not followed |

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
use logic::{Arena, AtomId, Facts, Formula};

/// What computing weakest preconditions needs.
pub struct Context<'a> {
    /// Terms and atoms; new ones are added.
    pub arena: &'a mut Arena,
    /// Facts of the procedure.
    pub facts: &'a Facts,
    /// Type reachability, to leave a predicate alone that a store cannot concern.
    pub types: &'a mut TypeReachability,
}

/// The weakest precondition of a formula over a sequence of actions.
pub fn of_sequence(context: &mut Context<'_>, actions: &[Action], formula: Formula) -> Formula {
    actions.iter().rev().fold(formula, |after, action| of_formula(context, action, &after))
}

/// The weakest precondition of a formula over one action.
pub fn of_formula(context: &mut Context<'_>, action: &Action, formula: &Formula) -> Formula {
    formula.map_atoms(&mut |atom| precondition(context, action, atom))
}

/// The weakest precondition of an atom over one action.
pub fn precondition(context: &mut Context<'_>, action: &Action, atom: AtomId) -> Formula {
    match action {
        // wp(skip, p) = p; a guard changes nothing (the edge carries it).
        Action::Skip | Action::Assume(_) => Formula::Atom(atom),
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
