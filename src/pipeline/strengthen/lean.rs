//! Proofs with less to discover, after all attempts have failed: guards are predicates only where they matter, and what
//! the shape analysis knows about predicates is used.
//!
//! An omitted guard matters if a counterexample passes it. Then it becomes a predicate, and the search continues.
//! Questions about accesses use no facts: if the shape analysis proves accesses safe, the question is already answered.
//!
//! Where facts of the shape analysis are used, the engines do not check each other. So the runs on small heaps assert
//! each fact that a proof uses, and the answer says how many it uses. A run that contradicts one contradicts the shape
//! analysis.

use std::collections::BTreeSet;

use crate::confirm::{self, SearchBounds};
use crate::limits::HINTED_ITERATIONS;
use crate::model::AbstractModel;
use crate::prepare::Prepared;
use crate::reconcile::Contradiction;
use crate::runs::CONCRETE_RUNS;
use crate::settings::Settings;
use crate::shapes::SHAPE_ANALYSIS;
use crate::strengthen::{ModelQuery, Proof};
use abstraction::{GuardScope, Pair, Treatment, families};
use base::{Budget, Diagnostic, SourceMap};
use engine::evidence::{Broken, ConcreteRun};
use engine::{self, Refutation, WorkDone};
use logic::display::Printer;
use modelcheck::{CheckOutcome, CheckReport};
use program::LocationId;
use spec::{StateFormula, Statement, StatementKind};

/// Returns the facts of the shape analysis that an analysis uses: predicates at a location, each with its fixed value
/// there.
pub(super) fn facts(analysis: &AbstractModel) -> impl Iterator<Item = (Pair, bool)> + '_ {
    analysis.abstraction.pairs.iter().filter_map(|(pair, info)| match info.treatment {
        Treatment::Known(truth) => Some((*pair, truth)),
        _ => None,
    })
}

impl ModelQuery<'_> {
    /// Searches for a proof with less to discover, unless a run breaks the property.
    pub(super) fn attempt_with_less(&self, open: &[usize]) -> Result<Option<Proof>, Diagnostic> {
        let truths = if self.check_accesses { None } else { self.shapes.truths() };
        let mut mattering = BTreeSet::new();
        loop {
            let query = ModelQuery { known: truths.as_ref(), guards: GuardScope::Cone { also: &mattering }, ..*self };
            let (proof, more) = query.bare(open)?;
            let before = mattering.len();
            mattering.extend(more);
            if proof.is_some() || mattering.len() == before || self.budget.check().is_err() {
                return Ok(self.unless_disputed(proof));
            }
        }
    }

    /// Makes one abstraction without hints. Returns a proof, or the branches that matter to a counterexample and whose
    /// guards are omitted.
    fn bare(&self, open: &[usize]) -> Result<(Option<Proof>, BTreeSet<LocationId>), Diagnostic> {
        let bound = self.in_round(HINTED_ITERATIONS);
        // Each step of a counterexample must be an edge of the flowchart.
        let settings = Settings { compact: false, ..self.settings.clone() };
        let query = ModelQuery { settings: &settings, ..*self };
        let analysis = query.analyse(bound, self.effort.pairs)?;
        let report = query.check(&analysis, self.attempt_limits());
        if self.holds(open, &report) {
            return Ok((self.proof(open, Vec::new(), bound)?, BTreeSet::new()));
        }
        Ok((None, self.left_out(open, &analysis, &report)))
    }

    /// Returns the branches that a counterexample passes and whose guards are omitted.
    fn left_out(&self, open: &[usize], analysis: &AbstractModel, report: &CheckReport) -> BTreeSet<LocationId> {
        let Some(flowchart) = self.prepared.program.flowchart(self.prepared.entry) else { return BTreeSet::new() };
        let outcomes = open.iter().filter_map(|index| report.properties.get(*index));
        let paths = outcomes.filter_map(|result| match &result.outcome {
            CheckOutcome::Violated(path) => Some(path),
            CheckOutcome::Holds | CheckOutcome::Unknown(_) => None,
        });
        let edges = paths.flat_map(|path| &path.moves).filter_map(|moved| analysis.built.edges.get(moved.transition));
        let pairs = &analysis.abstraction.pairs;
        let is_left_out = |edge: &&_| {
            let source = flowchart.source(**edge);
            let alternatives = analysis.abstraction.alternatives.iter().filter(|known| known.edge == **edge);
            alternatives.flat_map(|known| known.guard.atoms()).any(|atom| !pairs.contains_key(&(atom, source)))
        };
        edges.filter(is_left_out).map(|edge| flowchart.source(*edge)).collect()
    }

    /// Returns the proof unless a run on a small heap contradicts one of its facts.
    fn unless_disputed(&self, proof: Option<Proof>) -> Option<Proof> {
        let Some(question) = asserted(self.prepared, &proof.as_ref()?.analysis) else { return proof };
        let disputes = contradictions(&question, self.sources, self.settings.concrete, self.budget);
        let is_disputed = !disputes.is_empty();
        self.disputes.borrow_mut().extend(disputes);
        proof.filter(|_| !is_disputed)
    }
}

