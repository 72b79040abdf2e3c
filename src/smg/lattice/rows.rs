//! Summarises arrays: their elements become runs ([`Row`]), and runs that no number tells apart are merged.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::graph::{Graph, Row, RunLayout, Term};
use crate::domain::invariants::assert_consistent;
use crate::domain::limits::MOST_RUNS;
use crate::domain::object::{Fill, HasValue, Kind, Liveness, Object, Origin};
use crate::domain::value::{Address, ObjectId, Target, Value};
use crate::transfer::array::{elements_in, split_at, without_empty_runs};
use base::marks;
use itertools::Itertools;

/// An array in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayPlace {
    pub object: ObjectId,
    /// The offset of the first element.
    pub offset: i64,
    /// Bytes of an element.
    pub stride: i64,
    /// The number of elements; `None` if they reach to the end of the object.
    pub count: Option<i64>,
}

/// Summarises some arrays at a loop head: each element becomes one of a run, and each run a segment.
pub fn summarise(graph: &mut Graph, places: &[ArrayPlace], word: i64) {
    for place in places {
        if let Some(summarised) = with_row(graph, *place, word) {
            *graph = summarised;
        }
    }
    if !graph.has_rows() {
        return;
    }
    without_empty_runs(graph, word);
    split_at_indices(graph, word);
    for row in graph.rows(word) {
        let mut start = Some(Term::constant(0));
        for run in graph.runs(row.first, word) {
            let end = graph.term(graph.end_of_run(run, word));
            if start.zip(end).is_some_and(|(start, end)| graph.most_above(end, start) <= 1) {
                nest(graph, run, word);
            }
            become_segment(graph, run, word);
            if let Some((start, end)) = start.zip(end) {
                let fewest = graph.object(run).map_or(0, Object::minimum);
                graph.record_order_of_terms(start, end, -i128::from(fewest));
            }
            start = end;
        }
    }
    name_ends(graph, word);
    assert_consistent(graph, word, "an array was summarised");
}

/// Splits the runs in which a variable that indexes arrays tells an element: where a loop has come, elements begin to differ.
fn split_at_indices(graph: &mut Graph, word: i64) {
    let roles = graph.thresholds().roles();
    let is_index = |holder: Origin| matches!(holder, Origin::Variable(id) if roles.is_index(id));
    let indices = numbers(graph).filter(|(holder, ..)| is_index(*holder)).filter_map(|(.., value)| graph.term(value));
    let indices: BTreeSet<Term> = indices.collect();
    let count = graph.rows(word).len();
    for (at, index) in (0..count).cartesian_product(&indices) {
        let row = graph.rows(word).into_iter().nth(at);
        if let Some(split) = row.and_then(|row| split_at(graph, row, *index, word)) {
            *graph = split;
        }
    }
}

/// Returns the graph in which an array is a row; `None` if it is one already, or cannot be.
pub fn with_row(graph: &Graph, place: ArrayPlace, word: i64) -> Option<Graph> {
    let ArrayPlace { object: id, offset, stride, count } = place;
    let object = graph.object(id).filter(|object| object.kind == Kind::Region && object.liveness == Liveness::Valid)?;
    let end_of = |bytes: Term| elements_in(bytes.plus(-i128::from(offset))?, stride);
    let count = match count {
        Some(count) => Term::constant(count.into()),
        None => end_of(graph.exact_size(id)?)?,
    };
    let end = match count.integer() {
        Some(count) => offset.checked_add(i64::try_from(count).ok()?.checked_mul(stride)?)?,
        None => object.possible_end(),
    };
    let is_row = graph.rows_between(object, offset, end, word).next().is_some();
    if is_row || stride <= 0 || end > object.possible_end() || end - offset < 2 * stride {
        return None;
    }
    let layout = RunLayout::new(stride, word);
    let mut out = graph.clone();
    let mut runs: Vec<(ObjectId, Term)> = Vec::new();
    let mut at = offset;
    while at < end {
        let run = run_at(object, at, end, layout)?;
        at = run.end;
        let behind = match at == end {
            true => count,
            false => Term::constant(((at - offset) / stride).into()),
        };
        if runs.len() >= MOST_RUNS || graph.most_above(behind, count) > 0 {
            return None;
        }
        runs.push((out.add(run.object), behind));
    }
    let mut next = Value::ZERO;
    for (run, behind) in runs.into_iter().rev() {
        let behind = out.value_of(behind);
        let element = out.object_mut(run)?;
        element.level = object.level;
        layout.set_end(element, behind, next);
        next = out.address_of_run(run);
    }
    marks::hit("array: summarised");
    out.object_mut(id)?.write(offset, end - offset, next);
    Some(out)
}

