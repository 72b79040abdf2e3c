//! What was never written, where that is no error or not the one that is looked for: a number that a command reads gets a value, and
//! other branches on it go either way.

use crate::pipeline::replay::choices::Wishes;
use crate::program::interp::{BlockId, Chooser, Pointer, State, Value, wrap};
use crate::program::{Command, EdgeId, Expr, ExprNode, FunctionId, LocationId, Program};

/// Gives a value to each integer that the command of an edge reads and that was never written. `false` if there is none.
pub(super) fn settle(
    program: &Program,
    state: &mut State,
    (function, edge): (FunctionId, EdgeId),
    wishes: &mut Wishes<'_>,
) -> bool {
    let Some(flowchart) = program.flowchart(function) else { return false };
    let mut loads: Vec<(&Expr, &Expr)> = Vec::new();
    for expression in flowchart.edge(edge).command.expressions() {
        expression.visit(&mut |part| {
            if let ExprNode::Load(address) = &part.node {
                loads.push((part, address));
            }
        });
    }
    let mut is_settled = false;
    for (load, address) in loads {
        let is_whole = !matches!(&address.node, ExprNode::FieldAddress(_, field)
            if program.types.fields(field.record).get(field.index as usize).is_some_and(|field| field.bits.is_some()));
        let Some(format) = program.types.integer_format(load.ty).filter(|_| is_whole) else { continue };
        let Ok(Value::Pointer(place)) = state.evaluate(address, program) else { continue };
        if state.load(place, load.ty, &program.types) == Ok(Value::Undefined) {
            let number = wrap(wishes.integer(format.0, format.1), format);
            is_settled |= state.store(place, Value::Integer(number), load.ty, &program.types).is_ok();
        }
    }
    is_settled
}

/// The place of something that was never written.
pub(super) type NeverWritten = (BlockId, i64);

/// Takes a branch that depends on what was never written and is no number: where it leads. Each such cell decides one branch only,
/// so that no two decisions contradict each other.
pub(super) fn decide(
    program: &Program,
    state: &State,
    (function, edge): (FunctionId, EdgeId),
    decided: &mut Vec<NeverWritten>,
    wishes: &mut Wishes<'_>,
) -> Option<(EdgeId, LocationId)> {
    let flowchart = program.flowchart(function)?;
    let Command::Assume { condition, .. } = &flowchart.edge(edge).command else { return None };
    let mut cells = Vec::new();
    condition.visit(&mut |part| {
        if let ExprNode::Load(address) = &part.node
            && let Ok(Value::Pointer(Pointer::To { block, offset })) = state.evaluate(address, program)
            && state.load(Pointer::To { block, offset }, part.ty, &program.types) == Ok(Value::Undefined)
        {
            cells.push((block, offset));
        }
    });
    if cells.is_empty() || cells.iter().any(|cell| decided.contains(cell)) {
        return None;
    }
    decided.append(&mut cells);
    let of_condition = |other: &EdgeId| matches!(&flowchart.edge(*other).command, Command::Assume { condition: tested, .. } if tested == condition);
    let edges: Vec<EdgeId> = flowchart.outgoing(flowchart.source(edge)).into_iter().filter(of_condition).collect();
    let taken = edges.get(wishes.choose(edges.len())).copied()?;
    Some((taken, flowchart.target(taken)))
}

/// Whether a run may choose where it takes an edge with this command.
pub(super) fn may_choose(command: &Command) -> bool {
    matches!(
        command,
        Command::Havoc { .. } | Command::Allocate { .. } | Command::Library { .. } | Command::Assume { .. }
    )
}
