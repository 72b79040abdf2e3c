//! Arithmetic on scalar values, by width and signedness. Undefined operands give undefined results. Undefined behaviour
//! is a fault: signed overflow (also of `INT_MIN / -1` and `INT_MIN % -1`), division by zero, a shift by a negative
//! number of bits or by at least the width, conversion of a float that does not fit. One case follows GNU C and not
//! C11: a left shift of a negative number, or one that moves bits into or over the sign, wraps (GCC's manual, section
//! "Integers implementation": "GCC does not use the latitude given in C99 and C11 only to treat certain aspects of
//! signed `<<` as undefined"). Addresses are handled elsewhere.

use std::cmp::Ordering;

use crate::interp::fault::Fault;
use crate::interp::memory::{Value, only_laid_out};
use crate::{BinaryOp, UnaryOp};
use base::extended;
use base::integer::wrap;
use ctype::{DataModel, FloatKind, Type, TypeId, TypeTable};

/// A conversion with undefined behaviour.
const DOES_NOT_FIT: &str = "a float does not fit the integer type that it is converted to";

/// Returns the result of an operation: wrapped if unsigned, a fault if a signed result does not fit.
fn fit(result: Option<i128>, wrapped: i128, format: (u32, bool)) -> Result<Value, Fault> {
    match result {
        _ if !format.1 => Ok(Value::Integer(wrap(wrapped, format))),
        Some(result) if wrap(result, format) == result => Ok(Value::Integer(result)),
        _ => Err(Fault::undefined("a signed integer overflows")),
    }
}

fn truth(outcome: bool) -> Result<Value, Fault> {
    Ok(Value::Integer(i128::from(outcome)))
}

