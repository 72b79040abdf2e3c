//! Diagnostics about hints: errors where they are unsound, warnings where they are unused or unproved.

use super::{Application, HintCheck, HintRefutation, Standing};
use crate::prepare::Prepared;
use abstraction::Abstraction;
use base::{Diagnostic, Diagnostics};

/// Returns errors and warnings about hints. Refuted hints are bad input. Unused hints are a warning, unless the
/// abstraction stopped before `bound` iterations, when they might still have been used.
pub fn hint_diagnostics(
    prepared: &Prepared,
    abstraction: &Abstraction,
    checked: &HintCheck,
    bound: usize,
) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    checked.refuted().for_each(|(application, _)| diagnose(prepared, application, &mut diagnostics));
    let is_complete = abstraction.statistics.converged || abstraction.statistics.iterations >= bound;
    for (index, uses) in abstraction.hint_uses.iter().take(prepared.hints.len()).enumerate() {
        if *uses == 0 && is_complete {
            diagnostics.warning(prepared.hints[index].span, "this hint matches no predicate");
        }
    }
    diagnostics
}

/// Warns about hints that are neither proved nor refuted: a model that uses them rests on them.
pub fn unproved_hints(prepared: &Prepared, checked: &HintCheck) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for (index, hint) in prepared.hints.iter().enumerate() {
        let is_open =
            |application: &Application| matches!(application.standing, Standing::Tried { .. } | Standing::Unchecked(_));
        if checked.worst(index).is_some_and(is_open) {
            diagnostics.warning(hint.span, "this hint is not proved for all heaps: the model depends on it");
        }
    }
    diagnostics
}

/// Reports a refuted hint.
pub(crate) fn diagnose(prepared: &Prepared, application: &Application, diagnostics: &mut Diagnostics) {
    let (Standing::Refuted(refutation), Some(hint)) = (&application.standing, prepared.hints.get(application.hint))
    else {
        return;
    };
    let HintRefutation { value, state } = refutation;
    let predicate = &application.predicate;
    let mut error = Diagnostic::error(hint.span, "this hint is unsound")
        .with_note(None, format!("{predicate} is {value} in this state, where the hint says {}:", !value));
    for line in state.lines() {
        error = error.with_note(None, format!("    {line}"));
    }
    diagnostics.push(error);
}
