//! Expressions: values, with their side effects emitted on the way.

use crate::lower::extended_values::ComplexPart;
use crate::lower::graph::FlowchartBuilder;
use crate::lower::place::is_place;
use crate::lower::scope::{Binding, Scopes};
use crate::lower::string::unit_type;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Expr, ExprNode};
use base::Span;
use ctype::{FloatKind, IntegerKind, Type, TypeId, TypeTable};
use frontend::ast::{self, Binary, Encoding, Expression, ExpressionKind, Unary};

impl Lowerer<'_> {
    /// Returns the value of an expression as a finished expression.
    pub(super) fn operand(&mut self, expression: &Expression) -> Lowered<Expr> {
        let value = self.value(expression)?;
        self.materialize(value, expression.span)
    }

    /// Returns the value of an expression; its last command may still have to be emitted.
    pub(super) fn value(&mut self, expression: &Expression) -> Lowered<LoweredValue> {
        let value = self.value_to_convert(expression)?;
        Ok(value.typed(&mut self.program.types))
    }

    /// Like [`Lowerer::value`], for a value that is converted at once: an untyped builtin's result takes the type of
    /// the target.
    pub(super) fn value_to_convert(&mut self, expression: &Expression) -> Lowered<LoweredValue> {
        if self.orders.is_open(expression) {
            return self.value_in_either_order(expression);
        }
        self.deeper(expression.span, |lowerer| lowerer.value_inner(expression))
    }

    fn value_inner(&mut self, expression: &Expression) -> Lowered<LoweredValue> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Call(callee, arguments) => match self.builtin(callee, arguments, span)? {
                Builtin::None => self.call(callee, arguments, span),
                Builtin::Chosen(chosen) => self.value(chosen),
                Builtin::Constant(value) => Ok(LoweredValue::Pure(Expr::int(&mut self.program.types, value))),
                Builtin::Either => {
                    let (yes, no) = (Expr::int(&mut self.program.types, 1), Expr::int(&mut self.program.types, 0));
                    self.up_to_compiler(
                        LoweredValue::Pure(yes),
                        Some(no),
                        "whether the compiler finds a value to be constant",
                        span,
                    )
                }
            },
            ExpressionKind::Assign(op, target, source) => self.assignment(*op, target, source, span, true),
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then.as_deref(), otherwise, span)
            }
            ExpressionKind::Cast(ty, operand) => {
                let ty = self.type_name(ty)?;
                let value = self.value_to_convert(operand)?;
                self.explicit_cast(value, ty, span)
            }
            ExpressionKind::Comma(first, second) => {
                self.full_expression(|lowerer| lowerer.effect(first))?;
                self.value(second)
            }
            ExpressionKind::Statement(block) => self.statement_expression(block),
            ExpressionKind::Generic(..) => match self.generic_choice(expression)? {
                Some(chosen) => self.value(chosen),
                None => self.reporter.fail(span, "no alternative of the generic selection fits"),
            },
            ExpressionKind::Unary(Unary::PreIncrement | Unary::PreDecrement, _)
            | ExpressionKind::Unary(Unary::PostIncrement | Unary::PostDecrement, _) => self.increment(expression, true),
            ExpressionKind::Binary(Binary::And | Binary::Or, ..) => self.truth_value(expression),
            ExpressionKind::VaArg(list, ty) => {
                let ty = self.type_name(ty)?;
                self.variable_argument(list, ty, span)
            }
            _ => self.pure_value(expression).map(LoweredValue::Pure),
        }
    }

    fn pure_value(&mut self, expression: &Expression) -> Lowered<Expr> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Identifier(name) => self.named_value(name, expression),
            ExpressionKind::Integer { value, unsigned, longs, non_decimal } => {
                self.integer_constant(value.get(), *unsigned, *longs, *non_decimal, span)
            }
            ExpressionKind::Float { value, suffix } => Ok(float_constant(&mut self.program.types, *value, *suffix)),
            ExpressionKind::LongDouble(bits) => {
                let ty = self.program.types.intern(Type::Float(FloatKind::LongDouble));
                Ok(Expr::new(ExprNode::LongDouble(bits.get()), ty))
            }
            ExpressionKind::Character { value, encoding: Encoding::Narrow } => {
                Ok(Expr::int(&mut self.program.types, i128::from(*value)))
            }
            ExpressionKind::Character { value, encoding } => {
                let ty = unit_type(&mut self.program.types, *encoding);
                Ok(Expr::wrapped(&self.program.types, i128::from(*value), ty))
            }
            ExpressionKind::Unary(Unary::AddressOf, operand) => self.address_expression(operand, span),
            ExpressionKind::Unary(Unary::Not, operand) => {
                let operand = self.operand(operand)?;
                self.check_scalar(operand.ty, span)?;
                Ok(operand.negated_test(&mut self.program.types))
            }
            ExpressionKind::Unary(op @ (Unary::Real | Unary::Imaginary), number) => {
                self.part_of_number(ComplexPart::of(*op), number, span)
            }
            ExpressionKind::Imaginary { value, suffix } => self.imaginary(*value, *suffix, span),
            ExpressionKind::Unary(op @ (Unary::Plus | Unary::Minus | Unary::BitNot), operand) => {
                let operand = self.operand(operand)?;
                self.arithmetic_unary(*op, operand, span)
            }
            ExpressionKind::Binary(op, left, right) => {
                let (left, right) = self.pair_in_order([left, right], Self::operand)?;
                self.operation(*op, left, right, span)
            }
            ExpressionKind::SizeofExpression(operand) => self.size_of_operand(operand, span),
            ExpressionKind::SizeofType(ty) => self.size_of_type(ty, span),
            ExpressionKind::AlignofType(ty, requested) => {
                let align = self.alignment_of_type(ty, *requested)?;
                Ok(size_value(&mut self.program.types, align))
            }
            ExpressionKind::AlignofExpression(operand) => {
                let align = self.alignment_of_expression(operand)?;
                Ok(size_value(&mut self.program.types, align))
            }
            ExpressionKind::Offsetof(ty, designators) => self.offset_of(ty, designators, span),
            ExpressionKind::TypesCompatible(a, b) => self.types_compatible(a, b, span),
            ExpressionKind::LabelAddress(_) => Ok(self.label_address(span)),
            _ => {
                let address = self.place(expression)?;
                self.load(address, true, span)
            }
        }
    }

    /// Lowers `sizeof e`. The operand is evaluated only if its size is variable.
    fn size_of_operand(&mut self, operand: &Expression, span: Span) -> Lowered<Expr> {
        let ty = self.type_of(operand)?;
        if !self.arrays.is_variable(&self.program.types, ty) {
            return self.size_constant(ty, span);
        }
        let place = self.place(operand)?;
        let ty = self.program.types.pointee(place.ty).unwrap_or(place.ty);
        self.discard(LoweredValue::Pure(place), operand.span)?;
        self.variable_size(ty, operand.span)
    }

    /// Lowers `sizeof(type)`. The type is evaluated only if its size is variable.
    fn size_of_type(&mut self, name: &ast::TypeName, span: Span) -> Lowered<Expr> {
        let found = self.unevaluated(|lowerer| lowerer.type_name(name))?;
        if self.arrays.is_variable(&self.program.types, found) {
            let ty = self.type_name(name)?;
            return self.variable_size(ty, span);
        }
        self.size_constant(found, span)
    }

    /// Lowers `__builtin_types_compatible_p`.
    fn types_compatible(&mut self, a: &ast::TypeName, b: &ast::TypeName, span: Span) -> Lowered<Expr> {
        let (a, b) = (self.type_name(a)?, self.type_name(b)?);
        let compatible = self.are_compatible(a, b);
        if compatible {
            self.check_distinguishable(a, span);
        }
        Ok(Expr::int(&mut self.program.types, i128::from(compatible)))
    }

    fn named_value(&mut self, name: &str, expression: &Expression) -> Lowered<Expr> {
        if let Some((symbol, ty)) = self.scopes.symbol(name) {
            return Ok(Expr::new(ExprNode::Symbol(symbol), ty));
        }
        match self.scopes.lookup(name) {
            Some(Binding::Constant(value, ty)) => Ok(Expr::integer(value, ty)),
            None if name == "NULL" => {
                let void = self.program.types.void();
                Ok(Expr::null(self.program.types.pointer(void)))
            }
            _ => {
                let address = self.place(expression)?;
                self.load(address, true, expression.span)
            }
        }
    }

    /// Returns the type of an unevaluated expression; what lowering it emits is discarded.
    pub(super) fn type_of(&mut self, expression: &Expression) -> Lowered<TypeId> {
        self.unevaluated(|lowerer| {
            // A member of array type does not decay even if its record is no lvalue.
            let is_member = matches!(expression.kind, ExpressionKind::Member(..));
            if (is_place(expression) || is_member) && !is_constant_name(&lowerer.scopes, expression) {
                let address = lowerer.place(expression)?;
                return match lowerer.program.types.pointee(address.ty) {
                    Some(ty) => Ok(ty),
                    None => lowerer.reporter.fail(expression.span, "a pointer is needed here"),
                };
            }
            let value = lowerer.value(expression)?;
            Ok(value.ty(&mut lowerer.program.types))
        })
    }

    /// Runs `work`, and discards the commands that it emits and the variables that it makes. Only an object with linkage
    /// stays declared, so that the ids of its time are not used again.
    pub(super) fn unevaluated<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let builder = std::mem::replace(&mut self.builder, FlowchartBuilder::new());
        let unevaluated = self.function.for_unevaluated(self.builder.exit());
        let function = std::mem::replace(&mut self.function, unevaluated);
        let (variables, initializers) = (self.program.variables.len(), self.program.initializers.len());
        let locals = function.id().map_or(0, |id| self.program.functions[id].locals.len());
        let (last_type, objects) = (self.arrays.last_type(), self.linkage.object_count());
        let result = self.at_once(work);
        if let Some(id) = function.id() {
            self.program.functions[id].locals.truncate(locals);
        }
        if self.linkage.object_count() == objects {
            self.program.variables.truncate(variables);
        }
        // Compound literals may have added variables to the scope that is open.
        self.scopes.forget_variables(variables);
        self.arrays.forget(last_type, variables);
        self.cleanups.forget(variables);
        self.alignments.forget(variables);
        self.qualifiers.forget(variables);
        self.program.initializers.truncate(initializers);
        self.function = function;
        self.builder = builder;
        result
    }

    fn offset_of(&mut self, ty: &ast::TypeName, designators: &[ast::Designator], span: Span) -> Lowered<Expr> {
        let ty = self.type_name(ty)?;
        let mut address = Expr::null(self.program.types.pointer(ty));
        let mut offset = 0i128;
        for designator in designators {
            address = match designator {
                ast::Designator::Field(name) => self.member(address, name)?,
                ast::Designator::Index(index) => {
                    let index = self.constant(index)?;
                    let element = self.program.types.pointee(address.ty);
                    let element = element.and_then(|array| self.program.types.pointee(array));
                    let Some(element) = element else {
                        return self.reporter.fail(span, "index into something that is not an array");
                    };
                    let size = self.program.types.size_of(element).unwrap_or(0);
                    offset = offset.saturating_add(index.saturating_mul(i128::from(size)));
                    Expr::new(ExprNode::Cast(Box::new(address)), self.program.types.pointer(element))
                }
                ast::Designator::Range(..) => return self.reporter.fail(span, "a range has no offset"),
            };
        }
        let size_type = self.program.types.size_type();
        match address.cast(&mut self.program.types, size_type).node {
            ExprNode::Integer(fields) => {
                Ok(Expr::wrapped(&self.program.types, fields.saturating_add(offset), size_type))
            }
            _ => self.reporter.fail(span, "the offset is not constant"),
        }
    }

    pub(super) fn constant(&mut self, expression: &Expression) -> Lowered<i128> {
        match self.within_constant(|lowerer| lowerer.unevaluated(|lowerer| lowerer.value(expression)))? {
            LoweredValue::Pure(Expr { node: ExprNode::Integer(value), .. }) => Ok(value),
            _ => self.reporter.fail(expression.span, "an integer constant is needed here"),
        }
    }

    /// Handles GNU operators that look like functions but do not evaluate all their operands.
    pub(super) fn builtin<'e>(
        &mut self,
        callee: &Expression,
        arguments: &'e [Expression],
        span: Span,
    ) -> Lowered<Builtin<'e>> {
        let ExpressionKind::Identifier(name) = &callee.kind else { return Ok(Builtin::None) };
        match (name.as_ref(), arguments) {
            ("__builtin_choose_expr", [condition, then, otherwise]) => {
                Ok(Builtin::Chosen(if self.constant(condition)? != 0 { then } else { otherwise }))
            }
            ("__builtin_constant_p", [operand]) => {
                let value = self.unevaluated(|lowerer| lowerer.value(operand))?;
                let is_literal = matches!(&value, LoweredValue::Pure(expr) if is_literal(expr));
                // For other operands it depends on what the compiler finds out, except in a constant expression.
                let is_open = !is_literal && self.function.is_under_way() && !self.nesting.in_constant();
                Ok(if is_open { Builtin::Either } else { Builtin::Constant(i128::from(is_literal)) })
            }
            ("__builtin_choose_expr" | "__builtin_constant_p", _) => {
                self.reporter.fail(span, format!("'{name}' with {} operands", arguments.len()))
            }
            _ => Ok(Builtin::None),
        }
    }

    pub(super) fn generic_choice<'e>(&mut self, expression: &'e Expression) -> Lowered<Option<&'e Expression>> {
        let ExpressionKind::Generic(selector, alternatives) = &expression.kind else { return Ok(None) };
        let value = self.unevaluated(|lowerer| lowerer.value(selector))?;
        let ty = value.ty(&mut self.program.types);
        let (mut default, mut fitting) = (None, Vec::new());
        for (alternative, chosen) in alternatives {
            match alternative {
                None => default = Some(chosen),
                Some(alternative) if self.type_name(alternative)? == ty => fitting.push(chosen),
                Some(_) => {}
            }
        }
        let is_char = matches!(self.program.types.get(ty), Type::Integer { kind: IntegerKind::Char, signed: true });
        let is_open = match fitting.len() {
            0 => false,
            1 => default.is_some() && (is_char || !self.qualifiers.is_unqualified(&self.emitter, selector)),
            _ => true,
        };
        if is_open {
            self.check_distinguishable(ty, expression.span);
        }
        // C leaves open whether the type of a bit-field includes its width.
        if matches!(&value, LoweredValue::Pure(Expr { node: ExprNode::Load(address), .. }) if address.is_bit_field(&self.program.types))
        {
            let reason = "'_Generic' with a bit-field: its type is the compiler's choice".into();
            self.unsupported(&format!("bit-field at {}", expression.span.start), reason, expression.span);
        }
        Ok(fitting.first().copied().or(default))
    }
}

