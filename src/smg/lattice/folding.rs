//! Folding: nodes that are linked like a tree become one segment.
//!
//! A part of a tree is gathered from its root downwards. Each link of a node holds the leaf value, or leads to a child that
//! nothing else leads to and that is gathered as well. At most one link of all the nodes may hold something else: what
//! follows the segment. So a path that a program walks down is a segment that ends at the cursor.

use std::collections::BTreeSet;

use crate::domain::graph::Graph;
use crate::domain::invariants::{assert_consistent, inconsistency};
use crate::domain::object::{BackLink, HasValue, Kind, Liveness, Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target, Value};
use crate::lattice::compared;
use crate::lattice::join::Joiner;
use crate::lattice::limits::MOST_FOLDED;
use crate::lattice::orientation::{away_from, settle, turned};
use crate::transfer::disjuncts;
use base::marks;

/// The treatment of a node from which two lists of its like start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forks {
    /// They do not show that the lists will have branches.
    Kept,
    /// It is a tree: a function that calls itself changes the parts of a tree as the whole.
    Folded,
}

/// The leaf value of trees where some nodes never write their links, or hold numbers in these bytes.
const ANYTHING: Value = Value::PERHAPS_UNDEFINED;

/// Nodes that may become one segment.
#[derive(Clone, Debug)]
struct Gathered {
    /// Regions and segments; the root comes first.
    members: Vec<ObjectId>,
    /// What follows: the leaf value if the tree is whole.
    out: Value,
    /// The node that holds `out`, unless the tree is whole.
    last: Option<ObjectId>,
    /// Number of objects from the root to the last one.
    path: usize,
    /// True if one of the objects is a segment of the shape of a tree, or a node is reached by one link and leads on by
    /// another one; if forks are folded, also if a node leads on by two links.
    is_tree: bool,
}

/// A form of nodes to look for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Form {
    shape: SegmentShape,
    leaf: Value,
}

struct Folding<'g> {
    graph: &'g Graph,
    /// Nodes that stay as they are.
    compared: &'g BTreeSet<ObjectId>,
    word: i64,
    form: Form,
    forks: Forks,
}

/// A link from a node to another one of its kind.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: ObjectId,
    link: i64,
    to: ObjectId,
    head: i64,
}

/// Folds a part of a tree; `None` if there is none.
pub(super) fn folded(graph: &Graph, word: i64, forks: Forks) -> Option<Graph> {
    folded_unturned(graph, word, forks).or_else(|| {
        // A path in a tree with links to the parent is a doubly linked list, which may lead either way.
        let lists = graph.objects().filter_map(|(_, object)| object.linkage().filter(|shape| turned(*shape).is_some()));
        let parents: BTreeSet<i64> = lists.map(|shape| shape.next).collect();
        parents.into_iter().find_map(|parent| folded_unturned(&away_from(graph, parent)?, word, forks))
    })
}

/// As [`folded`], without turning lists.
fn folded_unturned(graph: &Graph, word: i64, forks: Forks) -> Option<Graph> {
    let edges = edges(graph, word);
    let is_tree = |id: ObjectId| graph.object(id).is_some_and(Object::is_tree);
    if edges.len() < 2 && !edges.iter().any(|edge| is_tree(edge.from) || is_tree(edge.to)) {
        return None;
    }
    let compared = compared::nodes(graph);
    let forms = forms(graph, &edges, word);
    // That links hold anything instead of a child tells the least of trees.
    let (vague, exact): (Vec<Form>, Vec<Form>) = forms.into_iter().partition(|form| form.leaf == ANYTHING);
    for form in exact.into_iter().chain(vague) {
        let folding = Folding { graph, compared: &compared, word, form, forks };
        let roots: BTreeSet<ObjectId> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
        let mut found: Vec<Gathered> = roots.into_iter().filter_map(|root| folding.part(root)).collect();
        // Stable, so the first of the largest is the first.
        found.sort_by_key(|part| std::cmp::Reverse(part.members.len()));
        if let Some((folded, _)) = found.iter().find_map(|part| folding.merged(part)) {
            return Some(folded);
        }
    }
    None
}

/// Returns the graph in which a region or a segment is a segment of the shape of a tree.
pub(super) fn folded_as(graph: &Graph, root: ObjectId, shape: SegmentShape, word: i64) -> Option<Graph> {
    let turned = shape.prev().and_then(|parent| away_from(graph, parent));
    let graph = turned.as_ref().unwrap_or(graph);
    let object = graph.object(root).filter(|object| is_node(object))?;
    let compared = &BTreeSet::new();
    leaves(graph, object, shape, word).into_iter().find_map(|leaf| {
        let folding = Folding { graph, compared, word, form: Form { shape, leaf }, forks: Forks::Folded };
        let part = folding.gathered(root, None, &mut BTreeSet::new())?;
        folding.merged(&part).map(|(folded, _)| folded)
    })
}

