//! The second part of the join pre-filter: conditions that exclude a join of two graphs, checked without a joiner.
//!
//! Most of the graphs that meet cannot be joined, and most of these differ near the variables. This traverses the two
//! like a joiner, as long as a joiner would have no choice, and constructs nothing.

use crate::domain::graph::Graph;
use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::lattice::join::{JoinMode, alike};
use base::ids::Id;

/// Two graphs that are traversed simultaneously.
struct Walk<'g> {
    graphs: [&'g Graph; 2],
    mode: JoinMode,
    /// The partner of each object of a side.
    images: [Vec<Option<ObjectId>>; 2],
    open: Vec<[ObjectId; 2]>,
    /// The objects whose contents are compared.
    holders: [Option<&'g Object>; 2],
}

/// Returns true if two graphs certainly have no join in which each of these pairs has one image.
pub fn excludes(graphs: [&Graph; 2], pairs: impl Iterator<Item = [ObjectId; 2]>, mode: JoinMode) -> bool {
    let images = graphs.map(|graph| vec![None; graph.id_bound()]);
    let mut walk = Walk { graphs, mode, images, open: Vec::new(), holders: [None, None] };
    for pair in pairs {
        if !walk.may_pair(pair) {
            return true;
        }
    }
    while let Some(pair) = walk.open.pop() {
        if !walk.contents_may_be_joined(pair) {
            return true;
        }
    }
    false
}

/// Returns true unless the two objects themselves exclude that they have one image.
pub fn may_be_one(a: &Object, b: &Object, mode: JoinMode) -> bool {
    // Lists and trees may get one shape.
    let is_alike = a.is_linked_like(b) || a.is_tree() || b.is_tree();
    let same_kind = is_alike && (a.is_abstract() == b.is_abstract() || !mode.keeps_kinds());
    alike(a, b) && a.liveness == b.liveness && same_kind
}

/// Returns true if the target specifiers of two addresses can be joined.
pub fn have_like_targets(a: Address, b: Address) -> bool {
    a.target == b.target || a.target == Target::Region || b.target == Target::Region
}

impl Walk<'_> {
    /// Pairs two objects; returns false if that is impossible.
    fn may_pair(&mut self, pair: [ObjectId; 2]) -> bool {
        let [left, right] = pair;
        let known = [self.image(0, left), self.image(1, right)];
        if known != [None, None] {
            return known == [Some(right), Some(left)];
        }
        let (Some(a), Some(b)) = (self.graphs[0].object(left), self.graphs[1].object(right)) else { return true };
        if !may_be_one(a, b, self.mode) {
            return false;
        }
        for (side, id) in [left, right].into_iter().enumerate() {
            if let Some(image) = self.images[side].get_mut(id.index()) {
                *image = Some(pair[1 - side]);
            }
        }
        self.open.push(pair);
        true
    }

    fn image(&self, side: usize, id: ObjectId) -> Option<ObjectId> {
        self.images[side].get(id.index()).copied().flatten()
    }

    fn contents_may_be_joined(&mut self, [left, right]: [ObjectId; 2]) -> bool {
        let graphs = self.graphs;
        let (Some(a), Some(b)) = (graphs[0].object(left), graphs[1].object(right)) else { return true };
        // The nodes may get one shape.
        if (a.is_tree() || b.is_tree()) && a.linkage() != b.linkage() {
            return true;
        }
        // The elements of an array may be joined, and numbers that count.
        let is_array = graphs[0].recorded_size(left).is_some() || graphs[1].recorded_size(right).is_some();
        let are_counts = |offset: i64, integers: [i128; 2]| {
            self.mode.joins_counters() && graphs[0].are_counts(a, offset, integers.map(Range::exactly))
        };
        if !is_array && self.mode.excludes(a, b, are_counts) {
            return false;
        }
        self.holders = [Some(a), Some(b)];
        let end = a.sure_end().min(b.sure_end());
        let leads = |field: &&HasValue| field.offset + field.size <= end && matches!(field.value, Value::Address(_));
        let whole = |object: &Object, field: &HasValue| object.piece(field.offset, field.offset + field.size);
        let mut ours = a.fields().iter().filter(leads);
        let mut theirs = b.fields().iter().filter(leads);
        ours.all(|field| whole(b, field).is_none_or(|other| self.may_join(field.value, other)))
            && theirs.all(|field| whole(a, field).is_none_or(|other| self.may_join(other, field.value)))
    }

    fn may_join(&mut self, left: Value, right: Value) -> bool {
        match (left, right) {
            (Value::Inside { .. }, _) | (_, Value::Inside { .. }) => true,
            // A row may be joined with one of other runs, or with an array that is not summarised yet.
            _ if self.graphs[0].leads_to_elements(left) || self.graphs[1].leads_to_elements(right) => true,
            _ if self.is_kind([left, right]) => true,
            (Value::Address(a), Value::Address(b)) => {
                if self.may_be_missing(0, a) || self.may_be_missing(1, b) {
                    return true;
                }
                // Different offsets in one object may become a range of offsets.
                let places = a.offset == b.offset || matches!(self.mode, JoinMode::Shapes | JoinMode::Union);
                places && have_like_targets(a, b) && self.may_pair([a.object, b.object])
            }
            (Value::Address(a), _) => self.may_be_missing(0, a),
            (_, Value::Address(b)) => self.may_be_missing(1, b),
            _ => true,
        }
    }

    /// Returns true if two values in heap blocks, of which neither leads to a node like the block or to a list, may become a
    /// choice.
    fn is_kind(&self, values: [Value; 2]) -> bool {
        let is_link = |side: usize| {
            let to = values[side].object().and_then(|to| self.graphs[side].object(to));
            to.zip(self.holders[side]).is_some_and(|(to, holder)| to.may_be_linked_to(holder))
        };
        let is_in_block = self.holders[0].is_some_and(Object::is_heap);
        self.mode == JoinMode::Kinds && is_in_block && !is_link(0) && !is_link(1)
    }

    /// Returns true if a joiner may treat the object of an address as missing on the other side.
    fn may_be_missing(&self, side: usize, address: Address) -> bool {
        self.graphs[side].object(address.object).is_none_or(|object| match self.mode {
            JoinMode::Entailment | JoinMode::Widening | JoinMode::Kinds | JoinMode::Numbers => object.minimum() == 0,
            JoinMode::Shapes | JoinMode::Union | JoinMode::Merge => object.is_heap() || object.is_choice(),
        })
    }
}
