//! Segments: the chains of blocks that a list may represent, and the blocks that a segment represents.

use crate::check::concretisation::meaning::{ObjectMemory, block_at};
use crate::check::concretisation::{Embedding, Nodes, Obligation, Search};
use crate::domain::object::{Liveness, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target};
use program::interp::{Block, BlockId, Content};

impl Search<'_> {
    /// Returns the chains of blocks that a segment may represent, by their links from one end.
    pub(super) fn chains(&self, embedding: &Embedding, obligation: &Obligation, address: Address) -> Vec<Nodes> {
        let Ok(object) = self.object(address.object) else { return Vec::new() };
        let is_first = address.target != Target::Last;
        let mut found = vec![Vec::new()];
        let mut chain: Vec<BlockId> = Vec::new();
        let mut next = block_at(obligation.content, address.offset).ok();
        while let Some(node) = next {
            let Ok(block) = self.block(embedding, object, node) else { break };
            if chain.contains(&node) {
                break;
            }
            chain.push(node);
            found.push(if is_first { chain.clone() } else { chain.iter().rev().copied().collect() });
            let Some(linkage) = object.linkage() else { break };
            let field = linkage.beyond(address.target).unwrap_or(linkage.next);
            next = block_at(self.link(block, field), linkage.entry(address.target)).ok();
        }
        found.retain(|chain| chain.len() >= object.minimum() as usize && (chain.len() <= 1 || !object.is_optional()));
        let next = object.linkage().map_or(0, |linkage| linkage.next);
        let nodes = |blocks: Vec<BlockId>| Nodes { last: blocks.last().map(|last| (*last, next)), blocks };
        found.into_iter().map(nodes).collect()
    }

    /// Returns the links of a node that lead to other nodes of its segment.
    fn children(&self, block: &Block, linkage: Option<SegmentShape>, nodes: &Nodes, node: BlockId) -> Vec<i64> {
        let Some(shape) = linkage else { return Vec::new() };
        let leads_on = |link: &i64| {
            let child = block_at(self.link(block, *link), shape.head).ok();
            child.is_some_and(|child| nodes.blocks.contains(&child)) && nodes.last != Some((node, *link))
        };
        shape.forward().filter(leads_on).collect()
    }

    pub(super) fn link(&self, block: &Block, field: i64) -> Content {
        block.content(field.unsigned_abs(), self.word.unsigned_abs(), self.word.unsigned_abs())
    }

    /// Embeds a segment as a chain or a tree of blocks.
    pub(super) fn segment(
        &self,
        embedding: &mut Embedding,
        id: ObjectId,
        obligation: &Obligation,
        nodes: Nodes,
    ) -> Result<(), String> {
        let (_, below) = self.instance(id, &obligation.below)?;
        let object = self.object(id)?;
        let linkage = object.linkage();
        let chain = &nodes.blocks;
        if object.is_tree() {
            embedding.open.extend(self.links_of_tree((id, object), &nodes, &below)?);
        }
        for (index, node) in chain.iter().enumerate() {
            let block = self.block(embedding, object, *node)?;
            embedding.used.insert(*node);
            let mut inner = below.clone();
            inner.push(*node);
            let parts = parts(linkage, self.word, i64::try_from(block.size()).unwrap_or(i64::MAX));
            if object.liveness == Liveness::Valid {
                let children = self.children(block, linkage, &nodes, *node);
                self.is_as_recorded(object, ObjectMemory { block, start: 0, children: &children })?;
                self.strings(embedding, object, block)?;
                embedding.open.extend(self.contents(id, object, &inner, block, &parts));
            }
            let neighbours = |linkage: SegmentShape| {
                let before = index.checked_sub(1).and_then(|last| chain.get(last));
                let (first, last) = (linkage.entry(Target::First), linkage.entry(Target::Last));
                [(first, Some(linkage.next), chain.get(index + 1)), (last, linkage.prev(), before)]
            };
            for (head, field, neighbour) in linkage.filter(|it| !it.is_tree()).into_iter().flat_map(neighbours) {
                let Some(field) = field else { continue };
                let content = self.link(block, field);
                match neighbour {
                    Some(other) if block_at(content, head) == Ok(*other) => {}
                    Some(_) => return Err("neighbours are not linked".into()),
                    None => embedding.open.push(Obligation {
                        value: object.read(field, self.word),
                        below: below.clone(),
                        size: self.word,
                        content,
                        is_dead: false,
                        place: (id, field),
                    }),
                }
            }
        }
        embedding.segments.insert((id, below), nodes);
        // Obligations about other segments are postponed again.
        embedding.open.append(&mut embedding.waiting);
        Ok(())
    }
}

/// Returns the parts of a node other than its links.
fn parts(linkage: Option<SegmentShape>, word: i64, size: i64) -> Vec<(i64, i64)> {
    let mut links: Vec<i64> = linkage.into_iter().flat_map(SegmentShape::links).collect();
    links.sort_unstable();
    let (mut found, mut at) = (Vec::new(), 0);
    for link in links {
        found.push((at, link));
        at = link + word;
    }
    found.push((at, size));
    found.retain(|(start, end)| start < end);
    found
}
