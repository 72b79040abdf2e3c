//! The effects of known functions without a body: functions of the C library that code on linked structures uses, of
//! GCC, of the kernel's allocator, and of verifiers (SV-COMP, Predator, CBMC, ESBMC).
//!
//! The table has one row ([`Entry`]) for each function, with everything that engines need to know about it:
//!
//! ```text
//! Strncat "strncat" "char *(char *, const char *, size_t)"
//!     [Reads(0, String), Reads(1, StringWithin(2)), Writes(0, Open)] Argument(0), { leaves: Appended(1), reads_to_end: true };
//! ```
//!
//! Arguments are counted from 0. `strncat` reads the string at argument 0 including its NUL, and the string at argument
//! 1, at most as many bytes as argument 2 says. It writes from argument 0 on, to an end that the table does not
//! describe ([`Open`]). It returns argument 0. It leaves there the string of argument 1 appended to that of argument 0,
//! and it reads both strings to their end, whatever they contain. Effects are listed in the order in which their errors
//! are detected. The part in braces is optional.
//!
//! Engines interpret rows generically; the interpreter implements each function itself (`interp::library`). [`Lowered`]
//! names the functions that lowering turns into other commands (`malloc`, `free`, `exit`, `assert`); calls of the
//! others become [`crate::Command::Library`]. This module executes nothing. A call of a function that is not in the
//! table is unsupported.
//!
//! | module | contents |
//! |---|---|
//! | `table` | the rows |
//! | `lowered` | what lowering makes of a call |
//! | `names` | synonyms of the functions |
//! | `format` | parser for formats of `printf` and `scanf` |
//! | `conversions` | effects of each directive of a format |
//! | `constants` | calls that GCC evaluates as constants |
//! | `characters` | character classes of `<ctype.h>` |
//! | `streams` | the standard streams |
//!
//! [`Open`]: AccessSize::Open

pub mod characters;
mod constants;
pub mod conversions;
pub mod format;
mod lowered;
mod names;
mod streams;
mod table;
#[cfg(test)]
mod tests;

use crate::FailureKind;
use ctype::TypeId;

pub use constants::{KnownArgument, constant};
pub use lowered::Lowered;
pub use names::{Known, find, shown};
pub use streams::{STREAMS, StandardStream};
pub use table::LibraryFunction;

/// Number of bytes that are accessed from a pointer on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessSize {
    /// The value of an argument.
    Bytes(u8),
    /// At least one, and at most the value of the argument; none if that is 0.
    AtMost(u8),
    /// The product of two arguments.
    Product(u8, u8),
    /// Up to and including the NUL.
    String,
    /// Up to and including the NUL, and at most the value of the argument.
    StringWithin(u8),
    /// Up to the byte that the function searches for.
    UpToByte,
    /// As [`AccessSize::UpToByte`], and at most the value of the argument.
    UpToByteWithin(u8),
    /// One object of the type that the prototype's pointer points to.
    Object,
    /// Not described by the table: up to the end of the block.
    Open,
}

/// The initial contents of a new block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contents {
    Indeterminate,
    Zero,
    /// The bytes at the argument.
    BytesAt(u8),
    /// The string at the argument, as far as it is read.
    StringAt(u8),
    /// The contents of the block at the argument, up to the smaller size. That block is freed, unless the allocation
    /// fails.
    BlockAt(u8),
    /// The output of a format.
    Formatted,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allocation {
    pub size: AccessSize,
    pub contents: Contents,
    /// True if its lifetime ends with the calling function, as for `alloca`.
    pub on_stack: bool,
    /// The argument that gives its alignment.
    pub alignment: Option<u8>,
    /// The argument through which its address is stored; `None` if the address is the result.
    pub stored: Option<u8>,
}

/// The time at which a function of the program is called back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallbackTime {
    /// During the call.
    Now,
    /// At program exit.
    AtEnd,
    /// At program exit, with the exit status and the value of the argument.
    AtEndWith(u8),
}

