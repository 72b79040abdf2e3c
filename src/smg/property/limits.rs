//! The limits of evaluating a specification on configurations, each with its unit.

/// Elements. Predicates do not follow more elements of a longer array, and may be unknown.
pub const MOST_ELEMENTS: u64 = 1024;

/// Nodes. If a number of nodes is compared with one that is larger by no more than this, they are materialised one by
/// one.
pub const MOST_COUNTED: i128 = 8;

/// Cases of the list segments that a claim about all nodes follows; each segment has four. With more, the claim is
/// unknown.
pub const MOST_CASES_OF_LISTS: usize = 256;
