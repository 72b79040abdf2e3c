//! Assignments and increments.

use crate::lower::either_order::has_effects;
use crate::lower::unit_text::UnitText;
use crate::lower::value::{LoweredValue, store_command};
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, Expr, ExprNode, Program, VariableId};
use base::Span;
use ctype::{Type, TypeId};
use frontend::ast::{Binary, Expression, ExpressionKind, Unary};

impl Lowerer<'_> {
    /// Lowers `target = source` or `target op= source`; returns its value if `wanted`.
    pub(super) fn assignment(
        &mut self,
        op: Option<Binary>,
        target: &Expression,
        source: &Expression,
        span: Span,
        wanted: bool,
    ) -> Lowered<LoweredValue> {
        let is_forward = self.orders.is_forward();
        let first = match self.orders.is_backward() && has_effects(target) {
            true => {
                let source = self.operand(source)?;
                Some(self.fixed(source, span)?)
            }
            false => None,
        };
        let address = self.place(target)?;
        let mut address = self.assigned_place(address, target.span)?;
        let ty = self.assignable(&address, target.span)?;
        if is_forward && has_effects(source) {
            address = self.fixed_place(address, target.span)?;
        } else if wanted {
            address = self.stable_bit_field(address, target.span)?;
        }
        let value = match op {
            None => match first {
                Some(first) => LoweredValue::Pure(first),
                None => self.value_to_convert(source)?,
            },
            Some(op) => {
                let mut old = self.load(address.clone(), true, target.span)?;
                if is_forward && has_effects(source) {
                    old = self.fixed(old, target.span)?;
                }
                let right = first.map_or_else(|| self.operand(source), Ok)?;
                LoweredValue::Pure(self.operation(op, old, right, span)?)
            }
        };
        let mut value = self.assign_convert(value, ty, "assignment", span)?;
        if self.is_put_off_behind(&address) {
            let now = self.materialize(value, span)?;
            value = LoweredValue::Pure(self.fixed(now, span)?);
            self.sequence_point();
        }
        if wanted {
            return self.assigned_value(value, address, span).map(LoweredValue::Pure);
        }
        self.finish(value, address, span)?;
        Ok(LoweredValue::Void)
    }

    fn assigned_value(&mut self, value: LoweredValue, address: Expr, span: Span) -> Lowered<Expr> {
        if reads_back(&self.text, &self.program, &address) {
            self.finish(value, address.clone(), span)?;
            return self.load(address, false, span);
        }
        // Storing the value of a variable never changes that value, even if the address is the variable's.
        let value = match value {
            LoweredValue::Pure(expr) if is_simple(&expr) => expr,
            value => self.store_in_temporary(value, span)?,
        };
        self.store(address, value.clone(), span);
        Ok(value)
    }

    /// Fixes the address of a bit-field, which is read back: the value of the assignment is what fits there.
    fn stable_bit_field(&mut self, address: Expr, span: Span) -> Lowered<Expr> {
        let is_bit_field = |field| self.program.types.field(field).bits.is_some();
        match &address.node {
            ExprNode::FieldAddress(_, field)
                if is_bit_field(*field) && !reads_back(&self.text, &self.program, &address) =>
            {
                self.fixed_place(address, span)
            }
            _ => Ok(address),
        }
    }

    /// Lowers `++e`, `e++`, `--e` and `e--`; returns the value if `wanted`.
    pub(super) fn increment(&mut self, expression: &Expression, wanted: bool) -> Lowered<LoweredValue> {
        let span = expression.span;
        let ExpressionKind::Unary(op, operand) = &expression.kind else { return Ok(LoweredValue::Void) };
        let address = self.place(operand)?;
        let mut address = self.assigned_place(address, operand.span)?;
        let ty = self.assignable(&address, operand.span)?;
        if wanted {
            address = self.stable_bit_field(address, operand.span)?;
        }
        let old = self.load(address.clone(), false, span)?;
        let one = Expr::int(&mut self.program.types, 1);
        let up = matches!(op, Unary::PreIncrement | Unary::PostIncrement);
        let new = self.operation(if up { Binary::Add } else { Binary::Subtract }, old.clone(), one, span)?;
        let new = new.cast(&mut self.program.types, ty);
        let is_post = matches!(op, Unary::PostIncrement | Unary::PostDecrement);
        if wanted && is_post {
            let command = store_command(&self.program.types, address.clone(), new);
            if self.put_off.is_allowed() {
                self.put_off.add(command, span);
                return Ok(LoweredValue::Pure(old));
            }
            let old = old.promote_bit_field(&mut self.program.types);
            let old = self.store_in_temporary(LoweredValue::Pure(old), span)?;
            self.builder.emit(command, span);
            return Ok(LoweredValue::Pure(old));
        }
        if !wanted || reads_back(&self.text, &self.program, &address) {
            self.store(address.clone(), new, span);
            return if wanted {
                self.load(address, false, span).map(LoweredValue::Pure)
            } else {
                Ok(LoweredValue::Void)
            };
        }
        let new = self.store_in_temporary(LoweredValue::Pure(new), span)?;
        self.store(address, new.clone(), span);
        Ok(LoweredValue::Pure(new))
    }
}

