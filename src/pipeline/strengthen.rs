//! Iterative strengthening of the predicate abstraction: small bounds first, then hints for growing predicates, then the full
//! bound.
//!
//! Every attempt is sound: what one of them proves is proved. In automatic mode each open property is a query of its own, because
//! fewer predicates make smaller models.
//!
//! | file | what stands there |
//! |---|---|
//! | `attempts` | the attempts to prove an open question |
//! | `lean` | the last of them, with less to discover |

mod attempts;
mod lean;

use std::cell::RefCell;

use indexmap::IndexMap;

use crate::hintcheck::{self, Application};
use crate::known::ShapeTruths;
use crate::limits::{
    ATTEMPT_MODEL, ATTEMPT_STATES, CUT_PAIRS, FIRST_ITERATIONS, FIRST_MODEL, HINTED_PAIRS, LAST_ITERATIONS, LAST_PAIRS,
    PROVED_MODEL, PROVED_PAIRS, PROVED_QUESTION_PAIRS, QUESTION_PAIRS,
};
use crate::model::{AbstractModel, analyse_task, check, origin_of, task};
use crate::prepare::Prepared;
use crate::reconcile::Contradiction;
use crate::runs::{KnownRuns, run_for};
use crate::settings::Settings;
use crate::shapes::ShapeAnalysis;
use abstraction::build::PropertyOrigin;
use abstraction::{AbstractionTask, GuardScope, KnownTruths, Memo};
use base::{Budget, Diagnostic, Round, SourceMap};
use engine::Engine;
use engine::topic::Topic;
use modelcheck::{CheckOutcome, CheckReport, Limits, PropertyIndex, PropertyResult};
use reason::assumption::UnprovedHint;
use simplify::RuleSet;
use spec::Hint;

/// The result of the abstraction alone.
#[derive(Clone, Debug)]
pub(super) struct StrengtheningResult {
    /// The last analysis, or the one that settled the last question.
    pub(super) analysis: AbstractModel,
    /// For each property, the best outcome of all attempts.
    pub(super) report: CheckReport,
    /// Proposed hints that proved something.
    pub(super) proposed: Vec<ProvingHints>,
    /// For each property that holds, the support of its proof.
    pub(super) rests_on: Vec<Support>,
    /// Unsound hints of all attempts that proved something.
    pub(super) refuted: Vec<Application>,
}

/// What a proof rests on.
#[derive(Clone, Default, Debug)]
pub(super) struct Support {
    /// The unproved hints of the user that it uses.
    pub(super) unproved: Vec<UnprovedHint>,
    /// Number of facts of the shape analysis that it uses.
    pub(super) facts: usize,
}

impl Support {
    /// Collects the support of a proof by an analysis: these hints, and the facts that it uses.
    fn new(unproved: Vec<UnprovedHint>, analysis: &AbstractModel) -> Support {
        Support { unproved, facts: lean::facts(analysis).count() }
    }
}

/// Which properties are settled; they are never checked again.
#[derive(Default)]
struct Settled {
    /// One entry for each property.
    is: Vec<bool>,
    /// For each property, the support of its proof.
    rests_on: Vec<Support>,
    refuted: Vec<Application>,
}

impl Settled {
    fn resize(&mut self, properties: usize) {
        self.is.resize(properties, false);
        self.rests_on.resize_with(properties, Support::default);
    }

    /// Marks what an attempt has proved as settled. `check` checks the hints of that attempt.
    fn keep(&mut self, report: &mut CheckReport, check: impl FnOnce() -> (Vec<UnprovedHint>, Vec<Application>)) {
        self.resize(report.properties.len());
        let is_new = |(result, is): (&PropertyResult, &bool)| !is && result.outcome == CheckOutcome::Holds;
        let new: Vec<bool> = report.properties.iter().zip(&self.is).map(is_new).collect();
        if new.contains(&true) {
            let (unproved, refuted) = check();
            self.refuted.extend(refuted);
            let all = self.is.iter_mut().zip(&mut self.rests_on).zip(&new);
            for ((is, rests_on), _) in all.filter(|(_, new)| **new) {
                *is = true;
                *rests_on = Support { unproved: unproved.clone(), facts: 0 };
            }
        }
        for (result, is) in report.properties.iter_mut().zip(&self.is) {
            if *is {
                result.outcome = CheckOutcome::Holds;
            }
        }
    }

