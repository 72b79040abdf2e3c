//! Numbers of predicates at locations, which stay valid when the abstraction is run again.

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use program::LocationId;

/// A predicate at a location across runs: atoms are numbered anew by each run, their texts are not. Different predicates
/// may share a text (variables of one name): the last part tells them apart by the order of their discovery.
pub(super) type Key = (String, LocationId, usize);

/// All predicates of the session, in the order of their first discovery. Numbers count from 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    keys: IndexSet<Key>,
}

impl Numbering {
    /// The numbers of a run's predicates, given in the order of their discovery.
    pub(super) fn number(&mut self, predicates: impl Iterator<Item = (String, LocationId)>) -> Vec<usize> {
        let mut seen: FxHashMap<(String, LocationId), usize> = FxHashMap::default();
        predicates
            .map(|key| {
                let count = seen.entry(key.clone()).or_default();
                let (index, _) = self.keys.insert_full((key.0, key.1, *count));
                *count += 1;
                index + 1
            })
            .collect()
    }

    /// The text and the location of a number.
    pub(super) fn get(&self, number: usize) -> Option<(&str, LocationId)> {
        let (text, location, _) = self.keys.get_index(number.checked_sub(1)?)?;
        Some((text, *location))
    }
}
