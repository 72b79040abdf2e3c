//! Parameters by which functions return values: pointers to what a function overwrites before it does anything else with it.
//!
//! What such a pointer leads to does not matter to the call, as in `pop(&stack, &top)`: a variable whose address is passed
//! there is overwritten, whatever the function does afterwards. Only direct writes of the function itself count.

use std::collections::BTreeSet;

use crate::{Callee, Command, Expr, ExprNode, FunctionId, LocationId, Program, VariableId};

/// Returns the variables that a call overwrites by pointers to them before it may read them, if no other pointer leads to
/// them.
pub(super) fn overwritten(program: &Program, command: &Command) -> Vec<VariableId> {
    let Command::Call { callee: Callee::Direct(function), arguments, .. } = command else { return Vec::new() };
    let Some(callee) = program.functions.get(*function) else { return Vec::new() };
    let pairs = callee.parameters.iter().zip(arguments);
    let outputs = pairs.filter_map(|(parameter, argument)| match argument.node {
        ExprNode::VariableAddress(variable) => {
            let is_named_once = names(command, variable) == 1;
            (is_named_once && is_output(program, *function, (*parameter, variable))).then_some(variable)
        }
        _ => None,
    });
    outputs.collect()
}

/// Returns true if a function overwrites the variable that a parameter points to on each way to its end, before it uses the
/// parameter in any other way.
fn is_output(program: &Program, function: FunctionId, (parameter, variable): (VariableId, VariableId)) -> bool {
    let Some(flowchart) = program.flowchart(function) else { return false };
    let (mut open, mut seen): (Vec<LocationId>, BTreeSet<LocationId>) = (vec![flowchart.entry], BTreeSet::new());
    while let Some(location) = open.pop() {
        if location == flowchart.exit {
            return false;
        }
        if !seen.insert(location) {
            continue;
        }
        for edge in flowchart.outgoing(location) {
            let command = &flowchart.edge(edge).command;
            match names(command, parameter) {
                1 if overwrites(program, command, (parameter, variable)) => {}
                0 if !matches!(command, Command::Unsupported { .. }) => open.push(flowchart.target(edge)),
                _ => return false,
            }
        }
    }
    true
}

/// Returns true if a command writes all bytes of a variable by a pointer to it.
fn overwrites(program: &Program, command: &Command, (pointer, variable): (VariableId, VariableId)) -> bool {
    let is_it = |address: &Expr| match &address.node {
        ExprNode::Load(place) => matches!(place.node, ExprNode::VariableAddress(of) if of == pointer),
        _ => false,
    };
    let size = |address: &Expr| program.types.pointee(address.ty).and_then(|ty| program.types.size_of(ty));
    let whole = program.variables.get(variable).and_then(|variable| program.types.size_of(variable.ty));
    command.written().is_some_and(|address| is_it(address) && whole.is_some() && size(address) == whole)
}

/// Returns how often a command names a variable.
fn names(command: &Command, variable: VariableId) -> usize {
    let mut count = 0;
    for expr in command.expressions() {
        expr.visit(&mut |part| {
            count += usize::from(matches!(part.node, ExprNode::VariableAddress(it) if it == variable))
        });
    }
    count + usize::from(matches!(command, Command::ScopeStart(it) | Command::ScopeEnd(it) if *it == variable))
}
