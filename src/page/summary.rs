//! The verdict in a sentence, the properties, and the engines.

use super::place::{ListedLines, PlaceLink};
use engine::evidence::{AbstractTrace, PredicateValues};
use engine::verdict::Verdict;
use pipeline::requirements::Requirement;
use pipeline::{PropertyVerdict, claims};
use reason::assumption::UnprovedHint;
use report::{DefectEvidence, DefectSeverity, EngineReport, Report};

/// A verdict as the page shows it, readable without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct VerdictMark {
    /// The word, which is also its CSS class.
    pub word: &'static str,
    /// A symbol before the word.
    pub sign: &'static str,
}

impl VerdictMark {
    pub fn of(verdict: Verdict) -> VerdictMark {
        let sign = match verdict {
            Verdict::Verified => "✓",
            Verdict::Violated => "✗",
            Verdict::Unknown => "?",
        };
        VerdictMark { word: verdict.word(), sign }
    }
}

/// A property with its verdict.
pub(super) struct PropertyRow {
    pub mark: VerdictMark,
    pub text: String,
    pub place: PlaceLink,
    /// Further remarks, one sentence each.
    pub notes: Vec<String>,
    /// The number of the finding that shows its violation.
    pub finding: Option<usize>,
    /// A path of the boolean program that no run is known to take.
    pub path: Option<AbstractPath>,
}

/// A path through the boolean program.
pub(super) struct AbstractPath {
    /// The predicates that hold at the start.
    pub initial: String,
    pub steps: Vec<AbstractPathStep>,
}

pub(super) struct AbstractPathStep {
    pub place: PlaceLink,
    pub text: String,
    pub location: String,
    /// The predicates that changed.
    pub changes: String,
    /// The predicates whose values were chosen nondeterministically.
    pub choices: String,
    /// True if the path returns here forever.
    pub is_loop_start: bool,
}

/// The work of an engine.
pub(super) struct EngineRow {
    pub name: &'static str,
    pub mark: VerdictMark,
    pub figures: String,
}

/// Hints that were proposed.
pub(super) struct HintFile {
    pub text: String,
}

/// Returns the meaning of the verdict, as a sentence.
pub(super) fn sentence(report: &Report<'_>) -> String {
    let errors = report.findings.iter().filter(|finding| finding.severity() == DefectSeverity::Error).count();
    let suspected = report.findings.len() - errors;
    match report.verdict {
        Verdict::Verified if report.assumptions.is_empty() && !report.contracts.is_empty() => {
            "Every property holds on every run if functions without a body do what is assumed below. Runs in which an assumption fails do not count.".into()
        }
        Verdict::Verified if report.assumptions.is_empty() => {
            "Every property holds on every run. Runs in which an assumption fails do not count.".into()
        }
        Verdict::Verified => "Every property holds if the hints below hold, which are assumed and not proved.".into(),
        Verdict::Violated => match errors {
            1 => "There is an error: a concrete run shows it.".into(),
            _ => format!("There are {errors} errors: a concrete run shows each of them."),
        },
        Verdict::Unknown => match suspected {
            0 => "No error was found, but not every property is proved.".into(),
            1 => "An error is suspected that no concrete run confirms.".into(),
            _ => format!("{suspected} errors are suspected that no concrete run confirms."),
        },
    }
}

/// Returns what a function of a library requires of its callers.
pub(super) fn requires(report: &Report<'_>) -> Option<String> {
    match report.requirement? {
        Requirement::Precondition(precondition) => Some(precondition.condition()),
        _ => None,
    }
}

/// Returns what the verdict rests on: hints, contracts, and what every answer takes for granted.
pub(super) fn assumptions(report: &Report<'_>) -> Vec<String> {
    let hints = report.assumptions.iter().map(|hint| format!("{}; {}", hint.name(), hint.known));
    let contracts = report.contracts.iter().map(ToString::to_string);
    hints.chain(contracts).chain(report.granted.iter().map(ToString::to_string)).collect()
}

pub(super) fn properties(report: &Report<'_>, places: &ListedLines<'_>) -> Vec<PropertyRow> {
    report.properties.iter().map(|property| row(report, property, places)).collect()
}

