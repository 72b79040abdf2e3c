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
use program::analysis::CallGraph;
use program::interp::RunStep;
use program::{FaultKind, Program};
use reason::OpenReason;
use reason::assumption::{Granted, KeptContract};
use simplify::RuleSet;
use spec::Question;
use witness::document::{self, InvariantKind};
use witness::instrument::{Instrumented, Original};
use witness::places::{PlaceKind, Places};
use witness::read::{ReadContent, ReadWitness};
use witness::resolve::{PlacedInvariant, PlacedSegment, Resolver};

pub use rerun::{confirms, loses_block};

/// The result of checking a witness.
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

/// A judgement with what it rests on.
#[derive(Clone, Debug)]
pub struct Judged {
    pub judgement: Judgement,
    /// What is assumed of functions without a body; none if nothing is known of the witness.
    pub contracts: Vec<KeptContract>,
    /// What every proof takes for granted; empty unless something is proved.
    pub granted: Vec<Granted>,
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

impl Judgement {
    /// Returns the judgement with what it rests on in a program with the witness in it.
    fn resting_on(self, question: Question<'_>, sources: &SourceMap) -> Judged {
        let granted = match self {
            Judgement::ProofConfirmed | Judgement::ErrorRefuted { .. } => Granted::of(question),
            _ => Vec::new(),
        };
        let contracts = match self {
            Judgement::Open(_) => Vec::new(),
            _ => KeptContract::all(question, sources),
        };
        Judged { judgement: self, contracts, granted }
    }
}

impl From<OpenWitness> for Judged {
    fn from(open: OpenWitness) -> Judged {
        Judged { judgement: Judgement::Open(open), contracts: Vec::new(), granted: Vec::new() }
    }
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

/// What is not followed: a waypoint at an expression with a compound literal.
const COMPOUND_LITERAL: &str = "a waypoint at an expression with a compound literal";
/// What is not followed: an invariant of a loop that has no condition in which it could be tested.
const ENDLESS_LOOP: &str = "an invariant of a loop without a condition";

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

/// What must be shown of the program with the witness in it.
enum Expected {
    /// An error at the target.
    Error(Target),
    /// That all invariants hold: their number.
    Invariants(usize),
}

/// Compiles a witness into its program; `Err` in `Ok` if it cannot be followed. Returns `Err` if the program or the witness
/// has an error itself.
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
        // A proof is one of all properties together.
        ReadContent::Correctness(_) if !task.properties.iter().all(is_decided) => {
            return Ok(Err(OpenWitness::Property));
        }
        ReadContent::Violation(segments) => {
            let placed = resolver.segments(segments)?;
            if placed.iter().any(|segment| has_literal(&places, segment)) {
                return Ok(Err(OpenWitness::NotFollowed(COMPOUND_LITERAL.into())));
            }
            let target = placed.last().and_then(|segment| places.get(segment.follow.place));
            let Some(target) = target else { return Ok(Err(OpenWitness::Unknown(None))) };
            let last = Span { start: target.span.end.saturating_sub(1), ..target.span };
            let lines = sources.position(target.span).line..=sources.position(last).line;
            let target = Target { lines, function: target.function.to_string() };
            (original.with_segments(&placed, task.properties), Expected::Error(target))
        }
        ReadContent::Correctness(invariants) => {
            let placed = resolver.invariants(invariants)?;
            let has_no_condition = |invariant: &PlacedInvariant| {
                let place = places.get(invariant.place);
                invariant.kind == InvariantKind::LoopInvariant
                    && place.is_some_and(|place| places.condition(place.span).is_none())
            };
            if placed.iter().any(has_no_condition) {
                return Ok(Err(OpenWitness::NotFollowed(ENDLESS_LOOP.into())));
            }
            (original.with_invariants(&placed), Expected::Invariants(placed.len()))
        }
    };
    Ok(Ok(Compiled { instrumented, expected, file }))
}

/// Returns true if a waypoint of a segment is at an expression with a compound literal: its object would live shorter in the
/// program with the witness.
fn has_literal(places: &Places, segment: &PlacedSegment) -> bool {
    segment.avoid.iter().chain([&segment.follow]).any(|waypoint| {
        let place = places.get(waypoint.place);
        place.is_some_and(|place| !matches!(place.kind, PlaceKind::Statement(_)) && places.has_literal(place.span))
    })
}

/// Returns true if Damson decides a property.
fn is_decided(property: &CompetitionProperty) -> bool {
    !matches!(property, CompetitionProperty::NoOverflow | CompetitionProperty::Termination)
}

