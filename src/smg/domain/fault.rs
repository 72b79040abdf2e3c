//! What stops the execution of a command: an error of the program, or a segment that has to be looked into first.

use crate::domain::configuration::Feasibility;
use crate::domain::graph::Graph;
use base::Span;
use program::{FaultKind, UninitializedUse};
use reason::Incompleteness;

/// An error of the program, or something that the analysis cannot follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind; [`FaultKind::Unsupported`] is no error.
    pub kind: FaultKind,
    /// A phrase without a final full stop. What `subject` knows comes behind it.
    pub message: String,
    /// Whether the error happens in every memory that the configuration stands for.
    pub certain: bool,
    /// The pointer and the block that it is about.
    pub subject: Subject,
    /// Whether it is that the body of a function is elsewhere.
    pub lacks_body: bool,
}

/// The pointer and the block that an error is about, as far as they are known. Nothing is decided by it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subject {
    /// The pointer.
    pub pointer: MentionedPointer,
    /// How an uninitialized value was used.
    pub use_of_uninitialized: Option<UninitializedUse>,
    /// Where the block was allocated.
    pub allocated: Option<Span>,
    /// The end of the sentence, behind the place of the allocation.
    pub rest: &'static str,
}

/// The pointer that a message is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum MentionedPointer {
    /// The message ends with no pointer.
    #[default]
    None,
    /// The message ends with a pointer whose name may follow.
    Unnamed,
    /// The same, and this is its name.
    Named(String),
}

/// Where nothing can be executed yet, a fault says what is not followed.
impl From<Fault> for Incompleteness {
    fn from(fault: Fault) -> Self {
        Incompleteness::NotFollowed(fault.message)
    }
}

impl Fault {
    /// An error that happens in every memory that the configuration stands for.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), certain: true, subject: Subject::default(), lacks_body: false }
    }

    /// An uninitialized value is used in every memory that the configuration stands for.
    pub fn uninitialized(how: UninitializedUse, message: impl Into<String>) -> Fault {
        let subject = Subject { use_of_uninitialized: Some(how), ..Subject::default() };
        Fault { subject, ..Fault::new(FaultKind::Uninitialized, message) }
    }

    /// An error that may happen.
    pub fn possible(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { certain: false, ..Fault::new(kind, message) }
    }

    /// What is copied lies where it is copied to.
    pub fn overlap(certain: bool) -> Fault {
        Fault { certain, ..Fault::new(FaultKind::OverlappingCopy, "source and target of a copy overlap") }
    }

    /// The same error, where the name of a pointer may follow the message.
    pub fn of_pointer(mut self) -> Fault {
        self.subject.pointer = MentionedPointer::Unnamed;
        self
    }

    /// The same error, about a block that was allocated there.
    pub fn of_block(mut self, allocated: Option<Span>) -> Fault {
        self.subject.allocated = allocated;
        self
    }

    /// The same error, where a pointer of this name was used. Without a name the message mentions no pointer.
    pub fn through(mut self, name: impl FnOnce() -> Option<String>) -> Fault {
        if self.subject.pointer == MentionedPointer::Unnamed {
            self.subject.pointer = name().map_or(MentionedPointer::None, MentionedPointer::Named);
        }
        self
    }

    /// What is sure of a memory after the error: a run that has it for certain promises nothing more.
    pub fn feasibility_after(&self) -> Feasibility {
        if self.certain { Feasibility::AfterError } else { Feasibility::Unknown }
    }

    /// The body of a function that is called is elsewhere.
    pub fn without_body(message: impl Into<String>) -> Fault {
        Fault { lacks_body: true, ..Fault::unsupported(message) }
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
pub enum Interruption {
    /// The command is to be executed in each case.
    Split(Cases),
    /// An error.
    Fault(Fault),
}

impl Interruption {
    /// The same stop, where a pointer of this name was used. Without a name the message mentions no pointer.
    pub fn through(self, name: impl FnOnce() -> Option<String>) -> Interruption {
        match self {
            Interruption::Fault(fault) => Interruption::Fault(fault.through(name)),
            split => split,
        }
    }

    /// The cases of how many nodes a segment has. If there is only one it is no choice.
    pub fn by_segment(graphs: Vec<Graph>) -> Interruption {
        Interruption::Split(Cases { occur: graphs.len() == 1, numbers: false, graphs })
    }

    /// The cases of what a number is.
    pub fn by_number(graphs: Vec<Graph>, occur: bool) -> Interruption {
        Interruption::Split(Cases { graphs, occur, numbers: true })
    }

    /// No run comes here: what is known of the memory contradicts itself.
    pub fn impossible() -> Interruption {
        Interruption::by_number(Vec::new(), false)
    }
}

impl From<Fault> for Interruption {
    fn from(fault: Fault) -> Interruption {
        Interruption::Fault(fault)
    }
}
