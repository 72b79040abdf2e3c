//! The locations that a claim names.

use std::collections::BTreeSet;

use super::{StatementKind, Temporal};
use program::LocationId;

impl StatementKind {
    /// Returns the locations that a claim names; `None` if it is about all states, or is no claim.
    pub fn named_locations(&self) -> Option<BTreeSet<LocationId>> {
        match self {
            StatementKind::Assert(_, locations) => Some(locations.iter().copied().collect()),
            StatementKind::Ltl(_, temporal) => temporal.named_locations(),
            StatementKind::Assume(..) | StatementKind::Watch(..) => None,
        }
    }
}

impl Temporal {
    /// Returns the locations that a formula names; `None` if it is about all states. For `G(a => b)` where `a` names
    /// locations, those of `a`.
    pub fn named_locations(&self) -> Option<BTreeSet<LocationId>> {
        match self {
            Temporal::Globally(inner) => match inner.as_ref() {
                Temporal::Implies(before, _) if before.says_where() => before.located(),
                _ => self.located(),
            },
            _ => self.located(),
        }
    }

    /// Returns true if the formula can only hold at the locations that it names.
    fn says_where(&self) -> bool {
        match self {
            Temporal::At(..) => true,
            Temporal::And(left, right) | Temporal::Or(left, right) => left.says_where() && right.says_where(),
            Temporal::Holds(_)
            | Temporal::Not(_)
            | Temporal::Next(_)
            | Temporal::Globally(_)
            | Temporal::Finally(_)
            | Temporal::Implies(..)
            | Temporal::Iff(..)
            | Temporal::Until(..)
            | Temporal::Release(..)
            | Temporal::WeakUntil(..) => false,
        }
    }

    fn located(&self) -> Option<BTreeSet<LocationId>> {
        let mut found = BTreeSet::new();
        for part in self.located_parts() {
            match part {
                Temporal::At(_, locations) => found.extend(locations.iter().copied()),
                // It is about every state.
                _ => return None,
            }
        }
        Some(found)
    }
}
