//! Runs the predicate abstractor, checks the boolean program, and reconciles the answers with concrete runs.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use crate::abstraction::build::{Built, Origin, build};
use crate::abstraction::{self, Abstraction, Memo, Statistics, Task};
use crate::base::stack::STACK_BYTES;
use crate::base::{Budget, Diagnostic, Diagnostics, SourceMap, SourcePosition};
use crate::boolprog::compact::compact;
use crate::boolprog::{BoolExpr, BooleanProgram, Ltl, PointId};
use crate::modelcheck::spin::Spin;
use crate::modelcheck::{self, Limits, Outcome, Property, Report};
use crate::pipeline::confirm::{self, Bounds, Broken, ConcreteRun, Search};
use crate::pipeline::deepen::{Answer, Asked, Effort, Heard, ModelProof, ProvingHints};
use crate::pipeline::hintcheck::{self, Application, HintCheck, HintDoubt, Refutation, Standing};
use crate::pipeline::judge::TheoryJudge;
use crate::pipeline::reconcile::{Contradiction, Shared, reconcile};
use crate::pipeline::shapes::{NOT_SHOWN_DEFINED, Shapes, Topic, UNDEFINED_BEHAVIOUR, UNDEFINED_BEHAVIOUR_TEXT};
use crate::pipeline::{Prepared, PropertyVerdict, backwards, replay, trace, vacuous};
use crate::program::{FaultClass, LocationId};
use crate::simplify::RuleSet;
use crate::smg::{self, Claim};
use crate::spec::StatementKind;
use crate::verdict::Verdict;

/// Who decides the boolean program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checker {
    /// Our own explicit-state search.
    #[default]
    BuiltIn,
    /// The real SPIN.
    Spin,
}

/// How to analyse.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Most iterations of the abstraction.
    pub bound: usize,
    /// Most pairs of predicate and location.
    pub most_pairs: usize,
    /// Who decides.
    pub checker: Checker,
    /// Merge straight-line code in the boolean program.
    pub compact: bool,
    /// Nodes of the heaps on which hints are tried that are not proved.
    pub hint_nodes: usize,
    /// Whether hints of the user's that are not proved are assumed.
    pub trust_hints: bool,
    /// Bounds of the search for concrete runs.
    pub concrete: Bounds,
    /// Limits of the model checker.
    pub limits: Limits,
    /// How far the boolean program is searched for valuations that stand for no state of C.
    pub sharpening: Limits,
    /// Whether hints are proposed where the abstraction does not converge.
    pub automatic: bool,
    /// How the shape analysis works.
    pub shapes: smg::Settings,
    /// Whether undefined behaviour that is no error of memory is asked for.
    pub undefined_behaviour: bool,
    /// Whether the boolean programs that prove something are kept, for an audit.
    pub keeps_proofs: bool,
    /// Bounds of the search for runs that meet what the shape analysis finds.
    pub replay: replay::Limits,
}

/// Iterations without `--bound`.
pub const DEFAULT_BOUND: usize = 60;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bound: DEFAULT_BOUND,
            most_pairs: abstraction::MOST_PAIRS,
            checker: Checker::BuiltIn,
            compact: true,
            hint_nodes: 6,
            trust_hints: false,
            concrete: Bounds::default(),
            limits: Limits::default(),
            sharpening: Limits { states: 2_000, successors: 60_000 },
            automatic: true,
            shapes: smg::Settings::default(),
            undefined_behaviour: false,
            keeps_proofs: false,
            replay: replay::Limits::default(),
        }
    }
}

/// An abstraction with its boolean program.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The pairs.
    pub abstraction: Abstraction,
    /// The boolean program as built, and the way back to C.
    pub built: Built,
    /// The boolean program that is emitted and checked.
    pub program: BooleanProgram,
    /// Time for abstraction and building.
    pub time: Duration,
}

/// What the abstraction is asked about a prepared input.
pub(super) fn task<'a>(prepared: &'a Prepared, rules: &'a RuleSet, bound: usize, check_accesses: bool) -> Task<'a> {
    Task {
        program: &prepared.program,
        entry: prepared.entry,
        specification: &prepared.specification,
        hints: &prepared.hints,
        bound,
        most_pairs: abstraction::MOST_PAIRS,
        rules,
        check_accesses,
        cut: None,
    }
}

/// The abstraction alone, without a boolean program.
pub(super) fn abstracted(task: Task<'_>, budget: &Budget) -> Result<Abstraction, Diagnostic> {
    abstracted_with(task, &mut Memo::default(), budget)
}

