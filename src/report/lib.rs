//! Formats results, for people and for machines. The message of an error comes from the engine that found it:
//! `smg::transfer`, `smg::solver::engine::ends` (leaks) and `program::interp`.
//!
//! [`Report`] is the answer to a command as data. `text`, `json` and `sarif` format it, and make no decisions.
//!
//! | file | contents |
//! |---|---|
//! | `text` | `--format text` |
//! | `json` | `--format json` |
//! | `sarif` | `--format sarif` |
//! | `known` | findings of an earlier run, and those that a comment accepts |
//! | `rules` | descriptions of the kinds of findings, for SARIF |
//! | `refusal` | unusable input, for machines |
//! | `competition` | the result of a task of a competition |
//! | `several` | answers for several files and functions |
//! | `requirement` | the report on a function of a library |
//! | `schema` | the JSON schema of `--format json` |
//! | `engines` | the work of each engine |
//! | `trace` | the trace of a defect as text |
//! | `limits` | how much is shown to people |
//! | `view` | locations, predicates and formulas as users name them |
//! | `contradiction` | two engines that contradict each other: exit status 6 |
//! | `audit` | the result of an audit |
//! | `svg` | pictures of graphs |
//! | `validation` | the result of checking a witness |
//! | `trail` | a trail of SPIN or a counterexample of ABC in C statements |
//! | `invariant` | an invariant of ABC in predicates |

pub mod audit;
pub mod competition;
pub mod contradiction;
mod engines;
pub mod invariant;
pub mod json;
pub mod known;
mod limits;
pub mod refusal;
mod requirement;
mod rules;
pub mod sarif;
pub mod schema;
pub mod several;
pub mod svg;
pub mod text;
pub mod trace;
pub mod trail;
pub mod validation;
pub mod view;

use crate::known::Known;
use ::audit::Audit;
use ::harness::Sighting;
use base::diagnostic::Heading;
use base::{SourceMap, SourcePosition};
use engine::evidence::{Alarm, Broken, ConcreteRun, ConcreteStep, FindingNote, Replay, RunInput};
use engine::verdict::Verdict;
pub use engines::EngineReport;
use pipeline::answer::{PredicateFindings, RoundsDone};
use pipeline::requirements::Requirement;
use pipeline::{Answer, PropertyVerdict, ProvingHints};
use program::analysis::{CallGraph, Effects};
use reason::advice::{self as engine_advice, Advice};
use reason::assumption::{Granted, KeptContract, UnprovedHint};
use reason::{Gap, OpenReason, Unreplayed};
use spec::Question;

/// The answer to `verify`, `smg` or `bmc`, as every format shows it.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The engines that answered.
    pub source: Source,
    /// The verdict on all properties together.
    pub verdict: Verdict,
    /// The reason for "unknown".
    pub reason: Option<OpenReason>,
    pub properties: &'a [PropertyVerdict],
    pub engines: Vec<EngineReport<'a>>,
    /// Hints that were proposed, and proved something.
    pub hints: &'a [ProvingHints],
    /// The unproved hints that a "verified" rests on.
    pub assumptions: Vec<UnprovedHint>,
    /// What the whole answer assumes of functions without a body.
    pub contracts: Vec<KeptContract>,
    /// What the whole answer takes for granted.
    pub granted: Vec<Granted>,
    pub findings: Vec<Defect<'a>>,
    /// Definite errors that no property covers: the verdict does not depend on them.
    pub outside: Vec<Defect<'a>>,
    /// Recursive functions: whether the stack suffices for them is not checked.
    pub recursive: Vec<String>,
    /// The result of testing the proofs on concrete runs, if requested.
    pub audit: Option<&'a Audit>,
    /// C programs that were written to show defects.
    pub harnesses: Vec<WrittenHarness>,
    /// The rounds of work, if there are rounds.
    pub rounds: Option<RoundsDone>,
    /// Name of the function that is asked about.
    entry: String,
    /// For a function of a library: what it requires of its callers.
    pub requirement: Option<&'a Requirement>,
    /// For a function of a library: what it may do with the memory of its callers.
    pub effects: Option<Effects>,
    /// True if findings were compared with those of an earlier run.
    pub has_baseline: bool,
    /// Whether an earlier run left open what this one does, for each open question.
    known_open: Vec<bool>,
    /// True if an earlier run left open all that this one does.
    is_openness_known: bool,
}

