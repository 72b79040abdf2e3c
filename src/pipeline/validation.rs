//! Whether a witness is right: the witness is compiled into its program, and the result is verified.
//!
//! A violation witness is confirmed by a run that passes all its waypoints and has the error of the property at the target; it
//! is refuted if the program, which stops every run that leaves the waypoints, is proved. A correctness witness is confirmed
//! if its invariants are asserted and everything is proved; it is refuted if a run breaks an invariant. Nothing is taken
//! over from the witness: invariants are never assumed.
//!
//! `validation::rerun`: the run that a witness was made from, made once more.

mod rerun;

use std::ops::RangeInclusive;

use crate::answer::{Answer, Subject, VerificationTask};
use crate::prepare::{Input, prepare_job};
use crate::settings::Settings;
use crate::verify::verify;
use base::{Budget, Diagnostic, Diagnostics, FileId, SourceMap, Span};
use competition::{CompetitionProperty, PropertySet};
use engine::evidence::Alarm;
use engine::verdict::Verdict;
use program::interp::RunStep;
use program::{FaultKind, Program};
use reason::OpenReason;
use simplify::RuleSet;
use witness::document;
use witness::instrument::{self, Instrumented, Original};
use witness::places::Places;
use witness::read::{ReadContent, ReadWitness};
use witness::resolve::Resolver;

pub use rerun::confirms;

/// What is known of a witness.
#[derive(Clone, Debug)]
pub enum Judgement {
    /// A run passes all waypoints, and has this error at the target.
    ErrorConfirmed(Box<Alarm>),
    /// The invariants hold, and the program has no error.
    ProofConfirmed,
    /// No run passes the waypoints and has the error: this is proved.
    ErrorRefuted {
        /// True if the program without the witness is proved, too.
        program_is_proved: bool,
    },
    /// A run breaks an invariant: its index, and the run.
    InvariantBroken(usize, Box<Alarm>),
    /// An invariant has an error itself in some run, such as an access to NULL.
    InvariantUndefined(Box<Alarm>),
    /// The program has an error.
    ProofRefuted(Box<Alarm>),
    /// Neither is known.
    Open(OpenWitness),
}

/// Why a witness is neither confirmed nor refuted.
#[derive(Clone, Debug)]
pub enum OpenWitness {
    /// It says something that is not followed, by name.
    NotFollowed(String),
    /// Its property is one that Damson does not decide.
    Property,
    /// The run that the witness describes has another error before.
    OtherError(Box<Alarm>),
    /// The answer about the program with the witness in it is unknown.
    Unknown(Option<OpenReason>),
}

/// A question about a witness.
#[derive(Clone, Copy)]
pub struct ValidationTask<'a> {
    /// The program, as text.
    pub input: Input<'a>,
    pub witness: &'a ReadWitness,
    pub properties: &'a PropertySet,
    pub rules: &'a RuleSet,
    pub settings: &'a Settings,
    pub budget: &'a Budget,
}

/// The place of an error that a witness names.
struct Target {
    /// Its lines.
    lines: RangeInclusive<u32>,
    /// The name of its function.
    function: String,
}

/// A witness compiled into its program.
pub struct Compiled {
    pub instrumented: Instrumented,
    expected: Expected,
    /// The program without the witness.
    file: FileId,
}

/// What the program with the witness in it has to show.
enum Expected {
    /// An error at the target.
    Error(Target),
    /// That so many invariants hold.
    Invariants(usize),
}

