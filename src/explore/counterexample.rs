//! Stepping through a counterexample of the boolean program, or through a concrete run.

use std::collections::BTreeMap;
use std::sync::Arc;

use itertools::Itertools;

use crate::boolprog::BooleanProgram;
use crate::engine::evidence::{AbstractTrace, ConcreteRun, PredicateValues, Replay};
use crate::explore::answer::{Answer, ExampleView, Problem, RunMoment, TraceView};
use crate::pipeline::PropertyVerdict;

/// A place in a counterexample.
#[derive(Debug)]
pub(super) struct Cursor {
    id: String,
    text: String,
    confirmed: bool,
    way: Way,
    /// Steps made.
    at: usize,
}

/// What is stepped through.
#[derive(Debug)]
enum Way {
    /// A path of the boolean program.
    Model(AbstractTrace),
    /// A concrete run; never empty.
    Run(Arc<[RunMoment]>),
}

impl Cursor {
    /// At the start of the counterexample of a property, or of the first that has one.
    pub(super) fn new(properties: &[PropertyVerdict], id: Option<&str>) -> Result<Self, Problem> {
        let found = match id {
            Some(id) => named(&properties.iter().collect::<Vec<_>>(), id)?,
            None => properties
                .iter()
                .find(|property| property.path.is_some())
                .ok_or_else(|| "no property has a counterexample in the boolean program".to_string())?,
        };
        let trace = found.path.clone().ok_or_else(|| {
            format!("{} has no counterexample in the boolean program: it is {}", found.id, found.verdict.word())
        })?;
        let confirmed = found.run.is_some();
        Ok(Cursor { id: found.id.clone(), text: found.text.clone(), confirmed, way: Way::Model(trace), at: 0 })
    }

    /// At the start of the concrete run that breaks a property, or of the first that there is.
    pub(super) fn of_run(
        properties: &[&PropertyVerdict],
        id: Option<&str>,
        moments: impl Fn(Example<'_>) -> Arc<[RunMoment]>,
    ) -> Result<Self, Problem> {
        let found = match id {
            Some(id) => {
                let with_run = properties.iter().find(|property| property.id == id && example(property).is_some());
                with_run.map_or_else(|| named(properties, id), |found| Ok(*found))?
            }
            None => properties
                .iter()
                .copied()
                .find(|property| example(property).is_some())
                .ok_or_else(|| "no property is broken by a concrete run".to_string())?,
        };
        let run = example(found)
            .ok_or_else(|| format!("{} is broken by no concrete run: it is {}", found.id, found.verdict.word()))?;
        let way = Way::Run(moments(run));
        Ok(Cursor { id: found.id.clone(), text: found.text.clone(), confirmed: true, way, at: 0 })
    }

    /// How many steps there are.
    fn length(&self) -> usize {
        match &self.way {
            Way::Model(trace) => trace.steps.len(),
            Way::Run(moments) => moments.len().saturating_sub(1),
        }
    }

    /// The place as an answer.
    pub(super) fn answer(&self, stopped_short: bool) -> Answer {
        match &self.way {
            Way::Model(trace) => Answer::Trace(self.of_model(trace, stopped_short)),
            Way::Run(moments) => Answer::Example(self.example(moments, stopped_short)),
        }
    }

    /// The place with all predicates that have a meaning there.
    pub(super) fn shown(&self, program: &BooleanProgram) -> Answer {
        match &self.way {
            Way::Model(trace) => Answer::Show(self.of_model(trace, false), self.values(trace, program)),
            Way::Run(moments) => Answer::ShowExample(self.example(moments, false)),
        }
    }

    fn example(&self, moments: &Arc<[RunMoment]>, stopped_short: bool) -> ExampleView {
        let (id, text) = (self.id.clone(), self.text.clone());
        ExampleView { id, text, moments: Arc::clone(moments), at: self.at, stopped_short }
    }

    /// Moves; whether the wanted place exists. Else it is the last.
    pub(super) fn go(&mut self, target: impl Fn(usize) -> usize) -> bool {
        let wanted = target(self.at);
        self.at = wanted.min(self.length());
        self.at == wanted
    }

    fn of_model(&self, trace: &AbstractTrace, stopped_short: bool) -> TraceView {
        TraceView {
            id: self.id.clone(),
            text: self.text.clone(),
            confirmed: self.confirmed,
            trace: trace.clone(),
            at: self.at,
            stopped_short,
        }
    }

    /// All predicates that have a meaning here, with their values.
    fn values(&self, trace: &AbstractTrace, program: &BooleanProgram) -> PredicateValues {
        let mut known: BTreeMap<&str, bool> = BTreeMap::new();
        let past = trace.steps.iter().take(self.at).flat_map(|step| &step.changes);
        for (predicate, value) in trace.initial.iter().chain(past) {
            known.insert(predicate, *value);
        }
        let here = match self.at.checked_sub(1).and_then(|last| trace.steps.get(last)) {
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

/// A run that breaks a property: on a small heap, or one that meets an error of another engine.
#[derive(Clone, Copy, Debug)]
pub(super) enum Example<'p> {
    Run(&'p ConcreteRun),
    Replay(&'p Replay),
}

fn example(property: &PropertyVerdict) -> Option<Example<'_>> {
    let replay = || property.alarm.as_ref()?.confirmed.as_ref().ok().map(Example::Replay);
    property.run.as_ref().map(Example::Run).or_else(replay)
}

/// The property with an id.
fn named<'p>(properties: &[&'p PropertyVerdict], id: &str) -> Result<&'p PropertyVerdict, Problem> {
    properties.iter().copied().find(|property| property.id == id).ok_or_else(|| {
        let ids = properties.iter().map(|property| property.id.as_str()).unique().collect::<Vec<_>>();
        Problem::Message(format!("there is no property '{id}'; there are: {}", ids.join(", ")))
    })
}
