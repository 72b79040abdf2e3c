//! Choices: cells that hold one of a few alternatives, and their case splits.
//!
//! See [`Kind::Choice`](crate::domain::object::Kind::Choice). Only merges of nodes make choices; every load, copy and
//! store of such a cell splits into the alternatives first, so the address of a choice never gets into other cells.

use std::collections::BTreeSet;

use crate::domain::graph::Graph;
use crate::domain::invariants::assert_consistent;
use crate::domain::object::{AlternativeSet, Held, Object};
use crate::domain::value::{Address, ObjectId, Value};
use crate::transfer::disjuncts;
use crate::transfer::segment::PointerSize;
use base::marks;

/// Returns the choice whose address a value is.
pub fn of_value(graph: &Graph, value: Value) -> Option<(ObjectId, &Object)> {
    let Value::Address(Address { object, .. }) = value else { return None };
    graph.object(object).filter(|choice| choice.is_choice()).map(|choice| (object, choice))
}

/// Returns the first choice whose address lies in some bytes of an object.
pub fn among(graph: &Graph, object: &Object, start: i64, end: i64) -> Option<ObjectId> {
    object.fields_between(start, end).find_map(|field| of_value(graph, field.value)).map(|(choice, _)| choice)
}

/// Splits a choice into its alternatives.
pub fn chosen(graph: &Graph, choice: ObjectId, word: PointerSize) -> Vec<Graph> {
    let count = graph.object(choice).and_then(Object::alternatives).map_or(0, |(count, _)| count);
    (0..count).filter_map(|index| with_alternative(graph, choice, index, word)).collect()
}

/// Returns the word at an offset in an alternative of a choice; `None` if it consists of several values.
fn word_of(choice: &Object, (index, offset): (usize, i64), word: PointerSize) -> Option<Value> {
    let start = start_of(choice, index) + offset;
    choice.piece(start, start + word)
}

/// Returns the offset of an alternative in a choice.
pub fn start_of(choice: &Object, index: usize) -> i64 {
    choice.alternatives().map_or(0, |(_, width)| index as i64 * width)
}

/// Returns all alternatives for a word of a choice, each with all of its cases.
pub fn all(graph: &Graph, choice: &Object, offset: i64, word: PointerSize) -> AlternativeSet {
    let count = choice.alternatives().map_or(0, |(count, _)| count);
    let cases = |index| word_of(choice, (index, offset), word).map_or((true, false), |value| cases(graph, value, word));
    (0..count).fold(AlternativeSet::default(), |all, index| all.with(index, cases(index)))
}

/// Returns the cases of an alternative: whether it may be something else than NULL, and whether it may be NULL although it
/// may be an address as well. Not known to be an address is both: what follows an empty list may turn out to be NULL.
pub fn cases(graph: &Graph, alternative: Value, word: PointerSize) -> (bool, bool) {
    let is_sure = disjuncts::held(graph, alternative, word, word) == Some(Held::address(false));
    (true, matches!(alternative, Value::Address(_)) && !is_sure)
}

/// Returns true if the word at an offset in an alternative is NULL or an address.
pub fn may_be_null(graph: &Graph, choice: &Object, place: (usize, i64), word: PointerSize) -> bool {
    let alternative = word_of(choice, place, word);
    alternative.and_then(|value| disjuncts::held(graph, value, word, word)) == Some(Held::address(true))
}

/// Replaces a choice by one of its alternatives.
pub(super) fn with_alternative(graph: &Graph, id: ObjectId, index: usize, word: PointerSize) -> Option<Graph> {
    marks::hit("choice: one of the alternatives");
    let mut graph = graph.clone();
    let choice = graph.object(id)?.clone();
    let (_, width) = choice.alternatives()?;
    let start = start_of(&choice, index);
    let cells: Vec<(ObjectId, i64, i64, bool)> = graph
        .references(id)
        .into_iter()
        .filter_map(|(holder, offset, value)| match value {
            Value::Address(address) => {
                let may_be_null = may_be_null(&graph, &choice, (index, address.offset), word);
                Some((holder, offset, start + address.offset, may_be_null))
            }
            _ => None,
        })
        .collect();
    let nested: BTreeSet<ObjectId> = graph.nested_below(id).into_iter().collect();
    let held = choice.fields_between(start, start + width).filter_map(|field| field.value.object());
    let own = graph.reachable_among(held, &nested);
    for id in nested {
        match graph.object_mut(id) {
            Some(object) if own.contains(&id) => object.level = object.level.saturating_sub(1),
            _ => graph.remove(id),
        }
    }
    for (holder, offset, start, may_be_null) in cells {
        graph.object_mut(holder)?.settle((offset, word), &choice, start, (index, may_be_null));
    }
    graph.remove(id);
    assert_consistent(&graph, word, "one of the alternatives was chosen");
    Some(graph)
}
