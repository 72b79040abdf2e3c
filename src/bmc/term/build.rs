//! The constructors of terms. Each returns a term with the value that its name says, in the simplest form that a look at the
//! parts shows: constants are computed, and operations go through choices among constants.

use crate::bmc::term::{Node, TermId, Terms, below, mask};

impl Terms {
    /// These bits.
    pub fn constant(&mut self, bits: u128, width: u32) -> TermId {
        self.intern(Node::Constant(mask(bits, width)), width)
    }

    /// A truth.
    pub fn truth(&mut self, holds: bool) -> TermId {
        self.constant(u128::from(holds), 1)
    }

    /// All bits are one.
    pub fn ones(&mut self, width: u32) -> TermId {
        self.constant(u128::MAX, width)
    }

    /// The operation on constants, or on one choice among constants and constants, computed; otherwise `None`.
    fn folded(&mut self, node: Node, width: u32) -> Option<TermId> {
        let mut choice = None;
        for part in node.parts() {
            match self.node(part) {
                Node::Constant(_) => {}
                Node::Choose(..) if choice.is_none_or(|known| known == part) && self.chooses(part) => {
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
        let Node::Choose(condition, yes, no) = self.node(choice) else { return None };
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
            Node::Not(inner) => inner,
            Node::Constant(bits) => self.constant(!bits, width),
            _ => self.intern(Node::Not(a), width),
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
                Node::And(c, d) if c == one || d == one => return other,
                Node::And(c, d) if self.are_opposite(c, one) || self.are_opposite(d, one) => {
                    return self.constant(0, width);
                }
                Node::Not(inner) => match self.node(inner) {
                    // x & !(x & y) is x & !y; x & !(!x & y) is x.
                    Node::And(c, d) if c == one || d == one => {
                        let rest = self.not(if c == one { d } else { c });
                        return self.and(one, rest);
                    }
                    Node::And(c, d) if self.are_opposite(c, one) || self.are_opposite(d, one) => return one,
                    _ => {}
                },
                _ => {}
            }
        }
        match self.folded(Node::And(a, b), width) {
            Some(known) => known,
            None => self.intern(Node::And(a, b), width),
        }
    }

    fn are_opposite(&self, a: TermId, b: TermId) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }

    /// Bit by bit; of truths, whether one holds.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        // What control does: (g & c) | (g & !c) is g.
        if let (Node::And(p, q), Node::And(r, s)) = (self.node(a), self.node(b)) {
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
        match self.folded(Node::Xor(a, b), width) {
            Some(known) => known,
            None => self.intern(Node::Xor(a, b), width),
        }
    }

