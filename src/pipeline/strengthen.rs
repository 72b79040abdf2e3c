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

/// What the abstraction alone found out.
#[derive(Clone, Debug)]
pub(super) struct StrengtheningResult {
    /// The last analysis, or the one that settled the last question.
    pub(super) analysis: AbstractModel,
    /// For each property the best answer of any try.
    pub(super) report: CheckReport,
    /// The proposed hints that proved something.
    pub(super) proposed: Vec<ProvingHints>,
    /// For each property that holds, what its proof rests on.
    pub(super) rests_on: Vec<Support>,
    /// Hints that are unsound, of all tries that proved something.
    pub(super) refuted: Vec<Application>,
}

/// What a proof rests on.
#[derive(Clone, Default, Debug)]
pub(super) struct Support {
    /// The user's hints that it uses and that are not proved.
    pub(super) unproved: Vec<UnprovedHint>,
    /// How many facts of the shape analysis it uses.
    pub(super) facts: usize,
}

impl Support {
    /// What a proof by an analysis rests on beside these hints.
    fn new(unproved: Vec<UnprovedHint>, analysis: &AbstractModel) -> Support {
        Support { unproved, facts: lean::facts(analysis).count() }
    }
}

/// What is settled: never asked again.
#[derive(Default)]
struct Settled {
    /// Each property.
    is: Vec<bool>,
    /// For each of them, what its proof rests on.
    rests_on: Vec<Support>,
    /// Hints that are unsound.
    refuted: Vec<Application>,
}

impl Settled {
    fn resize(&mut self, properties: usize) {
        self.is.resize(properties, false);
        self.rests_on.resize_with(properties, Support::default);
    }

    /// What one try has proved stays proved. `check` checks the hints of that try.
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

/// Hints that automatic mode found, with what they prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvingHints {
    /// The texts of the properties.
    pub properties: Vec<String>,
    /// The hints, the user's own left out.
    pub hints: Vec<Hint>,
}

impl ProvingHints {
    /// The hints as a file that reproduces the proof.
    pub fn file(&self) -> String {
        let properties: String = self.properties.iter().map(|text| format!("// {text}\n")).collect();
        let hints: String = self.hints.iter().map(|hint| format!("{};\n", hint.text)).collect();
        format!("{properties}{hints}")
    }
}

/// A boolean program in which properties were found to hold.
#[derive(Clone, Debug)]
pub struct ModelProof {
    /// What it is a model of, with the hints that it uses.
    pub question: Prepared,
    /// The boolean program, and where it comes from.
    pub analysis: AbstractModel,
    /// Whether it was asked that every access is to allocated memory.
    pub checks_accesses: bool,
}

/// How far a proof is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Most pairs of predicate and location with proposed hints.
    pairs: usize,
    /// The same with a cut.
    cut_pairs: usize,
    /// The same, of all that is tried for one question.
    all_pairs: usize,
    /// Of an attempt's model, states that the theory of heaps does not rule out: each is a question to it. Free choices cost
    /// little beside that.
    limits: Limits,
}

impl Effort {
    /// As far as is worth while in a round of work.
    pub(super) fn of(round: Round) -> Effort {
        Effort {
            pairs: round.limit(HINTED_PAIRS),
            cut_pairs: round.limit(CUT_PAIRS),
            all_pairs: round.limit(QUESTION_PAIRS),
            limits: ATTEMPT_MODEL.times(round.limit(1)),
        }
    }

    /// Where another engine has a proof. That does not change with rounds.
    const LITTLE: Effort =
        Effort { pairs: PROVED_PAIRS, cut_pairs: PROVED_PAIRS, all_pairs: PROVED_QUESTION_PAIRS, limits: PROVED_MODEL };
}

