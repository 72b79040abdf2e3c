//! Operations on vectors and complex numbers, part by part, as in GNU C.
//!
//! An operation on two vectors applies to each pair of elements; a number beside a vector stands for a vector of it. A
//! comparison gives -1 or 0 for each pair. For complex numbers, sums, differences, equality, products with a real
//! number and quotients by one are supported. Other products and quotients are not: on overflow, their results depend
//! on the compiler.
//!
//! An unsupported operation may have any value, and no run through it confirms an error.

use crate::lower::expression::float_constant;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, Expr, ExprNode, Reach};
use base::Span;
use ctype::{FieldId, IntegerKind, RecordKind, Type, TypeId, TypeTable};
use frontend::ast::{Binary, Expression, Unary};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ComplexPart {
    Real,
    Imaginary,
}

impl ComplexPart {
    const BOTH: [ComplexPart; 2] = [ComplexPart::Real, ComplexPart::Imaginary];

    /// Returns the part that `__real__` or `__imag__` selects.
    pub(super) fn of(op: Unary) -> ComplexPart {
        if op == Unary::Imaginary { ComplexPart::Imaginary } else { ComplexPart::Real }
    }
}

impl Lowerer<'_> {
    /// Lowers `__real__ e` and `__imag__ e` of any number.
    pub(super) fn part_of_number(&mut self, which: ComplexPart, number: &Expression, span: Span) -> Lowered<Expr> {
        let number = self.operand(number)?;
        let part = self.program.types.complex_part(number.ty);
        match part.or_else(|| self.program.types.is_arithmetic(number.ty).then_some(number.ty)) {
            Some(part) => Ok(complex_part_of(&mut self.program.types, &number, which, part)),
            None => self.reporter.fail(span, "a number is needed here"),
        }
    }
}

