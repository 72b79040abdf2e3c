//! The loops that the analysis has gone around, and those that it has left.
//!
//! That at most [`MOST_BLOCKS`] blocks exist is assumed only while every loop that has gone around was left once: a loop that ends
//! only after more of them would seem to run forever.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::limits::MOST_NODES;
use crate::solver::engine::{At, Engine, Shape};
use program::limits::MOST_BLOCKS;
use program::{EdgeId, FunctionId, LocationId};

#[derive(Default)]
pub(super) struct LoopExits {
    /// The heads of loops that have gone around and can be left, but were not yet.
    open: BTreeSet<(FunctionId, LocationId)>,
    left: BTreeSet<(FunctionId, LocationId)>,
}

impl Shape<'_> {
    /// Returns true if an edge leads out of the loop of a head.
    fn has_exit(&self, head: LocationId) -> bool {
        let leads_out = |edge: &EdgeId| !self.order.is_inside(self.flowchart.target(*edge), head);
        self.order.body(head).flat_map(|location| self.flowchart.outgoing(location)).any(|edge| leads_out(&edge))
    }
}

impl Engine<'_> {
    /// A configuration has passed an edge.
    pub(super) fn pass(&mut self, at: At, edge: EdgeId, configuration: Configuration) {
        let Some(shape) = self.shapes.get(&at.function) else { return };
        let (target, order) = (shape.flowchart.target(edge), &shape.order);
        let around = std::iter::successors(order.innermost(at.location), |head| order.around(*head));
        for head in around.take_while(|head| !order.is_inside(target, *head)) {
            self.loop_exits.open.remove(&(at.function, head));
            self.loop_exits.left.insert((at.function, head));
        }
        let head = (at.function, target);
        let goes_around = order.is_head(target) && order.is_inside(at.location, target);
        if goes_around && !self.loop_exits.left.contains(&head) && shape.has_exit(target) {
            self.loop_exits.open.insert(head);
        }
        self.arrive(at.summary, target, configuration);
    }

    /// Returns the greatest number of nodes that a list is assumed to have.
    pub(super) fn most_nodes(&self) -> i128 {
        if self.loop_exits.open.is_empty() { MOST_BLOCKS } else { MOST_NODES }
    }
}
