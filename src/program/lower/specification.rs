//! C expressions and types of specifications, resolved in the scope of a function.

use crate::lower::function_state::FunctionState;
use crate::lower::nesting::Nesting;
use crate::lower::scope::Scopes;
use crate::lower::unit_text::UnitText;
use crate::lower::{Emitter, Lowered, Lowerer, Symbols};
use crate::{Expr, ExprNode, FunctionId, Program, VariableId, VariableKind};
use base::ids::Id;
use base::{Diagnostic, Severity};
use ctype::TypeId;
use frontend::ast::{Expression, TypeName};

/// Resolves and types a C expression without side effects in the scope of `entry`: all its locals by name, copies made
/// by inlining as `callee#2::x`, `\result`, globals, constants, and the names that `symbols` knows, which take
/// precedence. A name declared more than once in nested blocks, or also at file scope, is an error.
pub fn expression(
    program: &mut Program,
    entry: FunctionId,
    symbols: Symbols<'_>,
    expression: &Expression,
) -> Result<Expr, Diagnostic> {
    with_scope(program, Some(entry), Some(symbols), |lowerer| {
        let variables = lowerer.program.variables.len();
        let taken = address_flags(&lowerer.program);
        let expr = lowerer.operand(expression)?;
        if lowerer.builder.has_edges() || lowerer.program.variables.len() > variables {
            return lowerer.reporter.fail(expression.span, "an expression with side effects or control flow");
        }
        let short_lived = short_lived_address(&lowerer.program, &expr, false);
        if let Some(short_lived) = short_lived.filter(|variable| taken.get(variable.index()) == Some(&false)) {
            let name = lowerer.program.variables[short_lived].display();
            let message = format!("the address of '{name}', which lives in a part of the function only");
            return lowerer.reporter.fail(expression.span, message);
        }
        Ok(expr)
    })
}

/// Returns a variable that lives only in a part of the function and whose address is a value of the expression. Unless
/// the program takes the address as well, nothing records whether it lives where a statement is evaluated.
fn short_lived_address(program: &Program, expr: &Expr, is_place: bool) -> Option<VariableId> {
    match &expr.node {
        ExprNode::VariableAddress(variable) => {
            let found = &program.variables[*variable];
            let is_short_lived = (found.in_block || found.instance.is_some()) && found.kind != VariableKind::Global;
            (!is_place && is_short_lived).then_some(*variable)
        }
        ExprNode::Load(address) => short_lived_address(program, address, true),
        ExprNode::FieldAddress(base, _) | ExprNode::Cast(base) => short_lived_address(program, base, is_place),
        ExprNode::ElementAddress(base, index) => {
            short_lived_address(program, base, is_place).or_else(|| short_lived_address(program, index, false))
        }
        _ => expr.children().find_map(|child| short_lived_address(program, child, false)),
    }
}

/// Resolves a type name; typedefs and tags are those of the program and of `entry`.
pub fn type_name(program: &mut Program, entry: FunctionId, name: &TypeName) -> Result<TypeId, Diagnostic> {
    with_scope(program, Some(entry), None, |lowerer| {
        let records = lowerer.program.types.records().count();
        let ty = lowerer.type_name(name)?;
        if lowerer.program.types.records().count() > records {
            return lowerer.reporter.fail(name.specifiers.span, "the program declares no such struct or union");
        }
        Ok(ty)
    })
}

/// Runs `work` with the names of the program and of `entry` in scope. Changes only types and strings of the program.
fn with_scope<T>(
    program: &mut Program,
    entry: Option<FunctionId>,
    symbols: Option<Symbols<'_>>,
    work: impl FnOnce(&mut Lowerer<'_>) -> Lowered<T>,
) -> Result<T, Diagnostic> {
    let empty = Program::new(program.types.model());
    let mut lowerer = Lowerer::new(std::mem::replace(program, empty), UnitText::default());
    lowerer.nesting = Nesting::of_specification();
    lowerer.scopes = Scopes::of_program(&lowerer.program, entry, symbols);
    let locals = entry.and_then(|entry| lowerer.program.functions.get(entry)).map(|function| function.locals.clone());
    lowerer.function = FunctionState::of(entry);
    let (variables, taken) = (lowerer.program.variables.len(), address_flags(&lowerer.program));
    let initializers = lowerer.program.initializers.len();
    let result = work(&mut lowerer);
    let Emitter { program: lowered, reporter, .. } = lowerer.emitter;
    *program = lowered;
    // `&x` in a specification does not count as an address taken by the program.
    program.variables.truncate(variables);
    program.initializers.truncate(initializers);
    for (id, flag) in program.variables.ids().zip(taken) {
        program.variables[id].address_taken = flag;
    }
    if let (Some(entry), Some(locals)) = (entry, locals) {
        program.functions[entry].locals = locals;
    }
    let diagnostics = reporter.into_diagnostics();
    let error = diagnostics.iter().find(|item| item.severity == Severity::Error).cloned();
    match (result, error) {
        (Ok(value), None) => Ok(value),
        (_, Some(error)) => Err(error),
        (Err(_), None) => Err(Diagnostic::general("the expression cannot be resolved")),
    }
}

fn address_flags(program: &Program) -> Vec<bool> {
    program.variables.iter().map(|variable| variable.address_taken).collect()
}