impl Emitter<'_> {
    fn label_address(&mut self, span: Span) -> Expr {
        self.unsupported("&&label", "the address of a label is taken".into(), span);
        let void = self.program.types.void();
        Expr::null(self.program.types.pointer(void))
    }

    /// Returns an integer constant in the first type of its list that can represent it (C11 6.4.4.1p5).
    fn integer_constant(
        &mut self,
        value: u128,
        unsigned: bool,
        longs: u8,
        non_decimal: bool,
        span: Span,
    ) -> Lowered<Expr> {
        let kinds = [IntegerKind::Int, IntegerKind::Long, IntegerKind::LongLong, IntegerKind::Int128];
        for kind in kinds.into_iter().skip(usize::from(longs.min(2))) {
            for signed in [true, false] {
                if (signed && unsigned) || (!signed && !unsigned && !non_decimal) {
                    continue;
                }
                let ty = self.program.types.integer(kind, signed);
                let Some((width, _)) = self.program.types.integer_format(ty) else { continue };
                let bits = width - u32::from(signed);
                if bits >= 127 || value >> bits == 0 {
                    let Ok(value) = i128::try_from(value) else { continue };
                    return Ok(Expr::integer(value, ty));
                }
            }
        }
        self.reporter.fail(span, "the integer constant is too large")
    }

    pub(super) fn check_scalar(&mut self, ty: TypeId, span: Span) -> Lowered<()> {
        if self.program.types.is_scalar(ty) {
            return Ok(());
        }
        self.reporter.fail(
            span,
            format!("a number or pointer is needed here, not a value of type '{}'", self.program.types.display(ty)),
        )
    }

    fn size_constant(&mut self, ty: TypeId, span: Span) -> Lowered<Expr> {
        match self.program.types.size_of(ty) {
            Some(size) => Ok(size_value(&mut self.program.types, size)),
            None => self.reporter.fail(
                span,
                format!("the size of '{}' is unknown: the type is incomplete", self.program.types.display(ty)),
            ),
        }
    }
}

