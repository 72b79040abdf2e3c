//! The answer to a task of a competition, from the answer to the question that Damson was asked for it.
//!
//! The rules are those of SV-COMP ("Specification Properties"), and stricter where they leave something open:
//!
//! - A property is broken only by a concrete run, and it is the first error of that run that counts.
//! - All properties hold only where each is proved, without any assumption that the competition does not make.
//! - An error of another kind that C gives no meaning may come first: then nothing is known.
//!
//! Never asks an engine.

use std::fmt;

use itertools::Itertools;

use base::Exhausted;
use competition::{CompetitionProperty, CompetitionResult, ErrorCause, PropertySet, ReachedLimit};
use engine::evidence::Alarm;
use engine::topic::Topic;
use engine::verdict::Verdict;
use pipeline::{Answer, validation};
use program::analysis::CallGraph;
use program::{FaultClass, FaultKind};
use reason::OpenReason;
use reason::assumption::KeptContract;
use spec::Question;
use witness::document::{self, FAILED_ASSERTION};

/// The result with the reason for "unknown".
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    pub result: CompetitionResult,
    /// For "unknown": why.
    pub reason: Option<Doubt>,
    /// For a broken property: the error.
    pub error: Option<Alarm>,
}

impl Judgement {
    /// Returns the last lines of the command: why there is no answer, and the result.
    pub fn lines(&self) -> String {
        lines(self.reason.as_ref().map(Doubt::to_string).as_deref(), &self.result)
    }

    fn of(result: CompetitionResult) -> Judgement {
        Judgement { result, reason: None, error: None }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Doubt {
    /// The answer rests on what a function without a body does.
    Body(KeptContract),
    /// It rests on an unproved hint, or on what annotations say.
    Annotations,
    /// The error function may be called through a pointer.
    PointerTo(String),
    /// An error that breaks no property of the task, or one that competitions count in different ways.
    Other(Box<Alarm>),
    /// The property is none that Damson decides.
    NotDecided(CompetitionProperty),
    /// The engines leave it open.
    Open(OpenReason),
    /// A limit was reached.
    Limit,
    /// It is not proved, and no engine says why.
    NotProved(CompetitionProperty),
}

impl fmt::Display for Doubt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Body(contract) => write!(out, "the answer rests on this: {contract}"),
            Doubt::Annotations => write!(out, "the answer rests on annotations, which are no part of the task"),
            Doubt::PointerTo(function) => write!(out, "`{function}` may be called through a pointer"),
            Doubt::Other(alarm) => {
                write!(out, "the error at {} [{}] is none of the task", alarm.position, alarm.kind.word())
            }
            Doubt::NotDecided(property) => write!(out, "Damson does not decide {}", property.word()),
            Doubt::Open(reason) => write!(out, "{reason}"),
            Doubt::Limit => write!(out, "a limit was reached"),
            Doubt::NotProved(property) => write!(out, "{} is not proved", property.word()),
        }
    }
}

/// Returns the last lines of a command that gives no answer: why, and the result.
pub fn no_answer(reason: &str, why: Option<Exhausted>) -> String {
    lines(Some(reason), &CompetitionResult::Unknown(why.and_then(ReachedLimit::of)))
}

/// Returns the last lines of a command: why there is no answer, and the result.
fn lines(reason: Option<&str>, result: &CompetitionResult) -> String {
    let reason = reason.map_or_else(String::new, |reason| format!("no answer: {reason}\n"));
    format!("{reason}{result}\n")
}

/// Returns the answer to a task. `limit`: the limit that is used up, if one is.
pub fn judge(
    question: Question<'_>,
    answer: &Answer,
    (properties, contracts): (&PropertySet, &[KeptContract]),
    limit: Option<ReachedLimit>,
) -> Judgement {
    if answer.contradiction() {
        return Judgement::of(CompetitionResult::Error(ErrorCause::Internal));
    }
    let unknown = |doubt| Judgement { reason: Some(doubt), ..Judgement::of(CompetitionResult::Unknown(limit)) };
    let judge = Judge { question, answer, properties };
    if let Some(doubt) = judge.foreign(contracts) {
        return unknown(doubt);
    }
    if let Some((broken, alarm)) = judge.broken() {
        return Judgement { error: Some(alarm.clone()), ..Judgement::of(CompetitionResult::False(broken)) };
    }
    match properties.iter().find_map(|property| judge.doubt(property)) {
        None => Judgement::of(CompetitionResult::True),
        Some(Doubt::NotProved(_)) if limit.is_some() => {
            unknown(answer.reason.clone().map_or(Doubt::Limit, Doubt::Open))
        }
        Some(doubt) => unknown(doubt),
    }
}

/// Compares an answer with a task.
#[derive(Clone, Copy)]
struct Judge<'a> {
    question: Question<'a>,
    answer: &'a Answer,
    properties: &'a PropertySet,
}

impl<'a> Judge<'a> {
    /// Returns an assumption of the answer that competitions do not make.
    fn foreign(self, contracts: &[KeptContract]) -> Option<Doubt> {
        if self.question.specification.is_some() || !self.answer.assumptions().is_empty() {
            return Some(Doubt::Annotations);
        }
        if let Some(contract) = contracts.first() {
            return Some(Doubt::Body(contract.clone()));
        }
        let function = self.properties.error_function()?;
        let program = self.question.program;
        CallGraph::of(program).takes_address(program, function).then(|| Doubt::PointerTo(function.to_string()))
    }