fn is_node(object: &Object) -> bool {
    let is_kind = matches!(object.kind, Kind::Region | Kind::Segment { .. });
    is_kind && object.is_heap() && object.liveness == Liveness::Valid
}

/// Returns true if two objects are known to be the same record: blocks that nodes own may be as large as these.
fn are_of_record(object: &Object, other: &Object) -> bool {
    object.record.is_some() && object.record == other.record && object.size == other.size
}

/// Returns the links between nodes of one kind and level.
fn edges(graph: &Graph, word: i64) -> Vec<Edge> {
    let mut found = Vec::new();
    for (from, object) in graph.objects().filter(|(_, object)| is_node(object)) {
        for field in object.fields().iter().filter(|field| field.size == word) {
            let Value::Address(Address { object: to, target: Target::Region | Target::First, offset }) = field.value
            else {
                continue;
            };
            let is_like =
                |other: &Object| is_node(other) && other.level == object.level && are_of_record(object, other);
            if to != from && graph.object(to).is_some_and(is_like) {
                found.push(Edge { from, link: field.offset, to, head: offset });
            }
        }
    }
    found
}

/// Returns the forms that the nodes with these links may have.
fn forms(graph: &Graph, edges: &[Edge], word: i64) -> BTreeSet<Form> {
    let mut found = BTreeSet::new();
    for first in edges {
        let Some(object) = graph.object(first.from) else { continue };
        let of_kind = |id: ObjectId| graph.object(id).filter(|other| are_of_record(object, other));
        let alike: Vec<&Edge> =
            edges.iter().filter(|edge| edge.head == first.head && of_kind(edge.from).is_some()).collect();
        let is_back = |edge: &Edge| alike.iter().any(|other| (other.from, other.to) == (edge.to, edge.from));
        let backs: BTreeSet<i64> = alike.iter().filter(|edge| is_back(edge)).map(|edge| edge.link).collect();
        let ends = alike.iter().flat_map(|edge| [edge.from, edge.to]);
        let nodes: BTreeSet<ObjectId> = ends.collect();
        let known = nodes.iter().filter_map(|id| graph.object(*id)?.linkage());
        let of_segments: BTreeSet<i64> = known.clone().flat_map(SegmentShape::forward).collect();
        let known_backs: BTreeSet<BackLink> = known.filter_map(|shape| shape.back).collect();
        let links = |back: Option<BackLink>| {
            let own = alike.iter().map(|edge| edge.link).chain(of_segments.iter().copied());
            let links: BTreeSet<i64> = own.filter(|link| back.is_none_or(|back| back.at != *link)).collect();
            (links.len() > 1).then(|| SegmentShape::of_links(first.head, &links, back)).flatten()
        };
        let new_backs = backs.iter().map(|at| BackLink { at: *at, into: first.head });
        let ways: BTreeSet<Option<BackLink>> = match backs.is_empty() && known_backs.is_empty() {
            true => BTreeSet::from([None]),
            false if known_backs.is_empty() => new_backs.map(Some).collect(),
            false => known_backs.iter().copied().map(Some).collect(),
        };
        for shape in ways.into_iter().filter_map(links) {
            let leaves =
                nodes.iter().filter_map(|id| graph.object(*id)).flat_map(|node| leaves(graph, node, shape, word));
            found.extend(leaves.map(|leaf| Form { shape, leaf }));
        }
    }
    found
}

/// Returns the leaf values that a node shows: NULL; an address that several of its links hold; or anything, if a link holds
/// neither an address nor NULL.
fn leaves(graph: &Graph, node: &Object, shape: SegmentShape, word: i64) -> BTreeSet<Value> {
    let mut found = BTreeSet::from([Value::ZERO]);
    if node.is_tree() {
        found.extend(node.linkage().and_then(|own| own.sides.all().next()).map(|side| node.read(side, word)));
        return found;
    }
    let held: Vec<Value> = shape.forward().map(|link| node.read(link, word)).collect();
    let is_leaf = |value: &&Value| matches!(value, Value::Address(Address { target: Target::Region, .. }));
    let twice = held.iter().filter(is_leaf).filter(|value| held.iter().filter(|other| other == value).count() > 1);
    found.extend(twice.copied());
    let is_other = |link: i64| node.read(link, word) != Value::ZERO && holds_anything(graph, node, link, word);
    // Without disjuncts nobody could tell which nodes have children.
    found.extend((graph.keeps_relations() && shape.forward().any(is_other)).then_some(ANYTHING));
    found
}

