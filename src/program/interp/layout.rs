//! The relative position of blocks in memory, as far as a run has determined it: one order of all blocks that fits
//! their sizes.
//!
//! Blocks that were alive at the same time are far apart, so that two addresses near their blocks are ordered as the
//! blocks are. A block may be allocated where another one was that had died before; then both begin at the same
//! address. This module knows nothing of liveness, and makes no choices.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::interp::memory::BlockId;

/// The relations determined so far.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Layout {
    /// For each block, blocks found to come after it. Consequences are not listed.
    behind: BTreeMap<BlockId, BTreeSet<BlockId>>,
    /// Blocks that begin at the same address; symmetric.
    same: BTreeMap<BlockId, BTreeSet<BlockId>>,
    /// Blocks that do not begin at the same address, though their lifetimes would allow it.
    apart: BTreeSet<(BlockId, BlockId)>,
}

impl Layout {
    /// Returns all blocks that begin at the same address as this one, itself included.
    pub(super) fn together(&self, block: BlockId) -> BTreeSet<BlockId> {
        let (mut found, mut next) = (BTreeSet::from([block]), vec![block]);
        while let Some(block) = next.pop() {
            next.extend(self.same.get(&block).into_iter().flatten().copied().filter(|other| found.insert(*other)));
        }
        found
    }

    /// Returns true if any blocks were found to begin at the same address.
    pub(super) fn has_coincidences(&self) -> bool {
        !self.same.is_empty()
    }

    /// Returns all blocks that come after this one.
    fn all_behind(&self, block: BlockId) -> BTreeSet<BlockId> {
        let (mut found, mut next) = (BTreeSet::new(), Vec::from_iter(self.together(block)));
        while let Some(block) = next.pop() {
            for other in self.behind.get(&block).into_iter().flatten().flat_map(|other| self.together(*other)) {
                if found.insert(other) {
                    next.push(other);
                }
            }
        }
        found
    }

    /// Returns the order of the start addresses of two blocks, if it follows from the relations so far.
    pub(super) fn order(&self, left: BlockId, right: BlockId) -> Option<Ordering> {
        if self.behind.is_empty() && self.same.is_empty() {
            return (left == right).then_some(Ordering::Equal);
        }
        if self.together(left).contains(&right) {
            return Some(Ordering::Equal);
        }
        let is_behind = |one, other| self.all_behind(one).contains(&other);
        match is_behind(left, right) {
            true => Some(Ordering::Less),
            false => is_behind(right, left).then_some(Ordering::Greater),
        }
    }

    /// Returns true if two blocks were found not to begin at the same address.
    pub(super) fn are_apart(&self, left: BlockId, right: BlockId) -> bool {
        let (left, right) = (self.together(left), self.together(right));
        let is_between = |a, b| left.contains(a) && right.contains(b);
        self.apart.iter().any(|(a, b)| is_between(a, b) || is_between(b, a))
    }

    /// Records that two blocks begin at the same address; no earlier comparison contradicts this.
    pub(super) fn record_together(&mut self, left: BlockId, right: BlockId) {
        self.same.entry(left).or_default().insert(right);
        self.same.entry(right).or_default().insert(left);
    }

    /// Records that two blocks do not begin at the same address.
    pub(super) fn record_apart(&mut self, left: BlockId, right: BlockId) {
        self.apart.insert((left, right));
    }

    /// Records that `first` comes before `second`; their order was unknown.
    pub(super) fn record_before(&mut self, first: BlockId, second: BlockId) {
        self.behind.entry(first).or_default().insert(second);
    }

    /// Returns the layout with blocks renamed. Blocks without a new name are dropped, but relations derived through
    /// them are kept.
    pub(super) fn renamed(&self, rename: &dyn Fn(BlockId) -> Option<BlockId>) -> Layout {
        let named =
            |blocks: BTreeSet<BlockId>| -> BTreeSet<BlockId> { blocks.into_iter().filter_map(rename).collect() };
        let keys = self.behind.keys().chain(self.same.keys()).copied();
        let mut new = Layout::default();
        for (block, name) in keys.filter_map(|block| Some((block, rename(block)?))) {
            let behind = named(self.all_behind(block));
            let mut same = named(self.together(block));
            same.remove(&name);
            if !behind.is_empty() {
                new.behind.insert(name, behind);
            }
            if !same.is_empty() {
                new.same.insert(name, same);
            }
        }
        for (left, right) in &self.apart {
            for left in named(self.together(*left)) {
                new.apart.extend(named(self.together(*right)).into_iter().map(|right| (left, right)));
            }
        }
        new
    }
}
