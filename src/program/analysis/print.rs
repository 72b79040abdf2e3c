//! Prints the facts of this module, for users and tests.

use std::fmt::Write;

use super::{CallGraph, Dominators, Effects, Influence, LiveVariables, LoopOrder};
use crate::display::location_name;
use crate::{FunctionId, Program, VariableKind};
use ctype::FieldId;

/// Prints for each location of a function, in reverse postorder: loops, immediate dominator, live variables.
pub fn facts(program: &Program, function: FunctionId) -> String {
    let mut out = String::new();
    let Some(flowchart) = program.flowchart(function) else { return out };
    let (order, dominators) = (LoopOrder::of(flowchart), Dominators::of(flowchart));
    let live = LiveVariables::of(program, function);
    let name = |location| location_name(flowchart, location);
    let _ = writeln!(out, "facts of {}", program.functions[function].name);
    for location in order.locations() {
        let _ = write!(out, "  {}:", name(*location));
        if order.is_head(*location) {
            out.push_str(" loop head,");
        }
        if let Some(head) = order.around(*location) {
            let _ = write!(out, " in the loop of {},", name(head));
        }
        if let Some(dominator) = dominators.immediate(*location) {
            let _ = write!(out, " behind {},", name(dominator));
        }
        let variables: Vec<String> = live.at(*location).map(|id| program.variables[id].display()).collect();
        let variables = if variables.is_empty() { "nothing".to_string() } else { variables.join(" ") };
        let _ = writeln!(out, " live: {variables}");
    }
    out
}

/// Prints the call graph, callees first: each function with a body, its callees, and whether it is recursive.
pub fn calls(program: &Program) -> String {
    let graph = CallGraph::of(program);
    let mut out = String::from("calls\n");
    for function in graph.callees_first().iter().flatten() {
        if program.flowchart(*function).is_none() {
            continue;
        }
        let recursive = if graph.is_recursive(*function) { " (recursive)" } else { "" };
        let mut callees: Vec<String> = Vec::new();
        for site in graph.calls(*function) {
            let name = &program.functions[site.callee].name;
            let text = if site.is_indirect { format!("{name} by pointer") } else { name.clone() };
            if !callees.contains(&text) {
                callees.push(text);
            }
        }
        let callees = if callees.is_empty() { "nothing".to_string() } else { callees.join(", ") };
        let _ = writeln!(out, "  {}{recursive} calls {callees}", program.functions[*function].name);
    }
    out
}

/// Prints what each function may do with the memory of its callers.
pub fn effects(program: &Program) -> String {
    let mut out = String::from("effects\n");
    for function in program.defined_functions() {
        let text = match Effects::of(program, function).map(|effects| effects.to_string()) {
            None => "anything".to_string(),
            Some(text) if text.is_empty() => "changes memory".to_string(),
            Some(text) => text,
        };
        let _ = writeln!(out, "  {}: {text}", program.functions[function].name);
    }
    out
}

/// Prints the variables and members whose numbers decide nothing.
pub fn influence(program: &Program) -> String {
    let influence = Influence::of(program);
    let is_named = |kind| !matches!(kind, VariableKind::Temporary | VariableKind::Result);
    let variables = program
        .variables
        .enumerate()
        .filter(|(id, variable)| is_named(variable.kind) && influence.variable_has_none(program, *id));
    let mut names: Vec<String> = variables.map(|(_, variable)| variable.display()).collect();
    for (record, known) in program.types.records() {
        for (index, field) in (0..).zip(program.types.fields(record)) {
            if influence.member_has_none(program, FieldId { record, index }) {
                names.push(format!("{}.{}", known.name, field.name));
            }
        }
    }
    let names = if names.is_empty() { "none".to_string() } else { names.join(" ") };
    format!("numbers without influence: {names}\n")
}
