//! What functions do that have no body in a program but are known all the same: those of the C library that code on
//! linked structures uses, of GCC, of the kernel's allocator, and of verifiers (SV-COMP, Predator, CBMC, ESBMC).
//!
//! The table has one row ([`Entry`]) for each function, which says what every engine needs to know of it:
//!
//! ```text
//! Strncat "strncat" "char *(char *, const char *, size_t)"
//!     [Reads(0, String), Reads(1, StringWithin(2)), Writes(0, Open)] Argument(0), { leaves: Appended(1), reads_to_end: true };
//! ```
//!
//! Arguments are counted from 0. `strncat` reads the string at argument 0 up to its zero byte and the string at argument 1,
//! at most as many bytes as argument 2 says. It writes from argument 0 on, how far the table cannot say ([`Open`]). It
//! returns argument 0. What it leaves there is the string of argument 1 behind that of argument 0, and it reads on to the
//! end of both strings, whatever is in them. The order of the effects is the order in which errors are found. What stands
//! in braces may be left out.
//!
//! Engines follow a row in general; the interpreter runs each function by code of its own (`interp::library`). [`Lowered`] names the functions that lowering makes commands of their own of
//! (`malloc`, `free`, `exit`, `assert`); calls of the others become [`crate::Command::Library`]. Nothing here runs
//! anything, and what is not in the table has no effect that anybody knows: a call of it is unsupported.
//!
//! | module | what it has |
//! |---|---|
//! | `table` | the rows |
//! | `names` | other names of the same functions |
//! | `format` | parses formats of `printf` and `scanf` |
//! | `conversions` | what each directive takes and writes |
//! | `constants` | results that GCC takes for constants |
//! | `characters` | the classes of `<ctype.h>` |
//! | `streams` | the streams that a program has from its start |
//!
//! [`Open`]: AccessSize::Open

pub mod characters;
mod constants;
pub mod conversions;
pub mod format;
mod names;
mod streams;
mod table;
#[cfg(test)]
mod tests;

use crate::FailureKind;
use ctype::TypeId;

pub use constants::{KnownArgument, constant};
pub use names::{Known, find, shown};
pub use streams::{STREAMS, StandardStream};
pub use table::LibraryFunction;

/// How many bytes from a pointer on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessSize {
    /// As many as the argument says.
    Bytes(u8),
    /// At least one, and at most as many as the argument says; none where that is 0.
    AtMost(u8),
    /// As many as two arguments multiplied.
    Product(u8, u8),
    /// Up to the zero byte, that one included.
    String,
    /// Up to the zero byte, and at most as many as the argument says.
    StringWithin(u8),
    /// Up to the byte that the function looks for, wherever that is.
    UpToByte,
    /// The same, and at most as many as the argument says.
    UpToByteWithin(u8),
    /// One object of the type that the prototype's pointer points to.
    Object,
    /// A number that the table does not give: up to the end of the block.
    Open,
}

/// What a new block holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contents {
    /// Indeterminate bytes.
    Indeterminate,
    /// Zeros.
    Zero,
    /// The bytes from the argument on.
    BytesAt(u8),
    /// The string at the argument, as far as it is read.
    StringAt(u8),
    /// The contents of the block at the argument, as far as both blocks reach. That block is freed, unless there is no
    /// new one.
    BlockAt(u8),
    /// The string that a format makes.
    Formatted,
}

/// A new block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allocation {
    /// Its size.
    pub size: AccessSize,
    /// What it holds.
    pub contents: Contents,
    /// Whether it ends with the function that makes the call, as those of `alloca` do.
    pub on_stack: bool,
    /// The argument that says its alignment.
    pub alignment: Option<u8>,
    /// The argument to whose target its address is written; otherwise that is the result.
    pub stored: Option<u8>,
}

/// When a function of the program is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallbackTime {
    /// During the call.
    Now,
    /// When the program ends.
    AtEnd,
    /// When the program ends, with the argument and the status of the program.
    AtEndWith(u8),
}

