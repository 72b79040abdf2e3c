//! Reasons why ABC did not decide a property.

use crate::limits::LONGEST_TOOL_MESSAGE;
use base::Exhausted;
use reason::Undecided;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trouble {
    #[error("ABC (berkeley-abc) is not installed")]
    NotInstalled,
    /// With the message of the operating system.
    #[error("ABC could not be run: {0}")]
    NotRun(String),
    #[error("no temporary directory: {0}")]
    NoDirectory(String),
    #[error("cannot write: {0}")]
    NotWritten(String),
    #[error("ABC came to no answer")]
    Undecided,
    /// With ABC's first message.
    #[error("ABC says: {0}")]
    Strange(String),
    #[error("ABC's answer cannot be read: {0}")]
    NoFile(String),
    /// A line that ABC's invariants do not have.
    #[error("ABC's invariant cannot be read: {0}")]
    InvariantUnreadable(String),
    /// The claim that our own solver refutes.
    #[error("ABC's invariant is wrong: {0}")]
    InvariantWrong(&'static str),
    /// What is wrong with it: a line that ABC's counterexamples do not have, or what is missing.
    #[error("ABC's counterexample cannot be read: {0}")]
    CounterexampleUnreadable(String),
    /// The budget is exhausted.
    #[error("{0}")]
    Stopped(Exhausted),
}

impl From<Trouble> for Undecided {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Stopped(exhausted) => exhausted.into(),
            trouble => Undecided::OtherTool(trouble.to_string()),
        }
    }
}

/// Returns the first line of a text that says something, shortened.
pub(super) fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
    line.trim().chars().take(LONGEST_TOOL_MESSAGE).collect()
}