/// Returns what answers assume, a text for each function without a body, and one for what every proof takes for granted.
fn assumed(contracts: impl Iterator<Item = String>, granted: &[Granted]) -> Vec<String> {
    let granted: Vec<String> = granted.iter().map(Granted::to_string).collect();
    contracts.chain((!granted.is_empty()).then(|| granted.join("; "))).collect()
}

/// A C program that was written to show a defect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenHarness {
    pub file: String,
    pub sighting: Sighting,
}

/// The engines that answered.
#[derive(Clone, Debug)]
pub enum Source {
    /// All engines, for `verify`.
    AllEngines,
    /// The shape analysis, and the bounded engine on what it leaves open. Suspicions are reported, too, in the format
    /// of compilers.
    ShapeAnalysis {
        /// The reason for incompleteness; findings do not depend on it.
        gap: Option<Gap>,
        /// True if the user asked for properties.
        with_properties: bool,
    },
    /// The bounded engine alone.
    BoundedEngine,
}

impl Source {
    /// Returns true if properties may have a path through the boolean program.
    pub fn has_paths(&self) -> bool {
        matches!(self, Source::AllEngines)
    }
}

impl<'a> Report<'a> {
    /// Returns advice against the reason why the verdict is unknown. Each property has its own advice.
    pub fn advice(&self) -> Vec<Advice> {
        let decisive = self.properties.iter().find(|property| property.reason == self.reason);
        match (&self.reason, decisive) {
            (Some(_), Some(property)) => property.advice.clone(),
            (Some(reason), None) => engine_advice::advice(reason),
            (None, _) => Vec::new(),
        }
    }

    /// Returns what the answer assumes, a text for each function without a body, and one for what every proof takes for
    /// granted.
    pub fn assumed(&self) -> Vec<String> {
        assumed(self.contracts.iter().map(KeptContract::to_string), self.granted_by_proofs())
    }

    /// Returns what the proofs take for granted, if all is proved.
    fn granted_by_proofs(&self) -> &[Granted] {
        if self.verdict == Verdict::Verified { &self.granted } else { &[] }
    }

    /// Returns true if the verdict is not "verified", and everything that leads to it is known.
    pub fn is_known(&self) -> bool {
        let is_error = |finding: &Defect<'_>| finding.severity() == DefectSeverity::Error;
        match self.verdict {
            Verdict::Verified => false,
            Verdict::Violated => self.findings.iter().any(is_error) && self.is_rest_known(),
            Verdict::Unknown => self.is_rest_known(),
        }
    }

    /// Returns true if every finding is known that does not come after another one, and so is what is open.
    fn is_rest_known(&self) -> bool {
        let is_known =
            |finding: &Defect<'_>| finding.known.is_some() || finding.doubt() == Some(&Unreplayed::AfterError);
        self.is_openness_known && self.findings.iter().all(is_known)
    }

    /// Adds the assumptions of the question: contracts and recursive functions.
    pub fn to(self, question: Question<'_>, sources: &SourceMap) -> Report<'a> {
        let (contracts, granted) = (KeptContract::all(question, sources), Granted::of(question));
        let entry = question.program.functions.get(question.entry).map_or_else(String::new, |entry| entry.name.clone());
        Report { contracts, granted, recursive: recursive(question), entry, ..self }
    }

    /// Returns an empty report.
    pub fn of_nothing() -> Report<'a> {
        Report {
            source: Source::AllEngines,
            verdict: Verdict::Unknown,
            reason: None,
            properties: &[],
            engines: Vec::new(),
            hints: &[],
            assumptions: Vec::new(),
            contracts: Vec::new(),
            granted: Vec::new(),
            findings: Vec::new(),
            outside: Vec::new(),
            recursive: Vec::new(),
            audit: None,
            harnesses: Vec::new(),
            rounds: None,
            entry: String::new(),
            requirement: None,
            effects: None,
            has_baseline: false,
            known_open: Vec::new(),
            is_openness_known: false,
        }
    }

