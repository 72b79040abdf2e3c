//! Why something is open: one vocabulary of reasons and limits for all engines, and what may help.
//!
//! Data alone: what a reason is, is a type, and each is put in words at one place. Knows no engine: engines say by these types
//! why they ended, and `pipeline` adds where.
//!
//! | file | what stands there |
//! |---|---|
//! | `limit` | the limits of work: one table |
//! | `stop` | why work ended before its end |
//! | `gap` | why an analysis does not cover all runs |
//! | `unreplayed` | why no run is known that has a suspected error |
//! | `assumption` | hints and contracts that an answer rests on and that are not proved |
//! | `advice` | what may help where a property is open |

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

/// How an engine is called in a sentence: "the shape analysis".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineName(pub &'static str);

impl fmt::Display for EngineName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// What one engine proved and something else refuted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dispute {
    /// Who proved it.
    pub prover: EngineName,
    /// Who found an alarm that a run confirms; `None` where a concrete run breaks the property itself.
    pub alarm_of: Option<EngineName>,
}

/// Why a property is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenReason {
    /// The engines contradict each other: an internal error.
    Disputed(Dispute),
    /// Its proof uses a hint that is unsound.
    UnsoundHint,
    /// A hint is unsound for the predicates of this property only.
    UnfitHint,
    /// Its proof rests on hints that are not proved.
    UnprovedHints(Vec<UnprovedHint>),
    /// The work ended before there was an answer.
    Stopped {
        /// Why.
        stop: Stop,
        /// The iterations of the abstraction until then, if it was that.
        iterations: Option<usize>,
    },
    /// The abstraction went as far as its bound, and more predicates are there.
    NotConverged {
        /// The bound.
        iterations: usize,
        /// Where most of the predicates are that are left.
        left_at: Option<SourcePosition>,
    },
    /// The boolean program breaks it, and no concrete run does.
    Unconfirmed {
        /// The largest heaps on which all runs were tried, in nodes.
        tried: Option<usize>,
    },
    /// The model checker did not decide it.
    NotChecked {
        /// Why.
        why: Undecided,
        /// What was known of the abstraction before, where that is not complete.
        before: Option<Box<OpenReason>>,
    },
    /// Something on the way is not followed exactly.
    NotFollowed {
        /// Where.
        position: SourcePosition,
        /// What.
        construct: String,
        /// Whether it is a call of a function whose body is elsewhere.
        lacks_body: bool,
    },
    /// One access is open.
    Access {
        /// Where.
        position: SourcePosition,
        /// Which.
        access: String,
        /// Why.
        because: Box<OpenReason>,
    },
    /// No run shows undefined behaviour, and no engine proves that there is none.
    NotShownDefined,
    /// The shape analysis does not read formulas of this form.
    NotRead,
    /// It asks for a variable where the scope of that has ended.
    ScopeEnded {
        /// The name of the variable.
        variable: String,
        /// Where it is declared.
        declared: SourcePosition,
    },
    /// An error of memory may come before.
    ErrorMayComeBefore,
    /// The shape analysis suspects an error, and no run meets it.
    Suspected {
        /// Where.
        position: SourcePosition,
        /// What kind.
        kind: FaultKind,
        /// Why no run is known.
        why: Unreplayed,
    },
    /// An error ends the run before.
    EndsBefore {
        /// Where.
        position: SourcePosition,
        /// What kind.
        kind: FaultKind,
    },
    /// The shape analysis did not follow everything, or reached a limit.
    Incomplete(Gap),
    /// A run goes on behind a bound of the bounded engine.
    Cut {
        /// Where.
        position: SourcePosition,
        /// Which bound.
        bound: PassedBound,
        /// The largest number of iterations and nested calls up to which nothing was found.
        unwind: u32,
        /// Why nothing is known of more iterations, where that was tried.
        beyond: Option<Stop>,
    },
    /// A run has undefined behaviour, which was not asked about.
    Undefined {
        /// Where.
        position: SourcePosition,
        /// What kind of it.
        message: String,
    },
}

/// A bound of the bounded engine that a run goes on behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassedBound {
    /// Iterations of a loop.
    Iterations,
    /// Calls of a function within itself.
    Recursion,
    /// Nodes of one type in the entry state.
    HeapNodes(u32),
    /// Bytes of a block.
    LargeBlock(u64),
}

/// Why a property of a boolean program was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The search ended before its end.
    Stopped(Stop),
    /// A defect of Damson's: what is wrong.
    Defect(String),
    /// Another tool gave no answer: what it said.
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
    /// Whether the engines contradict each other.
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

/// Where a run goes on behind a bound of the bounded engine, and what to do about it.
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

/// In reports for machines a reason is its text.
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
