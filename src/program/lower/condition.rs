//! Conditions as control flow, down to atomic conditions.

use crate::lower::graph::Node;
use crate::lower::library::is_nondeterministic_integer;
use crate::lower::linkage::LinkageTable;
use crate::lower::scope::Scopes;
use crate::lower::value::{LoweredValue, PutOff};
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{BinaryOp, Command, DecidingInput, Expr, ExprNode, Reach};
use base::Span;
use ctype::{IntegerKind, TypeId, TypeTable};
use frontend::ast::{Binary, Expression, ExpressionKind, Unary};

impl LoweredValue {
    fn operand_type(&self, types: &mut TypeTable) -> TypeId {
        let ty = self.ty(types);
        match self {
            LoweredValue::Pure(Expr { node: ExprNode::Load(address), .. }) => {
                address.promoted_bit_field(types).unwrap_or_else(|| types.promoted(ty))
            }
            _ => types.promoted(ty),
        }
    }
}

impl Lowerer<'_> {
    /// Branches from here to `yes` if the condition holds, else to `no`. A sequence point follows each operand.
    pub(super) fn branch(&mut self, condition: &Expression, yes: Node, no: Node) -> Lowered<()> {
        self.deeper(condition.span, |lowerer| lowerer.branch_inner(condition, yes, no))
    }

    fn branch_inner(&mut self, condition: &Expression, yes: Node, no: Node) -> Lowered<()> {
        match &condition.kind {
            ExpressionKind::Unary(Unary::Not, operand) => self.branch(operand, no, yes),
            ExpressionKind::Binary(op @ (Binary::And | Binary::Or), left, right) => {
                let middle = self.builder.node();
                let (first_yes, first_no) = if *op == Binary::And { (middle, no) } else { (yes, middle) };
                self.branch(left, first_yes, first_no)?;
                self.builder.current = middle;
                self.branch(right, yes, no)
            }
            ExpressionKind::Conditional(test, Some(then), otherwise) => {
                let (first, second) = (self.builder.node(), self.builder.node());
                self.branch(test, first, second)?;
                self.builder.current = first;
                self.branch(then, yes, no)?;
                self.builder.current = second;
                self.branch(otherwise, yes, no)
            }
            ExpressionKind::Comma(first, second) => {
                self.full_expression(|lowerer| lowerer.effect(first))?;
                self.branch(second, yes, no)
            }
            ExpressionKind::Binary(op @ (Binary::Equal | Binary::NotEqual), left, right)
                if is_zero(right) && is_logical(&self.scopes, &self.linkage, left) =>
            {
                let (yes, no) = if *op == Binary::Equal { (no, yes) } else { (yes, no) };
                self.branch(left, yes, no)
            }
            ExpressionKind::Call(callee, arguments) if is_named(callee, "__builtin_expect") && arguments.len() == 2 => {
                self.full_effect(&arguments[1])?;
                let long = self.program.types.integer(IntegerKind::Long, true);
                self.branch_on_argument(&arguments[0], Some(long), yes, no)
            }
            ExpressionKind::Cast(_, operand)
                if is_logical(&self.scopes, &self.linkage, operand) && is_integer_cast(condition) =>
            {
                self.branch(operand, yes, no)
            }
            _ => self.branch_on_value(condition, yes, no),
        }
    }

    /// Branches on an argument as the callee receives it: conversion to a narrower integer drops the upper bits.
    pub(super) fn branch_on_argument(
        &mut self,
        condition: &Expression,
        parameter: Option<TypeId>,
        yes: Node,
        no: Node,
    ) -> Lowered<()> {
        let is_comparison = matches!(condition.kind, ExpressionKind::Binary(op, ..) if op.is_comparison());
        let parameter = parameter.filter(|_| !is_comparison && !is_logical(&self.scopes, &self.linkage, condition));
        if let Some(parameter) = parameter.filter(|ty| self.program.types.is_integer(*ty)) {
            let given = self.type_of(condition)?;
            let types = &self.program.types;
            if types.is_integer(given) && types.size_of(given) > types.size_of(parameter) {
                let value = self.at_once(|lowerer| lowerer.operand(condition))?;
                let value = value.cast(&mut self.program.types, parameter);
                self.branch_expr(value, yes, no, condition.span);
                return Ok(());
            }
        }
        self.branch(condition, yes, no)
    }

    fn branch_on_value(&mut self, condition: &Expression, yes: Node, no: Node) -> Lowered<()> {
        let span = condition.span;
        let outer = std::mem::replace(&mut self.put_off, PutOff::allowed());
        let result = self.value(condition).and_then(|value| self.branch_value(value, yes, no, span));
        self.put_off = outer;
        result
    }

    /// Lowers `a && b` and the like as a value: 1 or 0.
    pub(super) fn truth_value(&mut self, expression: &Expression) -> Lowered<LoweredValue> {
        let (yes, no) = (self.builder.node(), self.builder.node());
        self.branch(expression, yes, no)?;
        let (one, zero) = (Expr::int(&mut self.program.types, 1), Expr::int(&mut self.program.types, 0));
        let ty = one.ty;
        Ok(self.choice(vec![(yes, LoweredValue::Pure(one)), (no, LoweredValue::Pure(zero))], ty))
    }

    /// Lowers `c ? a : b`, or GNU's `c ?: b`.
    pub(super) fn conditional(
        &mut self,
        condition: &Expression,
        then: Option<&Expression>,
        otherwise: &Expression,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let (yes, no) = (self.builder.node(), self.builder.node());
        let first = match then {
            Some(then) => {
                self.branch(condition, yes, no)?;
                self.builder.current = yes;
                self.at_once(|lowerer| lowerer.value(then))?
            }
            None => {
                let value = match self.at_once(|lowerer| lowerer.value(condition))? {
                    LoweredValue::Pure(expr) => LoweredValue::Pure(expr.promote_bit_field(&mut self.program.types)),
                    value => value,
                };
                let expr = self.store_in_temporary(value, span)?;
                self.branch_expr(expr.clone(), yes, no, span);
                self.builder.current = yes;
                LoweredValue::Pure(expr)
            }
        };
        let first_end = self.builder.current;
        self.builder.current = no;
        let second = self.at_once(|lowerer| lowerer.value(otherwise))?;
        let second_end = self.builder.current;
        let reached = (self.builder.is_entered(yes), self.builder.is_entered(no));
        let ty = self.conditional_type(&first, &second, span)?;
        self.join_arms((first_end, first, reached.0), (second_end, second, reached.1), ty, span)
    }
}

