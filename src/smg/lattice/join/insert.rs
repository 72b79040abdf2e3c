//! Insertion of segments that one of two graphs lacks, where they are empty (paper, section 0.3.2, insertion of
//! segments).
//!
//! A single node is treated as a list of one node where that helps: nodes that exist in one memory and not in the other
//! become a list that may be empty.

use std::collections::BTreeSet;

use crate::domain::graph::Graph;
use crate::domain::object::{BackLink, Disjuncts, Kind, Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target, Value};
use crate::lattice::join::{JoinMode, Joiner, Side};
use crate::lattice::limits::{MOST_GUESSED_WORDS, MOST_INSERTIONS};
use crate::transfer::segment::End;
use base::marks;

/// The substitute for an object that one side lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InItsPlace {
    /// Its successor by the links of a list, seen from one end.
    Past(SegmentShape, End),
    Null,
}

impl Joiner<'_> {
    /// Returns the join of the address of a segment that the other side lacks: there the segment is empty.
    pub(super) fn inserted(&mut self, side: Side, address: Address, other: Value) -> Option<Value> {
        let at = side as usize;
        let object = self.graphs[at].object(address.object)?;
        // A choice is no memory that could be missing: it stands for what one of its alternatives holds.
        if object.is_choice() {
            return None;
        }
        if address.target == Target::All || object.is_elements() || self.insertions > MOST_INSERTIONS {
            // A ring of segments would recur forever.
            marks::hit("insert: too many in a row, or all nodes of a segment");
            return None;
        }
        if self.mode == JoinMode::Merge && !self.private[at].contains(&address.object) {
            return None;
        }
        let is_kind = self.joins_kinds() && other == Value::ZERO && !self.is_link_of(side, address);
        if !self.mode.changes_shapes() && object.minimum() > 0 && !is_kind {
            return None;
        }
        if self.is_below_its_like(object) {
            marks::hit("insert: below its like");
            return None;
        }
        // If it is paired with something on the other side, it is not missing there.
        let known = self.images[at].get(address.object);
        if known.is_some_and(|known| self.images[1 - at].source(known).is_some()) {
            return None;
        }
        let mut ways = self.ways(side, object, address, other, known);
        let last = ways.pop()?;
        for way in ways {
            // Saved, because a failed attempt leaves traces.
            let before = self.clone();
            let found = self.inserted_as(side, address, other, way);
            if found.is_some() {
                return found;
            }
            *self = before;
        }
        self.inserted_as(side, address, other, last)
    }

    /// Returns the possible substitutes for an object that one side lacks, judged locally. The object may already have
    /// an image.
    fn ways(
        &self,
        side: Side,
        object: &Object,
        address: Address,
        other: Value,
        image: Option<ObjectId>,
    ) -> Vec<InItsPlace> {
        let known = std::iter::once(object)
            .chain(image.and_then(|image| self.out.object(image)))
            .find(|object| object.is_abstract());
        let past = |ways: [(SegmentShape, End); 2]| ways.map(|(linkage, end)| InItsPlace::Past(linkage, end)).to_vec();
        let Some(known) = known else { return self.ways_of_node(side, object, address, other) };
        match (known.linkage(), address.target) {
            (None, _) => vec![InItsPlace::Null],
            (Some(linkage), Target::First) => vec![InItsPlace::Past(linkage, End::First)],
            (Some(linkage), Target::Last) => vec![InItsPlace::Past(linkage, End::Last)],
            // The end that nothing points to yet comes first: two pointers to a node point to its two ends.
            (Some(linkage), _) if self.is_loose(image, linkage.next) => {
                past([(linkage, End::First), (linkage, End::Last)])
            }
            (Some(linkage), _) => past([(linkage, End::Last), (linkage, End::First)]),
        }
    }

    /// Returns true if a node would be inserted below a single node of its own kind that becomes one of a list. Such
    /// nodes may have several links, and which of them makes up the list is a guess: objects of that node alone would
    /// be nested below all nodes.
    fn is_below_its_like(&self, object: &Object) -> bool {
        let is_like = |side: usize| {
            let id = self.parents?[side];
            let (parent, image) = (self.graphs[side].object(id)?, self.out.object(self.images[side].get(id)?)?);
            // Objects beside the parent sink as deep as the parent itself.
            let is_below = parent.level.checked_add(self.sinks[side])? > image.level;
            Some(is_below && parent.is_of_kind(object))
        };
        self.mode.keeps_what_is_there() && [0, 1].map(is_like).contains(&Some(true))
    }

    /// Returns true if the neighbours of each inserted doubly linked segment point back to it where they do on the side
    /// that has it. Otherwise its two links were inserted at different places, and the result would be too imprecise.
    pub(super) fn keeps_back_links(&self) -> bool {
        self.inserted.iter().all(|(side, object)| {
            let at = *side as usize;
            let Some(image) = self.images[at].get(*object) else { return true };
            let Some(linkage) = self.out.object(image).and_then(Object::linkage) else { return true };
            let Some(BackLink { at: prev, into }) = linkage.back else { return true };
            [(linkage.next, linkage.head, prev), (prev, into, linkage.next)].into_iter().all(|links| {
                !leads_back(self.graphs[at], *object, links, self.word)
                    || leads_back(&self.out, image, links, self.word)
            })
        })
    }

    fn is_loose(&self, image: Option<ObjectId>, link: i64) -> bool {
        self.loose.iter().any(|(_, object, offset)| Some(*object) == image && *offset == link)
    }

    /// Returns the join of the address of an object that the other side lacks, with a given substitute.
    fn inserted_as(&mut self, side: Side, address: Address, other: Value, way: InItsPlace) -> Option<Value> {
        match way {
            InItsPlace::Past(linkage, end) => self.inserted_as_list(side, address, other, linkage, end),
            InItsPlace::Null => self.inserted_as_optional(side, address, other),
        }
    }

    /// Returns the join of the address of a block, which becomes optional, and NULL.
    fn inserted_as_optional(&mut self, side: Side, address: Address, other: Value) -> Option<Value> {
        let at = side as usize;
        if address.offset != 0 || other != Value::ZERO {
            return None;
        }
        marks::hit("insert: a block that may be missing");
        let out = match self.images[at].get(address.object) {
            Some(out) => out,
            None => self.copied(side, address.object, None)?,
        };
        self.put_in(side, address.object);
        Some(Value::Address(Address { object: out, target: Target::First, ..address }))
    }

    /// Records that an object was inserted that the other side lacks.
    pub(super) fn put_in(&mut self, side: Side, object: ObjectId) {
        self.inserted.push((side, object));
        let mut loses = [true, true];
        loses[side as usize] = self.graphs[side as usize].object(object).is_none_or(|object| object.minimum() > 0);
        self.note(loses);
    }

    /// Returns the join of the address of one end of a segment, or of a node that is treated as one, which the other
    /// side lacks.
    fn inserted_as_list(
        &mut self,
        side: Side,
        address: Address,
        other: Value,
        linkage: SegmentShape,
        end: End,
    ) -> Option<Value> {
        let at = side as usize;
        let segment = self.graphs[at].object(address.object)?;
        let (field, target) = match end {
            End::First => {
                marks::hit("insert: a segment, at its first node");
                (linkage.next, Target::First)
            }
            End::Last => {
                marks::hit("insert: a segment, at its last node");
                (linkage.prev()?, Target::Last)
            }
        };
        if address.offset != linkage.entry(target) {
            return None;
        }
        let beyond = segment.read(field, self.word);
        let out = match self.images[at].get(address.object) {
            Some(out) => out,
            None => self.copied(side, address.object, Some(linkage))?,
        };
        self.put_in(side, address.object);
        // The successor has to correspond to what the other side has here.
        self.insertions += 1;
        let passed = match side {
            Side::Left => self.value(beyond, other),
            Side::Right => self.value(other, beyond),
        };
        self.insertions -= 1;
        // Otherwise the pointer to the segment would be maybe uninitialized if it is missing.
        let is_open = |value: Value| matches!(value, Value::PerhapsUndefined(_));
        let passed = passed.filter(|passed| !is_open(*passed) || is_open(other))?;
        // The successor is beside it, not nested below it.
        let level = |id: ObjectId| self.out.object(id).map(|object| object.level);
        if passed.object().is_some_and(|to| level(to) > level(out)) {
            return None;
        }
        match self.loose.iter().position(|(_, image, offset)| (*image, *offset) == (out, field)) {
            Some(index) => {
                self.loose.remove(index);
                self.out.object_mut(out)?.set_link(field, self.word, passed);
            }
            None if self.out.object(out)?.read(field, self.word) == passed => {}
            None => return None,
        }
        Some(Value::Address(Address { object: out, target, ..address }))
    }

    /// Returns the possible substitutes for a single node. If it is treated as a list of one node: its successor, by
    /// the links of existing lists of such nodes, or else by guessed links. Otherwise NULL.
    fn ways_of_node(&self, side: Side, node: &Object, address: Address, other: Value) -> Vec<InItsPlace> {
        if !node.is_heap() || address.target != Target::Region {
            return Vec::new();
        }
        if self.mode == JoinMode::Kinds {
            return vec![InItsPlace::Null];
        }
        let fits = |object: &Object| object.level == node.level && object.is_of_kind(node);
        let alike =
            || self.graphs.iter().flat_map(|graph| graph.objects()).map(|(_, object)| object).filter(|it| fits(it));
        // Which link of a node of a tree leads on is not known: such nodes become segments before the join.
        let lists = alike().filter_map(Object::linkage).filter(|linkage| !linkage.is_tree());
        let known: BTreeSet<SegmentShape> = lists.collect();
        let both = |linkage: SegmentShape| {
            let ends = [(Target::First, End::First), (Target::Last, End::Last)].into_iter();
            let is_there = move |target: Target| linkage.beyond(target).is_some();
            let leads_there = move |target: Target| linkage.entry(target) == address.offset;
            ends.filter(move |(target, _)| is_there(*target) && leads_there(*target))
                .map(move |(_, end)| (linkage, end))
        };
        let mut ends: Vec<(SegmentShape, End)> = known.into_iter().flat_map(both).collect();
        let guesses = matches!(self.mode, JoinMode::Merge | JoinMode::Union);
        if guesses {
            let is_like = |id: ObjectId| self.graphs[side as usize].object(id).is_some_and(fits);
            marks::hit("insert: links are guessed");
            let guessed = guessed_linkages(node, address.offset, other, self.word, is_like);
            let new = guessed.into_iter().filter(|guess| !ends.contains(guess)).collect::<Vec<_>>();
            ends.extend(new);
        }
        let may_be_null = guesses || alike().any(|object| object.kind == Kind::Optional);
        let past = ends.into_iter().map(|(linkage, end)| InItsPlace::Past(linkage, end));
        past.chain(may_be_null.then_some(InItsPlace::Null)).collect()
    }

    /// Sets the links of inserted segments for which the other side determines no target: they point where they do on
    /// the side that has them.
    pub(super) fn tie_up(&mut self) -> Option<()> {
        for (side, image, offset) in std::mem::take(&mut self.loose) {
            let at = side as usize;
            let segment = self.images[at].source(image)?;
            let value = self.graphs[at].object(segment)?.read(offset, self.word);
            marks::hit("insert: a loose link is tied up");
            let value = match value {
                Value::Address(address) => {
                    // A list that may be empty must not point to itself.
                    if address.object == segment || self.is_node(address.object) {
                        return None;
                    }
                    let shared = self.mode == JoinMode::Merge && !self.is_private(address.object);
                    let object = match self.images[at].get(address.object) {
                        Some(object) => object,
                        None if shared => address.object,
                        None => return None,
                    };
                    if self.out.object(object)?.level > self.out.object(image)?.level {
                        return None;
                    }
                    Value::Address(Address { object, target: self.target(image, offset, object, address)?, ..address })
                }
                Value::Integer(_) => value,
                _ => return None,
            };
            self.out.object_mut(image)?.set_link(offset, self.word, value);
        }
        Some(())
    }

    /// Returns the target specifier of a segment's link to an object, which may have become a segment.
    fn target(&self, segment: ObjectId, link: i64, object: ObjectId, address: Address) -> Option<Target> {
        let found = self.out.object(object)?;
        Some(match (found.linkage(), address.target) {
            (None, _) => Target::Region,
            (Some(_), Target::Region) => {
                let segment = self.out.object(segment)?;
                let is_next = segment.linkage()?.next == link;
                // From below a node to the node.
                match (segment.level > found.level, is_next) {
                    (true, _) => Target::All,
                    (_, true) => Target::First,
                    (_, false) => Target::Last,
                }
            }
            (Some(_), target) => target,
        })
    }

    /// Copies a segment of one side with everything nested below it, so that it may be empty. For a node that is
    /// treated as a list of one node, objects that are reachable only through it become nested. The links are still to
    /// be set.
    pub(super) fn copied(&mut self, side: Side, segment: ObjectId, linkage: Option<SegmentShape>) -> Option<ObjectId> {
        let at = side as usize;
        let graph = self.graphs[at];
        let node = graph.object(segment)?;
        let is_single = !node.is_abstract();
        let nested: Vec<ObjectId> = match is_single {
            true => {
                marks::hit("insert: a node as a list of one");
                graph.private_to(segment, linkage, segment).into_iter().collect()
            }
            false => {
                marks::hit("insert: a list or a block that may be missing already");
                graph.nested_below(segment)
            }
        };
        let has_its_like = || nested.iter().filter_map(|id| graph.object(*id)).any(|below| node.is_of_kind(below));
        if is_single && self.mode.keeps_what_is_there() && has_its_like() {
            return None;
        }
        let sinks = self.sinks[at];
        let parent = self.parents.map(|parents| parents[at]);
        // Objects that sink must belong to the current pair alone.
        let owned = |from: ObjectId| Some(from) == parent || from == segment || nested.contains(&from);
        if sinks > 0 && !graph.references(segment).into_iter().all(|(from, ..)| owned(from)) {
            return None;
        }
        for id in nested.iter().chain([&segment]) {
            let object = graph.object(*id)?;
            let kind = match linkage {
                _ if *id != segment => object.kind,
                None => Kind::Optional,
                Some(linkage) => Kind::Segment { linkage, minimum: 0, optional: is_single || object.is_optional() },
            };
            let sinks = if is_single && *id != segment { sinks.checked_add(1)? } else { sinks };
            let level = object.level.checked_add(sinks)?;
            // What all nodes of a segment share does not belong to each node of the merged one.
            if self.mode == JoinMode::Merge && !self.is_below_merged_node([level, level]) {
                return None;
            }
            let image = self.add_copy(side, *id, kind, level)?;
            if let Some(linkage) = linkage.filter(|_| *id == segment) {
                self.loose.extend(linkage.links().map(|link| (side, image, link)));
            }
        }
        self.copy_contents(side, segment, &nested, linkage)?;
        self.images[at].get(segment)
    }

    /// Adds the image of an object that the other side lacks, without contents. Returns `None` if it has one already.
    pub(super) fn add_copy(&mut self, side: Side, id: ObjectId, kind: Kind, level: u8) -> Option<ObjectId> {
        let at = side as usize;
        if self.images[at].get(id).is_some() {
            return None;
        }
        let object = self.graphs[at].object(id)?;
        let mut copy = object.emptied(object.fill());
        (copy.kind, copy.level) = (kind, level);
        let image = self.out.add(copy);
        self.images[at].insert(id, image);
        self.keep_size_in_merge(image, [self.graphs[at].recorded_size(id); 2]);
        Some(image)
    }

    /// Writes the contents of a node and of the objects below it into their images.
    pub(super) fn copy_contents(
        &mut self,
        side: Side,
        segment: ObjectId,
        nested: &[ObjectId],
        linkage: Option<SegmentShape>,
    ) -> Option<()> {
        let at = side as usize;
        let graph = self.graphs[at];
        for id in nested.iter().chain([&segment]) {
            for field in graph.object(*id)?.fields() {
                if *id == segment && linkage.is_some_and(|linkage| linkage.has(field.offset)) {
                    continue;
                }
                let value = self.copied_value(side, *id, field.value, (segment, nested), linkage.is_none())?;
                let image = self.images[at].get(*id)?;
                self.out.object_mut(image)?.write(field.offset, field.size, value);
            }
            let object = graph.object(*id)?;
            let size_relations = self.size_relations_of(side, *id, object);
            let strings = self.copied_strings(at, object);
            let copy = self.out.object_mut(self.images[at].get(*id)?)?;
            copy.set_disjuncts(disjuncts_of(object, linkage.filter(|_| *id == segment)));
            copy.set_size_relations(size_relations);
            copy.set_strings(strings);
        }
        Some(())
    }

    /// Returns the image of a value in an inserted object, which is the block or list itself or nested below it.
    /// Addresses of the object that they are nested below are possible only for a block that may be missing.
    fn copied_value(
        &self,
        side: Side,
        holder: ObjectId,
        value: Value,
        (root, nested): (ObjectId, &[ObjectId]),
        may_lead_up: bool,
    ) -> Option<Value> {
        let at = side as usize;
        let graph = self.graphs[at];
        let value = value.without_steps();
        let Some(object) = value.object() else { return Some(graph.without_name(value)) };
        if self.mode == JoinMode::Merge && !self.is_private(object) && !self.is_node(object) {
            return Some(value);
        }
        let (image, holder) = (self.images[at].get(object)?, self.images[at].get(holder)?);
        let (level, around) = (self.out.object(holder)?.level, self.out.object(image)?.level);
        // Every node would have one of its own.
        if around > level && object != root && !nested.contains(&object) {
            return None;
        }
        let is_abstract = self.out.object(image)?.is_abstract();
        match value {
            // From below the node, or from the node itself. A single node that points to itself is the head of a ring
            // rather than a list.
            Value::Address(address) if is_abstract && address.target == Target::Region => {
                let is_around = object == root || self.parents.is_some_and(|parents| parents[at] == object);
                let is_within = image == holder || (level > around && is_around);
                (is_within && may_lead_up).then_some(Value::Address(Address {
                    object: image,
                    target: Target::All,
                    ..address
                }))
            }
            // Pointers to the nodes that are merged would have to point to all of them.
            _ if self.is_node(object) => None,
            other => Some(other.with_object(|_| image)),
        }
    }
}

