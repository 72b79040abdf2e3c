//! Limits of the screen, each with its unit.

/// Columns from which on all panes stand side by side.
pub const WIDE_COLUMNS: u16 = 120;
/// Rows that this takes.
pub const WIDE_ROWS: u16 = 30;
/// Levels of the tree of what follows from a predicate.
pub const TREE_DEPTH: usize = 4;
/// Nodes of that tree.
pub const TREE_NODES: usize = 120;
/// Columns of a cell of a block: a longer text is cut.
pub const CELL_COLUMNS: usize = 24;
/// Rows of a drawn heap: what is below them is not drawn.
pub const HEAP_ROWS: usize = 400;
/// Lines of an answer that is shown in a window.
pub const ANSWER_LINES: usize = 5_000;