/// Returns the facts that runs on small heaps contradict, for an input that asserts them.
fn contradictions(
    question: &Prepared,
    sources: &SourceMap,
    bounds: SearchBounds,
    budget: &Budget,
) -> Vec<Contradiction> {
    let contradiction = |run: ConcreteRun| {
        let Broken::Statement(index) = run.broken else { return None };
        let text = question.specification.statements.get(index)?.text.clone();
        let (proof, refutation) = (engine::Proof::whole(WorkDone::default()), Refutation::Run(run));
        let (prover, refuter) = (SHAPE_ANALYSIS, CONCRETE_RUNS);
        Some(Contradiction { id: "fact".into(), text, prover, proof, refuter, refutation })
    };
    let found = confirm::search(question, sources, bounds, budget);
    // An assumption may require a number of the program.
    let found = confirm::try_numbers(question, sources, bounds, found, budget);
    found.runs.into_iter().filter_map(contradiction).collect()
}

/// Returns the input with the facts of an analysis as its only assertions; `None` if there are none.
fn asserted(prepared: &Prepared, analysis: &AbstractModel) -> Option<Prepared> {
    let mut question = prepared.only(None);
    let flowchart = prepared.program.flowchart(prepared.entry)?;
    let symbols = question.specification.symbol_names();
    let mut arena = analysis.abstraction.arena.clone();
    let mut has_facts = false;
    for ((atom, location), truth) in facts(analysis) {
        let Some(pattern) = families::exact(&mut arena, atom) else { continue };
        has_facts = true;
        let formula = StateFormula::Atom(pattern.predicate);
        let formula = if truth { formula } else { StateFormula::Not(Box::new(formula)) };
        let text = Printer::new(&arena, &prepared.program, &symbols).atom(atom);
        question.specification.statements.push(Statement {
            text: format!("{text} is always {truth} here"),
            kind: StatementKind::Assert(formula, vec![location]),
            span: flowchart.location(location).span,
        });
    }
    has_facts.then_some(question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{analyse_task, task};
    use crate::prepare::{Input, prepare};
    use abstraction::{AbstractionTask, KnownTruths};
    use simplify::RuleSet;
    use spec::Predicate;

    /// Claims that every predicate has this value.
    struct Everything(bool);

    impl KnownTruths for Everything {
        fn truth(&self, _: &Predicate, _: LocationId) -> Option<bool> {
            Some(self.0)
        }
    }

    /// Returns the facts that runs contradict if every predicate is claimed to have one value.
    fn disputed(truth: bool, assumed: &str) -> Vec<String> {
        let mut sources = SourceMap::new();
        let program = "typedef struct node { struct node *n; int d; } Node; void f(Node *x) { L: ; }";
        let specification = format!("assume {assumed} @ entry; assert !cyclic[;n](x) @ L;");
        let program = sources.add("f.c", program);
        let input = Input { specification: Some(sources.add("f.spec", specification)), ..Input::of(program) };
        let (prepared, diagnostics) = prepare(&mut sources, input);
        let prepared = prepared.ok_or_else(|| diagnostics.render(&sources)).expect("the input is right");
        let rules = RuleSet::embedded().expect("rules");
        let (settings, budget) = (Settings::default(), Budget::unlimited());
        let task = AbstractionTask { known: Some(&Everything(truth)), ..task(&prepared, &rules, 8, false) };
        let analysis = analyse_task(task, &sources, &settings, &budget).expect("an abstraction");
        let question = asserted(&prepared, &analysis).expect("facts");
        let found = contradictions(&question, &sources, settings.concrete, &budget);
        found.into_iter().map(|contradiction| contradiction.text).collect()
    }

    #[test]
    fn a_wrong_fact_is_contradicted_by_a_run() {
        // At the entry, and at L.
        assert_eq!(disputed(true, "!cyclic[;n](x)"), ["cyclic[;n](x) is always true here"; 2]);
        assert_eq!(disputed(false, "cyclic[;n](x)"), ["cyclic[;n](x) is always false here"; 2]);
    }

    #[test]
    fn so_is_one_of_runs_on_a_number_that_is_assumed() {
        let found = disputed(true, "x != NULL && x->d == 7777 && !cyclic[;n](x)");
        assert!(found.contains(&"cyclic[;n](x) is always true here".to_string()), "{found:?}");
    }

    #[test]
    fn a_right_fact_is_not() {
        assert_eq!(disputed(false, "!cyclic[;n](x)"), [""; 0]);
        assert_eq!(disputed(true, "cyclic[;n](x)"), [""; 0]);
    }
}
