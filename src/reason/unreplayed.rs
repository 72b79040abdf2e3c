//! Why no run is known that has a suspected error.

use std::fmt;

use crate::stop::Stop;
use base::SourcePosition;
use program::FaultKind;

/// Why no run is known that meets an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreplayed {
    /// It was met only after another error, so that no run counts.
    AfterError,
    /// The property is not one that a run is searched for.
    NotSought,
    /// The interpreter does not follow something on the way.
    Unsupported(String),
    /// The runs that were tried have another error before, here.
    OtherError(FaultKind, String, Option<SourcePosition>),
    /// No input was found that takes the path on from here.
    InputNotFound(Option<SourcePosition>),
    /// Only a run that skips iterations of the loop here meets it; the loop has too many iterations to run.
    IterationsSkipped(SourcePosition),
    /// The run with the inputs that were found does not have it.
    NotMet,
    /// The runs that were tried lose no block there; one loses blocks here.
    LostElsewhere(SourcePosition),
    /// The search ended before its end.
    Stopped(Stop),
}

impl fmt::Display for Unreplayed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreplayed::AfterError => write!(out, "it occurs only after another error"),
            Unreplayed::NotSought => write!(out, "no run on a small heap violates it"),
            Unreplayed::Unsupported(what) => write!(out, "the interpreter does not support {what}"),
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
