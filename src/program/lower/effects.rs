//! Effect summaries: what running a part of the program may read and write. An over-approximation computed from the
//! syntax tree, used where C leaves the evaluation order of operands open (see `either_order`).
//!
//! Memory is distinguished by field names only; `*p` and `p[i]` may access any of it. A name stands for the variable
//! with static storage duration; local variables matter to other functions only if their address is taken.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use itertools::Itertools;
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Contracted;
use crate::library::{Effect, Known};
use crate::lower::effects_reader::Reader;
use frontend::ast::{ExternalItem, FunctionDefinition, TranslationUnit};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Thing<'u> {
    Memory,
    Field(&'u str),
    /// A variable with static storage duration.
    Variable(&'u str),
}

const MEMORY: usize = 0;

/// Stands for the functions that a call through a pointer may reach. No function has this name.
pub(super) const INDIRECT: &str = "";

/// Stand for functions known only by a contract: those that change something, and the others. No function has these
/// names.
const CONTRACTED: &str = "?changes";
const READING: &str = "?reads";

#[derive(Clone, Default, Debug)]
pub(super) struct Effects {
    reads: FixedBitSet,
    writes: FixedBitSet,
    pub(super) calls: bool,
    /// An error is possible, because memory is accessed.
    pub(super) may_fail: bool,
    pub(super) may_end: bool,
    /// Contains labels or static variables, and so cannot be lowered twice.
    pub(super) is_unique: bool,
}

impl Effects {
    /// Returns true if it has no effect that depends on evaluation order.
    pub(super) fn is_nothing(&self) -> bool {
        let touches = !self.reads.is_clear() || !self.writes.is_clear();
        !touches && !self.may_fail && !self.may_end
    }

    /// Returns the effects of a function that may do anything, given the number of things.
    fn of_anything(things: usize) -> Effects {
        let mut all = FixedBitSet::with_capacity(things);
        all.insert_range(..);
        Effects { reads: all.clone(), writes: all, calls: true, may_fail: true, may_end: true, is_unique: false }
    }

    pub(super) fn absorb(&mut self, other: &Effects) {
        self.reads.union_with(&other.reads);
        self.writes.union_with(&other.writes);
        self.calls |= other.calls;
        self.may_fail |= other.may_fail;
        self.may_end |= other.may_end;
        self.is_unique |= other.is_unique;
    }

    pub(super) fn read(&mut self, thing: usize) {
        self.reads.grow_and_insert(thing);
    }

    pub(super) fn write(&mut self, thing: usize) {
        self.writes.grow_and_insert(thing);
    }

    /// Adds the effects of a library function. Streams count as memory. What it writes through an argument does not if
    /// that leads to a block of the caller's `own`.
    pub(super) fn of_library(&mut self, known: Known, own: &[bool]) {
        for effect in known.function.entry().effects {
            match effect {
                Effect::Reads(..) | Effect::ReadsRest(_) | Effect::UsesStream(_) => self.read(MEMORY),
                Effect::Allocates(_) | Effect::Output | Effect::Input | Effect::SetsErrno | Effect::CallsBack(..) => {
                    continue;
                }
                // `_exit` ends the program as well.
                Effect::Ends(_) | Effect::ForgetsHandlers | Effect::Assumes(_) => {
                    self.may_end = true;
                    continue;
                }
                Effect::Fails(_) | Effect::Asserts(_) => self.may_end = true,
                Effect::Writes(target, _) | Effect::Fills { target, .. } | Effect::Copies { target, .. }
                    if own.get(usize::from(*target)) == Some(&true) =>
                {
                    self.read(MEMORY);
                }
                _ => {
                    self.read(MEMORY);
                    self.write(MEMORY);
                }
            }
            self.may_fail = true;
        }
    }
}

/// Effects of the functions of a program, including those of their callees.
#[derive(Default, Debug)]
pub(super) struct EffectSummaries<'u> {
    things: FxHashMap<Thing<'u>, usize>,
    functions: FxHashMap<&'u str, Effects>,
    /// Functions known only by a contract.
    contracted: BTreeMap<String, Contracted>,
    /// Variables, including local ones, whose address is taken.
    pub(super) addressed: FxHashSet<&'u str>,
    /// Things that a pointer may lead to.
    reachable: FixedBitSet,
}

