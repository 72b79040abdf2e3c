//! Limits of this crate.

/// Maximum number of waypoints of a witness that is written. The witness of a longer run would take validators longer than
/// the 90 s that competitions allow: they look at every visit of every waypoint's location.
pub(super) const MOST_WAYPOINTS: usize = 10_000;

/// Maximum size of a witness that is read, in bytes.
pub const LARGEST_WITNESS: usize = 16 << 20;

/// Maximum nesting of a witness that is read. The format needs eight levels.
pub(super) const DEEPEST_WITNESS: usize = 64;
