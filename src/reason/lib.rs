//! Reasons for open answers: one vocabulary of reasons and limits for all engines, and advice.
//!
//! Only data: each reason is a type, and is worded in one place. This crate knows no engine. Engines use these types to
//! say why they stopped, and `pipeline` adds positions.
//!
//! | file | contents |
//! |---|---|
//! | `limit` | the table of work limits |
//! | `stop` | reasons why work stopped early |
//! | `gap` | reasons why an analysis does not cover all runs |
//! | `unreplayed` | reasons why no run exhibits a suspected error |
//! | `assumption` | unproved hints and contracts that an answer relies on |
//! | `advice` | suggestions for an open property |

pub mod advice;
pub mod assumption;
pub mod gap;
pub mod limit;
pub mod stop;
pub mod unreplayed;

use std::fmt;

use serde::{Serialize, Serializer};

use crate::assumption::UnprovedHint;
use base::{Exhausted, SourcePosition};
use program::FaultKind;

pub use gap::{Gap, Incompleteness};
pub use limit::{FixedLimit, Limit};
pub use stop::Stop;
pub use unreplayed::Unreplayed;

/// The name of an engine in a sentence: "the shape analysis".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineName(pub &'static str);

impl fmt::Display for EngineName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// A contradiction: one engine proved a property that something else refuted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dispute {
    pub prover: EngineName,
    /// The engine with an alarm that a run confirms; `None` if a concrete run violates the property itself.
    pub alarm_of: Option<EngineName>,
}

/// The reason why a property is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenReason {
    /// The engines contradict each other: an internal error.
    Disputed(Dispute),
    /// The proof uses an unsound hint.
    UnsoundHint,
    /// A hint is unsound, but only for the predicates of this property.
    UnfitHint,
    /// The proof relies on unproved hints.
    UnprovedHints(Vec<UnprovedHint>),
    /// The work stopped before there was an answer.
    Stopped {
        stop: Stop,
        /// Number of iterations, if the abstraction stopped.
        iterations: Option<usize>,
    },
    /// The abstraction reached its bound before it found all predicates.
    NotConverged {
        iterations: usize,
        /// The position with most of the remaining predicates.
        left_at: Option<SourcePosition>,
    },
    /// The boolean program violates the property, but no concrete run does.
    Unconfirmed {
        /// Maximum number of nodes of the heaps on which all runs were tried.
        tried: Option<usize>,
    },
    /// The model checker did not decide the property.
    NotChecked {
        why: Undecided,
        /// The reason why the abstraction was incomplete, if it was.
        before: Option<Box<OpenReason>>,
    },
    /// A construct on the path is modelled only approximately.
    NotFollowed {
        position: SourcePosition,
        construct: String,
        /// True if it is a call of a function without a body.
        lacks_body: bool,
    },
    /// An access that is open.
    Access {
        position: SourcePosition,
        /// Description of the access.
        access: String,
        because: Box<OpenReason>,
    },
    /// No run shows undefined behaviour, and no engine proves its absence.
    NotShownDefined,
    /// The shape analysis does not support formulas of this form.
    NotRead,
    /// The formula refers to a variable that is out of scope.
    ScopeEnded {
        /// Name of the variable.
        variable: String,
        /// Position of its declaration.
        declared: SourcePosition,
    },
    /// A memory error may occur first.
    ErrorMayComeBefore,
    /// The shape analysis suspects an error that no run exhibits.
    Suspected {
        position: SourcePosition,
        kind: FaultKind,
        /// The reason why no run is known.
        why: Unreplayed,
    },
    /// An error ends the run first.
    EndsBefore {
        /// Position of the error.
        position: SourcePosition,
        kind: FaultKind,
    },
    /// The shape analysis is incomplete, or reached a limit.
    Incomplete(Gap),
    /// Some run exceeds a bound of the bounded engine.
    Cut {
        position: SourcePosition,
        bound: PassedBound,
        /// Maximum number of iterations and nested calls up to which nothing was found.
        unwind: u32,
        /// The reason why an attempt to cover further iterations failed, if it was made.
        beyond: Option<Stop>,
    },
    /// A run has undefined behaviour that was not to be checked.
    Undefined {
        position: SourcePosition,
        /// Description of the behaviour.
        message: String,
    },
}

/// A bound of the bounded engine that some run exceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassedBound {
    Iterations,
    /// Recursive calls of a function.
    Recursion,
    /// Nodes of one type in the entry state.
    HeapNodes(u32),
    /// Bytes of a block.
    LargeBlock(u64),
}

/// The reason why a property of a boolean program was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The search stopped early.
    Stopped(Stop),
    /// A defect in Damson: its description.
    Defect(String),
    /// An external tool gave no answer: its output.
    OtherTool(String),
}

impl std::error::Error for Undecided {}

impl From<Stop> for Undecided {
    fn from(why: Stop) -> Self {
        Undecided::Stopped(why)
    }
}

