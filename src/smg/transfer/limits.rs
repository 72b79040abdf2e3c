//! The limits of one command in one configuration, each with its unit. Those of the C library are in `library`.

/// Integers. If an address depends on a number with at most this many values, they are tried one by one.
pub const MOST_CASES: i128 = 16;
/// Smaller numbers are tried separately if the size of a block depends on them, even if there are many values.
pub const MOST_SMALL_COUNTS: i128 = 3;
/// Nesting depth of an expression. Below it, recorded facts are not looked up, because each lookup evaluates the
/// address again.
pub const MOST_NESTED_SUMS: u32 = 8;
/// Cases of segments and numbers that are explored while one command is executed.
pub const MOST_SPLITS: usize = 4096;
/// Bytes. Larger blocks are disregarded.
pub const LARGEST_BLOCK: i128 = 1 << 40;
/// An address. Objects lie above it, so an address at most this far below an object is not zero.
pub const LOWEST_OBJECT: i128 = 1 << 16;
