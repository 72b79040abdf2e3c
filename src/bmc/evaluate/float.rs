//! Numbers of types `float` and `double`, by their bits.
//!
//! Comparisons, conversions that lose nothing, and those from and to integers are exact for all values. Arithmetic, and what else
//! rounds, is computed by [`constant`], where the operands choose among a few constants; otherwise the run is
//! a cut.

mod constant;

use crate::evaluate::Evaluation;
use crate::evaluate::float::constant::{DOES_NOT_FIT, NoResult};
use crate::limits::MOST_FOLDED_PAIRS;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use ctype::{DataModel, FloatKind, Type, TypeId};
use program::BinaryOp;

/// Bits of the mantissa of a `double`, and of its exponent.
const DOUBLE: (u32, u32) = (52, 11);
/// The same of a `float`.
const FLOAT: (u32, u32) = (23, 8);

impl Evaluation<'_, '_> {
    /// An operation on two values of one floating-point type.
    pub(super) fn floats(&mut self, op: BinaryOp, (a, b): (Scalar, Scalar), from: TypeId, ty: TypeId) -> Scalar {
        let (Some(shape), Some(target)) = (self.shape(from), self.shape(ty)) else {
            return self.give_up("arithmetic on a floating-point number of this type", ty);
        };
        let is_defined = self.machine.terms.and(a.is_defined, b.is_defined);
        if op.is_comparison() {
            let truth = compared(self.machine.terms, op, a.bits, b.bits);
            let bits = self.machine.terms.resize(truth, target.width, false);
            return Scalar { is_defined, ..Scalar::number(self.machine.terms, bits) };
        }
        let types = &self.machine.task.program.types;
        let operate = |operands| constant::operate(op, operands, from, types);
        let result = self.folded([a.bits, b.bits], shape.width, is_defined, &operate);
        match result {
            Some(bits) => Scalar { is_defined, ..Scalar::number(self.machine.terms, bits) },
            None => {
                self.unsupported(is_defined, "arithmetic on a floating-point number");
                Scalar::undefined(self.machine.terms, target.width)
            }
        }
    }

