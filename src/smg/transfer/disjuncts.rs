//! Disjunctive invariants and size relations of a graph's blocks, as recorded for a join and as case splits.
//!
//! See [`crate::domain::object::Disjuncts`] and [`crate::domain::object::SizeRelation`].

use std::collections::BTreeSet;

use crate::domain::arithmetic;
use crate::domain::graph::{Graph, Term};
use crate::domain::limits::MOST_BYTES_OF_VALUE;
use crate::domain::object::{
    Disjunct, Disjuncts, HasValue, Held, HeldBytes, Kind, Liveness, Object, SegmentShape, SizeRelation,
};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::transfer::choice;
use crate::transfer::segment::{self, PointerSize};

/// Cells of the blocks that an object stands for, given as offset and size.
#[derive(Clone, Copy)]
pub struct Cells<'c> {
    pub places: &'c [(i64, i64)],
    /// The links of the tree that the blocks are nodes of, or become nodes of, if they do.
    pub links: &'c [(i64, i64)],
    /// True if the nodes were cut off from their children: then only the disjuncts tell what the links hold.
    pub are_cut_off: bool,
}

impl Cells<'_> {
    /// Returns true if a cell overlaps one of the links of the tree.
    fn is_in_link(self, (offset, size): (i64, i64)) -> bool {
        self.links.iter().any(|(link, bytes)| offset < link + bytes && *link < offset + size)
    }
}

/// Returns the link of a segment that bytes overlap.
fn link_around(shape: SegmentShape, (offset, size): (i64, i64), word: PointerSize) -> Option<i64> {
    shape.forward().find(|link| offset < link + word && *link < offset + size)
}

/// Returns the disjunctive invariant of some cells of the blocks that an object stands for: from its disjuncts and its
/// fields.
pub fn recorded(graph: &Graph, object: &Object, cells: Cells, word: PointerSize) -> Vec<Disjunct> {
    let cell = |(offset, size): &(i64, i64)| {
        let place = (*offset, *size);
        if place == HeldBytes::BLOCK_SIZE {
            return Some(HeldBytes::block_size(object.size));
        }
        let in_link = cells.is_in_link(place);
        let held = match *offset >= object.possible_end() {
            true => Held::NOWHERE,
            false if in_link && cells.are_cut_off => {
                Held { numbers: Some(as_signed(Range::ALL, *size)), ..Held::ANYTHING }
            }
            false if in_link => held_in_link(graph, object, place, word)?,
            false => held(graph, written_value(graph, object, place), *size, word)?,
        };
        Some(HeldBytes { offset: *offset, size: *size, held, in_link })
    };
    let is_link = |field: HasValue| cells.is_in_link((field.offset, field.size));
    let dangles = object.successors().any(|(field, to)| is_link(field) && graph.is_freed(to));
    let cells: Disjunct = cells.places.iter().filter_map(cell).collect();
    if object.disjuncts().is_empty() {
        return vec![cells];
    }
    let with_fields = |disjunct: &Disjunct| -> Option<Disjunct> {
        let is_beyond = |cell: &HeldBytes| {
            let mut sizes =
                disjunct.iter().filter(|known| known.is_block_size()).filter_map(|known| known.held.numbers);
            sizes.any(|bytes| i128::from(cell.offset) >= bytes.high()) && cell.held.alternatives.is_empty()
        };
        let narrowed = |cell: &HeldBytes| match disjunct.iter().find(|known| known.is_at(cell)) {
            _ if is_beyond(cell) => Some(HeldBytes { held: Held::NOWHERE, ..*cell }),
            // What was a child, or followed the tree, may be freed by now.
            Some(known) if cell.in_link && dangles => {
                let held = if object.is_abstract() { known.held.hull(cell.held) } else { cell.held };
                Some(HeldBytes { held, ..*cell })
            }
            Some(known) => Some(HeldBytes { held: known.held.intersection(cell.held)?, ..*cell }),
            None => Some(*cell),
        };
        cells.iter().map(narrowed).collect()
    };
    object.disjuncts().all().iter().filter_map(with_fields).collect()
}

