//! The limits of the fixpoint, each with its unit. What a caller may set stands in `settings`, budget slices in the
//! table of the portfolio.

// Work: one for each configuration that is looked at, and more for large ones.
/// Objects in a configuration that are as much work as one configuration more.
pub const OBJECTS_PER_WORK: usize = 16;
/// Objects that are compared with others which are as much work as one configuration more.
pub const COMPARED_PER_WORK: usize = 64;

// What is kept apart at a location, and when it is widened.
/// Configurations at one location that may differ in nothing but numbers.
pub const KEPT_NUMBERS: usize = 2;
/// A factor on the configurations kept apart at loop heads: the number that is kept apart where branches meet.
pub const KEPT_AT_MEETINGS: usize = 2;
/// A factor on the configurations kept apart, for those that differ in small numbers alone.
pub const KEPT_SMALL_NUMBERS: usize = 64;
/// Times that one configuration at a loop head may give way to another that describes more. Then numbers are widened: each
/// iteration may describe a little more than the one before, for ever.
pub const GROWTH_BEFORE_WIDENING: u32 = 4;

// Calls, starts and ends.
/// Calls of one function that are under way at one time and distinguished.
pub const CALLS_TOLD_APART: usize = 3;
/// Addresses by which the memory of a caller leads into that of a function which runs already and is called again. With more, all that
/// is connected with the called function's memory is its memory.
pub const MOST_DOORS: usize = 8;
/// Configurations in which a program may end within one summary, where that matters to the callers.
pub const MOST_EXIT_STATES: usize = 64;
/// Configurations that a procedure may start in. One with more ways to start is not followed.
pub const MOST_STARTS: usize = 4_000;
/// Elements. Those of a longer array are given no values of their own where a procedure starts.
pub const MOST_ELEMENTS: u64 = 16;
/// Elements. Of a longer array, pointers to single elements are not distinguished where a procedure starts.
pub const MOST_TARGETS: u64 = 4;

// Errors.
/// Configurations that come after an error and are looked at, after all others. C promises nothing of them: they are
/// followed for what else they may tell, and often there is no end to them.
pub const MOST_AFTER_ERRORS: usize = 200;
/// Steps to an error that are reported; the calls before are reported as calls only.
pub const MOST_TRACE_STEPS: usize = 10_000;
/// Steps of a way whose memory is shown after each of them. A longer one nobody looks at step by step.
pub const MOST_PICTURED_STEPS: usize = 400;
/// Steps whose memory is kept for that, over all ways: each is a copy of a configuration, which shares its objects.
pub const MOST_KEPT_MEMORIES: usize = 20_000;

// Loop acceleration.
/// Iterations. Loops with no more are followed iteration by iteration.
pub const FAR: i128 = 1 << 16;
/// Levels of calls in a loop that are looked into.
pub const MOST_CALL_DEPTH: u32 = 8;
/// Iterations between a counter and the value that ends its loop: with fewer, a list may be a special case rather than a long one.
pub const LEAST_ITERATIONS: i128 = 5;
/// Configurations at the head of a loop that are shown to people.
pub const SHOWN_AT_HEADS: usize = 12;
