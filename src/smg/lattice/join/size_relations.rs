//! Joins the size relations of objects: numbers in their blocks that give the sizes of other blocks.

use std::collections::BTreeSet;

use crate::domain::graph::{Graph, Term};
use crate::domain::object::{HasValue, Object, SizeRelation};
use crate::domain::value::{ObjectId, Value};
use crate::lattice::join::{Joiner, Side};
use crate::transfer::disjuncts;

impl Joiner<'_> {
    /// Records the size relations of a joined object that hold for both objects, which certainly have `end` bytes.
    pub(super) fn size_relations(&mut self, ids: [ObjectId; 2], out: ObjectId, end: i64) -> Option<()> {
        let objects = [self.graphs[0].object(ids[0])?, self.graphs[1].object(ids[1])?];
        let joined = self.out.object(out)?;
        let is_link = |offset: i64| joined.linkage().is_some_and(|linkage| linkage.has(offset));
        let mut found = if self.is_followed(objects) { self.common_size_relations(objects) } else { BTreeSet::new() };
        found.retain(|relation| !is_link(relation.pointer.0) && !relation.meets(end, i64::MAX));
        let loses = objects.map(|object| object.size_relations().iter().any(|relation| !found.contains(relation)));
        self.note(loses);
        self.out.object_mut(out)?.set_size_relations(found.into_iter().collect());
        Some(())
    }

    /// Returns the size relations that hold for both objects.
    fn common_size_relations(&self, objects: [&Object; 2]) -> BTreeSet<SizeRelation> {
        let recorded = [0, 1].map(|side| recorded(self.graphs[side], objects[side], self.word));
        let is_right = |side: usize, relation: &SizeRelation| {
            recorded[side].contains(relation) || disjuncts::is_recorded(self.graphs[side], objects[side], relation)
        };
        recorded.iter().flatten().filter(|relation| is_right(0, relation) && is_right(1, relation)).copied().collect()
    }

    /// Returns true if the current pair has common size relations.
    pub(super) fn is_measured(&self) -> bool {
        let objects =
            self.parents.and_then(|[left, right]| Some([self.graphs[0].object(left)?, self.graphs[1].object(right)?]));
        self.out.keeps_relations() && objects.is_some_and(|objects| !self.common_size_relations(objects).is_empty())
    }

    /// Returns the size relations of an object that the other side lacks.
    pub(super) fn size_relations_of(&self, side: Side, object: &Object) -> Vec<SizeRelation> {
        let graph = self.graphs[side as usize];
        if self.is_followed([object, object]) { recorded(graph, object, self.word) } else { Vec::new() }
    }
}

/// Returns the size relations of an object, including those that follow from sizes recorded in its graph.
fn recorded(graph: &Graph, object: &Object, word: i64) -> Vec<SizeRelation> {
    let mut found = object.size_relations().to_vec();
    let pointers = object.fields().iter().filter(|field| field.size == word);
    let sized = |pointer: &'_ HasValue| Some((*pointer, disjuncts::bytes_behind(graph, pointer.value)?.parts()?));
    let is_number = |value: Value| {
        matches!(value, Value::Unknown(_)) && !graph.is_maybe_uninitialized(value) && !graph.is_undefined(value)
    };
    for (pointer, (root, factor, more)) in pointers.filter_map(sized) {
        for number in object.fields().iter().filter(|field| is_number(field.value)) {
            match graph.term(number.value).and_then(Term::parts) {
                Some((other, own, summand)) if other == root && factor % own == 0 => found.push(SizeRelation {
                    pointer: (pointer.offset, pointer.size),
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
