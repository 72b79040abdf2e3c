//! Results, printed as SV-COMP's tools print them and BenchExec reads them (`benchexec/result.py`).
//!
//! Never decides which one holds.

use std::fmt;

use crate::property::CompetitionProperty;
use base::Exhausted;

/// The answer to a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompetitionResult {
    /// Every property of the task holds on all runs.
    True,
    /// A run breaks this property of the task.
    False(CompetitionProperty),
    /// Neither is known; the limit that stood in the way, if one did.
    Unknown(Option<ReachedLimit>),
    /// There is no task to answer.
    Error(ErrorCause),
}

/// A limit of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReachedLimit {
    /// Of processor time or of time.
    Time,
    /// Of memory or of address space.
    Memory,
}

/// Why there is no answer at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorCause {
    /// A file cannot be used.
    Input,
    /// The command line cannot be used.
    Usage,
    /// A defect of Damson.
    Internal,
}

impl ReachedLimit {
    /// The limit that ended some work, if it is one that tasks have.
    pub fn of(why: Exhausted) -> Option<ReachedLimit> {
        match why {
            Exhausted::Time | Exhausted::ProcessorTime => Some(ReachedLimit::Time),
            Exhausted::Memory | Exhausted::AddressSpace => Some(ReachedLimit::Memory),
            Exhausted::Effort | Exhausted::Interrupted => None,
        }
    }
}

/// The line that a tool prints last.
impl fmt::Display for CompetitionResult {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompetitionResult::True => write!(out, "TRUE"),
            CompetitionResult::False(property) => write!(out, "FALSE({})", property.word()),
            CompetitionResult::Unknown(None) => write!(out, "UNKNOWN"),
            CompetitionResult::Unknown(Some(ReachedLimit::Time)) => write!(out, "UNKNOWN (timeout)"),
            CompetitionResult::Unknown(Some(ReachedLimit::Memory)) => write!(out, "UNKNOWN (memory)"),
            CompetitionResult::Error(ErrorCause::Input) => write!(out, "ERROR (bad input)"),
            CompetitionResult::Error(ErrorCause::Usage) => write!(out, "ERROR (bad usage)"),
            CompetitionResult::Error(ErrorCause::Internal) => write!(out, "ERROR (internal error)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CompetitionProperty, CompetitionResult, ErrorCause, ReachedLimit};

    #[test]
    fn results_are_printed_as_benchexec_reads_them() {
        let results = [
            CompetitionResult::True,
            CompetitionResult::False(CompetitionProperty::ValidMemtrack),
            CompetitionResult::False(CompetitionProperty::UnreachCall("reach_error".into())),
            CompetitionResult::Unknown(None),
            CompetitionResult::Unknown(Some(ReachedLimit::Time)),
            CompetitionResult::Unknown(Some(ReachedLimit::Memory)),
            CompetitionResult::Error(ErrorCause::Input),
        ];
        let lines = [
            "TRUE",
            "FALSE(valid-memtrack)",
            "FALSE(unreach-call)",
            "UNKNOWN",
            "UNKNOWN (timeout)",
            "UNKNOWN (memory)",
            "ERROR (bad input)",
        ];
        assert_eq!(results.map(|result| result.to_string()), lines);
    }
}