/// One of the things that a function does. Arguments are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Bytes from the argument on are read: they must be accessible.
    Reads(u8, AccessSize),
    /// Bytes from the argument on are overwritten: [`Entry::leaves`] says with what.
    Writes(u8, AccessSize),
    /// Every byte of a range becomes the low byte of `byte` (zero if there is none).
    Fills {
        /// The pointer.
        target: u8,
        /// Which argument is the byte.
        byte: Option<u8>,
        /// How many bytes.
        access_size: AccessSize,
    },
    /// Bytes are copied.
    Copies {
        /// To where.
        target: u8,
        /// From where.
        source: u8,
        /// How many, counted from `source`.
        access_size: AccessSize,
        /// Whether the two may overlap.
        overlap: bool,
    },
    /// A new block; the address is NULL where the function fails.
    Allocates(Allocation),
    /// The block that the argument points to is freed (NULL is allowed).
    Frees(u8),
    /// The block of `alloca` that the argument points to ends its life (NULL is allowed).
    EndsLife(u8),
    /// The argument is a stream that is used: it must be open.
    UsesStream(u8),
    /// A stream is used that no argument names: it must be open.
    UsesStandardStream(StandardStream),
    /// The argument is a stream that is open and closed now.
    ClosesStream(u8),
    /// The arguments from this one on are printed as the format of `printf` before them says.
    ReadsRest(u8),
    /// What the arguments from this one on point to is overwritten with input, as the format of `scanf` before them says.
    WritesRest(u8),
    /// Memory that the table does not name changes: that of an earlier call, or blocks that come and go.
    WritesElsewhere,
    /// The environment changes: see [`Exposed::environment`].
    ChangesEnvironment,
    /// `errno` may change, as it does by every effect that may fail: see [`LibraryFunction::may_set_errno`].
    SetsErrno,
    /// Text goes to a stream. No memory of the program changes.
    Output,
    /// Something comes from outside: the result, or what is written, is any value.
    Input,
    /// The program ends; the argument is its status (none: `abort`).
    Ends(Option<u8>),
    /// What runs at the end of the program is forgotten.
    ForgetsHandlers,
    /// The run is an error.
    Fails(FailureKind),
    /// The run is an error where the argument is zero.
    Asserts(u8),
    /// The run does not count where the argument is zero.
    Assumes(u8),
    /// The argument is a function of the program that is called: anything may happen.
    CallsBack(u8, CallbackTime),
}

impl Effect {
    /// Whether it is about a stream alone, which is no memory of the program.
    fn is_of_stream(&self) -> bool {
        matches!(self, Effect::UsesStream(_) | Effect::UsesStandardStream(_) | Effect::ClosesStream(_))
    }
}

/// The bytes that [`Effect::Writes`] leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Written {
    /// Any values, in as many bytes as its access size is.
    Anything,
    /// Any values, in no more bytes than its access size is.
    AnythingWithin,
    /// Nothing that may be read, in as many bytes as its access size is.
    Indeterminate,
    /// The string at the argument, filled up with zeros; cut off, and without its end, where it does not fit.
    Padded(u8),
    /// The string at the argument, cut off where it does not fit, and its end.
    Cut(u8),
    /// The string at the argument, behind the string that was there.
    Appended(u8),
    /// The same, cut off where it does not fit, and its end.
    AppendedCut(u8),
    /// What a format makes, cut off where it does not fit, and its end.
    Formatted,
    /// A line of input as far as it fits, and its end; or nothing at the end of the input.
    Line,
}

/// External memory that a program has the address of, so that calls that do not name it may change it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exposed {
    /// The type of `errno`, where the program asks for its address.
    pub errno: Option<TypeId>,
    /// Whether the program may look at the environment as memory: by `environ`, or by a third parameter of `main`.
    pub environment: bool,
    /// Whether a stream has a buffer that the program gave it: whatever uses a stream may write there.
    pub buffers: bool,
    /// Whether a stream may be closed, or a variable that leads to one may change: then it must be shown to be open.
    pub streams: bool,
    /// Whether `stdin`, `stdout` or `stderr` may be another stream than at the start.
    pub assigns_streams: bool,
}

/// Where in an object a pointer leads that a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReturnedPosition {
    /// To a byte of the string, or to its end.
    InString,
    /// To a byte of the object.
    InBlock,
    /// To a byte of the object, or behind the last one.
    UpToEnd,
}

/// A number that follows from the arguments and from what is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Number {
    /// The length of the string.
    Length(u8),
    /// No more than the length of the string.
    WithinLength(u8),
    /// How the bytes at arguments 0 and 1 compare, as far as they are read: the sign of the result says it.
    Order,
    /// How many bytes a format makes.
    Printed,
    /// From 0 to this.
    UpTo(i128),
    /// The absolute value of argument 0.
    Absolute,
    /// Argument 0, a number of this many bytes, with its bytes in reverse order.
    Reversed(u8),
    /// Not zero where argument 0 is a character of the function's class.
    Class,
    /// The entry of this table for the character that argument 0 is.
    Mapped(LibraryFunction),
    /// 0: it succeeds.
    Success,
    /// 0, or the number of the error for which there is no new block.
    Refusal,
    /// Whether as many bytes as argument 1 says may be used from argument 0 on.
    Accessible,
    /// Whether arguments 0 and 1 lead to the same object.
    SameObject,
    /// The size of the object that argument 0 leads to.
    SizeOfObject,
}