/// Computes `left op right` for integers of the same format (the right operand of a shift: any format).
pub(super) fn integers(op: BinaryOp, left: i128, right: i128, format: (u32, bool)) -> Result<Value, Fault> {
    let wide_unsigned = format == (128, false);
    // For an unsigned 128-bit type, negative numbers represent large ones.
    if let Some(value) = short(op, left, right).filter(|_| !wide_unsigned || (left >= 0 && right >= 0)) {
        return fit(Some(value), value, format);
    }
    match op {
        BinaryOp::Add => fit(left.checked_add(right), left.wrapping_add(right), format),
        BinaryOp::Sub => fit(left.checked_sub(right), left.wrapping_sub(right), format),
        BinaryOp::Mul => fit(left.checked_mul(right), left.wrapping_mul(right), format),
        BinaryOp::Div | BinaryOp::Rem if right == 0 => Err(Fault::undefined("a division by zero")),
        BinaryOp::Div if wide_unsigned => Ok(Value::Integer((left as u128 / right as u128) as i128)),
        BinaryOp::Rem if wide_unsigned => Ok(Value::Integer((left as u128 % right as u128) as i128)),
        BinaryOp::Div => fit(left.checked_div(right), left.wrapping_div(right), format),
        BinaryOp::Rem => {
            // `INT_MIN % -1` is undefined because the quotient is.
            fit(left.checked_div(right), left.wrapping_div(right), format)?;
            Ok(Value::Integer(left.wrapping_rem(right)))
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => shift(op, left, right, format),
        BinaryOp::BitAnd => Ok(Value::Integer(left & right)),
        BinaryOp::BitOr => Ok(Value::Integer(left | right)),
        BinaryOp::BitXor => Ok(Value::Integer(left ^ right)),
        BinaryOp::Equal => truth(left == right),
        BinaryOp::NotEqual => truth(left != right),
        BinaryOp::Less if wide_unsigned => truth((left as u128) < right as u128),
        BinaryOp::LessEqual if wide_unsigned => truth(left as u128 <= right as u128),
        BinaryOp::Less => truth(left < right),
        BinaryOp::LessEqual => truth(left <= right),
    }
}

/// Computes the exact result with 64-bit integers if possible: these operations are slow on wide integers.
fn short(op: BinaryOp, left: i128, right: i128) -> Option<i128> {
    let (left, right) = (i64::try_from(left).ok()?, i64::try_from(right).ok()?);
    match op {
        BinaryOp::Mul => left.checked_mul(right).map(i128::from),
        BinaryOp::Div => left.checked_div(right).map(i128::from),
        // The quotient of the excluded case does not fit.
        BinaryOp::Rem if right != -1 => left.checked_rem(right).map(i128::from),
        _ => None,
    }
}

/// Shifts as GCC defines them: a left shift wraps, a right shift keeps the sign.
fn shift(op: BinaryOp, left: i128, right: i128, format: (u32, bool)) -> Result<Value, Fault> {
    let amount = u32::try_from(right).ok().filter(|amount| *amount < format.0);
    let amount = amount.ok_or_else(|| Fault::undefined(format!("a shift by {right} bits of {}", format.0)))?;
    let shifted = match (op, format) {
        (BinaryOp::ShiftLeft, _) => ((left as u128) << amount) as i128,
        (_, (128, false)) => (left as u128 >> amount) as i128,
        _ => left >> amount,
    };
    Ok(Value::Integer(wrap(shifted, format)))
}

/// Computes `left op right` for floats of a kind.
pub(super) fn floats(op: BinaryOp, left: f64, right: f64, kind: FloatKind) -> Result<Value, Fault> {
    let result = match op {
        BinaryOp::Add => left + right,
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left * right,
        BinaryOp::Div => left / right,
        BinaryOp::Equal => return truth(left == right),
        BinaryOp::NotEqual => return truth(left != right),
        BinaryOp::Less => return truth(left < right),
        BinaryOp::LessEqual => return truth(left <= right),
        _ => return Err(Fault::unsupported("an integer operator on floats")),
    };
    round(result, kind)
}

/// Computes `left op right` for two values of type `float` or `double`.
pub(crate) fn operate_on_floats(
    op: BinaryOp,
    left: Value,
    right: Value,
    ty: TypeId,
    types: &TypeTable,
) -> Result<Value, Fault> {
    match (left, right, types.get(ty)) {
        (Value::Float(left), Value::Float(right), Type::Float(kind)) => {
            let (left, right) = (f64::from_bits(left), f64::from_bits(right));
            same_in_excess_precision(types, is_same_extended(op, left, right, *kind))?;
            floats(op, left, right, *kind)
        }
        _ => Err(Fault::unsupported("a float of no float type")),
    }
}

/// Requires the result to be the same in x87 precision: 32-bit code may keep more digits than the type has.
fn same_in_excess_precision(types: &TypeTable, is_same: bool) -> Result<(), Fault> {
    match types.model() {
        DataModel::Ilp32 if !is_same => Err(Fault::unsupported("rounded floating-point arithmetic of 32-bit code")),
        _ => Ok(()),
    }
}

/// Converts a number to a non-pointer type.
pub(crate) fn convert_number(value: Value, from: TypeId, to: TypeId, types: &TypeTable) -> Result<Value, Fault> {
    match value {
        Value::Integer(integer) => {
            let wide = types.integer_format(from) == Some((128, false)) && integer < 0;
            if let Type::Float(kind @ (FloatKind::Float | FloatKind::Double)) = types.get(to) {
                let is_whole = (integer as f64) as i128 == integer;
                same_in_excess_precision(types, is_whole && fits(integer as f64, *kind))?;
            }
            convert_integer(integer, wide, to, types)
        }
        Value::Float(bits) => convert_float(f64::from_bits(bits), to, types),
        Value::LongDouble(bits) => convert_long_double(bits, to, types),
        _ => Err(Fault::unsupported("a conversion of an address")),
    }
}

/// Returns true if `left op right` is the same in the precision of a kind and in that of `long double`, which the x87
/// uses.
pub(super) fn is_same_extended(op: BinaryOp, left: f64, right: f64, kind: FloatKind) -> bool {
    type Operation = fn(u128, u128) -> u128;
    let (result, operation): (f64, Operation) = match op {
        BinaryOp::Add => (left + right, extended::add),
        BinaryOp::Sub => (left - right, |left, right| extended::add(left, extended::negated(right))),
        BinaryOp::Mul => (left * right, extended::multiply),
        BinaryOp::Div => (left / right, extended::divide),
        _ => return true,
    };
    let wide = operation(extended::from_double(left), extended::from_double(right));
    result.is_nan() || (wide == extended::from_double(result) && fits(result, kind))
}

/// Returns true if a `double` is exactly representable in a kind.
pub(super) fn fits(value: f64, kind: FloatKind) -> bool {
    kind != FloatKind::Float || f64::from(value as f32) == value
}

/// Rounds a float to its kind. Double rounding is harmless for the four basic operations.
pub(super) fn round(value: f64, kind: FloatKind) -> Result<Value, Fault> {
    match kind {
        FloatKind::Float => Ok(Value::Float(f64::from(value as f32).to_bits())),
        FloatKind::Double => Ok(Value::Float(value.to_bits())),
        FloatKind::LongDouble => Ok(Value::LongDouble(extended::from_double(value))),
        FloatKind::Half | FloatKind::Quad => Err(only_laid_out(kind)),
    }
}

/// Computes `left op right` for numbers of type `long double`.
pub(super) fn long_doubles(op: BinaryOp, left: u128, right: u128) -> Result<Value, Fault> {
    let order = || extended::compare(left, right);
    let result = match op {
        BinaryOp::Add => extended::add(left, right),
        BinaryOp::Sub => extended::add(left, extended::negated(right)),
        BinaryOp::Mul => extended::multiply(left, right),
        BinaryOp::Div => extended::divide(left, right),
        BinaryOp::Equal => return truth(order().is_some_and(Ordering::is_eq)),
        BinaryOp::NotEqual => return truth(!order().is_some_and(Ordering::is_eq)),
        BinaryOp::Less => return truth(order().is_some_and(Ordering::is_lt)),
        BinaryOp::LessEqual => return truth(order().is_some_and(Ordering::is_le)),
        _ => return Err(Fault::unsupported("an integer operator on floats")),
    };
    Ok(Value::LongDouble(result))
}

/// Converts a `long double` to an integer or floating type.
pub(super) fn convert_long_double(bits: u128, to: TypeId, types: &TypeTable) -> Result<Value, Fault> {
    match types.get(to) {
        Type::Float(FloatKind::Float) => Ok(Value::Float(f64::from(extended::to_float(bits)).to_bits())),
        Type::Float(FloatKind::Double) => Ok(Value::Float(extended::to_double(bits).to_bits())),
        Type::Float(FloatKind::LongDouble) => Ok(Value::LongDouble(bits)),
        Type::Integer { .. } => {
            let format = types.integer_format(to).unwrap_or((32, true));
            if format.0 == 1 {
                return truth(!extended::is_zero(bits));
            }
            let whole = extended::to_integer(bits);
            if whole.is_none() && format == (128, false) {
                return Err(Fault::unsupported("a very large number is converted to an integer"));
            }
            let whole = whole.filter(|whole| wrap(*whole, format) == *whole);
            let whole = whole.filter(|whole| *whole >= 0 || format.1);
            whole.map(Value::Integer).ok_or_else(|| Fault::undefined(DOES_NOT_FIT))
        }
        _ => Err(Fault::unsupported("a conversion from a float")),
    }
}

/// Computes `op value` for an integer of a format.
pub(super) fn negate_or_complement(op: UnaryOp, value: i128, format: (u32, bool)) -> Result<Value, Fault> {
    match op {
        UnaryOp::Negate => fit(value.checked_neg(), value.wrapping_neg(), format),
        UnaryOp::BitNot => Ok(Value::Integer(wrap(!value, format))),
        UnaryOp::LogicalNot => truth(value == 0),
    }
}

/// Converts an integer to a non-pointer type.
pub(super) fn convert_integer(
    value: i128,
    from_unsigned_wide: bool,
    to: TypeId,
    types: &TypeTable,
) -> Result<Value, Fault> {
    match types.get(to) {
        Type::Integer { .. } => {
            let format = types.integer_format(to).unwrap_or((32, true));
            let bool_or_wrapped = if format.0 == 1 { i128::from(value != 0) } else { wrap(value, format) };
            Ok(Value::Integer(bool_or_wrapped))
        }
        Type::Float(FloatKind::Float) if !from_unsigned_wide => Ok(Value::Float(f64::from(value as f32).to_bits())),
        Type::Float(FloatKind::Double) if !from_unsigned_wide => Ok(Value::Float((value as f64).to_bits())),
        Type::Float(FloatKind::LongDouble) => Ok(Value::LongDouble(match from_unsigned_wide {
            true => extended::from_unsigned(value as u128),
            false => extended::from_signed(value),
        })),
        _ => Err(Fault::unsupported("a conversion from an integer")),
    }
}

/// Converts a float to an integer or floating type.
pub(super) fn convert_float(value: f64, to: TypeId, types: &TypeTable) -> Result<Value, Fault> {
    match types.get(to) {
        Type::Float(kind) => round(value, *kind),
        Type::Integer { .. } => {
            let format = types.integer_format(to).unwrap_or((32, true));
            if format.0 == 1 {
                return truth(value != 0.0);
            }
            let whole = value.trunc();
            if !whole.is_finite() || whole.abs() >= 1.0e38 || wrap(whole as i128, format) != whole as i128 {
                return Err(Fault::undefined(DOES_NOT_FIT));
            }
            Ok(Value::Integer(whole as i128))
        }
        _ => Err(Fault::unsupported("a conversion from a float")),
    }
}

#[cfg(test)]
mod tests {
    use super::{BinaryOp, FloatKind, is_same_extended};

    #[test]
    fn only_what_needs_no_rounding_is_the_same_extended() {
        let double = |op, left, right| is_same_extended(op, left, right, FloatKind::Double);
        assert!(double(BinaryOp::Add, 1.5, 0.25));
        assert!(!double(BinaryOp::Add, 0.1, 0.2));
        assert!(!double(BinaryOp::Sub, 1.0, 1e-18));
        assert!(double(BinaryOp::Mul, 3.0, 0.5));
        assert!(!double(BinaryOp::Mul, 1e200, 1e200), "infinite as a double only");
        assert!(!double(BinaryOp::Mul, 1e-200, 1e-200), "zero as a double only");
        assert!(!double(BinaryOp::Div, 1.0, 3.0));
        assert!(double(BinaryOp::Div, 1.0, 0.0));
        assert!(double(BinaryOp::Add, 16_777_216.0, 1.0));
        assert!(!is_same_extended(BinaryOp::Add, 16_777_216.0, 1.0, FloatKind::Float));
    }
}
