//! A map from variables to their blocks with constant access time. The variables of a function have close numbers.

use crate::VariableId;
use crate::interp::memory::BlockId;
use base::ids::Id;

/// The blocks of some variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Places {
    /// The variable number of the first entry.
    first: usize,
    blocks: Vec<Option<BlockId>>,
}

impl Places {
    pub fn get(&self, variable: VariableId) -> Option<BlockId> {
        let place = variable.index().checked_sub(self.first)?;
        self.blocks.get(place).copied().flatten()
    }

    pub(super) fn insert(&mut self, variable: VariableId, block: BlockId) {
        let index = variable.index();
        if self.blocks.is_empty() {
            self.first = index;
        }
        if let Some(missing) = self.first.checked_sub(index).filter(|missing| *missing > 0) {
            self.blocks.splice(..0, std::iter::repeat_n(None, missing));
            self.first = index;
        }
        let place = index - self.first;
        if self.blocks.len() <= place {
            self.blocks.resize(place + 1, None);
        }
        if let Some(slot) = self.blocks.get_mut(place) {
            *slot = Some(block);
        }
    }

    /// The blocks, in order of their variables.
    pub fn values(&self) -> impl Iterator<Item = BlockId> {
        self.blocks.iter().copied().flatten()
    }

    /// The variables in ascending order, each with its block.
    pub fn iter(&self) -> impl Iterator<Item = (VariableId, BlockId)> {
        let places = self.blocks.iter().enumerate();
        places.filter_map(|(place, block)| Some((VariableId::from_index(self.first + place), (*block)?)))
    }

    /// Returns the map with its blocks renamed.
    pub(super) fn renamed(&self, rename: impl Fn(BlockId) -> BlockId) -> Places {
        let blocks = self.blocks.iter().map(|block| block.map(&rename)).collect();
        Places { first: self.first, blocks }
    }
}
