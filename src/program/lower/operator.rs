//! Operators on finished values: typing, conversions, folding.

use crate::lower::constant::{fold_binary, fold_unary};
use crate::lower::{Emitter, Lowered};
use crate::{BinaryOp, Expr, ExprNode, UnaryOp};
use base::{Span, extended};
use ctype::{IntegerKind, Type, TypeId, TypeTable};
use frontend::ast;

impl Expr {
    /// Applies an operation to two operands of one type.
    fn binary(types: &TypeTable, op: BinaryOp, left: Expr, right: Expr, ty: TypeId) -> Expr {
        match fold_binary(types, op, &left, &right) {
            Some(value) => Expr::wrapped(types, value, ty),
            None => Expr::new(ExprNode::Binary(op, Box::new(left), Box::new(right)), ty),
        }
    }

    /// Compares operands of one type; the value is 0 or 1.
    pub(super) fn compare(types: &mut TypeTable, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let int = types.int();
        Expr::binary(types, op, left, right, int)
    }

    fn unary(types: &TypeTable, op: UnaryOp, operand: Expr) -> Expr {
        let ty = operand.ty;
        if let (UnaryOp::Negate, ExprNode::Float(bits)) = (op, &operand.node) {
            return Expr::new(ExprNode::Float((-f64::from_bits(*bits)).to_bits()), ty);
        }
        if let (UnaryOp::Negate, ExprNode::LongDouble(bits)) = (op, &operand.node) {
            return Expr::new(ExprNode::LongDouble(extended::negated(*bits)), ty);
        }
        match fold_unary(types, op, &operand) {
            Some(value) => Expr::integer(value, ty),
            None => Expr::new(ExprNode::Unary(op, Box::new(operand)), ty),
        }
    }

    /// Returns `!expr`: the test of a scalar, or the opposite of a comparison.
    pub(super) fn negated_test(self, types: &mut TypeTable) -> Expr {
        let negated = match &self.node {
            ExprNode::Binary(BinaryOp::Equal, a, b) => Some((BinaryOp::NotEqual, a, b)),
            ExprNode::Binary(BinaryOp::NotEqual, a, b) => Some((BinaryOp::Equal, a, b)),
            // `!(a < b)` is `b <= a`, except for floats, where neither may hold.
            ExprNode::Binary(BinaryOp::Less, a, b) if !types.is_float(a.ty) => Some((BinaryOp::LessEqual, b, a)),
            ExprNode::Binary(BinaryOp::LessEqual, a, b) if !types.is_float(a.ty) => Some((BinaryOp::Less, b, a)),
            _ => None,
        };
        if let Some((op, a, b)) = negated {
            return Expr::new(ExprNode::Binary(op, a.clone(), b.clone()), self.ty);
        }
        let zero = Expr::zero(types, self.ty);
        Expr::compare(types, BinaryOp::Equal, self, zero)
    }

    /// Prepares a pointer for arithmetic. GCC lets it run through all rows of an array of arrays, so the result must
    /// not say that it points into one row; only an index into the row itself does.
    pub(super) fn plain_pointer(self, types: &mut TypeTable) -> Expr {
        if !self.names_row(types) {
            return self;
        }
        let (ty, void) = (self.ty, types.void());
        let void = types.pointer(void);
        let address = Expr::new(ExprNode::Cast(Box::new(self)), void);
        Expr::new(ExprNode::Cast(Box::new(address)), ty)
    }

    /// Returns true if a pointer is syntactically the address of an element of a row.
    fn names_row(&self, types: &TypeTable) -> bool {
        let mut root = self;
        while let ExprNode::ElementAddress(base, _) = &root.node {
            root = base;
        }
        let ExprNode::Cast(row) = &root.node else { return false };
        let is_row = types.pointee(row.ty).is_some_and(|row| matches!(types.get(row), Type::Array(_, Some(_))));
        is_row && !matches!(row.node, ExprNode::VariableAddress(_) | ExprNode::FieldAddress(..))
    }
}

