//! Reasons to stop executing a command: an error of the program, or a case split such as on the nodes of a segment.

use crate::domain::configuration::Feasibility;
use crate::domain::graph::Graph;
use base::Span;
use program::{FaultKind, UninitializedUse};
use reason::Incompleteness;

/// An error of the program, or a construct that the analysis does not support.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// [`FaultKind::Unsupported`] is not an error of the program.
    pub kind: FaultKind,
    /// A phrase without a final full stop. The details in `subject` are appended to it.
    pub message: String,
    /// True if the error happens in every memory that the configuration represents.
    pub certain: bool,
    /// The pointer and the block that the error is about.
    pub subject: Subject,
    /// True if a function without a body was called.
    pub lacks_body: bool,
}

/// The pointer and the block that an error is about, as far as they are known. For messages only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subject {
    pub pointer: MentionedPointer,
    /// The kind of use, if the error is the use of an uninitialized value.
    pub use_of_uninitialized: Option<UninitializedUse>,
    /// The place where the block was allocated.
    pub allocated: Option<Span>,
    /// The function without a body that decides whether there is an error.
    pub depends_on: Option<String>,
    /// The end of the sentence, after the place of the allocation.
    pub rest: &'static str,
}

/// The pointer that a message mentions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum MentionedPointer {
    #[default]
    None,
    /// The message ends with a pointer whose name may follow.
    Unnamed,
    /// The same, with the pointer's name.
    Named(String),
}

/// Outside of the execution of commands, a fault is a reason for incompleteness.
impl From<Fault> for Incompleteness {
    fn from(fault: Fault) -> Self {
        Incompleteness::NotFollowed(fault.message)
    }
}

impl Fault {
    /// Returns an error that happens in every memory that the configuration represents.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), certain: true, subject: Subject::default(), lacks_body: false }
    }

    /// Returns the error of using an uninitialized value, in every memory that the configuration represents.
    pub fn uninitialized(how: UninitializedUse, message: impl Into<String>) -> Fault {
        let subject = Subject { use_of_uninitialized: Some(how), ..Subject::default() };
        Fault { subject, ..Fault::new(FaultKind::Uninitialized, message) }
    }

    /// Returns an error that may happen.
    pub fn possible(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { certain: false, ..Fault::new(kind, message) }
    }

    /// Returns the error of a copy whose source and target overlap.
    pub fn overlap(certain: bool) -> Fault {
        Fault { certain, ..Fault::new(FaultKind::OverlappingCopy, "source and target of a copy overlap") }
    }

    /// Returns the same error, with a message that the name of a pointer may follow.
    pub fn of_pointer(mut self) -> Fault {
        self.subject.pointer = MentionedPointer::Unnamed;
        self
    }

    /// Returns the same error, about a block that was allocated at this place.
    pub fn of_block(mut self, allocated: Option<Span>) -> Fault {
        self.subject.allocated = allocated;
        self
    }

    /// Returns the same error through a pointer of this name. Without a name the message mentions no pointer.
    pub fn through(mut self, name: impl FnOnce() -> Option<String>) -> Fault {
        if self.subject.pointer == MentionedPointer::Unnamed {
            self.subject.pointer = name().map_or(MentionedPointer::None, MentionedPointer::Named);
        }
        self
    }

    /// Returns the feasibility of memories after the error: C promises nothing after one that is certain.
    pub fn feasibility_after(&self) -> Feasibility {
        if self.certain { Feasibility::AfterError } else { Feasibility::Unknown }
    }

    pub fn without_body(message: impl Into<String>) -> Fault {
        Fault { lacks_body: true, ..Fault::unsupported(message) }
    }

    pub fn unsupported(message: impl Into<String>) -> Fault {
        Fault::possible(FaultKind::Unsupported, message)
    }
}

/// The cases of a split.
#[derive(Debug)]
pub struct Cases {
    pub graphs: Vec<Graph>,
    /// True if each case occurs in some run.
    pub occur: bool,
    /// True if the cases differ in numbers only.
    pub numbers: bool,
}

/// The reason why a command was not executed.
#[derive(Debug)]
pub enum Interruption {
    /// The command is to be executed in each case.
    Split(Cases),
    Fault(Fault),
}

impl Interruption {
    /// Returns the same interruption through a pointer of this name. Without a name the message mentions no pointer.
    pub fn through(self, name: impl FnOnce() -> Option<String>) -> Interruption {
        match self {
            Interruption::Fault(fault) => Interruption::Fault(fault.through(name)),
            split => split,
        }
    }

    /// Splits into cases by the number of nodes of a segment. A single case is not a choice, so it occurs.
    pub fn by_segment(graphs: Vec<Graph>) -> Interruption {
        Interruption::Split(Cases { occur: graphs.len() == 1, numbers: false, graphs })
    }

    /// Splits into cases by the value of a number. `occur`: each case occurs in some run.
    pub fn by_number(graphs: Vec<Graph>, occur: bool) -> Interruption {
        Interruption::Split(Cases { graphs, occur, numbers: true })
    }

    /// Splits into no cases, as no run reaches this point: the facts about the memory are contradictory.
    pub fn impossible() -> Interruption {
        Interruption::by_number(Vec::new(), false)
    }
}

impl From<Fault> for Interruption {
    fn from(fault: Fault) -> Interruption {
        Interruption::Fault(fault)
    }
}