impl Emitter<'_> {
    /// Returns true if a store to the address may change which object a deferred side effect writes.
    fn is_put_off_behind(&self, address: &Expr) -> bool {
        let targets = self.put_off.commands().filter_map(|command| match command {
            Command::Store { address, .. } => Some(address),
            _ => None,
        });
        let variables = &self.program.variables;
        let may_be = |a: Option<VariableId>, b: Option<VariableId>| match (a, b) {
            (Some(a), Some(b)) => a == b,
            (Some(only), None) | (None, Some(only)) => variables[only].address_taken,
            (None, None) => true,
        };
        let mut found = false;
        for target in targets {
            target.visit(&mut |part| {
                if let ExprNode::Load(inner) = &part.node {
                    found |= may_be(inner.root_variable(), address.root_variable());
                }
            });
        }
        found
    }

    /// Returns the present value of an address, whatever is written later; for a bit-field, that of its record.
    fn fixed_place(&mut self, address: Expr, span: Span) -> Lowered<Expr> {
        if matches!(address.node, ExprNode::VariableAddress(_)) {
            return Ok(address);
        }
        match address.node {
            ExprNode::FieldAddress(base, field) if self.program.types.field(field).bits.is_some() => {
                let base = self.fixed_place(*base, span)?;
                Ok(Expr::field_address(&mut self.program.types, base, field))
            }
            _ => self.address_in_temporary(address, span),
        }
    }

    /// Returns the type of the object at an address, or reports that it cannot be assigned to.
    fn assignable(&mut self, address: &Expr, span: Span) -> Lowered<TypeId> {
        let ty = self.program.types.pointee(address.ty);
        match ty.map(|ty| (ty, self.program.types.get(ty))) {
            Some((ty, Type::Integer { .. } | Type::Float(_) | Type::Pointer(_) | Type::Record(_)))
                if self.program.types.size_of(ty).is_some() =>
            {
                Ok(ty)
            }
            _ => {
                let ty = ty.map_or_else(|| self.program.types.display(address.ty), |ty| self.program.types.display(ty));
                self.reporter.fail(span, format!("an object of type '{ty}' cannot be assigned to"))
            }
        }
    }
}

/// Returns true for a constant, or the value of a variable.
fn is_simple(expr: &Expr) -> bool {
    match &expr.node {
        ExprNode::Load(address) => matches!(address.node, ExprNode::VariableAddress(_)),
        node => matches!(
            node,
            ExprNode::Integer(_)
                | ExprNode::Float(_)
                | ExprNode::LongDouble(_)
                | ExprNode::Null
                | ExprNode::VariableAddress(_)
                | ExprNode::StringAddress(_)
                | ExprNode::FunctionAddress(_)
        ),
    }
}

/// Returns true if a store to the address cannot change the address itself: that of a variable, of a member of one, or
/// of a member of the record that a variable without aliases points to.
fn reads_back(text: &UnitText<'_>, program: &Program, address: &Expr) -> bool {
    let mut root = address;
    while let ExprNode::FieldAddress(base, _) = &root.node {
        root = base;
    }
    match &root.node {
        ExprNode::VariableAddress(_) => true,
        ExprNode::Load(inner) if !std::ptr::eq(root, address) => match inner.node {
            ExprNode::VariableAddress(variable) => !text.may_have_address_taken(program, variable),
            _ => false,
        },
        _ => false,
    }
}
