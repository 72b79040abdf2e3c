//! What holds for all commands of a run: what a program may do, what is an error, and how far numbers are followed.

/// How commands are executed and expressions evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Semantics {
    /// Whether every allocation may give NULL.
    pub allocation_may_fail: bool,
    /// Whether numbers are followed as exactly as can be, whatever the number of cases.
    pub follows_numbers: bool,
    /// Whether a few numbers stand for all that an input may be, where something is computed from it.
    pub samples: bool,
    /// Whether to use an address that is not aligned for its type is an error.
    pub checks_alignment: bool,
    /// Whether to select a field of NULL is an error, as C says; much code that only computes with such addresses works.
    pub is_strict: bool,
    /// Whether inputs may lead to blocks that are freed though nothing is known of where they lead (`void *`).
    pub opaque_may_dangle: bool,
    /// Whether a number that was never written is any number, so that branches and sizes may depend on it.
    pub undefined_is_any: bool,
    /// Whether undefined behaviour that is no error of memory was reported before: the command goes on with some value.
    pub tolerates: bool,
    /// Whether commands that are an error are executed as far as that is possible, and an access that is one gives some value: the
    /// error was reported before.
    pub recovers: bool,
}