/// An effect of a function. Arguments are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Reads bytes from the argument on, which must be accessible.
    Reads(u8, AccessSize),
    /// Overwrites bytes from the argument on with [`Entry::leaves`].
    Writes(u8, AccessSize),
    /// Sets every byte of a range to the low byte of argument `byte`.
    Fills {
        target: u8,
        /// Argument with the byte value; `None` for zero.
        byte: Option<u8>,
        access_size: AccessSize,
    },
    Copies {
        target: u8,
        source: u8,
        /// Number of bytes, measured at `source`.
        access_size: AccessSize,
        /// True if the ranges may overlap.
        overlap: bool,
    },
    /// Allocates a block; its address is NULL if the function fails.
    Allocates(Allocation),
    /// Frees the block that the argument points to (NULL is allowed).
    Frees(u8),
    /// Ends the lifetime of the `alloca` block that the argument points to (NULL is allowed).
    EndsLife(u8),
    /// Uses the stream given by the argument, which must be open.
    UsesStream(u8),
    /// Uses a standard stream that is not an argument, which must be open.
    UsesStandardStream(StandardStream),
    /// Closes the stream given by the argument, which must be open.
    ClosesStream(u8),
    /// Prints the arguments from this one on as the preceding `printf` format directs.
    ReadsRest(u8),
    /// Overwrites the targets of the arguments from this one on with input, as the preceding `scanf` format directs.
    WritesRest(u8),
    /// Changes memory that the table does not name: that of an earlier call, or by allocating or freeing blocks.
    WritesElsewhere,
    /// Reads a line into the block that the pointer at argument `line` leads to, or into a new one as `realloc` makes it, and
    /// stores the size of that at argument `size`. There is no line at the end of the input.
    ReadsLine { line: u8, size: u8 },
    /// Takes the next option from as many arguments of the program as argument 0 says, in the array at argument 1, whose
    /// elements it may reorder. The letters of the options are the string at argument 2. Writes through
    /// [`OPTION_RESULTS`], each of which may be NULL.
    TakesOption,
    /// Cuts the next token off a string by a zero byte. The string is at argument `first`, unless there is none or that is
    /// NULL; then it is where the pointer at argument `rest` leads, which becomes one to the rest.
    TakesToken { first: Option<u8>, rest: u8 },
    /// Changes the environment: see [`Exposed::environment`].
    ChangesEnvironment,
    /// May change `errno`, like every effect that may fail: see [`LibraryFunction::may_set_errno`].
    SetsErrno,
    /// Writes to a stream. No memory of the program changes.
    Output,
    /// Reads external input: the result, or what is written, is any value.
    Input,
    /// Terminates the program with the argument as its status (`None`: `abort`).
    Ends(Option<u8>),
    /// Discards the registered exit handlers.
    ForgetsHandlers,
    /// Fails with an error.
    Fails(FailureKind),
    /// Fails with an error if the argument is zero.
    Asserts(u8),
    /// Blocks the run if the argument is zero.
    Assumes(u8),
    /// Calls the function of the program given by the argument, which may do anything.
    CallsBack(u8, CallbackTime),
}

impl Effect {
    /// Returns true if the effect concerns only a stream, which is not memory of the program.
    fn is_of_stream(&self) -> bool {
        matches!(self, Effect::UsesStream(_) | Effect::UsesStandardStream(_) | Effect::ClosesStream(_))
    }
}

/// The bytes left by [`Effect::Writes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Written {
    /// Any values, over the whole access size.
    Anything,
    /// Any values, over at most the access size.
    AnythingWithin,
    /// Indeterminate bytes, over the whole access size.
    Indeterminate,
    /// The string at the argument padded with zeros; truncated without a NUL if it does not fit.
    Padded(u8),
    /// The string at the argument, truncated if it does not fit, with a NUL.
    Cut(u8),
    /// The string at the argument, appended to the existing string.
    Appended(u8),
    /// As [`Written::Appended`], truncated if it does not fit, with a NUL.
    AppendedCut(u8),
    /// The output of a format, truncated if it does not fit, with a NUL.
    Formatted,
    /// A line of input as far as it fits, with a NUL; nothing at end of file.
    Line,
}

/// The variables in which [`Effect::TakesOption`] leaves results, each with the argument that is its address, or NULL if
/// the program does not use it.
pub const OPTION_RESULTS: [(&str, u8); 3] = [("optarg", 3), ("optind", 4), ("optopt", 5)];

