//! The configurations that are still to be visited, and their order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Weak};

use crate::domain::configuration::{Configuration, Feasibility};
use crate::solver::engine::SummaryId;
use crate::solver::limits::MOST_AFTER_ERRORS;
use program::LocationId;

/// The position of a waiting configuration; the least one is visited next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct QueuePosition {
    /// Without abstraction: the number of loop iterations, because no loop ever has all of its configurations.
    pub rank: u32,
    /// Inner calls come first.
    pub depth: Reverse<usize>,
    /// The position of the location in the loop order of its function.
    pub number: u32,
    pub summary: SummaryId,
    pub location: LocationId,
}

enum Waiting {
    /// A configuration that is not stored at its location.
    Passing(Box<Configuration>),
    /// A configuration that is stored at its location, unless one that describes more has replaced it since.
    Kept(Weak<Configuration>),
}

#[derive(Default)]
pub(super) struct Queue {
    /// The key begins with true for configurations after an error, which come last.
    waiting: BTreeMap<(bool, QueuePosition), VecDeque<Waiting>>,
    after_errors: usize,
}

impl Queue {
    pub fn push(&mut self, place: QueuePosition, configuration: Configuration) {
        self.push_waiting(place, configuration.feasible, Waiting::Passing(Box::new(configuration)));
    }

    /// Adds a configuration that is stored at its location: it waits only as long as it is.
    pub fn push_kept(&mut self, place: QueuePosition, configuration: &Arc<Configuration>) {
        self.push_waiting(place, configuration.feasible, Waiting::Kept(Arc::downgrade(configuration)));
    }

    fn push_waiting(&mut self, place: QueuePosition, feasible: Feasibility, waiting: Waiting) {
        self.waiting.entry((feasible == Feasibility::AfterError, place)).or_default().push_back(waiting);
    }

    /// Returns the greatest call depth among the waiting configurations, except for those after an error. Meaningful
    /// only with abstraction.
    pub fn depth(&self) -> usize {
        let next = self.waiting.keys().next().filter(|(after_error, _)| !after_error);
        next.map_or(0, |(_, place)| place.depth.0)
    }

    /// Removes and returns the next configuration to visit.
    pub fn next(&mut self) -> Option<(QueuePosition, Configuration)> {
        loop {
            let mut entry = self.waiting.first_entry()?;
            let (after_error, place) = *entry.key();
            let waiting = entry.get_mut().pop_front();
            if entry.get().is_empty() {
                entry.remove();
            }
            let configuration = match waiting {
                Some(Waiting::Passing(configuration)) => Some(*configuration),
                Some(Waiting::Kept(kept)) => kept.upgrade().map(|kept| Configuration::clone(&kept)),
                None => None,
            };
            let Some(configuration) = configuration else { continue };
            // No others are waiting then. Those of other starts are still visited.
            self.after_errors += usize::from(after_error);
            if after_error && self.after_errors > MOST_AFTER_ERRORS {
                self.waiting.clear();
                return None;
            }
            return Some((place, configuration));
        }
    }
}
