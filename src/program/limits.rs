//! Limits that engines share, each with its unit.

/// Levels of an expression. One that is nested deeper is not evaluated: evaluators recurse.
pub const DEEPEST_EXPRESSION: u32 = 500;
/// Addresses, in bytes. Those this near to zero, or to the end of all addresses, belong to no object.
pub const NEAR_NULL: i128 = 4096;
/// Levels of a type: arrays and records in records. What is nested deeper is refused, or taken for anything.
pub const DEEPEST_TYPE: u32 = 64;
/// Characters. A pointer with a longer name is not named in messages.
pub const LONGEST_NAME: usize = 60;
/// Bytes of a string that is read.
pub const LONGEST_STRING: usize = 1 << 26;
/// Characters that one conversion of a format prints.
pub const WIDEST_FORMAT: i64 = 1 << 20;
/// Bytes of standard input that one call makes up: each is a choice, and a search for runs tries all lengths.
pub const MOST_MADE_UP: usize = 1024;
/// Arguments of a program that a run is given. A run with more is not tried.
pub const MOST_ARGUMENTS: u128 = 1_000;
/// Bytes of an argument that a run gives the program. A run with a longer one is not tried.
pub const LONGEST_ARGUMENT: u128 = 1 << 20;