/// A run before it is part of a graph, and the offset behind it.
struct NewRun {
    object: Object,
    end: i64,
}

/// Returns the run of the elements from an offset on that are one piece, or else of a single element.
fn run_at(object: &Object, at: i64, end: i64, layout: RunLayout) -> Option<NewRun> {
    let mut run = layout.element(Fill::Undefined);
    let piece = object.end_of_piece(at, end);
    let is_last = piece == end;
    let whole = if is_last { end - at } else { (piece - at) / layout.stride * layout.stride };
    if whole >= 2 * layout.stride || (is_last && whole > layout.stride) {
        run.write(0, layout.stride, object.piece(at, at + layout.stride)?);
        let minimum = if is_last { 0 } else { u32::try_from(whole / layout.stride).ok()? };
        run.kind = layout.several(minimum);
        return Some(NewRun { object: run, end: at + whole });
    }
    let behind = at.checked_add(layout.stride).filter(|behind| *behind <= end)?;
    if object.cuts_an_address(at, behind) {
        return None;
    }
    run.paste(0, object, at, layout.stride);
    Some(NewRun { object: run, end: behind })
}

/// Nests the blocks that only the single element of a run leads to any more.
fn nest(graph: &mut Graph, run: ObjectId, word: i64) {
    let Some(object) = graph.object(run).filter(|object| object.is_abstract()) else { return };
    let Some(layout) = RunLayout::of(object, word) else { return };
    let level = object.level;
    let is_beside = |id: &ObjectId| graph.object(*id).is_some_and(|it| it.level == level);
    let beside = graph.private_to(run, Some(layout.shape()), run).into_iter().filter(is_beside);
    let all: BTreeSet<ObjectId> = beside.flat_map(|id| graph.nested_below(id).into_iter().chain([id])).collect();
    sink(graph, all);
}

/// Nests objects one level deeper.
fn sink(graph: &mut Graph, objects: BTreeSet<ObjectId>) {
    for id in objects {
        if let Some(object) = graph.object_mut(id) {
            object.level = object.level.saturating_add(1);
        }
    }
}

/// Makes an element a run of one or more.
fn become_segment(graph: &mut Graph, run: ObjectId, word: i64) {
    let Some(layout) = graph.object(run).filter(|run| !run.is_abstract()).and_then(|it| RunLayout::of(it, word)) else {
        return;
    };
    sink(graph, graph.private_to(run, Some(layout.shape()), run));
    if let Some(object) = graph.object_mut(run) {
        object.kind = layout.several(1);
    }
    graph.redirect(run, |address| Value::Address(Address { target: Target::First, ..address }));
}

/// Returns the fields of variables and records with the numbers that they hold, but for variables that have nothing to do with
/// indices. A pointer to an element holds its index.
fn numbers(graph: &Graph) -> impl Iterator<Item = (Origin, i64, Value)> {
    let roles = graph.thresholds().roles();
    let is_number = |object: &Object| matches!(object.fields(), [field] if field.value.steps().is_none());
    let tells_place = move |object: &Object| match object.origin {
        Origin::Variable(id) if is_number(object) => roles.tells_place(id),
        _ => true,
    };
    let is_holder = move |object: &&Object| {
        object.level == 0 && !object.is_abstract() && !object.is_elements() && tells_place(object)
    };
    let holders = graph.objects().map(|(_, object)| object).filter(is_holder);
    let number = |field: &HasValue| match field.value {
        Value::Integer(_) | Value::Unknown(_) => Some(field.value),
        value => value.steps().map(|steps| Value::Unknown(steps.number())),
    };
    holders.flat_map(move |object| {
        object.fields().iter().filter_map(move |field| Some((object.origin, field.offset, number(field)?)))
    })
}