impl Emitter<'_> {
    fn branch_value(&mut self, value: LoweredValue, yes: Node, no: Node, span: Span) -> Lowered<()> {
        match value {
            LoweredValue::Pure(expr) => {
                self.check_scalar(expr.ty, span)?;
                self.branch_expr(expr, yes, no, span);
                Ok(())
            }
            // A free choice.
            LoweredValue::Havoc { ty } => {
                let (start, is_number) = (self.builder.current, self.program.types.is_integer(ty));
                for (target, number) in [(yes, 1), (no, 0)] {
                    self.builder.current = start;
                    self.flush_copy_to(target, Command::Skip, span);
                    if is_number {
                        self.builder.decide(start, Box::new(DecidingInput { operand: span, number: Some(number) }));
                    }
                }
                Ok(())
            }
            LoweredValue::Choice { arms, .. } => {
                for (node, arm) in arms {
                    self.builder.current = node;
                    self.branch_value(arm, yes, no, span)?;
                }
                Ok(())
            }
            value => {
                let expr = self.materialize(value, span)?;
                self.branch_value(LoweredValue::Pure(expr), yes, no, span)
            }
        }
    }

    fn branch_expr(&mut self, expr: Expr, yes: Node, no: Node, span: Span) {
        if let ExprNode::Integer(value) = expr.node {
            self.flush_copy_to(if value != 0 { yes } else { no }, Command::Skip, span);
            return;
        }
        let (condition, holds) = atomic_condition(&mut self.program.types, expr);
        if let ExprNode::Integer(value) = condition.node {
            self.flush_copy_to(if (value != 0) == holds { yes } else { no }, Command::Skip, span);
            return;
        }
        let start = self.builder.current;
        for (target, holds) in [(yes, holds), (no, !holds)] {
            self.builder.current = start;
            self.flush_copy_to(target, Command::Assume { condition: condition.clone(), holds }, span);
        }
    }

    /// Adds an edge from the current location, followed by a copy of the deferred side effects.
    fn flush_copy_to(&mut self, target: Node, command: Command, span: Span) {
        if self.put_off.is_empty() {
            self.builder.edge(self.builder.current, target, command, span);
            return;
        }
        self.builder.emit(command, span);
        self.put_off.clone().run(&mut self.builder);
        self.builder.skip_to(target, span);
    }

    /// Returns a choice among the arms that control can reach.
    fn choice(&mut self, arms: Vec<(Node, LoweredValue)>, ty: TypeId) -> LoweredValue {
        match arms.as_slice() {
            [(first, value), (second, _)] if !self.builder.is_entered(*second) => {
                self.builder.current = *first;
                value.clone()
            }
            [(first, _), (second, value)] if !self.builder.is_entered(*first) => {
                self.builder.current = *second;
                value.clone()
            }
            _ => LoweredValue::Choice { arms, ty },
        }
    }

    /// Returns `found`, which stands for what the compiler finds out; if it may find out nothing, a free choice between
    /// that and `otherwise`.
    pub(super) fn up_to_compiler(
        &mut self,
        found: LoweredValue,
        otherwise: Option<Expr>,
        question: &str,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let question = Command::Unsupported { reason: question.to_string(), reach: Reach::Nothing };
        let Some(otherwise) = otherwise else {
            self.builder.emit(question, span);
            return Ok(found);
        };
        let (yes, no) = (self.builder.node(), self.builder.node());
        let (truth, ty) = (self.program.types.integer(IntegerKind::Bool, false), otherwise.ty);
        let choice = self.materialize(LoweredValue::Havoc { ty: truth }, span)?;
        self.branch_expr(choice, yes, no, span);
        self.builder.current = yes;
        self.builder.emit(question, span);
        let yes = self.builder.current;
        self.join_arms((yes, found, true), (no, LoweredValue::Pure(otherwise), true), ty, span)
    }

    pub(super) fn join_arms(
        &mut self,
        first: (Node, LoweredValue, bool),
        second: (Node, LoweredValue, bool),
        ty: TypeId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let mut arms = Vec::new();
        for (node, value, reached) in [first, second] {
            if reached {
                self.builder.current = node;
                let value = if self.program.types.is_void(ty) {
                    self.discard(value, span)?;
                    LoweredValue::Void
                } else {
                    self.convert(value, ty, span)?
                };
                arms.push((self.builder.current, value));
            }
        }
        if self.program.types.is_void(ty) {
            let join = self.builder.node();
            for (node, _) in arms {
                self.builder.current = node;
                self.builder.skip_to(join, span);
            }
            self.builder.current = join;
            return Ok(LoweredValue::Void);
        }
        match arms.len() {
            1 => {
                let (node, value) = arms.swap_remove(0);
                self.builder.current = node;
                Ok(value)
            }
            _ => Ok(LoweredValue::Choice { arms, ty }),
        }
    }

    fn conditional_type(&mut self, first: &LoweredValue, second: &LoweredValue, span: Span) -> Lowered<TypeId> {
        let (a, b) = (first.operand_type(&mut self.program.types), second.operand_type(&mut self.program.types));
        if a == b {
            return Ok(a);
        }
        if self.program.types.is_void(a) || self.program.types.is_void(b) {
            return Ok(self.program.types.void());
        }
        if self.program.types.is_arithmetic(a) && self.program.types.is_arithmetic(b) {
            return Ok(self.program.types.common_arithmetic(a, b));
        }
        let null =
            |value: &LoweredValue| matches!(value, LoweredValue::Pure(expr) if expr.is_null(&self.program.types));
        let types = &self.program.types;
        match (types.is_pointer(a), types.is_pointer(b)) {
            (true, _) if null(second) => Ok(a),
            (_, true) if null(first) => Ok(b),
            // `malloc(..)` takes the type of the other arm.
            (true, true) if matches!(first, LoweredValue::Allocate { .. }) => Ok(b),
            (true, true) if matches!(second, LoweredValue::Allocate { .. }) => Ok(a),
            (true, true) => {
                Ok(if types.pointee(b).is_some_and(|target| self.program.types.is_void(target)) { b } else { a })
            }
            // GCC warns, and treats the integer as a pointer.
            (true, _) | (_, true) if types.is_integer(a) || types.is_integer(b) => {
                let ty = if types.is_pointer(a) { a } else { b };
                self.reporter.warn(span, "one alternative is a pointer, the other one an integer");
                Ok(ty)
            }
            _ => {
                let (a, b) = (self.program.types.display(a), self.program.types.display(b));
                self.reporter.fail(span, format!("the types '{a}' and '{b}' of the two alternatives do not fit"))
            }
        }
    }
}

