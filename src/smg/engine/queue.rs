//! The configurations that are still to be looked at, and in which order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

use crate::program::LocationId;
use crate::smg::configuration::{Configuration, Exactness};
use crate::smg::engine::ContextId;

/// So many configurations are looked at after all others that come after an error. C promises nothing of them: they are
/// followed for what else they may tell, and often there is no end to them.
const MOST_AFTER_ERRORS: usize = 2_000;

/// Where a configuration waits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    /// Without abstraction what has made fewer turns of loops comes first, since no loop ever has all its configurations.
    pub turns: u32,
    /// Inner calls come first.
    pub depth: Reverse<usize>,
    /// In each function the order of the loops says what comes first.
    pub number: u32,
    /// In which calls.
    pub context: ContextId,
    /// Where.
    pub location: LocationId,
}

/// Configurations that wait.
#[derive(Default)]
pub(super) struct Queue {
    /// Those that come after an error are last.
    waiting: BTreeMap<(bool, Place), VecDeque<Configuration>>,
    after_errors: usize,
}

impl Queue {
    /// Puts one in.
    pub fn push(&mut self, place: Place, configuration: Configuration) {
        let after_error = configuration.exact == Exactness::AfterError;
        self.waiting.entry((after_error, place)).or_default().push_back(configuration);
    }

    /// Takes out the one that is to be looked at next.
    pub fn next(&mut self) -> Option<(Place, Configuration)> {
        let mut entry = self.waiting.first_entry()?;
        let (after_error, place) = *entry.key();
        let configuration = entry.get_mut().pop_front();
        if entry.get().is_empty() {
            entry.remove();
        }
        self.after_errors += usize::from(after_error);
        if self.after_errors > MOST_AFTER_ERRORS {
            self.waiting.clear();
            return None;
        }
        configuration.map(|configuration| (place, configuration))
    }
}
