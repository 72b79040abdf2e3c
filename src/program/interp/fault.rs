//! Errors of a concrete run, with their messages.

use crate::FaultKind;
use crate::interp::history::Unseen;
use crate::interp::memory::BlockId;

/// A fault and its message.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{}: {message}", kind.word())]
pub struct Fault {
    pub kind: FaultKind,
    /// One sentence without a final full stop.
    pub message: String,
    /// True if only a body that the program lacks says how the run goes on.
    pub lacks_body: bool,
    subject: Unseen<FaultSubject>,
}

/// The block and the pointer that a fault is about; used only for messages.
#[derive(Clone, Copy, Default, Debug)]
struct FaultSubject {
    block: Option<BlockId>,
    /// If a pointer was misused, the text that joins its name to the message.
    joint: Option<&'static str>,
}

impl Fault {
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Fault { kind, message: message.into(), lacks_body: false, subject: Unseen::default() }
    }

    /// Sets the block that the fault is about.
    pub(super) fn about(mut self, block: BlockId) -> Self {
        self.subject.0.block = Some(block);
        self
    }

    /// Records that a pointer was misused. Messages append these words and the name of the pointer.
    pub(super) fn of_pointer(mut self, joint: &'static str) -> Self {
        self.subject.0.joint = Some(joint);
        self
    }

    /// The block that the fault is about, if known.
    pub fn block(&self) -> Option<BlockId> {
        self.subject.0.block
    }

    /// Returns true if the fault is the misuse of a pointer.
    pub fn is_of_pointer(&self) -> bool {
        self.subject.0.joint.is_some()
    }

    /// Returns the message, with the name of the pointer if there is one.
    pub fn message_with(&self, name: Option<&str>) -> String {
        match (self.subject.0.joint, name) {
            (Some(joint), Some(name)) => format!("{} {joint}`{name}`", self.message),
            _ => self.message.clone(),
        }
    }

    /// Creates the fault of a run that depends on a function without a body, or on its memory.
    pub fn without_body(what: impl Into<String>) -> Self {
        Fault { lacks_body: true, ..Fault::unsupported(what) }
    }

    /// Creates the fault of a run that the interpreter cannot continue.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Fault::new(FaultKind::Unsupported, reason)
    }

    /// Creates a fault for undefined behaviour other than memory errors.
    pub fn undefined(what: impl Into<String>) -> Self {
        Fault::new(FaultKind::UndefinedBehaviour, what)
    }
}
