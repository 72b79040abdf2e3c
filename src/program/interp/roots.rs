//! What leads to blocks: variables, the library, and pointers in blocks; and which blocks nothing leads to.

use std::collections::BTreeSet;

use crate::Program;
use crate::interp::callback::{Callback, Handler};
use crate::interp::memory::{Block, BlockId, BlockKind, Liveness};
use crate::interp::state::State;

impl State {
    /// The blocks reachable from those given, in the order of their discovery (breadth first).
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

    /// The blocks of globals and of all variables of all frames: what a running program still has.
    pub fn running_roots(&self) -> Vec<BlockId> {
        let locals = self.frames.iter().flat_map(|frame| {
            let own = frame.variables.values().chain(frame.variadic).chain(frame.stack.iter().copied());
            own.chain(frame.callback.iter().flat_map(Callback::blocks))
        });
        self.lasting_roots().into_iter().chain(locals).collect()
    }

    /// The blocks of globals, and what the library keeps: what is there whichever functions are under way.
    pub(super) fn lasting_roots(&self) -> Vec<BlockId> {
        self.globals.values().chain(self.library_blocks()).collect()
    }

    /// The blocks of globals and of the first function's result: what is left when that function has ended.
    pub fn exit_roots(&self, program: &Program) -> Vec<BlockId> {
        let result = self.frames.first().and_then(|frame| {
            let variable = program.functions.get(frame.function)?.result?;
            frame.variables.get(variable)
        });
        self.lasting_roots().into_iter().chain(result).collect()
    }

    /// The blocks that the library was given pointers to for later.
    fn library_blocks(&self) -> impl Iterator<Item = BlockId> {
        let environment = self.environment.iter().filter_map(|entry| entry.block());
        environment.chain(self.handlers.iter().filter_map(Handler::block))
    }

    /// Live heap blocks that cannot be reached from the roots. A pointer into a block, or computed from one
    /// into it, counts as reaching it. Blocks that existed at entry are roots: the caller has them.
    pub fn leaked_blocks(&self, roots: impl IntoIterator<Item = BlockId>, word: u64) -> Vec<BlockId> {
        let kept = self.blocks().filter(|(_, block)| block.at_entry || block.kind == BlockKind::Arguments);
        let roots = roots.into_iter().chain(kept.map(|(id, _)| id));
        let reached: BTreeSet<BlockId> = self.reachable_blocks(roots).into_iter().collect();
        // Parts of an address may be put together again, and lead anywhere.
        if reached.iter().filter_map(|id| self.block(*id)).any(|block| block.has_torn_address(word)) {
            return Vec::new();
        }
        let leaked = self.blocks().filter(|(id, block)| {
            matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Liveness::Live && !reached.contains(id)
        });
        leaked.map(|(id, _)| id).collect()
    }
}
