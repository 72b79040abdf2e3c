//! Abstraction: neighbouring nodes of a list become a list segment (paper, section 0.3.3).

use std::collections::BTreeSet;

use crate::domain::graph::{Graph, RunLayout};
use crate::domain::invariants::{assert_consistent, inconsistency};
use crate::domain::object::{BackLink, Kind, Liveness, Object, Origin, SegmentShape};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
pub use crate::lattice::folding::Forks;
use crate::lattice::join::{Joiner, size_relations};
use crate::lattice::{borrowed, compared, folding, rows};

/// Neighbours that may become nodes of one segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Candidate {
    first: ObjectId,
    second: ObjectId,
    linkage: SegmentShape,
}

/// The treatment of two neighbours with a pointer variable to each of them: a cursor and the node behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedNeighbours {
    /// They are merged like others, which forgets that no node lies between them.
    Merged,
    KeptApart,
}

/// The number of sides of which a merge loses something.
type Cost = usize;

/// Widens a graph (the widening of the shape analysis): merges neighbours until none are left. Returns true if pointers
/// were forgotten; errors after that may be false alarms.
pub fn abstracted(graph: &mut Graph, word: i64, named: NamedNeighbours, forks: Forks) -> bool {
    let mut forgets = false;
    loop {
        // What is a tree is no list of nodes that own trees.
        if let Some(folded) = folding::folded(graph, word, forks) {
            *graph = folded;
        } else if let Some(merged) = best(graph, word, named) {
            *graph = merged;
        } else if let Some(merged) = without_borrowed(graph, word, named) {
            *graph = merged;
            forgets = true;
        } else {
            return forgets;
        }
    }
}

/// Returns a merge of neighbours after they have forgotten pointers to blocks of another list. Like nodes that differ,
/// they must be part of three in a row.
fn without_borrowed(graph: &Graph, word: i64, named: NamedNeighbours) -> Option<Graph> {
    let candidates = candidates(graph, word, named);
    let is_in_row = |one: &Candidate| {
        let is_segment = |id: ObjectId| graph.object(id).is_some_and(|object| object.linkage().is_some());
        let is_next = |other: &Candidate| other.first == one.second || other.second == one.first;
        let mut others = candidates.iter().filter(|other| other.linkage == one.linkage);
        is_segment(one.first) || is_segment(one.second) || others.any(is_next)
    };
    candidates.iter().filter(|candidate| is_in_row(candidate)).find_map(|candidate| {
        let forgotten = borrowed::forgotten(graph, [candidate.first, candidate.second], candidate.linkage, word)?;
        merged(&forgotten, *candidate, word).map(|(_, merged, _)| merged)
    })
}

/// Returns the merge that loses least, the first of these if there are several.
fn best(graph: &Graph, word: i64, named: NamedNeighbours) -> Option<Graph> {
    let mut found: Option<(Cost, Graph)> = None;
    for candidate in candidates(graph, word, named) {
        let Some((cost, merged, segment)) = merged(graph, candidate, word) else { continue };
        // Nodes that differ on both sides are merged three at a time, if no number tells where they are.
        let is_array = graph.object(candidate.first).is_some_and(Object::is_elements);
        if cost == 2 && !is_array && !goes_on(graph, &merged, (candidate, segment), word, named) {
            continue;
        }
        if cost == 0 {
            return Some(merged);
        }
        if found.as_ref().is_none_or(|(least, _)| cost < *least) {
            found = Some((cost, merged));
        }
    }
    found.map(|(_, merged)| merged)
}

/// Returns true if a third node, before or after, could be merged as well.
fn goes_on(
    graph: &Graph,
    merged_graph: &Graph,
    (candidate, segment): (Candidate, ObjectId),
    word: i64,
    named: NamedNeighbours,
) -> bool {
    let longer = [candidate.first, candidate.second]
        .iter()
        .any(|id| graph.object(*id).is_some_and(|object| object.linkage().is_some() && object.minimum() > 1));
    longer
        || candidates(merged_graph, word, named).into_iter().any(|other| {
            (other.first == segment || other.second == segment)
                && other.linkage == candidate.linkage
                && merged(merged_graph, other, word).is_some()
        })
}

