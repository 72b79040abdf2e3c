//! The result of a round of work, and what later rounds take from it.

use crate::answer::Answer;
use crate::property::PropertyVerdict;
use crate::rounds::{self, RoundAnswer, SettledClaims};
use crate::shapes::Shapes;
use crate::strengthen::{ModelProof, ProvingHints};
use base::Diagnostics;
use engine::evidence::Alarm;

/// What earlier rounds settled.
#[derive(Default)]
pub(super) struct Earlier {
    pub(super) claims: Vec<SettledClaims>,
    /// The errors that runs have shown.
    pub(super) errors: Vec<Alarm>,
    proofs: Vec<ModelProof>,
    /// The hints that proved something.
    proposed: Vec<ProvingHints>,
}

impl Earlier {
    /// Adds what a round settled, and gives it the proofs of the rounds before: what is proved already is not proved again.
    pub(super) fn take_over(&mut self, round: &mut RoundResult) {
        self.claims.append(&mut round.settled);
        self.errors.extend(round.answer.shapes.findings.iter().filter(|alarm| alarm.certain()).cloned());
        if let Some(found) = &mut round.answer.predicates {
            self.proofs.append(&mut found.proofs);
            found.proofs.clone_from(&self.proofs);
            self.proposed.retain(|hints| !found.proposed.contains(hints));
            self.proposed.append(&mut found.proposed);
            found.proposed.clone_from(&self.proposed);
        }
    }
}

/// What a round answers.
pub(super) struct RoundResult {
    pub(super) answer: Answer,
    /// What there is to say of the input.
    pub(super) diagnostics: Diagnostics,
    /// What each engine settled.
    pub(super) settled: Vec<SettledClaims>,
}

impl RoundAnswer for RoundResult {
    fn properties(&self) -> &[PropertyVerdict] {
        &self.answer.properties
    }

    fn is_disputed(&self) -> bool {
        self.answer.contradiction()
    }

    fn work(&self) -> Vec<usize> {
        self.answer.work()
    }

    fn take_decided(&mut self, later: Self) {
        let (known, later) = (&mut self.answer, later.answer);
        known.contradictions.extend(later.contradictions);
        rounds::take_decided(&mut known.properties, later.properties);
        match (&mut known.predicates, later.predicates) {
            (Some(known), Some(later)) => (known.proofs, known.proposed) = (later.proofs, later.proposed),
            _ => add_errors(&mut known.shapes, later.shapes.findings.into_iter().filter(Alarm::certain)),
        }
        known.decide();
    }
}

/// Adds errors that runs have shown, in place of what was suspected there.
pub(super) fn add_errors(shapes: &mut Shapes, errors: impl IntoIterator<Item = Alarm>) {
    for error in errors {
        match shapes.findings.iter_mut().find(|alarm| alarm.is_same(&error)) {
            Some(known) if known.certain() => {}
            Some(known) => *known = error,
            None => shapes.findings.push(error),
        }
    }
}
