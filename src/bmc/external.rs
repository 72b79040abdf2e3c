//! Objects that are defined elsewhere, in a whole program: at its start they hold anything.
//!
//! Those of numbers are inputs. One in which a pointer stands has no object here: to use it is a cut. The choices that the
//! interpreter makes for it are there all the same, so that its runs can be repeated.

use std::collections::BTreeSet;

use crate::machine::Machine;
use crate::state::State;
use crate::task::BoundedTask;
use ctype::Type;
use program::start::Start;
use program::witness::ChoiceKind;
use program::{Command, Expr, VariableId};

impl Machine<'_> {
    /// A choice of the interpreter for what has no object here, and is therefore read by no run: zero.
    pub fn choose_unread(&mut self, state: &State, address: &Expr) {
        let Some(kind) = input_kind(self.task, address) else { return };
        self.events.record_choice(state.guard, kind, self.terms.constant(0, 128));
    }
}

/// The variables that are defined elsewhere and hold nothing but numbers.
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

/// What the interpreter chooses for an input; `None` where it is no scalar that is followed.
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
