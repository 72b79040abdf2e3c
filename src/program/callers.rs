//! Functions of the callers of an entry function: a pointer to a function that the entry gets may lead to a function that
//! the program does not have, such as the comparison that a library is given.
//!
//! For each type of function that is called through a pointer, the program gets a function that stands for all of them. Its
//! body is one call of a function that is only declared, so that [`crate::outside`] says what it may do.

use std::collections::BTreeMap;

use crate::analysis::CallGraph;
use crate::lower::declared::{self, leads_to_function};
use crate::lower::graph::FlowchartBuilder;
use crate::start::Start;
use crate::{
    Callee, Command, DeclaredCallee, Expr, ExprNode, Function, FunctionId, PointerUse, Program, UnknownCalls,
    VariableId, VariableKind, display, outside,
};
use base::Span;
use base::ids::IdVec;
use ctype::{Type, TypeId};

/// Where a type of function is first called through a pointer.
struct PointerCall {
    /// Its name in messages: `*compare`.
    name: String,
    span: Span,
}

/// Prepares a program for runs that start at `entry`: with `main`, no other function is called from outside; otherwise, the
/// functions are added that callers may give.
pub fn settle_entry(program: &mut Program, entry: FunctionId) {
    let is_whole = Start::of(program, entry).is_whole();
    if !is_whole {
        add_functions(program, entry);
    }
    declared::settle_entry(program, is_whole);
}

/// Adds the functions that callers of `entry` may give, if calls of functions without a body are followed.
fn add_functions(program: &mut Program, entry: FunctionId) {
    if program.unknown_calls == UnknownCalls::Anything {
        return;
    }
    let calls = pointer_calls(program, entry);
    if calls.is_empty() {
        return;
    }
    for (ty, call) in calls {
        if let Some((result, parameters)) = followed(program, ty) {
            add(program, (ty, result), &parameters, call);
        }
    }
}

/// Returns the types of the functions that are called through pointers, or that the library is given to call.
fn pointer_calls(program: &Program, entry: FunctionId) -> BTreeMap<TypeId, PointerCall> {
    let types = &program.types;
    let mut found = BTreeMap::new();
    for function in CallGraph::of(program).reachable(entry) {
        let Some(flowchart) = program.flowchart(function) else { continue };
        for edge in flowchart.edges().map(|edge| flowchart.edge(edge)) {
            let pointers: Vec<&Expr> = match &edge.command {
                Command::Call { callee: Callee::Indirect(pointer), .. } => vec![pointer],
                Command::Library { arguments, .. } => arguments.iter().collect(),
                _ => Vec::new(),
            };
            for pointer in pointers {
                let target = types.pointee(pointer.ty);
                let target = target.filter(|target| matches!(types.get(*target), Type::Function { .. }));
                let Some(ty) = target.filter(|_| !matches!(pointer.node, ExprNode::FunctionAddress(_))) else {
                    continue;
                };
                let name = display::pointer_name(program, pointer).unwrap_or_else(|| "a function of the caller".into());
                found.entry(ty).or_insert(PointerCall { name: format!("*{name}"), span: edge.span });
            }
        }
    }
    found
}

/// Returns the result and the parameters of a type of function, if calls of such functions are followed.
fn followed(program: &Program, ty: TypeId) -> Option<(TypeId, Vec<TypeId>)> {
    let types = &program.types;
    let Type::Function { result, parameters, variadic: false } = types.get(ty) else { return None };
    let is_simple = types.is_void(*result) || types.is_scalar(*result);
    let leads_on = std::iter::once(result).chain(parameters).any(|part| leads_to_function(types, *part));
    (is_simple && !program.exposed.is_shared() && !leads_on).then(|| (*result, parameters.clone()))
}

fn add(program: &mut Program, (ty, result): (TypeId, TypeId), parameters: &[TypeId], call: PointerCall) {
    let PointerCall { name, span } = call;
    let mut function = || {
        program.functions.push(Function {
            name: name.clone(),
            ty,
            parameters: Vec::new(),
            result: None,
            locals: Vec::new(),
            flowchart: None,
            is_static: true,
            span,
        })
    };
    let (declared, own) = (function(), function());
    let parameters: Vec<VariableId> = parameters
        .iter()
        .enumerate()
        .map(|(index, ty)| {
            let name = format!("argument#{}", index + 1);
            program.add_variable(Some(own), (name, *ty, VariableKind::Parameter), span)
        })
        .collect();
    let (mut arguments, mut uses) = (Vec::new(), Vec::new());
    for parameter in &parameters {
        let address = address_of(program, *parameter);
        let types = &program.types;
        match program.variables[*parameter].ty {
            ty if types.is_pointer(ty) => {
                arguments.extend(Expr::load(types, address));
                uses.push(PointerUse::Changes);
            }
            ty if outside::holds_pointers(types, ty) => {
                arguments.push(address);
                uses.push(PointerUse::Copies);
            }
            _ => {}
        }
    }
    let result = (!program.types.is_void(result))
        .then(|| program.add_variable(Some(own), ("\\result".into(), result, VariableKind::Result), span));
    let callee = DeclaredCallee {
        function: declared,
        uses,
        changes_nothing: program.unknown_calls == UnknownCalls::Nothing,
        returns_nonnull: false,
    };
    let address = result.map(|result| address_of(program, result));
    let mut builder = FlowchartBuilder::new();
    builder.emit(Command::Call { callee: Callee::Declared(callee), arguments, result: address }, span);
    builder.skip_to(builder.exit(), span);
    let flowchart = builder.finish(program, None, own, span);
    let function = &mut program.functions[own];
    (function.parameters, function.result, function.flowchart) = (parameters, result, Some(flowchart));
    program.of_callers.insert(own);
    program.followed_by_assumption.entry(name).or_insert(span);
}

fn address_of(program: &mut Program, variable: VariableId) -> Expr {
    let Program { types, variables, .. } = program;
    let variables: &IdVec<VariableId, _> = variables;
    Expr::variable_address(types, variable, &variables[variable])
}
