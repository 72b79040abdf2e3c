//! The constructors of terms. Each returns a term with the value that its name says, in the simplest form that a look at the
//! parts shows: constants are computed, and operations go through choices among constants.

use crate::bmc::term::{TermId, Terms, WordNode, WordOperator, below, mask};

impl Terms {
    /// These bits.
    pub fn constant(&mut self, bits: u128, width: u32) -> TermId {
        self.intern(WordNode::Constant(mask(bits, width)), width)
    }

    /// A truth.
    pub fn truth(&mut self, holds: bool) -> TermId {
        self.constant(u128::from(holds), 1)
    }

    /// All bits are one.
    pub fn ones(&mut self, width: u32) -> TermId {
        self.constant(u128::MAX, width)
    }

    /// The operation, computed where it is on constants alone.
    fn made(&mut self, node: WordNode, width: u32) -> TermId {
        self.folded(node, width).unwrap_or_else(|| self.intern(node, width))
    }

    /// An operator whose result has the width of its operands.
    fn operation(&mut self, operator: WordOperator, a: TermId, b: TermId) -> TermId {
        self.made(WordNode::Binary(operator, a, b), self.width(a))
    }

    /// The operation on constants, or on one choice among constants and constants, computed; otherwise `None`.
    fn folded(&mut self, node: WordNode, width: u32) -> Option<TermId> {
        let mut choice = None;
        for part in node.parts() {
            match self.node(part) {
                WordNode::Constant(_) => {}
                WordNode::Choose(..) if choice.is_none_or(|known| known == part) && self.chooses(part) => {
                    choice = Some(part);
                }
                _ => return None,
            }
        }
        let Some(choice) = choice else {
            let bits = self.apply(node, width, &|part| self.value(part).unwrap_or(0));
            return Some(self.constant(bits, width));
        };
        if let Some(known) = self.folded.get(&(node, width)) {
            return Some(*known);
        }
        let WordNode::Choose(condition, yes, no) = self.node(choice) else { return None };
        let with = |part: TermId| node.with(choice, part);
        let (yes, no) = (self.folded(with(yes), width)?, self.folded(with(no), width)?);
        let result = self.choose(condition, yes, no);
        self.folded.insert((node, width), result);
        Some(result)
    }

