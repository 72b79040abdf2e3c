//! Operations on floating-point constants, computed by the crate `rustc_apfloat`.
//!
//! Rounds to nearest, ties to even. Never uses the interpreter, which confirms the errors found by the bounded engine.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use base::integer::wrap;
use ctype::{DataModel, FloatKind, Type, TypeId, TypeTable};
use program::BinaryOp;

/// The reason why an operation on constants has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoResult {
    /// Undefined behaviour.
    Undefined(&'static str),
    /// Not modelled.
    Unsupported(&'static str),
}

/// Message for a conversion with undefined behaviour (C11 6.3.1.4).
pub(super) const DOES_NOT_FIT: &str = "a float does not fit the integer type that it is converted to";

/// 32-bit code may keep more digits than the type has.
const EXCESS_PRECISION: NoResult = NoResult::Unsupported("rounded floating-point arithmetic of 32-bit code");

/// Returns the bits of `left op right` for two numbers of a type, given by their bits.
pub(super) fn operate(op: BinaryOp, operands: [u128; 2], ty: TypeId, types: &TypeTable) -> Result<u128, NoResult> {
    match types.get(ty) {
        Type::Float(FloatKind::Float) => operate_on(op, operands.map(Single::from_bits), types.model()),
        Type::Float(FloatKind::Double) => operate_on(op, operands.map(Double::from_bits), types.model()),
        _ => Err(NoResult::Unsupported("arithmetic on a floating-point number of this type")),
    }
}

fn operate_on<F>(op: BinaryOp, [left, right]: [F; 2], model: DataModel) -> Result<u128, NoResult>
where
    F: Float + FloatConvert<X87DoubleExtended>,
{
    let result = rounded(op, left, right)?;
    if result.is_nan() {
        return Ok(nan(left, right).to_bits());
    }
    let wide = |number: F| -> X87DoubleExtended { number.convert(&mut false).value };
    if model == DataModel::Ilp32 && !rounded(op, wide(left), wide(right))?.bitwise_eq(wide(result)) {
        return Err(EXCESS_PRECISION);
    }
    Ok(result.to_bits())
}

/// Computes `left op right`, rounded to the precision of `F`.
fn rounded<F: Float>(op: BinaryOp, left: F, right: F) -> Result<F, NoResult> {
    let nearest = Round::NearestTiesToEven;
    match op {
        BinaryOp::Add => Ok(left.add_r(right, nearest).value),
        BinaryOp::Sub => Ok(left.sub_r(right, nearest).value),
        BinaryOp::Mul => Ok(left.mul_r(right, nearest).value),
        BinaryOp::Div => Ok(left.div_r(right, nearest).value),
        _ => Err(NoResult::Unsupported("an integer operator on floats")),
    }
}

/// Returns the NaN that the processor produces: the first NaN operand, made quiet, or else a negative NaN.
fn nan<F: Float>(left: F, right: F) -> F {
    let quiet = |payload: F| F::from_bits(payload.to_bits() | F::qnan(None).to_bits());
    match (left.is_nan(), right.is_nan()) {
        (true, _) => quiet(left),
        (false, true) => quiet(right),
        (false, false) => -F::qnan(None),
    }
}

/// Converts a number, given by its bits, to another type.
pub(super) fn convert(bits: u128, (from, to): (TypeId, TypeId), types: &TypeTable) -> Result<u128, NoResult> {
    match types.get(from) {
        Type::Float(FloatKind::Float) => convert_float(Single::from_bits(bits), to, types),
        Type::Float(FloatKind::Double) => convert_float(Double::from_bits(bits), to, types),
        Type::Integer { .. } => {
            let format = types.integer_format(from).unwrap_or((128, true));
            convert_integer(wrap(bits as i128, format), format == (128, false), to, types)
        }
        _ => Err(NoResult::Unsupported("a conversion from this type")),
    }
}

/// Converts an integer. If `is_unsigned`, `integer` holds the bits of an unsigned 128-bit number.
fn convert_integer(integer: i128, is_unsigned: bool, to: TypeId, types: &TypeTable) -> Result<u128, NoResult> {
    match types.get(to) {
        Type::Float(FloatKind::Float) => nearest::<Single>(integer, is_unsigned, types.model()),
        Type::Float(FloatKind::Double) => nearest::<Double>(integer, is_unsigned, types.model()),
        _ => Err(NoResult::Unsupported("a conversion from an integer")),
    }
}

fn nearest<F: Float>(integer: i128, is_unsigned: bool, model: DataModel) -> Result<u128, NoResult> {
    let found = match is_unsigned {
        true => F::from_u128_r(integer as u128, Round::NearestTiesToEven),
        false => F::from_i128_r(integer, Round::NearestTiesToEven),
    };
    match found.status == Status::OK || model == DataModel::Lp64 {
        true => Ok(found.value.to_bits()),
        false => Err(EXCESS_PRECISION),
    }
}

fn convert_float<F>(number: F, to: TypeId, types: &TypeTable) -> Result<u128, NoResult>
where
    F: Float + FloatConvert<Single> + FloatConvert<Double>,
{
    match types.get(to) {
        Type::Float(FloatKind::Float) => Ok(FloatConvert::<Single>::convert(number, &mut false).value.to_bits()),
        Type::Float(FloatKind::Double) => Ok(FloatConvert::<Double>::convert(number, &mut false).value.to_bits()),
        Type::Integer { .. } => {
            let (width, signed) = types.integer_format(to).unwrap_or((32, true));
            if width == 1 {
                return Ok(u128::from(!number.is_zero()));
            }
            let mut is_exact = false;
            let (bits, status) = if signed {
                let found = number.to_i128_r(width as usize, Round::TowardZero, &mut is_exact);
                (found.value as u128, found.status)
            } else {
                let found = number.to_u128_r(width as usize, Round::TowardZero, &mut is_exact);
                (found.value, found.status)
            };
            if status.contains(Status::INVALID_OP) { Err(NoResult::Undefined(DOES_NOT_FIT)) } else { Ok(bits) }
        }
        _ => Err(NoResult::Unsupported("a conversion from a float")),
    }
}
