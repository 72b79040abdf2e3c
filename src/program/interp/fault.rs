//! What goes wrong in a concrete run, with the text to show.

use crate::program::FaultKind;

/// A fault with the text to show.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{}: {message}", kind.word())]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence without a final full stop.
    pub message: String,
}

impl Fault {
    /// A fault of a kind.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Fault { kind, message: message.into() }
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
