//! The predicate abstraction and the concrete runs, which support each other: what a run breaks needs no proof, and
//! abstract counterexamples suggest runs.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Instant;

use crate::answer::PredicateFindings;
use crate::backwards;
use crate::claims::{self, Checked, PredicateAbstraction};
use crate::confirm::{self, SearchResult};
use crate::hintcheck::diagnostics::{diagnose, hint_diagnostics};
use crate::hintcheck::{self, Application, HintCheck};
use crate::prepare::Prepared;
use crate::property::overall;
use crate::reconcile::{Contradiction, reconcile};
use crate::runs::{ConcreteRuns, KnownRuns, has_fault, is_open};
use crate::settings::{Checker, Settings};
use crate::shapes::ShapeAnalysis;
use crate::strengthen::{Effort, ModelQuery, ProvingHints, StrengtheningResult};
use crate::vacuous;
use abstraction::GuardScope;
use base::{Budget, Diagnostic, Diagnostics, SourceMap};
use engine::evidence::ConcreteRun;
use engine::{Engine, Outcome};
use simplify::RuleSet;
use spec::StatementKind;

#[derive(Clone, Copy)]
pub(super) struct ModelQuestion<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) sources: &'a SourceMap,
    pub(super) rules: &'a RuleSet,
    pub(super) settings: &'a Settings,
    pub(super) small_heaps: &'a confirm::Shared<'a>,
    /// Engines that run at the same time. Queries block until they have finished: the result must not depend on which
    /// engine is faster.
    pub(super) others: &'a [&'a (dyn Engine + Sync)],
    pub(super) shapes: &'a ShapeAnalysis<'a>,
    pub(super) budget: &'a Budget,
}

/// The results of the predicate abstraction and the concrete runs.
pub(super) struct Found {
    /// The claims of the predicate abstraction.
    pub(super) claims: PredicateAbstraction,
    /// The findings of both.
    pub(super) findings: PredicateFindings,
    /// Facts of the shape analysis that a run contradicts.
    pub(super) disputes: Vec<Contradiction>,
    /// Diagnostics about the hints.
    pub(super) diagnostics: Diagnostics,
}

