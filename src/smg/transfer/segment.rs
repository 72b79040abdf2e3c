//! Materialisation and removal of segments: of lists (paper, section 0.2.4) and trees.

use std::collections::BTreeMap;

use crate::domain::graph::{Graph, ShapeConclusion};
use crate::domain::invariants::assert_consistent;
use crate::domain::limits::MOST_NODES;
use crate::domain::object::{Fill, Kind, Liveness, Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target, Value};
use crate::transfer::choice;
use base::marks;

/// Bytes of a pointer.
pub type PointerSize = i64;

/// The end of a segment at which a node is materialised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    First,
    /// The last node. Only doubly linked segments have addresses of it.
    Last,
}

/// Splits a segment: it is gone, if it may be empty; or the node at one end is a region, followed by the rest.
pub fn materialised(graph: &Graph, segment: ObjectId, end: End, word: PointerSize) -> Vec<Graph> {
    let mut found = Vec::new();
    let Some(object) = graph.object(segment) else { return found };
    if object.is_choice() {
        return choice::chosen(graph, segment, word);
    }
    if object.minimum() == 0 {
        marks::hit("materialise: the segment is empty");
        found.extend(removed(graph, segment, word));
    }
    found.extend(split_off(graph, segment, end, word));
    found.retain_mut(|case| concluded(case, word));
    found.iter().for_each(|graph| assert_consistent(graph, word, "a node was taken out of a segment"));
    found
}

/// Splits a segment that may be empty: it is gone, or has at least one node.
pub fn decided(graph: &Graph, segment: ObjectId, word: PointerSize) -> Vec<Graph> {
    if graph.object(segment).is_some_and(|object| object.is_optional() || object.is_choice()) {
        return materialised(graph, segment, End::First, word);
    }
    marks::hit("materialise: only whether the segment is empty");
    let mut nonempty = graph.clone();
    if let Some(Kind::Segment { minimum, .. }) = nonempty.object_mut(segment).map(|object| &mut object.kind) {
        *minimum = 1;
    }
    let mut found: Vec<Graph> = removed(graph, segment, word).into_iter().chain([nonempty]).collect();
    found.retain_mut(|case| concluded(case, word));
    found.iter().for_each(|graph| assert_consistent(graph, word, "it was decided whether a segment is empty"));
    found
}

/// Makes the node at an end of the segment, or the optional block, a region. In a tree there is a case for each link of the
/// node by which the rest, with what follows the segment, may go on.
fn split_off(graph: &Graph, segment: ObjectId, end: End, word: PointerSize) -> Vec<Graph> {
    let Some(object) = graph.object(segment) else { return Vec::new() };
    let ways = match object.linkage() {
        // All links of the node of a whole tree lead to whole trees.
        Some(linkage) if end == End::First && is_whole(object, linkage, word) => vec![linkage.next],
        Some(linkage) => linkage.forward().collect(),
        None => vec![0],
    };
    ways.into_iter().filter_map(|way| split_off_along(graph, segment, (end, way), word)).collect()
}

/// Returns true if the leaf value follows a tree.
pub fn is_whole(tree: &Object, linkage: SegmentShape, word: PointerSize) -> bool {
    let mut sides = linkage.sides.all();
    let leaf = sides.next().map(|side| tree.read(side, word));
    leaf == Some(tree.read(linkage.next, word))
}

/// As [`split_off`], along one of the links of the node.
fn split_off_along(graph: &Graph, segment: ObjectId, (end, way): (End, i64), word: PointerSize) -> Option<Graph> {
    let mut graph = graph.clone();
    let object = graph.object(segment)?.clone();
    let region = copy_node(&mut graph, segment, &object)?;
    let Kind::Segment { linkage, minimum, optional } = object.kind else {
        marks::hit("materialise: a block that may be missing");
        graph.shorten(segment, 1);
        graph
            .redirect(segment, |address| Value::Address(Address { object: region, target: Target::Region, ..address }));
        return removed(&graph, segment, word);
    };
    let from = match end {
        End::First => Target::First,
        End::Last => Target::Last,
    };
    graph.redirect(segment, |address| match address.target == from {
        true => Value::Address(Address { object: region, target: Target::Region, ..address }),
        false => Value::Address(address),
    });
    let to_region =
        |entry| Value::Address(Address { object: region, target: Target::Region, offset: linkage.entry(entry) });
    let to_rest = |target| Value::Address(Address { object: segment, target, offset: linkage.entry(target) });
    add_trees_beside(&mut graph, (segment, region), (linkage, way), word)?;
    match end {
        End::First => {
            marks::hit("materialise: the first node");
            graph.object_mut(region)?.set_link(way, word, to_rest(Target::First));
            if let Some(prev) = linkage.prev() {
                graph.object_mut(segment)?.set_link(prev, word, to_region(Target::Last));
            }
        }
        End::Last => {
            marks::hit("materialise: the last node");
            if let Some(prev) = linkage.prev() {
                graph.object_mut(region)?.write(prev, word, to_rest(Target::Last));
            }
            let out = object.read(linkage.next, word);
            graph.object_mut(region)?.set_link(way, word, out);
            graph.object_mut(segment)?.set_link(linkage.next, word, to_region(Target::First));
        }
    }
    graph.shorten(segment, 1);
    graph.object_mut(segment)?.kind = Kind::Segment { linkage, minimum: minimum.saturating_sub(1), optional };
    // There are no more nodes.
    let mut graph = if optional {
        marks::hit("materialise: the only node");
        removed(&graph, segment, word)?
    } else {
        graph
    };
    // A freed block holds no addresses. As an optional node it kept its links, to say what follows if it is missing.
    if let Some(freed) = graph.object_mut(region).filter(|object| object.liveness == Liveness::Freed) {
        *freed = freed.emptied(Fill::Undefined);
    }
    Some(graph)
}

