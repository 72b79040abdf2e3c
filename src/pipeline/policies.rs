//! The search for hints: a table of attempts in their order, each with its budget and the reason for it.
//!
//! All attempts are conservative, so what any of them proves is proved. Those that leave the fewest predicates come
//! first.

use crate::limits::{CUT_ITERATIONS, HINTED_ITERATIONS};

/// The bounds that single members of a family get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Members {
    None,
    /// Lower bounds if there are any, else upper ones.
    Lower,
    Both,
    /// Lower and upper bounds; an avoided cell may be left out where no path reaches it, not only where it holds NULL.
    Unmet,
}

/// The treatment of growing predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Number of times that a test of a value may grow before it is cut.
    pub tests: usize,
    /// Number of times that a path predicate may grow before it is cut.
    pub paths: usize,
    /// The bounds that single members get in terms of earlier members.
    pub members: Members,
    /// True if predicates at the entry, where there are only assumptions, bound the first values of others.
    pub entry: bool,
    /// True if the whole family gets the family's bound, for any avoid set; false if only what has grown already does.
    pub whole: bool,
}

/// One way to look for a proof of an open question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// With hints that a policy proposes for what grows at the cuts of the loops.
    Hints(Policy),
    /// Without proposed hints.
    Bare,
    /// Predicates are followed no further than to a cut of the loops.
    Cut {
        /// Loop iterations through which predicates are followed.
        loop_iterations: usize,
        /// True to request more predicates.
        generous: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Whenever earlier attempts have failed.
    Always,
    /// If, in addition, there is no theory of the program's heaps. With one, cuts leave little open that hints would
    /// prove.
    WithoutTheory,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub attempt: Attempt,
    /// Maximum number of weakest-precondition iterations.
    pub iterations: usize,
    pub when: When,
}

const fn hints(tests: usize, paths: usize, members: Members, whole: bool) -> Row {
    let attempt = Attempt::Hints(Policy { tests, paths, members, entry: false, whole });
    Row { attempt, iterations: HINTED_ITERATIONS, when: When::Always }
}

const fn with_entry(row: Row) -> Row {
    match row.attempt {
        Attempt::Hints(policy) => Row { attempt: Attempt::Hints(Policy { entry: true, ..policy }), ..row },
        Attempt::Bare | Attempt::Cut { .. } => row,
    }
}

const fn bare(iterations: usize) -> Row {
    Row { attempt: Attempt::Bare, iterations, when: When::Always }
}

const fn cut(loop_iterations: usize, generous: bool) -> Row {
    Row { attempt: Attempt::Cut { loop_iterations, generous }, iterations: CUT_ITERATIONS, when: When::Always }
}

const fn late(row: Row) -> Row {
    Row { when: When::WithoutTheory, ..row }
}

/// The attempts in their order. Columns of `hints`: how often tests of values, and path predicates, may grow; the
/// bounds of single members; whether the whole family gets the family's bound.
pub const ATTEMPTS: [Row; 23] = {
    use Members::{Both, Lower, None, Unmet};
    [
        // The fewest predicates: everything that grows gets its family's bound at once.
        hints(1, 1, None, true),
        // What has not grown may be needed as it is.
        hints(1, 1, None, false),
        // A family's bound says nothing about what its members imply: lower bounds do, and cost few predicates.
        hints(1, 1, Lower, true),
        hints(1, 1, Lower, false),
        // Some questions are settled in a few iterations, before anything grows.
        bare(8),
        bare(12),
        bare(16),
        // One loop iteration often preserves the property. More predicates say more about it; with fewer, the model is
        // checked sooner.
        cut(1, true),
        cut(1, false),
        // Loops that move two pointers need two iterations.
        cut(2, true),
        // What grows may be bounded by what is assumed at the entry.
        late(with_entry(hints(1, 1, None, true))),
        late(with_entry(hints(1, 1, Both, true))),
        // Members that are negated as well need both bounds.
        late(hints(1, 1, Both, true)),
        late(hints(1, 1, Both, false)),
        // No path reaches these cells, so that they may be left out though they do not hold NULL.
        late(hints(1, 1, Unmet, true)),
        // A test of the next node's value may be needed itself: it is cut one step later.
        late(hints(2, 1, None, true)),
        late(hints(2, 1, Lower, true)),
        late(hints(2, 1, Both, true)),
        late(hints(2, 1, Both, false)),
        // Assumptions at the entry together with the other reasons.
        late(with_entry(hints(1, 1, Unmet, true))),
        late(with_entry(hints(2, 1, Both, false))),
        // A path from the next node may be needed itself as well.
        late(hints(2, 2, None, false)),
        late(hints(2, 2, Both, false)),
    ]
};