    /// Converts a value from or to a floating-point type.
    pub(super) fn cast_float(&mut self, value: Scalar, from: TypeId, to: TypeId) -> Scalar {
        let (Some(source), Some(target)) = (self.shape(from), self.shape(to)) else {
            return self.give_up("a conversion of a floating-point number of this type", to);
        };
        let is_defined = value.is_defined;
        let is_address = self.machine.terms.is_nonzero(value.object);
        let is_address = self.machine.terms.and(is_defined, is_address);
        self.unsupported(is_address, "a conversion of an address");
        if target.width == 1 {
            let bits = self.truth(from, value);
            return Scalar { is_defined, ..Scalar::number(self.machine.terms, bits) };
        }
        let types = &self.machine.task.program.types;
        let convert = |[bits, _]: [u128; 2]| constant::convert(bits, (from, to), types);
        let unused = self.machine.terms.constant(0, source.width);
        let folded = self.folded([value.bits, unused], target.width, is_defined, &convert);
        let kind = |ty: TypeId| match types.get(ty) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        };
        let always = self.machine.terms.truth(true);
        let (bits, is_exact) = match (folded, kind(from), kind(to)) {
            (Some(bits), ..) => (bits, always),
            (None, Some(FloatKind::Float), Some(FloatKind::Double)) => {
                (widened(self.machine.terms, value.bits), always)
            }
            (None, Some(FloatKind::Double), Some(FloatKind::Float)) => narrowed(self.machine.terms, value.bits),
            (None, None, Some(_)) if source.width <= 64 => {
                let (bits, is_exact) = whole(self.machine.terms, (value.bits, source.signed), target.width);
                // 32-bit code may keep more digits than the type has.
                let is_exact = if types.model() == DataModel::Lp64 { always } else { is_exact };
                (bits, is_exact)
            }
            (None, Some(kind), None) if target.width <= 64 => {
                let double = match kind {
                    FloatKind::Float => widened(self.machine.terms, value.bits),
                    _ => value.bits,
                };
                let (bits, fits) = truncated(self.machine.terms, double, (target.width, target.signed));
                let too_large = self.machine.terms.not(fits);
                self.undefined(too_large, is_defined, DOES_NOT_FIT);
                (bits, always)
            }
            _ => {
                self.unsupported(is_defined, "a conversion of a floating-point number");
                return Scalar::undefined(self.machine.terms, target.width);
            }
        };
        let rounds = self.machine.terms.not(is_exact);
        let rounds = self.machine.terms.and(is_defined, rounds);
        self.unsupported(rounds, "a conversion that rounds a number");
        Scalar { is_defined, ..Scalar::number(self.machine.terms, bits) }
    }

    /// What is computed from two words that choose among constants; `None` where they do not, or among too many. What goes wrong
    /// with some of the constants ends the runs that have these.
    fn folded(
        &mut self,
        [a, b]: [TermId; 2],
        width: u32,
        is_defined: TermId,
        compute: &dyn Fn([u128; 2]) -> Result<u128, NoResult>,
    ) -> Option<TermId> {
        let (all_a, all_b) = (self.machine.terms.choices(a)?, self.machine.terms.choices(b)?);
        if all_a.len().saturating_mul(all_b.len()) > MOST_FOLDED_PAIRS {
            return None;
        }
        let mut result = None;
        for (one, other) in all_a.iter().flat_map(|one| all_b.iter().map(move |other| (*one, *other))) {
            let terms = self.machine.terms;
            let (left, right) = (terms.constant(one, terms.width(a)), terms.constant(other, terms.width(b)));
            let (is_left, is_right) = (terms.equal(a, left), terms.equal(b, right));
            let is_it = terms.and(is_left, is_right);
            match compute([one, other]) {
                Ok(bits) => {
                    let bits = terms.constant(bits, width);
                    result = Some(result.map_or(bits, |others| terms.choose(is_it, bits, others)));
                }
                Err(NoResult::Undefined(message)) => self.undefined(is_it, is_defined, message),
                Err(NoResult::Unsupported(message)) => {
                    let condition = self.machine.terms.and(is_defined, is_it);
                    self.unsupported(condition, message);
                }
            }
        }
        // No run goes on where each of them goes wrong.
        Some(result.unwrap_or_else(|| self.machine.terms.constant(0, width)))
    }
}

/// A word without its highest bit.
fn magnitude(terms: &Terms, bits: TermId) -> TermId {
    let width = terms.width(bits);
    terms.extract(bits, 0, width - 1)
}

/// Whether a comparison of two numbers holds: of NaN, only "not equal".
fn compared(terms: &Terms, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    let width = terms.width(a);
    let (mantissa, exponent) = if width == 64 { DOUBLE } else { FLOAT };
    let infinity = terms.constant(((1 << exponent) - 1) << mantissa, width - 1);
    let [size_a, size_b] = [a, b].map(|bits| magnitude(terms, bits));
    let [no_number_a, no_number_b] = [size_a, size_b].map(|size| terms.less(infinity, size));
    let neither = terms.or(no_number_a, no_number_b);
    let are_numbers = terms.not(neither);
    // As numbers with sign, both zeros are zero.
    let [key_a, key_b] = [(a, size_a), (b, size_b)].map(|(bits, size)| {
        let sign = terms.extract(bits, width - 1, 1);
        let size = terms.extend_zero(size, width);
        let negative = terms.negate(size);
        terms.choose(sign, negative, size)
    });
    let holds = match op {
        BinaryOp::Less => terms.less_signed(key_a, key_b),
        BinaryOp::LessEqual => {
            let more = terms.less_signed(key_b, key_a);
            terms.not(more)
        }
        _ => terms.equal(key_a, key_b),
    };
    let holds = terms.and(are_numbers, holds);
    match op {
        BinaryOp::NotEqual => terms.not(holds),
        _ => holds,
    }
}

