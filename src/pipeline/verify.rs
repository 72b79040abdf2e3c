//! `damson verify`: the two engines side by side, and one verdict from what they say.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use crate::abstraction::Statistics;
use crate::abstraction::build::Origin;
use crate::base::stack::STACK_BYTES;
use crate::base::{Budget, Diagnostic, Diagnostics, SourceMap};
use crate::pipeline::backwards;
use crate::pipeline::confirm::{self, Search};
use crate::pipeline::deepen::{Answer, Asked, Effort, Heard, ModelProof, ProvingHints};
use crate::pipeline::evidence::{fault, is_open};
use crate::pipeline::hintcheck::diagnostics::{diagnose, hint_diagnostics};
use crate::pipeline::hintcheck::{self, Application, HintCheck, HintDoubt};
use crate::pipeline::model::Analysis;
use crate::pipeline::open::OpenReason;
use crate::pipeline::prepare::Prepared;
use crate::pipeline::property::{MEMORY_ACCESS, PropertyVerdict, UNDEFINED_BEHAVIOUR};
use crate::pipeline::reconcile::{Contradiction, Shared, reconcile};
use crate::pipeline::settings::{Checker, Settings};
use crate::pipeline::shapes::{Shapes, Topic};
use crate::pipeline::vacuous;
use crate::pipeline::verdicts::{accesses_verdict, overall, undefined_verdict, verdicts};
use crate::program::LocationId;
use crate::simplify::RuleSet;
use crate::smg::Claim;
use crate::spec::StatementKind;
use crate::verdict::Verdict;

/// Everything that `damson verify` found out.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The verdict on all properties together.
    pub verdict: Verdict,
    /// For unknown: why.
    pub reason: Option<OpenReason>,
    /// Each property.
    pub properties: Vec<PropertyVerdict>,
    /// The statements of the specification, as written.
    pub statement_texts: Vec<String>,
    /// The analysis of the specification's properties.
    pub analysis: Analysis,
    /// The figures of the analysis of accesses, where there was one.
    pub accesses: Option<Statistics>,
    /// Verdict of the predicate abstraction alone.
    pub abstraction_verdict: Verdict,
    /// Reachable states of the boolean program.
    pub states: Option<usize>,
    /// The concrete runs that break something.
    pub search: Search,
    /// The check of the hints.
    pub hints: HintCheck,
    /// Hints that were proposed, and proved something.
    pub proposed: Vec<ProvingHints>,
    /// Time of the predicate abstraction and of checking its model.
    pub abstraction_time: Duration,
    /// Time of the concrete runs.
    pub search_time: Duration,
    /// What the shape analysis found.
    pub shapes: Shapes,
    /// Locations that properties name and where control never comes, as the boolean program shows.
    pub unreached: BTreeSet<LocationId>,
    /// What one engine proved and another refuted.
    pub contradictions: Vec<Contradiction>,
    /// The boolean programs that prove something, if they were to be kept.
    pub proofs: Vec<ModelProof>,
}
/// Runs everything, the two engines at the same time. `Err` when the input is at fault after all: an unsound hint, say.
pub fn verify(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    budget: &Budget,
) -> Result<(Verification, Diagnostics), Diagnostics> {
    // Both engines look at them.
    let small_heaps = confirm::Shared::new(prepared, sources, settings.concrete, budget);
    std::thread::scope(|scope| {
        let shapes = || Shapes::run(prepared, sources, settings, &small_heaps, budget);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, shapes);
        let thread = RefCell::new(Some(thread));
        let heard = Heard::new(|| match thread.take().map(|thread| thread.map(ScopedJoinHandle::join)) {
            Some(Ok(Ok(shapes))) => shapes,
            Some(Ok(Err(panic))) => std::panic::resume_unwind(panic),
            // No thread could be started: one after the other, then.
            Some(Err(_)) | None => shapes(),
        });
        let mut answer = verify_by_predicates(prepared, sources, rules, settings, (&small_heaps, &heard), budget);
        let shapes = heard.into_answer();
        if let Ok((verification, _)) = &mut answer {
            verification.hear(prepared, shapes);
        }
        answer
    })
}

