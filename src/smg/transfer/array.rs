//! Elements of summarised arrays ([`Row`]): the element that an access is about becomes a region of its own.
//!
//! An access to a part of one element, at an offset that is a linear form of a number, is followed. What else touches the
//! bytes of a summarised array forgets its elements.

use crate::domain::configuration::Configuration;
use crate::domain::graph::{Graph, Row, RunLayout, Term};
use crate::domain::invariants::assert_consistent;
use crate::domain::limits::MOST_RUNS;
use crate::domain::object::{Fill, Object};
use crate::domain::value::{ObjectId, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::segment::{PointerSize, copied, copy_node, removed};
use base::marks;

/// Where an access to bytes of a summarised array leads.
pub enum Accessed {
    /// To these bytes of an element.
    Element(ObjectBytes),
    /// It depends on the case.
    Cases(Vec<Graph>),
    /// To no single element that is known.
    Unknown(Row),
}

/// An element of an array: its index, and the bytes of it that an access is about.
struct Index {
    term: Term,
    start: i64,
}

/// Returns where an access to some bytes leads; `None` if they are no part of a summarised array.
pub fn accessed(graph: &Graph, place: ObjectBytes, size: i64, word: PointerSize) -> Option<Accessed> {
    let object = graph.object(place.object)?;
    let row = graph.rows_between(object, place.low, place.high + size, word).next()?;
    let is_within = row.offset <= place.low && place.high + size <= row.end;
    let index = index(place, row).filter(|index| is_within && index.start + size <= row.stride);
    Some(index.and_then(|index| element(graph, row, index, word)).unwrap_or(Accessed::Unknown(row)))
}

fn index(place: ObjectBytes, row: Row) -> Option<Index> {
    let bytes = match place.offset {
        Some(offset) => offset,
        None => Term::constant((place.low == place.high).then_some(place.low)?.into()),
    };
    let bytes = bytes.plus(-i128::from(row.offset))?;
    let stride = i128::from(row.stride);
    let start_of = |more: i128| i64::try_from(more.rem_euclid(stride)).ok();
    match bytes.parts() {
        None => {
            let offset = bytes.integer()?;
            Some(Index { term: Term::constant(offset.div_euclid(stride)), start: start_of(offset)? })
        }
        Some((number, factor, more)) if factor % stride == 0 => {
            let term = Term::of(number).times(factor / stride)?.plus(more.div_euclid(stride))?;
            Some(Index { term, start: start_of(more)? })
        }
        Some(_) => None,
    }
}

/// Finds the run of an element; `None` if the numbers do not tell it.
fn element(graph: &Graph, row: Row, index: Index, word: PointerSize) -> Option<Accessed> {
    let runs = graph.runs(row.first, word);
    let mut start = Term::constant(0);
    for (at, run) in runs.iter().enumerate() {
        let end = graph.term(graph.end_of_run(*run, word))?;
        let is_last = at + 1 == runs.len();
        if is_last || graph.most_above(index.term, end) < 0 {
            let object = graph.object(*run)?;
            if !object.is_abstract() {
                let place = ObjectBytes { object: *run, low: index.start, high: index.start, offset: None };
                return Some(Accessed::Element(place));
            }
            // An element that is taken out has a run in front of it, and one behind it.
            if runs.len() + 2 > MOST_RUNS {
                return None;
            }
            return Some(Accessed::Cases(vec![taken_out(graph, *run, (index.term, start, end), word)?]));
        }
        if graph.most_above(end, index.term) > 0 {
            marks::hit("array: in one run or behind it");
            let (mut within, mut behind) = (graph.clone(), graph.clone());
            within.record_order_of_terms(index.term, end, -1);
            behind.record_order_of_terms(end, index.term, 0);
            if within == *graph || behind == *graph {
                return None;
            }
            let cases = [within, behind].into_iter().filter(|case| !case.contradicts_itself());
            return Some(Accessed::Cases(cases.collect()));
        }
        start = end;
    }
    None
}

/// Makes an element of a run a region, between the elements before and behind it. The terms are its index, and where the
/// run begins and ends.
fn taken_out(
    graph: &Graph,
    run: ObjectId,
    (index, start, end): (Term, Term, Term),
    word: PointerSize,
) -> Option<Graph> {
    marks::hit("array: an element is taken out");
    let mut graph = graph.clone();
    let object = graph.object(run)?.clone();
    let layout = RunLayout::of(&object, word)?;
    let behind = index.plus(1)?;
    let (is_first, is_last) = (graph.most_above(index, start) <= 0, graph.most_above(end, behind) <= 0);
    let element = copy_node(&mut graph, run, &object)?;
    let front = match is_first {
        true => element,
        false => {
            let mut before = object.clone();
            before.kind = layout.several(0);
            copied(&mut graph, run, before, |level| level)?
        }
    };
    let to_front = graph.address_of_run(front);
    graph.redirect(run, |_| to_front);
    let (at, after) = (graph.value_of(index), graph.value_of(behind));
    if !is_first {
        let next = graph.address_of_run(element);
        layout.set_end(graph.object_mut(front)?, at, next);
    }
    let next = graph.address_of_run(run);
    layout.set_end(graph.object_mut(element)?, after, next);
    let rest = graph.object_mut(run)?;
    rest.kind = layout.several(if is_first && !is_last { object.minimum().saturating_sub(1) } else { 0 });
    layout.set_end(rest, object.read(layout.end(), word), object.read(layout.next(), word));
    if is_last {
        graph = removed(&graph, run, word)?;
    }
    assert_consistent(&graph, word, "an element was taken out of a run");
    Some(graph)
}

/// Splits the run of an array in which a number surely lies, or at one of its ends: one part ends there, and the other one
/// begins. Returns `None` if no run is split, as where one surely ends there.
pub fn split_at(graph: &Graph, row: Row, at: Term, word: PointerSize) -> Option<Graph> {
    let mut start = Term::constant(0);
    let runs = graph.runs(row.first, word);
    for run in &runs {
        let end = graph.term(graph.end_of_run(*run, word))?;
        let in_front = graph.most_above(start, at).saturating_neg();
        let behind = graph.most_above(at, end).saturating_neg();
        if graph.most_above(at, start) <= 0 || (behind == 0 && graph.most_above(end, at) <= 0) {
            return None;
        }
        if in_front >= 0 && behind >= 0 {
            return if runs.len() < MOST_RUNS { divided(graph, *run, at, [in_front, behind], word) } else { None };
        }
        start = end;
    }
    None
}

/// Divides a run of several elements in two, which have at least as many elements as given.
fn divided(graph: &Graph, run: ObjectId, at: Term, least: [i128; 2], word: PointerSize) -> Option<Graph> {
    let object = graph.object(run).filter(|run| run.is_abstract())?.clone();
    let layout = RunLayout::of(&object, word)?;
    marks::hit("array: a run is split at an index");
    let kinds = least.map(|elements| layout.several(u32::try_from(elements).unwrap_or(u32::MAX)));
    let mut graph = graph.clone();
    let mut before = object.clone();
    before.kind = kinds[0];
    let front = copied(&mut graph, run, before, |level| level)?;
    let to_front = graph.address_of_run(front);
    graph.redirect(run, |_| to_front);
    let (end, next) = (graph.value_of(at), graph.address_of_run(run));
    layout.set_end(graph.object_mut(front)?, end, next);
    let rest = graph.object_mut(run)?;
    rest.kind = kinds[1];
    layout.set_end(rest, object.read(layout.end(), word), object.read(layout.next(), word));
    assert_consistent(&graph, word, "a run was split");
    Some(graph)
}

/// Returns true if an element holds an address.
fn leads_on(graph: &Graph, row: Row, word: PointerSize) -> bool {
    let runs = graph.runs(row.first, word).into_iter().filter_map(|run| graph.object(run));
    runs.flat_map(Object::successors).any(|(field, _)| !graph.leads_to_elements(field.value))
}

/// Forgets the elements of a summarised array, and where they lead. Some may never have been written.
pub fn forget(configuration: &mut Configuration, holder: ObjectId, row: Row, word: PointerSize) {
    marks::hit("array: elements are forgotten");
    if leads_on(&configuration.graph, row, word) {
        configuration.hide_address();
    }
    if let Some(object) = configuration.graph.object_mut(holder) {
        object.write(row.offset, row.end - row.offset, Value::PERHAPS_UNDEFINED);
    }
}

/// Forgets the elements of all arrays in a block.
pub fn forget_all(configuration: &mut Configuration, holder: ObjectId, word: PointerSize) {
    let graph = &configuration.graph;
    let object = graph.object(holder);
    let rows: Vec<Row> = object.iter().flat_map(|it| graph.rows_between(it, 0, i64::MAX, word)).collect();
    rows.into_iter().for_each(|row| forget(configuration, holder, row, word));
}

/// Moves the elements of a block into another one that is no shorter, and adds a run of elements that were never written.
/// Returns `None` if the block is no summarised array, or may be longer than the other one.
pub fn moved(graph: &Graph, from: ObjectId, to: ObjectId, word: PointerSize) -> Option<Graph> {
    let object = graph.object(from)?;
    let row = graph.rows_between(object, 0, i64::MAX, word).next()?;
    let sizes = [graph.exact_size(from)?, graph.exact_size(to)?];
    let is_whole = row.offset == 0 && row.end == object.possible_end();
    if !is_whole || graph.most_above(sizes[0], sizes[1]) > 0 {
        return None;
    }
    marks::hit("array: moved into a longer block");
    let count = elements_in(sizes[1], row.stride)?;
    let layout = RunLayout::new(row.stride, word);
    let mut graph = graph.clone();
    let mut added = layout.element(Fill::Undefined);
    added.kind = layout.several(0);
    layout.set_end(&mut added, graph.value_of(count), Value::ZERO);
    let added = graph.add(added);
    let next = graph.address_of_run(added);
    let runs = graph.runs(row.first, word);
    let last = *runs.last().filter(|_| runs.len() < MOST_RUNS)?;
    graph.object_mut(last)?.write(layout.next(), word, next);
    let bytes = graph.object(to)?.possible_end();
    let first = graph.address_of_run(row.first);
    graph.object_mut(from)?.write(0, row.end, Value::PERHAPS_UNDEFINED);
    graph.object_mut(to)?.write(0, bytes, first);
    Some(graph)
}

/// Returns the number of elements in some bytes; `None` if there may be a part of one at the end.
pub fn elements_in(bytes: Term, stride: i64) -> Option<Term> {
    let stride = i128::from(stride);
    match (bytes.parts(), bytes.integer()) {
        (None, Some(all)) if all % stride == 0 => Some(Term::constant(all / stride)),
        (Some((number, factor, more)), _) if factor % stride == 0 && more % stride == 0 => {
            Term::of(number).times(factor / stride)?.plus(more / stride)
        }
        _ => None,
    }
}

/// Removes the runs that have no elements, as the numbers tell.
pub fn without_empty_runs(graph: &mut Graph, word: PointerSize) {
    if !graph.has_rows() {
        return;
    }
    for row in graph.rows(word) {
        let mut start = Some(Term::constant(0));
        let runs = graph.runs(row.first, word);
        let mut left = runs.len();
        for run in runs {
            let end = graph.term(graph.end_of_run(run, word));
            let is_empty = start.zip(end).is_some_and(|(start, end)| graph.most_above(end, start) <= 0);
            let may_go = graph.object(run).is_some_and(|object| object.is_abstract() && object.minimum() == 0);
            // One of them stands for the bytes of the array.
            if is_empty
                && may_go
                && left > 1
                && let Some(without) = removed(graph, run, word)
            {
                marks::hit("array: a run has no elements");
                *graph = without;
                left -= 1;
                continue;
            }
            start = end;
        }
    }
}
