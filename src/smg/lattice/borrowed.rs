//! Blocks that the nodes of two lists point to, one for each node: the data of a list and of its copy. They can be
//! nested below one of the lists; the pointers of the other one are forgotten then. A forgotten pointer is any value,
//! so every memory is still described. A run may use it without an error: what is read through it is any value, and the
//! analysis reports that it does not follow what is written or freed through it (`reason::Incompleteness`).
//!
//! Only pointers to blocks without pointers are forgotten: those to other blocks make up the structure.
//!
//! The owner of the blocks is determined by what is abstract already: a segment that is linked to the nodes in either
//! direction, and has such a block nested below it. If there is no such segment, nothing is forgotten.

use std::collections::BTreeSet;

use crate::domain::graph::Graph;
use crate::domain::object::{Kind, Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Value};
use base::marks;

/// Returns the graph in which two neighbours have forgotten their pointers to blocks of another list. `None` if they
/// have none.
pub(super) fn forgotten(graph: &Graph, nodes: [ObjectId; 2], linkage: SegmentShape, word: i64) -> Option<Graph> {
    let mut out = None;
    for node in nodes {
        let fields = graph.object(node)?.fields().iter();
        let borrowed = fields.filter(|field| field.size == word && !linkage.has(field.offset));
        for field in borrowed.filter(|field| is_borrowed(graph, node, field.offset, field.value)) {
            let changed = out.get_or_insert_with(|| graph.clone());
            changed.object_mut(node)?.write(field.offset, word, Value::ANY);
            marks::hit("abstraction: a borrowed pointer is forgotten");
        }
    }
    out
}

/// Returns true if a pointer of a node points to a block that a node of another list owns.
fn is_borrowed(graph: &Graph, node: ObjectId, offset: i64, value: Value) -> bool {
    let Value::Address(Address { object: block, .. }) = value else { return false };
    let is_of_level = |other: &Object| graph.object(node).is_some_and(|node| node.level == other.level);
    // A block with pointers is a part of the structure: without a pointer to it a path would be lost.
    let is_data = |block: &Object| block.kind == Kind::Region && block.is_heap() && block.successors().next().is_none();
    let is_shared = graph.object(block).is_some_and(|block| is_data(block) && is_of_level(block));
    if !is_shared || owns_such(graph, node, offset) {
        return false;
    }
    let holders = graph.references(block).into_iter();
    holders.filter(|(holder, ..)| *holder != node).any(|(holder, offset, _)| owns_such(graph, holder, offset))
}

/// Returns true if the list of a node has a segment with a block nested below it at this field.
fn owns_such(graph: &Graph, node: ObjectId, offset: i64) -> bool {
    let Some(like) = graph.object(node).filter(|object| object.is_heap()) else { return false };
    let mut seen = BTreeSet::from([node]);
    let mut open = vec![node];
    while let Some(id) = open.pop() {
        let Some(object) = graph.object(id) else { continue };
        let nested =
            object.successors().filter(|(field, _)| field.offset == offset).filter_map(|(_, to)| graph.object(to));
        if object.linkage().is_some() && nested.into_iter().any(|block| block.level > object.level) {
            return true;
        }
        let before = graph.references(id).into_iter().map(|(from, ..)| from);
        for neighbour in object.successors().map(|(_, to)| to).chain(before) {
            let is_node =
                graph.object(neighbour).is_some_and(|other| other.is_of_kind(like) && other.level == like.level);
            if is_node && seen.insert(neighbour) {
                open.push(neighbour);
            }
        }
    }
    false
}
