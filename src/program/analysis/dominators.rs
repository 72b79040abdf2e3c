//! Dominators of the locations of a flowchart.

use petgraph::algo::dominators::{Dominators as Tree, simple_fast};

use crate::{Flowchart, LocationId};

#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree<LocationId>,
    entry: LocationId,
}

impl Dominators {
    pub fn of(flowchart: &Flowchart) -> Self {
        Dominators { tree: simple_fast(&flowchart.graph, flowchart.entry), entry: flowchart.entry }
    }

    /// Returns the immediate dominator; `None` for the entry and for unreachable locations.
    pub fn immediate(&self, location: LocationId) -> Option<LocationId> {
        self.tree.immediate_dominator(location)
    }

    /// Returns true if every path from the entry to `below` passes `above`. A location dominates itself; an unreachable
    /// one has no other dominators and dominates nothing else.
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

    /// Returns the dominators of a location, from itself to the entry; only itself if it is unreachable.
    pub fn chain(&self, location: LocationId) -> impl Iterator<Item = LocationId> + '_ {
        std::iter::successors(Some(location), |location| self.immediate(*location))
    }

    /// Returns true if the location is reachable from the entry.
    pub fn is_reachable(&self, location: LocationId) -> bool {
        location == self.entry || self.immediate(location).is_some()
    }
}