/// External memory: an object of the library, no block of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum External {
    /// A stream; NULL where there is none.
    Stream,
    /// A place in the code or on the stack, which only a tool knows; NULL where there is none.
    Frame,
    /// A string of the environment; NULL where there is none.
    Variable,
    /// A string that must not be changed.
    Message,
    /// A string that may be changed.
    Name,
    /// `errno`.
    ErrorNumber,
    /// A table with an entry for each character.
    CharacterTable,
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Returns {
    /// Nothing.
    Nothing,
    /// A number that depends on the arguments and on what is read, or on nothing that is known.
    Anything,
    /// An input of the program: any value of the result's type.
    Input,
    /// A number with more properties known.
    Number(Number),
    /// The argument.
    Argument(u8),
    /// The argument, a stream; or NULL where the function fails, and then the stream is closed.
    ArgumentOrNull(u8),
    /// A pointer into the object that an argument points to.
    Inside {
        /// The argument.
        object: u8,
        /// Where the pointer leads.
        place: ReturnedPosition,
        /// Whether it may be NULL instead.
        or_null: bool,
    },
    /// The new block, or NULL.
    Block,
    /// A pointer to external memory.
    External(External),
}

/// An atomic operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atomic {
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Writes, and gives the old value.
    Exchange,
    /// Writes if the old value is the expected one.
    Compare,
    /// Computes a new value from the old one.
    Update,
    /// Sets or clears a flag.
    Flag,
    /// Asks whether operations of a size need no lock.
    LockFree,
}

/// What lowering makes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lowered {
    /// A call that is left to the engines.
    Call,
    /// Such a call, too: programs cannot make it, only lowering itself.
    OwnCall,
    /// A branch, and a failure.
    Assertion,
    /// A branch, and the end of a run that does not count.
    Assumption,
    /// A failure.
    Failure(FailureKind),
    /// Any value.
    Input,
    /// A new block by its size, or by the number and the size of its elements.
    Block,
    /// A new block where the old one is NULL, and otherwise a call.
    Reallocation,
    /// A local variable, or a call.
    StackBlock,
    /// The end of a block.
    Free,
    /// The end of the program.
    End,
    /// Nothing that is defined.
    Undefined,
    /// The argument 0.
    Argument,
    /// Its arguments, for what they do alone.
    Nothing,
    /// Two divisions.
    Division,
    /// A call whose arguments have the types of the caller's.
    Overflow,
    /// A call about a list of variable arguments whose address is passed.
    List,
    /// A number that is up to the compiler.
    ObjectSize,
    /// A call that gives a stream a buffer; where that is NULL, a call of this function, with the stream alone.
    Buffer(LibraryFunction),
    /// Loads and stores.
    Atomic(Atomic),
}

