//! Numbers of types `float` and `double` as bit patterns.
//!
//! Comparisons, exact conversions, and conversions from and to integers are computed for all values. Arithmetic and
//! other rounding operations are computed by [`constant`], if the operands choose among few constants. Otherwise the
//! run is cut.

mod constant;

use crate::evaluate::Evaluation;
use crate::evaluate::float::constant::{DOES_NOT_FIT, NoResult};
use crate::limits::MOST_FOLDED_PAIRS;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use ctype::{DataModel, FloatKind, Type, TypeId};
use program::BinaryOp;

/// Bits of the mantissa and of the exponent of a `double`.
const DOUBLE: (u32, u32) = (52, 11);
/// Bits of the mantissa and of the exponent of a `float`.
const FLOAT: (u32, u32) = (23, 8);

impl Evaluation<'_, '_> {
    /// Applies an operator to two values of one floating-point type.
    pub(super) fn floats(&mut self, op: BinaryOp, (a, b): (Scalar, Scalar), from: TypeId, ty: TypeId) -> Scalar {
        let (Some(shape), Some(target)) = (self.shape(from), self.shape(ty)) else {
            return self.give_up("arithmetic on a floating-point number of this type", ty);
        };
        let is_defined = self.terms.and(a.is_defined, b.is_defined);
        if op.is_comparison() {
            let bits = self.terms.resize(compared(self.terms, op, a.bits, b.bits), target.width, false);
            return Scalar { is_defined, ..Scalar::number(self.terms, bits) };
        }
        let types = &self.machine.task.program.types;
        let operate = |operands| constant::operate(op, operands, from, types);
        let result = self.folded([a.bits, b.bits], shape.width, is_defined, &operate);
        match result {
            Some(bits) => Scalar { is_defined, ..Scalar::number(self.terms, bits) },
            None => {
                self.unsupported(is_defined, "arithmetic on a floating-point number");
                Scalar::undefined(self.terms, target.width)
            }
        }
    }

