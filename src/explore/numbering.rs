//! Numbers of predicates at locations that remain valid when the abstraction is run again.

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use program::LocationId;

/// Identifies a predicate at a location across runs: each run renumbers atoms, but their texts are stable. Different
/// predicates may have the same text (variables with one name): the last component distinguishes them by order of
/// discovery.
pub(super) type Key = (String, LocationId, usize);

/// All predicates of the session, in the order of their first discovery. Numbers start at 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    keys: IndexSet<Key>,
}

impl Numbering {
    /// Returns the numbers of a run's predicates, given in the order of their discovery.
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

    /// Returns the text and the location of a number.
    pub(super) fn get(&self, number: usize) -> Option<(&str, LocationId)> {
        let (text, location, _) = self.keys.get_index(number.checked_sub(1)?)?;
        Some((text, *location))
    }
}
