//! Choices: cells that hold one of a few alternatives, and their case splits.
//!
//! See [`Kind::Choice`](crate::domain::object::Kind::Choice). Only merges of nodes make choices; every load, copy and
//! store of such a cell splits into the alternatives first, so the address of a choice never gets into other cells.

use std::collections::BTreeSet;

use crate::domain::graph::Graph;
use crate::domain::invariants::assert_consistent;
use crate::domain::object::{HeldBytes, Object};
use crate::domain::value::{Address, ObjectId, Value};
use crate::transfer::segment::{PointerSize, passed};
use base::marks;

/// Returns the number of alternatives of a choice.
pub fn alternatives(choice: &Object, word: PointerSize) -> usize {
    usize::try_from(choice.sure_end() / word).unwrap_or(0)
}

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
    let count = graph.object(choice).map_or(0, |choice| alternatives(choice, word));
    (0..count).filter_map(|index| with_alternative(graph, choice, index, word)).collect()
}

/// Splits a choice into those of its alternatives that a disjunct names.
pub fn restricted(graph: &Graph, choice: ObjectId, cell: &HeldBytes, word: PointerSize) -> Vec<Graph> {
    let count = graph.object(choice).map_or(0, |choice| alternatives(choice, word));
    let named = (0..count).filter(|index| cell.held.has_alternative(*index));
    named.filter_map(|index| with_alternative(graph, choice, index, word)).collect()
}

/// Replaces a choice by one of its alternatives.
fn with_alternative(graph: &Graph, id: ObjectId, index: usize, word: PointerSize) -> Option<Graph> {
    marks::hit("choice: one of the alternatives");
    let mut graph = graph.clone();
    let choice = graph.object(id)?.clone();
    let start = index as i64 * word;
    let nested: BTreeSet<ObjectId> = graph.nested_below(id).into_iter().collect();
    let held = choice.fields_between(start, start + word).filter_map(|field| field.value.object());
    let own = graph.reachable_among(held, &nested);
    for id in nested {
        match graph.object_mut(id) {
            Some(object) if own.contains(&id) => object.level = object.level.saturating_sub(1),
            _ => graph.remove(id),
        }
    }
    let whole = choice.piece(start, start + word).unwrap_or(Value::ANY);
    for (holder, offset, value) in graph.references(id) {
        let Value::Address(address) = value else { continue };
        let holder = graph.object_mut(holder)?;
        match address.offset {
            0 => holder.settle(offset, &choice, index, word),
            _ => holder.write(offset, word, passed(address, 0, whole)),
        }
    }
    graph.remove(id);
    assert_consistent(&graph, word, "one of the alternatives was chosen");
    Some(graph)
}
