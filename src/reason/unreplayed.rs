//! Reasons why no run is known that exhibits a suspected error.

use std::fmt;

use crate::stop::Stop;
use base::SourcePosition;
use program::FaultKind;

/// The reason why no run is known that exhibits an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreplayed {
    /// The error occurs only after another one, so that no run counts.
    AfterError,
    /// No run is searched for this kind of property.
    NotSought,
    /// The interpreter does not support something on the path.
    Unsupported(String),
    /// Only the body of a function without one, or its memory, says whether it occurs.
    DependsOn(String),
    /// A run has it, but the caller of the function decides whether it occurs.
    DependsOnCaller,
    /// The runs tried have another error first, at this position.
    OtherError(FaultKind, String, Option<SourcePosition>),
    /// No input was found that continues the path from this position.
    InputNotFound(Option<SourcePosition>),
    /// Only a run that skips iterations of the loop at this position has the error; the loop has too many iterations to
    /// run.
    IterationsSkipped(SourcePosition),
    /// The run with the inputs found does not have the error.
    NotMet,
    /// The runs tried do not lose a block there; one loses blocks at this position.
    LostElsewhere(SourcePosition),
    /// The search stopped early.
    Stopped(Stop),
}

impl fmt::Display for Unreplayed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreplayed::AfterError => write!(out, "it occurs only after another error"),
            Unreplayed::NotSought => write!(out, "no run on a small heap violates it"),
            Unreplayed::Unsupported(what) => write!(out, "the interpreter cannot go on: {what}"),
            Unreplayed::DependsOn(what) => write!(out, "it depends on {what}"),
            Unreplayed::DependsOnCaller => {
                write!(out, "it depends on what the caller gives, and no precondition is known that excludes it")
            }
            Unreplayed::OtherError(kind, what, None) => {
                write!(out, "another error comes first: {what} [{}]", kind.word())
            }
            Unreplayed::OtherError(kind, what, Some(position)) => {
                write!(out, "another error comes first, at {position}: {what} [{}]", kind.word())
            }
            Unreplayed::InputNotFound(None) => write!(out, "no input was found that leads to it"),
            Unreplayed::InputNotFound(Some(position)) => {
                write!(out, "no input was found that takes the branch at {position}")
            }
            Unreplayed::IterationsSkipped(position) => {
                write!(
                    out,
                    "the loop at {position} has too many iterations to run; a run that skips iterations has the error"
                )
            }
            Unreplayed::NotMet => write!(out, "the run with the inputs that were found does not have it"),
            Unreplayed::LostElsewhere(position) => {
                write!(out, "the runs that were tried lose no block here; one loses a block at {position}")
            }
            Unreplayed::Stopped(stop) => write!(out, "{stop}"),
        }
    }
}
