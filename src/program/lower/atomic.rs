//! GCC's atomic operations, `__sync_*` and `__atomic_*`, as plain loads and stores: only one thread runs.
//!
//! Arithmetic wraps, as GCC defines it, and pointers advance in bytes. Only integers and pointers are followed.

use crate::library::Atomic;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{BinaryOp, Expr, ExprNode};
use base::Span;
use ctype::{IntegerKind, TypeId};
use frontend::ast::{Binary, Expression};

#[derive(Clone, Copy)]
enum Update {
    Plain(Binary),
    /// `~(old & value)`
    NotAnd,
}

impl Lowerer<'_> {
    pub(super) fn atomic_call(
        &mut self,
        operation: Atomic,
        name: &str,
        arguments: &[Expression],
        span: Span,
    ) -> Lowered<LoweredValue> {
        let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
        let texts: Vec<&Expression> = arguments.iter().collect();
        let operands =
            self.at_once(|lowerer| lowerer.in_order(&texts, |lowerer, index| lowerer.operand(&arguments[index])))?;
        if operation == Atomic::LockFree {
            return self.lock_free(name, operands, span);
        }
        let Some((address, rest)) = operands.split_first() else {
            return self.reporter.fail(span, format!("too few arguments to '{name}'"));
        };
        let address = self.atomic_place(operation, address.clone(), span)?;
        let ty = self.program.types.pointee(address.ty).filter(|ty| self.program.types.is_scalar(*ty));
        let Some(ty) = ty.filter(|ty| !self.program.types.is_float(*ty)) else {
            let void = self.program.types.void();
            return self.bodiless_call(name, Vec::new(), void, span);
        };
        let bool = self.program.types.integer(IntegerKind::Bool, false);
        match (operation, rest) {
            (Atomic::Load, [target, _]) if name == "__atomic_load" => {
                let old = self.old_value(&address, ty, span)?;
                self.store_at(target, old, span)?;
                Ok(LoweredValue::Void)
            }
            (Atomic::Load, _) => self.old_value(&address, ty, span).map(LoweredValue::Pure),
            (Atomic::Store, _) if name == "__sync_lock_release" => {
                self.emitter.store(address, Expr::zero(&self.emitter.program.types, ty), span);
                Ok(LoweredValue::Void)
            }
            (Atomic::Store, [source, _]) => {
                let value = self.atomic_operand(name == "__atomic_store", source, ty, span)?;
                self.store(address, value, span);
                Ok(LoweredValue::Void)
            }
            (Atomic::Exchange, [source, rest @ ..]) => self.atomic_exchange(name, address, (source, rest), ty, span),
            (Atomic::Update, [operand, ..]) => self.atomic_update(name, &address, operand, ty, span),
            (Atomic::Compare, [expected, desired, ..]) => {
                let is_sync = name.starts_with("__sync");
                let desired = self.atomic_operand(name == "__atomic_compare_exchange", desired, ty, span)?;
                let wanted = self.atomic_operand(!is_sync, expected, ty, span)?;
                let expected = (!is_sync).then_some(expected);
                let old = self.old_value(&address, ty, span)?;
                let equal = self.swap_if_equal((address, old.clone()), wanted, desired, expected, span)?;
                Ok(LoweredValue::Pure(if name == "__sync_val_compare_and_swap" {
                    old
                } else {
                    equal.cast(&mut self.program.types, bool)
                }))
            }
            (Atomic::Flag, [] | [_]) => self.atomic_flag(name, address, ty, span),
            _ => self.reporter.fail(span, format!("'{name}' with {} arguments", arguments.len())),
        }
    }
}

