//! The join of two symbolic memory graphs, or of two parts of one (paper, sections 0.3.2 and 0.3.3).
//!
//! Both graphs are traversed simultaneously, starting at pairs of objects that correspond to each other. The result
//! describes every memory that one of the two describes. For each of them the joiner records whether the result
//! describes more, so a join also decides entailment. If no single graph can describe both, there is no result.

mod choice;
mod contents;
mod disjuncts;
pub mod exclude;
mod freed;
mod given;
mod insert;
mod kinds;
mod lengths;
mod mode;
mod pieces;
mod places;
mod relate;
mod rows;
pub mod size_relations;
mod strings;
#[cfg(test)]
mod tests;
mod undefined;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::domain::graph::Graph;
use crate::domain::object::{Fill, Kind, Object, Origin, SegmentShape};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::lattice::join::given::JoinedGiven;
pub use crate::lattice::join::mode::JoinMode;
use base::ids::Id;
use base::marks;
use ctype::TypeId;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Left,
    Right,
}

/// The image of each object of a graph in the result.
#[derive(Clone)]
struct Images(Vec<Option<ObjectId>>);

impl Images {
    fn of(graph: &Graph) -> Images {
        Images(vec![None; graph.id_bound()])
    }

    fn get(&self, id: ObjectId) -> Option<ObjectId> {
        self.0.get(id.index()).copied().flatten()
    }

    fn insert(&mut self, id: ObjectId, image: ObjectId) {
        if let Some(slot) = self.0.get_mut(id.index()) {
            *slot = Some(image);
        }
    }

    /// Returns the object that has this image.
    fn source(&self, image: ObjectId) -> Option<ObjectId> {
        self.iter().find(|(_, known)| *known == image).map(|(id, _)| id)
    }

    /// Returns the objects that have an image, ascending, with their images.
    fn iter(&self) -> impl Iterator<Item = (ObjectId, ObjectId)> + '_ {
        let known = self.0.iter().enumerate();
        known.filter_map(|(index, image)| Some((ObjectId::from_index(index), (*image)?)))
    }
}

/// A join in progress.
#[derive(Clone)]
pub struct Joiner<'j> {
    graphs: [&'j Graph; 2],
    mode: JoinMode,
    /// Bytes of a pointer.
    word: i64,
    pub out: Graph,
    /// The images of the objects of both sides.
    images: [Images; 2],
    /// The images of pairs of values.
    values: BTreeMap<(Value, Value), Value>,
    /// Pairs of objects whose contents are still to be joined, with their images.
    open: Vec<(ObjectId, ObjectId, ObjectId)>,
    /// For a merge: the objects that belong only to the left node, and only to the right node.
    private: [BTreeSet<ObjectId>; 2],
    /// The number of levels by which the nesting of objects below the current pair grows, for each side: one below a
    /// region that becomes a segment.
    sinks: [u8; 2],
    /// The current pair.
    parents: Option<[ObjectId; 2]>,
    /// The offset of the current cell in it.
    offset: i64,
    /// For a merge: the image of the two nodes, and the linkage, whose links are not joined.
    nodes: Option<(ObjectId, SegmentShape)>,
    /// The number of nested insertions of segments that one side lacks.
    insertions: usize,
    /// The objects of one side that the other side lacks.
    inserted: Vec<(Side, ObjectId)>,
    /// The links of inserted segments that have no target yet: the side, the image, and the offset of the link.
    loose: Vec<(Side, ObjectId, i64)>,
    /// True if the result has a choice with more alternatives than either side has there.
    adds_alternatives: bool,
    /// The images of pairs that are joined after all others, since they hold choices: what alternatives share with the
    /// rest of the graph has an image by then.
    postponed: BTreeSet<ObjectId>,
    /// True if one of the graphs has a choice.
    has_choices: bool,
    /// The integers that both graphs hold; computed on demand.
    integers: OnceCell<Vec<i128>>,
    /// True for each side if the result describes more than its graph.
    pub loses: [bool; 2],
}