    /// Returns the property that the shortest run with an error of the task breaks, and the error.
    fn broken(self) -> Option<(CompetitionProperty, &'a Alarm)> {
        let runs = self.answer.findings().filter(|alarm| !alarm.after_error && !alarm.is_warning);
        let broken = runs.filter_map(|alarm| {
            let steps = alarm.confirmed.as_ref().ok()?.steps.len();
            Some((steps, document::broken(alarm, self.properties)?, alarm))
        });
        let order = |(steps, property, alarm): &(usize, CompetitionProperty, &Alarm)| {
            (*steps, alarm.position.clone(), property.clone())
        };
        // The first error of a run counts: a run that loses a block before is no evidence of another error.
        let tracks = self.properties.contains(&CompetitionProperty::ValidMemtrack);
        let is_first = |alarm: &Alarm| {
            !tracks || alarm.kind == FaultKind::MemoryLeak || !validation::loses_block(self.question, alarm)
        };
        let mut sorted = broken.sorted_by_cached_key(order);
        sorted.find(|(_, _, alarm)| is_first(alarm)).map(|(_, property, alarm)| (property, alarm))
    }

    /// Returns true if a failed assertion is a call of the error function.
    fn is_assertion(self) -> bool {
        self.properties.error_function() == Some(FAILED_ASSERTION)
    }

    /// Returns why a property is not proved; `None` for one that is.
    fn doubt(self, property: &CompetitionProperty) -> Option<Doubt> {
        // After any of these, C guarantees nothing.
        let is_undefined = |alarm: &&Alarm| {
            alarm.kind.class() == FaultClass::UndefinedBehaviour && !alarm.kind.is_silent()
                || alarm.kind.class() == FaultClass::Memory
        };
        // A program may go on after a call of an error function.
        let goes_on = |alarm: &&Alarm| alarm.kind == FaultKind::ReachError;
        let ends = |alarm: &&Alarm| alarm.kind.class() == FaultClass::Assertion;
        let others = |found: &dyn Fn(&&Alarm) -> bool| self.answer.findings().find(|alarm| found(alarm));
        let (topics, other): (&[Topic], Option<&Alarm>) = match property {
            CompetitionProperty::ValidDeref | CompetitionProperty::ValidFree => {
                (&[Topic::Accesses], others(&|alarm| is_undefined(alarm) || goes_on(alarm)))
            }
            CompetitionProperty::ValidMemtrack => {
                (&[Topic::Accesses, Topic::Leaks], others(&|alarm| is_undefined(alarm) || goes_on(alarm)))
            }
            // Whether a program that aborts must have freed its blocks is not settled.
            CompetitionProperty::ValidMemcleanup => {
                (&[Topic::Accesses, Topic::Leaks], others(&|alarm| is_undefined(alarm) || ends(alarm)))
            }
            CompetitionProperty::UnreachCall(_) => (&[Topic::Accesses, Topic::Assertions], others(&is_undefined)),
            CompetitionProperty::NoOverflow => {
                (&[Topic::Accesses, Topic::UndefinedBehaviour], others(&|alarm| is_undefined(alarm) || goes_on(alarm)))
            }
            CompetitionProperty::Termination => return Some(Doubt::NotDecided(property.clone())),
        };
        let is_proved = topics.iter().all(|topic| self.is_proved(*topic));
        if other.is_none() && is_proved {
            return None;
        }
        // A run may have an error of these topics that breaks no property of the task.
        let is_certain = |alarm: &&Alarm| alarm.certain() && topics.iter().any(|topic| topic.includes(alarm));
        let other = other.or_else(|| others(&is_certain)).map(|alarm| Doubt::Other(Box::new(alarm.clone())));
        let reason = self.reason_of(topics).map(Doubt::Open).or(other);
        Some(reason.unwrap_or_else(|| Doubt::NotProved(property.clone())))
    }

    /// Returns true if a topic is proved. A program without assertions has no property about them.
    fn is_proved(self, topic: Topic) -> bool {
        let mut about = self.answer.properties.iter().filter(|property| property.topic == topic).peekable();
        match (about.peek().is_some(), topic) {
            (true, Topic::Assertions) => about.all(|known| known.verdict == Verdict::Verified) || self.never_called(),
            (true, _) => about.all(|known| known.verdict == Verdict::Verified),
            (false, Topic::Assertions) => true,
            (false, _) => false,
        }
    }

    /// Returns true if everything was followed and no error function is called: failed assertions end a program.
    fn never_called(self) -> bool {
        let is_error = |alarm: &Alarm| alarm.kind != FaultKind::Assertion || self.is_assertion();
        let is_relevant = |alarm: &&Alarm| alarm.kind.class() == FaultClass::Assertion;
        let shapes = &self.answer.shapes;
        shapes.gap.is_none() && !self.answer.findings().filter(is_relevant).any(is_error)
    }

    /// Returns why one of the topics is open.
    fn reason_of(self, topics: &[Topic]) -> Option<OpenReason> {
        let open = self.answer.properties.iter().filter(|known| topics.contains(&known.topic));
        open.filter(|known| known.verdict == Verdict::Unknown).find_map(|known| known.reason.clone())
    }
}