impl From<Exhausted> for Undecided {
    fn from(why: Exhausted) -> Self {
        Undecided::Stopped(why.into())
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Stopped(stop) => write!(out, "{stop}"),
            Undecided::Defect(what) => write!(out, "internal error: {what}"),
            Undecided::OtherTool(what) => write!(out, "{what}"),
        }
    }
}

impl OpenReason {
    /// Returns true if the engines contradict each other.
    pub fn is_dispute(&self) -> bool {
        matches!(self, OpenReason::Disputed(_))
    }
}

impl fmt::Display for OpenReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenReason::Disputed(dispute) => write!(out, "internal error: {dispute}"),
            OpenReason::UnsoundHint => write!(out, "a hint is unsound"),
            OpenReason::UnfitHint => write!(out, "a hint does not fit the predicates of this property"),
            OpenReason::UnprovedHints(hints) => {
                for (index, hint) in hints.iter().enumerate() {
                    let before = if index == 0 { "verified" } else { ", and" };
                    write!(out, "{before} if {} holds; {}", hint.name(), hint.known)?;
                }
                Ok(())
            }
            OpenReason::Stopped { stop, iterations: None } => write!(out, "{stop}"),
            OpenReason::Stopped { stop, iterations: Some(number) } => write!(out, "{stop} after {number} iterations"),
            OpenReason::NotConverged { iterations, .. } => {
                write!(out, "no convergence within {iterations} iterations: a hint may be needed, or a larger --bound")
            }
            OpenReason::Unconfirmed { tried } => {
                write!(out, "the abstract counterexample is possibly spurious: ")?;
                match tried {
                    Some(0) => write!(out, "no run confirms it"),
                    Some(nodes) => write!(out, "no run on heaps of up to {nodes} nodes confirms it (--heap-nodes)"),
                    None => write!(out, "no run on a small heap confirms it"),
                }
            }
            OpenReason::NotChecked { why, before: None } => write!(out, "{why}"),
            OpenReason::NotChecked { why, before: Some(before) } => write!(out, "{before} ({why})"),
            OpenReason::NotFollowed { position, construct, .. } => write!(out, "{position}: not followed: {construct}"),
            OpenReason::Access { position, access, because } => write!(out, "{position}: {access}: {because}"),
            OpenReason::NotShownDefined => {
                write!(out, "no run on a small heap has undefined behaviour, and no engine proves that none has")
            }
            OpenReason::NotRead => write!(out, "the shape analysis follows G and implications only"),
            OpenReason::ScopeEnded { variable, declared } => {
                write!(
                    out,
                    "at 'exit' the scope of '{variable}' has ended, which is declared in an inner block at {declared}: it has \
                     no value there"
                )
            }
            OpenReason::ErrorMayComeBefore => write!(out, "a memory error may occur before"),
            OpenReason::Suspected { position, kind, why } => {
                write!(out, "no concrete run confirms the error at {position} [{}]: {why}", kind.word())
            }
            OpenReason::EndsBefore { position, kind } => {
                write!(out, "the error at {position} [{}] ends the run before", kind.word())
            }
            OpenReason::Incomplete(gap) => write!(out, "{gap}"),
            OpenReason::Cut { position, bound, unwind, beyond } => {
                write_cut(out, position, *bound, *unwind)?;
                beyond.map_or(Ok(()), |why| write!(out, "; beyond, {why}"))
            }
            OpenReason::Undefined { position, message } => {
                write!(out, "{position}: {message}; a run ends there (--check undefined-behaviour reports it)")
            }
        }
    }
}

/// Writes where a run exceeds a bound of the bounded engine, and what to do about it.
fn write_cut(out: &mut fmt::Formatter<'_>, position: &SourcePosition, bound: PassedBound, unwind: u32) -> fmt::Result {
    match bound {
        PassedBound::Iterations => {
            write!(out, "nothing found up to {unwind} iterations; the loop at {position} may run longer (--unwind)")
        }
        PassedBound::Recursion => {
            write!(
                out,
                "nothing found up to {unwind} nested calls; the recursion at {position} may go deeper (--unwind)"
            )
        }
        PassedBound::HeapNodes(nodes) => {
            write!(
                out,
                "nothing found on heaps of up to {nodes} nodes of each type; the pointer used at {position} may lead to \
                 another one (--heap-nodes)"
            )
        }
        PassedBound::LargeBlock(bytes) => {
            write!(out, "the block allocated at {position} may have more than {bytes} bytes")
        }
    }
}

/// Serialises as the text of the reason.
impl Serialize for OpenReason {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl fmt::Display for Dispute {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prover = self.prover;
        match self.alarm_of {
            None => write!(out, "a concrete run violates what {prover} proved"),
            Some(engine) => write!(out, "{} finds an error in what {prover} proved", engine),
        }
    }
}
