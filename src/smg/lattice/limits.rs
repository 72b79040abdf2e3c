//! The limits of joins and of the join pre-filter, each with its unit.

/// Bytes. For a larger variable, a signature only records which bytes were written.
pub const MOST_BYTES_IN_SIGNATURE: i128 = 8;
/// Absolute value. Integers up to this are often states of the program rather than counters, and are kept apart where
/// possible.
pub const SMALL_NUMBER: i128 = 10;
/// Bytes before the elements of a block whose size is given by a number.
pub const MOST_IN_FRONT: i128 = 64;
/// Segments in a row that one graph has and the other one lacks.
pub const MOST_INSERTIONS: usize = 8;
/// Words at the start of a node that are considered as links.
pub const MOST_GUESSED_WORDS: i64 = 16;
/// Cells. Blocks with more cells get no disjunctive invariant.
pub const MOST_CELLS: usize = 12;
/// Objects of a part of a tree that is folded at once.
pub const MOST_FOLDED: usize = 32;
/// Nodes of two graphs that get one shape before a join.
pub const MOST_LIKENED: usize = 16;
/// Lengths and numbers of a join that may be in equations.
pub const MOST_EQUATED: usize = 24;
/// Forms of a join that are tried as the image of an inequality.
pub const MOST_IMAGES: usize = 16;
