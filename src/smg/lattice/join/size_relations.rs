//! Joins the size relations of objects: numbers in their blocks that give their sizes, or those of other blocks.

use std::collections::BTreeSet;

use crate::domain::graph::{Graph, Term};
use crate::domain::object::{HasValue, Object, SizeRelation};
use crate::domain::value::{ObjectId, Value};
use crate::lattice::join::{Joiner, Side};
use crate::lattice::limits::MOST_IN_FRONT;
use crate::transfer::disjuncts;
use itertools::Itertools;

impl Joiner<'_> {
    /// Records the size relations of a joined object that hold for both objects, which certainly have `end` bytes.
    pub(super) fn size_relations(&mut self, ids: [ObjectId; 2], out: ObjectId, end: i64) -> Option<()> {
        let objects = [self.graphs[0].object(ids[0])?, self.graphs[1].object(ids[1])?];
        let joined = self.out.object(out)?;
        let is_link = |offset: i64| joined.linkage().is_some_and(|linkage| linkage.has(offset));
        let is_block = objects.iter().all(|object| object.is_valid_heap());
        let is_record = self.is_followed(objects);
        let mut found = if is_block { self.common_size_relations(ids, objects) } else { BTreeSet::new() };
        found.retain(|relation| {
            let is_kept = relation.pointer.is_none_or(|(pointer, _)| is_record && !is_link(pointer));
            is_kept && !relation.meets(end, i64::MAX)
        });
        let loses = objects.map(|object| object.size_relations().iter().any(|relation| !found.contains(relation)));
        self.note(loses);
        self.out.object_mut(out)?.set_size_relations(found.into_iter().collect());
        Some(())
    }

    /// Returns the size relations that hold for both objects.
    fn common_size_relations(&self, ids: [ObjectId; 2], objects: [&Object; 2]) -> BTreeSet<SizeRelation> {
        if !self.out.keeps_relations() {
            return BTreeSet::new();
        }
        let recorded = [0, 1].map(|side| recorded(self.graphs[side], ids[side], objects[side], self.word));
        let is_right = |side: usize, relation: &SizeRelation| {
            recorded[side].contains(relation) || disjuncts::is_recorded(self.graphs[side], ids[side], relation)
        };
        let lines = self.lines_through_sizes(objects);
        let candidates = recorded.iter().flatten().chain(&lines);
        candidates.filter(|relation| is_right(0, relation) && is_right(1, relation)).copied().collect()
    }

    /// Returns the size relations that two known sizes and two known numbers suggest: a line through two points.
    fn lines_through_sizes(&self, objects: [&Object; 2]) -> Vec<SizeRelation> {
        let fields = objects[0].fields();
        let values = |field: &HasValue| Some([field.value, objects[1].piece(field.offset, field.end())?]);
        let bytes = |side: usize, pointer: Value| disjuncts::bytes_behind(self.graphs[side], pointer)?.integer();
        let sizes = |pointer: &'_ HasValue| {
            let [one, other] = values(pointer)?;
            Some((pointer.offset, bytes(0, one)?, bytes(1, other)?)).filter(|(_, one, other)| one != other)
        };
        let measured = fields.iter().filter(|field| field.size == self.word).filter_map(sizes);
        let line = |((pointer, a, b), number): ((i64, i128, i128), &HasValue)| {
            let [Value::Integer(x), Value::Integer(y)] = values(number)? else { return None };
            let (factor, more) = line_through([(x, a), (y, b)])?;
            let pointer = Some((pointer, self.word));
            Some(SizeRelation { pointer, number: (number.offset, number.size), factor, more })
        };
        measured.cartesian_product(fields).filter_map(line).collect()
    }

    /// Returns true if the blocks that the current pair owns have sizes that numbers in the pair tell.
    pub(super) fn is_measured(&self) -> bool {
        let Some(ids) = self.parents else { return false };
        let [Some(left), Some(right)] = [0, 1].map(|side: usize| self.graphs[side].object(ids[side])) else {
            return false;
        };
        self.common_size_relations(ids, [left, right]).iter().any(|relation| relation.pointer.is_some())
    }

    /// Returns true if the sizes of two blocks that the current pair owns remain known if they become one: a number in the pair
    /// tells them, or the same number of the graph.
    pub(super) fn have_known_sizes(&self, ids: [ObjectId; 2]) -> bool {
        let recorded = [0, 1].map(|side: usize| self.graphs[side].recorded_size(ids[side]));
        (recorded[0].is_some() && recorded[0] == recorded[1]) || self.is_measured()
    }

    /// Returns the size relations of an object that the other side lacks.
    pub(super) fn size_relations_of(&self, side: Side, id: ObjectId, object: &Object) -> Vec<SizeRelation> {
        if !self.out.keeps_relations() || !object.is_valid_heap() {
            return Vec::new();
        }
        let mut found = recorded(self.graphs[side as usize], id, object, self.word);
        let is_record = self.is_followed([object, object]);
        found.retain(|relation| is_record || relation.pointer.is_none());
        found
    }
}

/// Returns `factor` and `more` of the line `factor * number + more` through two points, each a number and a size; `None` unless
/// they are those of a number of elements and a header.
pub(super) fn line_through([(x, a), (y, b)]: [(i128, i128); 2]) -> Option<(i128, i128)> {
    // The difference of 128-bit numbers may overflow.
    let (rise, run) = (b.checked_sub(a)?, y.checked_sub(x)?);
    let factor = rise.checked_div(run).filter(|factor| *factor > 0 && factor.checked_mul(run) == Some(rise))?;
    let more = a.checked_sub(factor.checked_mul(x)?)?;
    (0..=MOST_IN_FRONT).contains(&more).then_some((factor, more))
}

/// Returns true if a number in a block tells the size of the block, or the size is a known number.
pub fn measures_itself(graph: &Graph, id: ObjectId, word: i64) -> bool {
    graph.object(id).is_some_and(|object| {
        let is_own = |relation: &SizeRelation| relation.pointer.is_none();
        object.size.single().is_some() || recorded(graph, id, object, word).iter().any(is_own)
    })
}

/// Returns the size relations of an object, including those that follow from sizes recorded in its graph.
fn recorded(graph: &Graph, id: ObjectId, object: &Object, word: i64) -> Vec<SizeRelation> {
    let mut found = object.size_relations().to_vec();
    let pointers = object.fields().iter().filter(|field| field.size == word);
    let sized = |pointer: &'_ HasValue| {
        let place = Some((pointer.offset, pointer.size));
        Some((place, disjuncts::bytes_behind(graph, pointer.value)?.parts()?))
    };
    let own = graph.recorded_size(id).and_then(Term::parts).map(|parts| (None, parts));
    let is_number = |value: Value| {
        matches!(value, Value::Unknown(_)) && !graph.is_maybe_uninitialized(value) && !graph.is_undefined(value)
    };
    for (pointer, (root, factor, more)) in pointers.filter_map(sized).chain(own) {
        for number in object.fields().iter().filter(|field| is_number(field.value)) {
            match graph.term(number.value).and_then(Term::parts) {
                Some((other, own, summand)) if other == root && factor % own == 0 => found.push(SizeRelation {
                    pointer,
                    number: (number.offset, number.size),
                    factor: factor / own,
                    more: more - factor / own * summand,
                }),
                _ => {}
            }
        }
    }
    found
}