/// External memory whose address the program has, so that calls which do not name it may change it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exposed {
    /// The type of `errno`, if the program asks for its address.
    pub errno: Option<TypeId>,
    /// True if the program may access the environment as memory: through `environ` or a third parameter of `main`.
    pub environment: bool,
    /// True if a stream has a buffer supplied by the program: every use of a stream may write there.
    pub buffers: bool,
    /// True if a stream may be closed, or a variable that points to one may change: then streams must be proved open.
    pub streams: bool,
    /// True if `stdin`, `stdout` or `stderr` may be assigned.
    pub assigns_streams: bool,
    /// True if the program itself may assign `optind` before a call of `getopt`, which goes on there.
    pub assigns_options: bool,
}

impl Exposed {
    /// Returns true if any function may change some of it.
    pub fn is_shared(self) -> bool {
        self.errno.is_some() || self.environment || self.buffers
    }
}

/// The position in an object of a pointer that a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReturnedPosition {
    /// A byte of the string, its NUL included.
    InString,
    /// A byte of the string, its NUL not included.
    Letter,
    /// A byte of the string that equals the argument: the NUL only if that is 0.
    LetterOf(u8),
    /// A byte of the object.
    InBlock,
    /// A byte of the object, or one past its end.
    UpToEnd,
}

/// A numeric result that depends on the arguments and on the memory read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Number {
    Length(u8),
    /// At most the length of the string.
    WithinLength(u8),
    /// The comparison of the bytes at arguments 0 and 1, as far as they are read: only the sign is significant.
    Order,
    /// Number of bytes in the output of a format.
    Printed,
    /// From one value to another one, inclusive.
    Between(i128, i128),
    /// A character as an unsigned number, or `EOF`, which is -1.
    CharacterOrEnd,
    Absolute,
    /// Argument 0, a number of this many bytes, byte-swapped.
    Reversed(u8),
    /// Non-zero if argument 0 is a character of the function's class.
    Class,
    /// The entry of this table for the character in argument 0.
    Mapped(LibraryFunction),
    /// 0 for success.
    Success,
    /// 0, or an error number if the allocation fails.
    Refusal,
    /// True if as many bytes as argument 1 says are accessible at argument 0.
    Accessible,
    /// True if arguments 0 and 1 point to the same object.
    SameObject,
    /// The size of the object that argument 0 points to.
    SizeOfObject,
}

/// External memory: an object of the library that is not a block of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum External {
    /// A stream, or NULL.
    Stream,
    /// An address in code or on the stack that only a debugger could know, or NULL.
    Frame,
    /// A string of the environment, or NULL.
    Variable,
    /// A string that must not be modified.
    Message,
    /// A string that may be modified.
    Name,
    ErrorNumber,
    /// A table with one entry per character.
    CharacterTable,
}

/// The result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Returns {
    Nothing,
    /// A number that depends on the arguments and on the memory read, or an unknown number.
    Anything,
    /// An input of the program: any value of the result's type.
    Input,
    Number(Number),
    /// The value of the argument.
    Argument(u8),
    /// The argument, a stream; NULL if the function fails, which closes the stream.
    ArgumentOrNull(u8),
    /// A pointer into the object that an argument points to.
    Inside {
        object: u8,
        place: ReturnedPosition,
        /// True if the result may be NULL instead.
        or_null: bool,
    },
    /// The new block, or NULL.
    Block,
    External(External),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atomic {
    Load,
    Store,
    /// Writes, and returns the old value.
    Exchange,
    /// Writes if the old value equals the expected one.
    Compare,
    /// Computes the new value from the old one.
    Update,
    Flag,
    /// Queries whether operations of a size are lock-free.
    LockFree,
}

/// A row of the table: everything known about a function.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: &'static str,
    /// Its prototype without the name: `void *(size_t)`.
    pub prototype: &'static str,
    /// Its effects, in order.
    pub effects: &'static [Effect],
    pub returns: Returns,
    /// The bytes left by [`Effect::Writes`].
    pub leaves: Written,
    /// True if it reads strings to their end, whatever they contain: an unterminated one is an error.
    pub reads_to_end: bool,
    /// The string or stream argument that may be NULL, and is then not used.
    pub optional: Option<u8>,
    /// True if it stores the address at which the number in the string of argument 0 ends.
    pub stores_end: bool,
    pub lowered: Lowered,
}

impl Entry {
    /// Defaults of the fields that rows may omit.
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