impl ModelQuestion<'_> {
    /// Runs both. Returns `Err` if the input turns out to be at fault, such as an unsound hint.
    pub(super) fn answer(self) -> Result<Found, Diagnostics> {
        let ModelQuestion { prepared, sources, rules, settings, budget, .. } = self;
        let known = KnownRuns::new(self.small_heaps);
        // The absence of undefined behaviour is not proved.
        if settings.checks_undefined_behaviour() {
            known.add_all();
        }
        let (start, first_time) = (Instant::now(), known.time());
        let budget = &budget.doing("predicate abstraction");
        let (memo, proofs, disputes) = (RefCell::default(), RefCell::default(), RefCell::default());
        let query = ModelQuery {
            prepared,
            sources,
            rules,
            settings,
            check_accesses: false,
            search: &known,
            others: self.others,
            shapes: self.shapes,
            known: None,
            guards: GuardScope::All,
            disputes: &disputes,
            effort: Effort::of(settings.round),
            memo: &memo,
            proofs: &proofs,
            budget,
        };
        let specified = query.strengthen().map_err(Diagnostics::from)?;
        let abstraction_time = start.elapsed().saturating_sub(known.time().saturating_sub(first_time));
        let input = backwards::Input { prepared, sources, rules, bounds: settings.concrete };
        let found = known.found().clone();
        known.replace(backwards::confirm(input, prepared, &specified.analysis, &specified.report, found, budget));
        let hints = hintcheck::check(prepared, &specified.analysis.abstraction, settings.hint_nodes, budget);
        let diagnostics = self.about_hints(&specified, &hints)?;
        // A run that breaks the property decides it.
        let breaks_accesses = has_fault(&known.found());
        let accesses = (!breaks_accesses).then(|| accesses(query)).transpose().map_err(Diagnostics::from)?;
        let of_accesses = accesses.as_ref().and_then(Option::as_ref);
        let proposed_for = |answer: &StrengtheningResult| answer.proposed.clone();
        let proposed: Vec<_> = [Some(&specified), of_accesses].into_iter().flatten().flat_map(proposed_for).collect();
        let search_time = known.time();
        let mut search = self.more_runs(&specified, of_accesses, known.into_found());
        let claims = self.claims(&specified, (accesses.as_ref(), &proposed), &hints, &search);
        let outside = unasked(settings, &mut search);
        let by_both = reconcile(&claims.properties(), &[&claims, &ConcreteRuns { search: &search }]);
        let findings = PredicateFindings {
            verdict: overall(&by_both.properties),
            search,
            outside,
            states: specified.report.states,
            analysis: specified.analysis,
            accesses: accesses.flatten().map(|answer| answer.analysis.abstraction.statistics),
            hints,
            proposed,
            proofs: proofs.into_inner(),
            abstraction_time,
            search_time,
        };
        Ok(Found { claims, findings, disputes: disputes.into_inner(), diagnostics })
    }

    /// Returns diagnostics about the hints; `Err` if one is unsound.
    fn about_hints(self, specified: &StrengtheningResult, hints: &HintCheck) -> Result<Diagnostics, Diagnostics> {
        let ModelQuestion { prepared, settings, .. } = self;
        let mut diagnostics = hint_diagnostics(prepared, &specified.analysis.abstraction, hints, settings.bound);
        let is_new = |application: &&Application| hints.refuted().all(|(known, _)| known.hint != application.hint);
        let new = specified.refuted.iter().filter(is_new);
        new.for_each(|application| diagnose(prepared, application, &mut diagnostics));
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(diagnostics) }
    }

    /// Adds runs suggested by abstract counterexamples to the safety of accesses and, if something is still open, runs
    /// on the numbers of the program.
    fn more_runs(
        self,
        specified: &StrengtheningResult,
        accesses: Option<&StrengtheningResult>,
        mut search: SearchResult,
    ) -> SearchResult {
        let ModelQuestion { prepared, sources, rules, settings, budget, .. } = self;
        if let Some(answer) = accesses {
            let input = backwards::Input { prepared, sources, rules, bounds: settings.concrete };
            let question = without_claims(prepared);
            search = backwards::confirm(input, &question, &answer.analysis, &answer.report, search, budget);
        }
        let is_answer_open =
            |answer: &StrengtheningResult| is_open(prepared, &answer.analysis, &answer.report, &search);
        let are_accesses_open = !has_fault(&search) && accesses.is_none_or(is_answer_open);
        if are_accesses_open || is_answer_open(specified) {
            search = confirm::try_numbers(prepared, sources, settings.concrete, search, budget);
        }
        search
    }

    /// Returns the claims. `accesses`: `None` if accesses were not checked. `proposed`: the hints proposed for both
    /// questions.
    fn claims(
        self,
        specified: &StrengtheningResult,
        (accesses, proposed): (Option<&Option<StrengtheningResult>>, &[ProvingHints]),
        hints: &HintCheck,
        search: &SearchResult,
    ) -> PredicateAbstraction {
        let ModelQuestion { prepared, settings, budget, .. } = self;
        let StrengtheningResult { analysis, report, rests_on, .. } = specified;
        let (tried, trust_hints) = (search.complete_nodes, settings.trust_hints);
        let of_specified = claims::figures(analysis.abstraction.statistics, &specified.proposed);
        let unreachable = match hints.are_proved_from(0) {
            true => vacuous::by_abstraction(prepared, search, (analysis, report), settings.limits, budget),
            false => BTreeSet::new(),
        };
        let checked = Checked { prepared, analysis, report, tried, trust_hints };
        let of_accesses = |answer: &Option<StrengtheningResult>| -> Outcome {
            claims::of_accesses(prepared, answer.as_ref(), tried, trust_hints, proposed)
        };
        PredicateAbstraction {
            specified: checked.specified(rests_on, &of_specified),
            accesses: accesses.map(of_accesses),
            unreachable,
            figures: of_specified,
        }
    }
}

/// Removes and returns the runs with undefined behaviour, unless that is checked.
fn unasked(settings: &Settings, search: &mut SearchResult) -> Vec<ConcreteRun> {
    if settings.checks_undefined_behaviour() { Vec::new() } else { std::mem::take(&mut search.undefined) }
}

/// The second question: every access through a determinate pointer, `free` included, is to allocated memory. (That no
/// indeterminate value is used as a pointer is not proved here: a predicate about such a value may have either
/// outcome.) A separate abstraction answers it, so that its predicates do not burden the first. Returns `None` if a
/// hint does not fit it.
fn accesses(query: ModelQuery<'_>) -> Result<Option<StrengtheningResult>, Diagnostic> {
    let question = without_claims(query.prepared);
    let settings = Settings { checker: Checker::BuiltIn, ..query.settings.clone() };
    let query = ModelQuery { prepared: &question, settings: &settings, check_accesses: true, ..query };
    let answer = query.strengthen()?;
    let checked = hintcheck::check(&question, &answer.analysis.abstraction, settings.hint_nodes, query.budget);
    // A hint that is unsound only for a predicate of this question must not spoil the first: then nothing is claimed
    // here.
    let is_sound = answer.refuted.is_empty() && checked.refuted().next().is_none();
    Ok(is_sound.then_some(answer))
}

/// Returns the input with nothing but its assumptions.
fn without_claims(prepared: &Prepared) -> Prepared {
    let mut question = prepared.clone();
    question.specification.statements.retain(|statement| matches!(statement.kind, StatementKind::Assume(..)));
    question
}
