//! The limits of what graphs hold, each with its unit. Beyond them less is known, never something wrong.

/// Bytes. A larger field holds only what a fill can say, or not even that.
pub const MOST_BYTES_OF_VALUE: i64 = 16;
/// A number that is larger than any value of a C type up to 64 bits, and small enough to compute with. Of wider types no other
/// values are followed.
pub const LARGEST_NUMBER: i128 = 1 << 100;
/// A number. Factors and summands of linear forms from here on are not followed.
pub const LARGEST_FACTOR: i128 = 1 << 64;
/// Bounded differences of two numbers that a graph keeps.
pub const MOST_ORDERS: usize = 48;
/// Results of operations that a graph keeps. Older ones are forgotten.
pub const MOST_RESULTS: usize = 8;
/// Bytes of a string that are looked through for its end, or compared.
pub const LONGEST_STRING: i64 = 1 << 16;
/// Strings that are recorded of an object.
pub const MOST_STRINGS: usize = 8;
/// Disjuncts of an invariant of a block.
pub const MOST_DISJUNCTS: usize = 6;
/// Numbers of a program that are widening thresholds: the smallest ones.
pub const MOST_THRESHOLDS: usize = 48;
/// Objects and fields. Smaller graphs are checked after every operation in debug builds. Larger ones share most of their
/// objects with those before: this number of their objects and fields is checked for each operation on average.
pub const MOST_CHECKED: usize = 256;
