//! The kinds of errors that a run of a program can meet, and the property that each is about: the words that all engines share.
//!
//! Never decides whether a run meets one.

use crate::FailureKind;

/// The kinds of faults: the kinds of findings, and some that only the interpreter knows.
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
    /// An undefined value used as an address: dereferenced, freed or called; or an undefined byte of a string, which decides
    /// how far the string is read.
    Uninitialized,
    /// An undefined number decides something: a branch, a size, what is printed.
    UndefinedValue,
    /// The address of a field is computed where no object is, and nothing is accessed.
    FieldOfNull,
    /// An operation on an undefined number that some numbers give no result.
    UndefinedOperand,
    /// A copy between blocks that overlap.
    OverlappingCopy,
    /// A failed assertion.
    Assertion,
    /// The program says that this place must not be reached.
    ReachError,
    /// A property of the specification does not hold.
    Shape,
    /// A string literal or a `const` object is written: it lives, so that this is no error of memory.
    ConstantWritten,
    /// An element beyond an inner array is accessed that lies in the object.
    BeyondArray,
    /// Other undefined behaviour: signed overflow, division by zero, oversized shifts and so on.
    UndefinedBehaviour,
    /// The value is nondeterministic and nobody was there to choose; see [`crate::interp::State::evaluate`].
    Indeterminate,
    /// Something that the interpreter cannot follow, or a limit: nothing is known about the run.
    Unsupported,
}

/// What [`FaultKind::Uninitialized`] does with the value: other tools count these uses as different properties.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UninitializedUse {
    /// A byte of a string is read.
    Read,
    /// A pointer is dereferenced.
    Dereference,
    /// A pointer is given to `free`.
    Free,
}

/// Which property a kind of fault is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultClass {
    /// `memory-access`: every access and every `free` is of memory that lives.
    Memory,
    /// `undefined-behaviour`: everything else that C gives no meaning.
    UndefinedBehaviour,
    /// `memory-leak`.
    Leak,
    /// The program's own assertions.
    Assertion,
    /// What the specification says.
    Specification,
    /// None: nothing is known about the run.
    Nothing,
}

impl FaultKind {
    /// The property that a kind is about: the one place that decides, for all engines. There is no arm for "all others", so
    /// that a new kind does not compile until somebody decides.
    pub fn class(self) -> FaultClass {
        match self {
            FaultKind::InvalidDereference
            | FaultKind::InvalidFree
            | FaultKind::DoubleFree
            | FaultKind::OutOfBounds
            | FaultKind::UseAfterFree
            | FaultKind::UseAfterScope
            | FaultKind::Uninitialized
            | FaultKind::OverlappingCopy => FaultClass::Memory,
            FaultKind::UndefinedValue
            | FaultKind::FieldOfNull
            | FaultKind::UndefinedOperand
            | FaultKind::ConstantWritten
            | FaultKind::BeyondArray
            | FaultKind::UndefinedBehaviour => FaultClass::UndefinedBehaviour,
            FaultKind::MemoryLeak => FaultClass::Leak,
            FaultKind::Assertion | FaultKind::ReachError => FaultClass::Assertion,
            FaultKind::Shape => FaultClass::Specification,
            FaultKind::Indeterminate | FaultKind::Unsupported => FaultClass::Nothing,
        }
    }

    /// The kinds after which a run goes on, with an undefined value, each with what is wrong.
    pub const SILENT: [(FaultKind, &'static str); 2] = [
        (FaultKind::FieldOfNull, "computation of the address of a member of NULL"),
        (FaultKind::UndefinedOperand, "arithmetic on a value that was never written"),
    ];

    /// Whether a run goes on after it.
    pub fn is_silent(self) -> bool {
        FaultKind::SILENT.iter().any(|(kind, _)| *kind == self)
    }

    /// Whether this is an access, or a `free`, through a pointer to nothing that lives: what the predicate abstraction claims
    /// of accesses. It claims neither that pointers have determinate values nor that copies do not overlap.
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
            FaultKind::InvalidDereference | FaultKind::ConstantWritten => "invalid-dereference",
            FaultKind::InvalidFree => "invalid-free",
            FaultKind::DoubleFree => "double-free",
            FaultKind::MemoryLeak => "memory-leak",
            FaultKind::OutOfBounds | FaultKind::BeyondArray => "out-of-bounds",
            FaultKind::UseAfterFree => "use-after-free",
            FaultKind::UseAfterScope => "use-after-scope",
            FaultKind::Uninitialized | FaultKind::UndefinedValue | FaultKind::UndefinedOperand => "uninitialized",
            FaultKind::OverlappingCopy => "overlapping-copy",
            FaultKind::Assertion => "assertion",
            FaultKind::ReachError => "reach-error",
            FaultKind::Shape => "shape",
            FaultKind::UndefinedBehaviour | FaultKind::FieldOfNull => "undefined-behaviour",
            FaultKind::Indeterminate => "indeterminate",
            FaultKind::Unsupported => "unsupported",
        }
    }
}

/// Which errors are looked for that are undefined behaviour, but no errors of memory. Whatever is not looked for, what lies
/// behind it is never certain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum UndefinedBehaviour {
    /// None.
    Ignored,
    /// Those of accesses to objects that live: constants that are written, elements beyond an inner array.
    OfObjects,
    /// Those that are reported like errors of memory: numbers that were never written, constants that are written, elements
    /// beyond an inner array.
    #[default]
    LikeMemoryErrors,
    /// All that this engine knows.
    All,
}

impl UndefinedBehaviour {
    /// Whether an error of a kind is reported.
    pub fn reports(self, kind: FaultKind) -> bool {
        match self {
            _ if kind.class() != FaultClass::UndefinedBehaviour => true,
            UndefinedBehaviour::Ignored => false,
            UndefinedBehaviour::OfObjects => matches!(kind, FaultKind::ConstantWritten | FaultKind::BeyondArray),
            UndefinedBehaviour::LikeMemoryErrors => !kind.is_silent(),
            UndefinedBehaviour::All => true,
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
