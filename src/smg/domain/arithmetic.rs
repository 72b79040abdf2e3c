//! Interval arithmetic on integers of a C format.
//!
//! All of it wraps: signed overflow is undefined behaviour but not a memory error, and a loop may terminate by
//! overflow.

use crate::domain::value::{Range, Value};
use base::integer::wrap;
use program::BinaryOp;

/// Width in bits, and true if signed.
pub type Format = (u32, bool);

/// Returns the range that includes the integers of `range` wrapped to a format.
pub fn wrapped(range: Range, format: Format) -> Range {
    let all = Range::of_format(format);
    let bounds = Range::new(wrap(range.low(), format), wrap(range.high(), format));
    let width = |range: Range| range.high() - range.low();
    // A range that wraps around has bounds in the wrong order or too close together.
    bounds.filter(|bounds| range != Range::ALL && width(*bounds) == width(range)).unwrap_or(all)
}

/// Returns the range of an operation's results, wrapped to the format.
pub fn binary(op: BinaryOp, left: Range, right: Range, format: Format) -> Range {
    if let (Some(left), Some(right)) = (left.single(), right.single())
        && let Some(result) = integers(op, left, right, format)
    {
        return Range::exactly(wrap(result, format));
    }
    let all = Range::of_format(format);
    unwrapped(op, left, right).filter(|found| all.includes(*found)).unwrap_or(all)
}

/// Returns the range of an operation's results before they wrap; `None` if it is unknown.
pub fn unwrapped(op: BinaryOp, left: Range, right: Range) -> Option<Range> {
    let is_bounded = left.is_of_word() && right.is_of_word();
    match op {
        BinaryOp::Div | BinaryOp::ShiftRight if !is_bounded => None,
        BinaryOp::Add => left.corners(right, i128::checked_add),
        BinaryOp::Sub => left.corners(right, i128::checked_sub),
        BinaryOp::Mul => left.corners(right, i128::checked_mul),
        BinaryOp::Div if right.low() > 0 || right.high() < 0 => left.corners(right, i128::checked_div),
        BinaryOp::Rem if left.low() >= 0 && right.low() > 0 => Range::new(0, left.high().min(right.high() - 1)),
        BinaryOp::Rem if right.low() > 0 => Range::new(1 - right.high(), right.high() - 1),
        BinaryOp::BitAnd if let Some(found) = rounded(left, right).or_else(|| rounded(right, left)) => Some(found),
        BinaryOp::BitAnd if right.low() >= 0 && left.low() >= 0 => Range::new(0, left.high().min(right.high())),
        BinaryOp::BitAnd if right.low() >= 0 => Range::new(0, right.high()),
        BinaryOp::BitAnd if left.low() >= 0 => Range::new(0, left.high()),
        BinaryOp::BitOr | BinaryOp::BitXor if left.low() >= 0 && right.low() >= 0 => {
            let bits = 128 - (left.high() | right.high()).leading_zeros();
            Range::new(0, (1_i128 << bits.min(100)) - 1)
        }
        BinaryOp::ShiftRight if right.low() >= 0 && right.high() < 64 => {
            left.corners(right, |value, by| Some(value >> by))
        }
        BinaryOp::ShiftLeft
            if right.low() >= 0 && right.high() < 32 && left.high() < 1 << 64 && left.low() > -(1 << 64) =>
        {
            left.corners(right, |value, by| Some(value << by))
        }
        _ if op.is_comparison() => Range::new(0, 1),
        _ => None,
    }
}

/// Returns the range of `range & mask`, for a mask that clears exactly the lowest bits: rounding down is monotone.
fn rounded(range: Range, mask: Range) -> Option<Range> {
    let mask = mask.single().filter(|mask| *mask != 0 && range.low() >= 0)?;
    let bits = 128 - range.high().leading_zeros();
    let clears_lowest = (mask >> mask.trailing_zeros()).trailing_ones() + mask.trailing_zeros() >= bits;
    clears_lowest.then(|| Range::new(range.low() & mask, range.high() & mask))?
}

/// Returns the bits of a result, of the lowest 64, that are certainly zero, given those of the operands. Wrapping
/// preserves them.
pub fn zero_bits(op: BinaryOp, [left, right]: [u64; 2], by: Value) -> u64 {
    let last = |count: u32| if count >= 64 { u64::MAX } else { (1 << count) - 1 };
    match op {
        BinaryOp::BitAnd => left | right,
        BinaryOp::BitOr | BinaryOp::BitXor => left & right,
        BinaryOp::Add | BinaryOp::Sub => last(left.trailing_ones().min(right.trailing_ones())),
        BinaryOp::Mul => last(left.trailing_ones() + right.trailing_ones()),
        BinaryOp::ShiftLeft => match by {
            Value::Integer(by @ 0..64) => left << by | last(by as u32),
            _ => last(left.trailing_ones()),
        },
        _ => 0,
    }
}

