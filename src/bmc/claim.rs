//! What may happen in a run and end it, and what a run chooses.

use std::borrow::Cow;

use crate::library::NumberFormat;
use crate::term::TermId;
use base::Span;
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

/// What kind of choice a run makes; the interpreter asks for the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChoiceKind {
    /// One of this many ways.
    Way(usize),
    /// Whether an allocation fails: one of two ways.
    Failure,
    /// An integer of a width, with sign or without.
    Integer(u32, bool),
    /// A floating-point number, by its bits.
    Float(u32),
    /// What standard input holds where a decimal number is expected. The interpreter asks for its bytes: see `library::item`.
    InputNumber(NumberFormat),
    /// A number of a width that was never written. The interpreter follows no such number, so that only what does not depend on it
    /// can be shown by a run.
    Unwritten(u32),
    /// A pointer: NULL, or another one.
    Pointer,
    /// How many arguments the program has, its name included. It is not the interpreter's choice, but its start.
    Arguments,
    /// Of an argument of the program by its index, how many bytes it has before its end; also chosen before the start.
    ArgumentLength(u32),
    /// A byte of an argument, by the index of the argument and that of the byte; zero for any.
    ArgumentByte(u32, u32),
}

impl ChoiceKind {
    /// Whether it is about the arguments of the program, which the interpreter has from its start.
    pub fn is_about_arguments(self) -> bool {
        match self {
            ChoiceKind::Arguments | ChoiceKind::ArgumentLength(_) | ChoiceKind::ArgumentByte(..) => true,
            ChoiceKind::Way(_)
            | ChoiceKind::Failure
            | ChoiceKind::Pointer
            | ChoiceKind::Integer(..)
            | ChoiceKind::Float(_)
            | ChoiceKind::InputNumber(..)
            | ChoiceKind::Unwritten(_) => false,
        }
    }
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
