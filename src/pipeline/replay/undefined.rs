//! Uninitialised integers that may have any value: each that a command reads gets a value before it is read, so that
//! all its copies, and everything computed from it, agree. A branch on an uninitialised address goes either way.

use crate::replay::choices::Wishes;
use program::interp::unwritten::{self, is_unwritten, loads};
use program::interp::{Chooser, State, Value};
use program::{BinaryOp, Command, EdgeId, ExprNode, FunctionId, LocationId, Program};

/// How a run has used uninitialised memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Use {
    /// Memory was copied as a whole: two cells may hold one value.
    copied: bool,
    /// A branch was taken that depends on an uninitialised address: no other may be, so that no two contradict each
    /// other.
    decided: bool,
}

/// Gives a value to each uninitialised integer that the commands after a location read.
pub(super) fn settle(
    program: &Program,
    state: &mut State,
    (function, location): (FunctionId, LocationId),
    known: &mut Use,
    wishes: &mut Wishes<'_>,
) {
    let Some(flowchart) = program.flowchart(function).filter(|_| !known.copied) else { return };
    for edge in flowchart.graph.edges(location) {
        let command = &edge.weight().command;
        unwritten::settle(state, program, command, &mut |bits, signed| wishes.unwritten(bits, signed));
        known.copied |= unwritten::copies(state, program, command);
    }
}

/// Takes a branch that depends on one uninitialised address. Returns where it leads.
pub(super) fn decide(
    program: &Program,
    state: &State,
    (function, location, edge): (FunctionId, LocationId, EdgeId),
    known: &mut Use,
    wishes: &mut Wishes<'_>,
) -> Option<(EdgeId, LocationId)> {
    // Where a call returns, the edge belongs to another function.
    let flowchart = program.flowchart(function).filter(|flowchart| flowchart.outgoing(location).contains(&edge))?;
    let Command::Assume { condition, .. } = &flowchart.edge(edge).command else { return None };
    let is_test = match &condition.node {
        ExprNode::Load(_) => true,
        ExprNode::Binary(op, ..) => matches!(op, BinaryOp::Equal | BinaryOp::NotEqual),
        _ => false,
    };
    let open = loads(&flowchart.edge(edge).command).into_iter().filter(|(load, address)| {
        let is_address = program.types.is_pointer(load.ty);
        let place = state.evaluate(address, program);
        let size = program.types.size_of(load.ty).unwrap_or(0);
        is_address && matches!(place, Ok(Value::Pointer(place)) if is_unwritten(state, program, place, size))
    });
    if known.decided || !is_test || open.count() != 1 {
        return None;
    }
    known.decided = true;
    let of_condition = |other: &EdgeId| matches!(&flowchart.edge(*other).command, Command::Assume { condition: tested, .. } if tested == condition);
    let edges: Vec<EdgeId> = flowchart.outgoing(location).into_iter().filter(of_condition).collect();
    let taken = edges.get(wishes.choose(edges.len())).copied()?;
    Some((taken, flowchart.target(taken)))
}

/// Returns true if a run may make a choice at an edge with this command.
pub(super) fn may_choose(command: &Command) -> bool {
    matches!(
        command,
        Command::Havoc { .. } | Command::Allocate { .. } | Command::Library { .. } | Command::Assume { .. }
    )
}
