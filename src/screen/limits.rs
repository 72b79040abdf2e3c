//! Limits of the screen, each with its unit.

/// Minimum number of columns to show all panes side by side.
pub const WIDE_COLUMNS: u16 = 120;
/// Minimum number of rows to show all panes side by side.
pub const WIDE_ROWS: u16 = 30;
/// Depth of the tree of a predicate's effects.
pub const TREE_DEPTH: usize = 4;
/// Nodes of that tree.
pub const TREE_NODES: usize = 120;
/// Columns of a cell of a block: longer text is truncated.
pub const CELL_COLUMNS: usize = 24;
/// Rows of a drawn heap; the rest is not drawn.
pub const HEAP_ROWS: usize = 400;
/// Lines of an answer that is shown in a window.
pub const ANSWER_LINES: usize = 5_000;
