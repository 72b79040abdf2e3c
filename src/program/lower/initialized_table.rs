//! Long tables of integer constants: one copy of bytes that are there from the start, in place of a store for each element.

use crate::base::Span;
use crate::ctype::{IntegerKind, Type, TypeId};
use crate::frontend::ast::{ExpressionKind, Initializer, InitializerItem, Unary};
use crate::program::lower::initialized::Progress;
use crate::program::lower::scope::Binding;
use crate::program::lower::value::LoweredValue;
use crate::program::lower::{Lowered, Lowerer};
use crate::program::{Command, Expr, ExprNode};

/// Shorter tables are stored element by element, so that engines see each.
const SHORTEST_TABLE: usize = 1024;

impl Lowerer<'_> {
    /// Initialises an array from a long list of integer constants; `false` if it is something else.
    pub(super) fn initialize_table(
        &mut self,
        address: &Expr,
        ty: TypeId,
        items: &[InitializerItem],
        span: Span,
        progress: &mut Progress,
    ) -> Lowered<bool> {
        let Type::Array(element, Some(count)) = *self.program.types.get(ty) else { return Ok(false) };
        // Where it matters later what was written, the table must be the whole array.
        let fits = if progress.keeps_record() { items.len() as u64 == count } else { items.len() as u64 <= count };
        if !fits || items.len() < SHORTEST_TABLE || !items.iter().all(|item| self.is_number(item)) {
            return Ok(false);
        }
        let is_plain =
            matches!(self.program.types.get(element), Type::Integer { kind, .. } if *kind != IntegerKind::Bool);
        let size = self.program.types.size_of(element).and_then(|size| usize::try_from(size).ok());
        let Some(size) = size.filter(|_| is_plain) else { return Ok(false) };
        let mut bytes = Vec::with_capacity(size.saturating_mul(items.len()));
        for item in items {
            let Initializer::Expression(expression) = &item.initializer else { return Ok(false) };
            let value = match self.value(expression)? {
                LoweredValue::Pure(value) => self.cast(value, element),
                _ => return Ok(false),
            };
            let ExprNode::Integer(value) = value.node else { return Ok(false) };
            bytes.extend(value.to_le_bytes().iter().take(size));
        }
        let table = self.program.types.intern(Type::Array(element, Some(items.len() as u64)));
        let pointer = self.program.types.pointer(table);
        let target = if address.ty == pointer {
            address.clone()
        } else {
            Expr::new(ExprNode::Cast(Box::new(address.clone())), pointer)
        };
        let source = Expr::new(ExprNode::Cast(Box::new(self.string(&bytes))), pointer);
        self.write(Command::Copy { target, source, ty: table }, span, progress.storage);
        progress.record(address);
        Ok(true)
    }

    /// Whether an element is a number as it stands: no part of the program needs to be run for it.
    fn is_number(&self, item: &InitializerItem) -> bool {
        let Initializer::Expression(expression) = &item.initializer else { return false };
        let constant = match &expression.kind {
            ExpressionKind::Unary(Unary::Minus, operand) => operand,
            _ => expression,
        };
        let is_constant = match &constant.kind {
            ExpressionKind::Integer { .. } | ExpressionKind::Character { .. } => true,
            ExpressionKind::Identifier(name) => matches!(self.lookup(name), Some(Binding::Constant(..))),
            _ => false,
        };
        is_constant && item.designators.is_empty()
    }
}