/// Returns the value of a cell, which may be undefined if one of its bytes may.
fn written_value(graph: &Graph, object: &Object, (offset, size): (i64, i64)) -> Value {
    let pieces = graph.pieces(object, offset, offset + size);
    let is_partly_undefined = pieces.len() > 1 && pieces.iter().any(|piece| graph.may_be_undefined(piece.value));
    match object.read(offset, size) {
        Value::Any(_) if is_partly_undefined => Value::PERHAPS_UNDEFINED,
        value => value,
    }
}

/// Returns the abstract contents of a link of a tree, or of a part of it, in the blocks that an object stands for.
fn held_in_link(graph: &Graph, object: &Object, place: (i64, i64), word: PointerSize) -> Option<Held> {
    let (offset, size) = place;
    let link = |shape: &SegmentShape| link_around(*shape, place, word);
    let Some((shape, link)) = object.linkage().and_then(|shape| Some((shape, link(&shape)?))) else {
        return held_beside_children(graph, written_value(graph, object, place), size, word);
    };
    // A node has a child here, or what its segment holds instead.
    let around = |at: i64| {
        let value = written_value(graph, object, (at + offset - link, size));
        held_beside_children(graph, value, size, word)
    };
    let child = match (offset, size) == (link, word) {
        // It has a single node.
        _ if object.is_optional() && !shape.is_tree() => return around(shape.next),
        true => Held::address(false),
        false => Held::numbers(Some(as_signed(Range::ALL, size))),
    };
    shape.forward().try_fold(child, |all, at| Some(all.hull(around(at)?)))
}

/// As [`held`], for a link of a tree: a number is not the address of a child, nor is the address of a block that is freed.
fn held_beside_children(graph: &Graph, value: Value, size: i64, word: PointerSize) -> Option<Held> {
    match value.object() {
        Some(to) if graph.is_freed(to) => Some(Held::numbers(Some(as_signed(Range::ALL, size)))),
        Some(_) => held(graph, value, size, word),
        None => held(graph, value, size, word).map(|held| Held { is_address: false, ..held }),
    }
}

/// Returns the disjuncts of a node that becomes one of a tree of this shape, with what its links hold where disjuncts are
/// followed.
pub fn with_links(graph: &Graph, node: &Object, shape: SegmentShape, word: PointerSize) -> Disjuncts {
    let mut own = node.disjuncts().clone();
    if !graph.keeps_relations() || !node.tells_size() {
        shape.links().for_each(|link| own.forget(link, link + word));
        return own;
    }
    if let Some(prev) = shape.prev() {
        own.forget(prev, prev + word);
    }
    let known = own.cells().iter().map(|cell| (cell.offset, cell.size));
    let parts = node.fields().iter().map(|field| (field.offset, field.size));
    let parts = parts.filter(|place| place.1 < word && link_around(shape, *place, word).is_some());
    let links: Vec<(i64, i64)> = shape.forward().map(|link| (link, word)).collect();
    let places: BTreeSet<(i64, i64)> = known.chain(parts).chain(links.iter().copied()).collect();
    let places: Vec<(i64, i64)> = places.into_iter().collect();
    Disjuncts::new(recorded(graph, node, Cells { places: &places, links: &links, are_cut_off: false }, word))
}

