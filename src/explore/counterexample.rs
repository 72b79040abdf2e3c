//! Steps through a counterexample of the boolean program, a concrete run, or the path to a suspected error.

use std::collections::BTreeMap;
use std::sync::Arc;

use itertools::Itertools;

use crate::answer::{Answer, ExampleView, Problem, RunMoment, TraceView};
use boolprog::BooleanProgram;
use engine::evidence::{AbstractTrace, Alarm, ConcreteRun, PredicateValues, Replay};
use engine::verdict::Verdict;
use pipeline::PropertyVerdict;
use pipeline::heads::SuspectPicture;
use pipeline::shapes::Shapes;
use reason::Unreplayed;

/// A position in a counterexample.
#[derive(Debug)]
pub(super) struct Cursor {
    id: String,
    text: String,
    confirmed: bool,
    /// Why no run confirms the error, if it is only suspected.
    unconfirmed: Option<String>,
    way: Way,
    /// Number of steps made.
    at: usize,
}

/// The sequence of steps.
#[derive(Debug)]
enum Way {
    /// A path of the boolean program.
    Model(AbstractTrace),
    /// A concrete run, or the path to a suspected error; never empty.
    Run(Arc<[RunMoment]>),
}

/// The errors that the shape analysis suspects, with memory on the paths there.
#[derive(Debug, Default)]
pub(super) struct Suspicions {
    alarms: Vec<Alarm>,
    pictures: Vec<SuspectPicture>,
}

impl Suspicions {
    pub(super) fn of(shapes: &Shapes) -> Suspicions {
        Suspicions { alarms: shapes.findings.clone(), pictures: shapes.suspects.clone() }
    }

    /// Returns the alarm that leaves a property unknown, and why no run confirms it.
    pub(super) fn of_property(&self, property: &PropertyVerdict) -> Option<Example<'_>> {
        let mut open = self.alarms.iter().filter(|_| property.verdict == Verdict::Unknown);
        open.find_map(|alarm| {
            let why = alarm.confirmed.as_ref().err().filter(|_| property.topic.includes(alarm))?;
            Some(Example::Suspicion(alarm, SuspectPicture::of(alarm, &self.pictures)?, why))
        })
    }
}

impl Cursor {
    /// Starts at the counterexample of a property, or of the first property that has one.
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
        let (id, text, way) = (found.id.clone(), found.text.clone(), Way::Model(trace));
        Ok(Cursor { id, text, confirmed, unconfirmed: None, way, at: 0 })
    }

    /// Starts at the concrete run that violates a property, or else at the path to a suspected error; without an id, at
    /// the first run that there is.
    pub(super) fn of_run(
        properties: &[&PropertyVerdict],
        suspicions: &Suspicions,
        id: Option<&str>,
        moments: impl Fn(Example<'_>) -> Arc<[RunMoment]>,
    ) -> Result<Self, Problem> {
        let is_meant = |property: &&&PropertyVerdict| id.is_none_or(|id| property.id == id);
        let meant = || properties.iter().copied().filter(|property| is_meant(&property));
        let run = meant().find_map(|property| Some((property, example(property)?)));
        let suspected = || meant().find_map(|property| Some((property, suspicions.of_property(property)?)));
        let Some((found, example)) = run.or_else(suspected) else {
            let Some(id) = id else { return Err("no property is broken by a concrete run".to_string().into()) };
            let found = named(properties, id)?;
            let message = format!("{} is broken by no concrete run: it is {}", found.id, found.verdict.word());
            return Err(message.into());
        };
        let unconfirmed = match example {
            Example::Run(_) | Example::Replay(_) => None,
            Example::Suspicion(_, _, why) => Some(why.to_string()),
        };
        let (id, text, way) = (found.id.clone(), found.text.clone(), Way::Run(moments(example)));
        Ok(Cursor { id, text, confirmed: unconfirmed.is_none(), unconfirmed, way, at: 0 })
    }

    /// Returns the number of steps.
    fn length(&self) -> usize {
        match &self.way {
            Way::Model(trace) => trace.steps.len(),
            Way::Run(moments) => moments.len().saturating_sub(1),
        }
    }

    /// Returns the position as an answer.
    pub(super) fn answer(&self, stopped_short: bool) -> Answer {
        match &self.way {
            Way::Model(trace) => Answer::Trace(self.of_model(trace, stopped_short)),
            Way::Run(moments) => Answer::Example(self.example(moments, stopped_short)),
        }
    }

    /// Returns the position with all predicates that have a meaning there.
    pub(super) fn shown(&self, program: &BooleanProgram) -> Answer {
        match &self.way {
            Way::Model(trace) => Answer::Show(self.of_model(trace, false), self.values(trace, program)),
            Way::Run(moments) => Answer::ShowExample(self.example(moments, false)),
        }
    }

    fn example(&self, moments: &Arc<[RunMoment]>, stopped_short: bool) -> ExampleView {
        let (id, text) = (self.id.clone(), self.text.clone());
        let unconfirmed = self.unconfirmed.clone();
        ExampleView { id, text, unconfirmed, moments: Arc::clone(moments), at: self.at, stopped_short }
    }

    /// Moves to a position, or to the last one if it does not exist; returns true if it exists.
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

    /// Returns all predicates that have a meaning here, with their values.
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

/// A run that violates a property: on a small heap, or one that meets an error of another engine. Or the path to a
/// suspected error, with memory as the shape analysis describes it, and the reason why no run confirms it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Example<'p> {
    Run(&'p ConcreteRun),
    Replay(&'p Replay),
    Suspicion(&'p Alarm, &'p SuspectPicture, &'p Unreplayed),
}

fn example(property: &PropertyVerdict) -> Option<Example<'_>> {
    let replay = || property.alarm.as_ref()?.confirmed.as_ref().ok().map(Example::Replay);
    property.run.as_ref().map(Example::Run).or_else(replay)
}

/// Returns the property with an id.
fn named<'p>(properties: &[&'p PropertyVerdict], id: &str) -> Result<&'p PropertyVerdict, Problem> {
    properties.iter().copied().find(|property| property.id == id).ok_or_else(|| {
        let ids = properties.iter().map(|property| property.id.as_str()).unique().collect::<Vec<_>>();
        Problem::Message(format!("there is no property '{id}'; there are: {}", ids.join(", ")))
    })
}
