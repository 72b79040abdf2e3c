//! Size relations: a number in a block gives the bytes of another block that the block leads to.
//!
//! How the size of one block depends on one number is given by the graph. Of the nodes of a list, each of which has a
//! number and a block of its own, it is given by their object: a condition beside the fields, like
//! [`Disjuncts`](super::Disjuncts).

/// Where the pointer is not NULL, it leads to the start of a block of this many bytes: the number times a factor, and more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SizeRelation {
    /// Where the pointer is, and its bytes.
    pub pointer: (i64, i64),
    /// Where the number is, and its bytes.
    pub number: (i64, i64),
    /// What the number is multiplied by; not 0.
    pub factor: i128,
    /// What is added.
    pub more: i128,
}

impl SizeRelation {
    /// Whether it depends on the bytes from `start` to `end`.
    pub fn meets(&self, start: i64, end: i64) -> bool {
        [self.pointer, self.number].iter().any(|(offset, size)| *offset < end && offset + size > start)
    }
}