/// The same with what earlier abstractions of the same procedure found out.
pub(super) fn abstracted_with(task: Task<'_>, memo: &mut Memo, budget: &Budget) -> Result<Abstraction, Diagnostic> {
    abstraction::abstract_with(task, memo, budget).map_err(|error| match error {
        abstraction::Error::Call(span) => Diagnostic::error(span, error.to_string()),
        abstraction::Error::NoBody => Diagnostic::general(error.to_string()),
    })
}

/// Abstracts a procedure and builds its boolean program.
pub fn analyse(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    check_accesses: bool,
    budget: &Budget,
) -> Result<Analysis, Diagnostic> {
    let task = Task { most_pairs: settings.most_pairs, ..task(prepared, rules, settings.bound, check_accesses) };
    let start = Instant::now();
    let abstraction = abstracted(task, budget)?;
    let analysis = analyse_abstraction(task, abstraction, sources, settings, budget);
    Ok(Analysis { time: start.elapsed(), ..analysis })
}

/// Builds the boolean program of an abstraction, and rules out what stands for no state.
fn analyse_abstraction(
    task: Task<'_>,
    abstraction: Abstraction,
    sources: &SourceMap,
    settings: &Settings,
    budget: &Budget,
) -> Analysis {
    let start = Instant::now();
    let built = build(task, &abstraction, sources);
    let program = if settings.compact { compact(&built.program) } else { built.program.clone() };
    let mut judge = TheoryJudge::new(&abstraction, &built);
    let learnt = modelcheck::learn(&program, &mut judge, settings.sharpening, budget);
    constrained(abstraction, built, program, &learnt, start)
}

/// The analysis of an abstraction; `None` where that cannot prove the open properties, by their places in reports: a run that
/// the theory of heaps does not rule out breaks one of them, or there are too many states. To see the first takes a few
/// states, where all that can be ruled out takes all of them.
pub(super) fn analyse_hopeful(
    task: Task<'_>,
    abstraction: Abstraction,
    open: &[usize],
    limits: Limits,
    sources: &SourceMap,
    settings: &Settings,
    budget: &Budget,
) -> Option<Analysis> {
    let start = Instant::now();
    let built = build(task, &abstraction, sources);
    let program = if settings.compact { compact(&built.program) } else { built.program.clone() };
    let mut judge = TheoryJudge::new(&abstraction, &built);
    let properties = Property::all(&program);
    let wanted: Vec<Property> = open.iter().filter_map(|index| properties.get(*index).copied()).collect();
    if !modelcheck::may_hold(&program, &mut judge, &wanted, limits, budget) {
        return None;
    }
    let learnt = modelcheck::learn(&program, &mut judge, settings.sharpening, budget);
    Some(constrained(abstraction, built, program, &learnt, start))
}

fn constrained(
    abstraction: Abstraction,
    mut built: Built,
    mut program: BooleanProgram,
    learnt: &[(PointId, BoolExpr)],
    start: Instant,
) -> Analysis {
    program.constrain(learnt);
    built.program.constrain(learnt);
    Analysis { abstraction, built, program, time: start.elapsed() }
}

/// Decides a boolean program.
pub fn check(program: &BooleanProgram, settings: &Settings, budget: &Budget) -> Report {
    match settings.checker {
        Checker::BuiltIn => modelcheck::check(program, settings.limits, budget),
        Checker::Spin => Spin::default().check(program, budget),
    }
}

/// Everything that `damson verify` found out.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The verdict on all properties together.
    pub verdict: Verdict,
    /// For unknown: why.
    pub reason: Option<String>,
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

/// Errors and warnings about hints: refuted ones are bad input; unused ones a warning, unless the abstraction ended before
/// the iterations of `bound`, when they may still have been of use.
pub fn hint_diagnostics(
    prepared: &Prepared,
    abstraction: &Abstraction,
    checked: &HintCheck,
    bound: usize,
) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    checked.refuted().for_each(|(application, _)| diagnose(prepared, application, &mut diagnostics));
    let is_complete = abstraction.statistics.converged || abstraction.statistics.iterations >= bound;
    for (index, uses) in abstraction.hint_uses.iter().take(prepared.hints.len()).enumerate() {
        if *uses == 0 && is_complete {
            diagnostics.warning(prepared.hints[index].span, "this hint matches no predicate");
        }
    }
    diagnostics
}