impl Emitter<'_> {
    /// Lowers `-e`, `+e` and `~e`.
    pub(super) fn arithmetic_unary(&mut self, op: ast::Unary, operand: Expr, span: Span) -> Lowered<Expr> {
        if let Some(value) = self.extended_unary(op, &operand, span)? {
            return Ok(value);
        }
        let allowed = match op {
            ast::Unary::BitNot => self.program.types.is_integer(operand.ty),
            _ => self.program.types.is_arithmetic(operand.ty),
        };
        if !allowed {
            return self.reporter.fail(
                span,
                format!("the operator cannot be used on a value of type '{}'", self.program.types.display(operand.ty)),
            );
        }
        self.check_wide_bit_field(&operand, span);
        let operand = operand.promote(&mut self.program.types);
        let op = match op {
            ast::Unary::Minus => UnaryOp::Negate,
            ast::Unary::BitNot => UnaryOp::BitNot,
            _ => return Ok(operand),
        };
        Ok(Expr::unary(&self.program.types, op, operand))
    }

    /// Reports arithmetic on a bit-field wider than `int`, which in GCC wraps at the width of the bit-field.
    fn check_wide_bit_field(&mut self, operand: &Expr, span: Span) {
        let ExprNode::Load(address) = &operand.node else { return };
        let ExprNode::FieldAddress(_, field) = &address.node else { return };
        let full = self.program.types.integer_format(operand.ty).map_or(0, |(width, _)| width);
        if self.program.types.field(*field).bits.is_some_and(|(_, width)| (33..full).contains(&width)) {
            let reason = "arithmetic on a bit-field that is wider than int".to_string();
            self.unsupported(&format!("bit-field at {}", span.start), reason, span);
        }
    }

    /// Lowers a binary operator other than `&&` and `||`.
    pub(super) fn operation(&mut self, op: ast::Binary, left: Expr, right: Expr, span: Span) -> Lowered<Expr> {
        use ast::Binary as B;
        if let Some(value) = self.extended_operation(op, &left, &right, span)? {
            return Ok(value);
        }
        if !op.is_comparison() {
            [&left, &right].into_iter().for_each(|operand| self.check_wide_bit_field(operand, span));
        }
        let pointers = (self.program.types.is_pointer(left.ty), self.program.types.is_pointer(right.ty));
        let is_integer = |ty| self.program.types.is_integer(ty);
        match (op, pointers) {
            (B::Add, (true, false)) if is_integer(right.ty) => {
                let base = left.plain_pointer(&mut self.program.types);
                self.element(base, right, span)
            }
            (B::Add, (false, true)) if is_integer(left.ty) => {
                let base = right.plain_pointer(&mut self.program.types);
                self.element(base, left, span)
            }
            (B::Subtract, (true, false)) if is_integer(right.ty) => {
                let back = self.negated_index(right, span);
                let base = left.plain_pointer(&mut self.program.types);
                self.element(base, back, span)
            }
            (B::Subtract, (true, true)) => self.difference(left, right, span),
            (B::Less | B::Greater | B::LessEqual | B::GreaterEqual | B::Equal | B::NotEqual, _) => {
                self.comparison(op, left, right, span)
            }
            (B::ShiftLeft | B::ShiftRight, (false, false)) if is_integer(left.ty) && is_integer(right.ty) => {
                let (left, right) = (left.promote(&mut self.program.types), right.promote(&mut self.program.types));
                let ty = left.ty;
                let op = if op == B::ShiftLeft { BinaryOp::ShiftLeft } else { BinaryOp::ShiftRight };
                Ok(Expr::binary(&self.program.types, op, left, right, ty))
            }
            _ => self.arithmetic(op, left, right, span),
        }
    }

    fn arithmetic(&mut self, op: ast::Binary, left: Expr, right: Expr, span: Span) -> Lowered<Expr> {
        use ast::Binary as B;
        let (operator, floats) = match op {
            B::Multiply => (BinaryOp::Mul, true),
            B::Divide => (BinaryOp::Div, true),
            B::Add => (BinaryOp::Add, true),
            B::Subtract => (BinaryOp::Sub, true),
            B::Remainder => (BinaryOp::Rem, false),
            B::BitAnd => (BinaryOp::BitAnd, false),
            B::BitXor => (BinaryOp::BitXor, false),
            _ => (BinaryOp::BitOr, false),
        };
        let fits = |ty| if floats { self.program.types.is_arithmetic(ty) } else { self.program.types.is_integer(ty) };
        if !fits(left.ty) || !fits(right.ty) || matches!(op, B::ShiftLeft | B::ShiftRight) {
            return self.invalid_operands(left.ty, right.ty, span);
        }
        let (left, right) = (left.promote(&mut self.program.types), right.promote(&mut self.program.types));
        let ty = self.program.types.common_arithmetic(left.ty, right.ty);
        let (left, right) = (left.cast(&mut self.program.types, ty), right.cast(&mut self.program.types, ty));
        Ok(Expr::binary(&self.program.types, operator, left, right, ty))
    }

    pub(super) fn invalid_operands<T>(&mut self, left: TypeId, right: TypeId, span: Span) -> Lowered<T> {
        let (left, right) = (self.program.types.display(left), self.program.types.display(right));
        self.reporter.fail(span, format!("the operator cannot be used on values of types '{left}' and '{right}'"))
    }

    fn comparison(&mut self, op: ast::Binary, left: Expr, right: Expr, span: Span) -> Lowered<Expr> {
        use ast::Binary as B;
        let (left, right) = self.comparable(left, right, span)?;
        Ok(match op {
            B::Equal => Expr::compare(&mut self.program.types, BinaryOp::Equal, left, right),
            B::NotEqual => Expr::compare(&mut self.program.types, BinaryOp::NotEqual, left, right),
            B::Less => Expr::compare(&mut self.program.types, BinaryOp::Less, left, right),
            B::LessEqual => Expr::compare(&mut self.program.types, BinaryOp::LessEqual, left, right),
            B::Greater => Expr::compare(&mut self.program.types, BinaryOp::Less, right, left),
            _ => Expr::compare(&mut self.program.types, BinaryOp::LessEqual, right, left),
        })
    }

    /// Converts both operands of a comparison to one type.
    fn comparable(&mut self, left: Expr, right: Expr, span: Span) -> Lowered<(Expr, Expr)> {
        let types = &self.program.types;
        if self.program.types.is_arithmetic(left.ty) && self.program.types.is_arithmetic(right.ty) {
            let (left, right) = (left.promote(&mut self.program.types), right.promote(&mut self.program.types));
            let ty = self.program.types.common_arithmetic(left.ty, right.ty);
            return Ok((left.cast(&mut self.program.types, ty), right.cast(&mut self.program.types, ty)));
        }
        match (types.is_pointer(left.ty), types.is_pointer(right.ty)) {
            (true, true) => {
                let ty = self.common_pointer(&left, &right);
                if left.ty != right.ty && ty.is_none() {
                    let (a, b) = (self.program.types.display(left.ty), self.program.types.display(right.ty));
                    self.reporter.warn(span, format!("comparison of incompatible pointers '{a}' and '{b}'"));
                }
                let ty = ty.unwrap_or(left.ty);
                Ok((left.cast(&mut self.program.types, ty), right.cast(&mut self.program.types, ty)))
            }
            (true, false) if types.is_integer(right.ty) => {
                if !right.is_null(&self.program.types) {
                    self.reporter.warn(span, "comparison of a pointer with an integer");
                }
                let ty = left.ty;
                Ok((left, right.cast(&mut self.program.types, ty)))
            }
            (false, true) if types.is_integer(left.ty) => {
                let (right, left) = self.comparable(right, left, span)?;
                Ok((left, right))
            }
            _ => self.invalid_operands(left.ty, right.ty, span),
        }
    }

    /// Returns the common type of two pointers, that of the more specific one; `None` if they are incompatible.
    fn common_pointer(&mut self, left: &Expr, right: &Expr) -> Option<TypeId> {
        let is_void = |ty| self.program.types.pointee(ty).is_some_and(|target| self.program.types.is_void(target));
        if left.ty == right.ty || right.is_null(&self.program.types) || is_void(right.ty) {
            Some(left.ty)
        } else if left.is_null(&self.program.types) || is_void(left.ty) {
            Some(right.ty)
        } else if self.are_compatible(left.ty, right.ty) {
            Some(left.ty)
        } else {
            None
        }
    }

    /// Returns `-index` as a signed word or wider: an unsigned index must not wrap at its own width.
    pub(super) fn negated_index(&mut self, index: Expr, span: Span) -> Expr {
        let index = self.signed_index(index, span);
        Expr::unary(&self.program.types, UnaryOp::Negate, index)
    }

    /// Returns an index as a signed number: a word, or `__int128` for a wider index.
    pub(super) fn signed_index(&mut self, index: Expr, span: Span) -> Expr {
        let word = self.program.types.difference_type();
        let types = &self.program.types;
        let format = |ty| types.integer_format(ty).unwrap_or((0, true));
        if format(index.ty).0 <= format(word).0 {
            return index.cast(&mut self.program.types, word);
        }
        if format(index.ty) == (128, false) && !matches!(index.node, ExprNode::Integer(0..)) {
            let reason = "an index of type unsigned __int128".to_string();
            self.unsupported(&format!("index at {}", span.start), reason, span);
        }
        let wide = self.program.types.integer(IntegerKind::Int128, true);
        index.cast(&mut self.program.types, wide)
    }

    /// Returns `base + index`, with `index` in elements. Constant steps are added up; a step of 0 vanishes.
    pub(super) fn element(&mut self, base: Expr, index: Expr, span: Span) -> Lowered<Expr> {
        let target = self.program.types.pointee(base.ty);
        if let Some(array) = target.filter(|target| self.arrays.is_variable(&self.program.types, *target)) {
            return self.variable_element(base, array, index, span);
        }
        let size = target.and_then(|target| self.program.types.size_of(target));
        if size.is_none() {
            return self.reporter.fail(
                span,
                format!("arithmetic on '{}', a pointer to an incomplete type", self.program.types.display(base.ty)),
            );
        }
        if index.node == ExprNode::Integer(0) {
            return Ok(base);
        }
        if let (ExprNode::ElementAddress(inner, first), ExprNode::Integer(second)) = (&base.node, &index.node)
            && let ExprNode::Integer(first) = first.node
            && base.ty == inner.ty
            && let Some(sum) = first.checked_add(*second)
            && let word = self.program.types.difference_type()
            && let ExprNode::Integer(wrapped) = Expr::wrapped(&self.program.types, sum, word).node
            && wrapped == sum
        {
            return self.element(inner.as_ref().clone(), Expr::integer(sum, word), span);
        }
        let ty = base.ty;
        Ok(Expr::new(ExprNode::ElementAddress(Box::new(base), Box::new(index)), ty))
    }

    fn difference(&mut self, left: Expr, right: Expr, span: Span) -> Lowered<Expr> {
        let target = self.program.types.pointee(left.ty);
        if let Some(array) = target.filter(|target| self.arrays.is_variable(&self.program.types, *target))
            && self.are_compatible(left.ty, right.ty)
        {
            return self.variable_difference(left, right, array, span);
        }
        let size = target.and_then(|target| self.program.types.size_of(target));
        if left.ty != right.ty || size.is_none_or(|size| size == 0) {
            return self.invalid_operands(left.ty, right.ty, span);
        }
        let word = self.program.types.difference_type();
        Ok(Expr::new(ExprNode::PointerDifference(Box::new(left), Box::new(right)), word))
    }
}