fn is_zero(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Integer { value, .. } if value.get() == 0)
}

pub(super) fn is_named(callee: &Expression, expected: &str) -> bool {
    matches!(&callee.kind, ExpressionKind::Identifier(name) if **name == *expected)
}

fn is_comparison(expr: &Expr) -> bool {
    matches!(&expr.node, ExprNode::Binary(op, ..) if op.is_comparison())
}

fn is_cast_comparison(expr: &Expr) -> bool {
    is_comparison(expr) || matches!(&expr.node, ExprNode::Cast(inner) if is_comparison(inner))
}

/// Returns the test of a scalar as an atomic condition and the outcome that counts as true. The condition is an
/// equality (`!=` is turned into `==`) or an order.
fn atomic_condition(types: &mut TypeTable, expr: Expr) -> (Expr, bool) {
    let mut expr = expr;
    let mut holds = true;
    loop {
        match expr.node {
            // A truth value keeps its meaning through conversions.
            ExprNode::Cast(inner) if is_comparison(&inner) => expr = *inner,
            ExprNode::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right)
                if right.node == ExprNode::Integer(0) && is_cast_comparison(&left) =>
            {
                holds ^= op == BinaryOp::Equal;
                expr = *left;
            }
            ExprNode::Binary(BinaryOp::NotEqual, left, right) => {
                let equal = Expr::new(ExprNode::Binary(BinaryOp::Equal, left, right), expr.ty);
                return (equal, !holds);
            }
            ExprNode::Binary(op, ..) if op.is_comparison() => return (expr, holds),
            _ => {
                let zero = Expr::zero(types, expr.ty);
                return (Expr::compare(types, BinaryOp::Equal, expr, zero), !holds);
            }
        }
    }
}

/// Returns true if a cast is syntactically to an integer type made of `int`, `long`, `_Bool`, `signed` and `unsigned`.
fn is_integer_cast(expression: &Expression) -> bool {
    use frontend::ast::TypeSpecifier as T;
    let ExpressionKind::Cast(ty, _) = &expression.kind else { return false };
    ty.declarator.derivations.is_empty()
        && ty.specifiers.types.iter().all(|part| matches!(part, T::Int | T::Long | T::Bool | T::Signed | T::Unsigned))
}

/// Returns true if an expression is syntactically a truth value, so that branching on it needs no value.
fn is_logical(scopes: &Scopes<'_>, linkage: &LinkageTable, expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Unary(Unary::Not, _) | ExpressionKind::Binary(Binary::And | Binary::Or, ..) => true,
        ExpressionKind::Call(callee, _) => is_nondeterministic_integer(scopes, linkage, callee),
        ExpressionKind::Cast(_, operand) => is_logical(scopes, linkage, operand) && is_integer_cast(expression),
        _ => false,
    }
}
