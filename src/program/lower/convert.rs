//! Conversions: explicit in expressions, checked as GCC checks them.

use crate::lower::constant::fold_cast;
use crate::lower::value::LoweredValue;
use crate::lower::{Lowered, Lowerer};
use crate::{BinaryOp, Expr, ExprNode};
use base::Span;
use ctype::{Field, FieldId, FloatKind, IntegerKind, RecordId, RecordKind, Type, TypeId};

/// What an implicit conversion is for, in messages.
pub(super) type Purpose<'a> = &'a str;

impl Lowerer<'_> {
    pub(super) fn int_constant(&mut self, value: i128) -> Expr {
        Expr::integer(value, self.program.types.int())
    }

    /// The null pointer of a type.
    pub(super) fn null(&self, ty: TypeId) -> Expr {
        Expr::new(ExprNode::Null, ty)
    }

    /// Whether it is a null pointer constant: `0`, or the null pointer.
    pub(super) fn is_null(&self, expr: &Expr) -> bool {
        expr.node == ExprNode::Null || (expr.node == ExprNode::Integer(0) && self.program.types.is_integer(expr.ty))
    }

    /// `(ty)expr` between scalars; nothing is added where nothing changes.
    pub(super) fn cast(&mut self, expr: Expr, ty: TypeId) -> Expr {
        if expr.ty == ty {
            return expr;
        }
        if let Some(folded) = fold_cast(&self.program.types, &expr, ty) {
            return folded;
        }
        let types = &self.program.types;
        if *types.get(ty) == (Type::Integer { kind: IntegerKind::Bool, signed: false }) && !is_truth_value(&expr) {
            let test = self.test(expr);
            return Expr::new(ExprNode::Cast(Box::new(test)), ty);
        }
        if types.is_pointer(ty) && self.is_null(&expr) {
            return self.null(ty);
        }
        // A cast between pointers keeps the address: of several in a row only the last counts.
        if types.is_pointer(ty)
            && types.is_pointer(expr.ty)
            && let ExprNode::Cast(inner) = &expr.node
            && types.is_pointer(inner.ty)
            && !self.is_array_address(inner)
        {
            return self.cast(inner.as_ref().clone(), ty);
        }
        Expr::new(ExprNode::Cast(Box::new(expr)), ty)
    }

    fn is_array_address(&self, expr: &Expr) -> bool {
        let types = &self.program.types;
        types.pointee(expr.ty).is_some_and(|target| matches!(types.get(target), Type::Array(..)))
    }

    /// `expr != 0` or `expr != NULL`, as 0 or 1.
    pub(super) fn test(&mut self, expr: Expr) -> Expr {
        let zero = self.zero(expr.ty);
        self.compare(BinaryOp::NotEqual, expr, zero)
    }

    /// Zero of a scalar type.
    pub(super) fn zero(&self, ty: TypeId) -> Expr {
        match self.program.types.get(ty) {
            Type::Pointer(_) => self.null(ty),
            Type::Float(FloatKind::LongDouble) => Expr::new(ExprNode::LongDouble(0), ty),
            Type::Float(_) => Expr::new(ExprNode::Float(0), ty),
            _ => Expr::integer(0, ty),
        }
    }

    /// Integer promotion.
    pub(super) fn promote(&mut self, expr: Expr) -> Expr {
        let ty = self.promoted(expr.ty);
        let ty = match &expr.node {
            ExprNode::Load(address) => self.promoted_bit_field(address).unwrap_or(ty),
            _ => ty,
        };
        if self.program.types.is_integer(expr.ty) { self.cast(expr, ty) } else { expr }
    }

    /// The type that the bit-field at an address promotes to, if that is not its own: `int` if that has all values of the field,
    /// otherwise `unsigned int` if that has (C11 6.3.1.1p2). Of wider ones C says nothing; they keep their type, as in clang.
    pub(super) fn promoted_bit_field(&mut self, address: &Expr) -> Option<TypeId> {
        let ExprNode::FieldAddress(_, field) = &address.node else { return None };
        let Field { bits, ty, .. } = self.program.types.field(*field);
        let ((_, width), ty) = ((*bits)?, *ty);
        let is_signed = match self.program.types.get(ty) {
            Type::Integer { signed, .. } => *signed,
            _ => false,
        };
        match width {
            ..32 => Some(self.program.types.int()),
            32 if self.program.types.size_of(ty) > Some(4) => {
                Some(self.program.types.integer(IntegerKind::Int, is_signed))
            }
            _ => None,
        }
    }

    pub(super) fn promoted(&mut self, ty: TypeId) -> TypeId {
        match self.program.types.get(ty) {
            Type::Integer { kind, .. } if *kind < IntegerKind::Int => self.program.types.int(),
            _ => ty,
        }
    }

    /// The usual arithmetic conversions on the (promoted) types of two operands.
    pub(super) fn common_arithmetic(&mut self, left: TypeId, right: TypeId) -> TypeId {
        let (left, right) = (self.promoted(left), self.promoted(right));
        let types = &mut self.program.types;
        match (types.get(left).clone(), types.get(right).clone()) {
            (Type::Float(a), Type::Float(b)) => types.intern(Type::Float(a.max(b))),
            (Type::Float(_), _) => left,
            (_, Type::Float(_)) => right,
            (Type::Integer { kind: a, signed: s }, Type::Integer { kind: b, signed: t }) => {
                if a == b {
                    return types.integer(a, s && t);
                }
                let (high, high_signed, low, low_signed) = if a > b { (a, s, b, t) } else { (b, t, a, s) };
                let (high_id, low_id) = (types.integer(high, high_signed), types.integer(low, low_signed));
                let wider = types.size_of(high_id) > types.size_of(low_id);
                types.integer(high, high_signed && (low_signed || wider))
            }
            _ => left,
        }
    }

    pub(super) fn is_arithmetic(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Integer { .. } | Type::Float(_))
    }

    /// Converts as if by assignment to `ty`; reports what C forbids.
    pub(super) fn assign_convert(
        &mut self,
        value: LoweredValue,
        ty: TypeId,
        purpose: Purpose,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let from = self.value_type(&value);
        if from == ty {
            return Ok(value);
        }
        if let Some(value) = self.extended_conversion(&value, ty, false, span)? {
            return Ok(value);
        }
        let constant = matches!(&value, LoweredValue::Pure(expr) if self.is_null(expr));
        let types = &self.program.types;
        match (types.get(from), types.get(ty)) {
            _ if self.is_arithmetic(from) && self.is_arithmetic(ty) => {}
            (Type::Pointer(a), Type::Pointer(b)) => {
                if !constant && !self.compatible_targets(*a, *b) {
                    let (a, b) = (self.show(from), self.show(ty));
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
                let (from, to) = (self.show(from), self.show(ty));
                return self
                    .reporter
                    .fail(span, format!("{purpose}: incompatible types, '{from}' where '{to}' is needed"));
            }
        }
        self.convert(value, ty, span)
    }

    /// Whether two types are compatible in the sense of C: equal, but for sizes of arrays and parameters left open.
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

    /// Whether a pointer to `a` may silently become one to `b`: `void`, qualifiers, signedness, prototypes aside.
    fn compatible_targets(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        if a == b || self.is_void(a) || self.is_void(b) {
            return true;
        }
        match (types.get(a), types.get(b)) {
            (Type::Integer { kind: x, .. }, Type::Integer { kind: y, .. }) => x == y,
            (Type::Function { result: x, .. }, Type::Function { result: y, .. }) => x == y,
            _ => self.arrays.as_array(&self.program.types, a).is_some() && self.are_compatible(a, b),
        }
    }

    /// `(ty)value` between scalars; an allocation takes the type that it is wanted with.
    pub(super) fn convert(&mut self, value: LoweredValue, ty: TypeId, span: Span) -> Lowered<LoweredValue> {
        let from = self.value_type(&value);
        if from == ty {
            return Ok(value);
        }
        let both = |test: &dyn Fn(TypeId) -> bool| test(from) && test(ty);
        let types = &self.program.types;
        Ok(match value {
            LoweredValue::Pure(expr) => LoweredValue::Pure(self.cast(expr, ty)),
            LoweredValue::Allocate { bytes, zeroed, .. } if types.is_pointer(ty) => {
                LoweredValue::Allocate { bytes, zeroed, ty }
            }
            // Of each value of the narrower type there is one of the wider: but `_Bool` has only two.
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
                LoweredValue::Pure(self.cast(expr, ty))
            }
        })
    }

    /// Converts every arm where it ends.
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

    /// The value of a cast expression.
    pub(super) fn explicit_cast(&mut self, value: LoweredValue, ty: TypeId, span: Span) -> Lowered<LoweredValue> {
        let from = self.value_type(&value);
        if self.is_void(ty) {
            self.discard(value, span)?;
            return Ok(LoweredValue::Void);
        }
        if from == ty {
            return Ok(self.without_bit_field(value));
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
            let (from, to) = (self.show(from), self.show(ty));
            return self.reporter.fail(span, format!("a cast from '{from}' to '{to}' is not allowed"));
        }
        self.convert(value, ty, span)
    }

    /// A cast of a bit-field to its own type: the result is no bit-field, and promotes as its type does.
    fn without_bit_field(&mut self, value: LoweredValue) -> LoweredValue {
        match value {
            LoweredValue::Pure(Expr { node: ExprNode::Load(address), ty })
                if self.promoted_bit_field(&address).is_some() =>
            {
                let load = Expr::new(ExprNode::Load(address), ty);
                LoweredValue::Pure(Expr::new(ExprNode::Cast(Box::new(load)), ty))
            }
            value => value,
        }
    }

    /// GNU's cast of a value to a union that has a member of its type: a union with that member set.
    fn cast_to_union(
        &mut self,
        value: LoweredValue,
        ty: TypeId,
        record: RecordId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let from = self.value_type(&value);
        let types = &self.program.types;
        let is_whole = |field: &Field| match field.bits {
            Some((_, width)) => types.size_of(field.ty).is_some_and(|size| size.saturating_mul(8) == u64::from(width)),
            None => true,
        };
        let member = types.fields(record).iter().position(|field| field.ty == from && is_whole(field));
        let Some(index) = member.filter(|_| types.record(record).is_union) else {
            let (from, to) = (self.show(from), self.show(ty));
            return self.reporter.fail(span, format!("a cast from '{from}' to '{to}' is not allowed"));
        };
        self.union_of(value, ty, FieldId { record, index: index as u32 }, span)
    }

    /// A union with one member set.
    fn union_of(&mut self, value: LoweredValue, ty: TypeId, member: FieldId, span: Span) -> Lowered<LoweredValue> {
        let variable = self.temporary(ty, span);
        let address = self.address_of(variable);
        let place = self.field_address(address.clone(), member);
        self.finish(value, place, span)?;
        Ok(LoweredValue::Pure(Expr::new(ExprNode::Load(Box::new(address)), ty)))
    }

    /// An argument for a parameter that may be GNU's transparent union: the first member that takes it does. Any other value stays
    /// as it is.
    pub(super) fn in_transparent_union(
        &mut self,
        value: LoweredValue,
        ty: TypeId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let from = self.value_type(&value);
        let Some(record) = self.program.types.record_of_kind(ty, RecordKind::TransparentUnion) else {
            return Ok(value);
        };
        let is_null = matches!(&value, LoweredValue::Pure(expr) if self.is_null(expr));
        let types = &self.program.types;
        let takes = |field: &Field| match (types.pointee(from), types.pointee(field.ty)) {
            (Some(given), Some(wanted)) => self.compatible_targets(given, wanted),
            (None, Some(_)) => is_null,
            _ => field.ty == from,
        };
        let fields = types.fields(record);
        // The same type comes first: a pointer to `void` would do for all.
        let member = fields.iter().position(|field| field.ty == from).or_else(|| fields.iter().position(takes));
        let Some(index) = member.filter(|_| from != ty) else { return Ok(value) };
        let field = FieldId { record, index: index as u32 };
        let wanted = self.program.types.field(field).ty;
        let value = self.convert(value, wanted, span)?;
        self.union_of(value, ty, field, span)
    }

    /// Default argument promotions, for arguments without a parameter.
    pub(super) fn promote_argument(&mut self, expr: Expr) -> Expr {
        if *self.program.types.get(expr.ty) == Type::Float(FloatKind::Float) {
            let double = self.program.types.intern(Type::Float(FloatKind::Double));
            return self.cast(expr, double);
        }
        self.promote(expr)
    }

    /// An integer constant, wrapped to its type.
    pub(super) fn wrapped(&self, value: i128, ty: TypeId) -> Expr {
        Expr::integer(self.program.types.wrap(value, ty), ty)
    }
}

/// Whether the value can only be 0 or 1.
fn is_truth_value(expr: &Expr) -> bool {
    match &expr.node {
        ExprNode::Binary(op, ..) => op.is_comparison(),
        ExprNode::Integer(value) => (0..=1).contains(value),
        _ => false,
    }
}