    /// Every bit turned over; of a truth, whether it does not hold.
    pub fn not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self.node(a) {
            WordNode::Not(inner) => inner,
            WordNode::Constant(bits) => self.constant(!bits, width),
            _ => self.intern(WordNode::Not(a), width),
        }
    }

    /// Bit by bit; of truths, whether both hold.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return a;
        }
        if self.are_opposite(a, b) {
            return self.constant(0, width);
        }
        for (one, other) in [(a, b), (b, a)] {
            match self.value(one) {
                Some(0) => return one,
                Some(bits) if bits == mask(u128::MAX, width) => return other,
                _ => {}
            }
            match self.node(other) {
                // x & (x & y), x & (!x & y)
                WordNode::Binary(WordOperator::And, c, d) if c == one || d == one => return other,
                WordNode::Binary(WordOperator::And, c, d) if self.are_opposite(c, one) || self.are_opposite(d, one) => {
                    return self.constant(0, width);
                }
                WordNode::Not(inner) => match self.node(inner) {
                    // x & !(x & y) is x & !y; x & !(!x & y) is x.
                    WordNode::Binary(WordOperator::And, c, d) if c == one || d == one => {
                        let rest = self.not(if c == one { d } else { c });
                        return self.and(one, rest);
                    }
                    WordNode::Binary(WordOperator::And, c, d)
                        if self.are_opposite(c, one) || self.are_opposite(d, one) =>
                    {
                        return one;
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        self.operation(WordOperator::And, a, b)
    }

    fn are_opposite(&self, a: TermId, b: TermId) -> bool {
        self.node(a) == WordNode::Not(b) || self.node(b) == WordNode::Not(a)
    }

    /// Bit by bit; of truths, whether one holds.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        // What control does: (g & c) | (g & !c) is g.
        if let (WordNode::Binary(WordOperator::And, p, q), WordNode::Binary(WordOperator::And, r, s)) =
            (self.node(a), self.node(b))
        {
            for (common, one, other) in [(p, q, (r, s)), (q, p, (r, s))] {
                let rest = match other {
                    (r, s) if r == common => s,
                    (r, s) if s == common => r,
                    _ => continue,
                };
                if self.are_opposite(one, rest) {
                    return common;
                }
            }
        }
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Whether all of them hold.
    pub fn all(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.truth(true);
        parts.into_iter().fold(start, |all, part| self.and(all, part))
    }

    /// Whether one of them holds.
    pub fn any(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.truth(false);
        parts.into_iter().fold(start, |any, part| self.or(any, part))
    }

    /// Bit by bit.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return self.constant(0, width);
        }
        for (one, other) in [(a, b), (b, a)] {
            match self.value(one) {
                Some(0) => return other,
                Some(bits) if bits == mask(u128::MAX, width) => return self.not(other),
                _ => {}
            }
        }
        self.operation(WordOperator::Xor, a, b)
    }

    /// The sum; it wraps.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        // A constant stands second.
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        let (a, b) = if self.value(b).is_none() { (a.min(b), a.max(b)) } else { (a, b) };
        match (self.node(a), self.node(b)) {
            (_, WordNode::Constant(0)) => return a,
            (WordNode::Binary(WordOperator::Add, c, d), WordNode::Constant(bits)) => {
                if let Some(more) = self.value(d) {
                    let sum = self.constant(bits.wrapping_add(more), width);
                    return self.add(c, sum);
                }
            }
            _ => {}
        }
        self.operation(WordOperator::Add, a, b)
    }

    /// The negative; it wraps.
    pub fn negate(&mut self, a: TermId) -> TermId {
        let one = self.constant(1, self.width(a));
        let turned = self.not(a);
        self.add(turned, one)
    }

    /// The difference; it wraps.
    pub fn subtract(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.constant(0, self.width(a));
        }
        let negative = self.negate(b);
        self.add(a, negative)
    }

    /// The product; it wraps.
    pub fn multiply(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        match self.value(b) {
            Some(0) => return b,
            Some(1) => return a,
            Some(bits) if bits.is_power_of_two() && self.value(a).is_none() => {
                let by = self.constant(u128::from(bits.trailing_zeros()), width);
                return self.shift_left(a, by);
            }
            _ => {}
        }
        self.operation(WordOperator::Multiply, a, b)
    }

    /// The quotient of numbers without sign; all ones where the second is zero.
    pub fn quotient(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        match self.value(b) {
            Some(1) => return a,
            Some(bits) if bits.is_power_of_two() => {
                let by = self.constant(u128::from(bits.trailing_zeros()), width);
                return self.shift_right(a, by);
            }
            _ => {}
        }
        self.operation(WordOperator::Quotient, a, b)
    }

    /// The remainder of numbers without sign; the first where the second is zero.
    pub fn remainder(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        match self.value(b) {
            Some(bits) if bits.is_power_of_two() => {
                let low = self.constant(bits - 1, width);
                return self.and(a, low);
            }
            _ => {}
        }
        self.operation(WordOperator::Remainder, a, b)
    }

    /// The first, moved up by the second; zero where that is the width or more.
    pub fn shift_left(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        if let Some(amount) = self.value(by) {
            return match below(amount, width) {
                Some(0) => a,
                Some(amount) => {
                    let (high, low) = (self.extract(a, 0, width - amount), self.constant(0, amount));
                    self.concat(high, low)
                }
                None => self.constant(0, width),
            };
        }
        self.operation(WordOperator::ShiftLeft, a, by)
    }

    /// The first, moved down by the second; zero where that is the width or more.
    pub fn shift_right(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        if let Some(amount) = self.value(by) {
            let Some(amount) = below(amount, width) else { return self.constant(0, width) };
            let high = self.extract(a, amount, width - amount);
            return self.extend_zero(high, width);
        }
        self.operation(WordOperator::ShiftRight, a, by)
    }

    /// The first, moved down by the second, with copies of its sign; nothing but these where that is the width or more.
    pub fn shift_right_signed(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        if let Some(amount) = self.value(by) {
            let amount = below(amount, width).unwrap_or(width - 1);
            let high = self.extract(a, amount, width - amount);
            return self.extend_sign(high, width);
        }
        self.operation(WordOperator::ShiftRightSigned, a, by)
    }

    /// Whether two words of one width are the same.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(true);
        }
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        let (a, b) = if self.value(b).is_none() { (a.min(b), a.max(b)) } else { (a, b) };
        if self.width(a) == 1 {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        if self.are_different(a, b) {
            return self.truth(false);
        }
        match (self.node(a), self.node(b)) {
            (WordNode::Binary(WordOperator::Add, c, d), WordNode::Constant(_)) if self.value(d).is_some() => {
                let rest = self.subtract(b, d);
                return self.equal(c, rest);
            }
            (WordNode::Binary(WordOperator::Add, c, d), WordNode::Binary(WordOperator::Add, e, f)) if d == f => {
                return self.equal(c, e);
            }
            (WordNode::ExtendZero(c), WordNode::Constant(bits)) => {
                let inner = self.constant(bits, self.width(c));
                return match self.value(inner) == Some(bits) {
                    true => self.equal(c, inner),
                    false => self.truth(false),
                };
            }
            _ => {}
        }
        self.made(WordNode::Binary(WordOperator::Equal, a, b), 1)
    }

    /// Whether a look at two words shows that they are never the same.
    fn are_different(&self, a: TermId, b: TermId) -> bool {
        match (self.choices(a), self.choices(b)) {
            (Some(a), Some(b)) => !a.iter().any(|bits| b.binary_search(bits).is_ok()),
            _ => match (self.node(a), self.node(b)) {
                // x + 4 and x, x + 4 and x + 8
                (WordNode::Binary(WordOperator::Add, c, d), _) if c == b => self.value(d).is_some_and(|bits| bits != 0),
                (_, WordNode::Binary(WordOperator::Add, c, d)) if c == a => self.value(d).is_some_and(|bits| bits != 0),
                (WordNode::Binary(WordOperator::Add, c, d), WordNode::Binary(WordOperator::Add, e, f)) if c == e => {
                    matches!((self.value(d), self.value(f)), (Some(d), Some(f)) if d != f)
                }
                _ => false,
            },
        }
    }

    /// Whether the first is less, of numbers without sign.
    pub fn less(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b || self.value(b) == Some(0) {
            return self.truth(false);
        }
        if self.value(b).is_some_and(|bits| self.greatest(a) < bits) {
            return self.truth(true);
        }
        if self.value(a).is_some_and(|bits| self.greatest(b) <= bits) {
            return self.truth(false);
        }
        self.made(WordNode::Binary(WordOperator::Less, a, b), 1)
    }

    /// Whether the first is less or the same, of numbers without sign.
    pub fn at_most(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.less(b, a);
        self.not(more)
    }

    /// Whether the first is less, of numbers with sign.
    pub fn less_signed(&mut self, a: TermId, b: TermId) -> TermId {
        let ((least, most), (others_least, others_most)) = (self.signed_range(a), self.signed_range(b));
        if a == b || least >= others_most {
            return self.truth(false);
        }
        if most < others_least {
            return self.truth(true);
        }
        self.made(WordNode::Binary(WordOperator::LessSigned, a, b), 1)
    }

    /// The second where the first holds; else the third.
    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        if yes == no || self.is_true(condition) {
            return yes;
        }
        if self.is_false(condition) {
            return no;
        }
        if let WordNode::Not(inner) = self.node(condition) {
            return self.choose(inner, no, yes);
        }
        // A choice that was made before.
        let yes = match self.node(yes) {
            WordNode::Choose(same, inner, _) if same == condition => inner,
            _ => yes,
        };
        let no = match self.node(no) {
            WordNode::Choose(same, _, inner) if same == condition => inner,
            _ => no,
        };
        if yes == no {
            return yes;
        }
        if self.width(yes) == 1
            && let Some(simple) = self.choose_truth(condition, yes, no)
        {
            return simple;
        }
        let term = self.intern(WordNode::Choose(condition, yes, no), self.width(yes));
        self.note_choices(term, yes, no);
        term
    }

    /// A choice between truths, as a conjunction or a disjunction if one is known, or the condition itself.
    fn choose_truth(&mut self, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
        let otherwise = self.not(condition);
        Some(match (self.value(yes), self.value(no)) {
            (Some(1), _) => self.or(condition, no),
            (Some(_), _) => self.and(otherwise, no),
            (_, Some(0)) => self.and(condition, yes),
            (_, Some(_)) => self.or(otherwise, yes),
            _ if yes == condition => self.or(condition, no),
            _ if no == condition => self.and(condition, yes),
            _ => return None,
        })
    }

    /// The first above the second.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        match (self.node(high), self.node(low)) {
            (WordNode::Constant(0), _) => return self.extend_zero(low, width),
            // Two neighbouring parts of one word.
            (WordNode::Extract(a, from), WordNode::Extract(b, start)) if a == b && start + self.width(low) == from => {
                return self.extract(a, start, width);
            }
            (WordNode::Concat(higher, middle), _) => {
                let joined = self.concat(middle, low);
                if !matches!(self.node(joined), WordNode::Concat(..)) {
                    return self.concat(higher, joined);
                }
            }
            _ => {}
        }
        self.made(WordNode::Concat(high, low), width)
    }

    /// This many bits, from one on.
    pub fn extract(&mut self, a: TermId, from: u32, width: u32) -> TermId {
        if width == self.width(a) {
            return a;
        }
        match self.node(a) {
            WordNode::Extract(inner, start) => return self.extract(inner, start + from, width),
            WordNode::Concat(high, low) => {
                let middle = self.width(low);
                if from + width <= middle {
                    return self.extract(low, from, width);
                }
                if from >= middle {
                    return self.extract(high, from - middle, width);
                }
                let (low, high) =
                    (self.extract(low, from, middle - from), self.extract(high, 0, from + width - middle));
                return self.concat(high, low);
            }
            WordNode::ExtendZero(inner) | WordNode::ExtendSign(inner) if from + width <= self.width(inner) => {
                return self.extract(inner, from, width);
            }
            WordNode::ExtendZero(inner) if from >= self.width(inner) => return self.constant(0, width),
            _ => {}
        }
        self.made(WordNode::Extract(a, from), width)
    }

    /// The word with zeros above it.
    pub fn extend_zero(&mut self, a: TermId, width: u32) -> TermId {
        if width == self.width(a) {
            return a;
        }
        if let WordNode::ExtendZero(inner) = self.node(a) {
            return self.extend_zero(inner, width);
        }
        self.made(WordNode::ExtendZero(a), width)
    }

    /// The word with copies of its sign above it.
    pub fn extend_sign(&mut self, a: TermId, width: u32) -> TermId {
        if width == self.width(a) {
            return a;
        }
        match self.node(a) {
            WordNode::ExtendSign(inner) => return self.extend_sign(inner, width),
            // Its sign is zero.
            WordNode::ExtendZero(inner) => return self.extend_zero(inner, width),
            _ => {}
        }
        self.made(WordNode::ExtendSign(a), width)
    }

    /// The word at another width: cut, or extended as one with or without sign.
    pub fn resize(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        match width.cmp(&self.width(a)) {
            std::cmp::Ordering::Less => self.extract(a, 0, width),
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Greater if signed => self.extend_sign(a, width),
            std::cmp::Ordering::Greater => self.extend_zero(a, width),
        }
    }

    /// Whether some bit is one.
    pub fn is_nonzero(&mut self, a: TermId) -> TermId {
        let zero = self.constant(0, self.width(a));
        let is_zero = self.equal(a, zero);
        self.not(is_zero)
    }
}

impl WordNode {
    /// The same with another part in place of one.
    fn with(self, old: TermId, new: TermId) -> WordNode {
        let of = |part: TermId| if part == old { new } else { part };
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