/// Result of a GNU operator that looks like a function.
pub(super) enum Builtin<'e> {
    None,
    /// The operand that it selects.
    Chosen(&'e Expression),
    Constant(i128),
    Either,
}

/// Returns true if GCC considers a value constant: a string, or computed from numbers alone.
fn is_literal(expr: &Expr) -> bool {
    match &expr.node {
        ExprNode::Integer(_) | ExprNode::Float(_) | ExprNode::LongDouble(_) | ExprNode::Null => true,
        ExprNode::Cast(inner) => matches!(inner.node, ExprNode::StringAddress(_)) || is_literal(inner),
        ExprNode::Unary(_, operand) => is_literal(operand),
        ExprNode::Binary(_, left, right) => is_literal(left) && is_literal(right),
        _ => false,
    }
}

pub(super) fn float_constant(types: &mut TypeTable, value: f64, suffix: Option<char>) -> Expr {
    let (kind, wanted) = match suffix {
        Some('f') => (FloatKind::Float, FloatKind::Float),
        Some('h') => (FloatKind::Double, FloatKind::Half),
        _ => (FloatKind::Double, FloatKind::Double),
    };
    let value = if kind == FloatKind::Float { f64::from(value as f32) } else { value };
    let ty = types.intern(Type::Float(kind));
    let constant = Expr::new(ExprNode::Float(value.to_bits()), ty);
    let wanted = types.intern(Type::Float(wanted));
    constant.cast(types, wanted)
}

fn size_value(types: &mut TypeTable, bytes: u64) -> Expr {
    let size_type = types.size_type();
    Expr::integer(i128::from(bytes), size_type)
}

fn is_constant_name(scopes: &Scopes<'_>, expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Identifier(name) => {
            scopes.symbol(name).is_some()
                || matches!(scopes.lookup(name), Some(Binding::Constant(..)))
                || (**name == *"NULL" && scopes.lookup(name).is_none())
        }
        _ => false,
    }
}
