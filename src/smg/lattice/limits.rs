//! The limits of joins and of what is compared before them, each with its unit.

/// Bytes. Of a larger variable a signature says only which of them were written.
pub const MOST_BYTES_IN_SIGNATURE: i128 = 8;
/// A number. Integers up to this are often states of the program rather than counters, and are kept apart where that is possible.
pub const SMALL_NUMBER: i128 = 10;
/// Bytes in front of the elements of a block whose size a number gives.
pub const MOST_IN_FRONT: i128 = 64;
/// Segments in a row that one graph has and the other one lacks.
pub const MOST_INSERTIONS: usize = 8;
/// Words from the start of a node on in which links are guessed.
pub const MOST_GUESSED_WORDS: i64 = 16;
/// Cells. Of blocks of more cells there are no disjunctive invariants.
pub const MOST_CELLS: usize = 12;