/// Warnings about hints that are neither proved nor refuted: a model that is made with them rests on them.
pub fn unproved_hints(prepared: &Prepared, checked: &HintCheck) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for (index, hint) in prepared.hints.iter().enumerate() {
        let is_open =
            |application: &Application| matches!(application.standing, Standing::Tried { .. } | Standing::Unchecked(_));
        if checked.worst(index).is_some_and(is_open) {
            diagnostics.warning(hint.span, "this hint is not proved for all heaps: what the model says rests on it");
        }
    }
    diagnostics
}

/// The error about a refuted hint.
fn diagnose(prepared: &Prepared, application: &Application, diagnostics: &mut Diagnostics) {
    let (Standing::Refuted(refutation), Some(hint)) = (&application.standing, prepared.hints.get(application.hint))
    else {
        return;
    };
    let Refutation { value, state } = refutation;
    let predicate = &application.predicate;
    let mut error = Diagnostic::error(hint.span, "this hint is unsound")
        .with_note(None, format!("{predicate} is {value} in this state, where the hint says {}:", !value));
    for line in state.lines() {
        error = error.with_note(None, format!("    {line}"));
    }
    diagnostics.push(error);
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
    let tried = small_heaps.search().clone();
    let search_time = searching.elapsed();
    let start = Instant::now();
    let (memo, proofs) = (RefCell::default(), RefCell::default());
    let (search, effort) = (&tried, Effort::ALL);
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

/// The verdicts on the properties of one analysis, from what the model checker, the concrete runs and the check of the
/// hints found out.
pub fn judge(
    analysis: &Analysis,
    report: &Report,
    search: &Search,
    prepared: &Prepared,
    hints: &HintCheck,
    sources: &SourceMap,
    trust_hints: bool,
) -> Vec<PropertyVerdict> {
    let doubts = hints.doubts(&prepared.hints, sources);
    let rests_on = vec![doubts; report.properties.len()];
    let mut properties = verdicts(analysis, report, search, &rests_on, trust_hints);
    if hints.refuted().next().is_some() {
        for property in properties.iter_mut().filter(|property| property.verdict == Verdict::Verified) {
            property.verdict = Verdict::Unknown;
            property.reason = Some("a hint is unsound".to_string());
            property.rests_on.clear();
        }
    }
    properties
}

fn overall(properties: &[PropertyVerdict]) -> Verdict {
    properties.iter().map(|property| property.verdict).fold(Verdict::Verified, Verdict::and)
}

/// Nothing is verified by hints that are not proved, unless they are trusted.
fn doubt(property: &mut PropertyVerdict, rests_on: &[HintDoubt], trust_hints: bool) {
    if property.verdict != Verdict::Verified || rests_on.is_empty() {
        return;
    }
    property.rests_on = rests_on.to_vec();
    if !trust_hints {
        property.verdict = Verdict::Unknown;
        let conditions = rests_on.iter().map(|doubt| format!("if {} holds; {}", doubt.name(), doubt.known));
        property.reason = Some(format!("verified {}", conditions.collect::<Vec<_>>().join(", and ")));
    }
}

/// The verdicts on the boolean program's properties.
fn verdicts(
    analysis: &Analysis,
    report: &Report,
    search: &Search,
    rests_on: &[Vec<HintDoubt>],
    trust_hints: bool,
) -> Vec<PropertyVerdict> {
    let program = &analysis.program;
    let mut found: Vec<PropertyVerdict> = report
        .properties
        .iter()
        .enumerate()
        .map(|(index, result)| {
            let (id, text, point) = match result.property {
                Property::Assertion(index) => {
                    let assertion = &program.assertions[index];
                    (assertion.id.clone(), assertion.text.clone(), assertion.point)
                }
                Property::Ltl(index) => {
                    let property = &program.ltl[index];
                    (
                        property.name.clone(),
                        property.text.clone(),
                        first_point(&property.formula).unwrap_or(program.initial),
                    )
                }
            };
            let mut verdict = PropertyVerdict {
                id,
                text,
                position: program.points[point].position.clone(),
                verdict: Verdict::Verified,
                reason: None,
                path: None,
                run: None,
                by_shapes: false,
                vacuous: false,
                rests_on: Vec::new(),
            };
            let run = run_for(search, analysis, result.property).cloned();
            settle(&mut verdict, &result.outcome, (run, search.complete_nodes), program, analysis);
            let rests_on = rests_on.get(index).map_or(&[][..], Vec::as_slice);
            if result.outcome == Outcome::Holds && verdict.run.is_some() && !rests_on.is_empty() {
                // A hint is wrong, rather than an engine.
                verdict.reason = None;
            }
            doubt(&mut verdict, rests_on, trust_hints);
            verdict
        })
        .collect();
    found.sort_by_key(|property| natural(&property.id));
    found
}

/// `assertion10` comes after `assertion9`.
fn natural(id: &str) -> (String, usize) {
    let digits = id.chars().rev().take_while(char::is_ascii_digit).count();
    let (head, tail) = id.split_at(id.len() - digits);
    (head.to_string(), tail.parse().unwrap_or(0))
}

fn first_point(formula: &Ltl) -> Option<crate::boolprog::PointId> {
    match formula {
        Ltl::At(point, _) => Some(*point),
        Ltl::True | Ltl::False => None,
        Ltl::Not(inner) | Ltl::Next(inner) => first_point(inner),
        Ltl::And(left, right) | Ltl::Or(left, right) | Ltl::Until(left, right) | Ltl::Release(left, right) => {
            first_point(left).or_else(|| first_point(right))
        }
    }
}

/// What a property of the boolean program stands for.
pub(super) fn origin_of(analysis: &Analysis, property: Property) -> Option<&Origin> {
    let id = match property {
        Property::Assertion(index) => &analysis.program.assertions.get(index)?.id,
        Property::Ltl(index) => &analysis.program.ltl.get(index)?.name,
    };
    analysis.built.origins.get(id)
}

/// The first concrete run that ends in a memory error.
fn fault(search: &Search) -> Option<&ConcreteRun> {
    search.runs.iter().find(|run| match &run.broken {
        Broken::Fault(kind, _) => kind.class() == FaultClass::Memory,
        Broken::Statement(_) => false,
    })
}

/// The verdict on undefined behaviour: some run shows it, or it is open.
fn undefined_verdict(prepared: &Prepared, search: &Search, sources: &SourceMap) -> PropertyVerdict {
    let run = search.undefined.first().cloned();
    let span = prepared.program.functions[prepared.entry].span;
    PropertyVerdict {
        id: UNDEFINED_BEHAVIOUR.into(),
        text: UNDEFINED_BEHAVIOUR_TEXT.into(),
        position: run.as_ref().map_or_else(|| sources.position(span), |run| run.position.clone()),
        verdict: if run.is_some() { Verdict::Violated } else { Verdict::Unknown },
        reason: run.is_none().then(|| NOT_SHOWN_DEFINED.into()),
        path: None,
        run,
        by_shapes: false,
        vacuous: false,
        rests_on: Vec::new(),
    }
}

/// Whether some property is neither proved nor broken by a run.
fn is_open(analysis: &Analysis, report: &Report, search: &Search) -> bool {
    let mut open = report.properties.iter().filter(|result| !matches!(result.outcome, Outcome::Holds));
    open.any(|result| run_for(search, analysis, result.property).is_none())
}

/// The concrete run that breaks what a property stands for: an assertion at its own location.
pub(super) fn run_for<'s>(search: &'s Search, analysis: &Analysis, property: Property) -> Option<&'s ConcreteRun> {
    let origin = origin_of(analysis, property)?;
    let at = match property {
        Property::Assertion(index) => analysis.built.locations.get(analysis.program.assertions.get(index)?.point),
        Property::Ltl(_) => None,
    };
    search.runs.iter().find(|run| match (&run.broken, origin) {
        (Broken::Statement(index), Origin::Statement(wanted)) => {
            index == wanted && at.is_none_or(|at| run.location == *at)
        }
        (Broken::Fault(kind, _), Origin::Failure(edge)) => confirm::is_assertion(*kind) && run.failed == Some(*edge),
        _ => false,
    })
}

