//! Constant folding.

use crate::{BinaryOp, Expr, ExprNode, UnaryOp};
use base::extended;
use ctype::{FloatKind, IntegerKind, Type, TypeId, TypeTable};

pub(super) fn fold_cast(types: &TypeTable, expr: &Expr, ty: TypeId) -> Option<Expr> {
    if is_half(types, expr.ty) || is_half(types, ty) {
        return None;
    }
    let node = match (&expr.node, types.get(ty)) {
        (ExprNode::Null, Type::Pointer(_)) => ExprNode::Null,
        (ExprNode::Integer(0), Type::Pointer(_)) => ExprNode::Null,
        (ExprNode::Null, Type::Integer { .. }) => ExprNode::Integer(0),
        (ExprNode::Integer(value), Type::Integer { kind: IntegerKind::Bool, .. }) => {
            ExprNode::Integer(i128::from(*value != 0))
        }
        (ExprNode::Integer(value), Type::Integer { .. }) => ExprNode::Integer(types.wrap(*value, ty)),
        (ExprNode::Integer(value), Type::Float(FloatKind::LongDouble)) => {
            let is_wide_unsigned = types.integer_format(expr.ty) == Some((128, false));
            let value =
                if is_wide_unsigned { extended::from_unsigned(*value as u128) } else { extended::from_signed(*value) };
            ExprNode::LongDouble(value)
        }
        (ExprNode::Integer(value), Type::Float(FloatKind::Float)) => {
            ExprNode::Float(f64::from(*value as f32).to_bits())
        }
        (ExprNode::Integer(value), Type::Float(_)) => ExprNode::Float((*value as f64).to_bits()),
        (ExprNode::Float(bits), Type::Float(FloatKind::LongDouble)) => {
            ExprNode::LongDouble(extended::from_double(f64::from_bits(*bits)))
        }
        (ExprNode::Float(bits), Type::Float(kind)) => ExprNode::Float(round(f64::from_bits(*bits), *kind)),
        (ExprNode::LongDouble(bits), Type::Float(FloatKind::LongDouble)) => ExprNode::LongDouble(*bits),
        (ExprNode::LongDouble(bits), Type::Float(FloatKind::Double)) => {
            ExprNode::Float(extended::to_double(*bits).to_bits())
        }
        (ExprNode::LongDouble(bits), Type::Float(FloatKind::Float)) => {
            ExprNode::Float(f64::from(extended::to_float(*bits)).to_bits())
        }
        (ExprNode::LongDouble(bits), Type::Integer { kind: IntegerKind::Bool, .. }) => {
            ExprNode::Integer(i128::from(!extended::is_zero(*bits)))
        }
        (ExprNode::LongDouble(bits), Type::Integer { .. }) => {
            let value = extended::to_integer(*bits)?;
            ExprNode::Integer((types.wrap(value, ty) == value).then_some(value)?)
        }
        (ExprNode::Float(bits), Type::Integer { kind: IntegerKind::Bool, .. }) => {
            ExprNode::Integer(i128::from(f64::from_bits(*bits) != 0.0))
        }
        (ExprNode::Float(bits), Type::Integer { .. }) => {
            let value = f64::from_bits(*bits).trunc();
            let fits = types.wrap(value as i128, ty) == value as i128 && value.abs() < 1e30;
            ExprNode::Integer(fits.then_some(value as i128)?)
        }
        // `(size_t)&((T *)0)->f`, the traditional `offsetof`.
        (ExprNode::FieldAddress(..) | ExprNode::ElementAddress(..) | ExprNode::Cast(_), Type::Integer { kind, .. })
            if types.is_pointer(expr.ty) =>
        {
            let offset = null_offset(types, expr)?;
            let is_truth = *kind == IntegerKind::Bool;
            ExprNode::Integer(if is_truth { i128::from(offset != 0) } else { types.wrap(offset, ty) })
        }
        _ => return None,
    };
    Some(Expr::new(node, ty))
}

/// No number is rounded to `_Float16` here.
fn is_half(types: &TypeTable, ty: TypeId) -> bool {
    *types.get(ty) == Type::Float(FloatKind::Half)
}

