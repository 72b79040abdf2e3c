//! Integer arithmetic on scalars, and conversions. Undefined behaviour ends a run: signed overflow, division by zero,
//! shifts by too much. A left shift of a signed number wraps, as in GCC.

use crate::evaluate::Evaluation;
use crate::term::TermId;
use crate::value::Scalar;
use ctype::{Type, TypeId};
use program::{BinaryOp, FaultKind};

impl Evaluation<'_, '_> {
    /// Applies an operator to two values of one type, except for the right operand of a shift.
    pub(super) fn binary(&mut self, op: BinaryOp, (a, b): (Scalar, Scalar), from: TypeId, ty: TypeId) -> Scalar {
        if self.is_float(from) {
            return self.floats(op, (a, b), from, ty);
        }
        let Some(shape) = self.shape(from) else { return self.give_up("arithmetic on a value of this type", ty) };
        let is_defined = self.terms.and(a.is_defined, b.is_defined);
        if op.is_comparison() {
            let truth = self.compare(op, (a, b), shape.signed, is_defined);
            let width = self.shape(ty).map_or(32, |shape| shape.width);
            return Scalar { is_defined, ..Scalar::number(self.terms, self.terms.resize(truth, width, false)) };
        }
        let are_numbers = a.is_known_number(self.terms) && b.is_known_number(self.terms);
        let value = match are_numbers {
            true => {
                let bits = self.numbers(op, (a.bits, b.bits), (shape.width, shape.signed), is_defined);
                Scalar::number(self.terms, bits)
            }
            false => self.words(op, (a, b), (shape.width, shape.signed), is_defined),
        };
        Scalar { is_defined, ..value }
    }

