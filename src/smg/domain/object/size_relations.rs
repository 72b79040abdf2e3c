//! Size relations: a number in a block that gives the number of bytes of the block itself, or of another block that it points
//! to.
//!
//! The graph relates the size of a single block to a number. For nodes of a list, each with a number and a payload or a block
//! of its own, the relation is recorded in their object, beside the fields, like [`Disjuncts`](super::Disjuncts).

/// The block itself has `factor * number + more` bytes, or the block whose start a pointer in it holds. Nothing is said of other
/// values of the pointer, such as NULL, or the node's own buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SizeRelation {
    /// Offset and size of the pointer; `None` for the size of the block itself.
    pub pointer: Option<(i64, i64)>,
    /// Offset and size of the number.
    pub number: (i64, i64),
    /// Not 0.
    pub factor: i128,
    pub more: i128,
}

impl SizeRelation {
    /// Returns true if it depends on a byte between `start` and `end`.
    pub fn meets(&self, start: i64, end: i64) -> bool {
        let mut cells = self.pointer.iter().chain([&self.number]);
        cells.any(|(offset, size)| *offset < end && offset + size > start)
    }
}