/// Returns the disjuncts of an object that becomes a segment if a linkage is given: they do not describe links of lists.
fn disjuncts_of(object: &Object, linkage: Option<SegmentShape>) -> Disjuncts {
    let mut disjuncts = object.disjuncts().clone();
    for link in linkage.filter(|linkage| !linkage.is_tree()).into_iter().flat_map(SegmentShape::links) {
        disjuncts.forget(link, link + 1);
    }
    disjuncts
}

/// Returns true if the neighbour at `link` of a node points back to the node: `into` is the offset in the neighbour
/// that `link` points to, and `back` the offset of its link back.
fn leads_back(graph: &Graph, node: ObjectId, (link, into, back): (i64, i64, i64), word: i64) -> bool {
    let neighbour = graph.object(node).map(|object| object.read(link, word));
    let Some(Value::Address(Address { object, offset, .. })) = neighbour else { return false };
    let found = graph.object(object).map(|neighbour| neighbour.read(offset - into + back, word));
    found.is_some_and(|value| value.object() == Some(node))
}

/// Guesses the links of a single node: the fields that hold an address, or the value that replaces the node where it is
/// missing.
fn guessed_linkages(
    node: &Object,
    head: i64,
    other: Value,
    word: i64,
    is_like: impl Fn(ObjectId) -> bool,
) -> Vec<(SegmentShape, End)> {
    let last = i64::try_from(node.size.low()).unwrap_or(0) - word;
    let words = (0..MOST_GUESSED_WORDS).map(|index| index * word).take_while(|offset| *offset <= last);
    let links: Vec<(i64, Value)> = words.map(|offset| (offset, node.read(offset, word))).collect();
    let leads: Vec<i64> =
        links.iter().filter(|(_, value)| value.object().is_some()).map(|(offset, _)| *offset).collect();
    let both = match *leads.as_slice() {
        [next, prev] => Some(SegmentShape::list(head, next, Some(BackLink { at: prev, into: head }))),
        _ => None,
    };
    let same = links.iter().find(|(_, value)| *value == other).map(|(offset, _)| *offset);
    let to_like = |offset: &i64| node.read(*offset, word).object().is_some_and(&is_like);
    let singly = same.into_iter().chain(leads.into_iter().filter(|offset| Some(*offset) != same && to_like(offset)));
    let doubly = both.into_iter().flat_map(|linkage| [(linkage, End::First), (linkage, End::Last)]);
    doubly.chain(singly.map(|next| (SegmentShape::list(head, next, None), End::First))).take(4).collect()
}
