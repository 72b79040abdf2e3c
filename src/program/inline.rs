//! Inlining: the entry function with a copy of every function that it calls, transitively.
//!
//! Each call gets its own copies of the callee's variables and locations, numbered in source order: `append#2::x`,
//! `append#2::label`. A call through a pointer becomes a chain of tests that compare it with the functions whose
//! address the program takes and whose type fits, ending in a call of an unknown function. Recursion is never unrolled:
//! by name it is an error, through pointers the recursive call is unsupported.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::analysis::CallGraph;
use crate::library::Effect;
use crate::lower::graph::{FlowchartBuilder, Node};
use crate::{
    BinaryOp, Callee, Command, Expr, ExprNode, Flowchart, FunctionId, LibraryFunction, LocationId, Program, Reach,
    VariableId, VariableKind,
};
use base::{Budget, Diagnostic, Diagnostics, SourceMap, Span};

/// Maximum number of locations; copies can grow exponentially.
const MOST_LOCATIONS: usize = 100_000;

/// Returns the program with all calls inlined into the entry function. A function without a body becomes
/// [`Command::Unsupported`].
pub fn inline(program: &Program, entry: FunctionId, sources: &SourceMap) -> Result<Program, Diagnostics> {
    inline_within(program, entry, sources, &Budget::unlimited())
}

/// Like [`inline`], within a budget.
pub fn inline_within(
    program: &Program,
    entry: FunctionId,
    sources: &SourceMap,
    budget: &Budget,
) -> Result<Program, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let Some(flowchart) = program.flowchart(entry) else {
        diagnostics.push(Diagnostic::general("the entry function has no body"));
        return Err(diagnostics);
    };
    if let Some(recursion) = find_recursion(program, entry, sources) {
        diagnostics.push(recursion);
        return Err(diagnostics);
    }
    let mut inliner = Inliner {
        program: program.clone(),
        entry,
        builder: FlowchartBuilder::new(),
        annotated: program.annotations.iter().map(|annotation| annotation.next_token).collect(),
        counts: BTreeMap::new(),
        calls: Vec::new(),
        targets: call_targets(program),
    };
    let end = flowchart.location(flowchart.exit).span;
    let (first, last) = inliner.copy(flowchart, None, &HashMap::new(), &[entry]);
    inliner.builder.set_ends(first, last);
    while let Some(call) = inliner.calls.pop() {
        budget.check().map_err(|why| Diagnostics::stopped_while("calls were inlined", why))?;
        if let Err(error) = inliner.expand(call) {
            diagnostics.push(error);
            return Err(diagnostics);
        }
    }
    let Inliner { mut program, builder, .. } = inliner;
    let flowchart = builder.finish(&program, Some(sources), entry, end);
    program.functions[entry].flowchart = Some(flowchart);
    Ok(program)
}

/// A call that has not been expanded yet: edge number `index` out of `from`.
struct Call {
    from: Node,
    index: usize,
    to: Node,
    callee: Callee,
    arguments: Vec<Expr>,
    result: Option<Expr>,
    span: Span,
    /// The chain of functions that this call was inlined through, from the entry to its immediate caller.
    callers: Vec<FunctionId>,
}

struct Inliner {
    program: Program,
    entry: FunctionId,
    builder: FlowchartBuilder,
    /// Offsets of the statements that annotations refer to.
    annotated: HashSet<u32>,
    /// Number of copies of each function so far.
    counts: BTreeMap<FunctionId, u32>,
    /// A stack of calls that have not been expanded yet.
    calls: Vec<Call>,
    /// Functions with a body whose address the program takes.
    targets: Vec<FunctionId>,
}

