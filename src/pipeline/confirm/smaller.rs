//! Smaller inputs that break the same as one that was not found by trying small ones first.

use std::collections::BTreeSet;

use crate::confirm::{Breach, Searcher};
use crate::smallest::{self, GivenInput, Reproduced, Reproduction};
use program::interp::State;
use program::{described, heaps};

impl Searcher<'_> {
    /// All runs from an input, or from a smaller one that breaks the same.
    pub(super) fn explore_smaller(&mut self, input: &State) {
        let smaller = self.smaller(input);
        // A limit that was reached takes back nothing.
        drop(self.explore(smaller.as_ref().unwrap_or(input)));
    }

    fn smaller(&mut self, input: &State) -> Option<State> {
        let (broken, steps) = self.breaches(input, self.bounds.total_steps);
        if broken.is_empty() {
            return None;
        }
        let symbols = self.prepared.specification.free_symbols();
        let (program, entry) = (&self.prepared.program, self.prepared.entry);
        let described = heaps::describe(program, entry, &symbols, input)?;
        let given = GivenInput { entry: Some(described), chosen: Vec::new() };
        let mut again = InputAgain { searcher: self, broken };
        let (_, smaller) = smallest::smaller(program, &mut again, (given, steps))?;
        Some(smaller)
    }

    /// What runs from an input break, and how many steps they take.
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

/// All runs from other inputs. They choose everything.
struct InputAgain<'a, 's> {
    searcher: &'a mut Searcher<'s>,
    /// What is to be broken.
    broken: BTreeSet<Breach>,
}

/// There is no choice that is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Nothing {}

impl Reproduction for InputAgain<'_, '_> {
    type Choice = Nothing;
    type Run = State;

    fn reproduce(&mut self, given: &GivenInput<Nothing>, most_steps: u64) -> Reproduced<Nothing, State> {
        let prepared = self.searcher.prepared;
        let state = given.entry.as_ref().map(|entry| described::state(&prepared.program, prepared.entry, entry));
        let Some(Ok(state)) = state else { return Reproduced { run: None, steps: 0 } };
        let most_steps = usize::try_from(most_steps).unwrap_or(usize::MAX);
        let (broken, steps) = self.searcher.breaches(&state, most_steps);
        let has_all = self.broken.is_subset(&broken);
        Reproduced { run: has_all.then(|| (given.clone(), state)), steps: steps as u64 }
    }

    fn number(&self, choice: &Nothing) -> Option<i128> {
        match *choice {}
    }

    fn with_number(&mut self, choice: &Nothing, _number: i128) -> Option<Nothing> {
        match *choice {}
    }
}