    pub(super) fn cast_float(&mut self, value: Scalar, from: TypeId, to: TypeId) -> Scalar {
        let (Some(source), Some(target)) = (self.shape(from), self.shape(to)) else {
            return self.give_up("a conversion of a floating-point number of this type", to);
        };
        let is_defined = value.is_defined;
        self.unsupported(self.terms.and(is_defined, self.terms.is_nonzero(value.object)), "a conversion of an address");
        if target.width == 1 {
            let bits = self.truth(from, value);
            return Scalar { is_defined, ..Scalar::number(self.terms, bits) };
        }
        let types = &self.machine.task.program.types;
        let convert = |[bits, _]: [u128; 2]| constant::convert(bits, (from, to), types);
        let unused = self.terms.constant(0, source.width);
        let folded = self.folded([value.bits, unused], target.width, is_defined, &convert);
        let kind = |ty: TypeId| match types.get(ty) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        };
        let always = self.terms.truth(true);
        let (bits, is_exact) = match (folded, kind(from), kind(to)) {
            (Some(bits), ..) => (bits, always),
            (None, Some(FloatKind::Float), Some(FloatKind::Double)) => (widened(self.terms, value.bits), always),
            (None, Some(FloatKind::Double), Some(FloatKind::Float)) => narrowed(self.terms, value.bits),
            (None, None, Some(_)) if source.width <= 64 => {
                let (bits, is_exact) = whole(self.terms, (value.bits, source.signed), target.width);
                // 32-bit code may keep more digits than the type has.
                let is_exact = if types.model() == DataModel::Lp64 { always } else { is_exact };
                (bits, is_exact)
            }
            (None, Some(kind), None) if target.width <= 64 => {
                let double = match kind {
                    FloatKind::Float => widened(self.terms, value.bits),
                    _ => value.bits,
                };
                let (bits, fits) = truncated(self.terms, double, (target.width, target.signed));
                self.undefined(self.terms.not(fits), is_defined, DOES_NOT_FIT);
                (bits, always)
            }
            _ => {
                self.unsupported(is_defined, "a conversion of a floating-point number");
                return Scalar::undefined(self.terms, target.width);
            }
        };
        let rounds = self.terms.not(is_exact);
        let rounds = self.terms.and(is_defined, rounds);
        self.unsupported(rounds, "a conversion that rounds a number");
        Scalar { is_defined, ..Scalar::number(self.terms, bits) }
    }

    /// Applies a function to two words that choose among constants. `None` if they do not, or if there are too many
    /// pairs. For pairs without a result, the runs that have these values end.
    fn folded(
        &mut self,
        [a, b]: [TermId; 2],
        width: u32,
        is_defined: TermId,
        compute: &dyn Fn([u128; 2]) -> Result<u128, NoResult>,
    ) -> Option<TermId> {
        let (all_a, all_b) = (self.terms.choices(a)?, self.terms.choices(b)?);
        if all_a.len().saturating_mul(all_b.len()) > MOST_FOLDED_PAIRS {
            return None;
        }
        let mut result = None;
        for (one, other) in all_a.iter().flat_map(|one| all_b.iter().map(move |other| (*one, *other))) {
            let terms = self.terms;
            let (left, right) = (terms.constant(one, terms.width(a)), terms.constant(other, terms.width(b)));
            let is_it = terms.and(terms.equal(a, left), terms.equal(b, right));
            match compute([one, other]) {
                Ok(bits) => {
                    let bits = terms.constant(bits, width);
                    result = Some(result.map_or(bits, |others| terms.choose(is_it, bits, others)));
                }
                Err(NoResult::Undefined(message)) => self.undefined(is_it, is_defined, message),
                Err(NoResult::Unsupported(message)) => {
                    self.unsupported(self.terms.and(is_defined, is_it), message);
                }
            }
        }
        // If no pair has a result, no run continues.
        Some(result.unwrap_or_else(|| self.terms.constant(0, width)))
    }
}

/// Returns the word without its sign bit.
fn magnitude(terms: &Terms, bits: TermId) -> TermId {
    terms.extract(bits, 0, terms.width(bits) - 1)
}

/// Compares two numbers. With NaN, only `!=` holds.
fn compared(terms: &Terms, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    let width = terms.width(a);
    let (mantissa, exponent) = if width == 64 { DOUBLE } else { FLOAT };
    let infinity = terms.constant(((1 << exponent) - 1) << mantissa, width - 1);
    let [size_a, size_b] = [a, b].map(|bits| magnitude(terms, bits));
    let [no_number_a, no_number_b] = [size_a, size_b].map(|size| terms.less(infinity, size));
    let are_numbers = terms.not(terms.or(no_number_a, no_number_b));
    // As signed integers, both zeros are equal and the order is that of the numbers.
    let [key_a, key_b] = [(a, size_a), (b, size_b)].map(|(bits, size)| {
        let sign = terms.extract(bits, width - 1, 1);
        let size = terms.extend_zero(size, width);
        terms.choose(sign, terms.negate(size), size)
    });
    let holds = match op {
        BinaryOp::Less => terms.less_signed(key_a, key_b),
        BinaryOp::LessEqual => terms.not(terms.less_signed(key_b, key_a)),
        _ => terms.equal(key_a, key_b),
    };
    let holds = terms.and(are_numbers, holds);
    match op {
        BinaryOp::NotEqual => terms.not(holds),
        _ => holds,
    }
}

