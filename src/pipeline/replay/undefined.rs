//! What was never written, where numbers that were not are any numbers: each that a command reads gets a value before
//! it is read, so that all copies of it, and all that is computed from it, agree. A branch on an address that was never
//! written goes either way.

use crate::replay::choices::Wishes;
use program::interp::unwritten::{self, is_unwritten, loads};
use program::interp::{Chooser, Content, Pointer, State, Value};
use program::{BinaryOp, Command, EdgeId, Expr, ExprNode, FunctionId, LibraryFunction, LocationId, Program};

/// What a run has done with what was never written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Use {
    /// Memory was copied as a whole: two cells may be one value.
    copied: bool,
    /// A branch was taken that depends on an address: no other may be, so that no two contradict each other.
    decided: bool,
}

/// Gives a value to each integer that the commands behind a location read and that was never written.
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
        known.copied |= copies(program, state, command);
    }
}

/// Whether a command may copy what was never written without reading it as numbers.
fn copies(program: &Program, state: &State, command: &Command) -> bool {
    use LibraryFunction as F;
    match command {
        Command::Copy { source, ty, .. } => {
            program.types.size_of(*ty).is_none_or(|size| has_gaps(program, state, source, size))
        }
        Command::Library { function: F::Memcpy | F::Mempcpy | F::Memmove, arguments, .. } => match arguments.as_slice()
        {
            [_, source, size] => match state.evaluate(size, program) {
                Ok(Value::Integer(size)) => {
                    u64::try_from(size).is_ok_and(|size| size > 0 && has_gaps(program, state, source, size))
                }
                _ => true,
            },
            _ => true,
        },
        Command::Library { function, .. } => matches!(
            function,
            F::Bcopy
                | F::Memccpy
                | F::Memdup
                | F::Realloc
                | F::Reallocarray
                | F::Qsort
                | F::QsortR
                | F::VaArg
                | F::Wmemcpy
                | F::Wmemmove
        ),
        Command::Call { arguments, result, .. } => {
            let target = result.as_ref().and_then(|result| program.types.pointee(result.ty));
            let mut passed = arguments.iter().map(|argument| argument.ty).chain(target);
            passed.any(|ty| !program.types.is_scalar(ty))
        }
        _ => false,
    }
}

/// Whether some of the first `size` bytes at an address may never have been written.
fn has_gaps(program: &Program, state: &State, address: &Expr, size: u64) -> bool {
    let Ok(Value::Pointer(Pointer::To { block, offset })) = state.evaluate(address, program) else { return true };
    let (Some(block), Ok(offset)) = (state.block(block), u64::try_from(offset)) else { return true };
    let content = block.content(offset, size, program.types.model().word_bytes());
    !matches!(content, Content::Bits(_) | Content::Address(_) | Content::Defined)
}

/// Takes a branch that depends on one address that was never written: where it leads.
pub(super) fn decide(
    program: &Program,
    state: &State,
    (function, location, edge): (FunctionId, LocationId, EdgeId),
    known: &mut Use,
    wishes: &mut Wishes<'_>,
) -> Option<(EdgeId, LocationId)> {
    // The edge is another function's where a call returns.
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

/// Whether a run may choose where it takes an edge with this command.
pub(super) fn may_choose(command: &Command) -> bool {
    matches!(
        command,
        Command::Havoc { .. } | Command::Allocate { .. } | Command::Library { .. } | Command::Assume { .. }
    )
}