/// Runs the predicate abstraction and the concrete runs. What the shape analysis says is still to come.
fn verify_by_predicates(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    (small_heaps, heard): (&confirm::Shared<'_>, &Heard<'_>),
    budget: &Budget,
) -> Result<(Verification, Diagnostics), Diagnostics> {
    let as_diagnostics = |error: Diagnostic| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(error);
        diagnostics
    };
    let searching = Instant::now();
    let tried = small_heaps.search();
    let search_time = searching.elapsed();
    let start = Instant::now();
    let (memo, proofs) = (RefCell::default(), RefCell::default());
    let (search, effort) = (tried, Effort::ALL);
    let (check_accesses, memo, proofs_kept) = (false, &memo, &proofs);
    let asked = Asked {
        prepared,
        sources,
        rules,
        settings,
        check_accesses,
        search,
        heard,
        effort,
        memo,
        proofs: proofs_kept,
        budget,
    };
    let Answer { analysis, report, mut proposed, rests_on, refuted } = asked.deepen().map_err(as_diagnostics)?;
    let abstraction_time = start.elapsed();
    let input = backwards::Input { prepared, sources, rules };
    let mut search = backwards::confirm(input, prepared, &analysis, &report, tried.clone(), budget);
    let hints = hintcheck::check(prepared, &analysis.abstraction, settings.hint_nodes, budget);
    let mut diagnostics = hint_diagnostics(prepared, &analysis.abstraction, &hints, settings.bound);
    let is_new = |application: &&Application| hints.refuted().all(|(known, _)| known.hint != application.hint);
    refuted.iter().filter(is_new).for_each(|application| diagnose(prepared, application, &mut diagnostics));
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let accesses = match fault(&search) {
        // A run that breaks the property decides it.
        Some(_) => None,
        None => accesses(Asked { search: &search, ..asked }).map_err(as_diagnostics)?,
    };
    if let Some(answer) = &accesses {
        let question = without_claims(prepared);
        search = backwards::confirm(input, &question, &answer.analysis, &answer.report, search, budget);
    }
    let are_accesses_open = fault(&search).is_none()
        && accesses.as_ref().is_none_or(|answer| is_open(&answer.analysis, &answer.report, &search));
    if are_accesses_open || is_open(&analysis, &report, &search) {
        search = confirm::try_numbers(prepared, sources, settings.concrete, search, budget);
    }
    proposed.extend(accesses.iter().flat_map(|answer| answer.proposed.clone()));
    let mut properties = verdicts(&analysis, &report, &search, &rests_on, settings.trust_hints);
    let abstraction_verdict = overall(&properties);
    properties.push(accesses_verdict(prepared, accesses.as_ref(), &search, sources, settings.trust_hints));
    if settings.undefined_behaviour {
        properties.push(undefined_verdict(prepared, &search, sources));
    } else {
        search.undefined.clear();
    }
    let unreached = vacuous::by_abstraction(prepared, &search, (&analysis, &report), settings.limits, budget);
    let states = report.states;
    let verification = Verification {
        verdict: overall(&properties),
        reason: None,
        properties,
        statement_texts: prepared.specification.statements.iter().map(|statement| statement.text.clone()).collect(),
        analysis,
        accesses: accesses.map(|answer| answer.analysis.abstraction.statistics),
        abstraction_verdict,
        states,
        search,
        hints,
        proposed,
        abstraction_time,
        search_time,
        shapes: Shapes::default(),
        unreached,
        contradictions: Vec::new(),
        proofs: proofs.into_inner(),
    };
    Ok((verification, diagnostics))
}
impl Verification {
    /// The text of a statement of the specification.
    pub fn statement_text(&self, index: usize) -> &str {
        self.statement_texts.get(index).map_or("a property", String::as_str)
    }

    /// The hints that are not proved, and that what is verified rests on.
    pub fn assumptions(&self) -> Vec<HintDoubt> {
        let mut found = Vec::new();
        for property in &self.properties {
            hintcheck::add_doubts(&mut found, property.assumptions().to_vec());
        }
        found
    }

