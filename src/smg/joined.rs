//! The join of two configurations: of their graphs, from the objects of their variables on.

use std::borrow::Cow;

use crate::program::Program;
use crate::smg::configuration::{Configuration, Frame, fresh_object};
use crate::smg::cover::Kept;
use crate::smg::graph::Graph;
use crate::smg::invariants::{assert_holds, inconsistency};
use crate::smg::join::exclude::excludes;
use crate::smg::join::{Joiner, Purpose};
use crate::smg::object::Field;
use crate::smg::value::{ObjectId, Value};

/// The join of two configurations at one location, and whether it describes more than the one and than the other.
pub fn joined(
    program: &Program,
    left: &Configuration,
    right: &Configuration,
    purpose: Purpose,
    word: i64,
) -> Option<(Configuration, [bool; 2])> {
    let (left, right) = comparable(program, left, right)?;
    if excluded(&left, &right, purpose) {
        return None;
    }
    united(left, &right, purpose, word)
}

/// Two configurations with the same names and calls under way, if they can be made so.
fn comparable<'c>(
    program: &Program,
    left: &'c Configuration,
    right: &'c Configuration,
) -> Option<(Cow<'c, Configuration>, Cow<'c, Configuration>)> {
    let same =
        |(a, b): (&Frame, &Frame)| (a.caller, a.function, a.blocks.len()) == (b.caller, b.function, b.blocks.len());
    let comparable = left.handlers == right.handlers
        && left.duties == right.duties
        && left.inputs.len() == right.inputs.len()
        && left.frames.len() == right.frames.len()
        && left.frames.iter().zip(&right.frames).all(same);
    if !comparable {
        return None;
    }
    let (left, right) = (completed(program, left, right), completed(program, right, left));
    let named_alike = left.literals.keys().eq(right.literals.keys()) && left.roots().len() == right.roots().len();
    named_alike.then_some((left, right))
}

/// Whether it is seen at once that two configurations with the same names have no join.
fn excluded(left: &Configuration, right: &Configuration, purpose: Purpose) -> bool {
    let pairs = left.roots().into_iter().zip(right.roots()).map(|(a, b)| [a, b]);
    excludes([&left.graph, &right.graph], pairs, purpose)
}

/// The join of two configurations with the same names.
fn united(
    left: Cow<'_, Configuration>,
    right: &Configuration,
    purpose: Purpose,
    word: i64,
) -> Option<(Configuration, [bool; 2])> {
    let (a, b) = (left.roots(), right.roots());
    let mut joiner = Joiner::new(&left.graph, &right.graph, purpose, word);
    let mut images = Vec::with_capacity(a.len());
    for (a, b) in a.iter().zip(&b) {
        images.push(joiner.pair(*a, *b)?);
    }
    joiner.run()?;
    if inconsistency(&joiner.out).is_some() {
        return None;
    }
    let loses = joiner.loses;
    if purpose.keeps_what_is_there() {
        let graphs = [&left.graph, &right.graph, &joiner.out];
        let mut triples = a.iter().zip(&b).zip(&images).map(|((a, b), image)| [*a, *b, *image]);
        if triples.any(|ids| forgets_that_there_is_something(graphs, ids, word)) {
            return None;
        }
    }
    let mut next = images.into_iter();
    let mut found = Configuration { graph: joiner.out, ..left.into_owned() };
    let named = found.globals.values_mut().chain(found.literals.values_mut()).chain(&mut found.inputs);
    let framed = found.frames.iter_mut().flat_map(|frame| frame.variables.values_mut().chain(&mut frame.blocks));
    for (slot, image) in named.chain(framed).zip(&mut next) {
        *slot = image;
    }
    assert_holds(&found, word, "a join");
    Some((found, loses))
}

/// Whether a variable surely leads to an object in two graphs, and not in their join: conditions on it would say nothing.
fn forgets_that_there_is_something(graphs: [&Graph; 3], ids: [ObjectId; 3], word: i64) -> bool {
    let leads = |side: usize, field: &Field| {
        let value = graphs[side].object(ids[side]).map(|object| object.read(field.offset, field.size));
        value.is_some_and(|value| graphs[side].surely_leads_to_something(value, word))
    };
    let Some(object) = graphs[2].object(ids[2]) else { return false };
    let pointers = object.fields().iter().filter(|field| matches!(field.value, Value::Address(_)));
    pointers.into_iter().any(|field| !leads(2, field) && leads(0, field) && leads(1, field))
}

/// A configuration with the variables and literals of another one as well.
fn completed<'c>(program: &Program, configuration: &'c Configuration, other: &Configuration) -> Cow<'c, Configuration> {
    let lacks_global = other.globals.keys().any(|id| !configuration.globals.contains_key(id));
    let pairs = || configuration.frames.iter().zip(&other.frames);
    let lacks_local = pairs().any(|(frame, other)| other.variables.keys().any(|id| !frame.variables.contains_key(id)));
    let lacks_literal = other.literals.keys().any(|id| !configuration.literals.contains_key(id));
    if !lacks_global && !lacks_local && !lacks_literal {
        return Cow::Borrowed(configuration);
    }
    let mut found = configuration.clone();
    for id in other.globals.keys() {
        if let (false, Ok(object)) = (found.globals.contains_key(id), fresh_object(program, *id)) {
            found.globals.insert(*id, found.graph.add(object));
        }
    }
    for (id, object) in &other.literals {
        if !found.literals.contains_key(id)
            && let Some(object) = other.graph.object(*object)
        {
            let object = found.graph.add(object.clone());
            found.literals.insert(*id, object);
        }
    }
    for (index, frame) in other.frames.iter().enumerate() {
        for id in frame.variables.keys() {
            let variables = &mut found.frames[index].variables;
            if let (false, Ok(object)) = (variables.contains_key(id), fresh_object(program, *id)) {
                variables.insert(*id, found.graph.add(object));
            }
        }
    }
    Cow::Owned(found)
}

/// Of the configurations of one location so many are compared with each other.
const MOST_COMPARED: usize = 6;

/// For tests: how many pairs of configurations are excluded without a joiner, for each purpose. `Err` names the purpose for which
/// one is excluded that has a join.
pub fn excluded_pairs(program: &Program, kept: &Kept) -> Result<usize, String> {
    let purposes = [Purpose::Entailment, Purpose::Widening, Purpose::Shapes, Purpose::Union];
    let word = program.types.model().word_bytes() as i64;
    let mut count = 0;
    for configurations in kept.by_location() {
        let compared = &configurations[..configurations.len().min(MOST_COMPARED)];
        for (index, left) in compared.iter().enumerate() {
            for right in &compared[index + 1..] {
                let Some((left, right)) = comparable(program, left, right) else { continue };
                for purpose in purposes.into_iter().filter(|purpose| excluded(&left, &right, *purpose)) {
                    if united(left.clone(), &right, purpose, word).is_some() {
                        return Err(format!("excluded for {purpose:?}, but there is a join"));
                    }
                    count += 1;
                }
            }
        }
    }
    Ok(count)
}