impl Inliner {
    /// Copies a flowchart and returns the copies of its entry and exit.
    fn copy(
        &mut self,
        flowchart: &Flowchart,
        instance: Option<&Arc<str>>,
        variables: &HashMap<VariableId, VariableId>,
        callers: &[FunctionId],
    ) -> (Node, Node) {
        let annotated = &self.annotated;
        let pinned = |span: Span| annotated.contains(&span.start);
        let mut nodes = Vec::with_capacity(flowchart.graph.node_count());
        for id in flowchart.locations() {
            let location = flowchart.location(id);
            let is_stop = id != flowchart.exit && id != flowchart.entry && location.labels.is_empty();
            let node = if is_stop && flowchart.outgoing(id).is_empty() && location.statements.is_empty() {
                self.builder.stop()
            } else {
                self.builder.copy(location, instance, &pinned)
            };
            nodes.push(node);
        }
        let node = |id: LocationId| nodes[id.index()];
        let map = |variable: VariableId| variables.get(&variable).copied().unwrap_or(variable);
        let mut calls = Vec::new();
        for from in flowchart.locations() {
            for (index, edge) in flowchart.outgoing(from).into_iter().enumerate() {
                let (to, edge) = (node(flowchart.target(edge)), flowchart.edge(edge));
                let command = match edge.command.map_variables(&map) {
                    // The block would outlive the call that it belongs to.
                    Command::Library { function: LibraryFunction::Alloca, .. } if instance.is_some() => {
                        let reason = "a block of the stack of a function that is inlined".to_string();
                        Command::Unsupported { reason, reach: Reach::Memory }
                    }
                    command => command,
                };
                if let Command::Call { callee, arguments, result } = command.clone() {
                    let (from, span, callers) = (node(from), edge.span, callers.to_vec());
                    calls.push(Call { from, index, to, callee, arguments, result, span, callers });
                }
                self.builder.edge(node(from), to, command, edge.span);
                edge.input.iter().for_each(|input| self.builder.decide(node(from), input.clone()));
            }
        }
        calls.reverse();
        self.calls.extend(calls);
        (node(flowchart.entry), node(flowchart.exit))
    }

    /// Replaces a call by a copy of the callee, or by a dispatch to the possible callees.
    fn expand(&mut self, call: Call) -> Result<(), Diagnostic> {
        match &call.callee {
            Callee::Direct(function) if call.callers.contains(function) => {
                let name = &self.program.functions[*function].name;
                let reason = format!("recursion of '{name}' through a pointer");
                self.leave_elsewhere(call.from, call.index, &call, reason);
                Ok(())
            }
            Callee::Direct(function) if self.program.flowchart(*function).is_some() => {
                match self.program.wrong_call(*function, &call.arguments) {
                    Some(reason) => {
                        let command = Command::Unsupported { reason, reach: Reach::Control };
                        self.builder.replace_edge(call.from, call.index, call.to, command);
                    }
                    None => return self.expand_function(*function, call),
                }
                Ok(())
            }
            Callee::Direct(function) => {
                let reason = format!("function '{}' has no body", self.program.functions[*function].name);
                self.leave_elsewhere(call.from, call.index, &call, reason);
                Ok(())
            }
            Callee::Declared(declared) => {
                let reason = format!("function '{}' has no body", self.program.functions[declared.function].name);
                self.leave_elsewhere(call.from, call.index, &call, reason);
                Ok(())
            }
            Callee::Indirect(pointer) => {
                let pointer = pointer.as_ref().clone();
                self.expand_pointer(pointer, call);
                Ok(())
            }
        }
    }

