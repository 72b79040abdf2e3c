//! Runs the predicate abstractor, checks the boolean program, and reconciles the answers with concrete runs.

use std::time::{Duration, Instant};

use indexmap::IndexMap;

use crate::abstraction::build::{Built, Origin, build};
use crate::abstraction::{self, Abstraction, Statistics, Task};
use crate::base::{Budget, Diagnostic, Diagnostics, SourceMap};
use crate::boolprog::compact::compact;
use crate::boolprog::{BooleanProgram, Ltl};
use crate::logic::display::Printer;
use crate::modelcheck::spin::Spin;
use crate::modelcheck::{self, Limits, Outcome, Property, Report};
use crate::pipeline::confirm::{self, Bounds, Broken, ConcreteRun, Search};
use crate::pipeline::hintcheck::{self, HintCheck};
use crate::pipeline::{Prepared, PropertyVerdict, automatic, trace};
use crate::simplify::RuleSet;
use crate::spec::{Hint, StatementKind};
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
    /// Whether hints are proposed where the abstraction does not converge.
    pub automatic: bool,
}

/// Iterations without `--bound`.
pub const DEFAULT_BOUND: usize = 60;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bound: DEFAULT_BOUND,
            checker: Checker::BuiltIn,
            compact: true,
            hint_nodes: 3,
            concrete: Bounds::default(),
            limits: Limits::default(),
            automatic: true,
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

/// Abstracts a procedure and builds its boolean program.
pub fn analyse(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    check_accesses: bool,
    budget: &Budget,
) -> Result<Analysis, Diagnostic> {
    let start = Instant::now();
    let task = Task {
        program: &prepared.program,
        entry: prepared.entry,
        specification: &prepared.specification,
        hints: &prepared.hints,
        bound: settings.bound,
        rules,
        check_accesses,
    };
    let abstraction = abstraction::abstract_procedure(task, budget).map_err(|error| match error {
        abstraction::Error::Call(span) => Diagnostic::error(span, error.to_string()),
        abstraction::Error::NoBody => Diagnostic::general(error.to_string()),
    })?;
    let built = build(task, &abstraction, sources);
    let program = if settings.compact { compact(&built.program) } else { built.program.clone() };
    Ok(Analysis { abstraction, built, program, time: start.elapsed() })
}

/// Decides a boolean program.
pub fn check(program: &BooleanProgram, settings: &Settings, budget: &Budget) -> Report {
    match settings.checker {
        Checker::BuiltIn => modelcheck::check(program, settings.limits, budget),
        Checker::Spin => Spin::default().check(program, budget),
    }
}

/// The first bounds to try. Each try is conservative, so what it proves is proved; and a model of few predicates is
/// checked faster than one of many.
const FIRST_BOUNDS: [usize; 3] = [8, 16, 32];
/// Limit of states for the first tries.
const FIRST_STATES: usize = 20_000;

/// What the abstraction alone found out.
#[derive(Clone, Debug)]
struct Answer {
    /// The last analysis, or the one that settled the last question.
    analysis: Analysis,
    /// For each property the best answer of any try.
    report: Report,
    /// The proposed hints that proved something.
    proposed: Vec<ProvingHints>,
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

/// What to ask, and how.
#[derive(Clone, Copy)]
struct Asked<'a> {
    prepared: &'a Prepared,
    sources: &'a SourceMap,
    rules: &'a RuleSet,
    settings: &'a Settings,
    check_accesses: bool,
    budget: &'a Budget,
}

