//! How objects lie to each other in memory, as far as a run finds it out by comparing addresses.
//!
//! Objects that lived at the same time lie apart, in an order that a run chooses when it first compares addresses in them. An
//! object may lie where another one lay that had died before it was made, if both are of the heap or both of the stack; whether
//! it does, a run chooses, too. Each answer is one variable for each pair of objects, so that it stays the same; what is asked,
//! and in which order, is what the interpreter asks (`program::interp::evaluate::compare`).
//!
//! Where an answer may follow from answers about other pairs, the run is a cut: nothing here is transitive.

use std::collections::BTreeMap;

use crate::events::Events;
use crate::limits::MOST_COMPARED_PAIRS;
use crate::memory::Memory;
use crate::state::State;
use crate::term::{TermId, Terms};
use program::witness::ChoiceKind;

/// Why a comparison is not followed.
const TOO_MANY: &str = "the order of addresses in many objects";
/// The same.
const IMPLIED: &str = "an order of addresses that follows from that of others";

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

/// What runs have found out about where objects lie.
#[derive(Clone, Debug, Default)]
pub struct AddressOrder {
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

impl AddressOrder {
    /// Whether no run has found out anything.
    pub fn is_unknown(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether a relation was found between an object and another one than `but`: any, or that they begin at the same address.
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

    /// Whether two addresses at the same offset are the same: whether their objects begin at the same address, of which one died
    /// before the other was made.
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

    /// The order of two places: whether their objects begin at the same address, and otherwise whether the first lies before the
    /// second.
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
        // The run is asked whether the first of the two that it compares lies before the other.
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

    /// Whether no answer about a pair is known, but one may follow from answers about others. Of two objects of which one may lie
    /// where the other one lay, it is enough that others begin where one of them does.
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
    /// Where runs have not asked yet whether a pair begins at the same address, they do.
    fn ask_together(&mut self, events: &mut Events<'_>, terms: &Terms, state: &State, when: TermId) {
        let asks = terms.all([state.guard, when, terms.not(self.is_told), terms.not(self.is_ordered)]);
        ask(events, terms, asks, self.is_together);
        self.is_told = terms.or(self.is_told, asks);
    }
}

/// Runs under a condition are asked for an answer.
fn ask(events: &mut Events<'_>, terms: &Terms, when: TermId, answer: TermId) {
    if !terms.is_false(when) {
        events.record_choice(when, ChoiceKind::Way(2), answer);
    }
}
