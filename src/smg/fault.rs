//! What stops the execution of a command: an error of the program, or a segment that has to be looked into first.

use crate::program::interp::FaultKind;
use crate::smg::graph::Graph;

/// An error of the program, or something that the analysis cannot follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind; [`FaultKind::Unsupported`] is no error.
    pub kind: FaultKind,
    /// One sentence without a final full stop.
    pub message: String,
    /// Whether the error happens in every memory that the configuration stands for.
    pub certain: bool,
}

impl Fault {
    /// An error that happens in every memory that the configuration stands for.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), certain: true }
    }

    /// An error that may happen.
    pub fn possible(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), certain: false }
    }

    /// Something that the analysis cannot follow.
    pub fn unsupported(message: impl Into<String>) -> Fault {
        Fault::possible(FaultKind::Unsupported, message)
    }
}

/// Why a command was not executed.
#[derive(Debug)]
pub enum Stop {
    /// The memory is one of these; the command is to be executed in each.
    Split(Vec<Graph>),
    /// An error.
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}
