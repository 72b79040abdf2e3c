//! Lvalues: the addresses of objects and functions.
//!
//! An array used as a value becomes a pointer to its first element by a cast of its address; `a[i]` is the element
//! address from there.

use crate::lower::expression::Builtin;
use crate::lower::extended_values::{ComplexPart, complex_place, first_of_vector};
use crate::lower::scope::{Binding, Scopes, ambiguous};
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, Edge, Expr, ExprNode, Program, VariableId, VariableKind, plain_name};
use base::Span;
use ctype::Type;
use frontend::ast::{Encoding, Expression, ExpressionKind, Identifier, Unary};

impl Program {
    pub(super) fn address_of(&mut self, variable: VariableId) -> Expr {
        let declared = &self.variables[variable];
        Expr::variable_address(&mut self.types, variable, declared)
    }

    pub(super) fn value_of(&mut self, variable: VariableId) -> Expr {
        let (address, ty) = (self.address_of(variable), self.variables[variable].ty);
        Expr::new(ExprNode::Load(Box::new(address)), ty)
    }

    /// Records that a pointer to a variable, or to a part of it, exists.
    pub(super) fn mark_address_taken(&mut self, address: &Expr) {
        if let Some(variable) = address.root_variable() {
            let variable = &mut self.variables[variable];
            variable.address_taken |= variable.kind != VariableKind::Result;
        }
    }

    pub(super) fn initialize_global(&mut self, command: Command, span: Span) {
        self.initializers.push(Edge { command, span, input: None });
    }
}

