//! The limits of the theory of heaps, each with its unit. Whatever exceeds one is left open, never decided wrongly.

/// Points: pointers to records. Axioms grow with the cube of their number.
pub(super) const MOST_POINTS: usize = 40;
/// Clauses of a disjunction of cases. Beyond it, a variable for each case is cheaper.
pub(super) const MOST_CLAUSES: usize = 9;
/// Nodes of all types together in bounded heaps. Gates for one closure grow with their cube.
pub const MOST_NODES: usize = 24;
/// Values of one type in bounded heaps: constants, and the values between them.
pub(super) const MOST_VALUES: usize = 48;
/// Bits of a number.
pub(super) const MOST_BITS: usize = 64;
/// Unknown bits of the smaller factor of a product, and of the divisor of a quotient. Beyond it, no solver answers in
/// time.
pub(super) const MOST_FACTOR_BITS: usize = 8;
/// Unknown bits of a dividend, unless the divisor is a power of two.
pub(super) const MOST_DIVIDEND_BITS: usize = 32;
/// Gates of one circuit: some 25,000 bits of sums, or 20,000 of products. Beyond it, results of operations are
/// unconstrained.
pub(super) const MOST_GATES: usize = 80_000;
