//! The limits of the abstraction, each with its unit. What is beyond one is `*`, or ends the run with the reason.

/// Operators of a predicate. Larger ones end the run: what doubles in each iteration of a loop (`c += c`) would otherwise need
/// all memory.
pub const MOST_OPERATORS: u32 = 2_000;
/// Predicates at one location that are related to each other by laws: clauses grow with the square of their number.
pub(super) const MOST_RELATED_ATOMS: usize = 64;
/// Hints that lead to predicates with hints in turn. Substitution recurses.
pub(super) const MOST_HINTS_IN_TURN: usize = 32;
/// Predicates of two formulas about nodes together. With more, one is not compared with the other: each has two values.
pub(super) const MOST_COMPARED: usize = 8;
/// Links on a way in a tree from its root to a named value. Each may be dead, and is asked about.
pub(super) const MOST_LINKS: usize = 4;
