//! Whether a witness is right: the witness is compiled into its program, and the result is verified.
//!
//! A violation witness is confirmed by a run that passes all its waypoints and has the error of the property at the target; it
//! is refuted if the program, which stops every run that leaves the waypoints, is proved. A correctness witness is confirmed
//! if its invariants are asserted and everything is proved; it is refuted if a run breaks an invariant. Nothing is taken
//! over from the witness: invariants are never assumed.

use std::ops::RangeInclusive;

use crate::answer::{Answer, Subject, VerificationTask};
use crate::prepare::{Input, prepare_job};
use crate::settings::Settings;
use crate::verify::verify;
use base::{Budget, Diagnostic, Diagnostics, SourceMap, Span};
use competition::{CompetitionProperty, PropertySet};
use engine::evidence::Alarm;
use engine::verdict::Verdict;
use program::{FaultKind, Program};
use reason::OpenReason;
use simplify::RuleSet;
use witness::document;
use witness::instrument::{self, Instrumented, Original};
use witness::places::Places;
use witness::read::{ReadContent, ReadSegment, ReadWitness};
use witness::resolve::{PlacedInvariant, Resolver};

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

/// Returns what is known of a witness. On `Err` the program or the witness is at fault.
pub fn validate(sources: &mut SourceMap, task: ValidationTask<'_>) -> Result<Judgement, Diagnostics> {
    let file = task.input.program;
    let (unit, diagnostics) = frontend::parse_within(sources, file, task.budget);
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    let places = Places::of(&unit, sources, file);
    match &task.witness.content {
        ReadContent::Other(name) => Ok(Judgement::Open(OpenWitness::NotFollowed(name.clone()))),
        ReadContent::Violation(segments) => violation(sources, task, &places, segments),
        ReadContent::Correctness(invariants) => {
            let placed = Resolver::new(&places, sources).invariants(invariants);
            let placed = placed.map_err(only)?;
            correctness(sources, task, &places, &placed)
        }
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
    let (job, diagnostics) = prepare_job(sources, Input { program, ..task.input });
    let job = job.ok_or(diagnostics)?;
    let subject = match job.question().specification {
        None => Subject::WithCalls(job.question()),
        Some(_) => job.for_all_engines(task.rules),
    };
    let question = VerificationTask { subject, sources, settings: task.settings, budget: task.budget };
    let (answer, _) = verify(question)?;
    Ok(look(&answer, subject.question().program, sources))
}

/// Returns the errors that runs have, in the order of the answer.
fn errors(answer: &Answer) -> impl Iterator<Item = &Alarm> {
    let bounded = answer.bounded.iter().flat_map(|bounded| &bounded.findings);
    answer.shapes.findings.iter().chain(bounded).filter(|alarm| alarm.certain() && !alarm.after_error)
}

fn violation(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    places: &Places,
    segments: &[ReadSegment],
) -> Result<Judgement, Diagnostics> {
    let is_decided = |property: &CompetitionProperty| {
        !matches!(property, CompetitionProperty::NoOverflow | CompetitionProperty::Termination)
    };
    if !task.properties.iter().any(is_decided) {
        return Ok(Judgement::Open(OpenWitness::Property));
    }
    let file = task.input.program;
    let placed = Resolver::new(places, sources).segments(segments).map_err(only)?;
    let target = placed.last().and_then(|segment| places.get(segment.follow.place));
    let target = target.map(|place| {
        let last = Span { start: place.span.end.saturating_sub(1), ..place.span };
        let lines = sources.position(place.span).line..=sources.position(last).line;
        Target { lines, function: place.function.to_string() }
    });
    let instrumented = Original { sources, file, places }.with_segments(&placed, task.properties.error_function());
    let judgement = answer(sources, task, &instrumented, |answer, program, sources| {
        let is_it = |alarm: &&Alarm| {
            is_of(alarm.kind, task.properties)
                && target.as_ref().is_some_and(|target| target.holds(alarm))
                && passes(alarm, program, sources, &instrumented.reached)
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
    let alone = Original { sources, file, places }.with_segments(&[], None);
    answer(sources, task, &alone, |answer, _, _| Judgement::ErrorRefuted {
        program_is_proved: answer.verdict == Verdict::Verified,
    })
}

impl Target {
    /// Returns true if an error is at the target, or in a function that is called there.
    fn holds(&self, alarm: &Alarm) -> bool {
        alarm.function != self.function || self.lines.contains(&alarm.position.line)
    }
}

/// Returns true if an error violates one of the properties.
fn is_of(kind: FaultKind, properties: &PropertySet) -> bool {
    properties.iter().any(|property| match property {
        CompetitionProperty::UnreachCall(_) => matches!(kind, FaultKind::ReachError | FaultKind::Assertion),
        CompetitionProperty::ValidMemcleanup => kind == FaultKind::MemoryLeak,
        other => document::property(kind).as_ref() == Some(other),
    })
}

/// Returns true if the run of an error has passed all segments.
fn passes(alarm: &Alarm, program: &Program, sources: &SourceMap, reached: &str) -> bool {
    let course = alarm.confirmed.as_ref().ok().and_then(|run| run.course.as_ref());
    course.is_some_and(|course| {
        course.steps.iter().any(|(function, edge)| {
            let edge = program.flowchart(*function).map(|flowchart| flowchart.edge(*edge));
            edge.is_some_and(|edge| sources.snippet(edge.span).trim_end_matches(';') == reached)
        })
    })
}

fn correctness(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    places: &Places,
    invariants: &[PlacedInvariant],
) -> Result<Judgement, Diagnostics> {
    let instrumented = Original { sources, file: task.input.program, places }.with_invariants(invariants);
    answer(sources, task, &instrumented, |answer, _, _| {
        let broken_by = |alarm: &Alarm| {
            let is_it = |index: &usize| alarm.function == instrument::broken(*index);
            (0..invariants.len()).find(is_it)
        };
        let broken = errors(answer).find_map(|alarm| Some((broken_by(alarm)?, alarm)));
        match (broken, errors(answer).find(|alarm| is_of(alarm.kind, task.properties)), answer.verdict) {
            (Some((index, alarm)), ..) => Judgement::InvariantBroken(index, Box::new(alarm.clone())),
            (None, _, Verdict::Verified) => Judgement::ProofConfirmed,
            (None, Some(alarm), _) => Judgement::ProofRefuted(Box::new(alarm.clone())),
            (None, None, _) => Judgement::Open(OpenWitness::Unknown(answer.reason.clone())),
        }
    })
}