/// Returns the abstract contents of a cell with this value; `None` if nothing is recorded.
pub(super) fn held(graph: &Graph, value: Value, size: i64, word: PointerSize) -> Option<Held> {
    let of_range = |numbers: Range| {
        let is_address = size >= word && may_be_address(numbers);
        Held { is_address, ..Held::numbers(Some(as_signed(numbers, size))) }
    };
    match value {
        Value::Undefined => Some(Held { is_undefined: true, ..Held::numbers(None) }),
        Value::PerhapsUndefined(numbers) => Some(Held { is_undefined: true, ..of_range(numbers) }),
        _ if graph.may_be_undefined(value) => None,
        Value::Address(address) if let Some((_, choice)) = choice::of_value(graph, value) => {
            Some(Held::alternatives(choice::all(graph, choice, address.offset, word)))
        }
        Value::Address(address) if graph.surely_leads_to_something(value, word) => {
            graph.object(address.object).map(|_| Held::address(false))
        }
        Value::Address(address) => {
            let object = graph.object(address.object)?;
            let beyond = match object.kind {
                Kind::Optional => Value::ZERO,
                Kind::Segment { linkage, .. } => object.read(linkage.next, word),
                Kind::Region | Kind::Choice { .. } => return None,
            };
            let is_entry = address.offset == object.linkage().map_or(0, |linkage| linkage.head);
            let beyond = Some(beyond).filter(|beyond| is_entry && beyond.object().is_none())?;
            Some(Held::address(false).hull(held(graph, beyond, size, word)?))
        }
        Value::Inside { .. } => Some(Held::address(false)),
        _ => graph.range(value).map(of_range),
    }
}

/// Returns a range of numbers in this many bytes, read as signed.
pub fn as_signed(numbers: Range, size: i64) -> Range {
    arithmetic::wrapped(numbers, (8 * size.clamp(1, MOST_BYTES_OF_VALUE) as u32, true))
}

/// Returns true if one of the numbers may be an address.
fn may_be_address(numbers: Range) -> bool {
    numbers.high() >= 1 << 47
}

/// Splits a block into the cases of its disjunctive invariant, and of the choices that its size relations are about. In
/// each case the block has no disjuncts any more, and its size relations are recorded in the graph.
pub fn cases(graph: &Graph, id: ObjectId, word: PointerSize) -> Vec<Graph> {
    let Some(disjuncts) = graph.object(id).map(|object| object.disjuncts().all()) else { return Vec::new() };
    let mut open = graph.clone();
    if let Some(object) = open.object_mut(id) {
        object.set_disjuncts(Disjuncts::default());
    }
    measure(&mut open, id);
    let found = if disjuncts.is_empty() { vec![open] } else { those_of(open, id, disjuncts, word) };
    found.into_iter().flat_map(|graph| measured_choices(graph, id, word)).collect()
}

/// Returns the graphs in which a block is one of the disjuncts.
fn those_of(open: Graph, id: ObjectId, disjuncts: &[Disjunct], word: PointerSize) -> Vec<Graph> {
    let restricted = |disjunct: &Disjunct| {
        let first = vec![open.clone()];
        // The size comes last: by then it is known which alternatives the cells behind the end hold. Links come before their
        // parts: by then it is known whether they lead to children.
        let mut cells: Vec<&HeldBytes> = disjunct.iter().collect();
        cells.sort_by_key(|cell| (cell.is_block_size(), std::cmp::Reverse(cell.size)));
        cells.into_iter().fold(first, |graphs, cell| {
            graphs.into_iter().flat_map(|graph| restricted(graph, id, cell, word)).collect()
        })
    };
    disjuncts.iter().flat_map(restricted).collect()
}

/// Splits on the choices that size relations of a block are about, and records these relations in the graph.
fn measured_choices(graph: Graph, id: ObjectId, word: PointerSize) -> Vec<Graph> {
    let choice = graph.object(id).and_then(|object| {
        let mut relations = object.size_relations().iter();
        relations.find_map(|relation| choice_of(&graph, object, relation))
    });
    let Some(choice) = choice else { return vec![graph] };
    let of_case = |mut graph: Graph| {
        measure(&mut graph, id);
        measured_choices(graph, id, word)
    };
    choice::chosen(&graph, choice, word).into_iter().flat_map(of_case).collect()
}

/// Returns the choice that a size relation of an object is about.
fn choice_of(graph: &Graph, object: &Object, relation: &SizeRelation) -> Option<ObjectId> {
    let (offset, size) = relation.pointer?;
    choice::of_value(graph, object.read(offset, size)).map(|(choice, _)| choice)
}