    fn answer(self, analysis: AbstractModel, report: CheckReport, proposed: Vec<ProvingHints>) -> StrengtheningResult {
        let Settled { rests_on, refuted, .. } = self;
        StrengtheningResult { analysis, report, proposed, rests_on, refuted }
    }
}

/// Hints that automatic mode found, with the properties that they prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvingHints {
    pub properties: Vec<String>,
    /// Without the user's own hints.
    pub hints: Vec<Hint>,
}

impl ProvingHints {
    /// Returns the hints as a file that reproduces the proof.
    pub fn file(&self) -> String {
        let properties: String = self.properties.iter().map(|text| format!("// {text}\n")).collect();
        let hints: String = self.hints.iter().map(|hint| format!("{};\n", hint.text)).collect();
        format!("{properties}{hints}")
    }
}

/// A boolean program in which properties hold.
#[derive(Clone, Debug)]
pub struct ModelProof {
    /// What it is a model of, including the hints that it uses.
    pub question: Prepared,
    /// The boolean program, and the abstraction that it was built from.
    pub analysis: AbstractModel,
    /// True if the property is that every access is to allocated memory.
    pub checks_accesses: bool,
}

/// Limits on the search for a proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Maximum number of pairs of predicate and location with proposed hints.
    pairs: usize,
    /// The same with a cut.
    cut_pairs: usize,
    /// The same for all attempts at one question together.
    all_pairs: usize,
    /// States and successors of an attempt's model, counting only states that the theory of heaps does not rule out:
    /// each is a query to it. Free choices cost little in comparison.
    limits: Limits,
}

impl Effort {
    /// Returns the limits for a round of work.
    pub(super) fn of(round: Round) -> Effort {
        Effort {
            pairs: round.limit(HINTED_PAIRS),
            cut_pairs: round.limit(CUT_PAIRS),
            all_pairs: round.limit(QUESTION_PAIRS),
            limits: ATTEMPT_MODEL.times(round.limit(1)),
        }
    }

    /// The limits if another engine has a proof. They do not grow with rounds.
    const LITTLE: Effort =
        Effort { pairs: PROVED_PAIRS, cut_pairs: PROVED_PAIRS, all_pairs: PROVED_QUESTION_PAIRS, limits: PROVED_MODEL };
}

/// A query of the abstraction: the properties in question, and the limits.
#[derive(Clone, Copy)]
pub(super) struct ModelQuery<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) sources: &'a SourceMap,
    pub(super) rules: &'a RuleSet,
    pub(super) settings: &'a Settings,
    pub(super) check_accesses: bool,
    /// What concrete runs break needs no proof.
    pub(super) search: &'a KnownRuns<'a>,
    /// Engines that run at the same time. What one of them proves is proved again only if that is cheap. Queries block
    /// until they have finished: the result must not depend on which engine is faster.
    pub(super) others: &'a [&'a (dyn Engine + Sync)],
    /// The shape analysis, whose knowledge of predicates may be used.
    pub(super) shapes: &'a ShapeAnalysis<'a>,
    /// Its knowledge of predicates, if the query uses it.
    pub(super) known: Option<&'a ShapeTruths<'a>>,
    /// The guards that are predicates from the start.
    pub(super) guards: GuardScope<'a>,
    /// Facts of the shape analysis that a run contradicts.
    pub(super) disputes: &'a RefCell<Vec<Contradiction>>,
    pub(super) effort: Effort,
    /// Results shared by attempts. The final result is computed without it: it must not depend on attempts.
    pub(super) memo: &'a RefCell<Memo>,
    /// The proofs, if they are kept.
    pub(super) proofs: &'a RefCell<Vec<ModelProof>>,
    pub(super) budget: &'a Budget,
}

