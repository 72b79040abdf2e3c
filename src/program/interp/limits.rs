//! The limits of a concrete run, each with its unit. A run that reaches one ends as unsupported; its result is never
//! wrong.

/// Bytes of a block or of a file.
pub const MAX_BLOCK_BYTES: u64 = 1 << 26;
/// Minimum distance of two blocks, in bytes.
pub const ROOM_BETWEEN_BLOCKS: i64 = 1 << 20;
/// Wide characters of a string that is read.
pub const LONGEST_WIDE_STRING: usize = 1 << 24;
/// Bytes of a line or an item that is read.
pub const LONGEST_ITEM: usize = 1 << 20;
/// Numbers of `rand` that are recorded for a seed, and seeds of `rand_r` that are recorded.
pub const MOST_DRAWN: usize = 1 << 16;
/// Outcomes of one step that are enumerated.
pub const MOST_OUTCOMES: usize = 100_000;