impl<'j> Joiner<'j> {
    pub fn new(left: &'j Graph, right: &'j Graph, mode: JoinMode, word: i64) -> Joiner<'j> {
        let mut out = Graph::with_room_for(left.id_bound());
        if left.keeps_relations() {
            out.keep_relations(left.thresholds().clone());
        }
        Joiner {
            graphs: [left, right],
            mode,
            word,
            out,
            images: [Images::of(left), Images::of(right)],
            values: BTreeMap::new(),
            open: Vec::with_capacity(left.id_bound()),
            private: Default::default(),
            sinks: [0, 0],
            parents: None,
            offset: 0,
            nodes: None,
            insertions: 0,
            inserted: Vec::new(),
            loose: Vec::new(),
            adds_alternatives: false,
            postponed: BTreeSet::new(),
            has_choices: left.has_choices() || right.has_choices(),
            integers: OnceCell::new(),
            loses: [false, false],
        }
    }

    /// Returns a join of two nodes of a graph, whose sub-heaps are the private objects. The result is a copy of the
    /// graph with a new object for the two, whose links are still to be set.
    pub fn of_nodes(
        graph: &'j Graph,
        nodes: (ObjectId, ObjectId),
        private: [BTreeSet<ObjectId>; 2],
        linkage: SegmentShape,
        word: i64,
    ) -> Option<(Joiner<'j>, ObjectId)> {
        let mut joiner = Joiner::new(graph, graph, JoinMode::Merge, word);
        let (a, b) = (graph.object(nodes.0)?, graph.object(nodes.1)?);
        joiner.out = graph.clone();
        joiner.private = private;
        let kind = Kind::Segment { linkage, minimum: a.minimum() + b.minimum(), optional: false };
        let mut node = a.emptied(a.fill());
        (node.kind, node.origin, node.size) = (kind, joiner.origin(a, b), a.size.hull(b.size));
        node.record = joined_record(a, b);
        joiner.note([a.size != node.size, b.size != node.size]);
        let segment = joiner.out.add(node);
        joiner.nodes = Some((segment, linkage));
        joiner.images[0].insert(nodes.0, segment);
        joiner.images[1].insert(nodes.1, segment);
        joiner.open.push((nodes.0, nodes.1, segment));
        Some((joiner, segment))
    }

    /// Returns for each side whether its node changes its shape: one of the sides has a node like this one that the other
    /// side lacks, or a block that the node always or never had has become optional, or one of several alternatives.
    pub fn changes_shape(&self, node: &Object) -> [bool; 2] {
        let mut changes = [self.adds_alternatives; 2];
        for (side, id) in &self.inserted {
            let at = *side as usize;
            let object = self.graphs[at].object(*id);
            let image = self.images[at].get(*id).and_then(|image| self.out.object(image));
            let is_like = object.is_some_and(|object| object.is_of_kind(node));
            let is_optional = image.is_some_and(|image| image.kind == Kind::Optional);
            let was_optional = object.is_some_and(|object| object.kind == Kind::Optional);
            changes[at] |= is_like || (is_optional && !was_optional);
            changes[1 - at] |= is_like || is_optional;
        }
        changes
    }

    /// Begins with the pair that was added first, not last.
    pub fn begin_with_first(&mut self) {
        self.open.reverse();
    }

    /// Joins the contents of all pairs. Returns `None` if that is impossible.
    pub fn run(&mut self) -> Option<()> {
        while let Some((left, right, out)) = self.open.pop() {
            if self.is_postponed([left, right], out) {
                self.open.insert(0, (left, right, out));
                continue;
            }
            self.contents([left, right], out)?;
            if self.mode == JoinMode::Entailment && self.loses == [true, true] {
                return None;
            }
        }
        self.tie_up()?;
        if !self.keeps_back_links() || (self.mode == JoinMode::Entailment && self.loses == [true, true]) {
            return None;
        }
        // Entailment needs no facts in the result.
        let is_known = |graph: &&Graph| graph.differences().next().is_some() || graph.has_relations();
        if self.mode == JoinMode::Entailment && !self.graphs.iter().any(is_known) {
            return Some(());
        }
        if self.mode != JoinMode::Merge {
            self.differences();
            self.relations();
        }
        Some(())
    }

    /// Returns the image of a pair of objects, which is created if neither object has one. `None` if they cannot be
    /// paired.
    pub fn pair(&mut self, left: ObjectId, right: ObjectId) -> Option<ObjectId> {
        match (self.images[0].get(left), self.images[1].get(right)) {
            (Some(one), Some(other)) if one == other => return Some(one),
            (None, None) => {}
            _ => return None,
        }
        let (a, b) = (self.graphs[0].object(left)?, self.graphs[1].object(right)?);
        // Choices are joined with the cell that holds their address.
        if a.is_choice() || b.is_choice() || !alike(a, b) || a.liveness != b.liveness {
            return None;
        }
        let size = self.size([left, right], [a, b])?;
        let kind = self.kind(a, b)?;
        if let Kind::Segment { linkage, .. } = kind
            && linkage.links().any(|link| i128::from(link + self.word) > size.low())
        {
            return None;
        }
        let nested = [a.level.checked_add(self.sinks[0])?, b.level.checked_add(self.sinks[1])?];
        let level = match self.mode {
            // An object beside a segment, to which all of its nodes point: those of two segments are two objects.
            JoinMode::Merge if !self.is_below_merged_node(nested) => return None,
            _ if nested[0] == nested[1] => nested[0],
            JoinMode::Merge => return None,
            // The objects are not only below the current pair.
            _ if a.level == b.level => a.level,
            _ => return None,
        };
        // Gaps are joined piece by piece as values; with this fill only those that are not Any have to be written.
        let fill = if a.fill() == b.fill() { a.fill() } else { Fill::Any };
        let mut object = a.emptied(fill);
        (object.kind, object.size, object.level) = (kind, size, level);
        object.record = joined_record(a, b);
        object.origin = self.origin(a, b);
        let out = self.out.add(object);
        self.images[0].insert(left, out);
        self.images[1].insert(right, out);
        self.keep_size_in_merge(out, [self.graphs[0].recorded_size(left), self.graphs[1].recorded_size(right)]);
        self.open.push((left, right, out));
        Some(out)
    }

    /// Returns true if what is at these levels is nested below the segment that two nodes become.
    fn is_below_merged_node(&self, levels: [u8; 2]) -> bool {
        let segment = self.nodes.and_then(|(segment, _)| self.out.object(segment));
        segment.is_some_and(|segment| levels.iter().all(|level| *level > segment.level))
    }

    /// Returns the origin of a block that may be either.
    fn origin(&mut self, a: &Object, b: &Object) -> Origin {
        let is_input = |object: &Object| matches!(object.origin, Origin::Input | Origin::HeapOrInput);
        if a.origin == b.origin || (!is_input(a) && !is_input(b)) {
            return a.origin;
        }
        // The owner of a block is no reason to keep nodes of a list apart.
        if self.mode != JoinMode::Merge {
            self.note([a, b].map(|object| object.origin != Origin::HeapOrInput));
        }
        marks::hit("join: a block of the program and one of the input");
        Origin::HeapOrInput
    }

    fn size(&mut self, ids: [ObjectId; 2], [first, second]: [&Object; 2]) -> Option<Range> {
        let (a, b) = (first.size, second.size);
        if a == b {
            return Some(a);
        }
        marks::hit("join: different sizes");
        let hull = a.hull(b);
        if self.mode == JoinMode::Entailment && hull != a && hull != b {
            return None;
        }
        // The blocks that nodes of one list own have one size, unless a number in each node gives it, or a disjunct.
        let is_told = first.is_of_several_sizes_like(second);
        if self.mode == JoinMode::Merge && !is_told && !self.have_known_sizes(ids) {
            return None;
        }
        self.note([hull != a, hull != b]);
        if !self.mode.generalises() || is_told {
            return Some(hull);
        }
        // At least as large as the cells that are known to exist, above all the links of a list.
        let ends = [first, second].into_iter().flat_map(Object::fields).map(|field| i128::from(field.end()));
        let thresholds: Vec<i128> = self.out.thresholds().all().iter().copied().chain(ends).collect();
        Some(a.widened_to(b, &thresholds))
    }

    fn note(&mut self, loses: [bool; 2]) {
        self.loses[0] |= loses[0];
        self.loses[1] |= loses[1];
    }

    fn kind(&mut self, a: &Object, b: &Object) -> Option<Kind> {
        self.note(more_general(a, b));
        match (a.kind, b.kind) {
            (Kind::Region, Kind::Region) => {
                marks::hit("join: two regions");
                Some(Kind::Region)
            }
            (Kind::Optional, Kind::Optional) => {
                marks::hit("join: two optional blocks");
                Some(Kind::Optional)
            }
            (
                Kind::Segment { linkage, minimum: m, optional: p },
                Kind::Segment { linkage: other, minimum: n, optional: q },
            ) => {
                marks::hit("join: two segments");
                (linkage == other).then_some(Kind::Segment { linkage, minimum: m.min(n), optional: p && q })
            }
            (_, Kind::Region) | (Kind::Region, _) if self.mode.keeps_kinds() => {
                marks::hit("join: kinds are kept apart");
                None
            }
            (kind, Kind::Region) if b.is_heap() => {
                marks::hit("join: a segment and a region");
                Some(kind.or_one_block())
            }
            (Kind::Region, kind) if a.is_heap() => {
                marks::hit("join: a region and a segment");
                Some(kind.or_one_block())
            }
            _ => None,
        }
    }

    /// As [`Joiner::value`], without forgetting addresses of freed blocks.
    fn value_itself(&mut self, left: Value, right: Value) -> Option<Value> {
        match (left, right) {
            (Value::Address(a), Value::Address(b)) => self.addresses(a, b),
            (Value::Inside { .. }, Value::Address(_) | Value::Inside { .. })
            | (Value::Address(_), Value::Inside { .. }) => {
                marks::hit("join: a place somewhere in an object");
                self.insides(left, right)
            }
            (Value::Address(a), _) => self.inserted(Side::Left, a, right),
            (_, Value::Address(b)) => self.inserted(Side::Right, b, left),
            (Value::Inside { .. }, _) | (_, Value::Inside { .. }) => None,
            (Value::Undefined, Value::Undefined) => {
                marks::hit("join: undefined");
                Some(Value::Undefined)
            }
            (Value::Bits(a), Value::Bits(b)) if let Some(both) = a.either(b) => self.bits([a, b], both),
            (left, right) if left.may_be_undefined() || right.may_be_undefined() => self.perhaps_undefined(left, right),
            (Value::Function(f), Value::Function(g)) => {
                marks::hit("join: two functions");
                (f == g).then_some(left)
            }
            (Value::Function(_), _) | (_, Value::Function(_)) => None,
            _ => self.numbers(left, right),
        }
    }

    /// Returns true if different offsets in one object become a range of offsets. Targets of variables are kept apart
    /// longer than those of cells in blocks.
    fn joins_places(&self) -> bool {
        matches!(self.mode, JoinMode::Union | JoinMode::Merge) || (self.mode == JoinMode::Shapes && self.is_in_block())
    }

    /// Returns true if contents of heap blocks are being joined in a mode that joins nodes of several kinds.
    fn joins_kinds(&self) -> bool {
        self.mode == JoinMode::Kinds && self.is_in_block()
    }

    /// Returns true if the contents of heap blocks are being joined.
    fn is_in_block(&self) -> bool {
        let holder = self.parents.and_then(|[left, _]| self.graphs[0].object(left));
        holder.is_some_and(Object::is_heap)
    }

    fn is_private(&self, object: ObjectId) -> bool {
        self.private.iter().any(|set| set.contains(&object))
    }

    fn addresses(&mut self, a: Address, b: Address) -> Option<Value> {
        if self.mode == JoinMode::Merge && a == b && !self.is_private(a.object) && !self.is_node(a.object) {
            return Some(Value::Address(a));
        }
        if a.offset == b.offset && self.may_pair(a.object, b.object) {
            let target = match (a.target, b.target) {
                (x, y) if x == y && !self.is_node_pair(a.object, b.object) => x,
                // From below a node to the node itself.
                _ if self.is_node_pair(a.object, b.object) => Target::All,
                (Target::Region, y) => y,
                (x, Target::Region) => x,
                _ => return None,
            };
            marks::hit("join: two addresses of one pair");
            let object = self.pair(a.object, b.object)?;
            return Some(Value::Address(Address { object, target, offset: a.offset }));
        }
        // Each node points to a different offset in itself, or a pointer walks through an array.
        let is_paired = self.joins_places() && self.are_paired(a.object, b.object);
        if is_paired
            || (self.is_walk([a.object, b.object]) && self.may_pair(a.object, b.object) && a.target == b.target)
        {
            marks::hit("join: two places become one somewhere");
            return self.insides(Value::Address(a), Value::Address(b));
        }
        // Saved, because a failed attempt leaves traces.
        let before = self.clone();
        let found = self.inserted(Side::Left, a, Value::Address(b));
        if found.is_some() {
            return found;
        }
        *self = before;
        self.inserted(Side::Right, b, Value::Address(a))
    }

    /// Returns true if the two objects have the same image.
    fn are_paired(&self, left: ObjectId, right: ObjectId) -> bool {
        self.images[0].get(left).is_some_and(|image| self.images[1].get(right) == Some(image))
    }

    fn is_node(&self, object: ObjectId) -> bool {
        let Some((segment, _)) = self.nodes else { return false };
        self.images.iter().any(|images| images.get(object) == Some(segment))
    }

    /// Returns true if the two are the nodes that a merge started with.
    fn is_node_pair(&self, left: ObjectId, right: ObjectId) -> bool {
        let Some((segment, _)) = self.nodes else { return false };
        self.images[0].get(left) == Some(segment) && self.images[1].get(right) == Some(segment)
    }

    /// Returns true unless local conditions exclude that two objects have one image.
    fn may_pair(&self, left: ObjectId, right: ObjectId) -> bool {
        match (self.images[0].get(left), self.images[1].get(right)) {
            (None, None) => {}
            (one, other) => return one == other,
        }
        if self.mode == JoinMode::Merge && !(self.private[0].contains(&left) && self.private[1].contains(&right)) {
            return false;
        }
        let (Some(a), Some(b)) = (self.graphs[0].object(left), self.graphs[1].object(right)) else { return false };
        let of_kind = self.mode != JoinMode::Merge
            || a.is_of_kind(b)
            || (a.may_be_like(b) && self.have_known_sizes([left, right]));
        alike(a, b) && of_kind && a.is_linked_like(b) && a.liveness == b.liveness
    }

    /// Returns the join of integers and unknown values, unless the mode keeps them apart.
    fn numbers(&mut self, left: Value, right: Value) -> Option<Value> {
        self.joined_numbers(left, right, true)
    }

    /// As [`Joiner::numbers`], for numbers that are not states of the program, so that the mode does not keep them
    /// apart.
    fn numbers_together(&mut self, left: Value, right: Value) -> Option<Value> {
        self.joined_numbers(left, right, false)
    }

    fn joined_numbers(&mut self, left: Value, right: Value, may_be_apart: bool) -> Option<Value> {
        if left == right && (self.mode == JoinMode::Merge || !matches!(left, Value::Unknown(_))) {
            return Some(left);
        }
        if let Some(known) = self.values.get(&(left, right)) {
            return Some(*known);
        }
        let maybe_uninitialized =
            [self.graphs[0].is_maybe_uninitialized(left), self.graphs[1].is_maybe_uninitialized(right)];
        if maybe_uninitialized != [false, false]
            && (maybe_uninitialized != [true, true] || self.mode == JoinMode::Merge)
        {
            return self.perhaps_undefined(left, right);
        }
        let (a, b) = (self.graphs[0].range(left)?, self.graphs[1].range(right)?);
        if self.mode == JoinMode::Merge {
            return Some(Value::of_range(a.hull(b)));
        }
        let may_be_apart = may_be_apart && !self.joins_kinds();
        if may_be_apart && self.mode.separates(a, b) && !self.are_told_elsewhere([a, b]) {
            return None;
        }
        marks::hit("join: two numbers");
        let hull = a.hull(b);
        // A value of one side that occurs in several pairs loses its identity.
        let recorded = |value: Value, side: usize| {
            let unknown = matches!(value, Value::Unknown(_));
            unknown && self.values.keys().any(|pair| [pair.0, pair.1][side] == value)
        };
        let anonymous = matches!(left, Value::Any(_)) || matches!(right, Value::Any(_));
        let more = |value: Value, range: Range| {
            hull != range || matches!(value, Value::Integer(_)) || (anonymous && !matches!(value, Value::Any(_)))
        };
        let zeros = [self.graphs[0].zero_bits(left), self.graphs[1].zero_bits(right)];
        let both = if anonymous { 0 } else { zeros[0] & zeros[1] };
        let given = JoinedGiven::of(self.graphs, [left, right]);
        let loses = [
            more(left, a) || recorded(left, 0) || zeros[0] != both || given.loses[0],
            more(right, b) || recorded(right, 1) || zeros[1] != both || given.loses[1],
        ];
        if self.mode == JoinMode::Entailment && loses == [true, true] {
            return None;
        }
        self.note(loses);
        let range = if self.mode.generalises() { a.widened_to(b, self.common_integers()) } else { hull };
        let free = self.graphs[0].is_unconstrained(left) && self.graphs[1].is_unconstrained(right) && range == hull;
        let value = match anonymous {
            true => Value::of_range(range),
            false if maybe_uninitialized == [true, true] => self.out.perhaps_undefined(range),
            false if range == Range::ALL && given.target.is_some() => {
                given.target.map_or(Value::ANY, |target| self.out.given(target))
            }
            false if free && !loses.contains(&true) => self.out.unknown(range),
            false => self.out.dependent(range),
        };
        self.out.record_zero_bits(value, both);
        self.values.insert((left, right), value);
        Some(value)
    }
}

