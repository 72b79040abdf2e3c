//! Why an analysis does not cover all runs.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::limit::FixedLimit;
use crate::stop::Stop;
use base::{Exhausted, SourcePosition};

/// Why an analysis does not cover all runs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Incompleteness {
    /// It does not follow a construct.
    #[error("{0}")]
    NotFollowed(String),
    /// It does not know what a function does whose body is elsewhere.
    #[error("{0}")]
    NoBody(String),
    /// The work ended before its end.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// The run goes on behind an error that it may not have.
    #[error("what happens after an error")]
    AfterError,
    /// The run goes on behind undefined behaviour that is not reported.
    #[error("what happens after undefined behaviour")]
    AfterUndefinedBehaviour,
    /// A function that was registered with `atexit` has no body.
    #[error("a function that runs when the program ends has no body")]
    NoBodyAtEnd,
}

impl From<Exhausted> for Incompleteness {
    fn from(why: Exhausted) -> Self {
        Incompleteness::Stopped(why.into())
    }
}

impl From<FixedLimit> for Incompleteness {
    fn from(limit: FixedLimit) -> Self {
        Incompleteness::Stopped(limit.into())
    }
}

/// Why the shape analysis does not cover all runs, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Why.
    pub why: Incompleteness,
    /// Where, if it is at a place.
    pub position: Option<SourcePosition>,
}

impl fmt::Display for Gap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => write!(out, "{} ({position})", self.why),
            None => write!(out, "{}", self.why),
        }
    }
}

/// In reports for machines a reason is its text.
impl Serialize for Gap {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}