    /// Replaces a call through a pointer: `if (p == f) f(); else if (p == g) g(); else` an unknown function.
    fn expand_pointer(&mut self, pointer: Expr, call: Call) {
        let targets: Vec<FunctionId> =
            self.targets.iter().copied().filter(|target| self.fits(*target, &pointer, &call)).collect();
        let start = self.builder.node_beside(call.from);
        self.builder.replace_edge(call.from, call.index, start, Command::Skip);
        let mut from = start;
        let int = self.program.types.int();
        let mut calls = Vec::new();
        for function in targets {
            let address = Expr::new(ExprNode::FunctionAddress(function), pointer.ty);
            let node = ExprNode::Binary(BinaryOp::Equal, Box::new(pointer.clone()), Box::new(address));
            let condition = Expr::new(node, int);
            let (yes, no) = (self.builder.node_beside(call.from), self.builder.node_beside(call.from));
            for (node, holds) in [(yes, true), (no, false)] {
                self.builder.edge(from, node, Command::Assume { condition: condition.clone(), holds }, call.span);
            }
            self.builder.edge(yes, call.to, Command::Skip, call.span);
            let callee = Callee::Direct(function);
            let (arguments, result, callers) = (call.arguments.clone(), call.result.clone(), call.callers.clone());
            let (index, to, span) = (0, call.to, call.span);
            calls.push(Call { from: yes, index, to, callee, arguments, result, span, callers });
            from = no;
        }
        self.builder.edge(from, call.to, Command::Skip, call.span);
        self.leave_elsewhere(from, 0, &call, "a call through a pointer".to_string());
        calls.reverse();
        self.calls.extend(calls);
    }

    /// Returns true if a call through the pointer may reach the function.
    fn fits(&self, function: FunctionId, pointer: &Expr, call: &Call) -> bool {
        let declared = &self.program.functions[function];
        !call.callers.contains(&function)
            && self.program.types.pointee(pointer.ty) == Some(declared.ty)
            && declared.parameters.len() == call.arguments.len()
    }

    /// Turns an edge into a call of an unknown function whose result is any value.
    fn leave_elsewhere(&mut self, from: Node, index: usize, call: &Call, reason: String) {
        let command = Command::Unsupported { reason, reach: Reach::Elsewhere };
        let Some(address) = call.result.clone() else {
            self.builder.replace_edge(from, index, call.to, command);
            return;
        };
        let behind = self.builder.node_beside(call.from);
        self.builder.replace_edge(from, index, behind, command);
        self.builder.edge(behind, call.to, Command::Havoc { address }, call.span);
    }

    fn expand_function(&mut self, function: FunctionId, call: Call) -> Result<(), Diagnostic> {
        if self.builder.len() > MOST_LOCATIONS {
            let text = "the program is too large with all calls inlined";
            return Err(Diagnostic::error(call.span, text));
        }
        let count = self.counts.entry(function).or_insert(0);
        *count += 1;
        let instance: Arc<str> = format!("{}#{count}", self.program.functions[function].name).into();
        let variables = self.copy_variables(function, &instance);
        let Some(flowchart) = self.program.functions[function].flowchart.take() else { return Ok(()) };
        let callers: Vec<FunctionId> = call.callers.iter().copied().chain([function]).collect();
        let (first, last) = self.copy(&flowchart, Some(&instance), &variables, &callers);
        if self.program.contracted.contains_key(&self.program.functions[function].name) {
            // Preconditions of a contract are reported at the call.
            self.builder.begin_call(first, function, call.span);
        }
        let ended = ended_variables(&flowchart);
        self.program.functions[function].flowchart = Some(flowchart);
        let start = self.builder.node_beside(call.from);
        self.builder.replace_edge(call.from, call.index, start, Command::Skip);
        self.builder.current = start;
        self.enter(function, &variables, &call);
        self.builder.skip_to(first, call.span);
        self.builder.current = last;
        self.leave(function, &variables, &ended, &call);
        self.builder.skip_to(call.to, call.span);
        Ok(())
    }

    /// Copies all locals of a function.
    fn copy_variables(&mut self, function: FunctionId, instance: &str) -> HashMap<VariableId, VariableId> {
        let locals = self.program.functions[function].locals.clone();
        let mut copies = HashMap::with_capacity(locals.len());
        for local in locals {
            let mut copy = self.program.variables[local].clone();
            copy.instance = Some(instance.to_string());
            let id = self.program.variables.push(copy);
            self.program.functions[self.entry].locals.push(id);
            copies.insert(local, id);
        }
        copies
    }