/// Returns the exact result of an operation on two integers; `None` where C defines none.
fn integers(op: BinaryOp, left: i128, right: i128, format: Format) -> Option<i128> {
    let by = || u32::try_from(right).ok().filter(|by| *by < format.0);
    // The upper half of the unsigned 128-bit integers looks negative here.
    let is_misread = format == (128, false) && (left < 0 || right < 0);
    let depends_on_sign = matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::ShiftRight) || op.is_comparison();
    if is_misread && depends_on_sign {
        return None;
    }
    Some(match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Div => left.checked_div(right)?,
        BinaryOp::Rem => left.checked_rem(right)?,
        BinaryOp::ShiftLeft => left.wrapping_shl(by()?),
        BinaryOp::ShiftRight => left >> by()?,
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::Equal => i128::from(left == right),
        BinaryOp::NotEqual => i128::from(left != right),
        BinaryOp::Less => i128::from(left < right),
        BinaryOp::LessEqual => i128::from(left <= right),
    })
}

/// Returns the outcome of a comparison if it is the same for all integers of the ranges.
pub fn comparison(op: BinaryOp, left: Range, right: Range) -> Option<bool> {
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual => {
            let equal = match (left.single(), right.single()) {
                (Some(left), Some(right)) => left == right,
                _ if left.intersection(right).is_none() => false,
                _ => return None,
            };
            Some(equal == (op == BinaryOp::Equal))
        }
        BinaryOp::Less if left.high() < right.low() => Some(true),
        BinaryOp::Less if left.low() >= right.high() => Some(false),
        BinaryOp::LessEqual if left.high() <= right.low() => Some(true),
        BinaryOp::LessEqual if left.low() > right.high() => Some(false),
        _ => None,
    }
}

/// Orders the two sides as the outcome of a comparison implies: the lesser, the greater, and the least difference
/// between them. `None` if the outcome implies no order.
pub fn in_order<S>(op: BinaryOp, holds: bool, [left, right]: [S; 2]) -> Option<(S, S, i128)> {
    match (op, holds) {
        (BinaryOp::Less, true) => Some((left, right, 1)),
        (BinaryOp::LessEqual, true) => Some((left, right, 0)),
        (BinaryOp::Less, false) => Some((right, left, 0)),
        (BinaryOp::LessEqual, false) => Some((right, left, 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Format = (32, true);

    #[test]
    fn sums_that_overflow_may_be_anything() {
        let max = Range::of_format(INT).high();
        let range = Range::new(1, max).unwrap();
        assert_eq!(binary(BinaryOp::Add, range, Range::exactly(1), INT), Range::of_format(INT));
        assert_eq!(binary(BinaryOp::Add, Range::exactly(max), Range::exactly(1), INT).single(), Some(-max - 1));
    }

    #[test]
    fn a_mask_that_clears_the_lowest_bits_rounds_down() {
        let range = Range::new(2063, 2079).unwrap();
        let rounded = Range::new(2048, 2064).unwrap();
        for mask in [-16, Range::of_format((64, false)).high() - 15] {
            assert_eq!(binary(BinaryOp::BitAnd, range, Range::exactly(mask), (64, false)), rounded);
            assert_eq!(binary(BinaryOp::BitAnd, Range::exactly(mask), range, (64, false)), rounded);
        }
        // These masks clear bits above as well.
        assert_eq!(binary(BinaryOp::BitAnd, range, Range::exactly(2032), INT), Range::new(0, 2032).unwrap());
        assert_eq!(binary(BinaryOp::BitAnd, range, Range::exactly(-80), INT).low(), 0);
    }

    #[test]
    fn bits_that_a_mask_clears_are_zero() {
        let masked = zero_bits(BinaryOp::BitAnd, [0, 7], Value::ANY);
        assert_eq!(masked, 7);
        assert_eq!(zero_bits(BinaryOp::Add, [masked, !16], Value::Integer(16)), 7);
        assert_eq!(zero_bits(BinaryOp::Mul, [masked, !2], Value::Integer(2)), 15);
        assert_eq!(zero_bits(BinaryOp::ShiftLeft, [0, !3], Value::Integer(3)), 7);
    }

    #[test]
    fn remainders_have_the_sign_of_the_dividend() {
        let any = Range::of_format(INT);
        assert_eq!(binary(BinaryOp::Rem, any, Range::exactly(4), INT), Range::new(-3, 3).unwrap());
    }
}
