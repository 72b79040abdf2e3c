//! The concrete runs as an engine: they refute, and prove nothing. Also the runs that are known while other engines
//! work.

use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::confirm::{self, Breach, SearchResult};
use crate::model::{AbstractModel, topic_of};
use crate::prepare::Prepared;
use engine::evidence::ConcreteRun;
use engine::topic::Topic;
use engine::{Engine, Outcome, Refutation};
use modelcheck::{self, CheckReport};
use reason::{EngineName, OpenReason};

pub const CONCRETE_RUNS: EngineName = EngineName("the concrete runs");

pub(super) struct ConcreteRuns<'s> {
    pub(super) search: &'s SearchResult,
}

impl Engine for ConcreteRuns<'_> {
    fn name(&self) -> EngineName {
        CONCRETE_RUNS
    }

    fn outcome(&self, topic: Topic) -> Outcome {
        let runs = match topic {
            Topic::UndefinedBehaviour => &self.search.undefined,
            _ => &self.search.runs,
        };
        match runs.iter().find(|run| topic.is_broken_by(run)) {
            Some(run) => Outcome::Refuted(Refutation::Run(run.clone())),
            None if topic == Topic::UndefinedBehaviour => Outcome::open(OpenReason::NotShownDefined),
            None => Outcome::Silent,
        }
    }
}

/// The runs known so far: at first those on the smallest heaps. Larger heaps are tried when a property is open that
/// they may break.
pub(super) struct KnownRuns<'a> {
    small_heaps: &'a confirm::Shared<'a>,
    found: RefCell<SearchResult>,
    has_all: Cell<bool>,
    /// Time spent on the search.
    time: Cell<Duration>,
}

impl<'a> KnownRuns<'a> {
    /// Starts with the runs on the smallest heaps.
    pub(super) fn new(small_heaps: &'a confirm::Shared<'a>) -> KnownRuns<'a> {
        let start = Instant::now();
        let found = RefCell::new(small_heaps.first().clone());
        KnownRuns { small_heaps, found, has_all: Cell::new(false), time: Cell::new(start.elapsed()) }
    }

    pub(super) fn found(&self) -> Ref<'_, SearchResult> {
        self.found.borrow()
    }

    /// Replaces the result by one that contains it.
    pub(super) fn replace(&self, found: SearchResult) {
        self.found.replace(found);
    }

    pub(super) fn into_found(self) -> SearchResult {
        self.found.into_inner()
    }

    pub(super) fn time(&self) -> Duration {
        self.time.get()
    }

    /// Adds the runs on all small heaps.
    pub(super) fn add_all(&self) {
        if self.has_all.replace(true) {
            return;
        }
        let start = Instant::now();
        let mut all = self.small_heaps.search().clone();
        let known = self.found.take();
        let breach = |run: &ConcreteRun| Breach::of_run(self.small_heaps.prepared(), run);
        let add = |all: &mut Vec<ConcreteRun>, known: Vec<ConcreteRun>| {
            let broken: BTreeSet<Breach> = all.iter().map(breach).collect();
            all.extend(known.into_iter().filter(|run| !broken.contains(&breach(run))));
        };
        add(&mut all.runs, known.runs);
        add(&mut all.undefined, known.undefined);
        self.found.replace(all);
        self.time.set(self.time.get() + start.elapsed());
    }
}

/// Returns the concrete run that breaks what a property of a boolean program stands for.
pub(super) fn run_for<'s>(
    search: &'s SearchResult,
    prepared: &Prepared,
    analysis: &AbstractModel,
    property: modelcheck::PropertyIndex,
) -> Option<&'s ConcreteRun> {
    let topic = topic_of(prepared, analysis, property)?;
    search.runs.iter().find(|run| topic.is_broken_by(run))
}

/// Returns true if some run has a memory error.
pub(super) fn has_fault(search: &SearchResult) -> bool {
    search.runs.iter().any(|run| Topic::Accesses.is_broken_by(run))
}

/// Returns true if some property is neither proved nor broken by a run.
pub(super) fn is_open(
    prepared: &Prepared,
    analysis: &AbstractModel,
    report: &CheckReport,
    search: &SearchResult,
) -> bool {
    let is_holding = |outcome: &modelcheck::CheckOutcome| matches!(outcome, modelcheck::CheckOutcome::Holds);
    let mut open = report.properties.iter().filter(|result| !is_holding(&result.outcome));
    open.any(|result| run_for(search, prepared, analysis, result.property).is_none())
}
