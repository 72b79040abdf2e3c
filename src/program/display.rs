//! Prints flowcharts as text and in Graphviz format.

use std::fmt::Write;

use crate::expr::{self, Names};
use crate::library::Lowered;
use crate::limits::LONGEST_NAME;
use crate::{
    BinaryOp, Callee, Command, Edge, Expr, ExprNode, FailureKind, Flowchart, FunctionId, LocationId, Program, SymbolId,
    VariableKind,
};
use base::ids::IdVec;
use base::{SourceMap, Span};

/// Prints a command as a line of C if possible: `y = x->n`, `[x != NULL]`, `free(x)`.
pub fn command(program: &Program, command: &Command) -> String {
    let symbols = IdVec::new();
    Printer { names: names(program, &symbols) }.command(command)
}

/// Prints an expression of the program.
pub fn expression(program: &Program, expression: &Expr) -> String {
    expr::display(expression, names(program, &IdVec::new()))
}

/// Returns the source name of the pointer that an address is computed from: `x->next` for `x->next->data`.
pub fn pointer_name(program: &Program, address: &Expr) -> Option<String> {
    let ExprNode::Load(address) = &address.bases().last()?.node else { return None };
    place_name(program, address)
}

/// Returns the source name of the object at an address: `x->next`. `None` if a part of it has no name in C.
pub fn place_name(program: &Program, address: &Expr) -> Option<String> {
    let mut is_named = true;
    address.visit(&mut |part| {
        if let ExprNode::VariableAddress(id) = part.node {
            let is_temporary = |kind| matches!(kind, VariableKind::Temporary | VariableKind::Result);
            is_named &= program
                .variables
                .get(id)
                .is_some_and(|variable| !is_temporary(variable.kind) && is_written(&variable.name));
        }
    });
    let name = is_named.then(|| expr::print_place(address, names(program, &IdVec::new())))?;
    (name.len() <= LONGEST_NAME).then_some(name)
}

/// Returns true if the name occurs in the source. Objects introduced by lowering, such as compound literals, have names
/// that are not C identifiers.
pub fn is_written(name: &str) -> bool {
    !name.contains(['#', '\\'])
}

fn names<'p>(program: &'p Program, symbols: &'p IdVec<SymbolId, String>) -> Names<'p> {
    Names { types: &program.types, variables: &program.variables, functions: &program.functions, symbols }
}

/// Returns the name of a location: its first label, else `entry` or `exit`, else its number.
pub fn location_name(flowchart: &Flowchart, id: LocationId) -> String {
    match flowchart.location(id).labels.first() {
        Some(label) => label.clone(),
        None if id == flowchart.entry => "entry".into(),
        None if id == flowchart.exit => "exit".into(),
        None => format!("#{}", id.index()),
    }
}

/// Prints the whole program: initialisers of globals, then every function with a body.
pub fn program_text(program: &Program, sources: &SourceMap) -> String {
    let mut out = initializers_text(program, sources);
    for function in program.defined_functions() {
        out.push_str(&text(program, function, sources));
    }
    out
}

/// Prints the initialisers of globals; an empty string if there are none.
pub fn initializers_text(program: &Program, sources: &SourceMap) -> String {
    let mut out = String::new();
    if !program.initializers.is_empty() {
        out.push_str("globals\n");
        for edge in &program.initializers {
            let _ = writeln!(out, "    {}", edge_text(program, sources, edge));
        }
    }
    out
}

/// Prints the flowchart of a function: each location with its names, followed by its outgoing edges.
pub fn text(program: &Program, function: FunctionId, sources: &SourceMap) -> String {
    let mut out = String::new();
    let Some(flowchart) = program.flowchart(function) else { return out };
    let _ = writeln!(out, "function {}", program.functions[function].name);
    for id in flowchart.locations() {
        let location = flowchart.location(id);
        let _ = write!(out, "  {}", location_name(flowchart, id));
        for label in location.labels.iter().skip(1) {
            let _ = write!(out, ", {label}");
        }
        let is_named = !location.labels.is_empty();
        for (place, name) in [(flowchart.entry, "entry"), (flowchart.exit, "exit")] {
            if place == id && (is_named || location_name(flowchart, id) != name) {
                let _ = write!(out, ", {name}");
            }
        }
        out.push_str(&lines(&location.statements, sources));
        out.push('\n');
        for edge in flowchart.outgoing(id) {
            let target = location_name(flowchart, flowchart.target(edge));
            let _ = writeln!(out, "    {} -> {target}", edge_text(program, sources, flowchart.edge(edge)));
        }
    }
    out
}

