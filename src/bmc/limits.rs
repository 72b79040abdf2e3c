//! The fixed limits of the bounded engine, each with its unit. The configurable ones are in [`crate::Settings`]. If one
//! of these ends an answer, the reason names it.

/// Bounds that are tried in turn: iterations of each loop, and calls of a function within itself. The steps grow with
/// the bound because one larger bound costs more than all smaller ones together.
pub const BOUNDS: [u32; 11] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];
pub const LARGEST_BOUND: u32 = BOUNDS[BOUNDS.len() - 1];
/// Iterations of a loop in which all runs go on: none leaves the loop or ends. They do not count against the bound.
pub const MOST_COMMON_ITERATIONS: u32 = 10_000;
/// Depth of the call stack; unrolling recurses with it.
pub const MOST_FRAMES: usize = 1_000;
/// Elements of an array that is an input. The interpreter chooses values for no more, either.
pub const MOST_INPUT_ELEMENTS: u64 = 4_096;
/// Bytes of an object that is an input as a whole: each scalar in it is a variable.
pub const MOST_INPUT_BYTES: u64 = 65_536;
/// Bytes of a string whose end does not depend on choices of the run.
pub const LONGEST_KNOWN_STRING: u32 = 10_000;
/// Bytes behind a pointer in which a specification's `string` looks for the end. All are numbers of one byte.
pub const LONGEST_CLAIMED_STRING: u8 = 64;
/// Bytes after an uninitialized byte of a string that are searched for its end.
pub const LONGEST_SEARCH: u64 = 256;
/// Functions called at exit, in turn: such a function may register further ones.
pub const MOST_HANDLERS: u32 = 100;
/// Elements of an array that is sorted with a comparison function of the program: each comparison is a call.
pub const MOST_SORTED: u64 = 64;
/// Depth of nested reads: a read recurses at each merge of states on the way to its value.
pub const DEEPEST_READ: u32 = 20_000;
/// Places of one object that may hold addresses: each is read where a run ends.
pub const MOST_PLACES: usize = 4_096;
/// Places of an object among which a read at an offset that depends on the run always chooses. More places must save
/// comparisons with writes.
pub const FEW_PLACES: u64 = 16;
/// Places of an object among which such a read chooses at most.
pub const MOST_SPLIT_PLACES: u64 = 1_024;
/// Bytes. The engine distinguishes single offsets only in objects up to this size. Sums of a few such numbers do not overflow.
pub const FARTHEST: u64 = 1 << 48;
/// Possible start offsets of a copied range that meets a place. With more of them, the range is compared as a whole.
pub const MOST_STARTS: u64 = 4;
/// Depth of nested sums in which operands are looked for: terms are DAGs, and the number of ways grows with the depth.
pub const DEEPEST_SUM: u32 = 8;
/// `const` parts of an object, as in an array of structs: each write is compared with all of them. A write to an object
/// with more is a cut.
pub const MOST_CONSTANT_PARTS: usize = 1_024;
/// Constants that a term may choose among to be treated as a choice of constants.
pub const MOST_CHOICES: usize = 4_096;
/// Depth of nested choices: operations recurse with it.
pub const DEEPEST_CHOICE: u32 = 20_000;
/// Depth of nested rule applications: a term that would need more stays as it is.
pub const DEEPEST_REWRITE: u32 = 1_000;
/// Number of terms after which bit-blasting checks the budget.
pub const CHECK_INTERVAL: usize = 256;
/// Bits of `argc` that a model is asked to use first, to keep counterexamples short.
pub const FEW_ARGUMENT_BITS: usize = 3;
/// Program arguments whose strings are modelled. An access to another one is a cut. A program that takes more options
/// reads them in a loop, which a bound cuts as early.
pub const WRITTEN_ARGUMENTS: u32 = 8;
/// Number of leading bytes of a program argument that are modelled, each as a variable. An access beyond them is a cut.
pub const ARGUMENT_BYTES: u32 = 32;
/// Bits of the length of a program argument that a model is asked to use first.
pub const SHORT_ARGUMENT_BITS: usize = 5;
/// Pairs of objects whose addresses are compared if the run chooses the outcome. Comparing more is a cut.
pub const MOST_COMPARED_PAIRS: usize = 512;
/// Typed addresses that the paths of one predicate may meet. With more, the predicate is unknown.
pub const MOST_PATH_PLACES: usize = 1_024;
/// Pairs of constants that the operands of an operation choose among: the operation is computed for each.
pub const MOST_FOLDED_PAIRS: usize = 256;
/// Pairs of choices that a comparison is distributed over. Words with more are compared as a whole.
pub const MOST_LIFTED_PAIRS: usize = 256;
/// New comparisons that such a comparison may need.
pub const MOST_LIFTED_COMPARISONS: usize = 64;
/// Cuts that are listed one by one: each is a question to the solver.
pub const MOST_CUTS: usize = 64;
/// Digits that a precision may ask for in a printed number: each is a byte of the string.
pub const MOST_DIGITS: u128 = 256;
