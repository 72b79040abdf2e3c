//! The relative positions of objects in memory, as far as runs observe them by comparing addresses.
//!
//! Objects that were live at the same time are disjoint, in an order that a run chooses when it first compares
//! addresses in them. If two objects are both on the heap or both on the stack, and one died before the other was made,
//! the younger may reuse the older's memory; this, too, is a choice of the run. Each answer is one variable for each
//! pair of objects, so that it stays the same. The questions and their order are those of the interpreter
//! (`program::interp::evaluate::compare`).
//!
//! If an answer may follow from those for other pairs, the run is cut: transitivity is not modelled.

use std::collections::BTreeMap;

use crate::events::Events;
use crate::limits::MOST_COMPARED_PAIRS;
use crate::memory::Memory;
use crate::state::State;
use crate::term::{TermId, Terms};
use program::witness::ChoiceKind;

/// Reasons why a comparison is not followed.
const TOO_MANY: &str = "the order of addresses in many objects";
const IMPLIED: &str = "an order of addresses that follows from that of others";

/// Two different objects, the older one first, and what runs know about them. All fields are 1-bit terms.
#[derive(Clone, Copy, Debug)]
struct PairLayout {
    /// True if the run has asked if both begin at the same address.
    is_told: TermId,
    /// True if both begin at the same address.
    is_together: TermId,
    /// True if the run has asked for their order.
    is_ordered: TermId,
    /// True if the first is before the second.
    is_before: TermId,
}

/// The observations of runs about the positions of objects.
#[derive(Clone, Debug, Default)]
pub struct AddressOrder {
    pairs: BTreeMap<(u128, u128), PairLayout>,
}

/// A comparison of two addresses in different objects.
#[derive(Clone, Copy)]
pub struct ComparedObjects {
    /// The object of the first address.
    pub first: u128,
    /// The object of the second address.
    pub second: u128,
    /// The condition under which they are compared: a 1-bit term.
    pub when: TermId,
}

impl AddressOrder {
    /// Returns true if no run has observed anything.
    pub fn is_unknown(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns the condition under which an object has an observed relation to an object other than `but`. With
    /// `only_together`, only "begin at the same address" counts.
    fn is_related(&self, terms: &Terms, (number, but): (u128, u128), only_together: bool) -> TermId {
        let mut found = terms.truth(false);
        for ((one, other), pair) in &self.pairs {
            let is_other = (*one == number && *other != but) || (*other == number && *one != but);
            if !is_other {
                continue;
            }
            found = terms.or(found, terms.and(pair.is_told, pair.is_together));
            if !only_together {
                found = terms.or(found, pair.is_ordered);
            }
        }
        found
    }

    /// Returns the condition under which two addresses at the same offset are equal: their objects begin at the same
    /// address, where one of them died before the other was made.
    pub fn begin_together(
        &mut self,
        events: &mut Events<'_>,
        terms: &Terms,
        state: &mut State,
        compared: ComparedObjects,
    ) -> TermId {
        let Some((key, mut pair)) = self.pair(events, terms, state, compared) else { return terms.truth(false) };
        let implied = self.is_implied(terms, compared, compared.when, &[pair.is_told, pair.is_ordered]);
        events.unsupported(state, implied, IMPLIED);
        pair.ask_together(events, terms, state, compared.when);
        self.pairs.insert(key, pair);
        terms.and(compared.when, terms.and(pair.is_told, pair.is_together))
    }

    /// Returns the order of two objects: the condition under which they begin at the same address, and otherwise the
    /// condition under which the first is before the second.
    pub fn order_of(
        &mut self,
        events: &mut Events<'_>,
        terms: &Terms,
        state: &mut State,
        memory: &Memory<'_>,
        compared: ComparedObjects,
    ) -> (TermId, TermId) {
        let no = terms.truth(false);
        let Some((key, mut pair)) = self.pair(events, terms, state, compared) else { return (no, no) };
        let together = terms.and(pair.is_told, pair.is_together);
        let reused = memory.may_be_reused(compared.first, compared.second);
        let reused = terms.and(compared.when, reused);
        let implied = self.is_implied(terms, compared, reused, &[together, pair.is_ordered]);
        events.unsupported(state, implied, IMPLIED);
        pair.ask_together(events, terms, state, reused);
        let together = terms.and(pair.is_told, pair.is_together);
        let asks = terms.all([state.guard, compared.when, terms.not(together), terms.not(pair.is_ordered)]);
        // The choice says if the first of the compared objects is before the other.
        let is_before = match compared.first == key.0 {
            true => pair.is_before,
            false => terms.not(pair.is_before),
        };
        ask(events, terms, asks, is_before);
        pair.is_ordered = terms.or(pair.is_ordered, asks);
        self.pairs.insert(key, pair);
        (together, is_before)
    }

    fn pair(
        &self,
        events: &mut Events<'_>,
        terms: &Terms,
        state: &mut State,
        compared: ComparedObjects,
    ) -> Option<((u128, u128), PairLayout)> {
        let key = (compared.first.min(compared.second), compared.first.max(compared.second));
        if let Some(known) = self.pairs.get(&key) {
            return Some((key, *known));
        }
        if self.pairs.len() >= MOST_COMPARED_PAIRS {
            events.unsupported(state, compared.when, TOO_MANY);
            return None;
        }
        let no = terms.truth(false);
        let [is_together, is_before] = [0; 2].map(|_| terms.variable(1));
        Some((key, PairLayout { is_told: no, is_together, is_ordered: no, is_before }))
    }

    /// Returns the condition under which no answer about a pair is known, but one may follow from answers about others.
    /// If one of the objects may reuse the memory of the other, it is enough that some other object begins where one of
    /// them does.
    fn is_implied(&self, terms: &Terms, compared: ComparedObjects, reused: TermId, known: &[TermId]) -> TermId {
        let (first, second) = (compared.first, compared.second);
        let ways = [(first, second), (second, first)];
        let [any, other] = ways.map(|way| self.is_related(terms, way, false));
        let [together, others] = ways.map(|way| self.is_related(terms, way, true));
        let unknown = terms.not(terms.any(known.iter().copied()));
        let implied = terms.or(terms.and(any, other), terms.and(reused, terms.or(together, others)));
        terms.all([compared.when, unknown, implied])
    }
}

impl PairLayout {
    /// Makes the runs under `when` choose if the pair begins at the same address, unless the answer is known.
    fn ask_together(&mut self, events: &mut Events<'_>, terms: &Terms, state: &State, when: TermId) {
        let asks = terms.all([state.guard, when, terms.not(self.is_told), terms.not(self.is_ordered)]);
        ask(events, terms, asks, self.is_together);
        self.is_told = terms.or(self.is_told, asks);
    }
}

/// Records an answer as a choice of the runs under a condition.
fn ask(events: &mut Events<'_>, terms: &Terms, when: TermId, answer: TermId) {
    if !terms.is_false(when) {
        events.record_choice(when, ChoiceKind::Way(2), answer);
    }
}
