//! What stops the execution of a command: an error of the program, or a segment that has to be looked into first.

use crate::program::FaultKind;
use crate::smg::domain::configuration::Exactness;
use crate::smg::domain::graph::Graph;

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

    /// What is copied lies where it is copied to.
    pub fn overlap(certain: bool) -> Fault {
        let message = "source and target of a copy overlap".to_string();
        Fault { kind: FaultKind::OverlappingCopy, message, certain }
    }

    /// What is sure of a memory after the error: a run that has it for certain promises nothing more.
    pub fn exactness_after(&self) -> Exactness {
        if self.certain { Exactness::AfterError } else { Exactness::Not }
    }

    /// Something that the analysis cannot follow.
    pub fn unsupported(message: impl Into<String>) -> Fault {
        Fault::possible(FaultKind::Unsupported, message)
    }
}

/// What the memory may be.
#[derive(Debug)]
pub struct Cases {
    /// One of these.
    pub graphs: Vec<Graph>,
    /// Whether each of them occurs in some run.
    pub occur: bool,
    /// Whether they differ in nothing but numbers.
    pub numbers: bool,
}

/// Why a command was not executed.
#[derive(Debug)]
pub enum Stop {
    /// The command is to be executed in each case.
    Split(Cases),
    /// An error.
    Fault(Fault),
}

impl Stop {
    /// The cases of how many nodes a segment has. If there is only one it is no choice.
    pub fn by_segment(graphs: Vec<Graph>) -> Stop {
        Stop::Split(Cases { occur: graphs.len() == 1, numbers: false, graphs })
    }

    /// The cases of what a number is.
    pub fn by_number(graphs: Vec<Graph>, occur: bool) -> Stop {
        Stop::Split(Cases { graphs, occur, numbers: true })
    }

    /// No run comes here: what is known of the memory contradicts itself.
    pub fn impossible() -> Stop {
        Stop::by_number(Vec::new(), false)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}
