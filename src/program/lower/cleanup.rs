//! The attribute `cleanup`: a function is called with the address of a variable wherever its scope is left, except by a
//! call that never returns. As in GCC, it has no effect on variables without automatic storage duration.

use std::collections::HashMap;

use crate::lower::scope::Binding;
use crate::lower::value::LoweredValue;
use crate::lower::{Lowered, Lowerer};
use crate::{Callee, Command, Expr, FunctionId, VariableId};
use base::Span;
use base::ids::Id;
use ctype::{Type, TypeId};
use frontend::ast::{Attribute, BlockItem, CompoundStatement, Declaration, ExpressionKind};

/// The call at the end of a variable's lifetime.
#[derive(Clone, Debug)]
struct Cleanup {
    function: FunctionId,
    argument: Expr,
}

/// The calls for variables with the attribute. Invariant: each function has a body and one parameter, and each variable
/// is one of the program, with its address taken.
#[derive(Default)]
pub(super) struct Cleanups(HashMap<VariableId, Cleanup>);

impl Cleanups {
    pub(super) fn has(&self, variable: VariableId) -> bool {
        self.0.contains_key(&variable)
    }

    pub(super) fn command(&self, variable: VariableId) -> Option<Command> {
        let Cleanup { function, argument } = self.0.get(&variable)?.clone();
        Some(Command::Call { callee: Callee::Direct(function), arguments: vec![argument], result: None })
    }

    /// Removes variables numbered `from` or higher.
    pub(super) fn forget(&mut self, from: usize) {
        self.0.retain(|variable, _| variable.index() < from);
    }
}

impl Lowerer<'_> {
    /// Records the function that the attributes of a new variable name.
    pub(super) fn record_cleanup(&mut self, variable: VariableId, attributes: &[&[Attribute]]) -> Lowered<()> {
        let Some(attribute) = cleanup(attributes) else { return Ok(()) };
        let span = attribute.span;
        let name = match attribute.arguments.as_slice() {
            [argument] => match &argument.kind {
                ExpressionKind::Identifier(name) => name,
                _ => return self.reporter.fail(span, "the attribute `cleanup` needs the name of a function"),
            },
            _ => return self.reporter.fail(span, "the attribute `cleanup` needs the name of a function"),
        };
        let Some(Binding::Function(function)) = self.scopes.lookup(name) else {
            return self.reporter.fail(span, format!("`cleanup`: there is no function '{name}'"));
        };
        let parameter = self.only_parameter(function, span)?;
        let address = self.program.address_of(variable);
        self.program.mark_address_taken(&address);
        let address = LoweredValue::Pure(address);
        let purpose = format!("argument 1 of '{name}'");
        let argument = self.assign_convert(address, parameter, &purpose, span)?;
        let argument = self.materialize(argument, span)?;
        self.cleanups.0.insert(variable, Cleanup { function, argument });
        Ok(())
    }

    fn only_parameter(&mut self, function: FunctionId, span: Span) -> Lowered<TypeId> {
        let name = &self.program.functions[function].name;
        let is_defined = self.linkage.is_defined_function(name);
        match self.program.types.get(self.program.functions[function].ty) {
            _ if !is_defined => {
                let message = format!("`cleanup` with the function '{name}', which has no body here, is not supported");
                self.reporter.fail(span, message)
            }
            Type::Function { parameters, .. } if let [parameter] = parameters.as_slice() => Ok(*parameter),
            _ => {
                let message = format!("`cleanup` needs a function of one parameter, not '{name}'");
                self.reporter.fail(span, message)
            }
        }
    }

    /// Lowers the items of a function's body. Its variables live until the exit and need no end; if one has a cleanup,
    /// the items form a block of their own.
    pub(super) fn body_items(&mut self, body: &CompoundStatement, end: Span) {
        let is_cleaned = |item: &BlockItem| matches!(item, BlockItem::Declaration(declaration) if cleans(declaration));
        if !body.items.iter().any(is_cleaned) {
            return self.block_items(&body.items);
        }
        self.scopes.push(false);
        self.block_items(&body.items);
        self.leave_scope(end);
    }
}

pub(super) fn cleanup<'a>(attributes: &[&'a [Attribute]]) -> Option<&'a Attribute> {
    attributes.iter().copied().flatten().find(|attribute| attribute.name == "cleanup")
}

fn cleans(declaration: &Declaration) -> bool {
    let own = |declared: &[Attribute]| cleanup(&[&declaration.specifiers.attributes, declared]).is_some();
    declaration.declarators.iter().any(|declared| own(&declared.attributes))
}