/// A violation needs a concrete run; without one, an abstract counterexample leaves the property open. A concrete run
/// decides even where the boolean program holds: then the engines contradict each other (see `contradiction`).
fn settle(
    verdict: &mut PropertyVerdict,
    outcome: &Outcome,
    (run, tried): (Option<ConcreteRun>, Option<usize>),
    program: &BooleanProgram,
    analysis: &Analysis,
) {
    if let Outcome::Violated(path) = outcome {
        verdict.path = Some(trace::tell(program, path));
    }
    if let Some(run) = run {
        verdict.verdict = Verdict::Violated;
        if *outcome == Outcome::Holds {
            verdict.reason = Some(CONTRADICTION.to_string());
        }
        verdict.run = Some(run);
        return;
    }
    let reason = match outcome {
        Outcome::Holds => return,
        Outcome::Unknown(reason) if analysis.abstraction.statistics.converged => reason.clone(),
        Outcome::Unknown(reason) => format!("{} ({reason})", spurious(analysis, tried)),
        Outcome::Violated(path) => not_followed(analysis, path).unwrap_or_else(|| spurious(analysis, tried)),
    };
    verdict.verdict = Verdict::Unknown;
    verdict.reason = Some(reason);
}

/// The reason given when a concrete run breaks a property that the boolean program was found to have.
pub const CONTRADICTION: &str = "internal error: a concrete run breaks what the abstraction proved";

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

    /// Hears what the shape analysis says, and comes to one verdict.
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

