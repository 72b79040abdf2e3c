//! The edges out of each location, classified once for a run.

use crate::{Command, EdgeId, Expr, Flowchart, LocationId};

/// The edges out of a location.
pub(super) enum Exits<'p> {
    /// A single edge without a test.
    One(EdgeId),
    /// Two edges that test the same condition, one for each outcome.
    Branch {
        condition: &'p Expr,
        /// The edge taken if it holds.
        yes: EdgeId,
        /// The edge taken if it does not hold.
        no: EdgeId,
    },
    /// Any others, ascending.
    Other(Vec<EdgeId>),
}

pub(super) struct Plan<'p> {
    exits: Vec<Exits<'p>>,
}

impl<'p> Plan<'p> {
    pub(super) fn new(flowchart: &'p Flowchart) -> Self {
        Plan { exits: flowchart.locations().map(|location| Exits::of(flowchart, location)).collect() }
    }

    pub(super) fn exits(&self, location: LocationId) -> Option<&Exits<'p>> {
        self.exits.get(location.index())
    }
}

impl<'p> Exits<'p> {
    fn of(flowchart: &'p Flowchart, location: LocationId) -> Self {
        let edges = flowchart.outgoing(location);
        let command = |edge: EdgeId| &flowchart.edge(edge).command;
        match edges.as_slice() {
            [only] if !matches!(command(*only), Command::Assume { .. }) => Exits::One(*only),
            [first, second] => match (command(*first), command(*second)) {
                (Command::Assume { condition, holds }, Command::Assume { condition: other, holds: opposite })
                    if condition == other && holds != opposite =>
                {
                    let (yes, no) = if *holds { (*first, *second) } else { (*second, *first) };
                    Exits::Branch { condition, yes, no }
                }
                _ => Exits::Other(edges),
            },
            _ => Exits::Other(edges),
        }
    }
}
