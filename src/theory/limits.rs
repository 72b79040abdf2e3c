//! The limits of the theory of heaps, each with its unit. What is beyond one is left open, never decided wrongly.

/// Points: pointers to records. More are not related to each other: axioms grow with the cube of their number.
pub(super) const MOST_POINTS: usize = 40;
/// Clauses that say that one of some cases holds. More are not worth the variable for each case that they save.
pub(super) const MOST_CLAUSES: usize = 9;
/// Nodes of all types together in bounded heaps. Gates for one closure grow with their cube.
pub const MOST_NODES: usize = 24;
/// Values of one type in bounded heaps: constants, and what lies between them.
pub(super) const MOST_VALUES: usize = 48;
/// Bits of a number. Wider ones are not followed.
pub(super) const MOST_BITS: usize = 64;
/// Unknown bits of the smaller factor of a product, and of the divisor of a quotient. More make questions that no solver
/// answers in time.
pub(super) const MOST_FACTOR_BITS: usize = 8;
/// Unknown bits of a dividend, unless the divisor is a power of two.
pub(super) const MOST_DIVIDEND_BITS: usize = 32;
/// Gates of one circuit: some 25,000 bits of sums, or 20,000 of products. Beyond them, results of operations are any
/// numbers.
pub(super) const MOST_GATES: usize = 80_000;
