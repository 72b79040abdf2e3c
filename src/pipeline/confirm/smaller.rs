//! Reduces inputs that a search did not find in the order of their size.

use std::collections::BTreeSet;

use crate::confirm::{Breach, Searcher};
use crate::prepare::Prepared;
use crate::smallest::{self, Reproduced};
use program::interp::State;
use program::witness::Witness;
use program::{described, heaps};

impl Searcher<'_> {
    /// Explores all runs from an input, or from a smaller one with the same breaches.
    pub(super) fn explore_smaller(&mut self, input: &State) {
        let smaller = self.smaller(input);
        // Results found before a limit was reached remain valid.
        drop(self.explore(smaller.as_ref().unwrap_or(input)));
    }

    fn smaller(&mut self, input: &State) -> Option<State> {
        let (broken, steps) = self.breaches(input, self.bounds.total_steps);
        if broken.is_empty() {
            return None;
        }
        let symbols = self.prepared.specification.free_symbols();
        let Prepared { program, entry, .. } = self.prepared;
        let described = heaps::describe(program, *entry, &symbols, input)?;
        let given = Witness { entry: Some(described), chosen: Vec::new() };
        // The runs from an input try all choices.
        let smaller = smallest::smaller(program, (given, steps), |given, most_steps| {
            let state = given.entry.as_ref().map(|known| described::state(program, *entry, known));
            let Some(Ok(state)) = state else { return Reproduced { run: None, steps: 0 } };
            let (found, steps) = self.breaches(&state, usize::try_from(most_steps).unwrap_or(usize::MAX));
            let has_all = broken.is_subset(&found);
            Reproduced { run: has_all.then(|| (given.clone(), state)), steps: steps as u64 }
        });
        smaller.map(|(_, state)| state)
    }

    /// Returns the breaches of the runs from an input, and their number of steps.
    fn breaches(&mut self, input: &State, most_steps: usize) -> (BTreeSet<Breach>, usize) {
        let (known, total) = (std::mem::take(&mut self.steps), self.bounds.total_steps);
        let (reached, cut) = (self.found.reached.clone(), self.found.cut_runs);
        self.bounds.total_steps = most_steps;
        self.probe = Some(BTreeSet::new());
        drop(self.explore(input));
        let steps = std::mem::replace(&mut self.steps, known);
        self.bounds.total_steps = total;
        (self.found.reached, self.found.cut_runs) = (reached, cut);
        (self.probe.take().unwrap_or_default(), steps)
    }
}