/// Compiles a witness into its program; `Err` in `Ok` if it cannot be followed. On `Err` the program or the witness is at fault.
pub fn compile(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
) -> Result<Result<Compiled, OpenWitness>, Diagnostics> {
    let file = task.input.program;
    let (unit, diagnostics) = frontend::parse_within(sources, file, task.budget);
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let places = Places::of(&unit, sources, file);
    let (original, resolver) = (Original { sources, file, places: &places }, Resolver::new(&places, sources));
    let (instrumented, expected) = match &task.witness.content {
        ReadContent::Other(name) => return Ok(Err(OpenWitness::NotFollowed(name.clone()))),
        ReadContent::Violation(_) if !task.properties.iter().any(is_decided) => return Ok(Err(OpenWitness::Property)),
        ReadContent::Violation(segments) => {
            let placed = resolver.segments(segments).map_err(only)?;
            let target = placed.last().and_then(|segment| places.get(segment.follow.place));
            let Some(target) = target else { return Ok(Err(OpenWitness::Unknown(None))) };
            let last = Span { start: target.span.end.saturating_sub(1), ..target.span };
            let lines = sources.position(target.span).line..=sources.position(last).line;
            let target = Target { lines, function: target.function.to_string() };
            (original.with_segments(&placed, task.properties), Expected::Error(target))
        }
        ReadContent::Correctness(invariants) => {
            let placed = resolver.invariants(invariants).map_err(only)?;
            (original.with_invariants(&placed), Expected::Invariants(placed.len()))
        }
    };
    Ok(Ok(Compiled { instrumented, expected, file }))
}

/// Returns true if Damson decides a property.
fn is_decided(property: &CompetitionProperty) -> bool {
    !matches!(property, CompetitionProperty::NoOverflow | CompetitionProperty::Termination)
}

/// Returns what is known of a witness. On `Err` the program with the witness in it is no C.
pub fn judge(sources: &mut SourceMap, task: ValidationTask<'_>, compiled: &Compiled) -> Result<Judgement, Diagnostics> {
    match &compiled.expected {
        Expected::Error(target) => error(sources, task, compiled, target),
        Expected::Invariants(count) => proof(sources, task, &compiled.instrumented, *count),
    }
}

/// Compiles a witness into its program, and returns what is known of it. On `Err` the program or the witness is at fault.
pub fn validate(sources: &mut SourceMap, task: ValidationTask<'_>) -> Result<Judgement, Diagnostics> {
    match compile(sources, task)? {
        Ok(compiled) => judge(sources, task, &compiled),
        Err(open) => Ok(Judgement::Open(open)),
    }
}

fn only(diagnostic: Diagnostic) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(diagnostic);
    diagnostics
}

/// Verifies a program with a witness in it.
fn answer(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    instrumented: &Instrumented,
    look: impl FnOnce(&Answer, &Program, &SourceMap) -> Judgement,
) -> Result<Judgement, Diagnostics> {
    let program = sources.add(instrumented.name.clone(), instrumented.text.clone());
    let (job, diagnostics) =
        prepare_job(sources, Input { program, error_function: task.properties.error_function(), ..task.input });
    let job = job.ok_or_else(|| blamed(sources, task.witness, diagnostics))?;
    let subject = match job.question().specification {
        None => Subject::WithCalls(job.question()),
        Some(_) => job.for_all_engines(task.rules),
    };
    let mut settings = task.settings.clone();
    settings.shapes.leaks_at_exit |= task.properties.contains(&CompetitionProperty::ValidMemcleanup);
    let question = VerificationTask { subject, sources, settings: &settings, budget: task.budget };
    let (answer, _) = verify(question)?;
    Ok(look(&answer, subject.question().program, sources))
}

/// Returns what is wrong with a program that has a witness in it, each error at the part of the witness on that line.
fn blamed(sources: &SourceMap, witness: &ReadWitness, diagnostics: Diagnostics) -> Diagnostics {
    let said = witness.parts();
    let mut blamed = Diagnostics::new();
    for diagnostic in diagnostics.iter() {
        let line = diagnostic.span.map(|span| sources.position(span).line);
        let part = said.iter().find(|(at, _)| Some(*at) == line);
        blamed.push(match part {
            Some((_, span)) => {
                Diagnostic::error(*span, format!("this does not fit the program: {}", diagnostic.message))
            }
            None => diagnostic.clone(),
        });
    }
    blamed
}

/// Returns the errors that runs have, in the order of the answer.
fn errors(answer: &Answer) -> impl Iterator<Item = &Alarm> {
    let bounded = answer.bounded.iter().flat_map(|bounded| &bounded.findings);
    answer.shapes.findings.iter().chain(bounded).filter(|alarm| alarm.certain() && !alarm.after_error)
}

