//! What a run needs to know of the edges out of each location, found out once.

use crate::{Command, EdgeId, Expr, Flowchart, LocationId};

/// The edges out of a location.
pub(super) enum Exits<'p> {
    /// One that is no test.
    One(EdgeId),
    /// Two that test one condition: where it holds and where not.
    Branch {
        /// The condition.
        condition: &'p Expr,
        /// The edge where it holds.
        yes: EdgeId,
        /// The edge where it does not hold.
        no: EdgeId,
    },
    /// Any others, ascending.
    Other(Vec<EdgeId>),
}

/// The edges out of each location of a flowchart.
pub(super) struct Plan<'p> {
    exits: Vec<Exits<'p>>,
}

impl<'p> Plan<'p> {
    /// The plan of a flowchart.
    pub(super) fn new(flowchart: &'p Flowchart) -> Self {
        Plan { exits: flowchart.locations().map(|location| Exits::of(flowchart, location)).collect() }
    }

    /// The edges out of a location.
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