/// Where a run ends at a number that a variable holds, by its definition, the run is given that number: they stay equal
/// in joins.
fn name_ends(graph: &mut Graph, word: i64) {
    let mut names: BTreeMap<Term, Value> = BTreeMap::new();
    for (.., value) in numbers(graph).filter(|(.., value)| matches!(value, Value::Unknown(_))) {
        if let Some(term) = graph.term(value) {
            names.entry(term).or_insert(value);
        }
    }
    for run in graph.all_runs() {
        let name = graph.term(graph.end_of_run(run, word)).and_then(|end| names.get(&end)).copied();
        let end = graph.object(run).and_then(|object| RunLayout::of(object, word)).map(RunLayout::end);
        if let (Some(name), Some(end), Some(object)) = (name, end, graph.object_mut(run)) {
            object.write(end, word, name);
        }
    }
}

/// A number that tells where a run ends: there, or at the element in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndName {
    /// The variable or record that holds it, and its offset there.
    holder: Origin,
    offset: i64,
    is_in_front: bool,
}

impl EndName {
    /// Returns true if the number is the index of the last element, not of the one behind the run.
    pub fn is_in_front(self) -> bool {
        self.is_in_front
    }
}

/// Returns the numbers that tell where a run ends, with their values.
pub fn names(graph: &Graph, end: Value) -> Vec<(EndName, Value)> {
    let Some(end) = graph.term(end) else { return Vec::new() };
    let in_front = end.plus(-1);
    let name = |(holder, offset, value): (Origin, i64, Value)| {
        let term = graph.term(value)?;
        let is_in_front = Some(term) == in_front;
        (term == end || is_in_front).then_some((EndName { holder, offset, is_in_front }, value))
    };
    numbers(graph).filter_map(name).collect()
}

/// Returns true if a number that a variable or a record holds tells where a run ends.
pub fn is_named(graph: &Graph, end: Value) -> bool {
    !names(graph, end).is_empty()
}

/// Gives arrays that correspond to each other one form: what is a row in one of two graphs is made one in the other.
/// Returns the graphs that change.
pub fn likened(graphs: [&Graph; 2], roots: &[[ObjectId; 2]], word: i64) -> [Option<Graph>; 2] {
    let mut changed: [Option<Graph>; 2] = [None, None];
    let mut open: Vec<[ObjectId; 2]> = roots.to_vec();
    let mut seen: [BTreeSet<ObjectId>; 2] = Default::default();
    while let Some(pair) = open.pop() {
        if !seen[0].insert(pair[0]) | !seen[1].insert(pair[1]) {
            continue;
        }
        let (Some(a), Some(b)) = (graphs[0].object(pair[0]), graphs[1].object(pair[1])) else { continue };
        for (side, own) in [(1, a), (0, b)] {
            for row in graphs[1 - side].rows_between(own, 0, i64::MAX, word) {
                let Row { offset, end, stride, .. } = row;
                let count = (end < own.possible_end()).then_some((end - offset) / stride);
                let place = ArrayPlace { object: pair[side], offset, stride, count };
                let now = changed[side].as_ref().unwrap_or(graphs[side]);
                if let Some(graph) = with_row(now, place, word) {
                    changed[side] = Some(graph);
                }
            }
        }
        open.extend(neighbours(graphs, [a, b]));
    }
    for graph in changed.iter_mut().flatten() {
        graph.all_runs().into_iter().for_each(|run| become_segment(graph, run, word));
    }
    changed
}

/// Returns the pairs of blocks that cells of two objects lead to.
fn neighbours<'g>(graphs: [&'g Graph; 2], [a, b]: [&'g Object; 2]) -> impl Iterator<Item = [ObjectId; 2]> {
    let to = move |side: usize, value: Value| match value {
        Value::Address(Address { object, target: Target::Region, .. }) => {
            graphs[side].object(object).filter(|it| !it.is_elements()).map(|_| object)
        }
        _ => None,
    };
    a.fields().iter().filter_map(move |field| {
        let other = b.piece(field.offset, field.offset + field.size)?;
        Some([to(0, field.value)?, to(1, other)?])
    })
}
