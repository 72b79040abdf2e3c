//! The loops that the analysis has gone around, and those that it has left.
//!
//! That at most [`MOST_BLOCKS`] blocks exist is assumed only while every loop that has gone around was left once: a loop that ends
//! only after more of them would seem to run forever.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::limits::MOST_NODES;
use crate::solver::engine::{At, Engine};
use program::analysis::order::LoopOrder;
use program::limits::MOST_BLOCKS;
use program::{EdgeId, Flowchart, FunctionId, LocationId};

#[derive(Default)]
pub(super) struct LoopExits {
    /// The heads of loops that have gone around and can be left, but were not yet.
    open: BTreeSet<(FunctionId, LocationId)>,
    left: BTreeSet<(FunctionId, LocationId)>,
}

/// Returns the heads of the loops that an edge leads out of, inner loops first.
fn left_by(order: &LoopOrder, source: LocationId, target: LocationId) -> impl Iterator<Item = LocationId> {
    let around = std::iter::successors(order.innermost(source), |head| order.around(*head));
    around.take_while(move |head| !order.is_inside(target, *head))
}

/// Returns the heads of the loops that some edge leads out of.
pub(super) fn heads_with_exit(flowchart: &Flowchart, order: &LoopOrder) -> BTreeSet<LocationId> {
    flowchart.edges().flat_map(|edge| left_by(order, flowchart.source(edge), flowchart.target(edge))).collect()
}

impl Engine<'_> {
    /// A configuration has passed an edge.
    pub(super) fn pass(&mut self, at: At, edge: EdgeId, configuration: Configuration) {
        let Some(shape) = self.shapes.get(&at.function) else { return };
        let (target, order) = (shape.flowchart.target(edge), &shape.order);
        for head in left_by(order, at.location, target) {
            self.loop_exits.open.remove(&(at.function, head));
            self.loop_exits.left.insert((at.function, head));
        }
        let head = (at.function, target);
        let goes_around = shape.heads_with_exit.contains(&target) && order.is_inside(at.location, target);
        if goes_around && !self.loop_exits.left.contains(&head) {
            self.loop_exits.open.insert(head);
        }
        self.arrive(at.summary, target, configuration);
    }

    /// Returns the greatest number of nodes that a list is assumed to have.
    pub(super) fn most_nodes(&self) -> i128 {
        let is_limited = !self.program.blocks_are_unlimited && self.loop_exits.open.is_empty();
        if is_limited { MOST_BLOCKS } else { MOST_NODES }
    }
}