    /// Applies an operator to numbers of a width and signedness. Errors are reported only where both are defined.
    pub(super) fn numbers(
        &mut self,
        op: BinaryOp,
        (a, b): (TermId, TermId),
        (width, signed): (u32, bool),
        is_defined: TermId,
    ) -> TermId {
        match op {
            BinaryOp::Add | BinaryOp::Sub => self.sum(op, (a, b), signed, is_defined),
            BinaryOp::Mul => self.product((a, b), (width, signed), is_defined),
            BinaryOp::Div | BinaryOp::Rem => {
                self.undefined(self.terms.not(self.terms.is_nonzero(b)), is_defined, "a division by zero");
                if signed {
                    let least = self.terms.constant(1 << (width - 1), width);
                    let minus_one = self.terms.ones(width);
                    let overflows = self.terms.and(self.terms.equal(a, least), self.terms.equal(b, minus_one));
                    self.undefined(overflows, is_defined, "a signed integer overflows");
                }
                let (quotient, remainder) = self.divided(a, b, signed);
                if op == BinaryOp::Div { quotient } else { remainder }
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.shift(op, (a, b), (width, signed), is_defined),
            BinaryOp::BitAnd => self.terms.and(a, b),
            BinaryOp::BitOr => self.terms.or(a, b),
            _ => self.terms.xor(a, b),
        }
    }

    /// Reports a signed overflow. If that is not an error and `undefined_is_any` is set, it wraps as in compiled code.
    pub(super) fn overflow(&mut self, condition: TermId, is_defined: TermId) {
        let settings = self.machine.task.settings;
        if !settings.undefined_is_any || settings.reports(FaultKind::UndefinedBehaviour) {
            self.undefined(condition, is_defined, "a signed integer overflows");
        }
    }

    pub(super) fn undefined(&mut self, condition: TermId, is_defined: TermId, message: &'static str) {
        self.fault(self.terms.and(is_defined, condition), FaultKind::UndefinedBehaviour, message);
    }

    fn sum(&mut self, op: BinaryOp, (a, b): (TermId, TermId), signed: bool, is_defined: TermId) -> TermId {
        let terms = self.terms;
        let width = terms.width(a);
        let result = if op == BinaryOp::Add { terms.add(a, b) } else { terms.subtract(a, b) };
        if !signed || self.fits(op, (a, b), width) {
            return result;
        }
        let [a, b, r] = [a, b, result].map(|word| terms.extract(word, width - 1, 1));
        // Overflow: the sign of the result differs from that of `a` and from that of `b` (for -: of the complement of
        // `b`).
        let other = if op == BinaryOp::Add { b } else { terms.not(b) };
        self.overflow(terms.and(terms.xor(a, r), terms.xor(other, r)), is_defined);
        result
    }

    /// Returns true if the ranges of the operands show that the exact result fits a width as a signed number.
    fn fits(&self, op: BinaryOp, (a, b): (TermId, TermId), width: u32) -> bool {
        let terms = self.terms;
        let ((a, z), (b, y)) = (terms.signed_range(a), terms.signed_range(b));
        let ends = match op {
            BinaryOp::Add => [a.checked_add(b), z.checked_add(y)],
            BinaryOp::Sub => [a.checked_sub(y), z.checked_sub(b)],
            _ => {
                let all = [a.checked_mul(b), a.checked_mul(y), z.checked_mul(b), z.checked_mul(y)];
                let all: Option<Vec<i128>> = all.into_iter().collect();
                let (least, most) = all.as_deref().map_or((None, None), |all| (all.iter().min(), all.iter().max()));
                [least.copied(), most.copied()]
            }
        };
        let half = 1_i128.checked_shl(width - 1).filter(|_| width < 128);
        let is_in = |end: Option<i128>| match (end, half) {
            (Some(end), Some(half)) => (-half..half).contains(&end),
            (end, None) => end.is_some(),
            (None, _) => false,
        };
        ends.into_iter().all(is_in)
    }

    fn product(&mut self, (a, b): (TermId, TermId), (width, signed): (u32, bool), is_defined: TermId) -> TermId {
        if !signed || self.fits(BinaryOp::Mul, (a, b), width) {
            return self.terms.multiply(a, b);
        }
        if width > 64 {
            self.unsupported(is_defined, "a product of numbers of more than 64 bits");
            return self.terms.multiply(a, b);
        }
        let terms = self.terms;
        let exact = terms.multiply(terms.extend_sign(a, 2 * width), terms.extend_sign(b, 2 * width));
        let result = terms.extract(exact, 0, width);
        self.overflow(terms.not(terms.equal(terms.extend_sign(result, 2 * width), exact)), is_defined);
        result
    }

    /// Returns quotient and remainder, truncated towards zero.
    pub(super) fn divided(&mut self, a: TermId, b: TermId, signed: bool) -> (TermId, TermId) {
        let terms = self.terms;
        if !signed {
            return (terms.quotient(a, b), terms.remainder(a, b));
        }
        let width = terms.width(a);
        let [sign_a, sign_b] = [a, b].map(|word| terms.extract(word, width - 1, 1));
        let magnitude = |word, sign| terms.choose(sign, terms.negate(word), word);
        let (size_a, size_b) = (magnitude(a, sign_a), magnitude(b, sign_b));
        let (quotient, remainder) = (terms.quotient(size_a, size_b), terms.remainder(size_a, size_b));
        let differ = terms.xor(sign_a, sign_b);
        let (minus_quotient, minus_remainder) = (terms.negate(quotient), terms.negate(remainder));
        (terms.choose(differ, minus_quotient, quotient), terms.choose(sign_a, minus_remainder, remainder))
    }

    fn shift(
        &mut self,
        op: BinaryOp,
        (a, amount): (TermId, TermId),
        (width, signed): (u32, bool),
        is_defined: TermId,
    ) -> TermId {
        let terms = self.terms;
        // As an unsigned number, a negative amount is large.
        let wide = terms.resize(amount, 128, false);
        let is_large = terms.not(terms.less(wide, terms.constant(u128::from(width), 128)));
        self.undefined(is_large, is_defined, "a shift by as many bits as the type has, or by a negative number");
        let by = terms.resize(wide, width, false);
        match op {
            BinaryOp::ShiftLeft => terms.shift_left(a, by),
            _ if signed => terms.shift_right_signed(a, by),
            _ => terms.shift_right(a, by),
        }
    }

    pub(super) fn cast(&mut self, value: Scalar, from: TypeId, to: TypeId) -> Scalar {
        let types = &self.machine.task.program.types;
        if matches!(types.get(to), Type::Void) {
            return Scalar::undefined(self.terms, self.machine.task.word());
        }
        if from == to {
            return value;
        }
        if types.is_pointer(from) && types.is_pointer(to) {
            return value;
        }
        if self.is_float(from) || self.is_float(to) {
            return self.cast_float(value, from, to);
        }
        let (Some(source), Some(target)) = (self.shape(from), self.shape(to)) else {
            return self.give_up("a conversion to or from this type", to);
        };
        if target.width == 1 {
            let bits = self.truth(from, value);
            return Scalar { is_defined: value.is_defined, ..Scalar::number(self.terms, bits) };
        }
        let word = self.machine.task.word();
        let bits = self.terms.resize(value.bits, target.width, source.signed);
        if source.width == word && target.width == word {
            return Scalar { bits, ..value };
        }
        let address = self.terms.is_nonzero(value.object);
        let address = self.terms.and(value.is_defined, address);
        self.unsupported(address, "an address converted to an integer of another size");
        Scalar { is_defined: value.is_defined, ..Scalar::number(self.terms, bits) }
    }
}