/// A `float` as a `double`, which has all of its values.
fn widened(terms: &Terms, bits: TermId) -> TermId {
    let (sign, exponent, mantissa) =
        (terms.extract(bits, 31, 1), terms.extract(bits, 23, 8), terms.extract(bits, 0, 23));
    let (all, none) = (terms.ones(8), terms.constant(0, 8));
    let (is_special, is_small) = (terms.equal(exponent, all), terms.equal(exponent, none));
    // A normal number has another bias.
    let wide = terms.extend_zero(exponent, 11);
    let bias = terms.constant(1023 - 127, 11);
    let normal = terms.add(wide, bias);
    let special = terms.ones(11);
    let mut new_exponent = terms.choose(is_special, special, normal);
    let low = terms.constant(0, 29);
    let shifted = terms.concat(mantissa, low);
    // NaN becomes a quiet NaN.
    let some = terms.is_nonzero(mantissa);
    let no_number = terms.and(is_special, some);
    let quiet = terms.constant(1 << 51, 52);
    let quieted = terms.or(shifted, quiet);
    let mut new_mantissa = terms.choose(no_number, quieted, shifted);
    // A number below the normal ones is normal as a `double`: its highest bit is the one in front of the new mantissa.
    let (zero, none) = (terms.constant(0, 11), terms.constant(0, 52));
    let (mut small_exponent, mut small_mantissa) = (zero, none);
    for place in 0..23_u32 {
        let is_highest = terms.extract(mantissa, place, 1);
        let exponent = terms.constant(u128::from(1023 - 149 + place), 11);
        let wide = terms.extend_zero(mantissa, 52);
        let by = terms.constant(u128::from(52 - place), 52);
        let moved = terms.shift_left(wide, by);
        small_exponent = terms.choose(is_highest, exponent, small_exponent);
        small_mantissa = terms.choose(is_highest, moved, small_mantissa);
    }
    new_exponent = terms.choose(is_small, small_exponent, new_exponent);
    new_mantissa = terms.choose(is_small, small_mantissa, new_mantissa);
    let high = terms.concat(sign, new_exponent);
    terms.concat(high, new_mantissa)
}

/// A `double` as a `float`, and whether that is the same number, as it is where no bits are lost.
fn narrowed(terms: &Terms, bits: TermId) -> (TermId, TermId) {
    let (sign, exponent) = (terms.extract(bits, 63, 1), terms.extract(bits, 52, 11));
    let (mantissa, high, low) = (terms.extract(bits, 0, 52), terms.extract(bits, 29, 23), terms.extract(bits, 0, 29));
    let (least, most) = (terms.constant(1023 - 126, 11), terms.constant(1023 + 127, 11));
    let (from, to) = (terms.at_most(least, exponent), terms.at_most(exponent, most));
    let lost = terms.is_nonzero(low);
    let kept = terms.not(lost);
    let is_normal = terms.all([from, to, kept]);
    let bias = terms.constant(1023 - 127, 11);
    let moved = terms.subtract(exponent, bias);
    let normal = terms.extract(moved, 0, 8);
    let size = magnitude(terms, bits);
    let (infinity, zero) = (terms.constant(0x7ff << 52, 63), terms.constant(0, 63));
    let (is_infinite, is_zero) = (terms.equal(size, infinity), terms.equal(size, zero));
    // NaN becomes a quiet NaN.
    let no_number = terms.less(infinity, size);
    let is_special = terms.or(is_infinite, no_number);
    let (all, none) = (terms.ones(8), terms.constant(0, 8));
    let others = terms.choose(is_special, all, none);
    let new_exponent = terms.choose(is_normal, normal, others);
    let quiet = terms.constant(1 << 22, 23);
    let quieted = terms.or(high, quiet);
    let mut new_mantissa = terms.choose(no_number, quieted, high);
    let mut is_exact = terms.any([is_normal, is_special, is_zero]);
    // A number below the normal ones of type `float`.
    for place in 0..23_u32 {
        let power = terms.constant(u128::from(1023 - 149 + place), 11);
        let is_here = terms.equal(exponent, power);
        let front = terms.constant(1, 1);
        let top = match place {
            0 => front,
            _ => {
                let behind = terms.extract(mantissa, 52 - place, place);
                terms.concat(front, behind)
            }
        };
        let small = terms.extend_zero(top, 23);
        let low = terms.extract(mantissa, 0, 52 - place);
        let lost = terms.is_nonzero(low);
        let kept = terms.not(lost);
        new_mantissa = terms.choose(is_here, small, new_mantissa);
        is_exact = terms.choose(is_here, kept, is_exact);
    }
    let high_bits = terms.concat(sign, new_exponent);
    (terms.concat(high_bits, new_mantissa), is_exact)
}

