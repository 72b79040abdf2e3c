//! References to blocks, from variables, the library and other blocks; and the blocks that nothing references.

use std::collections::BTreeSet;

use crate::Program;
use crate::interp::callback::{Callback, Handler};
use crate::interp::memory::{Block, BlockId, BlockKind, Liveness};
use crate::interp::state::State;

impl State {
    /// Returns the blocks reachable from the roots in breadth-first order.
    pub fn reachable_blocks(&self, roots: impl IntoIterator<Item = BlockId>) -> Vec<BlockId> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let mut visit = |id: BlockId, order: &mut Vec<BlockId>| {
            if seen.insert(id) {
                order.push(id);
            }
        };
        roots.into_iter().for_each(|id| visit(id, &mut order));
        let mut next = 0;
        while let Some(id) = order.get(next).copied() {
            next += 1;
            self.block(id).into_iter().flat_map(Block::targets).for_each(|target| visit(target, &mut order));
        }
        order
    }

    /// The blocks of globals and of all variables of all frames: the roots while the program runs.
    pub fn running_roots(&self) -> Vec<BlockId> {
        let locals = self.frames.iter().flat_map(|frame| {
            let own = frame.variables.values().chain(frame.variadic).chain(frame.stack.iter().copied());
            own.chain(frame.callback.iter().flat_map(Callback::blocks))
        });
        self.lasting_roots().into_iter().chain(locals).collect()
    }

    /// The blocks of globals and those that the library references: the roots that are independent of the call stack.
    pub(super) fn lasting_roots(&self) -> Vec<BlockId> {
        self.globals.values().chain(self.library_blocks()).collect()
    }

    /// The blocks of globals and of the first function's result: the roots after that function has ended.
    pub fn exit_roots(&self, program: &Program) -> Vec<BlockId> {
        let result = self.frames.first().and_then(|frame| {
            let variable = program.functions.get(frame.function)?.result?;
            frame.variables.get(variable)
        });
        self.lasting_roots().into_iter().chain(result).collect()
    }

    /// The blocks that the library keeps pointers to.
    fn library_blocks(&self) -> impl Iterator<Item = BlockId> {
        let environment = self.environment.iter().filter_map(|entry| entry.block());
        environment.chain(self.handlers.iter().filter_map(Handler::block))
    }

    /// Returns the live heap blocks that are unreachable from the roots. A pointer into a block, or computed from one,
    /// also counts as reaching it. Blocks that existed at entry are roots: the caller owns them.
    pub fn leaked_blocks(&self, roots: impl IntoIterator<Item = BlockId>, word: u64) -> Vec<BlockId> {
        let kept = self.blocks().filter(|(_, block)| block.outlives_pointers());
        let roots = roots.into_iter().chain(kept.map(|(id, _)| id));
        let reached: BTreeSet<BlockId> = self.reachable_blocks(roots).into_iter().collect();
        // The parts of a torn address may be reassembled and point anywhere.
        if reached.iter().filter_map(|id| self.block(*id)).any(|block| block.has_torn_address(word)) {
            return Vec::new();
        }
        let leaked = self.blocks().filter(|(id, block)| {
            matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Liveness::Live && !reached.contains(id)
        });
        leaked.map(|(id, _)| id).collect()
    }
}