impl ModelQuery<'_> {
    fn analyse(&self, bound: usize, most_pairs: usize) -> Result<AbstractModel, Diagnostic> {
        let settings =
            Settings { bound, most_pairs: most_pairs.min(self.settings.most_pairs), ..self.settings.clone() };
        let task = AbstractionTask { most_pairs: settings.most_pairs, ..self.task(self.prepared, settings.bound) };
        analyse_task(task, self.sources, &settings, self.budget)
    }

    /// Returns the abstraction task for the query, or for the same one with more hints.
    fn task<'t>(&'t self, prepared: &'t Prepared, bound: usize) -> AbstractionTask<'t> {
        let known = self.known.map(|known| known as &dyn KnownTruths);
        AbstractionTask { known, guards: self.guards, ..task(prepared, self.rules, bound, self.check_accesses) }
    }

    /// Marks what an attempt has proved as settled, and keeps the proof if proofs are kept and it uses no refuted or
    /// unproved hint.
    fn settle(&self, analysis: &AbstractModel, report: &mut CheckReport, settled: &mut Settled) {
        settled.keep(report, || {
            let (unproved, refuted) = self.check_hints(analysis);
            if unproved.is_empty() && refuted.is_empty() {
                self.keep(self.prepared, analysis);
            }
            (unproved, refuted)
        });
    }

    fn keep(&self, question: &Prepared, analysis: &AbstractModel) {
        if self.settings.keeps_proofs {
            let checks_accesses = self.check_accesses;
            let proof = ModelProof { question: question.clone(), analysis: analysis.clone(), checks_accesses };
            self.proofs.borrow_mut().push(proof);
        }
    }

    /// Scales a limit of the first round of work to this round.
    fn in_round(&self, limit: usize) -> usize {
        self.settings.round.limit(limit)
    }

    fn first_model(&self) -> Limits {
        FIRST_MODEL.times(self.in_round(1))
    }

    fn attempt_limits(&self) -> Limits {
        Limits::of_states(self.in_round(ATTEMPT_STATES))
    }

    fn check(&self, analysis: &AbstractModel, limits: Limits) -> CheckReport {
        check(&analysis.program, &Settings { limits, ..self.settings.clone() }, self.budget)
    }

    /// Abstracts with growing bounds, then with proposed hints, then up to `--bound`, until every property is decided
    /// or nothing is left to discover.
    pub(super) fn strengthen(&self) -> Result<StrengtheningResult, Diagnostic> {
        let found = self.strengthened()?;
        // If a proof rests on an unproved hint, a search on all small heaps is worthwhile.
        if found.rests_on.iter().any(|support| !support.unproved.is_empty()) {
            self.search.add_all();
        }
        Ok(found)
    }

    fn strengthened(&self) -> Result<StrengtheningResult, Diagnostic> {
        let mut settled = Settled::default();
        let mut proposed = Vec::new();
        let first: Vec<usize> = FIRST_ITERATIONS.into_iter().filter(|bound| *bound < self.settings.bound).collect();
        // The user's hints are tried to the full before others are added.
        let proposing = if self.prepared.hints.is_empty() { first.first() } else { first.last() };
        for bound in first.iter().copied() {
            let analysis = self.analyse(bound, self.settings.most_pairs)?;
            let mut report = self.check(&analysis, self.first_model());
            self.settle(&analysis, &mut report, &mut settled);
            self.leave_out_others(&analysis, &report, &mut settled.is);
            // If a complete abstraction had too many states for the first limits, it deserves the full ones.
            let is_complete = analysis.abstraction.statistics.converged;
            if self.is_decided(&analysis, &report, &settled.is) || self.budget.check().is_err() {
                return Ok(settled.answer(analysis, report, proposed));
            }
            let is_time = is_complete || proposing == Some(&bound);
            if self.settings.automatic && is_time {
                let last = self.propose(&analysis, &mut report, &mut settled, &mut proposed)?;
                if self.is_decided(&analysis, &report, &settled.is) {
                    return Ok(settled.answer(last.unwrap_or(analysis), report, proposed));
                }
            }
            if is_complete && report.states.is_some() {
                return Ok(settled.answer(analysis, report, proposed));
            }
            // What another engine proves is not proved again at any cost, but the user's hints must be tried.
            let all_proved = self.settings.automatic
                && self.prepared.hints.is_empty()
                && self
                    .open_questions(&analysis, &report, &settled.is)
                    .keys()
                    .all(|statement| self.is_proved(*statement));
            if all_proved {
                return Ok(settled.answer(analysis, report, proposed));
            }
            if is_complete || self.settings.automatic && is_time {
                break;
            }
        }
        self.go_all_the_way(settled, proposed)
    }

    /// Abstracts up to `--bound`. If proposed hints did not help, many more predicates will not either: then a smaller
    /// bound comes first, whose model is small enough to check, with limits on pairs and states.
    fn go_all_the_way(
        &self,
        mut settled: Settled,
        proposed: Vec<ProvingHints>,
    ) -> Result<StrengtheningResult, Diagnostic> {
        let is_in_vain = self.settings.automatic && !settled.is.is_empty();
        if is_in_vain && self.in_round(LAST_ITERATIONS) < self.settings.bound {
            let analysis = self.analyse(self.in_round(LAST_ITERATIONS), self.in_round(LAST_PAIRS))?;
            let mut report = self.check(&analysis, self.first_model());
            self.settle(&analysis, &mut report, &mut settled);
            if self.is_decided(&analysis, &report, &settled.is) || analysis.abstraction.stopped.is_some() {
                return Ok(settled.answer(analysis, report, proposed));
            }
        }
        let analysis = self.analyse(
            self.settings.bound,
            if is_in_vain { self.in_round(LAST_PAIRS) } else { self.settings.most_pairs },
        )?;
        let limits = match (is_in_vain, analysis.abstraction.statistics.converged) {
            (false, _) => self.settings.limits,
            // Nothing is left to discover: all states that the settings allow, if each is cheap to find.
            (true, true) => Limits { successors: 2 * self.first_model().successors, ..self.settings.limits },
            (true, false) => self.first_model(),
        };
        let mut report = self.check(&analysis, limits);
        self.settle(&analysis, &mut report, &mut settled);
        self.leave_out_others(&analysis, &report, &mut settled.is);
        self.add_runs(&analysis, &report, &settled.is);
        Ok(settled.answer(analysis, report, proposed))
    }

    /// Returns true if another engine proves what a statement asks for; `None` stands for the program's own assertions.
    fn is_proved(&self, statement: Option<usize>) -> bool {
        let topic = match (self.check_accesses, statement) {
            (true, _) => Topic::Accesses,
            (false, Some(statement)) => Topic::Statement(statement),
            (false, None) => Topic::Assertions,
        };
        self.others.iter().any(|engine| engine.outcome(topic).is_proved())
    }

    /// Returns true if every property is proved, or broken by a concrete run.
    fn is_decided(&self, analysis: &AbstractModel, report: &CheckReport, settled: &[bool]) -> bool {
        if self.open_questions(analysis, report, settled).is_empty() {
            return true;
        }
        self.add_runs(analysis, report, settled);
        self.open_questions(analysis, report, settled).is_empty()
    }

    /// Tries all small heaps if a run may break what is open. No run breaks what another engine proves.
    fn add_runs(&self, analysis: &AbstractModel, report: &CheckReport, settled: &[bool]) {
        let open = self.open_questions(analysis, report, settled);
        if open.keys().any(|statement| !self.is_proved(*statement)) {
            self.search.add_all();
        }
    }

    fn is_broken(&self, analysis: &AbstractModel, property: PropertyIndex) -> bool {
        run_for(&self.search.found(), self.prepared, analysis, property).is_some()
    }

    /// Queries about accesses ignore the program's own assertions.
    fn leave_out_others(&self, analysis: &AbstractModel, report: &CheckReport, settled: &mut [bool]) {
        for (result, settled) in report.properties.iter().zip(settled) {
            let origin = origin_of(analysis, result.property);
            *settled |= self.check_accesses && matches!(origin, Some(PropertyOrigin::Failure(_)));
        }
    }

    /// Checks each open question on its own, with hints proposed for what grows in it. Returns the analysis that
    /// settled the question, if there was only one.
    fn propose(
        &self,
        analysis: &AbstractModel,
        report: &mut CheckReport,
        settled: &mut Settled,
        proposed: &mut Vec<ProvingHints>,
    ) -> Result<Option<AbstractModel>, Diagnostic> {
        let questions = self.open_questions(analysis, report, &settled.is);
        let mut last = None;
        for (statement, open) in &questions {
            let question = self.prepared.only(*statement);
            let effort = if self.is_proved(*statement) { Effort::LITTLE } else { self.effort };
            let query = ModelQuery { prepared: &question, effort, ..*self };
            let mut known: Vec<Vec<Hint>> = proposed.iter().map(|known| known.hints.clone()).collect();
            known.reverse();
            let proof = match query.attempt(open, &known)? {
                None if !self.is_proved(*statement) => query.attempt_with_less(open)?,
                found => found,
            };
            let Some(Proof { hints, analysis, report: outcomes, rests_on }) = proof else { continue };
            if rests_on.unproved.is_empty() {
                self.keep(&query.hinted(&hints), &analysis);
            }
            for index in open {
                report.properties[*index].outcome = outcomes.properties[*index].outcome.clone();
                settled.is[*index] = true;
                settled.rests_on[*index].clone_from(&rests_on);
            }
            let texts = open.iter().map(|index| text_of(&analysis, report.properties[*index].property));
            match proposed.iter_mut().find(|known| known.hints == hints) {
                Some(known) => known.properties.extend(texts),
                // Hints alone do not reproduce a proof that uses facts of the shape analysis.
                None if hints.is_empty() || rests_on.facts > 0 => {}
                None => proposed.push(ProvingHints { properties: texts.collect(), hints }),
            }
            if questions.len() == 1 {
                report.states = outcomes.states;
                last = Some(analysis);
            }
        }
        Ok(last)
    }

    /// Groups the open properties by their statements. Those of no statement form one group.
    fn open_questions(
        &self,
        analysis: &AbstractModel,
        report: &CheckReport,
        settled: &[bool],
    ) -> IndexMap<Option<usize>, Vec<usize>> {
        let mut questions: IndexMap<Option<usize>, Vec<usize>> = IndexMap::new();
        for (index, result) in report.properties.iter().enumerate().filter(|(index, _)| !settled[*index]) {
            if self.is_broken(analysis, result.property) {
                continue;
            }
            let statement = match origin_of(analysis, result.property) {
                Some(PropertyOrigin::Statement(statement)) => Some(*statement),
                _ => None,
            };
            questions.entry(statement).or_default().push(index);
        }
        questions
    }

    /// Returns the hints of an analysis that are neither proved nor refuted, and those that are refuted.
    fn check_hints(&self, analysis: &AbstractModel) -> (Vec<UnprovedHint>, Vec<Application>) {
        let checked = hintcheck::check(self.prepared, &analysis.abstraction, self.settings.hint_nodes, self.budget);
        let refuted = checked.refuted().map(|(application, _)| application.clone()).collect();
        (checked.unproved(&self.prepared.hints, self.sources), refuted)
    }

    /// Returns the input with more hints.
    fn hinted(&self, hints: &[Hint]) -> Prepared {
        let mut question = self.prepared.clone();
        question.hints.extend(hints.iter().cloned());
        question
    }
}

/// Hints with what they prove.
struct Proof {
    hints: Vec<Hint>,
    analysis: AbstractModel,
    report: CheckReport,
    rests_on: Support,
}

fn text_of(analysis: &AbstractModel, property: PropertyIndex) -> String {
    match property {
        PropertyIndex::Assertion(index) => analysis.program.assertions[index].text.clone(),
        PropertyIndex::Ltl(index) => analysis.program.ltl[index].text.clone(),
    }
}
