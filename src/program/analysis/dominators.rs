//! Dominators: which locations every run from the entry passes on its way to a location.

use petgraph::algo::dominators::{Dominators as Tree, simple_fast};

use crate::{Flowchart, LocationId};

/// The dominators of a flowchart.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree<LocationId>,
    entry: LocationId,
}

impl Dominators {
    /// Computes the dominators of a flowchart.
    pub fn of(flowchart: &Flowchart) -> Self {
        Dominators { tree: simple_fast(&flowchart.graph, flowchart.entry), entry: flowchart.entry }
    }

    /// The last location that every run passes before it reaches `location`; `None` for the entry, and for a location
    /// that no edge leads to from there.
    pub fn immediate(&self, location: LocationId) -> Option<LocationId> {
        self.tree.immediate_dominator(location)
    }

    /// Whether every way from the entry to `below` passes `above`. A location dominates itself; one that cannot be
    /// reached is dominated by nothing else, and dominates nothing else.
    pub fn dominates(&self, above: LocationId, below: LocationId) -> bool {
        let mut here = Some(below);
        while let Some(location) = here {
            if location == above {
                return true;
            }
            here = self.immediate(location);
        }
        false
    }

    /// The dominators of a location, itself first, the entry last; only itself where it cannot be reached.
    pub fn chain(&self, location: LocationId) -> impl Iterator<Item = LocationId> + '_ {
        std::iter::successors(Some(location), |location| self.immediate(*location))
    }

    /// Whether the location can be reached from the entry.
    pub fn is_reachable(&self, location: LocationId) -> bool {
        location == self.entry || self.immediate(location).is_some()
    }
}
