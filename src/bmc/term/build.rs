//! The constructors of terms. Each simplifies: it folds constants, applies the rules of `rewrite-rules/`, and pushes
//! operations through choices.

use crate::limits::DEEPEST_SUM;
use crate::term::{TermId, Terms, WordNode, WordOperator, mask};

impl Terms {
    /// Returns a constant; bits beyond the width are dropped.
    pub fn constant(&self, bits: u128, width: u32) -> TermId {
        match width {
            1 => self.truth(bits & 1 == 1),
            _ => self.intern(WordNode::Constant(mask(bits, width)), width),
        }
    }

    /// Returns a constant of the width of a machine word.
    pub fn word_constant(&self, value: u64) -> TermId {
        self.constant(u128::from(value), self.word)
    }

    /// Returns a Boolean constant.
    pub fn truth(&self, holds: bool) -> TermId {
        let known = self.truths.get()[usize::from(holds)];
        known.unwrap_or_else(|| {
            let truth = self.intern(WordNode::Constant(u128::from(holds)), 1);
            let mut truths = self.truths.get();
            truths[usize::from(holds)] = Some(truth);
            self.truths.set(truths);
            truth
        })
    }

    pub fn ones(&self, width: u32) -> TermId {
        self.constant(u128::MAX, width)
    }

    /// Builds an operator whose result has the width of its operands.
    fn operation(&self, operator: WordOperator, a: TermId, b: TermId) -> TermId {
        self.make(WordNode::Binary(operator, a, b), self.width(a))
    }

    /// Builds an operator whose result is a Boolean.
    fn comparison(&self, operator: WordOperator, a: TermId, b: TermId) -> TermId {
        self.make(WordNode::Binary(operator, a, b), 1)
    }

    /// Bitwise complement; negation of a Boolean.
    pub fn not(&self, a: TermId) -> TermId {
        self.make(WordNode::Not(a), self.width(a))
    }

    /// Bitwise and; conjunction of Booleans.
    pub fn and(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::And, a, b)
    }

    /// Bitwise or; disjunction of Booleans.
    pub fn or(&self, a: TermId, b: TermId) -> TermId {
        self.not(self.and(self.not(a), self.not(b)))
    }

    /// Conjunction of Booleans.
    pub fn all(&self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        parts.into_iter().fold(self.truth(true), |all, part| self.and(all, part))
    }

    /// Disjunction of Booleans.
    pub fn any(&self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        parts.into_iter().fold(self.truth(false), |any, part| self.or(any, part))
    }

    pub fn xor(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Xor, a, b)
    }

    /// Wraps.
    pub fn add(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Add, a, b)
    }

    /// Wraps.
    pub fn negate(&self, a: TermId) -> TermId {
        let one = self.constant(1, self.width(a));
        let turned = self.not(a);
        self.add(turned, one)
    }

    /// Wraps.
    pub fn subtract(&self, a: TermId, b: TermId) -> TermId {
        self.add(a, self.negate(b))
    }

    /// Wraps.
    pub fn multiply(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Multiply, a, b)
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    pub fn quotient(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Quotient, a, b)
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn remainder(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Remainder, a, b)
    }

    /// Zero if the amount is at least the width.
    pub fn shift_left(&self, a: TermId, by: TermId) -> TermId {
        self.operation(WordOperator::ShiftLeft, a, by)
    }

    /// Logical shift; zero if the amount is at least the width.
    pub fn shift_right(&self, a: TermId, by: TermId) -> TermId {
        self.operation(WordOperator::ShiftRight, a, by)
    }

    /// Arithmetic shift; all sign bits if the amount is at least the width.
    pub fn shift_right_signed(&self, a: TermId, by: TermId) -> TermId {
        self.operation(WordOperator::ShiftRightSigned, a, by)
    }

    pub fn equal(&self, a: TermId, b: TermId) -> TermId {
        self.comparison(WordOperator::Equal, a, b)
    }

    /// Unsigned `a < b`.
    pub fn less(&self, a: TermId, b: TermId) -> TermId {
        self.comparison(WordOperator::Less, a, b)
    }

    /// Unsigned `a <= b`.
    pub fn at_most(&self, a: TermId, b: TermId) -> TermId {
        self.not(self.less(b, a))
    }

    /// Signed `a < b`.
    pub fn less_signed(&self, a: TermId, b: TermId) -> TermId {
        self.comparison(WordOperator::LessSigned, a, b)
    }

    /// If-then-else.
    pub fn choose(&self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        self.make(WordNode::Choose(condition, yes, no), self.width(yes))
    }

    pub fn concat(&self, high: TermId, low: TermId) -> TermId {
        self.make(WordNode::Concat(high, low), self.width(high) + self.width(low))
    }

    /// Returns `width` bits from bit `from` on.
    pub fn extract(&self, a: TermId, from: u32, width: u32) -> TermId {
        self.make(WordNode::Extract(a, from), width)
    }

    /// Returns the lowest bits. Sums and products are computed of the lowest bits of their operands.
    pub fn low(&self, a: TermId, bits: u32) -> TermId {
        self.low_within(a, bits, 0)
    }

    fn low_within(&self, a: TermId, bits: u32, depth: u32) -> TermId {
        let of = |part: TermId| self.low_within(part, bits, depth + 1);
        match self.node(a) {
            _ if bits >= self.width(a) => a,
            _ if depth == DEEPEST_SUM => self.extract(a, 0, bits),
            WordNode::Binary(operator @ (WordOperator::Add | WordOperator::Multiply), one, other) => {
                let (one, other) = (of(one), of(other));
                self.operation(operator, one, other)
            }
            WordNode::Not(part) => self.not(of(part)),
            _ => self.extract(a, 0, bits),
        }
    }

    /// Zero-extends to a width.
    pub fn extend_zero(&self, a: TermId, width: u32) -> TermId {
        self.make(WordNode::ExtendZero(a), width)
    }

    /// Sign-extends to a width.
    pub fn extend_sign(&self, a: TermId, width: u32) -> TermId {
        self.make(WordNode::ExtendSign(a), width)
    }

    /// Truncates or extends to a width.
    pub fn resize(&self, a: TermId, width: u32, signed: bool) -> TermId {
        match width.cmp(&self.width(a)) {
            std::cmp::Ordering::Less => self.extract(a, 0, width),
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Greater if signed => self.extend_sign(a, width),
            std::cmp::Ordering::Greater => self.extend_zero(a, width),
        }
    }

    pub fn is_nonzero(&self, a: TermId) -> TermId {
        self.not(self.equal(a, self.constant(0, self.width(a))))
    }
}

impl WordNode {
    /// Maps the operands.
    pub(super) fn map(self, of: impl Fn(TermId) -> TermId) -> WordNode {
        match self {
            WordNode::Constant(_) | WordNode::Variable(_) => self,
            WordNode::Not(a) => WordNode::Not(of(a)),
            WordNode::Binary(operator, a, b) => WordNode::Binary(operator, of(a), of(b)),
            WordNode::Choose(a, b, c) => WordNode::Choose(of(a), of(b), of(c)),
            WordNode::Concat(a, b) => WordNode::Concat(of(a), of(b)),
            WordNode::Extract(a, from) => WordNode::Extract(of(a), from),
            WordNode::ExtendZero(a) => WordNode::ExtendZero(of(a)),
            WordNode::ExtendSign(a) => WordNode::ExtendSign(of(a)),
        }
    }
}