/// Returns the graphs in which a cell of a block has the given contents; none if that is impossible. There may be
/// several if it depends on whether a list is empty.
fn restricted(mut graph: Graph, id: ObjectId, cell: &HeldBytes, word: PointerSize) -> Vec<Graph> {
    if cell.is_block_size() {
        return cell.held.numbers.map_or(Vec::new(), |bytes| sized(graph, id, bytes, word));
    }
    let Some(value) = read(&graph, id, cell) else { return Vec::new() };
    let end = cell.offset + cell.size;
    match value {
        _ if cell.in_link && graph.object(id).is_some_and(|object| object.holds_an_address(cell.offset, end)) => {
            with_child(graph, id, cell, word)
        }
        Value::Address(address) if graph.object(address.object).is_some_and(Object::is_choice) => {
            alternatives(&graph, id, (address, cell), word)
        }
        Value::Undefined => {
            if cell.held.is_undefined {
                vec![graph]
            } else {
                Vec::new()
            }
        }
        Value::PerhapsUndefined(range) if !cell.held.is_undefined || cell.held.is_only_undefined() => {
            written(graph, id, cell, range)
        }
        Value::Address(address) => with_target(graph, id, (address, cell), word),
        Value::Integer(integer) => {
            let recorded = as_signed(Range::exactly(integer), cell.size);
            let fits = |numbers: Range| numbers.includes(recorded);
            if cell.held.numbers.is_some_and(fits) { vec![graph] } else { Vec::new() }
        }
        Value::Unknown(_) | Value::Any(_) if !graph.may_be_undefined(value) => {
            let is_recorded = |numbers: &Range| !cell.held.is_address || may_be_address(*numbers);
            let Some(numbers) = cell.held.numbers.filter(is_recorded) else { return vec![graph] };
            let range = graph.range(value).unwrap_or(Range::ALL);
            let both = as_signed(range, cell.size).intersection(numbers);
            if both.is_some() && as_signed(range, cell.size) != range {
                // The recorded contents are about the number with the other signedness.
                return vec![graph];
            }
            match (value, both) {
                (_, None) => return Vec::new(),
                (Value::Unknown(number), Some(both)) => graph.narrow(number, both),
                (_, Some(both)) => {
                    let number = graph.dependent(both);
                    if let Some(object) = graph.object_mut(id) {
                        object.refine(cell.offset, cell.size, number);
                    }
                }
            }
            vec![graph]
        }
        _ => vec![graph],
    }
}

/// Returns the value of a cell of an object.
fn read(graph: &Graph, id: ObjectId, cell: &HeldBytes) -> Option<Value> {
    graph.object(id).map(|object| object.read(cell.offset, cell.size))
}

/// As [`restricted`], for an address of what may be missing.
fn with_target(graph: Graph, id: ObjectId, (address, cell): (Address, &HeldBytes), word: PointerSize) -> Vec<Graph> {
    let may_be_missing = graph.object(address.object).is_some_and(|object| object.minimum() == 0);
    let wanted = |graph: &Graph| {
        let held = read(graph, id, cell).and_then(|value| held(graph, value, cell.size, word));
        held.is_none_or(|held| cell.held.includes(held))
    };
    match may_be_missing && !wanted(&graph) {
        true => segment::decided(&graph, address.object, word).into_iter().filter(wanted).collect(),
        false => vec![graph],
    }
}

/// As [`restricted`], for a link of a tree that leads to a child, which may be missing, or for a part of one.
fn with_child(graph: Graph, id: ObjectId, cell: &HeldBytes, word: PointerSize) -> Vec<Graph> {
    let Some(Value::Address(address)) = read(&graph, id, cell).filter(|_| cell.size == word) else {
        return vec![graph];
    };
    let Some(child) = graph.object(address.object) else { return Vec::new() };
    let may_be_missing = child.minimum() == 0 && !child.is_choice();
    if child.liveness == Liveness::Freed {
        // It was a child when this was recorded, or something else.
        return vec![graph];
    }
    if !may_be_missing {
        return if cell.held.is_address { vec![graph] } else { Vec::new() };
    }
    let known = held_beside_children(&graph, Value::Address(address), cell.size, word);
    let tells_nothing = known.is_none_or(|known| cell.held.includes(known));
    if cell.held.is_address && cell.held != Held::address(false) && tells_nothing {
        return vec![graph];
    }
    let of_case = |case: Graph| match read(&case, id, cell).and_then(Value::object) {
        Some(to) if to == address.object && cell.held.is_address => vec![case],
        Some(to) if to == address.object => Vec::new(),
        None if cell.held == Held::address(false) => Vec::new(),
        // What follows an empty segment may be the address of another one.
        _ => restricted(case, id, cell, word),
    };
    segment::decided(&graph, address.object, word).into_iter().flat_map(of_case).collect()
}