impl Lowerer<'_> {
    /// Returns the address of an lvalue, as a pointer to its type.
    pub(super) fn place(&mut self, expression: &Expression) -> Lowered<Expr> {
        if self.orders.is_open(expression) {
            return self.place_in_either_order(expression);
        }
        self.deeper(expression.span, |lowerer| lowerer.place_inner(expression))
    }

    fn place_inner(&mut self, expression: &Expression) -> Lowered<Expr> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Identifier(name) => self.named_place(name, span),
            ExpressionKind::Unary(Unary::Dereference, pointer) => {
                let pointer = self.operand(pointer)?;
                self.check_pointer(&pointer, span)?;
                Ok(pointer)
            }
            ExpressionKind::Unary(op @ (Unary::Real | Unary::Imaginary), number) => {
                let address = self.place(number)?;
                match self.program.types.pointee(address.ty) {
                    Some(ty) if self.program.types.complex_part(ty).is_some() => {
                        Ok(complex_place(&mut self.program.types, address, ComplexPart::of(*op)))
                    }
                    _ => self.reporter.fail(span, "a complex number is needed here"),
                }
            }
            ExpressionKind::Index(base, index) => self.indexed(base, index, span),
            ExpressionKind::Member(base, field) => {
                let base = if is_place(base) { self.place(base)? } else { self.aggregate_place(base)? };
                self.member(base, field)
            }
            ExpressionKind::Arrow(base, field) => {
                let base = self.operand(base)?;
                self.check_pointer(&base, span)?;
                self.member(base, field)
            }
            ExpressionKind::String { bytes, encoding } => Ok(self.program.string_place(bytes, *encoding)),
            ExpressionKind::CompoundLiteral(ty, items) => self.compound_literal(ty, items, span),
            ExpressionKind::Generic(..) => match self.generic_choice(expression)? {
                Some(chosen) => self.place(chosen),
                None => self.reporter.fail(span, "no alternative of the generic selection fits"),
            },
            ExpressionKind::Call(callee, arguments) => match self.builtin(callee, arguments, span)? {
                Builtin::Chosen(chosen) => self.place(chosen),
                _ => self.reporter.fail(span, "an object is needed here, not a value"),
            },
            _ => self.reporter.fail(span, "an object is needed here, not a value"),
        }
    }

    fn named_place(&mut self, name: &str, span: Span) -> Lowered<Expr> {
        match self.scopes.lookup(name) {
            Some(Binding::Variable(variable)) => match self.variable_array_place(variable) {
                Some(array) => Ok(array),
                None => {
                    if self.linkage.object(name) == Some(variable) {
                        self.uncertain_addresses.record_use(name, span, self.emitter.function.id());
                    }
                    Ok(self.program.address_of(variable))
                }
            },
            Some(Binding::Function(function)) => {
                self.uncertain_addresses.record_use(name, span, self.emitter.function.id());
                let ty = self.program.functions[function].ty;
                Ok(Expr::new(ExprNode::FunctionAddress(function), self.program.types.pointer(ty)))
            }
            Some(Binding::Ambiguous) if self.program.meanings_in_files(name).next().is_some() => {
                let names: Vec<&str> = self.program.meanings_in_files(name).collect();
                let text = format!("several files have a declaration of their own: write {}", names.join(" or "));
                self.reporter.fail(span, format!("'{name}' is ambiguous: {text}"))
            }
            Some(Binding::Ambiguous) => self.reporter.fail(span, ambiguous(name)),
            Some(Binding::Typedef(_)) => self.reporter.fail(span, format!("'{name}' is a type, not a variable")),
            Some(Binding::Constant(..)) => self.reporter.fail(span, format!("'{name}' is a constant, not a variable")),
            None if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => self.function_name(),
            None => self.reporter.fail(span, format!("'{name}' is not declared")),
        }
    }

    fn indexed(&mut self, base: &Expression, index: &Expression, span: Span) -> Lowered<Expr> {
        let (mut base, mut index) = self.pair_in_order([base, index], Self::indexed_base)?;
        if self.program.types.is_pointer(index.ty) {
            std::mem::swap(&mut base, &mut index);
        }
        self.check_pointer(&base, span)?;
        if !self.program.types.is_integer(index.ty) {
            let ty = self.program.types.display(index.ty);
            return self.reporter.fail(span, format!("an index must be an integer, not '{ty}'"));
        }
        self.element(base, index, span)
    }

    /// Lowers a value that is about to be indexed: an array decays without its address counting as taken.
    fn indexed_base(&mut self, base: &Expression) -> Lowered<Expr> {
        if is_place(base) && !matches!(base.kind, ExpressionKind::String { .. }) && is_object(&self.scopes, base) {
            let address = self.place(base)?;
            let target = self.program.types.pointee(address.ty);
            let is_array = target.is_some_and(|target| matches!(self.program.types.get(target), Type::Array(..)));
            if let Some((element, _)) = target.and_then(|target| self.program.types.vector_elements(target)) {
                return Ok(first_of_vector(&mut self.program.types, address, element));
            }
            let value = self.load(address, false, base.span)?;
            return Ok(if is_array { value } else { value.plain_pointer(&mut self.program.types) });
        }
        let value = self.operand(base)?;
        if let (ExprNode::Load(address), Some((element, _))) =
            (&value.node, self.program.types.vector_elements(value.ty))
        {
            return Ok(first_of_vector(&mut self.program.types, address.as_ref().clone(), element));
        }
        Ok(value.plain_pointer(&mut self.program.types))
    }

    /// Returns the address of a struct value that is no lvalue, which is put into a temporary.
    fn aggregate_place(&mut self, expression: &Expression) -> Lowered<Expr> {
        let value = self.value(expression)?;
        let span = expression.span;
        let expr = match value {
            LoweredValue::Pure(expr) => expr,
            value => self.materialize(value, span)?,
        };
        match expr.node {
            ExprNode::Load(address) => Ok(*address),
            _ => {
                let ty = self.program.types.display(expr.ty);
                self.reporter.fail(span, format!("a struct or union is needed here, not a value of type '{ty}'"))
            }
        }
    }

    /// Returns the address of a member of the record at `base`, also of one in an anonymous record.
    pub(super) fn member(&mut self, base: Expr, field: &Identifier) -> Lowered<Expr> {
        let target = self.program.types.pointee(base.ty);
        let Some(Type::Record(record)) = target.map(|target| self.program.types.get(target).clone()) else {
            let ty =
                target.map_or_else(|| self.program.types.display(base.ty), |target| self.program.types.display(target));
            return self
                .reporter
                .fail(field.span, format!("a member '{}' of '{ty}', which is no struct or union", field.name));
        };
        if self.program.types.record(record).layout.is_none() {
            let ty = target.map_or_else(String::new, |target| self.program.types.display(target));
            return self.reporter.fail(field.span, format!("a member of '{ty}', which is incomplete"));
        }
        if self.program.types.is_stream(record) {
            self.uncertain_addresses.record_member_of_stream(field.span, self.emitter.function.id());
        }
        let Some(path) = self.program.types.find_field(record, &field.name) else {
            let ty = target.map_or_else(String::new, |target| self.program.types.display(target));
            return self.reporter.fail(field.span, format!("'{ty}' has no member '{}'", field.name));
        };
        Ok(path.into_iter().fold(base, |base, field| Expr::field_address(&mut self.program.types, base, field)))
    }

    pub(super) fn address_expression(&mut self, operand: &Expression, span: Span) -> Lowered<Expr> {
        let address = self.place(operand)?;
        if let ExprNode::FieldAddress(_, field) = &address.node
            && self.program.types.field(*field).bits.is_some()
        {
            return self.reporter.fail(span, "the address of a bit-field cannot be taken");
        }
        self.program.mark_address_taken(&address);
        Ok(address)
    }
}

