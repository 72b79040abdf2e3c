//! Conversions: explicit in expressions, checked as GCC checks them.

use crate::lower::constant::fold_cast;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered};
use crate::{BinaryOp, Expr, ExprNode};
use base::Span;
use ctype::{Field, FieldId, FloatKind, IntegerKind, RecordId, RecordKind, Type, TypeId, TypeTable};

impl Expr {
    pub(super) fn is_bit_field(&self, types: &TypeTable) -> bool {
        matches!(&self.node, ExprNode::FieldAddress(_, field) if types.field(*field).bits.is_some())
    }

    pub(super) fn int(types: &mut TypeTable, value: i128) -> Expr {
        Expr::integer(value, types.int())
    }

    pub(super) fn null(ty: TypeId) -> Expr {
        Expr::new(ExprNode::Null, ty)
    }

    pub(super) fn zero(types: &TypeTable, ty: TypeId) -> Expr {
        match types.get(ty) {
            Type::Pointer(_) => Expr::null(ty),
            Type::Float(FloatKind::LongDouble) => Expr::new(ExprNode::LongDouble(0), ty),
            Type::Float(_) => Expr::new(ExprNode::Float(0), ty),
            _ => Expr::integer(0, ty),
        }
    }

    pub(super) fn wrapped(types: &TypeTable, value: i128, ty: TypeId) -> Expr {
        Expr::integer(types.wrap(value, ty), ty)
    }

    /// Returns true for a null pointer constant: `0`, or the null pointer.
    pub(super) fn is_null(&self, types: &TypeTable) -> bool {
        self.node == ExprNode::Null || (self.node == ExprNode::Integer(0) && types.is_integer(self.ty))
    }

    /// Returns `(ty)expr` for scalars; the expression itself if nothing changes.
    pub(super) fn cast(self, types: &mut TypeTable, ty: TypeId) -> Expr {
        if self.ty == ty {
            return self;
        }
        if let Some(folded) = fold_cast(types, &self, ty) {
            return folded;
        }
        if *types.get(ty) == (Type::Integer { kind: IntegerKind::Bool, signed: false }) && !is_truth_value(&self) {
            let test = self.nonzero_test(types);
            return Expr::new(ExprNode::Cast(Box::new(test)), ty);
        }
        if types.is_pointer(ty) && self.is_null(types) {
            return Expr::null(ty);
        }
        // A cast between pointers keeps the address: of several in a row only the last counts.
        if types.is_pointer(ty)
            && types.is_pointer(self.ty)
            && let ExprNode::Cast(inner) = &self.node
            && types.is_pointer(inner.ty)
            && !inner.is_array_address(types)
        {
            return inner.as_ref().clone().cast(types, ty);
        }
        Expr::new(ExprNode::Cast(Box::new(self)), ty)
    }

    fn is_array_address(&self, types: &TypeTable) -> bool {
        types.pointee(self.ty).is_some_and(|target| matches!(types.get(target), Type::Array(..)))
    }

    /// Returns `expr != 0` or `expr != NULL`, as 0 or 1.
    fn nonzero_test(self, types: &mut TypeTable) -> Expr {
        let zero = Expr::zero(types, self.ty);
        Expr::compare(types, BinaryOp::NotEqual, self, zero)
    }

    pub(super) fn promote(self, types: &mut TypeTable) -> Expr {
        let ty = types.promoted(self.ty);
        let ty = match &self.node {
            ExprNode::Load(address) => address.promoted_bit_field(types).unwrap_or(ty),
            _ => ty,
        };
        if types.is_integer(self.ty) { self.cast(types, ty) } else { self }
    }

    /// Gives a bit-field that is to be kept in a variable or a constant the type that it promotes to.
    pub fn promote_bit_field(self, types: &mut TypeTable) -> Expr {
        let ty = match &self.node {
            ExprNode::Load(address) => address.promoted_bit_field(types),
            _ => None,
        };
        match ty {
            Some(ty) => self.cast(types, ty),
            None => self,
        }
    }

    pub(super) fn promote_argument(self, types: &mut TypeTable) -> Expr {
        if *types.get(self.ty) == Type::Float(FloatKind::Float) {
            let double = types.intern(Type::Float(FloatKind::Double));
            return self.cast(types, double);
        }
        self.promote(types)
    }

    /// Returns the type that the bit-field at an address promotes to, if that is not its own: `int` if it can represent
    /// all values of the field, else `unsigned int` if that can (C11 6.3.1.1p2). C does not specify wider ones; they
    /// keep their type, as in clang.
    pub(super) fn promoted_bit_field(&self, types: &mut TypeTable) -> Option<TypeId> {
        let ExprNode::FieldAddress(_, field) = &self.node else { return None };
        let Field { bits, ty, .. } = types.field(*field);
        let ((_, width), ty) = ((*bits)?, *ty);
        let is_signed = match types.get(ty) {
            Type::Integer { signed, .. } => *signed,
            _ => false,
        };
        match width {
            ..32 => Some(types.int()),
            32 if types.size_of(ty) > Some(4) => Some(types.integer(IntegerKind::Int, is_signed)),
            _ => None,
        }
    }
}