    /// Returns the report on an answer. `with_properties` says that the user asked `smg` for properties.
    pub fn of_answer(answer: &'a Answer, audit: Option<&'a Audit>, with_properties: bool) -> Report<'a> {
        let of_alarms = |alarms: &'a [Alarm]| alarms.iter().map(Defect::of_alarm).collect();
        let (source, findings) = match (&answer.predicates, &answer.by_shapes, &answer.bounded) {
            (Some(predicates), ..) => (Source::AllEngines, findings(answer, predicates)),
            (None, None, Some(bounded)) => (Source::BoundedEngine, of_alarms(&bounded.findings)),
            (None, ..) => {
                let gap = answer.shapes.gap.clone();
                (Source::ShapeAnalysis { gap, with_properties }, of_alarms(&answer.shapes.findings))
            }
        };
        let predicates = answer.predicates.as_ref();
        let outside = predicates.iter().flat_map(|found| &found.outside);
        Report {
            source,
            verdict: answer.verdict,
            reason: answer.reason.clone(),
            properties: &answer.properties,
            engines: EngineReport::all(answer),
            hints: predicates.map_or(&[], |found| &found.proposed),
            assumptions: answer.assumptions(),
            findings,
            outside: outside.map(|run| Defect::of_run(answer, run)).collect(),
            audit,
            rounds: answer.by_shapes.is_some().then_some(answer.rounds),
            ..Report::of_nothing()
        }
    }
}

impl<'a> Report<'a> {
    /// Returns the defects in the order of presentation: errors first, then suspicions.
    pub fn errors_first(&self) -> impl Iterator<Item = &Defect<'a>> {
        let of = |severity| self.findings.iter().filter(move |finding| finding.severity() == severity);
        of(DefectSeverity::Error).chain(of(DefectSeverity::Warning))
    }
}

/// A defect, as every format shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect<'a> {
    /// One of the kinds of the overview: `invalid-dereference`, …, `shape`.
    pub kind: &'static str,
    /// One sentence.
    pub message: String,
    pub evidence: DefectEvidence<'a>,
    /// True if a run has it, but what the caller gives decides whether it occurs.
    pub depends_on_caller: bool,
    /// Why users know it already; `None` for a new one.
    pub known: Option<Known>,
}

/// The evidence of a defect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefectEvidence<'a> {
    /// A run of the interpreter.
    Run(&'a ConcreteRun),
    /// An error that the shape analysis found.
    Alarm(&'a Alarm),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefectSeverity {
    /// It happens, and the verdict depends on it.
    Error,
    /// No run is known to meet it, or the verdict does not depend on it.
    Warning,
}

impl DefectSeverity {
    /// Returns the word that compilers and code-scanning services use.
    pub fn word(self) -> &'static str {
        self.heading().word()
    }

    /// Returns the heading of its message.
    fn heading(self) -> Heading {
        match self {
            DefectSeverity::Error => Heading::Error,
            DefectSeverity::Warning => Heading::Warning,
        }
    }
}

/// The kind of findings about statements of the specification.
pub(crate) const SHAPE: &str = "shape";

