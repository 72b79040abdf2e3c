//! The concrete runs as an engine: they refute, and prove nothing.

use crate::engine::evidence::ConcreteRun;
use crate::engine::reason::OpenReason;
use crate::engine::topic::Topic;
use crate::engine::{Engine, EngineName, Outcome, Refutation};
use crate::modelcheck::{self, CheckReport};
use crate::pipeline::confirm::SearchResult;
use crate::pipeline::model::{AbstractModel, topic_of};
use crate::pipeline::prepare::Prepared;

/// The name of the concrete runs.
pub const CONCRETE_RUNS: EngineName = EngineName("the concrete runs");

/// What concrete runs break.
pub(super) struct ConcreteRuns<'s> {
    /// The runs that were found.
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

/// The concrete run that breaks what a property of a boolean program stands for.
pub(super) fn run_for<'s>(
    search: &'s SearchResult,
    prepared: &Prepared,
    analysis: &AbstractModel,
    property: modelcheck::PropertyIndex,
) -> Option<&'s ConcreteRun> {
    let topic = topic_of(prepared, analysis, property)?;
    search.runs.iter().find(|run| topic.is_broken_by(run))
}

/// Whether some run has an error of memory.
pub(super) fn has_fault(search: &SearchResult) -> bool {
    search.runs.iter().any(|run| Topic::Accesses.is_broken_by(run))
}

/// Whether some property is neither proved nor broken by a run.
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
