//! Stepping through a counterexample of the boolean program.

use std::collections::BTreeMap;

use crate::boolprog::BooleanProgram;
use crate::engine::evidence::AbstractTrace;
use crate::engine::evidence::PredicateValues;
use crate::explore::answer::{Problem, TraceView};
use crate::pipeline::PropertyVerdict;

/// A place in a counterexample.
#[derive(Debug)]
pub(super) struct Cursor {
    id: String,
    text: String,
    confirmed: bool,
    trace: AbstractTrace,
    /// Steps made.
    at: usize,
}

impl Cursor {
    /// At the start of the counterexample of a property, or of the first that has one.
    pub(super) fn new(properties: &[PropertyVerdict], id: Option<&str>) -> Result<Self, Problem> {
        let found = match id {
            Some(id) => properties.iter().find(|property| property.id == id).ok_or_else(|| {
                let ids: Vec<&str> = properties.iter().map(|property| property.id.as_str()).collect();
                format!("there is no property '{id}'; there are: {}", ids.join(", "))
            })?,
            None => properties
                .iter()
                .find(|property| property.path.is_some())
                .ok_or_else(|| "no property has a counterexample in the boolean program".to_string())?,
        };
        let trace = found.path.clone().ok_or_else(|| {
            format!("{} has no counterexample in the boolean program: it is {}", found.id, found.verdict.word())
        })?;
        let confirmed = found.run.is_some();
        Ok(Cursor { id: found.id.clone(), text: found.text.clone(), confirmed, trace, at: 0 })
    }

    /// Moves; whether the wanted place exists. Else it is the last.
    pub(super) fn go(&mut self, target: impl Fn(usize) -> usize) -> bool {
        let wanted = target(self.at);
        self.at = wanted.min(self.trace.steps.len());
        self.at == wanted
    }

    /// The place as data.
    pub(super) fn view(&self, stopped_short: bool) -> TraceView {
        TraceView {
            id: self.id.clone(),
            text: self.text.clone(),
            confirmed: self.confirmed,
            trace: self.trace.clone(),
            at: self.at,
            stopped_short,
        }
    }

    /// All predicates that have a meaning here, with their values.
    pub(super) fn values(&self, program: &BooleanProgram) -> PredicateValues {
        let mut known: BTreeMap<&str, bool> = BTreeMap::new();
        let past = self.trace.steps.iter().take(self.at).flat_map(|step| &step.changes);
        for (predicate, value) in self.trace.initial.iter().chain(past) {
            known.insert(predicate, *value);
        }
        let here = match self.at.checked_sub(1).and_then(|last| self.trace.steps.get(last)) {
            Some(step) => program.points.iter().find(|point| point.name == step.location),
            None => program.points.get(program.initial),
        };
        let relevant = here.map(|point| point.relevant.as_slice()).unwrap_or_default();
        relevant
            .iter()
            .filter_map(|variable| program.variables.get(*variable))
            .filter_map(|variable| {
                known.get(variable.predicate.as_str()).map(|value| (variable.predicate.clone(), *value))
            })
            .collect()
    }
}