impl<'a> Defect<'a> {
    fn of_alarm(alarm: &'a Alarm) -> Defect<'a> {
        Defect {
            kind: alarm.kind.word(),
            message: alarm.message.clone(),
            evidence: DefectEvidence::Alarm(alarm),
            depends_on_caller: false,
            known: None,
        }
    }

    fn of_run(answer: &Answer, run: &'a ConcreteRun) -> Defect<'a> {
        Defect::of_run_that_breaks(run, &answer.statement_texts)
    }

    /// `statements`: the texts of the specification's statements.
    fn of_run_that_breaks(run: &'a ConcreteRun, statements: &[String]) -> Defect<'a> {
        let (kind, message) = match &run.broken {
            Broken::Fault(kind, message) => (kind.word(), message.clone()),
            Broken::Statement(index) => (SHAPE, format!("violated: {}", statement_text(statements, *index))),
        };
        Defect { kind, message, evidence: DefectEvidence::Run(run), depends_on_caller: false, known: None }
    }

    /// Returns why no run is known that has it; `None` for an error.
    pub fn doubt(&self) -> Option<&'a Unreplayed> {
        match self.evidence {
            _ if self.depends_on_caller => Some(&Unreplayed::DependsOnCaller),
            DefectEvidence::Run(_) => None,
            DefectEvidence::Alarm(alarm) => alarm.confirmed.as_ref().err(),
        }
    }

    pub fn severity(&self) -> DefectSeverity {
        match self.evidence {
            _ if self.depends_on_caller => DefectSeverity::Warning,
            DefectEvidence::Run(_) => DefectSeverity::Error,
            DefectEvidence::Alarm(alarm) if alarm.certain() && !alarm.is_warning => DefectSeverity::Error,
            DefectEvidence::Alarm(_) => DefectSeverity::Warning,
        }
    }

    pub fn position(&self) -> &'a SourcePosition {
        match self.evidence {
            DefectEvidence::Run(run) => &run.position,
            DefectEvidence::Alarm(alarm) => &alarm.position,
        }
    }

    /// Returns the name of the function that contains it. A run of the predicate abstraction is one of the function that is
    /// asked about.
    pub(crate) fn function(&self, entry: &'a str) -> &'a str {
        match self.evidence {
            DefectEvidence::Run(_) => entry,
            DefectEvidence::Alarm(alarm) => &alarm.function,
        }
    }

    /// Returns the trace.
    pub fn steps(&self) -> &'a [ConcreteStep] {
        match self.evidence {
            DefectEvidence::Run(run) => &run.steps,
            DefectEvidence::Alarm(alarm) => &alarm.steps,
        }
    }

    /// Returns the values that its run reads, in order.
    pub fn inputs(&self) -> &'a [RunInput] {
        match self.evidence {
            DefectEvidence::Run(run) => &run.inputs,
            DefectEvidence::Alarm(alarm) => alarm.confirmed.as_ref().map_or(&[], |run| &run.inputs),
        }
    }

    /// Facts about it at other positions.
    pub fn notes(&self) -> &'a [FindingNote] {
        match self.evidence {
            DefectEvidence::Run(run) => &run.notes,
            DefectEvidence::Alarm(alarm) => alarm.confirmed.as_ref().map_or(&alarm.notes, |run| &run.notes),
        }
    }

    /// Returns the run that confirms an alarm of the shape analysis.
    pub fn replay(&self) -> Option<&'a Replay> {
        match self.evidence {
            DefectEvidence::Run(_) => None,
            DefectEvidence::Alarm(alarm) => alarm.confirmed.as_ref().ok(),
        }
    }

    /// Returns the concrete run that found it; `None` for an alarm.
    pub fn run(&self) -> Option<&'a ConcreteRun> {
        match self.evidence {
            DefectEvidence::Run(run) => Some(run),
            DefectEvidence::Alarm(_) => None,
        }
    }
}

/// Returns the recursive functions that the entry may reach.
fn recursive(question: Question<'_>) -> Vec<String> {
    let calls = CallGraph::of(question.program);
    let functions = calls.reachable(question.entry).into_iter().filter(|function| calls.is_recursive(*function));
    functions.filter_map(|function| Some(question.program.functions.get(function)?.name.clone())).collect()
}

/// Returns the text of a statement of the specification.
fn statement_text(statements: &[String], index: usize) -> &str {
    statements.get(index).map_or("a property", String::as_str)
}

/// Returns all defects that all engines found, sorted by position. A defect that a run shows is reported once.
fn findings<'a>(answer: &'a Answer, predicates: &'a PredicateFindings) -> Vec<Defect<'a>> {
    let runs = predicates.search.runs.iter().chain(&predicates.search.undefined);
    let mut found: Vec<Defect<'_>> = runs.map(|run| Defect::of_run(answer, run)).collect();
    let of_shapes = answer.shapes.certain().map(Defect::of_alarm);
    // Evidence of a violated property is a defect, whichever engine found it.
    let of_properties = answer.properties.iter().flat_map(|property| {
        let run = property.run.iter().map(|run| Defect::of_run(answer, run));
        run.chain(property.alarm.iter().map(Defect::of_alarm))
    });
    add_new(&mut found, of_shapes.chain(of_properties));
    found.sort_by(|a, b| (a.position(), a.kind).cmp(&(b.position(), b.kind)));
    found
}

/// Adds defects, except for those of the same kind at the same position as a known one.
fn add_new<'a>(found: &mut Vec<Defect<'a>>, more: impl Iterator<Item = Defect<'a>>) {
    for next in more {
        let is_same = |known: &Defect<'_>| known.kind == next.kind && known.position() == next.position();
        if !found.iter().any(is_same) {
            found.push(next);
        }
    }
}
