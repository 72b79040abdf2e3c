//! The join of two configurations: of their graphs, starting at the objects of their variables.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::domain::configuration::{Configuration, Frame, fresh_object};
use crate::domain::graph::Graph;
use crate::domain::invariants::{assert_holds, inconsistency};
use crate::domain::object::HasValue;
use crate::domain::value::{ObjectId, Value};
use crate::lattice::join::exclude::excludes;
use crate::lattice::join::{JoinMode, Joiner};
use crate::lattice::likened::likened;
use crate::lattice::rows;
use crate::lattice::signature::WithSignature;
use program::Program;

/// Returns the join of two configurations at one location. The flags are true if it describes more than the left one,
/// and more than the right one.
pub fn joined(
    program: &Program,
    left: &WithSignature,
    right: &WithSignature,
    mode: JoinMode,
    word: i64,
) -> Option<(Configuration, [bool; 2])> {
    let is_kept = || left.signature().is_kept_from(right.signature(), mode);
    if left.excludes(right, mode) || common_names_exclude(left, right, mode) || is_kept() {
        return None;
    }
    let pair = Pair::of(program, left, right)?;
    if pair.is_excluded(mode) { None } else { pair.united(mode, word) }
}

/// Returns true if the pre-filter is right that two configurations have no join; `None` if it does not exclude the
/// pair.
pub fn checked_exclusion(
    program: &Program,
    left: &WithSignature,
    right: &WithSignature,
    mode: JoinMode,
    word: i64,
) -> Option<bool> {
    let pair = Pair::of(program, left, right)?;
    let is_excluded = left.excludes(right, mode) || common_names_exclude(left, right, mode) || pair.is_excluded(mode);
    is_excluded.then(|| pair.united(mode, word).is_none())
}

/// Returns true if the common variables of two configurations with different names exclude a join. Checked before they
/// are given the same names, which takes time.
fn common_names_exclude(left: &WithSignature, right: &WithSignature, mode: JoinMode) -> bool {
    if left.signature().has_names_of(right.signature()) {
        return false;
    }
    let [left, right] = [left.configuration(), right.configuration()];
    let both = left.frames.iter().zip(&right.frames).flat_map(|(left, right)| {
        let other = |id| right.variables.get(id).copied();
        left.variables.iter().filter_map(move |(id, object)| Some([*object, other(id)?]))
    });
    excludes([&left.graph, &right.graph], both, mode)
}

/// The name that a join starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RootOrder {
    First,
    Last,
}