impl Emitter<'_> {
    pub(super) fn check_pointer(&mut self, pointer: &Expr, span: Span) -> Lowered<()> {
        if self.program.types.is_pointer(pointer.ty) {
            return Ok(());
        }
        self.reporter.fail(
            span,
            format!("a pointer is needed here, not a value of type '{}'", self.program.types.display(pointer.ty)),
        )
    }

    fn function_name(&mut self) -> Lowered<Expr> {
        let name =
            self.function.id().map_or(String::new(), |id| plain_name(&self.program.functions[id].name).to_string());
        Ok(self.program.string_place(name.as_bytes(), Encoding::Narrow))
    }

    /// Returns the value at an address. An array decays; a struct value is a `Load` of its type. If `marks` is set,
    /// decay counts as taking the address.
    pub(super) fn load(&mut self, address: Expr, marks: bool, span: Span) -> Lowered<Expr> {
        let Some(ty) = self.program.types.pointee(address.ty) else {
            return self.reporter.fail(span, "a pointer is needed here");
        };
        match self.program.types.get(ty) {
            Type::Array(element, _) => {
                let element = *element;
                if marks {
                    self.program.mark_address_taken(&address);
                }
                let ty = self.program.types.pointer(element);
                Ok(match address.node {
                    ExprNode::Cast(inner) if inner.ty == ty => *inner,
                    _ => Expr::new(ExprNode::Cast(Box::new(address)), ty),
                })
            }
            Type::Record(_) if let Some((element, _)) = self.arrays.as_array(&self.program.types, ty) => {
                let ty = self.program.types.pointer(element);
                Ok(address.cast(&mut self.program.types, ty))
            }
            Type::Function { .. } => Ok(address),
            Type::Void => self.reporter.fail(span, "a value of type 'void' is used"),
            _ if self.program.types.size_of(ty).is_none() => {
                self.reporter.fail(span, format!("'{}' is an incomplete type", self.program.types.display(ty)))
            }
            _ => Ok(Expr::new(ExprNode::Load(Box::new(address)), ty)),
        }
    }

    /// Stores the present value of an address in a temporary.
    pub(super) fn address_in_temporary(&mut self, address: Expr, span: Span) -> Lowered<Expr> {
        self.program.mark_address_taken(&address);
        self.store_in_temporary(LoweredValue::Pure(address), span)
    }
}

/// Returns true if an expression is syntactically an lvalue.
pub(super) fn is_place(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Identifier(_)
        | ExpressionKind::Index(..)
        | ExpressionKind::Arrow(..)
        | ExpressionKind::String { .. }
        | ExpressionKind::CompoundLiteral(..)
        | ExpressionKind::Unary(Unary::Dereference, _) => true,
        ExpressionKind::Member(base, _) => is_place(base),
        _ => false,
    }
}

fn is_object(scopes: &Scopes<'_>, base: &Expression) -> bool {
    match &base.kind {
        ExpressionKind::Identifier(name) => {
            scopes.symbol(name).is_none() && matches!(scopes.lookup(name), Some(Binding::Variable(_)))
        }
        _ => true,
    }
}