/// Converts a `float` to a `double`, which is exact.
fn widened(terms: &Terms, bits: TermId) -> TermId {
    let (sign, exponent, mantissa) =
        (terms.extract(bits, 31, 1), terms.extract(bits, 23, 8), terms.extract(bits, 0, 23));
    let (all, none) = (terms.ones(8), terms.constant(0, 8));
    let (is_special, is_small) = (terms.equal(exponent, all), terms.equal(exponent, none));
    // The exponent of a normal number has another bias.
    let normal = terms.add(terms.extend_zero(exponent, 11), terms.constant(1023 - 127, 11));
    let mut new_exponent = terms.choose(is_special, terms.ones(11), normal);
    let shifted = terms.concat(mantissa, terms.constant(0, 29));
    // A NaN becomes quiet.
    let no_number = terms.and(is_special, terms.is_nonzero(mantissa));
    let mut new_mantissa = terms.choose(no_number, terms.or(shifted, terms.constant(1 << 51, 52)), shifted);
    // A subnormal number is normal as a `double`: its highest set bit is the implicit bit of the new mantissa.
    let (mut small_exponent, mut small_mantissa) = (terms.constant(0, 11), terms.constant(0, 52));
    for place in 0..23_u32 {
        let is_highest = terms.extract(mantissa, place, 1);
        let exponent = terms.constant(u128::from(1023 - 149 + place), 11);
        let moved = terms.shift_left(terms.extend_zero(mantissa, 52), terms.constant(u128::from(52 - place), 52));
        small_exponent = terms.choose(is_highest, exponent, small_exponent);
        small_mantissa = terms.choose(is_highest, moved, small_mantissa);
    }
    new_exponent = terms.choose(is_small, small_exponent, new_exponent);
    new_mantissa = terms.choose(is_small, small_mantissa, new_mantissa);
    terms.concat(terms.concat(sign, new_exponent), new_mantissa)
}

/// Converts a `double` to a `float`, and returns the condition that this is exact. Otherwise the number is meaningless.
fn narrowed(terms: &Terms, bits: TermId) -> (TermId, TermId) {
    let (sign, exponent) = (terms.extract(bits, 63, 1), terms.extract(bits, 52, 11));
    let (mantissa, high, low) = (terms.extract(bits, 0, 52), terms.extract(bits, 29, 23), terms.extract(bits, 0, 29));
    let (least, most) = (terms.constant(1023 - 126, 11), terms.constant(1023 + 127, 11));
    let from = terms.at_most(least, exponent);
    let is_normal = terms.all([from, terms.at_most(exponent, most), terms.not(terms.is_nonzero(low))]);
    let normal = terms.extract(terms.subtract(exponent, terms.constant(1023 - 127, 11)), 0, 8);
    let size = magnitude(terms, bits);
    let (infinity, zero) = (terms.constant(0x7ff << 52, 63), terms.constant(0, 63));
    let (is_infinite, is_zero) = (terms.equal(size, infinity), terms.equal(size, zero));
    // A NaN becomes quiet.
    let no_number = terms.less(infinity, size);
    let is_special = terms.or(is_infinite, no_number);
    let new_exponent = terms.choose(is_normal, normal, terms.choose(is_special, terms.ones(8), terms.constant(0, 8)));
    let mut new_mantissa = terms.choose(no_number, terms.or(high, terms.constant(1 << 22, 23)), high);
    let mut is_exact = terms.any([is_normal, is_special, is_zero]);
    // Results that are subnormal as `float`.
    for place in 0..23_u32 {
        let is_here = terms.equal(exponent, terms.constant(u128::from(1023 - 149 + place), 11));
        let front = terms.constant(1, 1);
        let top = match place {
            0 => front,
            _ => terms.concat(front, terms.extract(mantissa, 52 - place, place)),
        };
        let small = terms.extend_zero(top, 23);
        let kept = terms.not(terms.is_nonzero(terms.extract(mantissa, 0, 52 - place)));
        new_mantissa = terms.choose(is_here, small, new_mantissa);
        is_exact = terms.choose(is_here, kept, is_exact);
    }
    (terms.concat(terms.concat(sign, new_exponent), new_mantissa), is_exact)
}