impl Emitter<'_> {
    /// Lowers `__atomic_test_and_set` and `__atomic_clear`.
    fn atomic_flag(&mut self, name: &str, address: Expr, ty: TypeId, span: Span) -> Lowered<LoweredValue> {
        let old = self.old_value(&address, ty, span)?;
        let sets = name == "__atomic_test_and_set";
        self.store(address, Expr::wrapped(&self.program.types, i128::from(sets), ty), span);
        let bool = self.program.types.integer(IntegerKind::Bool, false);
        Ok(if sets { LoweredValue::Pure(old.cast(&mut self.program.types, bool)) } else { LoweredValue::Void })
    }

    /// Lowers `__sync_lock_test_and_set`, `__atomic_exchange_n`, and `__atomic_exchange`, whose operands are pointers.
    fn atomic_exchange(
        &mut self,
        name: &str,
        address: Expr,
        (source, rest): (&Expr, &[Expr]),
        ty: TypeId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let target = rest.first().filter(|_| name == "__atomic_exchange" && rest.len() == 2);
        let value = self.atomic_operand(target.is_some(), source, ty, span)?;
        let old = self.old_value(&address, ty, span)?;
        self.store(address, value, span);
        let Some(target) = target else { return Ok(LoweredValue::Pure(old)) };
        self.store_at(target, old, span)?;
        Ok(LoweredValue::Void)
    }

    /// Lowers `__atomic_always_lock_free(size, pointer)` and `__atomic_is_lock_free`: true for aligned objects of 1, 2,
    /// 4 or 8 bytes. For sizes other than these and 16, where compilers differ, the former is false.
    fn lock_free(&mut self, name: &str, operands: Vec<Expr>, span: Span) -> Lowered<LoweredValue> {
        let types = &self.program.types;
        let is_aligned = |pointer: &Expr, size: i128| {
            matches!(pointer.node, ExprNode::Null | ExprNode::Integer(0))
                || types.pointee(pointer.ty).is_some_and(|ty| i128::from(types.align_of(ty)) >= size)
        };
        let answer = match operands.as_slice() {
            [Expr { node: ExprNode::Integer(size), .. }, pointer] => match size {
                1 | 2 | 4 | 8 if is_aligned(pointer, *size) => Some(1),
                1 | 2 | 4 | 8 | 16 => None,
                _ => (name == "__atomic_always_lock_free").then_some(0),
            },
            _ => None,
        };
        if let Some(answer) = answer {
            return Ok(LoweredValue::Pure(Expr::int(&mut self.program.types, answer)));
        }
        let bool = self.program.types.integer(IntegerKind::Bool, false);
        self.bodiless_call(name, operands, bool, span)
    }

    /// Returns the address of the object in a form that can be used more than once.
    fn atomic_place(&mut self, operation: Atomic, address: Expr, span: Span) -> Lowered<Expr> {
        self.check_pointer(&address, span)?;
        let mut address = address;
        if operation == Atomic::Flag
            && self.program.types.pointee(address.ty).is_some_and(|target| self.program.types.is_void(target))
        {
            let byte = self.program.types.integer(IntegerKind::Char, false);
            let ty = self.program.types.pointer(byte);
            address = address.cast(&mut self.program.types, ty);
        }
        if matches!(address.node, ExprNode::VariableAddress(_)) {
            return Ok(address);
        }
        self.address_in_temporary(address, span)
    }

    fn old_value(&mut self, address: &Expr, ty: TypeId, span: Span) -> Lowered<Expr> {
        self.store_in_temporary(LoweredValue::Pure(Expr::new(ExprNode::Load(Box::new(address.clone())), ty)), span)
    }

    /// Converts an operand to `ty`; if `behind` is set, the operand is a pointer to the value.
    fn atomic_operand(&mut self, behind: bool, operand: &Expr, ty: TypeId, span: Span) -> Lowered<Expr> {
        if !behind {
            return Ok(operand.clone().cast(&mut self.program.types, ty));
        }
        self.check_pointer(operand, span)?;
        let value = self.load(operand.clone(), true, span)?;
        let value = self.store_in_temporary(LoweredValue::Pure(value), span)?;
        Ok(value.cast(&mut self.program.types, ty))
    }

    fn store_at(&mut self, pointer: &Expr, value: Expr, span: Span) -> Lowered<()> {
        self.check_pointer(pointer, span)?;
        let ty = self.program.types.pointee(pointer.ty).filter(|ty| self.program.types.is_scalar(*ty));
        let Some(ty) = ty else { return self.reporter.fail(span, "the value does not fit the object that it goes to") };
        let value = value.cast(&mut self.program.types, ty);
        self.store(pointer.clone(), value, span);
        Ok(())
    }

    fn atomic_update(
        &mut self,
        name: &str,
        address: &Expr,
        operand: &Expr,
        ty: TypeId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let update = match name {
            _ if name.contains("nand") => Update::NotAnd,
            _ if name.contains("add") => Update::Plain(Binary::Add),
            _ if name.contains("sub") => Update::Plain(Binary::Subtract),
            _ if name.contains("xor") => Update::Plain(Binary::BitXor),
            _ if name.contains("or") => Update::Plain(Binary::BitOr),
            _ => Update::Plain(Binary::BitAnd),
        };
        let unsigned = match self.program.types.get(ty) {
            ctype::Type::Integer { kind, .. } => {
                let kind = *kind;
                self.program.types.integer(kind, false)
            }
            _ => self.program.types.size_type(),
        };
        let old = self.old_value(address, ty, span)?;
        let [left, right] = [&old, operand].map(|operand| operand.clone().cast(&mut self.program.types, unsigned));
        let new = match update {
            Update::Plain(op) => self.operation(op, left, right, span)?,
            Update::NotAnd => {
                let both = self.operation(Binary::BitAnd, left, right, span)?;
                self.arithmetic_unary(frontend::ast::Unary::BitNot, both, span)?
            }
        };
        let new = new.cast(&mut self.program.types, ty);
        let new = self.store_in_temporary(LoweredValue::Pure(new), span)?;
        self.store(address.clone(), new.clone(), span);
        Ok(LoweredValue::Pure(if name.ends_with("_fetch") { new } else { old }))
    }

    /// Stores `desired` if the old value equals `wanted`, else the old value at `expected`, if given. Returns 1 or 0.
    fn swap_if_equal(
        &mut self,
        (address, old): (Expr, Expr),
        wanted: Expr,
        desired: Expr,
        expected: Option<&Expr>,
        span: Span,
    ) -> Lowered<Expr> {
        let int = self.program.types.int();
        let result = self.temporary(int, span);
        let result = self.program.address_of(result);
        let condition = Expr::compare(&mut self.program.types, BinaryOp::Equal, old.clone(), wanted);
        let (yes, no, join) = (self.builder.node(), self.builder.node(), self.builder.node());
        self.builder.branch(condition, yes, no, span);
        self.builder.current = yes;
        self.store(address, desired, span);
        let one = Expr::int(&mut self.program.types, 1);
        self.store(result.clone(), one, span);
        self.builder.skip_to(join, span);
        self.builder.current = no;
        if let Some(expected) = expected {
            self.store_at(expected, old, span)?;
        }
        let zero = Expr::int(&mut self.program.types, 0);
        self.store(result.clone(), zero, span);
        self.builder.go_to(join, span);
        Ok(Expr::new(ExprNode::Load(Box::new(result)), int))
    }
}
