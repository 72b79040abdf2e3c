//! Floating-point numbers of 80 bits as in the x87: 1 sign bit, 15 exponent bits, 64 mantissa bits.
//!
//! A number is represented by its bits, the lowest 80 of a `u128`. All results are rounded to nearest, ties to even.
//! The arithmetic is that of the crate `rustc_apfloat`; decimal digits are exact at any precision.

use std::cmp::Ordering;

use num_bigint::BigUint;
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended as Number};
use rustc_apfloat::{Float, FloatConvert, Round};

/// The sign bit.
const SIGN: u128 = 1 << 79;
/// Digits beyond this many after the decimal point are zero.
const MOST_DIGITS: usize = 17_000;

fn number(bits: u128) -> Number {
    Number::from_bits(bits & (SIGN | (SIGN - 1)))
}

/// Converts a `double`, exactly.
pub fn from_double(value: f64) -> u128 {
    let converted: Number = Double::from_bits(u128::from(value.to_bits())).convert(&mut false).value;
    converted.to_bits()
}

/// Rounds to the nearest `double`.
pub fn to_double(bits: u128) -> f64 {
    let converted: Double = number(bits).convert(&mut false).value;
    f64::from_bits(converted.to_bits() as u64)
}

/// Rounds to the nearest `float`.
pub fn to_float(bits: u128) -> f32 {
    let converted: Single = number(bits).convert(&mut false).value;
    f32::from_bits(converted.to_bits() as u32)
}

/// Converts an integer, rounding to nearest.
pub fn from_signed(value: i128) -> u128 {
    Number::from_i128_r(value, Round::NearestTiesToEven).value.to_bits()
}

/// Converts an integer, rounding to nearest.
pub fn from_unsigned(value: u128) -> u128 {
    Number::from_u128_r(value, Round::NearestTiesToEven).value.to_bits()
}

/// Truncates to an `i128`; `None` if the number does not fit or is not finite.
pub fn to_integer(bits: u128) -> Option<i128> {
    let whole = number(bits).round_to_integral(Round::TowardZero).value;
    let converted = whole.to_i128_r(128, Round::TowardZero, &mut false);
    (whole.is_finite() && converted.status == rustc_apfloat::Status::OK).then_some(converted.value)
}

/// Parses a decimal number, or a hexadecimal one that starts with `0x`.
pub fn parse(text: &str) -> Option<u128> {
    Number::from_str_r(text, Round::NearestTiesToEven).ok().map(|parsed| parsed.value.to_bits())
}

/// Returns the bits of a result. A NaN computed from numbers has its sign bit set, as on the machine.
fn result(left: u128, right: u128, value: Number) -> u128 {
    let made = value.is_nan() && !is_nan(left) && !is_nan(right);
    value.to_bits() | if made { SIGN } else { 0 }
}

/// `left + right`
pub fn add(left: u128, right: u128) -> u128 {
    result(left, right, number(left).add_r(number(right), Round::NearestTiesToEven).value)
}

/// `left * right`
pub fn multiply(left: u128, right: u128) -> u128 {
    result(left, right, number(left).mul_r(number(right), Round::NearestTiesToEven).value)
}

/// `left / right`
pub fn divide(left: u128, right: u128) -> u128 {
    result(left, right, number(left).div_r(number(right), Round::NearestTiesToEven).value)
}

pub fn negated(bits: u128) -> u128 {
    bits ^ SIGN
}

/// Rounds down to an integer.
pub fn floor(bits: u128) -> u128 {
    number(bits).round_to_integral(Round::TowardNegative).value.to_bits()
}

/// Rounds up to an integer.
pub fn ceiling(bits: u128) -> u128 {
    number(bits).round_to_integral(Round::TowardPositive).value.to_bits()
}

/// Rounds toward zero to an integer.
pub fn truncated(bits: u128) -> u128 {
    number(bits).round_to_integral(Round::TowardZero).value.to_bits()
}

/// Rounds to the nearest integer, ties away from zero.
pub fn rounded_away(bits: u128) -> u128 {
    number(bits).round_to_integral(Round::NearestTiesToAway).value.to_bits()
}

/// Rounds to the nearest integer, ties to even.
pub fn rounded_to_even(bits: u128) -> u128 {
    number(bits).round_to_integral(Round::NearestTiesToEven).value.to_bits()
}

/// Returns the remainder of the truncated division, with the sign of `left` (C's `fmod`); always exact.
pub fn remainder(left: u128, right: u128) -> u128 {
    number(left).c_fmod(number(right)).value.to_bits()
}

/// Returns the number with the sign of `other`.
pub fn with_sign_of(bits: u128, other: u128) -> u128 {
    bits & !SIGN | other & SIGN
}

/// Returns the square root of a non-negative number.
pub fn square_root(bits: u128) -> u128 {
    if is_zero(bits) || is_nan(bits) || is_infinite(bits) {
        return bits;
    }
    let (mantissa, twos) = parts(bits);
    // The root has at least 66 digits, two more than the result; an additional digit records whether it is exact.
    let shift = u64::from(mantissa.leading_zeros()) + 68;
    let shift = if (twos - shift as i64) % 2 == 0 { shift } else { shift + 1 };
    let square = BigUint::from(mantissa) << shift;
    let root = square.sqrt();
    let is_exact = &root * &root == square;
    let digits = (root << 1_u32) + u32::from(!is_exact);
    let digits = u128::try_from(digits).unwrap_or(u128::MAX);
    let exponent = (twos - shift as i64) / 2 - 1;
    Number::from_u128_r(digits, Round::NearestTiesToEven).value.scalbn(exponent as i32).to_bits()
}

