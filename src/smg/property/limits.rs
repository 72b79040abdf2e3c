//! The limits of what a specification says of configurations, each with its unit.

/// Elements. Of a longer array no more are followed, and what a predicate says of it is open.
pub const MOST_ELEMENTS: u64 = 1024;

/// Nodes. Where a number of nodes is compared with one that is larger by no more than this, they are taken out of list segments one by one.
pub const MOST_COUNTED: i128 = 8;

/// Cases of the list segments that a claim about all nodes follows; each segment has four. With more, the claim is unknown.
pub const MOST_CASES_OF_LISTS: usize = 256;