impl Emitter<'_> {
    /// Lowers a binary operation on vectors or complex numbers. `None` if neither operand is one.
    pub(super) fn extended_operation(
        &mut self,
        op: Binary,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Lowered<Option<Expr>> {
        let vector = [left.ty, right.ty].into_iter().find(|ty| self.program.types.vector_elements(*ty).is_some());
        if let Some(vector) = vector {
            return self.vector_operation(op, left, right, vector, span).map(Some);
        }
        match self.program.types.complex_part(left.ty).is_some() || self.program.types.complex_part(right.ty).is_some()
        {
            true => self.complex_operation(op, left, right, span).map(Some),
            false => Ok(None),
        }
    }

    fn vector_operation(&mut self, op: Binary, left: &Expr, right: &Expr, vector: TypeId, span: Span) -> Lowered<Expr> {
        let Some((element, count)) = self.program.types.vector_elements(vector) else {
            return self.invalid_operands(left.ty, right.ty, span);
        };
        let fits = |lowerer: &Self, ty: TypeId| match lowerer.program.types.vector_elements(ty) {
            Some((other, others)) => {
                let types = &lowerer.program.types;
                others == count && types.size_of(other) == types.size_of(element)
            }
            None => lowerer.program.types.is_arithmetic(ty),
        };
        if !fits(self, left.ty) || !fits(self, right.ty) {
            return self.invalid_operands(left.ty, right.ty, span);
        }
        let result = if op.is_comparison() { self.vector_of_truths(element, count) } else { Some(vector) };
        let Some((result, wanted)) = result.and_then(|ty| Some((ty, self.program.types.vector_elements(ty)?.0))) else {
            return self.invalid_operands(left.ty, right.ty, span);
        };
        let target = self.temporary(result, span);
        for index in 0..count {
            let [left, right] =
                [left, right].map(|operand| vector_part(&mut self.program.types, operand, index, element));
            let value = self.operation(op, left, right, span)?;
            let value = if op.is_comparison() { self.all_bits_if(value, wanted, span)? } else { value };
            let value = value.cast(&mut self.program.types, wanted);
            let address = self.program.address_of(target);
            let place = vector_place(&mut self.program.types, address, index, wanted);
            self.store(place, value, span);
        }
        Ok(self.program.value_of(target))
    }

    /// Returns -1 if `truth` holds, else 0.
    fn all_bits_if(&mut self, truth: Expr, ty: TypeId, span: Span) -> Lowered<Expr> {
        let (truth, zero) = (truth.cast(&mut self.program.types, ty), Expr::zero(&self.program.types, ty));
        self.operation(Binary::Subtract, zero, truth, span)
    }

    /// Returns the vector type of a comparison: signed integers, as many and of the same size.
    fn vector_of_truths(&mut self, element: TypeId, count: u64) -> Option<TypeId> {
        let size = self.program.types.size_of(element)?;
        let kinds = [IntegerKind::Char, IntegerKind::Short, IntegerKind::Int, IntegerKind::Long, IntegerKind::LongLong];
        let integers = kinds.map(|kind| self.program.types.integer(kind, true));
        let truth = integers.into_iter().find(|ty| self.program.types.size_of(*ty) == Some(size))?;
        Some(self.vector_of(truth, count.checked_mul(size)?))
    }

    fn complex_operation(&mut self, op: Binary, left: &Expr, right: &Expr, span: Span) -> Lowered<Expr> {
        let part_of = |lowerer: &Self, ty: TypeId| match lowerer.program.types.complex_part(ty) {
            Some(part) => Some(part),
            None => lowerer.program.types.is_arithmetic(ty).then_some(ty),
        };
        let (Some(a), Some(b)) = (part_of(self, left.ty), part_of(self, right.ty)) else {
            return self.invalid_operands(left.ty, right.ty, span);
        };
        let part = self.program.types.common_arithmetic(a, b);
        let (is_left, is_right) =
            (self.program.types.complex_part(left.ty).is_some(), self.program.types.complex_part(right.ty).is_some());
        match op {
            Binary::Add | Binary::Subtract => {}
            Binary::Multiply if !(is_left && is_right) => {}
            Binary::Divide if !is_right => {}
            Binary::Equal | Binary::NotEqual => return self.are_complex_equal(op, left, right, part, span),
            Binary::Multiply | Binary::Divide => {
                let ty = self.complex(part);
                return Ok(self.any_value(ty, "a product or quotient of complex numbers", span));
            }
            _ => return self.invalid_operands(left.ty, right.ty, span),
        }
        let mut parts = Vec::with_capacity(2);
        for which in ComplexPart::BOTH {
            let scales = matches!(op, Binary::Multiply | Binary::Divide);
            // A real number beside a complex one has no imaginary part, and scales both.
            let real_operand = |lowerer: &mut Self, operand: &Expr| match scales
                && lowerer.program.types.complex_part(operand.ty).is_none()
            {
                true => operand.clone().cast(&mut lowerer.program.types, part),
                false => complex_part_of(&mut lowerer.program.types, operand, which, part),
            };
            let (left, right) = (real_operand(self, left), real_operand(self, right));
            let value = match (which, op) {
                (ComplexPart::Imaginary, Binary::Add) if !is_right => left,
                (ComplexPart::Imaginary, Binary::Add) if !is_left => right,
                (ComplexPart::Imaginary, Binary::Subtract) if !is_right => left,
                (ComplexPart::Imaginary, Binary::Subtract) if !is_left => {
                    self.arithmetic_unary(Unary::Minus, right, span)?
                }
                _ => self.operation(op, left, right, span)?,
            };
            parts.push(value.cast(&mut self.program.types, part));
        }
        self.complex_of(parts, part, span)
    }

    fn are_complex_equal(&mut self, op: Binary, left: &Expr, right: &Expr, part: TypeId, span: Span) -> Lowered<Expr> {
        let equal = |lowerer: &mut Self, which: ComplexPart| {
            let [left, right] =
                [left, right].map(|operand| complex_part_of(&mut lowerer.program.types, operand, which, part));
            lowerer.operation(Binary::Equal, left, right, span)
        };
        let (real, imaginary) = (equal(self, ComplexPart::Real)?, equal(self, ComplexPart::Imaginary)?);
        let both = self.operation(Binary::BitAnd, real, imaginary, span)?;
        Ok(if op == Binary::Equal { both } else { both.negated_test(&mut self.program.types) })
    }

    /// Returns the complex number of two parts, in a temporary.
    fn complex_of(&mut self, parts: Vec<Expr>, part: TypeId, span: Span) -> Lowered<Expr> {
        let ty = self.complex(part);
        let target = self.temporary(ty, span);
        for (which, value) in ComplexPart::BOTH.into_iter().zip(parts) {
            let address = self.program.address_of(target);
            let place = complex_place(&mut self.program.types, address, which);
            self.store(place, value, span);
        }
        Ok(self.program.value_of(target))
    }

    pub(super) fn imaginary(&mut self, value: f64, suffix: Option<char>, span: Span) -> Lowered<Expr> {
        let value = float_constant(&mut self.program.types, value, suffix);
        let part = value.ty;
        self.complex_of(vec![Expr::zero(&self.program.types, part), value], part, span)
    }

    /// Lowers `-e`, `+e` and `~e` of a vector or complex number; `None` if it is neither. `~` of a complex number is
    /// its conjugate.
    pub(super) fn extended_unary(&mut self, op: Unary, operand: &Expr, span: Span) -> Lowered<Option<Expr>> {
        if let Some((element, count)) = self.program.types.vector_elements(operand.ty) {
            let target = self.temporary(operand.ty, span);
            for index in 0..count {
                let part = vector_part(&mut self.program.types, operand, index, element);
                let value = self.arithmetic_unary(op, part, span)?;
                let value = value.cast(&mut self.program.types, element);
                let address = self.program.address_of(target);
                let place = vector_place(&mut self.program.types, address, index, element);
                self.store(place, value, span);
            }
            return Ok(Some(self.program.value_of(target)));
        }
        let Some(part) = self.program.types.complex_part(operand.ty) else { return Ok(None) };
        let mut parts = Vec::with_capacity(2);
        for which in ComplexPart::BOTH {
            let value = complex_part_of(&mut self.program.types, operand, which, part);
            parts.push(match (op, which) {
                (Unary::Minus, _) | (Unary::BitNot, ComplexPart::Imaginary) => {
                    let value = self.arithmetic_unary(Unary::Minus, value, span)?;
                    value.cast(&mut self.program.types, part)
                }
                _ => value,
            });
        }
        self.complex_of(parts, part, span).map(Some)
    }

    /// Converts a value from or to a vector or complex type; `None` if neither type is one, or C has no such
    /// conversion. Vectors keep their bits.
    pub(super) fn extended_conversion(
        &mut self,
        value: &LoweredValue,
        ty: TypeId,
        is_cast: bool,
        span: Span,
    ) -> Lowered<Option<LoweredValue>> {
        let from = value.ty(&mut self.program.types);
        if self.program.types.record_of_kind(from, RecordKind::Untyped).is_some() {
            return Ok(Some(LoweredValue::Havoc { ty }));
        }
        let is_number = |lowerer: &Self, ty: TypeId| {
            lowerer.program.types.is_arithmetic(ty) || lowerer.program.types.complex_part(ty).is_some()
        };
        if (self.program.types.complex_part(from).is_some() || self.program.types.complex_part(ty).is_some())
            && is_number(self, from)
            && is_number(self, ty)
        {
            let value = self.materialize(value.clone(), span)?;
            return self.complex_conversion(&value, ty, span).map(LoweredValue::Pure).map(Some);
        }
        let types = &self.program.types;
        let keeps_bits = |ty: TypeId| types.vector_elements(ty).is_some() || is_cast && types.is_integer(ty);
        let is_vector = types.vector_elements(from).is_some() || types.vector_elements(ty).is_some();
        if !is_vector || !keeps_bits(from) || !keeps_bits(ty) || types.size_of(from) != types.size_of(ty) {
            return Ok(None);
        }
        let value = self.store_in_temporary(value.clone(), span)?;
        let ExprNode::Load(address) = value.node else { return Ok(None) };
        let pointer = self.program.types.pointer(ty);
        self.program.mark_address_taken(&address);
        let place = Expr::new(ExprNode::Cast(address), pointer);
        Ok(Some(LoweredValue::Pure(Expr::new(ExprNode::Load(Box::new(place)), ty))))
    }

    fn complex_conversion(&mut self, value: &Expr, ty: TypeId, span: Span) -> Lowered<Expr> {
        if let Some(part) = self.program.types.complex_part(ty) {
            let parts = ComplexPart::BOTH.map(|which| complex_part_of(&mut self.program.types, value, which, part));
            return self.complex_of(parts.to_vec(), part, span);
        }
        let part = self.program.types.complex_part(value.ty).unwrap_or(value.ty);
        if matches!(self.program.types.get(ty), Type::Integer { kind: IntegerKind::Bool, .. }) {
            let zero = Expr::zero(&self.program.types, part);
            let differs = self.are_complex_equal(Binary::NotEqual, value, &zero, part, span)?;
            return Ok(differs.cast(&mut self.program.types, ty));
        }
        let real = complex_part_of(&mut self.program.types, value, ComplexPart::Real, part);
        Ok(real.cast(&mut self.program.types, ty))
    }

    /// Returns an arbitrary value of the type for an unsupported operation; runs through it confirm no error.
    pub(super) fn any_value(&mut self, ty: TypeId, what: &str, span: Span) -> Expr {
        self.unsupported_within(&format!("{what} at {}", span.start), Reach::Nothing, what.to_string(), span);
        let target = self.temporary(ty, span);
        let address = self.program.address_of(target);
        self.builder.emit(Command::Havoc { address }, span);
        self.program.value_of(target)
    }
}

