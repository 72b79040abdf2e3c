//! Reasons why an analysis does not cover all runs.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::limit::FixedLimit;
use crate::stop::Stop;
use base::{Exhausted, SourcePosition};

/// The reason why an analysis does not cover all runs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Incompleteness {
    /// An unsupported construct.
    #[error("{0}")]
    NotFollowed(String),
    /// A call of a function whose body is unknown.
    #[error("{0}")]
    NoBody(String),
    /// The analysis stopped early.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// The run continues after an error that it may not have.
    #[error("what happens after an error")]
    AfterError,
    /// The run continues after undefined behaviour that is not reported.
    #[error("what happens after undefined behaviour")]
    AfterUndefinedBehaviour,
    /// An exit handler has no body.
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

/// The reason why the shape analysis does not cover all runs, and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub why: Incompleteness,
    /// `None` if the reason has no position.
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

/// Serialises as the text of the reason.
impl Serialize for Gap {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}