    pub fn allocation(&self) -> Option<Allocation> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Allocates(allocation) => Some(*allocation),
            _ => None,
        })
    }

    /// Returns true if it allocates a block of the heap.
    pub fn takes_block(&self) -> bool {
        self.allocation().is_some_and(|allocation| !allocation.on_stack)
    }

    /// Returns the index of the first argument that a format consumes.
    pub fn formatted(&self) -> Option<usize> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::ReadsRest(first) | Effect::WritesRest(first) => Some(usize::from(*first)),
            _ => None,
        })
    }

    /// Returns the number of parameters of its prototype.
    pub fn parameters(&self) -> usize {
        let parameters = self.prototype.split_once('(').map_or("", |(_, parameters)| parameters);
        if matches!(parameters, ")" | "void)") { 0 } else { parameters.split(',').count() }
    }

    /// Returns true if the values printed by the format come from a `va_list`.
    pub fn takes_list(&self) -> bool {
        self.formatted().is_some() && !self.prototype.ends_with("...)")
    }

    /// Returns the argument that bounds how many bytes of the string at argument `string` are read.
    pub fn limit_of_string(&self, string: u8) -> Option<u8> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Reads(of, AccessSize::StringWithin(limit)) if *of == string => Some(*limit),
            _ => None,
        })
    }

    /// Returns the argument whose bytes are copied to the target of another one.
    pub fn copied_to(&self, argument: u8) -> Option<u8> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Copies { target, source, .. } if *target == argument => Some(*source),
            _ => None,
        })
    }

    /// Returns true if its only effect is to read ranges that need not be NUL-terminated, so that the result depends on
    /// every byte.
    pub fn looks_at_bytes(&self) -> bool {
        let looks = |effect: &Effect| matches!(effect, Effect::Reads(_, AccessSize::Bytes(_) | AccessSize::AtMost(_)));
        !self.effects.is_empty() && self.effects.iter().all(looks)
    }

    /// Returns true if it scans a string of the program.
    pub fn scans_string(&self) -> bool {
        let scans = self.effects.iter().any(|effect| matches!(effect, Effect::WritesRest(_)));
        let strings = self.effects.iter().filter(|effect| matches!(effect, Effect::Reads(_, AccessSize::String)));
        // One of the strings is the format.
        scans && strings.count() > 1
    }

    pub fn may_close_stream(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::ClosesStream(_)))
            || matches!(self.returns, Returns::ArgumentOrNull(_))
    }
}

impl LibraryFunction {
    /// Returns the C name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns true if its result is a string of the library that any other function may change, as by `getenv`.
    pub fn returns_changing_text(self) -> bool {
        self.entry().returns == Returns::External(External::Variable)
    }

    /// Returns true if it changes no memory of the program, reads none through its arguments, and returns: a call only
    /// produces a result.
    pub fn touches_nothing(self) -> bool {
        self.entry().effects.iter().all(|effect| {
            matches!(effect, Effect::Output | Effect::Input | Effect::SetsErrno | Effect::ForgetsHandlers)
                || effect.is_of_stream()
        })
    }

    /// Returns true if a call may change `errno`. Functions that cannot fail do not.
    pub fn may_set_errno(self) -> bool {
        self.entry().effects.iter().any(|effect| match effect {
            Effect::Allocates(_)
            | Effect::UsesStream(_)
            | Effect::UsesStandardStream(_)
            | Effect::ClosesStream(_)
            | Effect::WritesElsewhere
            | Effect::TakesOption
            | Effect::ReadsLine { .. }
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
            | Effect::TakesToken { .. }
            | Effect::Ends(_)
            | Effect::ForgetsHandlers
            | Effect::Fails(_)
            | Effect::Asserts(_)
            | Effect::Assumes(_) => false,
        })
    }

    /// Returns true if it may write to a stream's buffer.
    pub fn uses_streams(self) -> bool {
        let uses = |effect: &Effect| matches!(effect, Effect::Output | Effect::Input) || effect.is_of_stream();
        self.entry().effects.iter().any(uses)
    }

    /// Returns true if it uses a standard stream that is not an argument.
    pub fn uses_standard_stream(self) -> bool {
        self.entry().effects.iter().any(|effect| matches!(effect, Effect::UsesStandardStream(_)))
    }

    /// Returns true if its only effect is to write to a stream.
    pub fn prints(self) -> bool {
        let entry = self.entry();
        self.changes_nothing() && entry.effects.contains(&Effect::Output) && !entry.may_close_stream()
    }

    /// Returns true if it changes no memory of the program and neither allocates nor frees. It may read, and it
    /// returns.
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
