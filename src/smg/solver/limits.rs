//! The limits of the fixpoint, each with its unit. Limits that a caller may set are in `settings`, budget slices in the
//! table of the portfolio.

// Work: one for each configuration visited, and more for large ones.
/// Objects of a configuration that count as one more configuration.
pub const OBJECTS_PER_WORK: usize = 16;
/// Objects compared with others that count as one more configuration.
pub const COMPARED_PER_WORK: usize = 64;

// Configurations kept apart at a location, and widening.
/// Configurations at one location that may differ in numbers alone.
pub const KEPT_NUMBERS: usize = 2;
/// Factor on the configurations kept apart at loop heads: the number kept apart where branches meet.
pub const KEPT_AT_MEETINGS: usize = 2;
/// Factor on the configurations kept apart, for those that differ only in small numbers.
pub const KEPT_SMALL_NUMBERS: usize = 64;
/// Factor on the configurations kept apart at loop heads, for those in which other pointers are NULL.
pub const KEPT_BY_NULL: usize = 2;
/// Fields of a variable. Which elements of an array are NULL is no question that a program asks of each of them.
pub const MOST_FIELDS_TOLD_NULL: usize = 8;
/// Subsumptions: times that a configuration at a loop head may be replaced by one that describes more. Then numbers are
/// widened, since each iteration may describe a little more than the one before, forever.
pub const GROWTH_BEFORE_WIDENING: u32 = 4;

// Calls, starts and ends.
/// Activations of one function under way that are distinguished.
pub const CALLS_TOLD_APART: usize = 3;
/// Addresses by which the caller's memory points into that of a recursive call. With more of them, everything connected
/// with the callee's memory is its local heap.
pub const MOST_DOORS: usize = 8;
/// Configurations within one summary in which the program ends, if that matters to the callers.
pub const MOST_EXIT_STATES: usize = 64;
/// Initial configurations of a procedure. One with more is not analysed.
pub const MOST_STARTS: usize = 4_000;
/// Elements. Those of a longer array get no values of their own at the entry of a procedure.
pub const MOST_ELEMENTS: u64 = 16;
/// Elements. Pointers to single elements of a longer array are not distinguished at the entry of a procedure.
pub const MOST_TARGETS: u64 = 4;

// Errors.
/// Configurations visited that come after an error, after all others. C promises nothing about them: they are followed
/// only for further errors, and are often endless.
pub const MOST_AFTER_ERRORS: usize = 200;
/// Steps of a reported path to an error; of earlier calls only the call itself is reported.
pub const MOST_TRACE_STEPS: usize = 10_000;
/// Steps of a path that is shown with the memory after each step. Nobody looks at a longer one step by step.
pub const MOST_PICTURED_STEPS: usize = 400;
/// Steps whose memory is kept for that, over all paths: each is a copy of a configuration, which shares its objects.
pub const MOST_KEPT_MEMORIES: usize = 20_000;

// Loop acceleration.
/// Iterations. Loops with at most this many are followed iteration by iteration.
pub const FAR: i128 = 1 << 16;
/// Depth of calls in a loop that are examined.
pub const MOST_CALL_DEPTH: u32 = 8;
/// Iterations between a counter and the value that ends its loop: with fewer, a list may be a special case rather than
/// a long one.
pub const LEAST_ITERATIONS: i128 = 5;
/// Configurations shown of a loop head.
pub const SHOWN_AT_HEADS: usize = 12;
/// Elements of variables and members. Arrays with at most this many are not summarised: each element is followed on its own.
/// Those of the heap are, since they may grow.
pub const SMALL_ARRAY: i64 = 8;