impl LoweredValue {
    /// Casts a bit-field to its own type: the result is no bit-field, and promotes as its type does.
    fn without_bit_field(self, types: &mut TypeTable) -> LoweredValue {
        match self {
            LoweredValue::Pure(Expr { node: ExprNode::Load(address), ty })
                if address.promoted_bit_field(types).is_some() =>
            {
                let load = Expr::new(ExprNode::Load(address), ty);
                LoweredValue::Pure(Expr::new(ExprNode::Cast(Box::new(load)), ty))
            }
            value => value,
        }
    }
}

impl Emitter<'_> {
    /// Converts as if by assignment to `ty`; reports what C forbids. `purpose` names the conversion in messages.
    pub(super) fn assign_convert(
        &mut self,
        value: LoweredValue,
        ty: TypeId,
        purpose: &str,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let from = value.ty(&mut self.program.types);
        if from == ty {
            return Ok(value);
        }
        if let Some(value) = self.extended_conversion(&value, ty, false, span)? {
            return Ok(value);
        }
        let constant = matches!(&value, LoweredValue::Pure(expr) if expr.is_null(&self.program.types));
        let types = &self.program.types;
        match (types.get(from), types.get(ty)) {
            _ if self.program.types.is_arithmetic(from) && self.program.types.is_arithmetic(ty) => {}
            (Type::Pointer(a), Type::Pointer(b)) => {
                if !constant && !self.compatible_targets(*a, *b) {
                    let (a, b) = (self.program.types.display(from), self.program.types.display(ty));
                    self.reporter.warn(span, format!("{purpose}: '{a}' becomes '{b}', an incompatible pointer type"));
                }
            }
            (Type::Integer { .. }, Type::Pointer(_)) if constant => {}
            (Type::Pointer(_), Type::Integer { kind: IntegerKind::Bool, .. }) => {}
            (Type::Integer { .. }, Type::Pointer(_)) => {
                self.reporter.warn(span, format!("{purpose}: an integer becomes a pointer without a cast"));
            }
            (Type::Pointer(_), Type::Integer { .. }) => {
                self.reporter.warn(span, format!("{purpose}: a pointer becomes an integer without a cast"));
            }
            _ => {
                let (from, to) = (self.program.types.display(from), self.program.types.display(ty));
                return self
                    .reporter
                    .fail(span, format!("{purpose}: incompatible types, '{from}' where '{to}' is needed"));
            }
        }
        self.convert(value, ty, span)
    }

    /// Returns true if two types are compatible in C: equal, except for unspecified array sizes and parameters.
    pub(super) fn are_compatible(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        if a == b {
            return true;
        }
        if let (Some((x, m)), Some((y, n))) =
            (self.arrays.as_array(&self.program.types, a), self.arrays.as_array(&self.program.types, b))
        {
            return (m == n || m.is_none() || n.is_none()) && self.are_compatible(x, y);
        }
        match (types.get(a), types.get(b)) {
            (Type::Pointer(x), Type::Pointer(y)) => self.are_compatible(*x, *y),
            (
                Type::Function { result: x, parameters: first, variadic: m },
                Type::Function { result: y, parameters: second, variadic: n },
            ) => {
                let is_open = |parameters: &[TypeId], variadic: bool| parameters.is_empty() && variadic;
                let fits = first.len() == second.len()
                    && m == n
                    && first.iter().zip(second).all(|(a, b)| self.are_compatible(*a, *b));
                self.are_compatible(*x, *y) && (fits || is_open(first, *m) || is_open(second, *n))
            }
            _ => false,
        }
    }

    /// Returns true if `a *` converts silently to `b *`: ignores `void`, qualifiers, signedness and prototypes.
    fn compatible_targets(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        if a == b || self.program.types.is_void(a) || self.program.types.is_void(b) {
            return true;
        }
        match (types.get(a), types.get(b)) {
            (Type::Integer { kind: x, .. }, Type::Integer { kind: y, .. }) => x == y,
            (Type::Function { result: x, .. }, Type::Function { result: y, .. }) => x == y,
            _ => self.arrays.as_array(&self.program.types, a).is_some() && self.are_compatible(a, b),
        }
    }

    /// Converts between scalars; an allocation takes the target type.
    pub(super) fn convert(&mut self, value: LoweredValue, ty: TypeId, span: Span) -> Lowered<LoweredValue> {
        let from = value.ty(&mut self.program.types);
        if from == ty {
            return Ok(value);
        }
        let both = |test: &dyn Fn(TypeId) -> bool| test(from) && test(ty);
        let types = &self.program.types;
        Ok(match value {
            LoweredValue::Pure(expr) => LoweredValue::Pure(expr.cast(&mut self.program.types, ty)),
            LoweredValue::Allocate { bytes, zeroed, .. } if types.is_pointer(ty) => {
                LoweredValue::Allocate { bytes, zeroed, ty }
            }
            // Every value of the narrower type converts from one of the wider, except from `_Bool`.
            LoweredValue::Havoc { .. }
                if both(&|ty| types.is_integer(ty))
                    && types.size_of(ty) <= types.size_of(from)
                    && !matches!(types.get(from), Type::Integer { kind: IntegerKind::Bool, .. }) =>
            {
                LoweredValue::Havoc { ty }
            }
            LoweredValue::Choice { arms, .. } => self.convert_arms(arms, ty, span)?,
            value => {
                let expr = self.materialize(value, span)?;
                LoweredValue::Pure(expr.cast(&mut self.program.types, ty))
            }
        })
    }

    /// Converts every arm where its computation ended.
    pub(super) fn convert_arms(
        &mut self,
        arms: Vec<(usize, LoweredValue)>,
        ty: TypeId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let mut converted = Vec::with_capacity(arms.len());
        for (node, arm) in arms {
            self.builder.current = node;
            let arm = self.convert(arm, ty, span)?;
            converted.push((self.builder.current, arm));
        }
        Ok(LoweredValue::Choice { arms: converted, ty })
    }

    pub(super) fn explicit_cast(&mut self, value: LoweredValue, ty: TypeId, span: Span) -> Lowered<LoweredValue> {
        let from = value.ty(&mut self.program.types);
        if self.program.types.is_void(ty) {
            self.discard(value, span)?;
            return Ok(LoweredValue::Void);
        }
        if from == ty {
            return Ok(value.without_bit_field(&mut self.program.types));
        }
        if let Some(value) = self.extended_conversion(&value, ty, true, span)? {
            return Ok(value);
        }
        if let Type::Record(record) = self.program.types.get(ty) {
            return self.cast_to_union(value, ty, *record, span);
        }
        let types = &self.program.types;
        let floats = matches!(types.get(from), Type::Float(_)) || matches!(types.get(ty), Type::Float(_));
        let pointers = types.is_pointer(from) || types.is_pointer(ty);
        if !types.is_scalar(from) || !types.is_scalar(ty) || (floats && pointers) {
            let (from, to) = (self.program.types.display(from), self.program.types.display(ty));
            return self.reporter.fail(span, format!("a cast from '{from}' to '{to}' is not allowed"));
        }
        self.convert(value, ty, span)
    }

    /// Lowers GNU's cast to a union that has a member of the value's type: a union with that member set.
    fn cast_to_union(
        &mut self,
        value: LoweredValue,
        ty: TypeId,
        record: RecordId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let from = value.ty(&mut self.program.types);
        let types = &self.program.types;
        let is_whole = |field: &Field| match field.bits {
            Some((_, width)) => types.size_of(field.ty).is_some_and(|size| size.saturating_mul(8) == u64::from(width)),
            None => true,
        };
        let member = types.fields(record).iter().position(|field| field.ty == from && is_whole(field));
        let Some(index) = member.filter(|_| types.record(record).is_union) else {
            let (from, to) = (self.program.types.display(from), self.program.types.display(ty));
            return self.reporter.fail(span, format!("a cast from '{from}' to '{to}' is not allowed"));
        };
        self.union_of(value, ty, FieldId { record, index: index as u32 }, span)
    }

    fn union_of(&mut self, value: LoweredValue, ty: TypeId, member: FieldId, span: Span) -> Lowered<LoweredValue> {
        let variable = self.temporary(ty, span);
        let address = self.program.address_of(variable);
        let place = Expr::field_address(&mut self.program.types, address, member);
        self.finish(value, place, span)?;
        Ok(LoweredValue::Pure(self.program.value_of(variable)))
    }

    /// Wraps an argument for a parameter of a GNU transparent union: the first member that accepts it is set. Any other
    /// value is returned unchanged.
    pub(super) fn in_transparent_union(
        &mut self,
        value: LoweredValue,
        ty: TypeId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let from = value.ty(&mut self.program.types);
        let Some(record) = self.program.types.record_of_kind(ty, RecordKind::TransparentUnion) else {
            return Ok(value);
        };
        let is_null = matches!(&value, LoweredValue::Pure(expr) if expr.is_null(&self.program.types));
        let types = &self.program.types;
        let takes = |field: &Field| match (types.pointee(from), types.pointee(field.ty)) {
            (Some(given), Some(wanted)) => self.compatible_targets(given, wanted),
            (None, Some(_)) => is_null,
            _ => field.ty == from,
        };
        let fields = types.fields(record);
        // The same type takes precedence: a `void *` member would accept every pointer.
        let member = fields.iter().position(|field| field.ty == from).or_else(|| fields.iter().position(takes));
        let Some(index) = member.filter(|_| from != ty) else { return Ok(value) };
        let field = FieldId { record, index: index as u32 };
        let wanted = self.program.types.field(field).ty;
        let value = self.convert(value, wanted, span)?;
        self.union_of(value, ty, field, span)
    }
}

fn is_truth_value(expr: &Expr) -> bool {
    match &expr.node {
        ExprNode::Binary(op, ..) => op.is_comparison(),
        ExprNode::Integer(value) => (0..=1).contains(value),
        _ => false,
    }
}
