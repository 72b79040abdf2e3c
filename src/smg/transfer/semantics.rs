//! The semantics of all commands in a run: what a program may do, what is an error, and the precision of numbers.

/// Options for executing commands and evaluating expressions.
#[derive(Clone, Copy, Debug)]
pub struct Semantics {
    /// True if numbers are followed as precisely as possible, whatever the number of cases.
    pub follows_numbers: bool,
    /// True if a few numbers represent all values of an input from which something is computed.
    pub samples: bool,
    /// True if using an address that is not aligned for its type is an error.
    pub checks_alignment: bool,
    /// True if selecting a field of NULL is an error, as in C; much code that only computes with such addresses works.
    pub is_strict: bool,
    /// True if inputs may point to blocks that are freed although their targets are unknown (`void *`).
    pub opaque_may_dangle: bool,
    /// True if an uninitialized number may be any number, so that branches and sizes may depend on it.
    pub undefined_is_any: bool,
    /// True if undefined behaviour other than a memory error was already reported: the command continues with some
    /// value.
    pub tolerates: bool,
    /// True if an error was already reported: erroneous commands are executed as far as possible, and an erroneous
    /// access yields some value.
    pub recovers: bool,
}
