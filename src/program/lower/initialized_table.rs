//! Long tables of integer constants: one copy of constant bytes instead of a store for each element.

use std::rc::Rc;

use crate::lower::initializer::Storage;
use crate::lower::scope::{Binding, Scopes};
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, Expr, ExprNode};
use base::Span;
use ctype::{IntegerKind, Type, TypeId};
use frontend::ast::{ExpressionKind, Initializer, InitializerItem, Unary};

/// Shorter tables are stored element by element, so that engines see each value.
const SHORTEST_TABLE: usize = 1024;

impl Lowerer<'_> {
    /// Returns the bytes of an array initialised by a long list of integer constants; `None` for any other initialiser.
    pub(super) fn table(&mut self, ty: TypeId, items: &[InitializerItem]) -> Lowered<Option<Rc<[u8]>>> {
        let Type::Array(element, count) = *self.program.types.get(ty) else { return Ok(None) };
        let fits = count.is_none_or(|count| items.len() as u64 <= count);
        if !fits || items.len() < SHORTEST_TABLE || !items.iter().all(|item| is_number(&self.scopes, item)) {
            return Ok(None);
        }
        let is_plain =
            matches!(self.program.types.get(element), Type::Integer { kind, .. } if *kind != IntegerKind::Bool);
        let size = self.program.types.size_of(element).and_then(|size| usize::try_from(size).ok());
        let Some(size) = size.filter(|_| is_plain) else { return Ok(None) };
        let mut bytes = Vec::with_capacity(size.saturating_mul(items.len()));
        for item in items {
            let Initializer::Expression(expression) = &item.initializer else { return Ok(None) };
            let value = match self.value(expression)? {
                LoweredValue::Pure(value) => value.cast(&mut self.program.types, element),
                _ => return Ok(None),
            };
            let ExprNode::Integer(value) = value.node else { return Ok(None) };
            bytes.extend(value.to_le_bytes().iter().take(size));
        }
        Ok(Some(bytes.into()))
    }
}

impl Emitter<'_> {
    pub(super) fn write_table(&mut self, place: &Expr, bytes: &[u8], span: Span, storage: Storage) {
        let array = self.program.types.pointee(place.ty).map(|ty| self.program.types.get(ty));
        let Some(&Type::Array(element, _)) = array else { return };
        let size = self.program.types.size_of(element).unwrap_or(1).max(1);
        let table = self.program.types.intern(Type::Array(element, Some(bytes.len() as u64 / size)));
        let pointer = self.program.types.pointer(table);
        let target = if place.ty == pointer {
            place.clone()
        } else {
            Expr::new(ExprNode::Cast(Box::new(place.clone())), pointer)
        };
        let source = Expr::new(ExprNode::Cast(Box::new(self.program.string_address(bytes))), pointer);
        self.write(Command::Copy { target, source, ty: table }, span, storage);
    }
}

/// Returns true for a number, possibly negated, a character or an enumeration constant, without designators.
fn is_number(scopes: &Scopes<'_>, item: &InitializerItem) -> bool {
    let Initializer::Expression(expression) = &item.initializer else { return false };
    let constant = match &expression.kind {
        ExpressionKind::Unary(Unary::Minus, operand) => operand,
        _ => expression,
    };
    let is_constant = match &constant.kind {
        ExpressionKind::Integer { .. } | ExpressionKind::Character { .. } => true,
        ExpressionKind::Identifier(name) => matches!(scopes.lookup(name), Some(Binding::Constant(..))),
        _ => false,
    };
    is_constant && item.designators.is_empty()
}
