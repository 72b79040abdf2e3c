//! The limits of what one command does in one configuration, each with its unit. Those of the C library stand in `library`.

/// Integers. A choice between no more is made one by one where an address depends on it.
pub const MOST_CASES: i128 = 16;
/// A number. Those below it are taken one by one where the size of a block depends on them, though there may be more.
pub const MOST_SMALL_COUNTS: i128 = 3;
/// Levels of an expression. Below them, recorded facts are not looked up: each time the address is evaluated again.
pub const MOST_NESTED_SUMS: u32 = 8;
/// Cases that one command is executed in while segments are looked into.
pub const MOST_SPLITS: usize = 4096;
/// Bytes. Larger blocks are not allocated.
pub const LARGEST_BLOCK: i128 = 1 << 40;
/// An address. No object lies so near to zero that an address this far below it is zero.
pub const LOWEST_OBJECT: i128 = 1 << 16;
