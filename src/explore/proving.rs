//! `prove`: runs the engines of `damson verify`, and continues the session with their results.

use crate::answer::{Answer, CheckedProperty, Problem, ProofView};
use crate::counterexample::Suspicions;
use crate::limits::{HINTED_ITERATIONS, QUICK_ITERATIONS};
use crate::session::{Quick, Session};
use base::Budget;
use pipeline::answer::PredicateFindings;
use pipeline::{self, PropertyVerdict, Subject, VerificationTask};

impl Session {
    /// Runs `damson verify`, and adopts the hints that it proposes. Fails if an input is wrong, for example an unsound
    /// hint: then nothing has changed. If interrupted, it keeps the results so far.
    pub(super) fn prove(&mut self, budget: &Budget) -> Result<Answer, Problem> {
        let subject = Subject::ForAllEngines(&self.prepared, &self.rules);
        let task = VerificationTask { subject, sources: &self.sources, settings: &self.verified, budget };
        let (verified, _) = pipeline::verify(task).map_err(Problem::Diagnostics)?;
        let interrupted = budget.check().err();
        self.remember("prove");
        let added = verified.predicates.as_ref().map_or_else(Vec::new, |predicates| self.take_over(predicates));
        // A short run, without a wait, shows the results so far.
        let quick = Quick::when(interrupted.is_some());
        let change = self.run_again(quick, budget).inspect_err(|_| drop(self.undo()))?;
        self.search = verified.predicates.map(|predicates| predicates.search);
        self.suspicions = Suspicions::of(&verified.shapes);
        self.proved = verified.properties;
        Ok(Answer::Proved(ProofView {
            properties: self.proved.iter().map(|property| self.judged(property)).collect(),
            hints: super::hints::list(self).into_iter().filter(|hint| added.contains(&hint.number)).collect(),
            interrupted,
            bound: self.run.bound,
            change,
        }))
    }

    fn judged(&self, property: &PropertyVerdict) -> CheckedProperty {
        CheckedProperty { suspected: self.suspicions.of_property(property).is_some(), ..property.into() }
    }

    /// Adds the hints that proved something, and sets the bound to the iterations that this took. Returns the numbers
    /// of the new hints.
    fn take_over(&mut self, found: &PredicateFindings) -> Vec<usize> {
        let proposed = found.proposed.iter().flat_map(|set| &set.hints);
        let mut new = Vec::new();
        for hint in proposed {
            let is_known = |known: &spec::Hint| known.text == hint.text;
            if !self.prepared.hints.iter().chain(&new).any(is_known) {
                new.push(hint.clone());
            }
        }
        let statistics = found.analysis.abstraction.statistics;
        // Without proposed hints, a run need not go further than `verify` did.
        let reached = match found.proposed.is_empty() {
            true => statistics.iterations.max(QUICK_ITERATIONS),
            false => HINTED_ITERATIONS,
        };
        self.settings.bound = reached.min(self.verified.bound);
        self.add_hints(new)
    }
}
