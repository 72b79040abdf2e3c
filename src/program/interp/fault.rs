//! What can go wrong in a concrete run.

use crate::program::FailureKind;

/// The kinds of faults: the kinds of findings, and three that only the interpreter knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// NULL, an integer or a function used as the address of an object.
    InvalidDereference,
    /// `free` of something that is not the start of a heap block.
    InvalidFree,
    /// `free` of a freed block.
    DoubleFree,
    /// A block that nothing can reach any more.
    MemoryLeak,
    /// An access outside of its block.
    OutOfBounds,
    /// An access to a freed block.
    UseAfterFree,
    /// An access to a variable whose lifetime has ended.
    UseAfterScope,
    /// An undefined value dereferenced, freed or branched on.
    Uninitialized,
    /// A copy between blocks that overlap.
    OverlappingCopy,
    /// A failed assertion.
    Assertion,
    /// The program says that this place must not be reached.
    ReachError,
    /// A property of the specification does not hold.
    Shape,
    /// Other undefined behaviour: signed overflow, division by zero, oversized shifts and so on.
    UndefinedBehaviour,
    /// The value is nondeterministic and nobody was there to choose; see [`crate::program::interp::State::evaluate`].
    Indeterminate,
    /// Something that the interpreter cannot follow, or a limit: nothing is known about the run.
    Unsupported,
}

impl FaultKind {
    /// Whether this is an access, or a `free`, through a pointer to nothing that lives: what the property `memory-access` is
    /// about.
    pub fn is_access(self) -> bool {
        matches!(
            self,
            FaultKind::InvalidDereference
                | FaultKind::UseAfterFree
                | FaultKind::UseAfterScope
                | FaultKind::OutOfBounds
                | FaultKind::DoubleFree
                | FaultKind::InvalidFree
        )
    }

    /// The word that findings use.
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::InvalidDereference => "invalid-dereference",
            FaultKind::InvalidFree => "invalid-free",
            FaultKind::DoubleFree => "double-free",
            FaultKind::MemoryLeak => "memory-leak",
            FaultKind::OutOfBounds => "out-of-bounds",
            FaultKind::UseAfterFree => "use-after-free",
            FaultKind::UseAfterScope => "use-after-scope",
            FaultKind::Uninitialized => "uninitialized",
            FaultKind::OverlappingCopy => "overlapping-copy",
            FaultKind::Assertion => "assertion",
            FaultKind::ReachError => "reach-error",
            FaultKind::Shape => "shape",
            FaultKind::UndefinedBehaviour => "undefined-behaviour",
            FaultKind::Indeterminate => "indeterminate",
            FaultKind::Unsupported => "unsupported",
        }
    }
}

impl From<FailureKind> for FaultKind {
    fn from(kind: FailureKind) -> Self {
        match kind {
            FailureKind::Assertion => FaultKind::Assertion,
            FailureKind::ReachError => FaultKind::ReachError,
        }
    }
}

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