fn row(report: &Report<'_>, property: &PropertyVerdict, places: &ListedLines<'_>) -> PropertyRow {
    let vacuous = property.vacuous.then(|| "Holds vacuously: control never reaches this location.".to_string());
    let open = property.reason.as_ref().filter(|_| property.verdict == Verdict::Unknown);
    let assumed = |hint: &UnprovedHint| format!("Assuming {}; {}.", hint.name(), hint.known);
    let unassumed = property.assumed_by_none.map(|nodes| {
        format!("Perhaps vacuously: no run on a heap of up to {nodes} nodes comes here with all that is assumed.")
    });
    let notes = vacuous.into_iter().chain(unassumed).chain(open.map(|reason| format!("Because {reason}.")));
    let precondition = property.holds_if.as_ref();
    let notes = notes.chain(precondition.map(|found| format!("Holds if {}: {}", found.condition(), found.statement())));
    let notes = notes.chain(property.advice.iter().map(|advice| format!("Help: {advice}.")));
    let notes = notes.chain(property.assumptions().iter().map(assumed));
    let notes = notes.chain(property.only_by.map(|engine| format!("Decided by {engine}.")));
    let notes = notes.chain(property.facts_used().map(|facts| format!("Proved with {facts}.")));
    let shows = |evidence: DefectEvidence<'_>| match evidence {
        DefectEvidence::Run(run) => property.run.as_ref() == Some(run),
        DefectEvidence::Alarm(alarm) => property.alarm.as_ref() == Some(alarm),
    };
    let is_unknown = property.verdict == Verdict::Unknown;
    PropertyRow {
        mark: VerdictMark::of(property.verdict),
        text: property.text.clone(),
        place: places.place(&property.position),
        notes: notes.collect(),
        finding: report.errors_first().position(|finding| shows(finding.evidence)).map(|index| index + 1),
        path: property.path.as_ref().filter(|_| is_unknown).map(|path| abstract_path(path, places)),
    }
}

fn abstract_path(path: &AbstractTrace, places: &ListedLines<'_>) -> AbstractPath {
    let step = |(index, step): (usize, &engine::evidence::AbstractStep)| AbstractPathStep {
        place: places.place(&step.position),
        text: step.text.clone(),
        location: step.location.clone(),
        changes: values(&step.changes),
        choices: step.choices.join(", "),
        is_loop_start: path.loop_start == Some(index),
    };
    AbstractPath { initial: values(&path.initial), steps: path.steps.iter().enumerate().map(step).collect() }
}

fn values(values: &PredicateValues) -> String {
    let value = |(predicate, holds): &(String, bool)| match holds {
        true => predicate.clone(),
        false => format!("!({predicate})"),
    };
    values.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// Returns the work of each engine, without times: the same input must give the same page.
pub(super) fn engines(report: &Report<'_>) -> Vec<EngineRow> {
    report.engines.iter().map(engine).collect()
}

fn engine(engine: &EngineReport<'_>) -> EngineRow {
    let row = |name, verdict, figures| EngineRow { name, mark: VerdictMark::of(verdict), figures };
    match engine {
        EngineReport::PredicateAbstraction { verdict, statistics, states, .. } => {
            let figures = claims::figures(*statistics, &[]);
            let counts = figures.counts.iter().map(|(count, what)| format!("{count} {what}"));
            let states = states.map(|count| format!("{count} states of the boolean program"));
            let all: Vec<String> = counts.chain(figures.note.map(str::to_string)).chain(states).collect();
            row("predicate abstraction", *verdict, all.join(", "))
        }
        EngineReport::ConcreteRuns { verdict, nodes, cut_runs, defects, .. } => {
            let reach = match nodes {
                Some(0) => "all runs from the start of main".to_string(),
                Some(nodes) => format!("all input heaps of up to {nodes} nodes"),
                None => "some small input heaps".to_string(),
            };
            let cut = if *cut_runs > 0 { format!(", {cut_runs} runs cut short") } else { String::new() };
            let found = if *defects == 0 { "no violation".to_string() } else { format!("{defects} found") };
            row("concrete runs", *verdict, format!("{reach}{cut}: {found}"))
        }
        EngineReport::Shapes { verdict, reason, configurations, locations, .. } => {
            let reason = reason.as_ref().map_or_else(String::new, |reason| format!("; {reason}"));
            row("shape analysis", *verdict, format!("{configurations} configurations, {locations} locations{reason}"))
        }
        EngineReport::Bounded { verdict, unwind, heap_nodes, objects, terms, .. } => {
            let heaps = heap_nodes.map_or_else(String::new, |nodes| format!(", heaps of up to {nodes} nodes"));
            row("bounded engine", *verdict, format!("unwinding {unwind}{heaps}, {objects} objects, {terms} terms"))
        }
    }
}

/// Returns the hints that were proposed and proved something.
pub(super) fn hints(report: &Report<'_>) -> Vec<HintFile> {
    report.hints.iter().map(|proof| HintFile { text: proof.file() }).collect()
}
