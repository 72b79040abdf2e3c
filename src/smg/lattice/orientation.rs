//! A doubly linked list reads the same in both directions. Where its nodes are those of a tree with links to the parent, only
//! the direction away from the root is that of the tree.

use crate::domain::graph::Graph;
use crate::domain::object::{BackLink, Kind, Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target, Value};

/// Returns the shape of the same list in the other direction; `None` for other segments than doubly linked lists whose links
/// all lead to one place in a node.
pub(super) fn turned(shape: SegmentShape) -> Option<SegmentShape> {
    let back = shape.back.filter(|back| back.into == shape.head && !shape.is_tree())?;
    Some(SegmentShape::list(shape.head, back.at, Some(BackLink { at: shape.next, into: shape.head })))
}

/// Returns the graph in which lists whose next node is found at `parent` lead the other way; `None` if there are none.
pub(super) fn away_from(graph: &Graph, parent: i64) -> Option<Graph> {
    turned_where(graph, |shape| shape.next == parent)
}

/// Turns lists so that each leads on by the link that comes first in a node, as lists are found.
pub(super) fn settle(graph: &mut Graph) {
    let is_turned = |shape: &SegmentShape| shape.prev().is_some_and(|back| back < shape.next);
    if let Some(settled) = turned_where(graph, is_turned) {
        *graph = settled;
    }
}

fn turned_where(graph: &Graph, is_wanted: impl Fn(&SegmentShape) -> bool) -> Option<Graph> {
    let shape = |object: &Object| object.linkage().filter(&is_wanted).and_then(turned);
    let lists: Vec<(ObjectId, SegmentShape)> =
        graph.objects().filter_map(|(id, object)| Some((id, shape(object)?))).collect();
    if lists.is_empty() {
        return None;
    }
    let mut graph = graph.clone();
    for (id, turned) in lists {
        if let Kind::Segment { linkage, .. } = &mut graph.object_mut(id)?.kind {
            *linkage = turned;
        }
        graph.redirect(id, |address| {
            let target = match address.target {
                Target::First => Target::Last,
                Target::Last => Target::First,
                other => other,
            };
            Value::Address(Address { target, ..address })
        });
    }
    Some(graph)
}
