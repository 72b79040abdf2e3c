//! What functions do that have no body in a program but are known all the same: those of the C library that code on
//! linked structures uses, of GCC, of the kernel's allocator, and of verifiers (SV-COMP, Predator, CBMC, ESBMC).
//!
//! One [`Entry`] each says what the function reads, writes, allocates, frees and returns, as data, so that an engine can
//! follow any of them in general where it does not model it exactly. Lowering turns some into commands of their own
//! (`malloc`, `free`, `exit`, `assert`); the others become [`crate::program::Command::Library`]. Nothing here runs
//! anything, and what is not in the table has no effect that anybody knows: a call of it is unsupported.

pub mod characters;
pub mod format;
mod names;
mod table;
#[cfg(test)]
mod tests;

use crate::ctype::TypeId;
use crate::program::FailureKind;

pub use names::{Known, find};
pub use table::LibraryFunction;

/// The variables that the library gives its streams to point to.
pub const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// How many bytes from a pointer on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// As many as the argument says.
    Bytes(u8),
    /// As many as two arguments multiplied.
    Product(u8, u8),
    /// Up to the zero byte, that one included.
    Text,
    /// Up to the zero byte, and at most as many as the argument says.
    TextWithin(u8),
    /// One object of the type that the prototype's pointer points to.
    Object,
    /// A number that the table does not tell: up to the end of the block.
    Open,
}

/// One of the things that a function does. Arguments are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Bytes from the argument on are read: they must be accessible.
    Reads(u8, Extent),
    /// Bytes from the argument on are overwritten with values that the table does not tell.
    Writes(u8, Extent),
    /// Every byte of a range becomes the low byte of `byte` (zero if there is none).
    Fills {
        /// The pointer.
        target: u8,
        /// Which argument is the byte.
        byte: Option<u8>,
        /// How many bytes.
        extent: Extent,
    },
    /// Bytes are copied.
    Copies {
        /// To where.
        target: u8,
        /// From where.
        source: u8,
        /// How many, counted from `source`.
        extent: Extent,
        /// Whether the two may overlap.
        overlap: bool,
    },
    /// A new block of this many bytes; the function returns its address, or NULL where it fails.
    Allocates {
        /// The size.
        extent: Extent,
        /// Whether all its bytes are zero; else they are indeterminate or, where `Copies` says so, copied.
        zeroed: bool,
    },
    /// The block that the argument points to is freed (NULL is allowed).
    Frees(u8),
    /// The block of `alloca` that the argument points to ends its life (NULL is allowed).
    EndsLife(u8),
    /// The argument is a stream that is used: it must be open.
    UsesStream(u8),
    /// The argument is a stream that is open and closed now.
    ClosesStream(u8),
    /// The arguments from this one on are read as a format says; `%s` reads what a pointer points to.
    ReadsRest(u8),
    /// What the arguments from this one on point to is overwritten with input.
    WritesRest(u8),
    /// Memory that the table does not tell changes: that of an earlier call, or blocks that come and go.
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
    /// The run is an error.
    Fails(FailureKind),
    /// The run is an error where the argument is zero.
    Asserts(u8),
    /// The run does not count where the argument is zero.
    Assumes(u8),
    /// A function of the program is called, at once or later: anything may happen.
    CallsBack(u8),
}

impl Effect {
    /// Whether it is about a stream alone, which is no memory of the program.
    fn is_of_stream(&self) -> bool {
        matches!(self, Effect::UsesStream(_) | Effect::ClosesStream(_))
    }
}

/// Memory of the library's own that a program has the address of, so that calls that do not name it may change it.
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

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Returns {
    /// Nothing.
    Nothing,
    /// A number that depends on the arguments and on what is read, or on nothing that is known.
    Anything,
    /// The argument.
    Argument(u8),
    /// The argument, or NULL where the function fails.
    ArgumentOrNull(u8),
    /// A pointer into the object that the argument points to, or NULL.
    Inside(u8),
    /// The new block, or NULL.
    Block,
    /// A pointer to an object of the library's own, which is no block of the program, or NULL.
    Foreign,
    /// The same, and never NULL.
    Own,
}

/// What is known of a function.
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
}

impl LibraryFunction {
    /// The name in C.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Whether it leaves all memory of the program as it is, reads none through its arguments, and comes back: then a call
    /// only gives a result.
    pub fn touches_nothing(self) -> bool {
        self.entry()
            .effects
            .iter()
            .all(|effect| matches!(effect, Effect::Output | Effect::Input | Effect::SetsErrno) || effect.is_of_stream())
    }

    /// Whether `errno` may be another number after a call. Functions that cannot fail leave it alone.
    pub fn may_set_errno(self) -> bool {
        self.entry().effects.iter().any(|effect| match effect {
            Effect::Allocates { .. }
            | Effect::UsesStream(_)
            | Effect::ClosesStream(_)
            | Effect::WritesElsewhere
            | Effect::ChangesEnvironment
            | Effect::SetsErrno
            | Effect::Output
            | Effect::Input
            | Effect::CallsBack(_) => true,
            Effect::Reads(..)
            | Effect::Writes(..)
            | Effect::Fills { .. }
            | Effect::Copies { .. }
            | Effect::Frees(_)
            | Effect::EndsLife(_)
            | Effect::ReadsRest(_)
            | Effect::WritesRest(_)
            | Effect::Ends(_)
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
        self.uses_streams() && !self.entry().effects.iter().any(Effect::is_of_stream)
    }

    /// Whether all it does is to write text to a stream.
    pub fn prints(self) -> bool {
        self.changes_nothing() && self.entry().effects.contains(&Effect::Output)
    }

    /// Whether no memory of the program changes and no block comes or goes. It may read, and it comes back.
    pub fn changes_nothing(self) -> bool {
        let harmless = |effect: &Effect| {
            matches!(
                effect,
                Effect::Reads(..) | Effect::ReadsRest(_) | Effect::Output | Effect::Input | Effect::SetsErrno
            )
        };
        self.entry().effects.iter().all(|effect| harmless(effect) || effect.is_of_stream())
    }
}
