//! Runs the predicate abstractor, checks the boolean program, and reconciles the answers with concrete runs.

use std::cell::RefCell;
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use crate::abstraction::build::{Built, Origin, build};
use crate::abstraction::{self, Abstraction, Memo, Statistics, Task};
use crate::base::stack::STACK_BYTES;
use crate::base::{Budget, Diagnostic, Diagnostics, SourceMap};
use crate::boolprog::compact::compact;
use crate::boolprog::{BoolExpr, BooleanProgram, Ltl, PointId};
use crate::logic::display::Printer;
use crate::modelcheck::spin::Spin;
use crate::modelcheck::{self, Limits, Outcome, Property, Report};
use crate::pipeline::confirm::{self, Bounds, Broken, ConcreteRun, Search};
use crate::pipeline::deepen::{Answer, Asked, Effort, Heard, ProvingHints};
use crate::pipeline::hintcheck::{self, HintCheck};
use crate::pipeline::judge::TheoryJudge;
use crate::pipeline::reconcile::{Contradiction, Shared, reconcile};
use crate::pipeline::shapes::{Shapes, Topic};
use crate::pipeline::{Prepared, PropertyVerdict, backwards, replay, trace};
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
    /// Nodes of the heaps on which hints are checked.
    pub hint_nodes: usize,
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
            concrete: Bounds::default(),
            limits: Limits::default(),
            sharpening: Limits { states: 2_000, successors: 60_000 },
            automatic: true,
            shapes: smg::Settings::default(),
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
    /// What one engine proved and another refuted.
    pub contradictions: Vec<Contradiction>,
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
    let symbols = prepared.specification.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    let printer = Printer::new(&abstraction.arena, &prepared.program, &symbols);
    for refutation in &checked.refutations {
        let hint = &prepared.hints[refutation.hint];
        let mut error = Diagnostic::error(hint.span, "this hint is unsound");
        let predicate = printer.atom(refutation.atom);
        error = error.with_note(
            None,
            format!("{predicate} is {} in this state, where the hint says {}:", refutation.value, !refutation.value),
        );
        for line in refutation.state.lines() {
            error = error.with_note(None, format!("    {line}"));
        }
        diagnostics.push(error);
    }
    let is_complete = abstraction.statistics.converged || abstraction.statistics.iterations >= bound;
    for (index, uses) in abstraction.hint_uses.iter().take(prepared.hints.len()).enumerate() {
        if *uses == 0 && is_complete {
            diagnostics.warning(prepared.hints[index].span, "this hint matches no predicate");
        }
    }
    diagnostics
}

/// Runs everything, the two engines at the same time. `Err` when the input is at fault after all: an unsound hint, say.
pub fn verify(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    budget: &Budget,
) -> Result<(Verification, Diagnostics), Diagnostics> {
    std::thread::scope(|scope| {
        let shapes = || Shapes::run(prepared, sources, settings, budget);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, shapes);
        let thread = RefCell::new(Some(thread));
        let heard = Heard::new(|| match thread.take().map(|thread| thread.map(ScopedJoinHandle::join)) {
            Some(Ok(Ok(shapes))) => shapes,
            Some(Ok(Err(panic))) => std::panic::resume_unwind(panic),
            // No thread could be started: one after the other, then.
            Some(Err(_)) | None => shapes(),
        });
        let mut answer = verify_by_predicates(prepared, sources, rules, settings, &heard, budget);
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
    heard: &Heard<'_>,
    budget: &Budget,
) -> Result<(Verification, Diagnostics), Diagnostics> {
    let as_diagnostics = |error: Diagnostic| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(error);
        diagnostics
    };
    let searching = Instant::now();
    let tried = confirm::search(prepared, sources, settings.concrete, budget);
    let search_time = searching.elapsed();
    let start = Instant::now();
    let memo = RefCell::default();
    let (search, effort) = (&tried, Effort::ALL);
    let asked =
        Asked { prepared, sources, rules, settings, check_accesses: false, search, heard, effort, memo: &memo, budget };
    let Answer { analysis, report, mut proposed } = asked.deepen().map_err(as_diagnostics)?;
    let abstraction_time = start.elapsed();
    let input = backwards::Input { prepared, sources, rules };
    let mut search = backwards::confirm(input, prepared, &analysis, &report, tried.clone(), budget);
    let hints = hintcheck::check(prepared, &analysis.abstraction, settings.hint_nodes, budget);
    let diagnostics = hint_diagnostics(prepared, &analysis.abstraction, &hints, settings.bound);
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
    proposed.extend(accesses.iter().flat_map(|answer| answer.proposed.clone()));
    let mut properties = verdicts(&analysis, &report, &search);
    let abstraction_verdict = overall(&properties);
    properties.push(accesses_verdict(prepared, accesses.as_ref(), &search, sources));
    for property in &mut properties {
        doubt(property, &hints);
    }
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
        contradictions: Vec::new(),
    };
    Ok((verification, diagnostics))
}