/// Returns the graphs in which a block has one of these numbers of bytes. What leads somewhere belongs to a block that has it,
/// so cells behind the end lead nowhere.
fn sized(mut graph: Graph, id: ObjectId, bytes: Range, word: PointerSize) -> Vec<Graph> {
    let Some(object) = graph.object_mut(id) else { return Vec::new() };
    let Some(size) = object.size.intersection(bytes) else { return Vec::new() };
    let Some(bytes) = size.single() else {
        object.size = size;
        return vec![graph];
    };
    let Some((cell, to)) = object.leading_beyond(bytes) else {
        object.set_size(bytes);
        return vec![graph];
    };
    let cases = match graph.object(to) {
        Some(choice) if choice.is_choice() => choice::chosen(&graph, to, word),
        Some(object) if object.minimum() == 0 => segment::decided(&graph, to, word),
        _ => Vec::new(),
    };
    let leads =
        |graph: &Graph| graph.object(id).is_some_and(|object| object.read(cell.offset, cell.size) == cell.value);
    let others = cases.into_iter().filter(|graph| !leads(graph));
    others.flat_map(|graph| sized(graph, id, size, word)).collect()
}

/// Returns the graphs in which a cell holds one of the alternatives that a disjunct names.
fn alternatives(graph: &Graph, id: ObjectId, (address, cell): (Address, &HeldBytes), word: PointerSize) -> Vec<Graph> {
    let choice = graph.object(address.object);
    let Some((all, (count, _))) = choice.and_then(|choice| Some((choice, choice.alternatives()?))) else {
        return Vec::new();
    };
    let named = cell.held.alternatives;
    let of_index = |index: usize| {
        let Some(chosen) = choice::with_alternative(graph, address.object, index, word) else { return Vec::new() };
        if !choice::may_be_null(graph, all, (index, address.offset), word) {
            return vec![chosen];
        }
        let held = Held { is_address: named.is_present(index), ..Held::address(named.is_missing(index)) };
        restricted(chosen, id, &HeldBytes { held, ..*cell }, word)
    };
    (0..count).filter(|index| named.has(*index)).flat_map(of_index).collect()
}

/// Returns the graph in which it is known whether a cell was written, which was unknown; none if it was and holds none of
/// the numbers.
fn written(mut graph: Graph, id: ObjectId, cell: &HeldBytes, range: Range) -> Vec<Graph> {
    let value = match cell.held.numbers.filter(|_| !cell.held.is_undefined) {
        _ if cell.held.is_undefined => Value::Undefined,
        Some(numbers) if !cell.held.is_address => {
            let fits = as_signed(range, cell.size) == range;
            match range.intersection(numbers) {
                Some(both) if fits => graph.dependent(both),
                None if fits => return Vec::new(),
                // The recorded contents are about the number with the other signedness.
                _ => graph.dependent(range),
            }
        }
        _ => graph.dependent(range),
    };
    if let Some(object) = graph.object_mut(id) {
        object.refine(cell.offset, cell.size, value);
    }
    vec![graph]
}

/// Records the size relations of a block in the graph. Those that it cannot express are dropped, so that they are not
/// tried again; those about a choice are kept until it is known which of the alternatives it is.
fn measure(graph: &mut Graph, id: ObjectId) {
    let relations = graph.object(id).map(|object| object.size_relations().to_vec()).unwrap_or_default();
    for relation in &relations {
        measured(graph, id, relation);
    }
    let is_kept = |object: &Object, relation: &SizeRelation| {
        is_recorded(graph, id, relation) || choice_of(graph, object, relation).is_some()
    };
    let kept = |object: &Object| relations.iter().filter(|relation| is_kept(object, relation)).copied().collect();
    let kept = graph.object(id).map(kept).unwrap_or_default();
    if let Some(object) = graph.object_mut(id) {
        object.set_size_relations(kept);
    }
}