/// Returns true if two objects may represent the same thing in two memories. Blocks of different sizes do not, unless
/// they were allocated at one place, their sizes depend on the input, or one of them is a list of nodes of several sizes.
fn alike(a: &Object, b: &Object) -> bool {
    let may_have_one_size = match a.disjuncts().tell_sizes() || b.disjuncts().tell_sizes() {
        true => a.begins_like(b),
        false => a.size.single().is_none() || b.size.single().is_none(),
    };
    a.origin == b.origin || (a.is_block() && b.is_block() && (a.size == b.size || may_have_one_size))
}

/// Returns the record of the join of two objects: what nodes of different records begin with.
fn joined_record(a: &Object, b: &Object) -> Option<TypeId> {
    if a.record == b.record || a.base_record != b.base_record { a.record } else { a.base_record }
}

/// Returns true for each side if the kind of the join of two objects is more general than that object's kind.
pub fn more_general(a: &Object, b: &Object) -> [bool; 2] {
    match (a.kind, b.kind) {
        (Kind::Region, Kind::Region)
        | (Kind::Optional, Kind::Optional)
        | (Kind::Choice { .. }, _)
        | (_, Kind::Choice { .. }) => [false, false],
        (Kind::Optional, Kind::Region) => [false, true],
        (Kind::Region, Kind::Optional) => [true, false],
        (Kind::Optional, Kind::Segment { .. }) | (Kind::Segment { .. }, Kind::Optional) => [true, true],
        (Kind::Segment { minimum: m, optional: p, .. }, Kind::Segment { minimum: n, optional: q, .. }) => {
            [m > n || (p && !q), n > m || (q && !p)]
        }
        (Kind::Segment { minimum, .. }, Kind::Region) => [minimum > 1, true],
        (Kind::Region, Kind::Segment { minimum, .. }) => [true, minimum > 1],
    }
}