fn error(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    compiled: &Compiled,
    target: &Target,
) -> Result<Judgement, Diagnostics> {
    let instrumented = &compiled.instrumented;
    let judgement = answer(sources, task, instrumented, |answer, program, sources| {
        let is_it = |alarm: &&Alarm| {
            is_of(alarm, task.properties)
                && target.holds(alarm)
                && steps(alarm).is_some_and(|steps| passes(steps, program, sources, &instrumented.reached))
        };
        match (errors(answer).find(is_it), errors(answer).next(), answer.verdict) {
            (Some(alarm), ..) => Judgement::ErrorConfirmed(Box::new(alarm.clone())),
            (None, _, Verdict::Verified) => Judgement::ErrorRefuted { program_is_proved: false },
            (None, Some(other), _) => Judgement::Open(OpenWitness::OtherError(Box::new(other.clone()))),
            (None, None, _) => Judgement::Open(OpenWitness::Unknown(answer.reason.clone())),
        }
    })?;
    if !matches!(judgement, Judgement::ErrorRefuted { .. }) {
        return Ok(judgement);
    }
    let alone = Instrumented {
        text: sources.text(compiled.file).to_string(),
        name: instrumented.name.clone(),
        added: Vec::new(),
        reached: String::new(),
    };
    answer(sources, task, &alone, |answer, _, _| Judgement::ErrorRefuted {
        program_is_proved: answer.verdict == Verdict::Verified,
    })
}

impl Target {
    /// Returns true if an error is at the target, or in a function that is called there. Which place a lost block has is not
    /// agreed on.
    fn holds(&self, alarm: &Alarm) -> bool {
        alarm.kind == FaultKind::MemoryLeak
            || alarm.function != self.function
            || self.lines.contains(&alarm.position.line)
    }
}

/// Returns the steps of the run that has an error.
fn steps(alarm: &Alarm) -> Option<&[RunStep]> {
    Some(&alarm.confirmed.as_ref().ok()?.course.as_ref()?.steps)
}

/// Returns true if an error violates one of the properties.
fn is_of(alarm: &Alarm, properties: &PropertySet) -> bool {
    properties.iter().any(|property| match property {
        CompetitionProperty::UnreachCall(_) => matches!(alarm.kind, FaultKind::ReachError | FaultKind::Assertion),
        CompetitionProperty::ValidMemcleanup => alarm.kind == FaultKind::MemoryLeak,
        other => document::property(alarm).as_ref() == Some(other),
    })
}

/// Returns true if a run has passed all segments.
fn passes(steps: &[RunStep], program: &Program, sources: &SourceMap, reached: &str) -> bool {
    steps.iter().any(|(function, edge)| {
        let edge = program.flowchart(*function).map(|flowchart| flowchart.edge(*edge));
        edge.is_some_and(|edge| sources.snippet(edge.span).trim_end_matches(';') == reached)
    })
}

fn proof(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    instrumented: &Instrumented,
    invariants: usize,
) -> Result<Judgement, Diagnostics> {
    answer(sources, task, instrumented, |answer, _, _| {
        let broken_by = |alarm: &Alarm| (0..invariants).find(|index| alarm.function == instrument::broken(*index));
        let broken = errors(answer).find_map(|alarm| Some((broken_by(alarm)?, alarm)));
        let is_added = |alarm: &&Alarm| instrumented.added.iter().any(|added| added.contains(&alarm.span.start));
        if let Some(alarm) = errors(answer).find(is_added).filter(|_| broken.is_none()) {
            return Judgement::InvariantUndefined(Box::new(alarm.clone()));
        }
        match (broken, errors(answer).find(|alarm| is_of(alarm, task.properties)), answer.verdict) {
            (Some((index, alarm)), ..) => Judgement::InvariantBroken(index, Box::new(alarm.clone())),
            (None, _, Verdict::Verified) => Judgement::ProofConfirmed,
            (None, Some(alarm), _) => Judgement::ProofRefuted(Box::new(alarm.clone())),
            (None, None, _) => Judgement::Open(OpenWitness::Unknown(answer.reason.clone())),
        }
    })
}