impl<'u> EffectSummaries<'u> {
    pub(super) fn new(unit: &'u TranslationUnit, contracted: BTreeMap<String, Contracted>) -> Self {
        let mut summaries = EffectSummaries { contracted, ..EffectSummaries::default() };
        summaries.number_new(Thing::Memory);
        let bodies: FxHashMap<&str, &FunctionDefinition> = unit
            .items
            .iter()
            .filter_map(|item| match item {
                ExternalItem::Function(function) => {
                    Some((function.declarator.name.as_ref()?.name.as_str(), &**function))
                }
                _ => None,
            })
            .collect();
        for name in bodies.keys().copied().chain([INDIRECT, CONTRACTED, READING]) {
            summaries.functions.insert(name, Effects::default());
        }
        let mut calls = DiGraph::<&str, ()>::new();
        let nodes: FxHashMap<&str, _> =
            summaries.functions.keys().copied().sorted().map(|name| (name, calls.add_node(name))).collect();
        let mut pointed = FxHashSet::default();
        for (name, body) in bodies.iter().sorted_by_key(|(name, _)| **name) {
            let mut reader = Reader::of_bodies(&mut summaries);
            reader.function(body);
            let (found, callees, mentioned) = reader.finish();
            for callee in callees.iter().filter_map(|callee| nodes.get(callee)) {
                calls.update_edge(nodes[name], *callee, ());
            }
            pointed.extend(mentioned);
            summaries.functions.insert(name, found);
        }
        for item in &unit.items {
            let ExternalItem::Declaration(declaration) = item else { continue };
            let mut reader = Reader::of_bodies(&mut summaries);
            reader.declaration(declaration);
            pointed.extend(reader.finish().2);
        }
        let of_anything = Effects::of_anything(summaries.things.len());
        summaries.functions.insert(READING, Effects { writes: FixedBitSet::new(), ..of_anything.clone() });
        summaries.functions.insert(CONTRACTED, of_anything);
        for name in pointed {
            let called = summaries.contracted(name).unwrap_or(name);
            if let Some(function) = nodes.get(called) {
                calls.update_edge(nodes[INDIRECT], *function, ());
            }
        }
        summaries.close(&calls);
        summaries
    }

    /// Adds to each function the effects of its callees.
    fn close(&mut self, calls: &DiGraph<&'u str, ()>) {
        // Callees come first; mutually recursive functions get the same effects.
        for group in petgraph::algo::tarjan_scc(calls) {
            let mut all = Effects::default();
            for node in &group {
                for member in calls.neighbors(*node).chain([*node]) {
                    self.functions.get(calls[member]).into_iter().for_each(|effects| all.absorb(effects));
                }
            }
            for node in group {
                self.functions.insert(calls[node], all.clone());
            }
        }
        for (thing, number) in &self.things {
            match thing {
                Thing::Variable(name) if !self.addressed.contains(name) => {}
                _ => self.reachable.grow_and_insert(*number),
            }
        }
    }

    /// Returns the number of a thing, or `None` if no function touches it.
    pub(super) fn number(&self, thing: Thing<'u>) -> Option<usize> {
        self.things.get(&thing).copied()
    }

    /// Returns the number of a thing, assigning one if it is new.
    pub(super) fn number_new(&mut self, thing: Thing<'u>) -> usize {
        let next = self.things.len();
        *self.things.entry(thing).or_insert(next)
    }

    /// Returns the effects of calling a function that has a body, or one through a pointer ([`INDIRECT`]).
    pub(super) fn call(&self, name: &'u str) -> Option<&Effects> {
        self.functions.get(name)
    }

    /// Returns the stand-in for a function known only by a contract; `None` for any other function.
    pub(super) fn contracted(&self, name: &str) -> Option<&'static str> {
        self.contracted.get(name).map(|contract| if contract.changes { CONTRACTED } else { READING })
    }

    /// Returns true if evaluation order may matter because one part writes memory that the other accesses. At least one
    /// of them must contain a call.
    pub(super) fn share_memory(&self, a: &Effects, b: &Effects) -> bool {
        (a.calls || b.calls)
            && (self.meet(&a.writes, &b.writes) || self.meet(&a.writes, &b.reads) || self.meet(&b.writes, &a.reads))
    }

    fn meet(&self, writes: &FixedBitSet, others: &FixedBitSet) -> bool {
        let leads =
            |through: &FixedBitSet, to: &FixedBitSet| through.contains(MEMORY) && !self.reachable.is_disjoint(to);
        !writes.is_disjoint(others) || leads(writes, others) || leads(others, writes)
    }
}