    /// The sum; it wraps.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        // A constant stands second.
        let (a, b) = if self.value(a).is_some() { (b, a) } else { (a, b) };
        let (a, b) = if self.value(b).is_none() { (a.min(b), a.max(b)) } else { (a, b) };
        match (self.node(a), self.node(b)) {
            (_, Node::Constant(0)) => return a,
            (Node::Add(c, d), Node::Constant(bits)) => {
                if let Some(more) = self.value(d) {
                    let sum = self.constant(bits.wrapping_add(more), width);
                    return self.add(c, sum);
                }
            }
            _ => {}
        }
        match self.folded(Node::Add(a, b), width) {
            Some(known) => known,
            None => self.intern(Node::Add(a, b), width),
        }
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
        match self.folded(Node::Multiply(a, b), width) {
            Some(known) => known,
            None => self.intern(Node::Multiply(a, b), width),
        }
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
        match self.folded(Node::Quotient(a, b), width) {
            Some(known) => known,
            None => self.intern(Node::Quotient(a, b), width),
        }
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
        match self.folded(Node::Remainder(a, b), width) {
            Some(known) => known,
            None => self.intern(Node::Remainder(a, b), width),
        }
    }

    /// The first, moved up by the second; zero where that is the width or more.
    pub fn shift_left(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        match self.value(by) {
            Some(0) => return a,
            Some(amount) => match below(amount, width) {
                None => return self.constant(0, width),
                Some(amount) => {
                    let (high, low) = (self.extract(a, 0, width - amount), self.constant(0, amount));
                    return self.concat(high, low);
                }
            },
            None => {}
        }
        match self.folded(Node::ShiftLeft(a, by), width) {
            Some(known) => known,
            None => self.intern(Node::ShiftLeft(a, by), width),
        }
    }

    /// The first, moved down by the second; zero where that is the width or more.
    pub fn shift_right(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        match self.value(by) {
            Some(0) => return a,
            Some(amount) => match below(amount, width) {
                None => return self.constant(0, width),
                Some(amount) => {
                    let high = self.extract(a, amount, width - amount);
                    return self.extend_zero(high, width);
                }
            },
            None => {}
        }
        match self.folded(Node::ShiftRight(a, by), width) {
            Some(known) => known,
            None => self.intern(Node::ShiftRight(a, by), width),
        }
    }

    /// The first, moved down by the second, with copies of its sign; nothing but these where that is the width or more.
    pub fn shift_right_signed(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        if let Some(amount) = self.value(by) {
            let amount = below(amount, width).unwrap_or(width - 1);
            let high = self.extract(a, amount, width - amount);
            return self.extend_sign(high, width);
        }
        match self.folded(Node::ShiftRightSigned(a, by), width) {
            Some(known) => known,
            None => self.intern(Node::ShiftRightSigned(a, by), width),
        }
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
            (Node::Add(c, d), Node::Constant(_)) if self.value(d).is_some() => {
                let rest = self.subtract(b, d);
                return self.equal(c, rest);
            }
            (Node::Add(c, d), Node::Add(e, f)) if d == f => return self.equal(c, e),
            (Node::ExtendZero(c), Node::Constant(bits)) => {
                let inner = self.constant(bits, self.width(c));
                return match self.value(inner) == Some(bits) {
                    true => self.equal(c, inner),
                    false => self.truth(false),
                };
            }
            _ => {}
        }
        match self.folded(Node::Equal(a, b), 1) {
            Some(known) => known,
            None => self.intern(Node::Equal(a, b), 1),
        }
    }

    /// Whether a look at two words shows that they are never the same.
    fn are_different(&self, a: TermId, b: TermId) -> bool {
        match (self.choices(a), self.choices(b)) {
            (Some(a), Some(b)) => !a.iter().any(|bits| b.binary_search(bits).is_ok()),
            _ => match (self.node(a), self.node(b)) {
                // x + 4 and x, x + 4 and x + 8
                (Node::Add(c, d), _) if c == b => self.value(d).is_some_and(|bits| bits != 0),
                (_, Node::Add(c, d)) if c == a => self.value(d).is_some_and(|bits| bits != 0),
                (Node::Add(c, d), Node::Add(e, f)) if c == e => {
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
        match self.folded(Node::Less(a, b), 1) {
            Some(known) => known,
            None => self.intern(Node::Less(a, b), 1),
        }
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
        match self.folded(Node::LessSigned(a, b), 1) {
            Some(known) => known,
            None => self.intern(Node::LessSigned(a, b), 1),
        }
    }

    /// The second where the first holds; else the third.
    pub fn choose(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        if yes == no || self.is_true(condition) {
            return yes;
        }
        if self.is_false(condition) {
            return no;
        }
        if let Node::Not(inner) = self.node(condition) {
            return self.choose(inner, no, yes);
        }
        // A choice that was made before.
        let yes = match self.node(yes) {
            Node::Choose(same, inner, _) if same == condition => inner,
            _ => yes,
        };
        let no = match self.node(no) {
            Node::Choose(same, _, inner) if same == condition => inner,
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
        let term = self.intern(Node::Choose(condition, yes, no), self.width(yes));
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
            (Node::Constant(0), _) => return self.extend_zero(low, width),
            // Two neighbouring parts of one word.
            (Node::Extract(a, from), Node::Extract(b, start)) if a == b && start + self.width(low) == from => {
                return self.extract(a, start, width);
            }
            (Node::Concat(higher, middle), _) => {
                let joined = self.concat(middle, low);
                if !matches!(self.node(joined), Node::Concat(..)) {
                    return self.concat(higher, joined);
                }
            }
            _ => {}
        }
        match self.folded(Node::Concat(high, low), width) {
            Some(known) => known,
            None => self.intern(Node::Concat(high, low), width),
        }
    }

    /// This many bits, from one on.
    pub fn extract(&mut self, a: TermId, from: u32, width: u32) -> TermId {
        if width == self.width(a) {
            return a;
        }
        match self.node(a) {
            Node::Extract(inner, start) => return self.extract(inner, start + from, width),
            Node::Concat(high, low) => {
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
            Node::ExtendZero(inner) | Node::ExtendSign(inner) if from + width <= self.width(inner) => {
                return self.extract(inner, from, width);
            }
            Node::ExtendZero(inner) if from >= self.width(inner) => return self.constant(0, width),
            _ => {}
        }
        match self.folded(Node::Extract(a, from), width) {
            Some(known) => known,
            None => self.intern(Node::Extract(a, from), width),
        }
    }

    /// The word with zeros above it.
    pub fn extend_zero(&mut self, a: TermId, width: u32) -> TermId {
        if width == self.width(a) {
            return a;
        }
        if let Node::ExtendZero(inner) = self.node(a) {
            return self.extend_zero(inner, width);
        }
        match self.folded(Node::ExtendZero(a), width) {
            Some(known) => known,
            None => self.intern(Node::ExtendZero(a), width),
        }
    }

    /// The word with copies of its sign above it.
    pub fn extend_sign(&mut self, a: TermId, width: u32) -> TermId {
        if width == self.width(a) {
            return a;
        }
        match self.node(a) {
            Node::ExtendSign(inner) => return self.extend_sign(inner, width),
            // Its sign is zero.
            Node::ExtendZero(inner) => return self.extend_zero(inner, width),
            _ => {}
        }
        match self.folded(Node::ExtendSign(a), width) {
            Some(known) => known,
            None => self.intern(Node::ExtendSign(a), width),
        }
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

impl Node {
    /// The same with another part in place of one.
    fn with(self, old: TermId, new: TermId) -> Node {
        let of = |part: TermId| if part == old { new } else { part };
        match self {
            Node::Constant(_) | Node::Variable(_) => self,
            Node::Not(a) => Node::Not(of(a)),
            Node::And(a, b) => Node::And(of(a), of(b)),
            Node::Xor(a, b) => Node::Xor(of(a), of(b)),
            Node::Add(a, b) => Node::Add(of(a), of(b)),
            Node::Multiply(a, b) => Node::Multiply(of(a), of(b)),
            Node::Quotient(a, b) => Node::Quotient(of(a), of(b)),
            Node::Remainder(a, b) => Node::Remainder(of(a), of(b)),
            Node::ShiftLeft(a, b) => Node::ShiftLeft(of(a), of(b)),
            Node::ShiftRight(a, b) => Node::ShiftRight(of(a), of(b)),
            Node::ShiftRightSigned(a, b) => Node::ShiftRightSigned(of(a), of(b)),
            Node::Equal(a, b) => Node::Equal(of(a), of(b)),
            Node::Less(a, b) => Node::Less(of(a), of(b)),
            Node::LessSigned(a, b) => Node::LessSigned(of(a), of(b)),
            Node::Choose(a, b, c) => Node::Choose(of(a), of(b), of(c)),
            Node::Concat(a, b) => Node::Concat(of(a), of(b)),
            Node::Extract(a, from) => Node::Extract(of(a), from),
            Node::ExtendZero(a) => Node::ExtendZero(of(a)),
            Node::ExtendSign(a) => Node::ExtendSign(of(a)),
        }
    }
}
