//! Numbers that were never written, where they are taken for any number: what a command reads of them gets a value.

use crate::pipeline::replay::choices::Wishes;
use crate::program::interp::{Chooser, State, Value, wrap};
use crate::program::{Command, EdgeId, Expr, ExprNode, FunctionId, Program};

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

/// Whether a run may choose where it takes an edge with this command.
pub(super) fn may_choose(command: &Command) -> bool {
    matches!(
        command,
        Command::Havoc { .. } | Command::Allocate { .. } | Command::Library { .. } | Command::Assume { .. }
    )
}
