//! Size limits of graphs, each with its unit. Beyond a limit information is lost, never made wrong.

/// Bytes. A larger field holds only zeros, an indeterminate value or an arbitrary one.
pub const MOST_BYTES_OF_VALUE: i64 = 16;
/// Absolute value. Exceeds every value of C types up to 64 bits, and is small enough to compute with in `i128`. Larger
/// values of wider types are not represented.
pub const LARGEST_NUMBER: i128 = 1 << 100;
/// Absolute value. Linear forms with factors or constants from here on are not represented.
pub const LARGEST_FACTOR: i128 = 1 << 64;
/// Difference bounds per graph.
pub const MOST_ORDERS: usize = 48;
/// Remembered results of operations per graph. Older ones are dropped.
pub const MOST_RESULTS: usize = 8;
/// Remembered strings of arguments of `main` per graph. Older ones are dropped.
pub const MOST_ARGUMENTS: usize = 4;
/// Bytes of a string that are searched for its end, or compared.
pub const LONGEST_STRING: i64 = 1 << 16;
/// Strings recorded per object.
pub const MOST_STRINGS: usize = 8;
/// Disjuncts per block invariant: kinds of nodes that differ in what they hold, as the tags of a syntax tree tell.
pub const MOST_DISJUNCTS: usize = 12;
/// Alternatives of a choice. A set of them has eight bits.
pub const MOST_ALTERNATIVES: usize = 6;
/// Widening thresholds taken from a program; the smallest numbers win.
pub const MOST_THRESHOLDS: usize = 48;
/// Factor. Numbers that grow by a larger one at once reach the bounds of their types in a few steps.
pub const LARGEST_GROWTH: i128 = 16;
/// Objects and fields. Smaller graphs are checked after every operation in debug builds. A larger graph shares most of
/// its objects with its predecessors, and is checked so often that each operation costs this many on average.
pub const MOST_CHECKED: usize = 256;
/// Links of a node of a tree beside the first one. Nodes with more are not taken for those of a tree.
pub const MOST_SIDES: usize = 3;
/// Runs of elements of a summarised array. Accesses that would make more forget its elements.
pub const MOST_RUNS: usize = 64;
/// Conclusions drawn at once from the equations of a graph. Later ones are drawn the next time.
pub const MOST_CONCLUSIONS: usize = 32;
/// Nodes of a list. No address space has room for more: each has a link.
pub const MOST_NODES: i128 = 1 << 61;
/// Equations per graph. Further ones are not recorded.
pub const MOST_EQUATIONS: usize = 24;
/// Inequalities per graph. Further ones are not recorded.
pub const MOST_INEQUALITIES: usize = 16;
/// Equations and inequalities that are added up for a bound.
pub const MOST_COMBINED: usize = 2;
/// Summands of a sum that is bounded by differences and equations. Larger ones are bounded by ranges.
pub const MOST_SUMMANDS: usize = 6;