    /// Whether the engines contradict each other: exit status 6.
    pub fn contradiction(&self) -> bool {
        !self.contradictions.is_empty()
    }

    /// Merges the verdicts of the shape analysis, and settles the overall verdict.
    fn hear(&mut self, prepared: &Prepared, shapes: Shapes) {
        let topics = self.properties.iter().map(|property| self.topic(prepared, property));
        let shared: Vec<Shared> =
            topics.enumerate().filter_map(|(index, topic)| Some(Shared { index, topic: topic? })).collect();
        self.contradictions = reconcile(&mut self.properties, &shared, &shapes);
        self.shapes = shapes;
        let mut properties = std::mem::take(&mut self.properties);
        let never = if self.hints.are_proved_from(0) { self.unreached.clone() } else { BTreeSet::new() };
        vacuous::mark(&mut properties, |property| self.claimed(property), prepared, &never, &self.shapes);
        self.properties = properties;
        self.verdict = overall(&self.properties);
        let decisive = self.properties.iter().find(|found| found.verdict == self.verdict);
        self.reason = match self.verdict {
            Verdict::Unknown => decisive.and_then(|found| found.reason.clone()),
            _ => None,
        };
    }

    /// The statement of the specification that a property is, and its location if it has one of its own.
    fn claimed(&self, property: &PropertyVerdict) -> Option<(usize, Option<LocationId>)> {
        let built = &self.analysis.built;
        let Origin::Statement(statement) = built.origins.get(&property.id)? else { return None };
        let assertion = self.analysis.program.assertions.iter().find(|known| known.id == property.id);
        Some((*statement, assertion.and_then(|assertion| built.locations.get(assertion.point).copied())))
    }

    /// What a property is about, if the shape analysis may speak of it.
    fn topic(&self, prepared: &Prepared, property: &PropertyVerdict) -> Option<Topic> {
        if property.id == MEMORY_ACCESS {
            return Some(Topic::Accesses);
        }
        if property.id == UNDEFINED_BEHAVIOUR {
            return Some(Topic::UndefinedBehaviour);
        }
        let built = &self.analysis.built;
        match built.origins.get(&property.id)? {
            Origin::Failure(edge) => {
                let flowchart = prepared.program.flowchart(prepared.entry);
                Some(Topic::Assertions(flowchart.map(|flowchart| flowchart.edge(*edge).span)))
            }
            Origin::Statement(statement) => {
                let assertion = self.analysis.program.assertions.iter().find(|known| known.id == property.id);
                let location = match assertion {
                    Some(assertion) => Some(*built.locations.get(assertion.point)?),
                    None => None,
                };
                Some(Topic::Specified(Claim { statement: *statement, location }))
            }
            _ => None,
        }
    }
}
/// The second question: every access through a determinate pointer, `free` among them, is to allocated memory. (That no
/// indeterminate value is used as a pointer is not proved here: a predicate about such a value may have either outcome.) Asked by
/// an abstraction of its own, so that its predicates do not burden the first.
fn accesses(asked: Asked<'_>) -> Result<Option<Answer>, Diagnostic> {
    let question = without_claims(asked.prepared);
    let settings = Settings { checker: Checker::BuiltIn, ..asked.settings.clone() };
    let asked = Asked { prepared: &question, settings: &settings, check_accesses: true, ..asked };
    let answer = asked.deepen()?;
    let checked = hintcheck::check(&question, &answer.analysis.abstraction, settings.hint_nodes, asked.budget);
    // A hint that is unsound for a predicate of this question only must not spoil the first: then nothing is claimed here.
    let is_sound = answer.refuted.is_empty() && checked.refuted().next().is_none();
    Ok(is_sound.then_some(answer))
}

/// The input with nothing but its assumptions.
fn without_claims(prepared: &Prepared) -> Prepared {
    let mut question = prepared.clone();
    question.specification.statements.retain(|statement| matches!(statement.kind, StatementKind::Assume(..)));
    question
}
