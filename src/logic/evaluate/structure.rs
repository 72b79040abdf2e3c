//! Claims about all reachable nodes, by their definition.

use std::collections::{BTreeMap, BTreeSet};

use super::{AtomEvaluator, Paths, Place};
use crate::{FieldSetId, Formula};
use program::expr::bound_symbol;
use program::interp::{Pointer, State, Value};
use spec::StructureClaim;

impl AtomEvaluator<'_> {
    /// Evaluates a claim about everything reachable from `start`.
    pub(super) fn structure(
        &self,
        state: &State,
        claim: &StructureClaim<Formula>,
        (fields, avoid): (FieldSetId, &BTreeSet<Place>),
        start: Place,
    ) -> Option<bool> {
        match claim {
            StructureClaim::Tree => self.is_tree(state, fields, avoid, start),
            StructureClaim::ForAll(body) => self.of_every_node(state, (fields, avoid), start, body),
            StructureClaim::Each(body) => self.of_every_link(state, (fields, avoid), start, body),
        }
    }

    /// Returns true if no two different paths lead from the start to one place: nothing leads back to the start, and
    /// every other place has one predecessor.
    fn is_tree(&self, state: &State, fields: FieldSetId, avoid: &BTreeSet<Place>, start: Place) -> Option<bool> {
        let reached = self.reachable(&Paths::new(state, fields, avoid), vec![start]);
        let mut entered: BTreeMap<Place, usize> = BTreeMap::new();
        for place in reached.places.iter().filter(|place| !avoid.contains(place)) {
            let parts = self.selections(fields, *place);
            let read = self.step(state, *place).and_then(|value| self.led_to(value, *place));
            for next in parts.into_iter().chain(read).filter(|next| reached.places.contains(next)) {
                *entered.entry(next).or_default() += 1;
            }
        }
        let is_tree = !entered.contains_key(&start) && entered.values().all(|ways| *ways == 1);
        match is_tree {
            true if reached.open => None,
            is_tree => Some(is_tree),
        }
    }

    /// Returns true if the formula holds for each node of the start's type.
    fn of_every_node(
        &self,
        state: &State,
        (fields, avoid): (FieldSetId, &BTreeSet<Place>),
        start: Place,
        body: &Formula,
    ) -> Option<bool> {
        let reached = self.reachable(&Paths::new(state, fields, avoid), vec![start]);
        let nodes = reached.places.iter().filter(|place| place.1 == start.1);
        let truths = nodes.map(|(node, _)| self.of_nodes(state, [Pointer::Null, *node], body));
        all(truths, reached.open)
    }

    /// Returns true if the formula holds for each link between nodes of the start's type.
    fn of_every_link(
        &self,
        state: &State,
        (fields, avoid): (FieldSetId, &BTreeSet<Place>),
        start: Place,
        body: &Formula,
    ) -> Option<bool> {
        let reached = self.reachable(&Paths::new(state, fields, avoid), vec![start]);
        let mut truths = Vec::new();
        let mut open = reached.open;
        for node in reached.places.iter().filter(|place| place.1 == start.1) {
            let (mut cells, mut agenda) = (BTreeSet::new(), vec![*node]);
            while let Some(place) = agenda.pop() {
                if !avoid.contains(&place) && cells.insert(place) {
                    agenda.extend(self.selections(fields, place));
                }
            }
            for cell in cells {
                let value = self.step(state, cell);
                open |= value.is_some_and(|value| value == Value::Undefined || state.coincides(value));
                if let Some(next) = value.and_then(|value| self.led_to(value, cell))
                    && next.1 == start.1
                    && self.is_allocated(state, next)
                {
                    truths.push(self.of_nodes(state, [node.0, next.0], body));
                }
            }
        }
        all(truths, open)
    }

    /// Returns the place that the value read at `place` points to.
    fn led_to(&self, value: Value, place: Place) -> Option<Place> {
        match value {
            Value::Pointer(target) => Some((target, self.arena.types().pointee(place.1)?)),
            _ => None,
        }
    }

    /// Evaluates a formula about two bound nodes.
    fn of_nodes(&self, state: &State, nodes: [Pointer; 2], body: &Formula) -> Option<bool> {
        let mut named = state.clone();
        for (index, node) in nodes.into_iter().enumerate() {
            named.set_symbol(bound_symbol(index), Value::Pointer(node));
        }
        self.formula(&named, body)
    }
}

/// Kleene conjunction; `others` says that there may be further members of unknown value.
fn all(truths: impl IntoIterator<Item = Option<bool>>, others: bool) -> Option<bool> {
    let mut found = if others { None } else { Some(true) };
    for truth in truths {
        match truth {
            Some(false) => return Some(false),
            Some(true) => {}
            None => found = None,
        }
    }
    found
}
