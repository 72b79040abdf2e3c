//! The limits of what a specification says of configurations, each with its unit.

/// Elements. Of a longer array no more are followed, and what a predicate says of it is open.
pub const MOST_ELEMENTS: u64 = 1024;

/// Nodes. Where a number of nodes is compared with one that is larger by no more than this, they are taken out of list segments one by one.
pub const MOST_COUNTED: i128 = 8;

/// Cases. A claim about all nodes is not told in more cases of the list segments on the way: each segment has four.
pub const MOST_CASES_OF_LISTS: usize = 256;