/// Adds the trees that the other links of a node lead to than the one along which it was taken out of a segment.
fn add_trees_beside(
    graph: &mut Graph,
    (segment, region): (ObjectId, ObjectId),
    (linkage, way): (SegmentShape, i64),
    word: PointerSize,
) -> Option<()> {
    for link in linkage.forward().filter(|link| linkage.is_tree() && *link != way) {
        marks::hit("materialise: a tree beside the way");
        let tree = copy_whole(graph, segment, linkage, word)?;
        if let Some(back) = linkage.back {
            let up = Address { object: region, target: Target::Region, offset: back.into };
            graph.object_mut(tree)?.write(back.at, word, Value::Address(up));
        }
        let root = Address { object: tree, target: Target::First, offset: linkage.head };
        graph.object_mut(region)?.set_link(link, word, Value::Address(root));
    }
    Some(())
}

/// Adds a whole tree of nodes like those of a segment, which may be empty, with its own copy of what is nested below it.
fn copy_whole(graph: &mut Graph, segment: ObjectId, linkage: SegmentShape, word: PointerSize) -> Option<ObjectId> {
    let mut tree = graph.object(segment)?.clone();
    tree.kind = Kind::Segment { linkage, minimum: 0, optional: false };
    let leaf = tree.read(linkage.sides.all().next()?, word);
    tree.set_link(linkage.next, word, leaf);
    copied(graph, segment, tree, |level| level)
}

/// Adds a region like a node of the segment, with its own copy of what is nested below the segment.
pub(super) fn copy_node(graph: &mut Graph, segment: ObjectId, object: &Object) -> Option<ObjectId> {
    let mut node = object.clone();
    node.kind = Kind::Region;
    copied(graph, segment, node, |level| level.saturating_sub(1))
}

/// Adds an object that has its own copy of what is nested below the segment, at these levels.
pub(super) fn copied(
    graph: &mut Graph,
    segment: ObjectId,
    object: Object,
    level: impl Fn(u8) -> u8,
) -> Option<ObjectId> {
    let is_node = !object.is_abstract();
    let copy = graph.add(object);
    graph.copy_size(segment, copy);
    let mut copies = BTreeMap::new();
    for nested in graph.nested_below(segment) {
        let mut below = graph.object(nested)?.clone();
        below.level = level(below.level);
        let below = graph.add(below);
        graph.copy_size(nested, below);
        copies.insert(nested, below);
    }
    let map = |value: Value| match value {
        Value::Address(address) if address.object == segment && address.target == Target::All => {
            let target = if is_node { Target::Region } else { Target::All };
            Value::Address(Address { object: copy, target, ..address })
        }
        // An address somewhere in the node itself.
        Value::Inside { object, .. } if object == segment => value.with_object(|_| copy),
        other => other.with_object(|id| copies.get(&id).copied().unwrap_or(id)),
    };
    for id in copies.values().copied().chain([copy]) {
        graph.object_mut(id)?.map_values(map);
    }
    Some(copy)
}

/// Draws the conclusions of the equations between lengths and numbers. Returns false if they contradict each other.
pub fn concluded(graph: &mut Graph, word: PointerSize) -> bool {
    while let Some(found) = graph.conclude(MOST_NODES) {
        let case = match found {
            ShapeConclusion::Empty(segment) => {
                marks::hit("equations: a segment is empty");
                removed(graph, segment, word)
            }
            ShapeConclusion::IsThere(segment) => {
                marks::hit("equations: an optional node is there");
                split_off(graph, segment, End::First, word).pop()
            }
            ShapeConclusion::Impossible => return false,
        };
        match case {
            Some(case) => *graph = case,
            None => return true,
        }
    }
    true
}

/// Removes a segment that may be empty: its addresses point past it. The address of a missing optional block is NULL.
pub fn removed(graph: &Graph, segment: ObjectId, word: PointerSize) -> Option<Graph> {
    let mut graph = graph.clone();
    let object = graph.object(segment)?.clone();
    let linkage = object.linkage();
    let beyond = |target: Target| {
        let link = linkage
            .map_or(Value::ZERO, |linkage| linkage.beyond(target).map_or(Value::ANY, |link| object.read(link, word)));
        // The target of an empty segment that points to itself is unknown.
        if link.object() == Some(segment) { Value::ANY } else { link }
    };
    let (next, prev) = (beyond(Target::First), beyond(Target::Last));
    for id in graph.nested_below(segment) {
        graph.remove(id);
    }
    graph.set_empty(segment);
    graph.remove(segment);
    graph.redirect(segment, |address| {
        let entry = linkage.map_or(0, |linkage| linkage.entry(address.target));
        passed(address, entry, if address.target == Target::Last { prev } else { next })
    });
    Some(graph)
}

/// Returns the value of an address of an empty segment: it has the distance to `beyond` that it had to the segment's
/// entry.
fn passed(address: Address, entry: i64, beyond: Value) -> Value {
    let moved = i128::from(address.offset) - i128::from(entry);
    match beyond {
        _ if moved == 0 => beyond,
        Value::Address(beyond) => beyond.moved(moved).map_or(Value::ANY, Value::Address),
        Value::Integer(integer) => Value::Integer(integer + moved),
        _ => Value::ANY,
    }
}
