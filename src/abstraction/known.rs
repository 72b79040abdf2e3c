//! Predicates whose value another engine knows: it is the same whenever control is at a location.
//!
//! Such a pair is closed. No precondition of it is followed, so that a predicate which is false there begins no family. What is
//! known is used at the locations of pairs only, never on edges: the boolean program still allows every run.
//!
//! Never asks how the value is known.

use crate::{Pair, Run, Treatment, families};
use program::LocationId;
use spec::Predicate;

/// What another engine knows of predicates.
pub trait KnownTruths {
    /// The value of the predicate in all states in which control is at the location; `None` where that is not known.
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
