//! The reached set: the configurations of each location when the analysis has finished.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::configuration::Configuration;
use crate::lattice::signature::WithSignature;
use crate::property::predicate;
use crate::solver::engine::{self, SummaryId, Ways};
use crate::solver::settings::Settings;
use crate::transfer::step::Executor;
use program::analysis::LiveVariables;
use program::{EdgeId, FunctionId, LocationId, Program};
use spec::{Question, StateFormula};

/// The configurations by summary and location.
#[derive(Debug, Default)]
pub struct ReachedSet {
    ways: Ways,
    configurations: BTreeMap<(SummaryId, LocationId), Vec<Configuration>>,
    live: BTreeMap<FunctionId, LiveVariables>,
}

impl ReachedSet {
    pub(crate) fn add(&mut self, summary: SummaryId, location: LocationId, configuration: &Configuration) {
        let configuration = configuration.canonical();
        let known = self.configurations.entry((summary, location)).or_default();
        if !known.contains(&configuration) {
            known.push(configuration);
        }
    }

    pub(crate) fn by_location(&self) -> impl Iterator<Item = &[Configuration]> {
        self.configurations.values().map(Vec::as_slice)
    }

    /// Adds all configurations stored at locations where they are compared.
    pub(crate) fn take(
        &mut self,
        program: &Program,
        stored: BTreeMap<(SummaryId, LocationId), Vec<WithSignature>>,
        ways: &Ways,
    ) {
        for (place, configurations) in stored {
            let configurations = configurations.into_iter().map(WithSignature::into_configuration);
            self.configurations.entry(place).or_default().extend(configurations);
        }
        self.ways.clone_from(ways);
        let functions = self.ways.keys().map(|(_, function)| *function).collect::<BTreeSet<_>>();
        self.live = functions.into_iter().map(|id| (id, LiveVariables::of(program, id))).collect();
    }

    /// Returns the configurations of a location under a call stack, given as each function with the edge that called
    /// it, outermost first. Empty if the location is unreachable.
    pub(crate) fn at(
        &self,
        calls: impl Iterator<Item = (FunctionId, Option<EdgeId>)>,
        location: LocationId,
    ) -> impl Iterator<Item = &Configuration> {
        let mut summaries: Option<BTreeSet<SummaryId>> = None;
        for (function, call) in calls {
            let led_to = |site| self.ways.get(&(site, function)).into_iter().flatten().copied();
            summaries = Some(match (summaries, call) {
                (Some(callers), Some(call)) => {
                    callers.iter().flat_map(|caller| led_to(Some((*caller, call)))).collect()
                }
                _ => led_to(None).collect(),
            });
        }
        let summaries = summaries.into_iter().flatten();
        summaries.filter_map(move |summary| self.configurations.get(&(summary, location))).flatten()
    }

    /// Returns the value of a formula at a location of the entry function; `None` if it has both values or is unknown,
    /// or if the location is unreachable.
    pub fn truth(
        &self,
        question: Question<'_>,
        settings: &Settings,
        formula: &StateFormula,
        location: LocationId,
    ) -> Option<bool> {
        let semantics = engine::semantics(question, settings, &settings.proving().mode);
        let executor = Executor { program: question.program, semantics, influence: None };
        let mut known = None;
        for configuration in self.at(std::iter::once((question.entry, None)), location) {
            for (_, truth) in predicate::outcomes(&executor, configuration, formula)? {
                match (known, truth?) {
                    (Some(earlier), now) if earlier != now => return None,
                    (_, now) => known = Some(now),
                }
            }
        }
        known
    }

    /// Returns true if a formula holds in all configurations of a location of a function, however it is called. False if the
    /// location is unreachable, or if the configurations do not say.
    pub fn holds(
        &self,
        question: Question<'_>,
        settings: &Settings,
        formula: &StateFormula,
        (function, location): (FunctionId, LocationId),
    ) -> bool {
        let semantics = engine::semantics(question, settings, &settings.proving().mode);
        let executor = Executor { program: question.program, semantics, influence: None };
        let of_function = self.ways.iter().filter(|((_, called), _)| *called == function);
        let summaries: BTreeSet<SummaryId> = of_function.flat_map(|(_, summaries)| summaries.iter().copied()).collect();
        let configurations = summaries.iter().filter_map(|summary| self.configurations.get(&(*summary, location)));
        let mut all = configurations.flatten().peekable();
        all.peek().is_some()
            && all.all(|configuration| {
                let cases = predicate::outcomes(&executor, configuration, formula);
                cases.is_some_and(|cases| cases.iter().all(|(_, truth)| *truth == Some(true)))
            })
    }

    pub(crate) fn live_variables(&self) -> &BTreeMap<FunctionId, LiveVariables> {
        &self.live
    }
}
