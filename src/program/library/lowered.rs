//! What lowering makes of a call of a function in the table.

use super::Atomic;
use crate::FailureKind;
use crate::library::LibraryFunction;

/// The lowering of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lowered {
    /// A call that the engines handle.
    Call,
    /// As [`Lowered::Call`], but introduced only by lowering: programs cannot make this call.
    OwnCall,
    /// A branch and a failure.
    Assertion,
    /// A branch and an edge that blocks.
    Assumption,
    Failure(FailureKind),
    /// Any value.
    Input,
    /// An allocation, by its size or by the number and size of its elements.
    Block,
    /// An allocation if the old block is NULL, and a call otherwise.
    Reallocation,
    /// A local variable, or a call.
    StackBlock,
    /// A free.
    Free,
    /// The end of the program.
    End,
    /// Undefined behaviour.
    Undefined,
    /// Argument 0.
    Argument,
    /// The arguments, evaluated only for their side effects.
    Nothing,
    /// Two divisions.
    Division,
    /// A call whose parameter types are those of the arguments.
    Overflow,
    /// A call that takes a `va_list` by address.
    List,
    /// A number that depends on the compiler.
    ObjectSize,
    /// A call that sets a stream's buffer; if that is NULL, a call of this function with only the stream.
    Buffer(LibraryFunction),
    /// Loads and stores.
    Atomic(Atomic),
    /// A call that also gets the addresses of the variables of [`OPTION_RESULTS`].
    Options,
    /// A call that also gets the address of the pointer that the library keeps.
    Position,
}

impl Lowered {
    /// Returns true if a call that lowering leaves in place still means what the row says. Of functions that lowering
    /// turns into other commands, only malformed calls are left.
    pub fn is_call(self) -> bool {
        match self {
            Lowered::Call
            | Lowered::Reallocation
            | Lowered::Nothing
            | Lowered::Overflow
            | Lowered::List
            | Lowered::ObjectSize
            | Lowered::Buffer(_)
            | Lowered::Atomic(_)
            | Lowered::Options
            | Lowered::Position => true,
            Lowered::OwnCall
            | Lowered::Assertion
            | Lowered::Assumption
            | Lowered::Failure(_)
            | Lowered::Input
            | Lowered::Block
            | Lowered::StackBlock
            | Lowered::Free
            | Lowered::End
            | Lowered::Undefined
            | Lowered::Argument
            | Lowered::Division => false,
        }
    }
}