/// The verdicts on the properties of one analysis, from what the model checker, the concrete runs and the check of the
/// hints found out.
pub fn judge(analysis: &Analysis, report: &Report, search: &Search, hints: &HintCheck) -> Vec<PropertyVerdict> {
    let mut properties = verdicts(analysis, report, search);
    for property in &mut properties {
        doubt(property, hints);
    }
    properties
}

fn overall(properties: &[PropertyVerdict]) -> Verdict {
    properties.iter().map(|property| property.verdict).fold(Verdict::Verified, Verdict::and)
}

/// Nothing is verified by a hint that is unsound, or could not be checked.
fn doubt(property: &mut PropertyVerdict, hints: &HintCheck) {
    if property.verdict == Verdict::Verified && !hints.refutations.is_empty() {
        property.verdict = Verdict::Unknown;
        property.reason = Some("a hint is unsound".to_string());
    } else if let (Verdict::Verified, Some((_, reason))) = (property.verdict, hints.unchecked.first()) {
        property.verdict = Verdict::Unknown;
        property.reason = Some(format!("a hint could not be checked: {reason}"));
    }
}

/// The verdicts on the boolean program's properties.
fn verdicts(analysis: &Analysis, report: &Report, search: &Search) -> Vec<PropertyVerdict> {
    let program = &analysis.program;
    let mut found: Vec<PropertyVerdict> = report
        .properties
        .iter()
        .map(|result| {
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
            };
            let run = run_for(search, analysis, result.property).cloned();
            settle(&mut verdict, &result.outcome, run, program, analysis, origin_of(analysis, result.property));
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
        Broken::Fault(kind, _) => !confirm::is_assertion(*kind),
        Broken::Statement(_) => false,
    })
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
    run: Option<ConcreteRun>,
    program: &BooleanProgram,
    analysis: &Analysis,
    origin: Option<&Origin>,
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
        Outcome::Unknown(reason) => format!("{} ({reason})", spurious(analysis)),
        Outcome::Violated(_) => match origin {
            Some(Origin::Unsupported(_)) => verdict.text.clone(),
            _ => spurious(analysis),
        },
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
        self.verdict = overall(&self.properties);
        let decisive = self.properties.iter().find(|found| found.verdict == self.verdict);
        self.reason = match self.verdict {
            Verdict::Unknown => decisive.and_then(|found| found.reason.clone()),
            _ => None,
        };
    }

    /// What a property is about, if the shape analysis may speak of it.
    fn topic(&self, prepared: &Prepared, property: &PropertyVerdict) -> Option<Topic> {
        if property.id == MEMORY_ACCESS {
            return Some(Topic::Accesses);
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

fn spurious(analysis: &Analysis) -> String {
    let Statistics { converged, iterations, .. } = analysis.abstraction.statistics;
    if let Some(stopped) = analysis.abstraction.stopped {
        return format!("{stopped} after {iterations} iterations");
    }
    if converged {
        "the abstract counterexample is possibly spurious: no run on a small heap confirms it".to_string()
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
    let refuted = hintcheck::check(&question, &answer.analysis.abstraction, settings.hint_nodes, asked.budget);
    // A hint that is unsound for a predicate of this question only must not spoil the first: then nothing is claimed here.
    if !refuted.refutations.is_empty() || !refuted.unchecked.is_empty() {
        return Ok(None);
    }
    Ok(Some(answer))
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
                (Outcome::Violated(_), Some(Origin::Unsupported(_))) => Some(assertion.text.clone()),
                (Outcome::Violated(_), _) => {
                    let position = &analysis.program.points[assertion.point].position;
                    Some(format!("{position}: {}: {}", assertion.text, spurious(analysis)))
                }
            }
        }),
    };
    if let Some(reason) = open {
        verdict.verdict = Verdict::Unknown;
        verdict.reason = Some(reason);
    }
    verdict
}
