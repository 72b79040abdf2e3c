//! Function definitions.

use std::collections::HashMap;

use crate::lower::function_state::FunctionState;
use crate::lower::graph::FlowchartBuilder;
use crate::lower::linkage::is_unprototyped;
use crate::lower::scope::Binding;
use crate::lower::value::PutOff;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Expr, FunctionId, VariableId, VariableKind};
use base::Span;
use ctype::{Type, TypeId};
use frontend::ast::{self, Derivation, StorageClass};

impl Lowerer<'_> {
    pub(super) fn function_definition(&mut self, definition: &ast::FunctionDefinition) -> Lowered<()> {
        let span = definition.declarator.span;
        let Some(name) = &definition.declarator.name else {
            return self.reporter.fail(span, "a function needs a name");
        };
        let base = self.specifiers(&definition.specifiers)?;
        let ty = self.derive(base, &definition.declarator.derivations, span)?;
        let ty = self.with_old_style_parameters(ty, definition)?;
        let Type::Function { result, .. } = self.program.types.get(ty).clone() else {
            return self.reporter.fail(span, format!("'{}' has a body but is no function", name.name));
        };
        let earlier = self.linkage.function(&name.name).map(|id| self.program.functions[id].ty);
        let has_prototype = earlier.is_some_and(|ty| !is_unprototyped(&self.program.types, ty));
        let is_old = matches!(definition.declarator.derivations.first(), Some(Derivation::OldStyleFunction(names)) if !names.is_empty());
        let id = self.linkage.declare_function(&mut self.emitter, &name.name, ty, name.span)?;
        self.linkage.record_style(&name.name, is_old && !has_prototype);
        self.program.functions[id].is_static |= definition.specifiers.storage.contains(&StorageClass::Static);
        self.record_startup(id, &[&definition.specifiers.attributes])?;
        self.uncertain_addresses.record(&name.name, &[&definition.specifiers.attributes]);
        if self.program.functions[id].flowchart.is_some() {
            return self.emitter.reporter.redefinition(&name.name, name.span, self.emitter.program.functions[id].span);
        }
        self.program.functions[id].span = name.span;
        self.check_result(result, name.span)?;
        self.builder = FlowchartBuilder::new();
        self.put_off = PutOff::default();
        self.function = FunctionState::of(Some(id));
        self.scopes.push(true);
        let _: Lowered<()> = self.body(definition, id, result);
        self.pop_scope();
        self.function = FunctionState::default();
        let builder = std::mem::replace(&mut self.builder, FlowchartBuilder::new());
        let end = Span { start: definition.span.end.saturating_sub(1), ..definition.span };
        self.program.functions[id].flowchart = Some(builder.finish(&self.program, self.text.sources(), id, end));
        Ok(())
    }

    fn body(&mut self, definition: &ast::FunctionDefinition, id: FunctionId, result: TypeId) -> Lowered<()> {
        self.declare_parameters(definition, id)?;
        if !self.program.types.is_void(result) {
            let variable = self.variable("\\result", result, VariableKind::Result, definition.declarator.span);
            self.program.functions[id].result = Some(variable);
            self.function.set_result(variable);
        }
        let end = Span { start: definition.span.end.saturating_sub(1), ..definition.span };
        self.body_items(&definition.body, end);
        self.end_of_main(id, result, end)?;
        self.builder.skip_to_exit(end);
        self.resolve_gotos();
        Ok(())
    }

    /// Declares the parameters as variables of the outermost scope. The type of one may depend on earlier ones.
    fn declare_parameters(&mut self, definition: &ast::FunctionDefinition, id: FunctionId) -> Lowered<()> {
        match definition.declarator.derivations.first() {
            Some(Derivation::Function(list, _)) => {
                for parameter in list {
                    let ty = self.parameter_type(parameter)?;
                    self.parameter_size(parameter)?;
                    match &parameter.declarator.name {
                        Some(name) => {
                            let variable = self.declare_parameter(&name.name, ty, name.span, id)?;
                            self.record_constant_parameter(variable, parameter)?;
                        }
                        None if self.program.types.is_void(ty) => {}
                        None => drop(self.declare_parameter("", ty, parameter.declarator.span, id)?),
                    }
                }
            }
            Some(Derivation::OldStyleFunction(names)) => {
                let types = match self.program.types.get(self.program.functions[id].ty) {
                    Type::Function { parameters, .. } => parameters.clone(),
                    _ => Vec::new(),
                };
                for (name, ty) in names.iter().zip(types) {
                    self.declare_parameter(&name.name, ty, name.span, id)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the type of `f(a, b) int a; …` with parameter types taken from their declarations.
    fn with_old_style_parameters(&mut self, ty: TypeId, definition: &ast::FunctionDefinition) -> Lowered<TypeId> {
        let Some(Derivation::OldStyleFunction(names)) = definition.declarator.derivations.first() else {
            return Ok(ty);
        };
        if names.is_empty() {
            return Ok(ty);
        }
        let mut declared = HashMap::new();
        for declaration in &definition.old_style_declarations {
            let base = self.specifiers(&declaration.specifiers)?;
            for declarator in &declaration.declarators {
                let declarator = &declarator.declarator;
                let ty = self.derive(base, &declarator.derivations, declarator.span)?;
                let ty = self.adjust_parameter(ty);
                if let Some(name) = &declarator.name {
                    declared.insert(name.name.clone(), ty);
                }
            }
        }
        let int = self.program.types.int();
        let parameters = names.iter().map(|name| declared.get(&name.name).copied().unwrap_or(int)).collect();
        let result = match self.program.types.get(ty) {
            Type::Function { result, .. } => *result,
            _ => return Ok(ty),
        };
        Ok(self.program.types.intern(Type::Function { result, parameters, variadic: false }))
    }
}

impl Emitter<'_> {
    fn check_result(&mut self, result: TypeId, span: Span) -> Lowered<()> {
        if !self.program.types.is_void(result) && self.program.types.size_of(result).is_none() {
            return self
                .reporter
                .fail(span, format!("the result type '{}' is incomplete", self.program.types.display(result)));
        }
        Ok(())
    }

    /// Makes `main` return 0 where control falls off its end.
    fn end_of_main(&mut self, id: FunctionId, result: TypeId, end: Span) -> Lowered<()> {
        let falls_off = self.builder.is_entered(self.builder.current) || !self.builder.has_edges();
        if self.program.functions[id].name == "main" && self.program.types.is_integer(result) && falls_off {
            let zero = Expr::zero(&self.program.types, result);
            if let Some(variable) = self.program.functions[id].result {
                let address = self.program.address_of(variable);
                self.store(address, zero, end);
            }
        }
        Ok(())
    }

    fn declare_parameter(&mut self, name: &str, ty: TypeId, span: Span, function: FunctionId) -> Lowered<VariableId> {
        if self.program.types.size_of(ty).is_none() {
            let ty = self.program.types.display(ty);
            return self.reporter.fail(span, format!("the parameter '{name}' has the incomplete type '{ty}'"));
        }
        let variable = self.variable(name, ty, VariableKind::Parameter, span);
        self.program.functions[function].parameters.push(variable);
        if !name.is_empty() {
            self.bind_new(name, Binding::Variable(variable), span)?;
        }
        Ok(variable)
    }
}
