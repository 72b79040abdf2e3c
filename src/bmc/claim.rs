//! What may happen in a run and end it, and what a run chooses.

use std::borrow::Cow;

use crate::term::TermId;
use base::Span;
use program::witness::ChoiceKind;
use program::{FaultKind, FunctionId, LocationId, UninitializedUse};
use spec::SpecifiedProperty;

/// The functions under way, the innermost last, each with the location that control has left in it.
pub type CallStack = Vec<(FunctionId, LocationId)>;

/// Where control is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct StackPosition {
    /// In the text.
    pub span: Option<Span>,
    /// In the functions under way.
    pub calls: CallStack,
}

/// What happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// An error, with a sentence about it.
    Fault(FaultKind, Cow<'static, str>),
    /// A value that was never written is used in this way; with a sentence about it.
    Uninitialized(UninitializedUse, &'static str),
    /// A block that nothing leads to any more.
    Leak,
    /// An assertion of the specification fails.
    Statement(SpecifiedProperty),
    /// The run is not followed to its end.
    Cut(RunCut),
}

/// What iterates up to a bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BoundedLoop {
    /// The loop of the program with this head.
    Head(FunctionId, LocationId),
    /// Reading a text whose end a run chooses, in the library.
    Text,
}

/// Why a run is not followed to its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RunCut {
    /// A loop may iterate more often than its bound.
    Iterations(BoundedLoop),
    /// A function may call itself more deeply than its bound.
    Recursion(FunctionId),
    /// Something that the engine does not model.
    Unsupported(Cow<'static, str>),
    /// A call of a function whose body is elsewhere.
    NoBody(Cow<'static, str>),
    /// A block of more bytes than that may be allocated.
    LargeBlock(u64),
    /// The entry state may have more nodes of one type than that.
    HeapNodes(u32),
}

/// Something that happens under a condition.
#[derive(Clone, Debug)]
pub struct VerificationCondition {
    /// What.
    pub what: What,
    /// When: a truth. It is part of it that nothing that ends the run has happened before.
    pub condition: TermId,
    /// Where.
    pub site: StackPosition,
}

/// A choice.
#[derive(Clone, Copy, Debug)]
pub struct RunChoice {
    /// When it is made.
    pub guard: TermId,
    /// What is chosen from.
    pub kind: ChoiceKind,
    /// What is chosen.
    pub value: TermId,
    /// Where.
    pub span: Option<Span>,
}
