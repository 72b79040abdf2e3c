//! Segments of the shape of a tree: the blocks that one may represent are found by walking the concrete tree.
//!
//! Each link of a node leads to a child, or holds the leaf value; a single link, the *hole*, holds what follows. A node
//! other than the root is the child of one link. Where the hole is, is found by search.

use std::collections::BTreeSet;

use crate::check::concretisation::meaning::block_at;
use crate::check::concretisation::{Embedding, Nodes, Obligation, Search};
use crate::domain::object::{Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target, Value};
use program::interp::BlockId;

/// A link of a block.
type Cell = (BlockId, i64);

/// The segment that is embedded, and the block that its leaf value leads to, if there is one.
struct Tree<'o> {
    object: &'o Object,
    shape: SegmentShape,
    leaf: Option<BlockId>,
}

/// The blocks below a root.
#[derive(Default)]
struct Walked {
    blocks: Vec<BlockId>,
    /// The links of these blocks, each with true if it leads to a child.
    cells: Vec<(Cell, bool)>,
}

impl Search<'_> {
    /// Returns the trees of blocks that a segment may represent.
    pub(super) fn trees(&self, embedding: &Embedding, obligation: &Obligation, address: Address) -> Vec<Nodes> {
        let Ok(object) = self.object(address.object) else { return Vec::new() };
        let Some(shape) = object.linkage() else { return Vec::new() };
        let leaf = match self.leaf_value(object, shape) {
            Value::Address(leaf) => {
                let instance = self.instance(leaf.object, &obligation.below).ok();
                instance.and_then(|instance| embedding.regions.get(&instance).copied())
            }
            _ => None,
        };
        let tree = Tree { object, shape, leaf };
        let mut found = if object.minimum() == 0 { vec![Nodes::default()] } else { Vec::new() };
        let end = block_at(obligation.content, address.offset).ok();
        let is_last = address.target == Target::Last;
        for root in end.into_iter().flat_map(|end| if is_last { self.above(&tree, end) } else { vec![end] }) {
            let Some(all) = self.walked(embedding, &tree, root, None) else { continue };
            let is_whole = object.read(shape.next, self.word) == self.leaf_value(object, shape);
            let holes = all.cells.iter().filter(|(cell, leads)| match is_last {
                true => Some(cell.0) == end,
                // Which of its leaves is the hole does not matter.
                false => !is_whole || !leads,
            });
            let most = if is_whole && !is_last { 1 } else { usize::MAX };
            found.extend(holes.take(most).filter_map(|(hole, _)| {
                let Walked { blocks, cells } = self.walked(embedding, &tree, root, Some(*hole))?;
                let is_there = cells.iter().any(|(cell, _)| cell == hole);
                is_there.then_some(Nodes { blocks, last: Some(*hole) })
            }));
        }
        found
    }

    fn leaf_value(&self, object: &Object, shape: SegmentShape) -> Value {
        shape.sides.all().next().map_or(Value::ANY, |side| object.read(side, self.word))
    }

    /// Returns a block and those above it, by the links to the parents.
    fn above(&self, tree: &Tree<'_>, block: BlockId) -> Vec<BlockId> {
        let Some(back) = tree.shape.back else { return Vec::new() };
        let mut found = Vec::new();
        let mut next = Some(block);
        while let Some(id) = next.filter(|id| !found.contains(id)) {
            found.push(id);
            let block = self.state.block(id);
            next = block.and_then(|block| block_at(self.link(block, back.at), back.into).ok());
        }
        found
    }

    /// Walks down from a root. The link at `hole` leads to no child. `None` if a block is found twice.
    fn walked(&self, embedding: &Embedding, tree: &Tree<'_>, root: BlockId, hole: Option<Cell>) -> Option<Walked> {
        self.block(embedding, tree.object, root).ok()?;
        let (mut found, mut open, mut seen) = (Walked::default(), vec![root], BTreeSet::from([root]));
        while let Some(id) = open.pop() {
            found.blocks.push(id);
            let block = self.state.block(id)?;
            for link in tree.shape.forward() {
                let child = block_at(self.link(block, link), tree.shape.head).ok();
                let is_child =
                    |child: &BlockId| Some(*child) != tree.leaf && self.block(embedding, tree.object, *child).is_ok();
                let child = child.filter(|child| hole != Some((id, link)) && is_child(child));
                found.cells.push(((id, link), child.is_some()));
                if let Some(child) = child {
                    // With a hole somewhere else it may be a tree.
                    match seen.insert(child) {
                        true => open.push(child),
                        false if hole.is_some() => return None,
                        false => {}
                    }
                }
            }
        }
        Some(found)
    }

    /// Returns the obligations about the links of a tree. Its parts are linked to each other.
    pub(super) fn links_of_tree(
        &self,
        (id, object): (ObjectId, &Object),
        nodes: &Nodes,
        below: &[BlockId],
    ) -> Result<Vec<Obligation>, String> {
        let shape = object.linkage().ok_or("no tree")?;
        let leaf = self.leaf_value(object, shape);
        let mut open = Vec::new();
        let mut is_led_to: BTreeSet<BlockId> = BTreeSet::new();
        let mut add = |value: Value, content, field: i64| {
            let (below, size) = (below.to_vec(), self.word);
            open.push(Obligation { value, below, size, content, is_dead: false, place: (id, field) });
        };
        for parent in &nodes.blocks {
            let block = self.state.block(*parent).ok_or("no such block")?;
            for link in shape.forward() {
                let content = self.link(block, link);
                let child = block_at(content, shape.head).ok().filter(|child| nodes.blocks.contains(child));
                match child {
                    _ if nodes.last == Some((*parent, link)) => {
                        add(object.read(shape.next, self.word), content, shape.next);
                    }
                    None => add(leaf, content, link),
                    Some(child) if !is_led_to.insert(child) => return Err("a node has two parents".into()),
                    Some(child) => {
                        let child = self.state.block(child).ok_or("no such block")?;
                        let up = shape.back.map(|back| block_at(self.link(child, back.at), back.into));
                        if up.is_some_and(|up| up != Ok(*parent)) {
                            return Err("a child does not lead to its parent".into());
                        }
                    }
                }
            }
        }
        if let Some((root, rest)) = nodes.blocks.split_first() {
            if is_led_to.contains(root) || !rest.iter().all(|node| is_led_to.contains(node)) {
                return Err("a node is no child, or the root is one".into());
            }
            if let (Some(back), Some(block)) = (shape.back, self.state.block(*root)) {
                add(object.read(back.at, self.word), self.link(block, back.at), back.at);
            }
        }
        Ok(open)
    }
}
