//! The configurations that are still to be looked at, and in which order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Weak};

use crate::domain::configuration::{Configuration, Feasibility};
use crate::solver::engine::SummaryId;
use crate::solver::limits::MOST_AFTER_ERRORS;
use program::LocationId;

/// Where a configuration waits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct QueuePosition {
    /// Without abstraction the iterations of loops that were made say what comes first, since no loop ever has all its configurations.
    pub rank: u32,
    /// Inner calls come first.
    pub depth: Reverse<usize>,
    /// In each function the order of the loops says what comes first.
    pub number: u32,
    /// In which calls.
    pub summary: SummaryId,
    /// Where.
    pub location: LocationId,
}

/// A configuration that waits.
enum Waiting {
    /// One that is only here.
    Passing(Box<Configuration>),
    /// One that is kept at its location, unless one that describes more has taken its place there since.
    Kept(Weak<Configuration>),
}

/// Configurations that wait.
#[derive(Default)]
pub(super) struct Queue {
    /// Those that come after an error are last.
    waiting: BTreeMap<(bool, QueuePosition), VecDeque<Waiting>>,
    after_errors: usize,
}

impl Queue {
    /// Puts one in.
    pub fn push(&mut self, place: QueuePosition, configuration: Configuration) {
        self.push_waiting(place, configuration.feasible, Waiting::Passing(Box::new(configuration)));
    }

    /// Puts one in that is kept at its location: it waits only as long as it is.
    pub fn push_kept(&mut self, place: QueuePosition, configuration: &Arc<Configuration>) {
        self.push_waiting(place, configuration.feasible, Waiting::Kept(Arc::downgrade(configuration)));
    }

    fn push_waiting(&mut self, place: QueuePosition, feasible: Feasibility, waiting: Waiting) {
        self.waiting.entry((feasible == Feasibility::AfterError, place)).or_default().push_back(waiting);
    }

    /// How many calls are under way in what waits: in the innermost of that, with abstraction.
    pub fn depth(&self) -> usize {
        let next = self.waiting.keys().next().filter(|(after_error, _)| !after_error);
        next.map_or(0, |(_, place)| place.depth.0)
    }

    /// Takes out the one that is to be looked at next.
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
            // Nothing else waits then; what comes from other starts is still looked at.
            self.after_errors += usize::from(after_error);
            if after_error && self.after_errors > MOST_AFTER_ERRORS {
                self.waiting.clear();
                return None;
            }
            return Some((place, configuration));
        }
    }
}