    /// Begins the lifetimes of the copies and assigns the arguments to the parameters.
    fn enter(&mut self, function: FunctionId, variables: &HashMap<VariableId, VariableId>, call: &Call) {
        for local in self.program.functions[function].locals.clone() {
            let kind = self.program.variables[local].kind;
            if let Some(copy) = variables.get(&local).filter(|_| kind != VariableKind::Temporary) {
                self.emit(Command::ScopeStart(*copy), call);
            }
        }
        let parameters = self.program.functions[function].parameters.clone();
        for argument in call.arguments.iter().skip(parameters.len()).filter(|argument| !argument.is_plain()) {
            self.evaluate(argument, call);
        }
        for (parameter, argument) in parameters.into_iter().zip(&call.arguments) {
            let Some(copy) = variables.get(&parameter).copied() else { continue };
            let variable = &self.program.variables[copy];
            let address = Expr::variable_address(&mut self.program.types, copy, variable);
            let ty = variable.ty;
            let command = self.transfer(address, argument.clone(), ty);
            self.emit(command, call);
        }
    }

    /// Evaluates an argument that has no parameter, as the evaluation may be an error.
    fn evaluate(&mut self, argument: &Expr, call: &Call) {
        let id = self.program.add_temporary(self.entry, "argument", argument.ty, call.span);
        let address = Expr::variable_address(&mut self.program.types, id, &self.program.variables[id]);
        let command = self.transfer(address, argument.clone(), argument.ty);
        self.emit(command, call);
    }

    /// Passes the result to the caller and ends the lifetimes of the copies.
    fn leave(
        &mut self,
        function: FunctionId,
        variables: &HashMap<VariableId, VariableId>,
        ended: &HashSet<VariableId>,
        call: &Call,
    ) {
        let result = self.program.functions[function].result.and_then(|result| variables.get(&result)).copied();
        if let (Some(address), Some(result)) = (&call.result, result) {
            let variable = &self.program.variables[result];
            let ty = variable.ty;
            let source = Expr::variable_address(&mut self.program.types, result, variable);
            let value = Expr::new(ExprNode::Load(Box::new(source)), ty);
            let command = self.transfer(address.clone(), value, ty);
            self.emit(command, call);
        }
        for local in self.program.functions[function].locals.clone() {
            if let Some(copy) = variables.get(&local).filter(|_| !ended.contains(&local)) {
                self.emit(Command::ScopeEnd(*copy), call);
            }
        }
    }

    fn emit(&mut self, command: Command, call: &Call) {
        let next = self.builder.node_beside(call.from);
        self.builder.edge(self.builder.current, next, command, call.span);
        self.builder.current = next;
    }

    /// Builds `*address = value`. In a call without a prototype the types of argument and parameter may differ.
    fn transfer(&self, address: Expr, value: Expr, ty: ctype::TypeId) -> Command {
        let types = &self.program.types;
        match value.node {
            ExprNode::Load(source) if !types.is_scalar(ty) && value.ty == ty => {
                Command::Copy { target: address, source: *source, ty }
            }
            _ if value.ty == ty => Command::Store { address, value },
            _ if types.is_integer(ty) && types.is_integer(value.ty) => {
                Command::Store { address, value: Expr::new(ExprNode::Cast(Box::new(value)), ty) }
            }
            _ => {
                let reason = "an argument that does not fit its parameter".to_string();
                Command::Unsupported { reason, reach: Reach::Memory }
            }
        }
    }
}

/// Returns the variables whose lifetime ends inside the function.
fn ended_variables(flowchart: &Flowchart) -> HashSet<VariableId> {
    let commands = flowchart.edges().map(|edge| &flowchart.edge(edge).command);
    commands
        .filter_map(|command| if let Command::ScopeEnd(variable) = command { Some(*variable) } else { None })
        .collect()
}

