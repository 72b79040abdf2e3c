//! How objects lie to each other in memory, as far as a run finds it out by comparing addresses.
//!
//! Objects that lived at the same time lie apart, in an order that a run chooses when it first compares addresses in them. An
//! object may lie where another one lay that had died before it was made, if both are of the heap or both of the stack; whether
//! it does, a run chooses, too. Each answer is one variable for each pair of objects, so that it stays the same; what is asked,
//! and in which order, is what the interpreter asks (`program::interp::evaluate::compare`).
//!
//! Where an answer may follow from answers about other pairs, the run is a cut: nothing here is transitive.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::claim::RunChoice;
use crate::limits::MOST_COMPARED_PAIRS;
use crate::machine::{Machine, ObjectKind, State};
use crate::term::{TermId, Terms};
use program::witness::ChoiceKind;

/// Why a comparison is not followed.
const TOO_MANY: &str = "the order of addresses in many objects";

/// Two different objects, the older one first, and how much is known of them in a run.
#[derive(Clone, Copy, Debug)]
struct PairLayout {
    /// Whether a run has asked whether they begin at the same address.
    is_told: TermId,
    /// Whether they do.
    is_together: TermId,
    /// Whether a run has asked for their order.
    is_ordered: TermId,
    /// Whether the first lies before the second.
    is_before: TermId,
}

/// What runs find out about where objects lie, and when these died.
#[derive(Clone, Debug, Default)]
pub struct ObjectLayout {
    /// The moment, counted by births and deaths of objects in the order in which a run meets them.
    now: u64,
    /// When each object was made; one that `realloc` makes counts from when the old one has died.
    births: FxHashMap<u128, u64>,
    /// When each object died, and in which runs.
    deaths: FxHashMap<u128, Vec<(u64, TermId)>>,
    pairs: BTreeMap<(u128, u128), PairLayout>,
}

/// Two addresses in different objects that are compared.
#[derive(Clone, Copy)]
pub struct ComparedObjects {
    /// The object of the first.
    pub first: u128,
    /// The object of the second.
    pub second: u128,
    /// When they are compared: a truth.
    pub when: TermId,
}

impl ObjectLayout {
    /// Whether no run has found out anything.
    pub fn is_unknown(&self) -> bool {
        self.pairs.is_empty()
    }

    /// An object begins to live.
    pub fn record_birth(&mut self, number: u128) {
        self.now += 1;
        self.births.insert(number, self.now);
    }

    /// An object dies, in some runs.
    pub fn record_death(&mut self, number: u128, when: TermId) {
        self.now += 1;
        self.deaths.entry(number).or_default().push((self.now, when));
    }

    /// Whether a relation was found between an object and another one than `but`: any, or that they begin at the same address.
    fn is_related(&self, terms: &mut Terms, (number, but): (u128, u128), only_together: bool) -> TermId {
        let mut found = terms.truth(false);
        for ((one, other), pair) in &self.pairs {
            let is_other = (*one == number && *other != but) || (*other == number && *one != but);
            if !is_other {
                continue;
            }
            let together = terms.and(pair.is_told, pair.is_together);
            found = terms.or(found, together);
            if !only_together {
                found = terms.or(found, pair.is_ordered);
            }
        }
        found
    }
}