/// Two configurations with the same names and calls under way.
#[derive(Clone)]
struct Pair<'c> {
    sides: [Cow<'c, Configuration>; 2],
    /// The objects that have these names, in the order of [`Configuration::roots`].
    roots: [Cow<'c, [ObjectId]>; 2],
}

impl<'c> Pair<'c> {
    /// Gives two configurations the same names; `None` if that is impossible.
    fn of(program: &Program, left: &'c WithSignature, right: &'c WithSignature) -> Option<Pair<'c>> {
        let ([left, right], signatures) =
            ([left.configuration(), right.configuration()], [left.signature(), right.signature()]);
        if left.handlers != right.handlers || left.obligations != right.obligations {
            return None;
        }
        if signatures[0].has_names_of(signatures[1]) {
            let roots = signatures.map(|signature| Cow::Borrowed(signature.roots()));
            return Some(Pair { sides: [Cow::Borrowed(left), Cow::Borrowed(right)], roots });
        }
        let same = |(a, b): (&Frame, &Frame)| (a.function, a.blocks.len()) == (b.function, b.blocks.len());
        let comparable = left.inputs.len() == right.inputs.len()
            && left.cutpoints.len() == right.cutpoints.len()
            && left.frames.len() == right.frames.len()
            && left.frames.iter().zip(&right.frames).all(same);
        if !comparable {
            return None;
        }
        let (left, right) = (completed(program, left, right), completed(program, right, left));
        // Comparing their numbers suffices: if two names differ, so do the origins of their objects, which are never
        // paired.
        let roots = [left.roots(), right.roots()];
        let named_alike = left.literals.keys().eq(right.literals.keys()) && roots[0].len() == roots[1].len();
        named_alike.then_some(Pair { sides: [left, right], roots: roots.map(Cow::Owned) })
    }

    /// Returns true if the graphs certainly have no join.
    fn is_excluded(&self, mode: JoinMode) -> bool {
        let [left, right] = &self.sides;
        excludes([&left.graph, &right.graph], self.pairs(), mode)
    }

    fn united(mut self, mode: JoinMode, word: i64) -> Option<(Configuration, [bool; 2])> {
        self.summarise_alike(word);
        let has_tree = |side: &Cow<Configuration>| side.graph.objects().any(|(_, object)| object.is_tree());
        if !self.sides.iter().any(has_tree) {
            return self.united_from(RootOrder::Last, [false, false], mode, word);
        }
        // Which node of a path corresponds to which one is a guess: what other names lead to settles it.
        [RootOrder::Last, RootOrder::First].into_iter().find_map(|order| {
            let (mut own, mut loses) = (self.clone(), [false, false]);
            if mode.likens() {
                loses = own.liken(order, word);
            }
            own.united_from(order, loses, mode, word)
        })
    }

    /// Returns the pairs of objects that have these names.
    fn pairs(&self) -> impl DoubleEndedIterator<Item = [ObjectId; 2]> {
        std::iter::zip(self.roots[0].iter(), self.roots[1].iter()).map(|(a, b)| [*a, *b])
    }

    /// Takes over the graphs that have changed.
    fn take(&mut self, changed: [Option<Graph>; 2]) {
        for (side, graph) in self.sides.iter_mut().zip(changed) {
            if let Some(graph) = graph {
                side.to_mut().graph = graph;
            }
        }
    }

    /// Summarises the arrays of one side that the other side has summarised.
    fn summarise_alike(&mut self, word: i64) {
        if self.sides.iter().any(|side| side.graph.has_rows()) {
            let pairs: Vec<[ObjectId; 2]> = self.pairs().collect();
            self.take(rows::likened([&self.sides[0].graph, &self.sides[1].graph], &pairs, word));
        }
    }

    /// Gives nodes that correspond to each other one shape. Returns true for each side that describes more then.
    fn liken(&mut self, order: RootOrder, word: i64) -> [bool; 2] {
        let pairs: Vec<[ObjectId; 2]> = match order {
            RootOrder::First => self.pairs().rev().collect(),
            RootOrder::Last => self.pairs().collect(),
        };
        let changed = likened([&self.sides[0].graph, &self.sides[1].graph], &pairs, word);
        let loses = [changed[0].is_some(), changed[1].is_some()];
        self.take(changed);
        loses
    }

    /// Joins the graphs, of which one or the other describes more than the configuration in the first place.
    fn united_from(
        self,
        order: RootOrder,
        loses: [bool; 2],
        mode: JoinMode,
        word: i64,
    ) -> Option<(Configuration, [bool; 2])> {
        let ([left, right], [a, b]) = (self.sides, self.roots);
        let mut joiner = Joiner::new(&left.graph, &right.graph, mode, word);
        joiner.loses = loses;
        let mut images = Vec::with_capacity(a.len());
        // Both sides have as many, in the order of `Configuration::roots`.
        for (a, b) in a.iter().zip(b.iter()) {
            images.push(joiner.pair(*a, *b)?);
        }
        if order == RootOrder::First {
            joiner.begin_with_first();
        }
        joiner.run()?;
        if inconsistency(&joiner.out, word).is_some() {
            return None;
        }
        let loses = joiner.loses;
        if mode.keeps_what_is_there() {
            let graphs = [&left.graph, &right.graph, &joiner.out];
            let mut triples = a.iter().zip(b.iter()).zip(&images).map(|((a, b), image)| [*a, *b, *image]);
            if triples.any(|ids| forgets_that_there_is_something(graphs, ids, word)) {
                return None;
            }
        }
        let mut found = Configuration { graph: joiner.out, ..left.into_owned() };
        found.roots_mut().zip(images).for_each(|(root, image)| *root = image);
        assert_holds(&found, word, "a join");
        Some((found, loses))
    }
}

/// Returns true if a variable certainly points to an object in both graphs, but not in their join: conditions on it
/// would then be useless.
fn forgets_that_there_is_something(graphs: [&Graph; 3], ids: [ObjectId; 3], word: i64) -> bool {
    let leads = |side: usize, field: &HasValue| {
        let value = graphs[side].object(ids[side]).map(|object| object.read(field.offset, field.size));
        value.is_some_and(|value| graphs[side].surely_leads_to_something(value, word))
    };
    let Some(object) = graphs[2].object(ids[2]) else { return false };
    let pointers = object.fields().iter().filter(|field| matches!(field.value, Value::Address(_)));
    pointers.into_iter().any(|field| !leads(2, field) && leads(0, field) && leads(1, field))
}

/// Returns a configuration with the variables and literals of another one added.
fn completed<'c>(program: &Program, configuration: &'c Configuration, other: &Configuration) -> Cow<'c, Configuration> {
    let frames = || configuration.frames.iter().zip(&other.frames);
    let is_complete = has_all(&configuration.globals, &other.globals)
        && has_all(&configuration.literals, &other.literals)
        && frames().all(|(frame, other)| has_all(&frame.variables, &other.variables));
    if is_complete {
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
    for (frame, other) in found.frames.iter_mut().zip(&other.frames) {
        for id in other.variables.keys() {
            if let (false, Ok(object)) = (frame.variables.contains_key(id), fresh_object(program, *id)) {
                frame.variables.insert(*id, found.graph.add(object));
            }
        }
    }
    Cow::Owned(found)
}

/// Returns true if the first names everything that the second names. Usually they name the same.
fn has_all<N: Ord>(names: &BTreeMap<N, ObjectId>, others: &BTreeMap<N, ObjectId>) -> bool {
    names.keys().eq(others.keys()) || others.keys().all(|name| names.contains_key(name))
}
