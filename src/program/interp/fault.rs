//! What goes wrong in a concrete run, with the text to show.

use crate::FaultKind;
use crate::interp::history::Unseen;
use crate::interp::memory::BlockId;

/// A fault with the text to show.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{}: {message}", kind.word())]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence without a final full stop.
    pub message: String,
    /// What it is about.
    subject: Unseen<FaultSubject>,
}

/// The block and the pointer that a fault is about. Nothing is decided by it.
#[derive(Clone, Copy, Default, Debug)]
struct FaultSubject {
    block: Option<BlockId>,
    /// Whether a pointer was used that leads where it must not, and how its name is joined to the message.
    joint: Option<&'static str>,
}

impl Fault {
    /// A fault of a kind.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Fault { kind, message: message.into(), subject: Unseen::default() }
    }

    /// The same about a block.
    pub(super) fn about(mut self, block: BlockId) -> Self {
        self.subject.0.block = Some(block);
        self
    }

    /// The same about a pointer that was used. Its name would stand behind the message and these words.
    pub(super) fn of_pointer(mut self, joint: &'static str) -> Self {
        self.subject.0.joint = Some(joint);
        self
    }

    /// The block that it is about, where that is known.
    pub fn block(&self) -> Option<BlockId> {
        self.subject.0.block
    }

    /// Whether it is about a pointer that was used.
    pub fn is_of_pointer(&self) -> bool {
        self.subject.0.joint.is_some()
    }

    /// The message with the name of the pointer.
    pub fn message_with(&self, name: Option<&str>) -> String {
        match (self.subject.0.joint, name) {
            (Some(joint), Some(name)) => format!("{} {joint}`{name}`", self.message),
            _ => self.message.clone(),
        }
    }

    /// The interpreter cannot go on here.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Fault::new(FaultKind::Unsupported, reason)
    }

    /// Undefined behaviour outside of memory.
    pub fn undefined(what: impl Into<String>) -> Self {
        Fault::new(FaultKind::UndefinedBehaviour, what)
    }
}