/// A query of the abstraction: about which properties, with which effort.
#[derive(Clone, Copy)]
pub(super) struct ModelQuery<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) sources: &'a SourceMap,
    pub(super) rules: &'a RuleSet,
    pub(super) settings: &'a Settings,
    pub(super) check_accesses: bool,
    /// What concrete runs break needs no proof.
    pub(super) search: &'a KnownRuns<'a>,
    /// Engines that work at the same time: of what one of them proves a proof is looked for only where that takes little. To ask
    /// one is to wait for it: what is done must not depend on who is faster.
    pub(super) others: &'a [&'a (dyn Engine + Sync)],
    /// The shape analysis, where what it knows of predicates may be used.
    pub(super) shapes: &'a ShapeAnalysis<'a>,
    /// What it knows of predicates, where that is used.
    pub(super) known: Option<&'a ShapeTruths<'a>>,
    /// Which guards are predicates from the start.
    pub(super) guards: GuardScope<'a>,
    /// Facts of the shape analysis that a run contradicts.
    pub(super) disputes: &'a RefCell<Vec<Contradiction>>,
    /// How far a proof is looked for.
    pub(super) effort: Effort,
    /// What attempts have in common. The final result is found without it: it must not depend on attempts.
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

    /// The task of the abstraction for the query, or for the same one with more hints.
    fn task<'t>(&'t self, prepared: &'t Prepared, bound: usize) -> AbstractionTask<'t> {
        let known = self.known.map(|known| known as &dyn KnownTruths);
        AbstractionTask { known, guards: self.guards, ..task(prepared, self.rules, bound, self.check_accesses) }
    }

    /// Takes over what a try has proved, and keeps the proof if that is wanted and it rests on no hint that is false or without
    /// a proof.
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

    /// A limit of the first round of work, as large as it is in this one.
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

    /// Abstracts with growing bounds, then with proposed hints, then up to `--bound`, until every property is decided or nothing
    /// is left to discover.
    pub(super) fn strengthen(&self) -> Result<StrengtheningResult, Diagnostic> {
        let found = self.strengthened()?;
        // A proof that rests on a hint without one is worth a search on all small heaps.
        if found.rests_on.iter().any(|support| !support.unproved.is_empty()) {
            self.search.add_all();
        }
        Ok(found)
    }

    fn strengthened(&self) -> Result<StrengtheningResult, Diagnostic> {
        let mut settled = Settled::default();
        let mut proposed = Vec::new();
        let first: Vec<usize> = FIRST_ITERATIONS.into_iter().filter(|bound| *bound < self.settings.bound).collect();
        // Hints of the user's are tried as far as they go, before others are added to them.
        let proposing = if self.prepared.hints.is_empty() { first.first() } else { first.last() };
        for bound in first.iter().copied() {
            let analysis = self.analyse(bound, self.settings.most_pairs)?;
            let mut report = self.check(&analysis, self.first_model());
            self.settle(&analysis, &mut report, &mut settled);
            self.leave_out_others(&analysis, &report, &mut settled.is);
            // A complete abstraction whose states were too many for a first try deserves the full limit.
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
            // What is proved need not be proved again at any price; but hints of the user's are there to be tried.
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

    /// Abstracts up to `--bound`. Where proposed hints did not help, neither do many more predicates: then a smaller bound comes
    /// first, whose model is small enough to be looked at, and there are limits on pairs and states.
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
            // Nothing is left to discover: as many states as wanted, where each does not take much to be found.
            (true, true) => Limits { successors: 2 * self.first_model().successors, ..self.settings.limits },
            (true, false) => self.first_model(),
        };
        let mut report = self.check(&analysis, limits);
        self.settle(&analysis, &mut report, &mut settled);
        self.leave_out_others(&analysis, &report, &mut settled.is);
        self.add_runs(&analysis, &report, &settled.is);
        Ok(settled.answer(analysis, report, proposed))
    }

    /// Whether another engine proves what a statement asks for; `None` for what no statement does.
    fn is_proved(&self, statement: Option<usize>) -> bool {
        let topic = match (self.check_accesses, statement) {
            (true, _) => Topic::Accesses,
            (false, Some(statement)) => Topic::Statement(statement),
            (false, None) => Topic::Assertions,
        };
        self.others.iter().any(|engine| engine.outcome(topic).is_proved())
    }

    /// Whether every property was proved, or is broken by a concrete run.
    fn is_decided(&self, analysis: &AbstractModel, report: &CheckReport, settled: &[bool]) -> bool {
        if self.open_questions(analysis, report, settled).is_empty() {
            return true;
        }
        self.add_runs(analysis, report, settled);
        self.open_questions(analysis, report, settled).is_empty()
    }

    /// Tries all small heaps where a run may break what is open. None breaks what another engine proves.
    fn add_runs(&self, analysis: &AbstractModel, report: &CheckReport, settled: &[bool]) {
        let open = self.open_questions(analysis, report, settled);
        if open.keys().any(|statement| !self.is_proved(*statement)) {
            self.search.add_all();
        }
    }

    fn is_broken(&self, analysis: &AbstractModel, property: PropertyIndex) -> bool {
        run_for(&self.search.found(), self.prepared, analysis, property).is_some()
    }

    /// For queries about accesses, the program's own assertions are of no interest.
    fn leave_out_others(&self, analysis: &AbstractModel, report: &CheckReport, settled: &mut [bool]) {
        for (result, settled) in report.properties.iter().zip(settled) {
            let origin = origin_of(analysis, result.property);
            *settled |= self.check_accesses && matches!(origin, Some(PropertyOrigin::Failure(_)));
        }
    }

    /// Asks each open question by itself, with hints proposed for what grows in it. Returns the analysis that settled the last
    /// one, if there was only one.
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

    /// The open properties, by the statement that asks for them. Those of no statement are asked for together.
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

    /// The hints of an analysis that are neither proved nor refuted, and those that are refuted.
    fn check_hints(&self, analysis: &AbstractModel) -> (Vec<UnprovedHint>, Vec<Application>) {
        let checked = hintcheck::check(self.prepared, &analysis.abstraction, self.settings.hint_nodes, self.budget);
        let refuted = checked.refuted().map(|(application, _)| application.clone()).collect();
        (checked.unproved(&self.prepared.hints, self.sources), refuted)
    }

    /// The input with more hints.
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
    /// What it rests on.
    rests_on: Support,
}

fn text_of(analysis: &AbstractModel, property: PropertyIndex) -> String {
    match property {
        PropertyIndex::Assertion(index) => analysis.program.assertions[index].text.clone(),
        PropertyIndex::Ltl(index) => analysis.program.ltl[index].text.clone(),
    }
}