impl Machine<'_> {
    /// Whether one of two objects died before the other was made, and that may lie where it was.
    pub fn may_be_reused(&mut self, one: u128, other: u128) -> TermId {
        let (first, second) = (one.min(other), one.max(other));
        let is_heap = |number: u128| self.object(number).is_some_and(|object| object.kind == ObjectKind::Heap);
        let is_reused = self.are_on_stack(first, second) || (is_heap(first) && is_heap(second));
        let born = self.layout.births.get(&second).copied().unwrap_or(0);
        let deaths = self.layout.deaths.get(&first).into_iter().flatten();
        let earlier: Vec<TermId> =
            deaths.filter(|(when, _)| is_reused && *when < born).map(|(_, condition)| *condition).collect();
        self.terms.any(earlier)
    }

    /// Whether both objects are variables of calls, or blocks of `alloca`.
    pub fn are_on_stack(&self, one: u128, other: u128) -> bool {
        let is_stack = |number: u128| {
            let kind = self.object(number).map(|object| object.kind);
            matches!(kind, Some(ObjectKind::Local(_) | ObjectKind::Stack))
        };
        is_stack(one) && is_stack(other)
    }

    /// Whether two addresses at the same offset are the same: whether their objects begin at the same address, of which one died
    /// before the other was made.
    pub fn begin_together(&mut self, state: &mut State, compared: ComparedObjects) -> TermId {
        let Some((key, mut pair)) = self.pair(state, compared) else { return self.terms.truth(false) };
        self.refuse_implied(state, (compared, compared.when), &[pair.is_told, pair.is_ordered]);
        self.ask_together(state, compared.when, &mut pair);
        self.layout.pairs.insert(key, pair);
        let found = self.terms.and(pair.is_told, pair.is_together);
        self.terms.and(compared.when, found)
    }

    /// The order of two places: whether their objects begin at the same address, and otherwise whether the first lies before the
    /// second.
    pub fn order_of(&mut self, state: &mut State, compared: ComparedObjects) -> (TermId, TermId) {
        let no = self.terms.truth(false);
        let Some((key, mut pair)) = self.pair(state, compared) else { return (no, no) };
        let together = self.terms.and(pair.is_told, pair.is_together);
        let reused = self.may_be_reused(compared.first, compared.second);
        let reused = self.terms.and(compared.when, reused);
        self.refuse_implied(state, (compared, reused), &[together, pair.is_ordered]);
        self.ask_together(state, reused, &mut pair);
        let together = self.terms.and(pair.is_told, pair.is_together);
        let (apart, unordered) = (self.terms.not(together), self.terms.not(pair.is_ordered));
        let asks = self.terms.all([state.guard, compared.when, apart, unordered]);
        // The run is asked whether the first of the two that it compares lies before the other.
        let is_before = match compared.first == key.0 {
            true => pair.is_before,
            false => self.terms.not(pair.is_before),
        };
        self.record_choice(asks, is_before);
        pair.is_ordered = self.terms.or(pair.is_ordered, asks);
        self.layout.pairs.insert(key, pair);
        (together, is_before)
    }

    fn pair(&mut self, state: &mut State, compared: ComparedObjects) -> Option<((u128, u128), PairLayout)> {
        let key = (compared.first.min(compared.second), compared.first.max(compared.second));
        if let Some(known) = self.layout.pairs.get(&key) {
            return Some((key, *known));
        }
        if self.layout.pairs.len() >= MOST_COMPARED_PAIRS {
            self.unsupported(state, compared.when, TOO_MANY);
            return None;
        }
        let no = self.terms.truth(false);
        let [is_together, is_before] = [0; 2].map(|_| self.terms.variable(1));
        Some((key, PairLayout { is_told: no, is_together, is_ordered: no, is_before }))
    }

    /// Where no answer about the pair is known, but one may follow from answers about others, no run goes on. Of two objects of
    /// which one may lie where the other one lay, it is enough that others begin where one of them does.
    fn refuse_implied(&mut self, state: &mut State, (compared, reused): (ComparedObjects, TermId), known: &[TermId]) {
        let (first, second) = (compared.first, compared.second);
        let ways = [(first, second), (second, first)];
        let [any, other] = ways.map(|way| self.layout.is_related(&mut self.terms, way, false));
        let [together, others] = ways.map(|way| self.layout.is_related(&mut self.terms, way, true));
        let known = self.terms.any(known.iter().copied());
        let unknown = self.terms.not(known);
        let both = self.terms.and(any, other);
        let together = self.terms.or(together, others);
        let together = self.terms.and(reused, together);
        let implied = self.terms.or(both, together);
        let implied = self.terms.all([compared.when, unknown, implied]);
        self.unsupported(state, implied, "an order of addresses that follows from that of others");
    }

    /// Where runs have not asked yet whether a pair begins at the same address, they do.
    fn ask_together(&mut self, state: &State, when: TermId, pair: &mut PairLayout) {
        let (untold, unordered) = (self.terms.not(pair.is_told), self.terms.not(pair.is_ordered));
        let asks = self.terms.all([state.guard, when, untold, unordered]);
        self.record_choice(asks, pair.is_together);
        pair.is_told = self.terms.or(pair.is_told, asks);
    }

    fn record_choice(&mut self, guard: TermId, value: TermId) {
        if !self.terms.is_false(guard) {
            self.choices.push(RunChoice { guard, kind: ChoiceKind::Way(2), value, span: self.site.span });
        }
    }
}
