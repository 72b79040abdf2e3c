//! Limits shared by the engines, each with its unit.

/// Nesting levels of an expression. Evaluators recurse, so deeper ones are not evaluated.
pub const DEEPEST_EXPRESSION: u32 = 500;
/// Bytes. No object lies this close to address zero or to the end of the address space.
pub const NEAR_NULL: i128 = 4096;
/// Nesting levels of arrays and records in a type. Deeper ones are rejected or over-approximated.
pub const DEEPEST_TYPE: u32 = 64;
/// Characters. Pointers with longer names are not named in messages.
pub const LONGEST_NAME: usize = 60;
/// Bytes of a string that is read.
pub const LONGEST_STRING: usize = 1 << 26;
/// Characters printed by one conversion of a format.
pub const WIDEST_FORMAT: i64 = 1 << 20;
/// Bytes of standard input that one call invents. Each is a choice, and a search for runs tries all lengths.
pub const MOST_MADE_UP: usize = 1024;
/// Arguments of a program that a run is given. A run with more is not tried.
pub const MOST_ARGUMENTS: u128 = 1_000;
/// Bytes of an argument that a run gives the program. A run with a longer one is not tried.
pub const LONGEST_ARGUMENT: u128 = 1 << 20;
/// Blocks of the heap that exist at a time. Runs with more are not described: a number of 32 bits that counts them does
/// not overflow.
pub const MOST_BLOCKS: i128 = 1 << 30;
/// Bytes of an input block that holds several objects. Runs with larger ones are not described: an index of 32 bits does not
/// overflow before the end.
pub const LARGEST_INPUT_ARRAY: i128 = (1 << 31) - 1;
/// Passes of the escape analysis over all commands ([`crate::escape`]). Each one follows an address through one assignment at
/// least, so more are needed only for chains of assignments in reverse order. Beyond them, every address counts as known.
pub const MOST_ESCAPE_PASSES: usize = 64;