/// Compares two numbers; `None` if either is NaN.
pub fn compare(left: u128, right: u128) -> Option<Ordering> {
    number(left).partial_cmp(&number(right))
}

pub fn is_zero(bits: u128) -> bool {
    number(bits).is_zero()
}

pub fn is_negative(bits: u128) -> bool {
    bits & SIGN != 0
}

pub fn is_nan(bits: u128) -> bool {
    number(bits).is_nan()
}

pub fn is_infinite(bits: u128) -> bool {
    number(bits).is_infinite()
}

/// Returns the mantissa and the binary exponent of a finite number, ignoring its sign.
fn parts(bits: u128) -> (u64, i64) {
    let exponent = ((bits >> 64) & 0x7fff) as i64;
    (bits as u64, exponent.max(1) - 16_383 - 63)
}

/// Returns the absolute value times a power of ten, rounded to an integer.
fn scaled(bits: u128, tens: i64) -> BigUint {
    let (mantissa, twos) = parts(bits);
    let power = |base: u32, exponent: i64| BigUint::from(base).pow(u32::try_from(exponent.max(0)).unwrap_or(u32::MAX));
    let above = BigUint::from(mantissa) * power(2, twos) * power(10, tens);
    let below = power(2, -twos) * power(10, -tens);
    let (quotient, rest) = (&above / &below, &above % &below);
    let is_odd = quotient.bit(0);
    match (rest * 2_u32).cmp(&below) {
        Ordering::Greater => quotient + 1_u32,
        Ordering::Equal if is_odd => quotient + 1_u32,
        _ => quotient,
    }
}

/// Returns the digits of a finite number without its sign, `precision` of them after the decimal point.
pub fn fixed(bits: u128, precision: usize) -> String {
    let exact = precision.min(MOST_DIGITS);
    let digits = format!("{:0>width$}", scaled(bits, exact as i64).to_string(), width = exact + 1);
    let (whole, fraction) = digits.split_at(digits.len() - exact);
    if precision == 0 { whole.to_string() } else { format!("{whole}.{fraction:0<precision$}") }
}

/// Returns the digits of a finite number without its sign in scientific notation: `1.25e-3`.
pub fn scientific(bits: u128, precision: usize) -> String {
    let exact = precision.min(MOST_DIGITS);
    let (mut digits, mut exponent) = ("0".repeat(exact + 1), 0_i64);
    let (mantissa, twos) = parts(bits);
    if mantissa != 0 {
        // The estimate is off by one at most; rounding up may also add a digit.
        exponent = ((mantissa as f64).log10() + twos as f64 * std::f64::consts::LOG10_2).floor() as i64;
        for _ in 0..4 {
            digits = scaled(bits, exact as i64 - exponent).to_string();
            match digits.len().cmp(&(exact + 1)) {
                Ordering::Less => exponent -= 1,
                Ordering::Equal => break,
                Ordering::Greater => exponent += 1,
            }
        }
    }
    let (whole, fraction) = digits.split_at(1);
    if precision == 0 { format!("{whole}e{exponent}") } else { format!("{whole}.{fraction:0<precision$}e{exponent}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> u128 {
        parse(text).unwrap()
    }

    #[test]
    fn numbers_are_those_of_the_x87() {
        assert_eq!(of("1"), 0x3fff_8000_0000_0000_0000);
        assert_eq!(of("-2.5"), 0xc000_a000_0000_0000_0000);
        assert_eq!(of("0.1"), 0x3ffb_cccc_cccc_cccc_cccd);
        assert_eq!(from_double(0.1), 0x3ffb_cccc_cccc_cccc_d000);
        assert_eq!(of("0x1p-16445"), 1);
        assert_eq!(to_double(of("0.1")), 0.1);
        assert_eq!(divide(from_signed(1), from_signed(3)), 0x3ffd_aaaa_aaaa_aaaa_aaab);
        assert_eq!(to_integer(of("-1234567890123456789.9")), Some(-1_234_567_890_123_456_789));
        assert_eq!(to_integer(of("1e40")), None);
        assert_eq!(to_integer(divide(0, 0)), None);
        assert!(is_infinite(of("1e5000")) && is_nan(divide(0, 0)) && is_zero(negated(0)));
    }

    #[test]
    fn digits_are_exact_and_rounded_to_even() {
        assert_eq!(fixed(of("0.1"), 25), "0.1000000000000000000013553");
        assert_eq!(fixed(of("2.5"), 0), "2");
        assert_eq!(fixed(of("3.5"), 0), "4");
        assert_eq!(fixed(0, 2), "0.00");
        assert_eq!(scientific(of("9.996"), 2), "1.00e1");
        assert_eq!(scientific(of("1.18973149535723176502e+4932"), 20), "1.18973149535723176502e4932");
        assert_eq!(scientific(1, 3), "3.645e-4951");
        assert_eq!(scientific(0, 1), "0.0e0");
        assert_eq!(fixed(1, 20_000).len(), 20_002);
    }
}