/// Records a size relation of a block in the graph. Returns `None` if the graph cannot express it.
fn measured(graph: &mut Graph, id: ObjectId, relation: &SizeRelation) -> Option<()> {
    let to = match relation.pointer {
        Some((offset, size)) => block_behind(graph, graph.object(id)?.read(offset, size))?,
        None => id,
    };
    let (offset, size) = relation.number;
    let number = match graph.object(id)?.read(offset, size) {
        Value::Any(range) => {
            let number = graph.dependent(range);
            graph.object_mut(id)?.refine(offset, size, number);
            number
        }
        other => other,
    };
    let bytes = told(graph, number, relation)?;
    let block = graph.object(to)?;
    match bytes.integer() {
        None => graph.record_size_term(to, bytes),
        Some(bytes)
            if !block.is_abstract()
                && block.size.includes(Range::exactly(bytes))
                && block.leading_beyond(bytes).is_none() =>
        {
            graph.object_mut(to)?.set_size(bytes);
        }
        Some(_) => {}
    }
    Some(())
}

/// Returns true if the graph implies that a size relation holds for an object.
pub fn is_recorded(graph: &Graph, id: ObjectId, relation: &SizeRelation) -> bool {
    let Some(object) = graph.object(id) else { return false };
    let read = |(offset, size): (i64, i64)| object.read(offset, size);
    let (pointer, number) = (relation.pointer.map(read), read(relation.number));
    if pointer.is_some_and(|pointer| leads_to_no_heap_block(graph, pointer)) {
        return true;
    }
    let bytes = told(graph, number, relation);
    let measured = pointer.map_or_else(|| graph.exact_size(id), |pointer| bytes_behind(graph, pointer));
    bytes.is_some() && !graph.may_be_undefined(number) && bytes == measured
}

/// Returns true if disjuncts, or a number in it, tell the size of a block better than its range.
pub fn may_tell_size(graph: &Graph, id: ObjectId) -> bool {
    graph.object(id).is_some_and(|object| {
        let mut own = object.size_relations().iter().filter(|relation| relation.pointer.is_none());
        object.disjuncts().tell_sizes() || own.any(|relation| !is_recorded(graph, id, relation))
    })
}

/// Returns the number of bytes that a number tells by a size relation.
fn told(graph: &Graph, number: Value, relation: &SizeRelation) -> Option<Term> {
    graph.term(number)?.times(relation.factor)?.plus(relation.more)
}

/// Returns true for NULL, functions, and addresses that are not those of the start of a heap block, in any memory.
fn leads_to_no_heap_block(graph: &Graph, pointer: Value) -> bool {
    match pointer {
        Value::Integer(0) | Value::Function(_) => true,
        Value::Address(Address { object, target, offset }) => graph.object(object).is_some_and(|to| {
            // What follows a list that may be empty may be such a block, and so may the block of an array around elements.
            let is_sure = (to.linkage().is_none() || target == Target::All) && !to.is_choice() && !to.is_elements();
            is_sure && (offset != 0 || !to.is_heap())
        }),
        _ => false,
    }
}

/// Returns the heap block whose start a pointer points to unless it is NULL; `None` for lists, which may be empty.
fn block_behind(graph: &Graph, pointer: Value) -> Option<ObjectId> {
    let Value::Address(Address { object, offset: 0, .. }) = pointer else { return None };
    graph.object(object).filter(|block| block.is_block() && block.linkage().is_none()).map(|_| object)
}

/// Returns the number of bytes of the heap block whose start a pointer points to unless it is NULL, if that is known.
pub fn bytes_behind(graph: &Graph, pointer: Value) -> Option<Term> {
    graph.exact_size(block_behind(graph, pointer)?)
}