impl Lowered {
    /// Whether a call that lowering leaves as it is still means what the row says. Of the functions that lowering makes
    /// other commands of, only odd calls are left.
    pub fn is_call(self) -> bool {
        match self {
            Lowered::Call
            | Lowered::Reallocation
            | Lowered::Nothing
            | Lowered::Overflow
            | Lowered::List
            | Lowered::ObjectSize
            | Lowered::Buffer(_)
            | Lowered::Atomic(_) => true,
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

/// What is known of a function: a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name in C.
    pub name: &'static str,
    /// Its prototype, without the name: `void *(size_t)`.
    pub prototype: &'static str,
    /// What it does, in order.
    pub effects: &'static [Effect],
    /// What it returns.
    pub returns: Returns,
    /// The bytes that [`Effect::Writes`] leaves.
    pub leaves: Written,
    /// Whether it reads strings up to their ends, whatever is in them: one without an end is an error.
    pub reads_to_end: bool,
    /// The string or stream that may be NULL: then it is not used.
    pub optional: Option<u8>,
    /// Whether what it stores is the address where the number in the string of argument 0 ends.
    pub stores_end: bool,
    /// What lowering makes of a call.
    pub lowered: Lowered,
}

impl Entry {
    /// What rows say that leave out everything in braces.
    const PLAIN: Entry = Entry {
        name: "",
        prototype: "",
        effects: &[],
        returns: Returns::Nothing,
        leaves: Written::Anything,
        reads_to_end: false,
        optional: None,
        stores_end: false,
        lowered: Lowered::Call,
    };

    /// The block that it allocates.
    pub fn allocation(&self) -> Option<Allocation> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Allocates(allocation) => Some(*allocation),
            _ => None,
        })
    }

    /// The place of the arguments that a format is about: those behind it.
    pub fn formatted(&self) -> Option<usize> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::ReadsRest(first) | Effect::WritesRest(first) => Some(usize::from(*first)),
            _ => None,
        })
    }

    /// Whether what a format prints comes from a `va_list`, which stands in place of the arguments.
    pub fn takes_list(&self) -> bool {
        self.formatted().is_some() && !self.prototype.ends_with("...)")
    }

    /// The argument that says how many bytes of the string at another one are read at most.
    pub fn limit_of_string(&self, string: u8) -> Option<u8> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Reads(of, AccessSize::StringWithin(limit)) if *of == string => Some(*limit),
            _ => None,
        })
    }

    /// The argument whose bytes are copied to where another one leads.
    pub fn copied_to(&self, argument: u8) -> Option<u8> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Copies { target, source, .. } if *target == argument => Some(*source),
            _ => None,
        })
    }

    /// Whether all it does is to look at bytes that do not end in a zero byte, so that the result depends on each of them.
    pub fn looks_at_bytes(&self) -> bool {
        let looks = |effect: &Effect| matches!(effect, Effect::Reads(_, AccessSize::Bytes(_) | AccessSize::AtMost(_)));
        !self.effects.is_empty() && self.effects.iter().all(looks)
    }

    /// Whether its input is a string of the program.
    pub fn scans_string(&self) -> bool {
        let scans = self.effects.iter().any(|effect| matches!(effect, Effect::WritesRest(_)));
        let strings = self.effects.iter().filter(|effect| matches!(effect, Effect::Reads(_, AccessSize::String)));
        // One of them is the format.
        scans && strings.count() > 1
    }

    /// Whether it may close a stream.
    pub fn may_close_stream(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::ClosesStream(_)))
            || matches!(self.returns, Returns::ArgumentOrNull(_))
    }
}

impl LibraryFunction {
    /// The name in C.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Whether it leaves all memory of the program as it is, reads none through its arguments, and comes back: then a call
    /// only gives a result.
    pub fn touches_nothing(self) -> bool {
        self.entry().effects.iter().all(|effect| {
            matches!(effect, Effect::Output | Effect::Input | Effect::SetsErrno | Effect::ForgetsHandlers)
                || effect.is_of_stream()
        })
    }

    /// Whether `errno` may be another number after a call. Functions that cannot fail leave it alone.
    pub fn may_set_errno(self) -> bool {
        self.entry().effects.iter().any(|effect| match effect {
            Effect::Allocates(_)
            | Effect::UsesStream(_)
            | Effect::UsesStandardStream(_)
            | Effect::ClosesStream(_)
            | Effect::WritesElsewhere
            | Effect::ChangesEnvironment
            | Effect::SetsErrno
            | Effect::Output
            | Effect::Input
            | Effect::CallsBack(..) => true,
            Effect::Reads(..)
            | Effect::Writes(..)
            | Effect::Fills { .. }
            | Effect::Copies { .. }
            | Effect::Frees(_)
            | Effect::EndsLife(_)
            | Effect::ReadsRest(_)
            | Effect::WritesRest(_)
            | Effect::Ends(_)
            | Effect::ForgetsHandlers
            | Effect::Fails(_)
            | Effect::Asserts(_)
            | Effect::Assumes(_) => false,
        })
    }

    /// Whether it may write to the buffer of a stream.
    pub fn uses_streams(self) -> bool {
        let uses = |effect: &Effect| matches!(effect, Effect::Output | Effect::Input) || effect.is_of_stream();
        self.entry().effects.iter().any(uses)
    }

    /// Whether it uses a stream that no argument names.
    pub fn uses_standard_stream(self) -> bool {
        self.entry().effects.iter().any(|effect| matches!(effect, Effect::UsesStandardStream(_)))
    }

    /// Whether all it does is to write text to a stream.
    pub fn prints(self) -> bool {
        let entry = self.entry();
        self.changes_nothing() && entry.effects.contains(&Effect::Output) && !entry.may_close_stream()
    }

    /// Whether no memory of the program changes and no block comes or goes. It may read, and it comes back.
    pub fn changes_nothing(self) -> bool {
        let harmless = |effect: &Effect| {
            matches!(
                effect,
                Effect::Reads(..)
                    | Effect::ReadsRest(_)
                    | Effect::Output
                    | Effect::Input
                    | Effect::SetsErrno
                    | Effect::ForgetsHandlers
            )
        };
        self.entry().effects.iter().all(|effect| harmless(effect) || effect.is_of_stream())
    }
}