/// Returns true if a link holds no address, or one of a block that is freed.
fn holds_anything(graph: &Graph, node: &Object, link: i64, word: i64) -> bool {
    let leads = |field: &HasValue| match field.value {
        Value::Function(_) => true,
        other => other.object().is_some_and(|to| !graph.is_freed(to)),
    };
    !node.fields_between(link, link + word).any(leads)
}

impl Folding<'_> {
    /// Returns true if a link holds the leaf value.
    fn is_leaf(&self, node: &Object, link: i64) -> bool {
        let Form { leaf, .. } = self.form;
        node.read(link, self.word) == leaf || (leaf == ANYTHING && holds_anything(self.graph, node, link, self.word))
    }

    /// Returns a part of a tree that is to be folded. A node alone is not, nor is a row of nodes that are linked like a list.
    fn part(&self, root: ObjectId) -> Option<Gathered> {
        let part = self.gathered(root, None, &mut BTreeSet::new())?;
        let is_whole = part.last.is_none();
        let is_part = part.members.len() > 1 && part.is_tree && (is_whole || part.path > 1);
        (is_part && self.is_led_to_once(&part)).then_some(part)
    }

    /// Returns true unless the root is a region that several pointers from elsewhere lead to: the program is at work on
    /// such a node, so its links stay exact.
    fn is_led_to_once(&self, part: &Gathered) -> bool {
        let Some((root, rest)) = part.members.split_first() else { return false };
        if self.graph.object(*root).is_some_and(Object::is_abstract) {
            return true;
        }
        let own = self.graph.private_to(*root, Some(self.form.shape), *root);
        let is_own = |id: ObjectId| id == *root || rest.contains(&id) || own.contains(&id);
        let prev = self.form.shape.prev();
        let references = self.graph.references(*root).into_iter();
        references.filter(|(from, at, _)| !is_own(*from) && Some(*at) != prev).count() < 2
    }

    /// Gathers the nodes below a root; `None` if they are no tree with at most one link to something else. `by`: the link by
    /// which the root is reached.
    fn gathered(&self, root: ObjectId, by: Option<i64>, seen: &mut BTreeSet<ObjectId>) -> Option<Gathered> {
        let object = self.graph.object(root)?;
        if !is_node(object) || self.compared.contains(&root) || seen.len() >= MOST_FOLDED || !seen.insert(root) {
            return None;
        }
        let part = match object.linkage() {
            None => self.gathered_below_region((root, by), object, seen)?,
            Some(own) => self.gathered_behind_segment((root, by), (object, own), seen)?,
        };
        let leads_back = part.out.object().is_some_and(|to| part.members.contains(&to));
        (!leads_back).then_some(part)
    }

    fn gathered_below_region(
        &self,
        (root, by): (ObjectId, Option<i64>),
        object: &Object,
        seen: &mut BTreeSet<ObjectId>,
    ) -> Option<Gathered> {
        let Form { shape, leaf } = self.form;
        let mut part = Gathered { members: vec![root], out: leaf, last: None, path: 1, is_tree: false };
        let mut used = None;
        for link in shape.forward() {
            let value = object.read(link, self.word);
            if self.is_leaf(object, link) {
                continue;
            }
            if value.object().is_some_and(|to| self.is_of_kind(object, to)) {
                let is_fork = self.forks == Forks::Folded && used.is_some_and(|used| used != link);
                part.is_tree |= is_fork || by.is_some_and(|by| by != link);
                used = Some(link);
            }
            let child = match self.child(root, link, value) {
                Some(child) => self.gathered_or_nothing(child, link, seen),
                None => None,
            };
            match child {
                Some(child) => part.add(child)?,
                None if part.last.is_some() => return None,
                None => (part.out, part.last, part.path) = (value, Some(root), 1),
            }
        }
        Some(part)
    }

    fn gathered_behind_segment(
        &self,
        (root, by): (ObjectId, Option<i64>),
        (object, own): (&Object, SegmentShape),
        seen: &mut BTreeSet<ObjectId>,
    ) -> Option<Gathered> {
        let Form { shape, leaf } = self.form;
        // A list is a tree whose other links hold the leaf value.
        let is_part = own.head == shape.head && own.back == shape.back && own.forward().all(|link| shape.has(link));
        let others = || shape.forward().filter(|link| *link != own.next);
        if !is_part || !others().all(|link| self.is_leaf(object, link)) {
            return None;
        }
        let out = if self.is_leaf(object, own.next) { leaf } else { object.read(own.next, self.word) };
        let is_tree = own.is_tree() || by.is_some_and(|by| by != own.next);
        let mut part = Gathered { members: vec![root], out, last: (out != leaf).then_some(root), path: 1, is_tree };
        let child = self.child(root, own.next, out);
        if let Some(child) = child.and_then(|child| self.gathered_or_nothing(child, own.next, seen)) {
            (part.out, part.last) = (leaf, None);
            part.add(child)?;
        }
        Some(part)
    }

    /// As [`Folding::gathered`]; leaves no traces if there is no such part.
    fn gathered_or_nothing(&self, root: ObjectId, by: i64, seen: &mut BTreeSet<ObjectId>) -> Option<Gathered> {
        let before = seen.clone();
        let found = self.gathered(root, Some(by), seen);
        if found.is_none() {
            *seen = before;
        }
        found
    }

    fn is_of_kind(&self, object: &Object, other: ObjectId) -> bool {
        self.graph.object(other).is_some_and(|other| is_node(other) && are_of_record(object, other))
    }

    /// Returns the node that a link leads to, if nothing else leads there.
    fn child(&self, parent: ObjectId, link: i64, value: Value) -> Option<ObjectId> {
        let shape = self.form.shape;
        let Value::Address(Address { object: child, target: Target::Region | Target::First, offset }) = value else {
            return None;
        };
        let (above, below) = (self.graph.object(parent)?, self.graph.object(child)?);
        let is_child = offset == shape.head
            && child != parent
            && is_node(below)
            && below.level == above.level
            && are_of_record(below, above);
        if !is_child || !self.leads_back((parent, above), below) {
            return None;
        }
        let own = self.graph.private_to(child, Some(shape), child);
        let grandchildren = self.children(below);
        let is_allowed = |(from, at, value): (ObjectId, i64, Value)| match value {
            Value::Address(address) if from == child => matches!(address.target, Target::Region | Target::All),
            Value::Address(_) if from == parent => at == link,
            Value::Address(_) => {
                let is_back = grandchildren.contains(&from) && shape.prev() == Some(at);
                is_back || own.contains(&from)
            }
            _ => from == child || own.contains(&from),
        };
        self.graph.references(child).into_iter().all(is_allowed).then_some(child)
    }

    /// Returns the objects that the links of a node lead to.
    fn children(&self, object: &Object) -> BTreeSet<ObjectId> {
        let shape = self.form.shape;
        let links = object.successors().filter(|(field, _)| shape.forward().any(|link| link == field.offset));
        links.map(|(_, to)| to).collect()
    }

    /// Returns true if the link of a child to its parent leads there.
    fn leads_back(&self, (id, parent): (ObjectId, &Object), child: &Object) -> bool {
        let Some(back) = self.form.shape.back else { return true };
        let wanted = Address { object: id, target: parent.last_node(), offset: back.into };
        child.read(back.at, self.word) == Value::Address(wanted)
    }

    /// Merges the nodes of a part into a segment.
    fn merged(&self, part: &Gathered) -> Option<(Graph, ObjectId)> {
        let Form { shape, leaf } = self.form;
        let (root, rest) = part.members.split_first()?;
        if !self.is_uninterrupted(part) {
            return None;
        }
        let up = shape.back.map(|back| Some(self.graph.object(*root)?.read(back.at, self.word)));
        let minimum = part.members.iter().filter_map(|id| self.graph.object(*id)).map(Object::minimum).max()?.min(1);
        let follower = self.follower(part);
        let mut graph = self.graph.clone();
        for id in &part.members {
            self.cut_off(&mut graph, *id)?;
        }
        if let (Some(follower), Some(back)) = (follower, shape.back) {
            graph.object_mut(follower)?.write(back.at, self.word, Value::ZERO);
        }
        let mut segment = *root;
        if rest.is_empty() && self.graph.object(*root)?.kind == Kind::Region {
            self.sink_below(&mut graph, *root)?;
        }
        for id in rest {
            (graph, segment) = self.merged_with(&graph, segment, *id)?;
        }
        marks::hit("abstraction: a part of a tree");
        let object = graph.object_mut(segment)?;
        object.kind = Kind::Segment { linkage: shape, minimum, optional: false };
        object.set_link(shape.next, self.word, part.out);
        for side in shape.sides.all() {
            object.set_link(side, self.word, leaf);
        }
        if let (Some(back), Some(up)) = (shape.back, up) {
            object.write(back.at, self.word, up?);
        }
        if let (Some(follower), Some(back)) = (follower, shape.back) {
            let last = Address { object: segment, target: Target::Last, offset: back.into };
            graph.object_mut(follower)?.write(back.at, self.word, Value::Address(last));
        }
        if inconsistency(&graph, self.word).is_some() {
            return None;
        }
        // Lists beside the part may have been turned.
        settle(&mut graph);
        assert_consistent(&graph, self.word, "a part of a tree was folded");
        Some((graph, segment))
    }

    /// Returns the object behind a part whose link to the parent leads to the last node.
    fn follower(&self, part: &Gathered) -> Option<ObjectId> {
        let (last, to) = (part.last?, part.out.object()?);
        let back = self.form.shape.back?;
        let (object, follower) = (self.graph.object(last)?, self.graph.object(to)?);
        let wanted = Address { object: last, target: object.last_node(), offset: back.into };
        (follower.read(back.at, self.word) == Value::Address(wanted)).then_some(to)
    }

    /// Returns true if a segment can have the references to the root, which nothing else restricts.
    fn is_uninterrupted(&self, part: &Gathered) -> bool {
        let Some((root, rest)) = part.members.split_first() else { return false };
        let own = self.graph.private_to(*root, Some(self.form.shape), *root);
        let follower = self.follower(part);
        let is_of_part = |id: ObjectId| id == *root || rest.contains(&id) || own.contains(&id);
        self.graph.references(*root).into_iter().all(|(from, at, value)| match value {
            Value::Address(address) => {
                let is_back = Some(at) == self.form.shape.prev();
                let from_behind = is_back && follower == Some(from);
                is_of_part(from) || address.target != Target::Last || from_behind
            }
            _ => from == *root || own.contains(&from),
        })
    }

    /// Makes a node one without children, of the shape of the form if it is a segment.
    fn cut_off(&self, graph: &mut Graph, id: ObjectId) -> Option<()> {
        let Form { shape, leaf } = self.form;
        let recorded = disjuncts::with_links(self.graph, self.graph.object(id)?, shape, self.word);
        let object = graph.object_mut(id)?;
        object.set_disjuncts(recorded);
        if let Kind::Segment { linkage, .. } = &mut object.kind {
            *linkage = shape;
        }
        for link in shape.forward() {
            object.set_link(link, self.word, leaf);
        }
        if let Some(back) = shape.back {
            object.write(back.at, self.word, Value::ZERO);
        }
        Some(())
    }

    /// Nests what only a region leads to below it, which becomes a segment. Others lead to its first node.
    fn sink_below(&self, graph: &mut Graph, region: ObjectId) -> Option<()> {
        let own = graph.private_to(region, Some(self.form.shape), region);
        for id in &own {
            let object = graph.object_mut(*id)?;
            object.level = object.level.checked_add(1)?;
        }
        for (from, ..) in graph.references(region) {
            let target = if from == region || own.contains(&from) { Target::All } else { Target::First };
            graph.object_mut(from)?.map_values(|value| match value {
                Value::Address(address) if address.object == region => Value::Address(Address { target, ..address }),
                other => other,
            });
        }
        Some(())
    }

    /// Merges two nodes without children.
    fn merged_with(&self, graph: &Graph, first: ObjectId, second: ObjectId) -> Option<(Graph, ObjectId)> {
        let Form { shape, leaf } = self.form;
        let private = [graph.private_to(first, Some(shape), second), graph.private_to(second, Some(shape), first)];
        let gone: Vec<ObjectId> = private.iter().flatten().copied().chain([first, second]).collect();
        let (mut joiner, segment) = Joiner::of_nodes(graph, (first, second), private, shape, self.word)?;
        joiner.run()?;
        let mut out = joiner.out;
        let object = out.object_mut(segment)?;
        for link in shape.forward() {
            object.set_link(link, self.word, leaf);
        }
        if let Some(back) = shape.back {
            object.write(back.at, self.word, Value::ZERO);
        }
        for id in gone {
            out.remove(id);
        }
        out.redirect(first, |address| {
            let target = if address.target == Target::All { Target::All } else { Target::First };
            Value::Address(Address { object: segment, target, ..address })
        });
        Some((out, segment))
    }
}

impl Gathered {
    /// Adds the part below one of the links; `None` if something follows both.
    fn add(&mut self, child: Gathered) -> Option<()> {
        if let Some(last) = child.last {
            if self.last.is_some() {
                return None;
            }
            (self.out, self.last, self.path) = (child.out, Some(last), child.path + 1);
        }
        self.members.extend(child.members);
        self.is_tree |= child.is_tree;
        Some(())
    }
}
