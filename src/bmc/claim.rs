//! Verification conditions: the events that may end a run, and the choices of a run.

use std::borrow::Cow;

use crate::term::TermId;
use base::Span;
use program::witness::ChoiceKind;
use program::{FaultKind, FunctionId, LocationId, UninitializedUse};
use spec::SpecifiedProperty;

/// The call stack, innermost last, each function with the location that control left last.
pub type CallStack = Vec<(FunctionId, LocationId)>;

/// The position of control.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct StackPosition {
    /// The position in the source.
    pub span: Option<Span>,
    pub calls: CallStack,
}

/// The kind of a verification condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// An error, with its message.
    Fault(FaultKind, Cow<'static, str>),
    /// An uninitialized value is used in this way; with a message.
    Uninitialized(UninitializedUse, &'static str),
    /// A memory leak: no pointer to a block is left.
    Leak,
    Statement(SpecifiedProperty),
    Cut(RunCut),
}

/// A loop with a bound of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BoundedLoop {
    /// The loop of the program with this head.
    Head(FunctionId, LocationId),
    /// Reading a string whose end a run chooses, in the library.
    Text,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RunCut {
    /// A loop may iterate more often than its bound.
    Iterations(BoundedLoop),
    /// A function may call itself more deeply than its bound.
    Recursion(FunctionId),
    /// A construct that is not modelled.
    Unsupported(Cow<'static, str>),
    /// A call of a function whose body is unavailable.
    NoBody(Cow<'static, str>),
    /// A block larger than this many bytes may be allocated.
    LargeBlock(u64),
    /// The entry state may have more than this many nodes of one type.
    HeapNodes(u32),
}

/// An error or a cut, with the condition under which it happens.
#[derive(Clone, Debug)]
pub struct VerificationCondition {
    pub what: What,
    /// The condition, a 1-bit term. It implies that no earlier event has ended the run.
    pub condition: TermId,
    pub site: StackPosition,
}

/// A nondeterministic choice of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunChoice {
    /// The condition under which it is made.
    pub guard: TermId,
    pub kind: ChoiceKind,
    pub value: TermId,
    pub span: Option<Span>,
}
