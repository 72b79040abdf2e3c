//! Size relations: a number in a block that gives the number of bytes of another block that the block points to.
//!
//! The graph relates the size of a single block to a number. For nodes of a list, each with a number and a block of its
//! own, the relation is recorded in their object, beside the fields, like [`Disjuncts`](super::Disjuncts).

/// If the pointer holds the address of the start of a heap block, that block has `factor * number + more` bytes. Nothing is
/// said of other values, such as NULL, or the node's own buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SizeRelation {
    /// Offset and size of the pointer.
    pub pointer: (i64, i64),
    /// Offset and size of the number.
    pub number: (i64, i64),
    /// Not 0.
    pub factor: i128,
    pub more: i128,
}

impl SizeRelation {
    /// Returns true if it depends on a byte between `start` and `end`.
    pub fn meets(&self, start: i64, end: i64) -> bool {
        [self.pointer, self.number].iter().any(|(offset, size)| *offset < end && offset + size > start)
    }
}