/// The first step of an abstract counterexample over which predicates are free, since what happens there is not followed.
fn not_followed(analysis: &Analysis, path: &modelcheck::Path) -> Option<String> {
    let mut steps = trace::tell(&analysis.program, path).steps.into_iter();
    steps.find_map(|step| obstacle_text(&step.position, step.obstacle.as_ref()?))
}

/// What is not followed of the edge whose access is asked about.
fn obstacle_of(analysis: &Analysis, origin: &Origin) -> Option<String> {
    let Origin::Access(edge) = origin else { return None };
    let index = analysis.built.edges.iter().position(|known| known == edge)?;
    let step = analysis.built.program.transitions.get(index)?.steps.first()?;
    obstacle_text(&step.position, step.obstacle.as_ref()?)
}

fn obstacle_text(position: &SourcePosition, what: &str) -> Option<String> {
    Some(format!("{position}: not followed: {what}"))
}

/// Why an abstract counterexample decides nothing. All runs on heaps of up to `tried` nodes were looked at.
fn spurious(analysis: &Analysis, tried: Option<usize>) -> String {
    let Statistics { converged, iterations, .. } = analysis.abstraction.statistics;
    if let Some(stopped) = analysis.abstraction.stopped {
        return format!("{stopped} after {iterations} iterations");
    }
    if converged {
        let runs = match tried {
            Some(0) => "no run confirms it".to_string(),
            Some(nodes) => format!("no run on heaps of up to {nodes} nodes confirms it (--heap-nodes)"),
            None => "no run on a small heap confirms it".to_string(),
        };
        format!("the abstract counterexample is possibly spurious: {runs}")
    } else {
        format!("no convergence within {iterations} iterations: a hint may be needed, or a larger --bound")
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

/// The name of the property that all accesses are to allocated memory. Those of the boolean program are named otherwise.
pub const MEMORY_ACCESS: &str = "memory-access";

/// One verdict for all accesses together.
fn accesses_verdict(
    prepared: &Prepared,
    answer: Option<&Answer>,
    search: &Search,
    sources: &SourceMap,
    trust_hints: bool,
) -> PropertyVerdict {
    let span = prepared.program.functions[prepared.entry].span;
    let mut verdict = PropertyVerdict {
        id: MEMORY_ACCESS.into(),
        text: "every access through a determinate pointer is to allocated memory".into(),
        position: sources.position(span),
        verdict: Verdict::Verified,
        reason: None,
        path: None,
        run: None,
        by_shapes: false,
        vacuous: false,
        rests_on: Vec::new(),
    };
    if let Some(run) = fault(search) {
        verdict.verdict = Verdict::Violated;
        verdict.position = run.position.clone();
        verdict.run = Some(run.clone());
        return verdict;
    }
    let open = match answer {
        None => Some("a hint does not fit the predicates of this property".to_string()),
        Some(Answer { analysis, report, .. }) => report.properties.iter().find_map(|result| {
            let Property::Assertion(index) = result.property else { return None };
            let assertion = &analysis.program.assertions[index];
            match (&result.outcome, analysis.built.origins.get(&assertion.id)) {
                (Outcome::Holds, _) | (_, Some(Origin::Failure(_))) => None,
                (Outcome::Unknown(reason), _) => Some(reason.clone()),
                (Outcome::Violated(path), _) => {
                    let position = &analysis.program.points[assertion.point].position;
                    let own =
                        analysis.built.origins.get(&assertion.id).and_then(|origin| obstacle_of(analysis, origin));
                    let reason = own.or_else(|| not_followed(analysis, path));
                    let reason = reason.unwrap_or_else(|| spurious(analysis, search.complete_nodes));
                    Some(format!("{position}: {}: {reason}", assertion.text))
                }
            }
        }),
    };
    if let Some(reason) = open {
        verdict.verdict = Verdict::Unknown;
        verdict.reason = Some(reason);
    }
    let mut rests_on = Vec::new();
    for of_one in answer.iter().flat_map(|answer| &answer.rests_on) {
        hintcheck::add_doubts(&mut rests_on, of_one.clone());
    }
    doubt(&mut verdict, &rests_on, trust_hints);
    verdict
}