/// Lists the lines on which statements begin.
fn lines(statements: &[Span], sources: &SourceMap) -> String {
    let mut lines: Vec<u32> = statements.iter().map(|span| sources.position(*span).line).collect();
    lines.dedup();
    match lines.as_slice() {
        [] => String::new(),
        _ => format!("  (line {})", lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
    }
}

fn edge_text(program: &Program, sources: &SourceMap, edge: &Edge) -> String {
    let line = sources.position(edge.span).line;
    format!("{:>4}: {}", line, command(program, &edge.command))
}

/// Prints flowcharts as a Graphviz digraph; several are drawn in separate boxes.
pub fn dot(program: &Program, functions: &[FunctionId], sources: &SourceMap) -> String {
    let name = match functions {
        [function] => quoted(&program.functions[*function].name),
        _ => "program".into(),
    };
    let mut out = format!("digraph {name} {{\n  node [shape=box, fontname=monospace];\n");
    let mut first = 0;
    for (number, function) in functions.iter().enumerate() {
        let Some(flowchart) = program.flowchart(*function) else { continue };
        if functions.len() > 1 {
            let label = quoted(&program.functions[*function].name);
            let _ = writeln!(out, "  subgraph cluster_{number} {{\n  label={label};");
        }
        dot_body(&mut out, program, flowchart, first, sources);
        if functions.len() > 1 {
            out.push_str("  }\n");
        }
        first += flowchart.graph.node_count();
    }
    out.push_str("}\n");
    out
}

/// Prints the locations and edges of one flowchart; location numbers start at `first`.
fn dot_body(out: &mut String, program: &Program, flowchart: &Flowchart, first: usize, sources: &SourceMap) {
    for id in flowchart.locations() {
        let name = quoted(&location_name(flowchart, id));
        let shape = if id == flowchart.entry || id == flowchart.exit { ", style=bold" } else { "" };
        let _ = writeln!(out, "  {} [label={name}{shape}];", first + id.index());
    }
    for id in flowchart.edges() {
        let (source, target) = (first + flowchart.source(id).index(), first + flowchart.target(id).index());
        let edge = flowchart.edge(id);
        let label = quoted(&command(program, &edge.command));
        let place = quoted(&sources.position(edge.span).to_string());
        let _ = writeln!(out, "  {source} -> {target} [label={label}, tooltip={place}, fontname=monospace];");
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

struct Printer<'p> {
    names: Names<'p>,
}

impl Printer<'_> {
    fn value(&self, expression: &Expr) -> String {
        expr::display(expression, self.names)
    }

    fn place(&self, address: &Expr) -> String {
        expr::print_place(address, self.names)
    }

    fn list(&self, arguments: &[Expr]) -> String {
        arguments.iter().map(|argument| self.value(argument)).collect::<Vec<_>>().join(", ")
    }

    fn command(&self, command: &Command) -> String {
        match command {
            Command::Skip => "skip".into(),
            Command::Store { address, value } => format!("{} = {}", self.place(address), self.value(value)),
            Command::Copy { target, source, .. } => format!("{} := {}", self.place(target), self.place(source)),
            Command::Assume { condition, holds } => format!("[{}]", self.guard(condition, *holds)),
            Command::Allocate { address, bytes, element, zeroed, .. } => {
                let function = if *zeroed { "calloc" } else { "malloc" };
                let element = element.map_or_else(|| "void".into(), |element| self.names.types.display(element));
                format!("{} = {function}<{element}>({})", self.place(address), self.value(bytes))
            }
            Command::Free(pointer) => format!("free({})", self.value(pointer)),
            Command::Havoc { address } => format!("{} = *", self.place(address)),
            Command::ScopeStart(variable) => format!("begin {}", self.names.variables[*variable].display()),
            Command::ScopeEnd(variable) => format!("end {}", self.names.variables[*variable].display()),
            Command::Call { callee, arguments, result } => {
                let callee = match callee {
                    Callee::Direct(function) => self.names.functions[*function].name.clone(),
                    Callee::Indirect(pointer) => format!("(*{})", self.value(pointer)),
                    Callee::Declared(declared) => self.names.functions[declared.function].name.clone(),
                };
                let target = result.as_ref().map_or(String::new(), |result| format!("{} = ", self.place(result)));
                format!("{target}{callee}({})", self.list(arguments))
            }
            Command::Fail(failure) => match failure.kind {
                FailureKind::Assertion => format!("fail: assertion {}", failure.message),
                FailureKind::ReachError => "fail: reach_error".into(),
            },
            Command::Halt(status) => match status {
                Some(status) => format!("exit({})", self.value(status)),
                None => "abort".into(),
            },
            Command::Print { name, arguments, .. } => format!("{name}({})", self.list(arguments)),
            Command::Library { function, name, arguments, result } => {
                let target = result.as_ref().map_or(String::new(), |result| format!("{} = ", self.place(result)));
                // What lowering has added is not shown.
                let written = match function.entry().lowered {
                    Lowered::Options | Lowered::Position => {
                        arguments.get(..function.entry().parameters()).unwrap_or(arguments)
                    }
                    _ => arguments,
                };
                format!("{target}{name}({})", self.list(written))
            }
            Command::Unsupported { reason, .. } => format!("unsupported: {reason}"),
        }
    }

    /// Prints a guard without `!` (`x != NULL` for `x == NULL` that does not hold), with constants on the right.
    fn guard(&self, condition: &Expr, holds: bool) -> String {
        let is_float = |expr: &Expr| matches!(self.names.types.get(expr.ty), ctype::Type::Float(_));
        let ExprNode::Binary(op, left, right) = &condition.node else {
            let value = self.value(condition);
            return if holds { value } else { format!("!({value})") };
        };
        let flipped = matches!(left.node, ExprNode::Integer(_));
        let sign = match (op, holds, flipped) {
            (BinaryOp::Equal, true, _) | (BinaryOp::NotEqual, false, _) => "==",
            (BinaryOp::Equal, false, _) | (BinaryOp::NotEqual, true, _) => "!=",
            _ if !holds && is_float(left) => return format!("!({})", self.value(condition)),
            (BinaryOp::Less, true, false) | (BinaryOp::LessEqual, false, true) => "<",
            (BinaryOp::Less, true, true) | (BinaryOp::LessEqual, false, false) => ">",
            (BinaryOp::LessEqual, true, false) | (BinaryOp::Less, false, true) => "<=",
            (BinaryOp::LessEqual, true, true) | (BinaryOp::Less, false, false) => ">=",
            _ if holds => return self.value(condition),
            _ => return format!("!({})", self.value(condition)),
        };
        let (first, second) = if flipped { (right, left) } else { (left, right) };
        format!("{} {sign} {}", self.value(first), self.value(second))
    }
}