impl Asked<'_> {
    fn analyse(&self, bound: usize) -> Result<Analysis, Diagnostic> {
        let settings = Settings { bound, ..self.settings.clone() };
        analyse(self.prepared, self.sources, self.rules, &settings, self.check_accesses, self.budget)
    }

    fn check(&self, analysis: &Analysis, limits: Limits) -> Report {
        check(&analysis.program, &Settings { limits, ..self.settings.clone() }, self.budget)
    }

    /// Abstracts with growing bounds, then with proposed hints, then up to `--bound`, until every property holds or nothing is
    /// left to discover.
    fn deepen(&self) -> Result<Answer, Diagnostic> {
        let mut settled: Vec<bool> = Vec::new();
        let mut proposed = Vec::new();
        let first = FIRST_BOUNDS.into_iter().filter(|bound| *bound < self.settings.bound);
        for bound in first {
            let analysis = self.analyse(bound)?;
            let mut report = self.check(&analysis, Limits::of_states(FIRST_STATES));
            keep_settled(&mut report, &mut settled);
            self.leave_out_others(&analysis, &report, &mut settled);
            // A complete abstraction whose states were too many for a first try deserves the full limit.
            let is_complete = analysis.abstraction.statistics.converged;
            if is_complete && report.states.is_some() || all(&settled) || self.budget.check().is_err() {
                return Ok(Answer { analysis, report, proposed });
            }
            if is_complete {
                break;
            }
            if self.settings.automatic {
                let last = self.propose(&analysis, &mut report, &mut settled, &mut proposed)?;
                if all(&settled) {
                    return Ok(Answer { analysis: last.unwrap_or(analysis), report, proposed });
                }
                break;
            }
        }
        let analysis = self.analyse(self.settings.bound)?;
        let mut report = self.check(&analysis, self.settings.limits);
        keep_settled(&mut report, &mut settled);
        Ok(Answer { analysis, report, proposed })
    }

    /// Asked about accesses, the program's own assertions are of no interest.
    fn leave_out_others(&self, analysis: &Analysis, report: &Report, settled: &mut [bool]) {
        for (result, settled) in report.properties.iter().zip(settled) {
            let origin = origin_of(analysis, result.property);
            *settled |= self.check_accesses && matches!(origin, Some(Origin::Failure(_)));
        }
    }

    /// Asks each open question by itself, with hints proposed for what grows in it. Returns the analysis that settled the last
    /// one, if there was only one.
    fn propose(
        &self,
        analysis: &Analysis,
        report: &mut Report,
        settled: &mut [bool],
        proposed: &mut Vec<ProvingHints>,
    ) -> Result<Option<Analysis>, Diagnostic> {
        let questions = self.open_questions(analysis, report, settled);
        let mut last = None;
        for (statement, open) in &questions {
            let question = automatic::only(self.prepared, *statement);
            let asked = Asked { prepared: &question, ..*self };
            let mut known: Vec<Vec<Hint>> = proposed.iter().map(|known| known.hints.clone()).collect();
            known.reverse();
            let Some((hints, analysis, outcomes)) = asked.attempt(open, &known)? else { continue };
            for index in open {
                report.properties[*index].outcome = outcomes.properties[*index].outcome.clone();
                settled[*index] = true;
            }
            let texts = open.iter().map(|index| text_of(&analysis, report.properties[*index].property));
            match proposed.iter_mut().find(|known| known.hints == hints) {
                Some(known) => known.properties.extend(texts),
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
        analysis: &Analysis,
        report: &Report,
        settled: &[bool],
    ) -> IndexMap<Option<usize>, Vec<usize>> {
        let mut questions: IndexMap<Option<usize>, Vec<usize>> = IndexMap::new();
        for (index, result) in report.properties.iter().enumerate().filter(|(index, _)| !settled[*index]) {
            let statement = match origin_of(analysis, result.property) {
                Some(Origin::Statement(statement)) => Some(*statement),
                _ => None,
            };
            questions.entry(statement).or_default().push(index);
        }
        questions
    }

    /// Looks for hints under which the open properties hold.
    fn attempt(
        &self,
        open: &[usize],
        known: &[Vec<Hint>],
    ) -> Result<Option<(Vec<Hint>, Analysis, Report)>, Diagnostic> {
        let given = self.prepared.hints.len();
        let mut abstracted = |prepared: &Prepared| -> Result<Abstraction, Diagnostic> {
            let asked = Asked { prepared, ..*self };
            Ok(asked.analyse(automatic::BOUND)?.abstraction)
        };
        let candidates = automatic::candidates(self.prepared, self.sources, &mut abstracted, self.budget)?;
        let found = candidates.into_iter().map(|candidate| candidate.hints[given..].to_vec());
        for hints in known.iter().cloned().chain(found).take(automatic::ATTEMPTS) {
            let mut question = self.prepared.clone();
            question.hints.extend(hints.iter().cloned());
            let asked = Asked { prepared: &question, ..*self };
            let analysis = asked.analyse(automatic::BOUND)?;
            let report = asked.check(&analysis, Limits::of_states(FIRST_STATES));
            let holds = |index: &usize| report.properties.get(*index).is_some_and(|found| found.outcome == Outcome::Holds);
            if std::env::var_os("DAMSON_DEBUG").is_some() {
                eprintln!("attempt {} hints, {:?}, states {:?}, holds {}", hints.len(), analysis.abstraction.statistics, report.states, open.iter().all(holds));
                for hint in &hints { eprintln!("    {}", hint.text); }
            }
            if open.iter().all(holds) && self.is_checked(&question, &analysis) {
                return Ok(Some((hints, analysis, report)));
            }
        }
        Ok(None)
    }

    /// Whether all hints that were used hold on all small heaps.
    fn is_checked(&self, question: &Prepared, analysis: &Analysis) -> bool {
        let checked = hintcheck::check(question, &analysis.abstraction, self.settings.hint_nodes, self.budget);
        checked.refutations.is_empty() && checked.unchecked.is_empty()
    }
}

fn all(settled: &[bool]) -> bool {
    settled.iter().all(|settled| *settled)
}

/// What one try has proved stays proved.
fn keep_settled(report: &mut Report, settled: &mut Vec<bool>) {
    settled.resize(report.properties.len(), false);
    for (result, settled) in report.properties.iter_mut().zip(settled) {
        *settled |= result.outcome == Outcome::Holds;
        if *settled {
            result.outcome = Outcome::Holds;
        }
    }
}

fn origin_of(analysis: &Analysis, property: Property) -> Option<&Origin> {
    let id = match property {
        Property::Assertion(index) => &analysis.program.assertions[index].id,
        Property::Ltl(index) => &analysis.program.ltl[index].name,
    };
    analysis.built.origins.get(id)
}

fn text_of(analysis: &Analysis, property: Property) -> String {
    match property {
        Property::Assertion(index) => analysis.program.assertions[index].text.clone(),
        Property::Ltl(index) => analysis.program.ltl[index].text.clone(),
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
}

/// Errors and warnings about hints: refuted ones are bad input, unused ones a warning.
pub fn hint_diagnostics(prepared: &Prepared, abstraction: &Abstraction, checked: &HintCheck) -> Diagnostics {
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
    for (index, uses) in abstraction.hint_uses.iter().enumerate() {
        if *uses == 0 {
            diagnostics.warning(prepared.hints[index].span, "this hint matches no predicate");
        }
    }
    diagnostics
}

/// Runs everything. `Err` when the input is at fault after all: an unsound hint, say.
pub fn verify(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    budget: &Budget,
) -> Result<(Verification, Diagnostics), Diagnostics> {
    let as_diagnostics = |error: Diagnostic| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(error);
        diagnostics
    };
    let start = Instant::now();
    let asked = Asked { prepared, sources, rules, settings, check_accesses: false, budget };
    let Answer { analysis, report, mut proposed } = asked.deepen().map_err(as_diagnostics)?;
    let abstraction_time = start.elapsed();
    let hints = hintcheck::check(prepared, &analysis.abstraction, settings.hint_nodes, budget);
    let diagnostics = hint_diagnostics(prepared, &analysis.abstraction, &hints);
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let accesses = accesses(prepared, sources, rules, settings, budget).map_err(as_diagnostics)?;
    proposed.extend(accesses.iter().flat_map(|answer| answer.proposed.clone()));
    let searching = Instant::now();
    let search = confirm::search(prepared, sources, settings.concrete, budget);
    let search_time = searching.elapsed();
    let mut properties = verdicts(&analysis, &report, &search);
    let abstraction_verdict = overall(&properties);
    properties.push(accesses_verdict(prepared, accesses.as_ref(), &search, sources));
    for property in &mut properties {
        doubt(property, &hints);
    }
    let verdict = overall(&properties);
    let reason = match verdict {
        Verdict::Unknown => {
            properties.iter().find(|found| found.verdict == verdict).and_then(|found| found.reason.clone())
        }
        _ => None,
    };
    let states = report.states;
    let verification = Verification {
        verdict,
        reason,
        properties,
        statement_texts: prepared.specification.statements.iter().map(|statement| statement.text.clone()).collect(),
        analysis,
        abstraction_verdict,
        states,
        search,
        hints,
        proposed,
        abstraction_time,
        search_time,
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
            let origin = analysis.built.origins.get(&id).cloned();
            let mut verdict = PropertyVerdict {
                id,
                text,
                position: program.points[point].position.clone(),
                verdict: Verdict::Verified,
                reason: None,
                path: None,
                run: None,
            };
            let run = origin.as_ref().and_then(|origin| run_for(search, origin));
            settle(&mut verdict, &result.outcome, run, program, analysis, origin.as_ref());
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

/// The concrete run that breaks what a property stands for.
fn run_for(search: &Search, origin: &Origin) -> Option<ConcreteRun> {
    search
        .runs
        .iter()
        .find(|run| match (&run.broken, origin) {
            (Broken::Statement(index), Origin::Statement(wanted)) => index == wanted,
            (Broken::Fault(kind, _), Origin::Failure(_)) => confirm::is_assertion(*kind),
            _ => false,
        })
        .cloned()
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
        self.properties.iter().any(|property| property.reason.as_deref() == Some(CONTRADICTION))
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

/// The second question: every access through a determinate pointer is to allocated memory. (That no indeterminate value is
/// used as a pointer is not proved here: a predicate about such a value may have either outcome.) Asked by an abstraction of its own, so that its predicates do
/// not burden the first.
fn accesses(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    budget: &Budget,
) -> Result<Option<Answer>, Diagnostic> {
    let mut question = prepared.clone();
    question.specification.statements.retain(|statement| matches!(statement.kind, StatementKind::Assume(..)));
    let built_in = Settings { checker: Checker::BuiltIn, ..settings.clone() };
    let asked = Asked { prepared: &question, sources, rules, settings: &built_in, check_accesses: true, budget };
    let answer = asked.deepen()?;
    let refuted = hintcheck::check(&question, &answer.analysis.abstraction, settings.hint_nodes, budget);
    // A hint that is unsound for a predicate of this question only must not spoil the first: then nothing is claimed here.
    if !refuted.refutations.is_empty() || !refuted.unchecked.is_empty() {
        return Ok(None);
    }
    Ok(Some(answer))
}

/// One verdict for all accesses together.
fn accesses_verdict(
    prepared: &Prepared,
    answer: Option<&Answer>,
    search: &Search,
    sources: &SourceMap,
) -> PropertyVerdict {
    let span = prepared.program.functions[prepared.entry].span;
    let mut verdict = PropertyVerdict {
        id: "memory-access".into(),
        text: "every access through a determinate pointer is to allocated memory".into(),
        position: sources.position(span),
        verdict: Verdict::Verified,
        reason: None,
        path: None,
        run: None,
    };
    let fault = search.runs.iter().find(|run| match &run.broken {
        Broken::Fault(kind, _) => !confirm::is_assertion(*kind),
        Broken::Statement(_) => false,
    });
    if let Some(run) = fault {
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
