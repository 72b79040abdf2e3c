//! The limits of the abstraction, each with its unit. Whatever exceeds one is `*`, or ends the run with the reason.

/// Operators of a predicate. Larger ones end the run: a term that doubles in each iteration of a loop (`c += c`) would
/// exhaust memory.
pub const MOST_OPERATORS: u32 = 2_000;
/// Predicates at one location that laws relate to each other: clauses grow with the square of their number.
pub(super) const MOST_RELATED_ATOMS: usize = 64;
/// Depth of hints whose predicates have hints. Substitution recurses.
pub(super) const MOST_HINTS_IN_TURN: usize = 32;
/// Predicates in two formulas about nodes that are compared: the cost is exponential in their number.
pub(super) const MOST_COMPARED: usize = 8;
/// Links on a path in a tree from its root to a named value. Each may be dead, which doubles the clauses.
pub(super) const MOST_LINKS: usize = 4;