/// Returns all pairs of neighbours, by the field that points from one to the other; doubly linked ones first.
fn candidates(graph: &Graph, word: i64, named: NamedNeighbours) -> Vec<Candidate> {
    let mut found = Vec::new();
    let compared = compared::nodes(graph);
    let is_node =
        |object: &Object| object.is_heap() && object.liveness == Liveness::Valid && object.kind != Kind::Optional;
    for (first, object) in graph.objects().filter(|(id, object)| is_node(object) && !compared.contains(id)) {
        for field in object.fields().iter().filter(|field| field.size == word) {
            let Value::Address(Address { object: second, target: Target::Region | Target::First, offset: head }) =
                field.value
            else {
                continue;
            };
            let Some(neighbour) = graph.object(second) else { continue };
            let is_of_kind = object.is_of_kind(neighbour) || measure_themselves(graph, [first, second], word);
            let alike = is_node(neighbour) && neighbour.level == object.level && is_of_kind;
            let is_kept = match RunLayout::of(object, word) {
                Some(run) => field.offset != run.next() || rows::is_named(graph, graph.end_of_run(first, word)),
                None => named == NamedNeighbours::KeptApart && are_named(graph, [first, second], word),
            };
            let is_told = object.size == neighbour.size || may_differ_in_size(graph, neighbour, field.offset, word);
            if second == first || !alike || is_kept || !is_told || compared.contains(&second) {
                continue;
            }
            let next = field.offset;
            let mut linkages: Vec<SegmentShape> = back_links(first, object, neighbour, (head, next), word)
                // In the other direction it is the same list.
                .filter(|back| back.into != head || back.at > next)
                .map(|back| SegmentShape::list(head, next, Some(back)))
                .collect();
            linkages.push(SegmentShape::list(head, next, None));
            let fits = |linkage: &SegmentShape| {
                let is_list = |node: &&Object| {
                    let has_links = linkage.links().all(|link| link + word <= node.sure_end());
                    has_links && node.linkage().is_none_or(|known| known == *linkage)
                };
                [object, neighbour].iter().all(|node| is_list(node) && !has_trees_beside(graph, node, *linkage))
            };
            found.extend(linkages.into_iter().filter(fits).map(|linkage| Candidate { first, second, linkage }));
        }
    }
    found.sort_by_key(|candidate| candidate.linkage.back.is_none());
    found
}

/// Returns true if two nodes are records of one type, and a number in each tells its size.
fn measure_themselves(graph: &Graph, nodes: [ObjectId; 2], word: i64) -> bool {
    let [Some(first), Some(second)] = nodes.map(|node| graph.object(node)) else { return false };
    graph.keeps_relations()
        && first.base_record.is_some()
        && first.record == second.record
        && nodes.iter().all(|node| size_relations::measures_itself(graph, *node, word))
}

/// Returns true if two nodes of different sizes may become nodes of one segment: it will tell the sizes, and the second has the
/// link, too.
fn may_differ_in_size(graph: &Graph, neighbour: &Object, link: i64, word: i64) -> bool {
    graph.keeps_relations() && matches!(neighbour.piece(link, link + word), Some(Value::Address(_) | Value::ZERO))
}

/// Returns true if a node leads to trees of its like by other links than those of a list: it is one of a tree, too.
fn has_trees_beside(graph: &Graph, node: &Object, linkage: SegmentShape) -> bool {
    let is_like = |to: ObjectId| graph.object(to).is_some_and(|to| to.is_tree() && to.record == node.record);
    let mut beside = node.successors().filter(|(field, _)| !linkage.has(field.offset));
    beside.any(|(_, to)| is_like(to))
}

/// Returns the back links from `neighbour` to `first`: to the offset that neighbours point to, or to the link that
/// points to `neighbour`.
fn back_links<'n>(
    first: ObjectId,
    object: &Object,
    neighbour: &'n Object,
    (head, next): (i64, i64),
    word: i64,
) -> impl Iterator<Item = BackLink> + use<'n> {
    let target = object.last_node();
    let places = [Some(head), Some(next).filter(|next| *next != head)];
    places.into_iter().flatten().flat_map(move |into| {
        let wanted = Value::Address(Address { object: first, target, offset: into });
        let leads_back = neighbour.fields().iter().filter(move |field| field.size == word && field.value == wanted);
        leads_back.map(move |field| BackLink { at: field.offset, into })
    })
}

/// Returns true if a segment can have the references to the two nodes.
fn is_uninterrupted(graph: &Graph, candidate: Candidate, private: &[BTreeSet<ObjectId>; 2]) -> bool {
    let Candidate { first, second, linkage } = candidate;
    let from_first = graph.references(first).into_iter().all(|(from, offset, value)| {
        let Value::Address(address) = value else { return from == first || private[0].contains(&from) };
        // The neighbour's back link, and references from below the node.
        if from == second {
            return Some(offset) == linkage.prev();
        }
        private[0].contains(&from) || address.target != Target::Last
    });
    let from_second = graph.references(second).into_iter().all(|(from, offset, value)| {
        let Value::Address(address) = value else { return from == second || private[1].contains(&from) };
        if from == first {
            return offset == linkage.next;
        }
        let is_own = from == second && matches!(address.target, Target::Region | Target::All);
        private[1].contains(&from) || is_own || (linkage.back.is_some() && address.target != Target::First)
    });
    from_first && from_second && !is_ring(graph, candidate)
}

