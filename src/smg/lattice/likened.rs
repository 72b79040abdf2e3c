//! Nodes of two graphs that correspond to each other get one shape: what is a segment of the shape of a tree in one graph may
//! be regions, a list, or a tree of fewer links in the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::graph::Graph;
use crate::domain::object::{Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Value};
use crate::lattice::folding::folded_as;
use crate::lattice::limits::MOST_LIKENED;
use crate::lattice::orientation::turned;

/// Returns, for each graph that changes, the graph in which corresponding nodes have one shape. The traversal is that of a
/// joiner.
pub(super) fn likened(graphs: [&Graph; 2], roots: &[[ObjectId; 2]], word: i64) -> [Option<Graph>; 2] {
    let mut changed = [None, None];
    for _ in 0..MOST_LIKENED {
        let [left, right] = &changed;
        let now = [left.as_ref().unwrap_or(graphs[0]), right.as_ref().unwrap_or(graphs[1])];
        let Some((side, graph)) = first_change(now, roots, word) else { return changed };
        changed[side] = Some(graph);
    }
    changed
}

/// Changes the first node that differs from its partner by its shape alone. Returns the side and its new graph.
fn first_change(graphs: [&Graph; 2], roots: &[[ObjectId; 2]], word: i64) -> Option<(usize, Graph)> {
    let mut open: Vec<[ObjectId; 2]> = roots.to_vec();
    let mut partners: [BTreeMap<ObjectId, ObjectId>; 2] = Default::default();
    for [left, right] in roots {
        partners[0].insert(*left, *right);
        partners[1].insert(*right, *left);
    }
    while let Some([left, right]) = open.pop() {
        let (Some(a), Some(b)) = (graphs[0].object(left), graphs[1].object(right)) else { continue };
        if let Some(shape) = common_shape(a, b) {
            let ids = [left, right];
            let differs = |side: &usize| graphs[*side].object(ids[*side]).is_some_and(|it| it.linkage() != Some(shape));
            let mut sides = [0, 1].into_iter().filter(differs);
            let found = sides.find_map(|side| Some((side, folded_as(graphs[side], ids[side], shape, word)?)));
            if found.is_some() {
                return found;
            }
        }
        for field in a.fields() {
            if let (Value::Address(x), Some(Value::Address(y))) =
                (field.value, b.piece(field.offset, field.offset + field.size))
                && may_correspond(graphs, [x, y])
                && !partners[0].contains_key(&x.object)
                && !partners[1].contains_key(&y.object)
            {
                partners[0].insert(x.object, y.object);
                partners[1].insert(y.object, x.object);
                open.push([x.object, y.object]);
            }
        }
    }
    None
}

fn may_correspond(graphs: [&Graph; 2], [x, y]: [Address; 2]) -> bool {
    let (Some(a), Some(b)) = (graphs[0].object(x.object), graphs[1].object(y.object)) else { return false };
    x.offset == y.offset && a.liveness == b.liveness && a.is_heap() == b.is_heap() && a.level == b.level
}

/// Returns the shape that two nodes should have; `None` if one of them is no node of a tree, or is of another kind.
fn common_shape(a: &Object, b: &Object) -> Option<SegmentShape> {
    if !(a.is_tree() || b.is_tree()) || !a.is_of_kind(b) || a.linkage() == b.linkage() {
        return None;
    }
    let (one, other) = (a.linkage().or(b.linkage())?, b.linkage().or(a.linkage())?);
    let tree = if one.is_tree() { one } else { other };
    // A list may lead the other way.
    let like_tree = |shape: SegmentShape| turned(shape).filter(|turned| turned.back == tree.back).unwrap_or(shape);
    let (one, other) = (like_tree(one), like_tree(other));
    let links: BTreeSet<i64> = one.forward().chain(other.forward()).collect();
    ((one.head, one.back) == (other.head, other.back)).then(|| SegmentShape::of_links(one.head, &links, one.back))?
}
