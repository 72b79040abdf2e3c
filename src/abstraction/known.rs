//! Predicates that another engine decides: their value is the same whenever control is at a location.
//!
//! Such a pair is closed. Its preconditions are not computed, so that a predicate that is false there starts no family.
//! The value is used only at the locations of pairs, never on edges: the boolean program still allows every run.
//!
//! This module never asks why the value is known.

use crate::{Pair, Run, Treatment, families};
use program::LocationId;
use spec::Predicate;

/// Facts of another engine about predicates.
pub trait KnownTruths {
    /// Returns the value of the predicate in all states at the location; `None` if unknown.
    fn truth(&self, predicate: &Predicate, at: LocationId) -> Option<bool>;
}

impl Run<'_> {
    /// Closes a pair whose value is known.
    pub(super) fn is_known(&mut self, pair: Pair) -> bool {
        let Some(known) = self.known else { return false };
        let Some(pattern) = families::exact(&mut self.result.arena, pair.0) else { return false };
        let Some(truth) = known.truth(&pattern.predicate, pair.1) else { return false };
        if let Some(info) = self.result.pairs.get_mut(&pair) {
            info.treatment = Treatment::Known(truth);
        }
        true
    }
}
