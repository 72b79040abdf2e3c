//! Objects that are defined in other files of a whole program: their initial contents are arbitrary.
//!
//! Those that hold only numbers are inputs. One that holds a pointer has no object here: using it is a cut. The
//! interpreter's choices for it are recorded all the same, so that its runs can be repeated.

use std::collections::BTreeSet;

use crate::machine::Machine;
use crate::state::State;
use crate::task::BoundedTask;
use ctype::Type;
use program::start::Start;
use program::witness::ChoiceKind;
use program::{Command, Expr, VariableId};

impl Machine<'_> {
    /// Records the interpreter's choice for a variable that has no object here. No run reads it, so it is zero.
    pub fn choose_unread(&mut self, state: &State, address: &Expr) {
        let Some(kind) = input_kind(self.task, address) else { return };
        self.events.record_choice(state.guard, kind, self.terms.constant(0, 128));
    }
}

/// Returns the variables that are defined elsewhere and hold nothing but numbers.
pub fn external_numbers(task: &BoundedTask<'_>, start: &Start<'_>) -> BTreeSet<VariableId> {
    let (mut found, mut others) = (BTreeSet::new(), BTreeSet::new());
    if !start.is_whole() {
        return found;
    }
    for edge in &task.program.initializers {
        let (Command::Havoc { address }, Some(root)) =
            (&edge.command, edge.command.written().and_then(Expr::root_variable))
        else {
            continue;
        };
        match input_kind(task, address) {
            Some(ChoiceKind::Integer(..) | ChoiceKind::Float(_)) => found.insert(root),
            _ => others.insert(root),
        };
    }
    found.retain(|root| !others.contains(root));
    found
}

/// Returns the kind of choice that the interpreter makes for an input; `None` unless it is a modelled scalar.
fn input_kind(task: &BoundedTask<'_>, address: &Expr) -> Option<ChoiceKind> {
    let ty = task.program.types.pointee(address.ty)?;
    let shape = task.shape(ty)?;
    match task.program.types.get(ty) {
        Type::Integer { .. } => Some(ChoiceKind::Integer(shape.width, shape.signed)),
        Type::Float(_) => Some(ChoiceKind::Float(shape.width)),
        Type::Pointer(_) => Some(ChoiceKind::Pointer),
        _ => None,
    }
}