/// Checks a compiled witness. Returns `Err` if the program with the witness in it is not valid C.
pub fn judge(sources: &mut SourceMap, task: ValidationTask<'_>, compiled: &Compiled) -> Result<Judged, Diagnostics> {
    match &compiled.expected {
        Expected::Error(target) => error(sources, task, compiled, target),
        Expected::Invariants(count) => proof(sources, task, &compiled.instrumented, *count),
    }
}

/// Verifies a program with a witness in it.
fn answer(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    (name, text): (String, String),
    look: impl FnOnce(&Answer, &Program, &SourceMap) -> Judgement,
) -> Result<Judged, Diagnostics> {
    let program = sources.add(name, text);
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
    let program = subject.question().program;
    let taken =
        task.properties.error_function().filter(|function| CallGraph::of(program).takes_address(program, function));
    if let Some(function) = taken {
        return Ok(OpenWitness::NotFollowed(format!("a call of `{function}` through a pointer")).into());
    }
    let (answer, _) = verify(question)?;
    Ok(look(&answer, program, sources).resting_on(subject.question(), sources))
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
    answer.findings().filter(|alarm| alarm.certain() && !alarm.after_error)
}

fn error(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    compiled: &Compiled,
    target: &Target,
) -> Result<Judged, Diagnostics> {
    let instrumented = &compiled.instrumented;
    let judged =
        answer(sources, task, (instrumented.name.clone(), instrumented.text.clone()), |answer, program, sources| {
            let is_it = |alarm: &&Alarm| {
                document::broken(alarm, task.properties).is_some()
                    && target.holds(alarm)
                    && alarm.course().is_some_and(|course| passes(&course.steps, (program, sources), instrumented))
            };
            match (errors(answer).find(is_it), errors(answer).next(), answer.verdict) {
                (Some(alarm), ..) => Judgement::ErrorConfirmed(Box::new(alarm.clone())),
                (None, _, Verdict::Verified) => Judgement::ErrorRefuted { program_is_proved: false },
                (None, Some(other), _) => Judgement::Open(OpenWitness::OtherError(Box::new(other.clone()))),
                (None, None, _) => Judgement::Open(OpenWitness::Unknown(answer.reason.clone())),
            }
        })?;
    if !matches!(judged.judgement, Judgement::ErrorRefuted { .. }) {
        return Ok(judged);
    }
    let text = (instrumented.name.clone(), sources.text(compiled.file).to_string());
    answer(sources, task, text, |answer, _, _| Judgement::ErrorRefuted {
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

/// Returns true if a run has passed all segments but the last, and ends in the target.
fn passes(steps: &[RunStep], (program, sources): (&Program, &SourceMap), instrumented: &Instrumented) -> bool {
    let text = |(function, edge): &RunStep| {
        let edge = program.flowchart(*function).map(|flowchart| flowchart.edge(*edge));
        edge.map_or("", |edge| sources.snippet(edge.span).trim_end_matches(';'))
    };
    let [enters, leaves] = &instrumented.target;
    let marks = |step: &&RunStep| [enters, leaves].into_iter().any(|mark| text(step) == mark.as_str());
    let has_passed = instrumented.passed.is_empty() || steps.iter().any(|step| text(step) == instrumented.passed);
    has_passed && steps.iter().rev().find(marks).is_some_and(|step| text(step) == enters.as_str())
}

fn proof(
    sources: &mut SourceMap,
    task: ValidationTask<'_>,
    instrumented: &Instrumented,
    invariants: usize,
) -> Result<Judged, Diagnostics> {
    answer(sources, task, (instrumented.name.clone(), instrumented.text.clone()), |answer, _, _| {
        let broken_by = |alarm: &Alarm| (0..invariants).find(|index| alarm.function == instrumented.broken(*index));
        let broken = errors(answer).find_map(|alarm| Some((broken_by(alarm)?, alarm)));
        let is_added = |alarm: &&Alarm| instrumented.added.iter().any(|added| added.contains(&alarm.span.start));
        if let Some(alarm) = errors(answer).find(is_added).filter(|_| broken.is_none()) {
            return Judgement::InvariantUndefined(Box::new(alarm.clone()));
        }
        match (broken, errors(answer).find(|alarm| document::broken(alarm, task.properties).is_some()), answer.verdict)
        {
            (Some((index, alarm)), ..) => Judgement::InvariantBroken(index, Box::new(alarm.clone())),
            (None, _, Verdict::Verified) => Judgement::ProofConfirmed,
            (None, Some(alarm), _) => Judgement::ProofRefuted(Box::new(alarm.clone())),
            (None, None, _) => Judgement::Open(OpenWitness::Unknown(answer.reason.clone())),
        }
    })
}