/// Returns an element of a vector, or a number that stands for a vector converted to the element type.
fn vector_part(types: &mut TypeTable, operand: &Expr, index: u64, element: TypeId) -> Expr {
    match (&operand.node, types.vector_elements(operand.ty)) {
        (ExprNode::Load(address), Some((own, _))) => {
            let place = vector_place(types, address.as_ref().clone(), index, own);
            Expr::new(ExprNode::Load(Box::new(place)), own)
        }
        _ => operand.clone().cast(types, element),
    }
}

/// Returns the address of an element of the vector at an address.
fn vector_place(types: &mut TypeTable, vector: Expr, index: u64, element: TypeId) -> Expr {
    let first = first_of_vector(types, vector, element);
    match index {
        0 => first,
        _ => {
            let (ty, word) = (first.ty, types.difference_type());
            let index = Expr::integer(i128::from(index), word);
            Expr::new(ExprNode::ElementAddress(Box::new(first), Box::new(index)), ty)
        }
    }
}

/// Returns the address of the first element of the vector at an address.
pub(super) fn first_of_vector(types: &mut TypeTable, vector: Expr, element: TypeId) -> Expr {
    let pointer = types.pointer(element);
    let record = types.pointee(vector.ty);
    let array = match record.and_then(|ty| types.record_of_kind(ty, RecordKind::Vector)) {
        Some(record) => Expr::field_address(types, vector, FieldId { record, index: 0 }),
        None => vector,
    };
    Expr::new(ExprNode::Cast(Box::new(array)), pointer)
}

/// Returns a part of a number, converted to `ty`. The imaginary part of a real number is 0.
fn complex_part_of(types: &mut TypeTable, operand: &Expr, which: ComplexPart, ty: TypeId) -> Expr {
    let value = match (&operand.node, types.complex_part(operand.ty), which) {
        (ExprNode::Load(address), Some(part), _) => {
            let place = complex_place(types, address.as_ref().clone(), which);
            Expr::new(ExprNode::Load(Box::new(place)), part)
        }
        (_, _, ComplexPart::Real) => operand.clone(),
        (_, _, ComplexPart::Imaginary) => Expr::zero(types, ty),
    };
    value.cast(types, ty)
}

/// Returns the address of a part of the complex number at an address.
pub(super) fn complex_place(types: &mut TypeTable, number: Expr, which: ComplexPart) -> Expr {
    let record = types.pointee(number.ty);
    match record.and_then(|ty| types.record_of_kind(ty, RecordKind::Complex)) {
        Some(record) => Expr::field_address(types, number, FieldId { record, index: which as u32 }),
        None => number,
    }
}
