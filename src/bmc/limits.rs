//! The limits of the bounded engine, each with its unit. Those that a caller may set stand in [`crate::Settings`]. Where one of
//! these ends an answer, the reason names it.

/// Bounds that are tried one after the other: iterations of each loop, and calls of a function within itself. Steps grow with the
/// bound, as one larger bound costs more than all smaller ones together.
pub const BOUNDS: [u32; 11] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];
/// The largest of them.
pub const LARGEST_BOUND: u32 = BOUNDS[BOUNDS.len() - 1];
/// Iterations of a loop in which no run chooses anything. It is unrolled to its end, whatever the bound is.
pub const MOST_COMMON_ITERATIONS: u32 = 10_000;
/// Calls within each other: unrolling recurses with them.
pub const MOST_FRAMES: usize = 1_000;
/// Elements of an array that is an input. The interpreter chooses values for no more, either.
pub const MOST_INPUT_ELEMENTS: u64 = 4_096;
/// Bytes of an object that is an input as a whole: each scalar in it is a variable.
pub const MOST_INPUT_BYTES: u64 = 65_536;
/// Bytes of a string whose end no run chooses.
pub const LONGEST_KNOWN_STRING: u32 = 10_000;
/// Bytes behind an uninitialized one of a string that are searched for its end.
pub const LONGEST_SEARCH: u64 = 256;
/// Functions that run at the exit, one after the other: one of them may register more.
pub const MOST_HANDLERS: u32 = 100;
/// Elements of an array that a function of the program compares: a comparison is a call.
pub const MOST_SORTED: u64 = 64;
/// Reads within each other: a read recurses where control has met on the way of its value.
pub const DEEPEST_READ: u32 = 20_000;
/// Places of one object where addresses may stand: each is read where a run ends.
pub const MOST_PLACES: usize = 4_096;
/// Parts of an object that are `const`, as in an array of structs: each write to it is compared with all. To an object with more,
/// a write is not followed.
pub const MOST_CONSTANT_PARTS: usize = 1_024;
/// Constants: a term that chooses among more is not seen through.
pub const MOST_CHOICES: usize = 4_096;
/// Choices one after the other: operations recurse with them.
pub const DEEPEST_CHOICE: u32 = 20_000;
/// Applications of rules within each other: a term that would take more stays as it is.
pub const DEEPEST_REWRITE: u32 = 1_000;
/// Terms: after each so many, the making of gates checks the budget.
pub const CHECK_INTERVAL: usize = 256;
/// Bits of the number of arguments that a model is asked to use first: what a person reads is short then.
pub const FEW_ARGUMENT_BITS: usize = 3;
/// Arguments of a program whose strings are written down. An access to another one is a cut. A program that takes more options
/// than that reads them in a loop, which a bound cuts as early.
pub const WRITTEN_ARGUMENTS: u32 = 8;
/// Bytes of an argument that are written down, from its start on. An access to those behind them is a cut. Each is a variable.
pub const ARGUMENT_BYTES: u32 = 32;
/// Bits of the length of an argument that a model is asked to use first.
pub const SHORT_ARGUMENT_BITS: usize = 5;
/// Pairs of objects whose addresses are compared, where the outcome is a choice of a run. Comparing more is a cut.
pub const MOST_COMPARED_PAIRS: usize = 512;
/// Typed addresses that the paths of one predicate may meet. With more, the predicate is open.
pub const MOST_PATH_PLACES: usize = 1_024;
/// Pairs of constants that the operands of an operation choose among: it is computed for each.
pub const MOST_FOLDED_PAIRS: usize = 256;
/// Choices in a word: a comparison goes through so many of them. A word with more is compared as a whole.
pub const MOST_COMPARED_CHOICES: usize = 32;
/// Places where runs are cut that are listed one by one: each is a question to the solver.
pub const MOST_CUTS: usize = 64;
/// Digits of a printed number that a precision asks for: each is a byte of the text.
pub const MOST_DIGITS: u128 = 256;
