//! The shapes of segments: how their nodes are linked.

use std::collections::BTreeSet;

use crate::domain::limits::MOST_SIDES;
use crate::domain::value::Target;

/// The shape of a segment: a list, or a tree if there are links beside the next one.
///
/// Each link of a node of a tree leads to a child or holds the *leaf value*, except for a single one, which holds what
/// follows: the field at `next` of the segment holds that value, and the fields at `sides` hold the leaf value. So a list is
/// a tree of nodes with one link, and a tree is whole if the leaf value follows. The leaf value is NULL, the address of a
/// sentinel, or anything at all: then disjuncts tell what the nodes without children hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SegmentShape {
    /// Offset in a node that its neighbours point to (`hfo`).
    pub head: i64,
    /// Offset of the address of the next node (`nfo`). In a tree: of the first link.
    pub next: i64,
    /// Offsets of the other links of a node of a tree.
    pub sides: Sides,
    /// The back link of a doubly linked list, or the link to the parent in a tree.
    pub back: Option<BackLink>,
}

/// The offsets of the links of a tree beside the first one, ascending; none in a list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sides {
    offsets: [i64; MOST_SIDES],
    count: u8,
}

impl Sides {
    /// Returns the offsets.
    pub fn all(&self) -> impl Iterator<Item = i64> + use<> {
        let Sides { offsets, count } = *self;
        offsets.into_iter().take(count.into())
    }
}

/// The back link of a node to its predecessor: in plain lists it points where all neighbours point (`into` is `head`);
/// in BSD lists it points to the link that leads to the node itself (`into` is `next`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BackLink {
    /// Offset of the back link in the node (`pfo`).
    pub at: i64,
    /// Offset in the predecessor that it points to.
    pub into: i64,
}

impl SegmentShape {
    /// Returns the shape of a list.
    pub fn list(head: i64, next: i64, back: Option<BackLink>) -> SegmentShape {
        SegmentShape { head, next, sides: Sides::default(), back }
    }

    /// Returns the shape of nodes with these links; `None` if there are none or too many.
    pub fn of_links(head: i64, links: &BTreeSet<i64>, back: Option<BackLink>) -> Option<SegmentShape> {
        let mut links = links.iter().copied();
        let next = links.next()?;
        let mut sides = Sides::default();
        for link in links {
            *sides.offsets.get_mut(usize::from(sides.count))? = link;
            sides.count += 1;
        }
        Some(SegmentShape { head, next, sides, back })
    }

    /// Returns true for trees.
    pub fn is_tree(self) -> bool {
        self.sides.count > 0
    }

    /// Returns the offsets of the links that lead away from the first node.
    pub fn forward(self) -> impl Iterator<Item = i64> {
        std::iter::once(self.next).chain(self.sides.all())
    }

    /// Returns the offsets of the links: those that lead forward, then the back link if there is one.
    pub fn links(self) -> impl Iterator<Item = i64> {
        self.forward().chain(self.prev())
    }

    /// Returns the offset of the back link.
    pub fn prev(self) -> Option<i64> {
        self.back.map(|back| back.at)
    }

    /// Returns the shape of the same list read from its last node; `None` unless it is a list, and both links point to the
    /// same offset in a node.
    pub fn reversed(self) -> Option<SegmentShape> {
        let back = self.back.filter(|back| back.into == self.head && !self.is_tree())?;
        Some(SegmentShape { next: back.at, back: Some(BackLink { at: self.next, into: self.head }), ..self })
    }

    /// Returns the offset of the link that leaves a segment entered at `target` on its other side.
    pub fn beyond(self, target: Target) -> Option<i64> {
        if target == Target::Last { self.prev() } else { Some(self.next) }
    }

    /// Returns the offset in the end node at `target` that links from outside the segment point to.
    pub fn entry(self, target: Target) -> i64 {
        self.back.filter(|_| target == Target::Last).map_or(self.head, |back| back.into)
    }

    /// Returns true if one of the links is at this offset.
    pub fn has(self, offset: i64) -> bool {
        self.links().any(|link| link == offset)
    }
}
