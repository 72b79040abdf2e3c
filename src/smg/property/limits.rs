//! The limits of what a specification says of configurations, each with its unit.

/// Elements. Of a longer array no more are followed, and what a predicate says of it is open.
pub const MOST_ELEMENTS: u64 = 1024;