fn round(value: f64, kind: FloatKind) -> u64 {
    if kind == FloatKind::Float { f64::from(value as f32).to_bits() } else { value.to_bits() }
}

/// Returns the offset of an address computed from NULL by selections of members and elements.
fn null_offset(types: &TypeTable, expr: &Expr) -> Option<i128> {
    match &expr.node {
        ExprNode::Null => Some(0),
        ExprNode::FieldAddress(base, field) => Some(null_offset(types, base)? + i128::from(types.field(*field).offset)),
        ExprNode::ElementAddress(base, index) => {
            let ExprNode::Integer(index) = index.node else { return None };
            let size = types.size_of(types.pointee(expr.ty)?)?;
            null_offset(types, base)?.checked_add(index.checked_mul(i128::from(size))?)
        }
        ExprNode::Cast(inner) if types.is_pointer(inner.ty) => null_offset(types, inner),
        _ => None,
    }
}

pub(super) fn fold_unary(types: &TypeTable, op: UnaryOp, operand: &Expr) -> Option<i128> {
    let ExprNode::Integer(value) = operand.node else { return None };
    let result = match op {
        UnaryOp::Negate => value.checked_neg()?,
        UnaryOp::BitNot => !value,
        UnaryOp::LogicalNot => i128::from(value == 0),
    };
    fits(types, result, operand.ty).then(|| types.wrap(result, operand.ty))
}

/// Returns true if C defines a result of this type: signed arithmetic must not overflow.
fn fits(types: &TypeTable, result: i128, ty: TypeId) -> bool {
    types.integer_format(ty).is_none_or(|(_, signed)| !signed || types.wrap(result, ty) == result)
}

/// Folds an operation on two constants of one type; `None` if it is undefined in C or not constant.
pub(super) fn fold_binary(types: &TypeTable, op: BinaryOp, left: &Expr, right: &Expr) -> Option<i128> {
    if op.is_comparison()
        && let Some(equal) = known_equal(left, right)
    {
        return match op {
            BinaryOp::Equal => Some(i128::from(equal)),
            BinaryOp::NotEqual => Some(i128::from(!equal)),
            _ => fold_integers(types, op, left, right),
        };
    }
    fold_integers(types, op, left, right)
}

fn known_equal(left: &Expr, right: &Expr) -> Option<bool> {
    let is_object = |node: &ExprNode| {
        matches!(node, ExprNode::VariableAddress(_) | ExprNode::StringAddress(_) | ExprNode::FunctionAddress(_))
    };
    match (&left.node, &right.node) {
        (ExprNode::Null, ExprNode::Null) => Some(true),
        (ExprNode::Null, node) | (node, ExprNode::Null) if is_object(node) => Some(false),
        _ => None,
    }
}

fn fold_integers(types: &TypeTable, op: BinaryOp, left: &Expr, right: &Expr) -> Option<i128> {
    let (ExprNode::Integer(a), ExprNode::Integer(b)) = (&left.node, &right.node) else { return None };
    let (a, b) = (*a, *b);
    let (width, signed) = types.integer_format(left.ty)?;
    // An unsigned 128-bit value with the highest bit set is held as a negative number.
    let depends_on_sign = !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::BitAnd | BinaryOp::BitOr);
    if width == 128 && !signed && depends_on_sign && (a < 0 || b < 0) {
        return None;
    }
    let shift = || u32::try_from(b).ok().filter(|count| *count < width);
    let result = match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::ShiftLeft => a.checked_mul(1i128.checked_shl(shift()?).filter(|power| *power > 0)?)?,
        BinaryOp::ShiftRight => a >> shift()?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Equal => i128::from(a == b),
        BinaryOp::NotEqual => i128::from(a != b),
        BinaryOp::Less => i128::from(a < b),
        BinaryOp::LessEqual => i128::from(a <= b),
    };
    // A left shift wraps, as in GCC.
    let meant = op.is_comparison() || op == BinaryOp::ShiftLeft || fits(types, result, left.ty);
    meant.then(|| if op.is_comparison() { result } else { types.wrap(result, left.ty) })
}