/// An integer of at most 64 bits, with sign or without, as the nearest number of a floating-point type, and
/// whether that is the same number.
fn whole(terms: &Terms, (integer, signed): (TermId, bool), width: u32) -> (TermId, TermId) {
    let (mantissa, exponent) = if width == 64 { DOUBLE } else { FLOAT };
    let bias = (1 << (exponent - 1)) - 1;
    let places = terms.width(integer);
    let negative = match signed {
        true => terms.extract(integer, places - 1, 1),
        false => terms.truth(false),
    };
    let opposite = terms.negate(integer);
    let size = terms.choose(negative, opposite, integer);
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
                // More than half of the last place goes up, and half of it to where the last bit is zero.
                let (half, odd) = (terms.constant(1 << (lost - 1), lost), terms.extract(moved, 0, 1));
                let (is_more, is_half) = (terms.less(half, low), terms.equal(low, half));
                let is_tie = terms.and(is_half, odd);
                (terms.is_nonzero(low), terms.or(is_more, is_tie))
            }
        };
        new_exponent = terms.choose(is_highest, power, new_exponent);
        new_mantissa = terms.choose(is_highest, moved, new_mantissa);
        rounds = terms.choose(is_highest, loses, rounds);
        goes_up = terms.choose(is_highest, is_up, goes_up);
    }
    // What goes over the last mantissa goes to the next exponent.
    let all = terms.concat(new_exponent, new_mantissa);
    let one = terms.extend_zero(goes_up, mantissa + exponent);
    let all = terms.add(all, one);
    (terms.concat(negative, all), terms.not(rounds))
}

/// The integer of at most 64 bits, with sign or without, that a `double` is without what is behind the point, and whether it fits.
fn truncated(terms: &Terms, bits: TermId, (width, signed): (u32, bool)) -> (TermId, TermId) {
    let (mantissa, exponent) = DOUBLE;
    let (sign, power) = (terms.extract(bits, 63, 1), terms.extract(bits, mantissa, exponent));
    let (bias, most) = (terms.constant(1023, exponent), terms.constant(1023 + 63, exponent));
    let (is_small, is_moderate) = (terms.less(power, bias), terms.at_most(power, most));
    let front = terms.constant(1, 1);
    let fraction = terms.extract(bits, 0, mantissa);
    let all = terms.concat(front, fraction);
    let all = terms.extend_zero(all, 128);
    let places = terms.subtract(power, bias);
    let places = terms.extend_zero(places, 128);
    let moved = terms.shift_left(all, places);
    let size = terms.extract(moved, mantissa, 64);
    let zero = terms.constant(0, 64);
    let size = terms.choose(is_small, zero, size);
    let negative = terms.negate(size);
    let result = terms.choose(sign, negative, size);
    let half = terms.constant(1 << (width - 1), 64);
    let (below_half, at_most_half) = (terms.less(size, half), terms.at_most(size, half));
    let fits = match signed {
        true => terms.choose(sign, at_most_half, below_half),
        false => {
            let limit = terms.constant(u128::MAX, width);
            let limit = terms.extend_zero(limit, 64);
            let (is_zero, is_inside) = (terms.equal(size, zero), terms.at_most(size, limit));
            terms.choose(sign, is_zero, is_inside)
        }
    };
    let is_known = terms.or(is_small, is_moderate);
    let fits = terms.and(fits, is_known);
    (terms.extract(result, 0, width), fits)
}

#[cfg(test)]
mod tests;
