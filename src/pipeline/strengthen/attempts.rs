//! The attempts to prove an open question: with proposed hints, with few iterations, and with cuts, by the table in `policies`.

use std::cell::LazyCell;

use crate::automatic::{self, Proposer};
use crate::hintcheck;
use crate::limits::{CUT_PREDICATES, HINTED_ITERATIONS};
use crate::model::{abstracted_with, analyse_hopeful};
use crate::policies::{self, Attempt, Policy, Row, When};
use crate::prepare::Prepared;
use crate::strengthen::{ModelQuery, Proof, Support};
use abstraction::{Abstraction, AbstractionTask, Cut};
use base::Diagnostic;
use logic::Facts;
use modelcheck::{CheckOutcome, CheckReport};
use program::LocationId;
use spec::Hint;

impl ModelQuery<'_> {
    /// Searches for hints under which the open properties hold: first those that proved something already, then new
    /// ones.
    pub(super) fn attempt(&self, open: &[usize], known: &[Vec<Hint>]) -> Result<Option<Proof>, Diagnostic> {
        for hints in known {
            let proof = self.with_hints(open, hints.clone(), self.in_round(HINTED_ITERATIONS))?;
            if proof.is_some() {
                return Ok(proof);
            }
        }
        let mut work = automatic::Work::up_to(self.effort.all_pairs, self.settings.round);
        let program = &self.prepared.program;
        let has_theory = LazyCell::new(|| {
            let facts = program.flowchart(self.prepared.entry).map(|flowchart| Facts::of(program, flowchart));
            facts.is_some_and(|facts| facts.has_plain_pointers())
        });
        for Row { attempt, iterations, when } in policies::ATTEMPTS {
            let iterations = self.in_round(iterations);
            if when == When::WithoutTheory && *has_theory {
                continue;
            }
            let proof = match attempt {
                Attempt::Hints(policy) => self.with_policy(open, (policy, iterations), &mut work)?,
                Attempt::Bare => self.with_hints(open, Vec::new(), iterations)?,
                Attempt::Cut { loop_iterations, generous } => {
                    self.with_cuts(open, (loop_iterations, generous), iterations)?
                }
            };
            if proof.is_some() {
                return Ok(proof);
            }
        }
        Ok(None)
    }

    /// Searches for hints of one policy under which the open properties hold.
    fn with_policy(
        &self,
        open: &[usize],
        (policy, iterations): (Policy, usize),
        work: &mut automatic::Work,
    ) -> Result<Option<Proof>, Diagnostic> {
        let (prepared, sources) = (self.prepared, self.sources);
        // Only predicates matter here: no boolean program is built.
        let mut run = |prepared: &Prepared, bound: usize| self.attempted(self.task(prepared, bound));
        let candidates = automatic::candidates(prepared, sources, (policy, iterations), work, &mut run, self.budget)?;
        for candidate in candidates {
            let proof = self.with_hints(open, candidate.hints[prepared.hints.len()..].to_vec(), iterations)?;
            if proof.is_some() {
                return Ok(proof);
            }
        }
        Ok(None)
    }

    /// Tries to prove the open properties with predicates followed no further than to some cut.
    fn with_cuts(&self, open: &[usize], how: (usize, bool), iterations: usize) -> Result<Option<Proof>, Diagnostic> {
        for cut in automatic::cuts(self.prepared, self.sources) {
            let proof = self.with_cut(open, &cut, how, iterations)?;
            if proof.is_some() {
                return Ok(proof);
            }
        }
        Ok(None)
    }

    /// Tries to prove the open properties with predicates followed no further than to a cut.
    fn with_cut(
        &self,
        open: &[usize],
        locations: &[LocationId],
        (loop_iterations, generous): (usize, bool),
        iterations: usize,
    ) -> Result<Option<Proof>, Diagnostic> {
        if self.budget.check().is_err() {
            return Ok(None);
        }
        let symbols = self.prepared.specification.symbols.len();
        let cut = Cut { locations, loop_iterations, generous, symbols };
        let task = self.task(self.prepared, iterations);
        let task = AbstractionTask { cut: Some(cut), most_pairs: self.effort.cut_pairs, ..task };
        let abstraction = self.attempted(task)?;
        if abstraction.stopped.is_some() || automatic::most_at_a_location(&abstraction) > self.in_round(CUT_PREDICATES)
        {
            return Ok(None);
        }
        let Some(analysis) =
            analyse_hopeful(task, abstraction, open, self.effort.limits, self.sources, self.settings, self.budget)
        else {
            return Ok(None);
        };
        let report = self.check(&analysis, self.attempt_limits());
        if !self.holds(open, &report) {
            return Ok(None);
        }
        let hints = Proposer::new(self.prepared, self.sources).free(&analysis.abstraction);
        self.proof(open, hints, iterations)
    }

    /// Abstracts, reusing the results of earlier attempts.
    fn attempted(&self, task: AbstractionTask<'_>) -> Result<Abstraction, Diagnostic> {
        abstracted_with(task, &mut self.memo.borrow_mut(), self.budget)
    }

    /// Returns true if all of the properties hold.
    pub(super) fn holds(&self, open: &[usize], report: &CheckReport) -> bool {
        let holds =
            |index: &usize| report.properties.get(*index).is_some_and(|found| found.outcome == CheckOutcome::Holds);
        open.iter().all(holds)
    }

    /// Tries to prove the open properties with these hints, which must themselves be proved.
    fn with_hints(&self, open: &[usize], hints: Vec<Hint>, bound: usize) -> Result<Option<Proof>, Diagnostic> {
        if self.budget.check().is_err() {
            return Ok(None);
        }
        let question = self.hinted(&hints);
        let task = self.task(&question, bound);
        let task = AbstractionTask { most_pairs: self.effort.pairs, ..task };
        let abstraction = self.attempted(task)?;
        if abstraction.stopped.is_some() {
            return Ok(None);
        }
        let analysis =
            analyse_hopeful(task, abstraction, open, self.effort.limits, self.sources, self.settings, self.budget);
        let is_proved = |analysis| self.holds(open, &self.check(&analysis, self.attempt_limits()));
        if analysis.is_some_and(is_proved) { self.proof(open, hints, bound) } else { Ok(None) }
    }

    /// Returns the proof that the hints reproduce: computed from scratch, as if they were read from a file.
    pub(super) fn proof(&self, open: &[usize], hints: Vec<Hint>, bound: usize) -> Result<Option<Proof>, Diagnostic> {
        let question = self.hinted(&hints);
        let query = ModelQuery { prepared: &question, ..*self };
        let analysis = query.analyse(bound, self.settings.most_pairs)?;
        let report = query.check(&analysis, self.attempt_limits());
        if !self.holds(open, &report) {
            return Ok(None);
        }
        let checked = hintcheck::check(&question, &analysis.abstraction, self.settings.hint_nodes, self.budget);
        // Proposed hints must be proved; the user's may be assumed in the end.
        let is_sound = checked.refuted().next().is_none() && checked.are_proved_from(self.prepared.hints.len());
        let rests_on = Support::new(checked.unproved(&question.hints, self.sources), &analysis);
        Ok(is_sound.then_some(Proof { hints, analysis, report, rests_on }))
    }
}