/// Converts an integer of at most 64 bits to the nearest floating-point number, and returns the condition that it is
/// equal.
fn whole(terms: &Terms, (integer, signed): (TermId, bool), width: u32) -> (TermId, TermId) {
    let (mantissa, exponent) = if width == 64 { DOUBLE } else { FLOAT };
    let bias = (1 << (exponent - 1)) - 1;
    let places = terms.width(integer);
    let negative = match signed {
        true => terms.extract(integer, places - 1, 1),
        false => terms.truth(false),
    };
    let size = terms.choose(negative, terms.negate(integer), integer);
    let size = terms.extend_zero(size, 64);
    let (mut new_exponent, mut new_mantissa) = (terms.constant(0, exponent), terms.constant(0, mantissa));
    let (mut rounds, mut goes_up) = (terms.truth(false), terms.truth(false));
    for place in 0..places {
        let is_highest = terms.extract(size, place, 1);
        let power = terms.constant(u128::from(bias + place), exponent);
        let lost = place.saturating_sub(mantissa);
        let (up, down) =
            (terms.constant(u128::from(mantissa.saturating_sub(place)), 64), terms.constant(u128::from(lost), 64));
        let moved = terms.shift_left(size, up);
        let moved = terms.shift_right(moved, down);
        let moved = terms.extract(moved, 0, mantissa);
        let (loses, is_up) = match lost {
            0 => (terms.truth(false), terms.truth(false)),
            _ => {
                let low = terms.extract(size, 0, lost);
                // Rounds to nearest, ties to even.
                let (half, odd) = (terms.constant(1 << (lost - 1), lost), terms.extract(moved, 0, 1));
                let is_more = terms.less(half, low);
                let is_tie = terms.and(terms.equal(low, half), odd);
                (terms.is_nonzero(low), terms.or(is_more, is_tie))
            }
        };
        new_exponent = terms.choose(is_highest, power, new_exponent);
        new_mantissa = terms.choose(is_highest, moved, new_mantissa);
        rounds = terms.choose(is_highest, loses, rounds);
        goes_up = terms.choose(is_highest, is_up, goes_up);
    }
    // A carry out of the mantissa increments the exponent.
    let all = terms.concat(new_exponent, new_mantissa);
    (terms.concat(negative, terms.add(all, terms.extend_zero(goes_up, mantissa + exponent))), terms.not(rounds))
}

/// Truncates a `double` to an integer of at most 64 bits. Also returns the condition that it fits.
fn truncated(terms: &Terms, bits: TermId, (width, signed): (u32, bool)) -> (TermId, TermId) {
    let (mantissa, exponent) = DOUBLE;
    let (sign, power) = (terms.extract(bits, 63, 1), terms.extract(bits, mantissa, exponent));
    let (bias, most) = (terms.constant(1023, exponent), terms.constant(1023 + 63, exponent));
    let (is_small, is_moderate) = (terms.less(power, bias), terms.at_most(power, most));
    let all = terms.concat(terms.constant(1, 1), terms.extract(bits, 0, mantissa));
    let moved = terms.shift_left(terms.extend_zero(all, 128), terms.extend_zero(terms.subtract(power, bias), 128));
    let size = terms.extract(moved, mantissa, 64);
    let zero = terms.constant(0, 64);
    let size = terms.choose(is_small, zero, size);
    let result = terms.choose(sign, terms.negate(size), size);
    let half = terms.constant(1 << (width - 1), 64);
    let (below_half, at_most_half) = (terms.less(size, half), terms.at_most(size, half));
    let fits = match signed {
        true => terms.choose(sign, at_most_half, below_half),
        false => {
            let limit = terms.constant(u128::MAX, width);
            let limit = terms.extend_zero(limit, 64);
            terms.choose(sign, terms.equal(size, zero), terms.at_most(size, limit))
        }
    };
    let fits = terms.and(fits, terms.or(is_small, is_moderate));
    (terms.extract(result, 0, width), fits)
}

#[cfg(test)]
mod tests;