/// Returns true if each of the nodes has a pointer variable that points to it.
fn are_named(graph: &Graph, nodes: [ObjectId; 2], word: i64) -> bool {
    nodes.into_iter().all(|node| {
        let is_node = graph.object(node).is_some_and(|object| object.kind == Kind::Region);
        let is_variable = |object: &Object| {
            matches!(object.origin, Origin::Variable(_)) && object.size == Range::exactly(i128::from(word))
        };
        let mut holders = graph.references(node).into_iter().filter_map(|(from, ..)| graph.object(from));
        is_node && holders.any(is_variable)
    })
}

/// Returns true if the merge of two nodes forgets the shape of one that a variable points to: it is often the first of those
/// with another shape, with more links to nodes of their kind, or with blocks of their own. Unless disjuncts tell kinds apart,
/// no node beside it may change either.
fn changes_named_node(graph: &Graph, joiner: &Joiner, nodes: [ObjectId; 2]) -> bool {
    let Some(first) = graph.object(nodes[0]) else { return false };
    let changes = joiner.changes_shape(first);
    let matters = if graph.keeps_relations() { changes } else { [changes.contains(&true); 2] };
    std::iter::zip(nodes, matters).any(|(node, matters)| matters && is_pointed_at(graph, node))
}

/// Returns true if a variable points to a node.
fn is_pointed_at(graph: &Graph, node: ObjectId) -> bool {
    let mut holders = graph.references(node).into_iter().filter_map(|(from, ..)| graph.object(from));
    holders.any(|holder| !holder.is_heap())
}

/// Returns true if the links that leave the two nodes point to one of them: a segment has to end elsewhere.
fn is_ring(graph: &Graph, candidate: Candidate) -> bool {
    let Candidate { first, second, linkage } = candidate;
    let leads_back = |node: ObjectId, offset: Option<i64>| {
        let fields = graph.object(node).into_iter().flat_map(Object::successors);
        offset.is_some()
            && fields.into_iter().any(|(field, to)| Some(field.offset) == offset && (to == first || to == second))
    };
    leads_back(second, Some(linkage.next)) || leads_back(first, linkage.prev())
}

/// Merges two neighbours into a segment. Returns the cost, the new graph, and the segment.
fn merged(graph: &Graph, candidate: Candidate, word: i64) -> Option<(Cost, Graph, ObjectId)> {
    let Candidate { first, second, linkage } = candidate;
    let private = [graph.private_to(first, Some(linkage), second), graph.private_to(second, Some(linkage), first)];
    if !is_uninterrupted(graph, candidate, &private) {
        return None;
    }
    let gone: Vec<ObjectId> = private.iter().flatten().copied().chain([first, second]).collect();
    let (mut joiner, segment) = Joiner::of_nodes(graph, (first, second), private, linkage, word)?;
    joiner.run()?;
    let run = RunLayout::of(graph.object(first)?, word);
    if run.is_none() && changes_named_node(graph, &joiner, [first, second]) {
        return None;
    }
    let cost = joiner.loses.iter().filter(|loses| **loses).count();
    let mut out = joiner.out;
    let differ = graph.object(first)?.size != graph.object(second)?.size;
    if differ && !out.object(segment)?.disjuncts().tell_sizes() && !out.object(segment)?.measures_itself() {
        return None;
    }
    let next = graph.object(second)?.read(linkage.next, word);
    out.object_mut(segment)?.set_link(linkage.next, word, next);
    if let Some(prev) = linkage.prev() {
        let prev_value = graph.object(first)?.read(prev, word);
        out.object_mut(segment)?.write(prev, word, prev_value);
    }
    if let Some(run) = run {
        out.object_mut(segment)?.write(run.end(), word, graph.end_of_run(second, word));
    }
    out.add_lengths([first, second], segment);
    for id in gone {
        out.remove(id);
    }
    let to_end = |target| {
        move |address: Address| {
            let target = if address.target == Target::All { Target::All } else { target };
            Value::Address(Address { object: segment, target, ..address })
        }
    };
    out.redirect(first, to_end(Target::First));
    out.redirect(second, to_end(Target::Last));
    if inconsistency(&out, word).is_some() {
        return None;
    }
    assert_consistent(&out, word, "a merge");
    Some((cost, out, segment))
}
