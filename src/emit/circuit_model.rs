//! Circuits as they are read back from models: what BLIF and AIGER have in common.
//!
//! It knows the comments of the legend that `transition_system` writes, and no syntax of a language.

use std::collections::BTreeMap;

use super::transition_system::circuit::{Circuit, Signal};
use super::transition_system::{CHECKS, IS_TAKEN, LOCATION, PREDICATES_OF, STEP};

/// A circuit of a boolean program.
#[derive(Clone, Debug, Default)]
pub struct CircuitModel {
    /// Name of the C procedure.
    pub procedure: String,
    pub circuit: Circuit,
    /// Names of inputs.
    pub inputs: Vec<String>,
    /// Names of latches, each with its next value. All are false at first.
    pub latches: Vec<(String, Signal)>,
    /// Names of properties; each is violated in a cycle in which its signal is true.
    pub outputs: Vec<(String, Signal)>,
    /// A run counts only if these are true in all of its cycles.
    pub constraints: Vec<Signal>,
    /// What names stand for.
    pub meanings: BTreeMap<String, String>,
    /// What the numbers of locations stand for: a name, the place and the line of C.
    pub locations: BTreeMap<usize, String>,
    /// By the numbers of locations: the latches whose predicates have a meaning there.
    pub predicates: BTreeMap<usize, Vec<String>>,
    pub transitions: Vec<ModelTransition>,
}

/// A transition of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelTransition {
    /// True in the cycles that take it.
    pub taken: Signal,
    pub steps: Vec<ModelStep>,
}

/// A step of a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelStep {
    /// The C statement, preceded by its file and line.
    pub statement: String,
    /// Names of the properties that are checked behind it, inside the transition.
    pub checks: Vec<String>,
}

/// The comments of a model.
#[derive(Default)]
pub(super) struct Legend<'t> {
    locations: BTreeMap<usize, String>,
    predicates: BTreeMap<usize, Vec<String>>,
    meanings: BTreeMap<String, String>,
    /// Transitions, with what their `taken` signals are called.
    transitions: Vec<(&'t str, Vec<ModelStep>)>,
}

impl<'t> Legend<'t> {
    /// Reads a comment, without the mark that begins it.
    pub(super) fn comment(&mut self, comment: &'t str) {
        if let Some((code, names)) = comment.strip_prefix(PREDICATES_OF).and_then(|rest| rest.split_once(':')) {
            let names = names.split_whitespace().map(str::to_string).collect();
            self.predicates.extend(code.parse().ok().map(|code: usize| (code, names)));
        } else if let Some(statement) = comment.strip_prefix(STEP) {
            let step = ModelStep { statement: statement.to_string(), checks: Vec::new() };
            self.transitions.last_mut().into_iter().for_each(|(_, steps)| steps.push(step.clone()));
        } else if let Some(property) = comment.strip_prefix(CHECKS) {
            let step = self.transitions.last_mut().and_then(|(_, steps)| steps.last_mut());
            step.into_iter().for_each(|step| step.checks.push(property.to_string()));
        } else if let Some((_, taken)) = comment.split_once(IS_TAKEN).filter(|_| comment.starts_with("transition ")) {
            self.transitions.push((taken, Vec::new()));
        } else if let Some((code, place)) = comment.strip_prefix(LOCATION).and_then(|rest| rest.split_once(": ")) {
            self.locations.extend(code.parse().ok().map(|code: usize| (code, place.to_string())));
        } else if let Some((name, meaning)) = comment.split_once(": ") {
            self.meanings.insert(name.to_string(), meaning.to_string());
        }
    }

    /// Puts everything into a model whose signals are known.
    pub(super) fn finish(self, model: &mut CircuitModel, signal: impl Fn(&str) -> Option<Signal>) -> Option<()> {
        model.locations = self.locations;
        model.predicates = self.predicates;
        model.meanings.extend(self.meanings);
        for (taken, steps) in self.transitions {
            model.transitions.push(ModelTransition { taken: signal(taken)?, steps });
        }
        Some(())
    }
}
