//! The constructors of terms. Each returns a term with the value that its name says, in the simplest form that the rules of
//! `rewrite-rules/` and a look at the parts show: constants are computed, and operations go through choices.

use crate::term::{TermId, Terms, WordNode, WordOperator, mask};

impl Terms {
    /// These bits.
    pub fn constant(&self, bits: u128, width: u32) -> TermId {
        match width {
            1 => self.truth(bits & 1 == 1),
            _ => self.intern(WordNode::Constant(mask(bits, width)), width),
        }
    }

    /// A word of the machine.
    pub fn word_constant(&self, value: u64) -> TermId {
        self.constant(u128::from(value), self.word)
    }

    /// A truth.
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

    /// All bits are one.
    pub fn ones(&self, width: u32) -> TermId {
        self.constant(u128::MAX, width)
    }

    /// An operator whose result has the width of its operands.
    fn operation(&self, operator: WordOperator, a: TermId, b: TermId) -> TermId {
        self.make(WordNode::Binary(operator, a, b), self.width(a))
    }

    /// An operator whose result is a truth.
    fn comparison(&self, operator: WordOperator, a: TermId, b: TermId) -> TermId {
        self.make(WordNode::Binary(operator, a, b), 1)
    }

    /// Every bit turned over; of a truth, whether it does not hold.
    pub fn not(&self, a: TermId) -> TermId {
        self.make(WordNode::Not(a), self.width(a))
    }

    /// Bit by bit; of truths, whether both hold.
    pub fn and(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::And, a, b)
    }

    /// Bit by bit; of truths, whether one holds.
    pub fn or(&self, a: TermId, b: TermId) -> TermId {
        self.not(self.and(self.not(a), self.not(b)))
    }

    /// Whether all of them hold.
    pub fn all(&self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        parts.into_iter().fold(self.truth(true), |all, part| self.and(all, part))
    }

    /// Whether one of them holds.
    pub fn any(&self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        parts.into_iter().fold(self.truth(false), |any, part| self.or(any, part))
    }

    /// Bit by bit.
    pub fn xor(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Xor, a, b)
    }

    /// The sum; it wraps.
    pub fn add(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Add, a, b)
    }

    /// The negative; it wraps.
    pub fn negate(&self, a: TermId) -> TermId {
        let one = self.constant(1, self.width(a));
        let turned = self.not(a);
        self.add(turned, one)
    }

    /// The difference; it wraps.
    pub fn subtract(&self, a: TermId, b: TermId) -> TermId {
        self.add(a, self.negate(b))
    }

    /// The product; it wraps.
    pub fn multiply(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Multiply, a, b)
    }

    /// The quotient of numbers without sign; all ones where the second is zero.
    pub fn quotient(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Quotient, a, b)
    }

    /// The remainder of numbers without sign; the first where the second is zero.
    pub fn remainder(&self, a: TermId, b: TermId) -> TermId {
        self.operation(WordOperator::Remainder, a, b)
    }

    /// The first, moved up by the second; zero where that is the width or more.
    pub fn shift_left(&self, a: TermId, by: TermId) -> TermId {
        self.operation(WordOperator::ShiftLeft, a, by)
    }

    /// The first, moved down by the second; zero where that is the width or more.
    pub fn shift_right(&self, a: TermId, by: TermId) -> TermId {
        self.operation(WordOperator::ShiftRight, a, by)
    }

    /// The first, moved down by the second, with copies of its sign; nothing but these where that is the width or more.
    pub fn shift_right_signed(&self, a: TermId, by: TermId) -> TermId {
        self.operation(WordOperator::ShiftRightSigned, a, by)
    }

    /// Whether two words of one width are the same.
    pub fn equal(&self, a: TermId, b: TermId) -> TermId {
        self.comparison(WordOperator::Equal, a, b)
    }

    /// Whether the first is less, of numbers without sign.
    pub fn less(&self, a: TermId, b: TermId) -> TermId {
        self.comparison(WordOperator::Less, a, b)
    }

    /// Whether the first is less or the same, of numbers without sign.
    pub fn at_most(&self, a: TermId, b: TermId) -> TermId {
        self.not(self.less(b, a))
    }

    /// Whether the first is less, of numbers with sign.
    pub fn less_signed(&self, a: TermId, b: TermId) -> TermId {
        self.comparison(WordOperator::LessSigned, a, b)
    }

    /// The second where the first holds; else the third.
    pub fn choose(&self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        self.make(WordNode::Choose(condition, yes, no), self.width(yes))
    }

    /// The first above the second.
    pub fn concat(&self, high: TermId, low: TermId) -> TermId {
        self.make(WordNode::Concat(high, low), self.width(high) + self.width(low))
    }

    /// This many bits, from one on.
    pub fn extract(&self, a: TermId, from: u32, width: u32) -> TermId {
        self.make(WordNode::Extract(a, from), width)
    }

    /// The word with zeros above it.
    pub fn extend_zero(&self, a: TermId, width: u32) -> TermId {
        self.make(WordNode::ExtendZero(a), width)
    }

    /// The word with copies of its sign above it.
    pub fn extend_sign(&self, a: TermId, width: u32) -> TermId {
        self.make(WordNode::ExtendSign(a), width)
    }

    /// The word at another width: cut, or extended as one with or without sign.
    pub fn resize(&self, a: TermId, width: u32, signed: bool) -> TermId {
        match width.cmp(&self.width(a)) {
            std::cmp::Ordering::Less => self.extract(a, 0, width),
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Greater if signed => self.extend_sign(a, width),
            std::cmp::Ordering::Greater => self.extend_zero(a, width),
        }
    }

    /// Whether some bit is one.
    pub fn is_nonzero(&self, a: TermId) -> TermId {
        self.not(self.equal(a, self.constant(0, self.width(a))))
    }
}

impl WordNode {
    /// The same with another part in place of one.
    pub(super) fn with(self, old: TermId, new: TermId) -> WordNode {
        self.map(|part| if part == old { new } else { part })
    }

    /// The same with other parts.
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