fn call_targets(program: &Program) -> Vec<FunctionId> {
    let has_body = |function: &FunctionId| program.flowchart(*function).is_some();
    CallGraph::of(program).address_taken().iter().copied().filter(has_body).collect()
}

/// Returns the functions that a function calls directly, each with the span of the first call.
fn callees(program: &Program, function: FunctionId) -> Vec<(FunctionId, Span)> {
    let Some(flowchart) = program.flowchart(function) else { return Vec::new() };
    let mut found = Vec::new();
    for edge in flowchart.edges() {
        if let Command::Call { callee: Callee::Direct(callee), .. } = flowchart.edge(edge).command
            && !found.iter().any(|(known, _)| *known == callee)
        {
            found.push((callee, flowchart.edge(edge).span));
        }
    }
    found
}

/// Returns true if there are calls that inlining does not show: a function may call itself, by name or through a
/// pointer, a library function may call back, or a function is called that is only declared.
pub fn has_further_calls(program: &Program, entry: FunctionId) -> bool {
    let calls_back = |command: &Command| match command {
        Command::Library { function, .. } => {
            function.entry().effects.iter().any(|effect| matches!(effect, Effect::CallsBack(..)))
        }
        Command::Call { callee: Callee::Declared(_), .. } => true,
        _ => false,
    };
    let has_callback = |function: &FunctionId| {
        let flowchart = program.flowchart(*function);
        flowchart.is_some_and(|flowchart| flowchart.edges().any(|edge| calls_back(&flowchart.edge(edge).command)))
    };
    let calls = CallGraph::of(program);
    calls.reachable(entry).iter().any(|function| calls.is_recursive(*function) || has_callback(function))
}

/// Returns true if a function may be called recursively, by name or through a pointer.
pub fn calls_itself(program: &Program, function: FunctionId) -> bool {
    CallGraph::of(program).is_recursive(function)
}

/// Returns a cycle of direct calls reachable from `entry`, as an error.
fn find_recursion(program: &Program, entry: FunctionId, sources: &SourceMap) -> Option<Diagnostic> {
    // Depth first; the path holds each function with its remaining callees.
    let mut done = HashSet::new();
    let mut path = vec![(entry, callees(program, entry).into_iter())];
    let mut spans: Vec<Span> = Vec::new();
    while let Some((function, rest)) = path.last_mut() {
        let Some((callee, span)) = rest.next() else {
            done.insert(*function);
            path.pop();
            spans.pop();
            continue;
        };
        if let Some(start) = path.iter().position(|(function, _)| *function == callee) {
            let cycle: Vec<FunctionId> = path.iter().skip(start).map(|(function, _)| *function).collect();
            let calls: Vec<Span> = spans.iter().skip(start).copied().chain([span]).collect();
            return Some(recursion_error(program, &cycle, &calls, sources));
        }
        if !done.contains(&callee) {
            path.push((callee, callees(program, callee).into_iter()));
            spans.push(span);
        }
    }
    None
}

fn recursion_error(program: &Program, cycle: &[FunctionId], calls: &[Span], sources: &SourceMap) -> Diagnostic {
    let name = |function: &FunctionId| program.functions[*function].name.as_str();
    let mut names: Vec<&str> = cycle.iter().map(name).collect();
    names.extend(cycle.first().map(name));
    let text = format!("calls that repeat cannot be inlined: {}", names.join(" calls "));
    let Some((last, others)) = calls.split_last() else { return Diagnostic::general(text) };
    let mut error = Diagnostic::error(*last, text);
    for ((span, caller), callee) in others.iter().zip(&names).zip(names.iter().skip(1)) {
        let line = sources.position(*span).line;
        error = error.with_note(Some(*span), format!("'{caller}' calls '{callee}' on line {line}"));
    }
    error.with_note(None, "'damson verify', 'damson smg' and 'damson bmc' follow functions that call themselves")
}
