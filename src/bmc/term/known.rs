//! Facts that are read off a term without a solver. They hold for all values of the variables, and are conservative
//! where more than a look at the term is needed.

use std::rc::Rc;

use crate::limits::{DEEPEST_CHOICE, MOST_CHOICES};
use crate::term::{TermId, Terms, WordNode, WordOperator, mask, sign_extended};

impl Terms {
    /// Returns true if the term is a constant or only chooses among constants.
    pub(super) fn chooses(&self, term: TermId) -> bool {
        matches!(self.node(term), WordNode::Constant(_)) || self.choices.borrow().contains_key(&term)
    }

    /// Returns the constants that the term may equal, ascending, if it only chooses among constants.
    pub fn choices(&self, term: TermId) -> Option<Rc<[u128]>> {
        match self.node(term) {
            WordNode::Constant(bits) => Some(Rc::new([bits])),
            _ => self.choices.borrow().get(&term).map(|(all, _)| Rc::clone(all)),
        }
    }

    /// Records the constants that a choice chooses among, unless they exceed [`MOST_CHOICES`] or [`DEEPEST_CHOICE`].
    pub(super) fn note_choices(&self, term: TermId, yes: TermId, no: TermId) {
        if self.choices.borrow().contains_key(&term) {
            return;
        }
        let deeper = |term: TermId| self.choices.borrow().get(&term).map_or(0, |(_, depth)| *depth);
        let depth = 1 + deeper(yes).max(deeper(no));
        let (Some(yes), Some(no)) = (self.choices(yes), self.choices(no)) else { return };
        let mut all: Vec<u128> = yes.iter().chain(no.iter()).copied().collect();
        all.sort_unstable();
        all.dedup();
        if all.len() <= MOST_CHOICES && depth <= DEEPEST_CHOICE {
            self.choices.borrow_mut().insert(term, (all.into(), depth));
        }
    }

    /// Returns the lowest `count` bits of a term if they do not depend on the variables.
    pub fn lowest_bits(&self, term: TermId, count: u32) -> Option<u128> {
        self.lowest(term, count.min(self.width(term)), 0)
    }

    fn lowest(&self, term: TermId, count: u32, depth: u32) -> Option<u128> {
        if count == 0 {
            return Some(0);
        }
        // Terms are DAGs, so that the number of paths may be exponential in the depth.
        if depth > 12 {
            let all = self.choices(term)?;
            let low = all.first().map(|bits| mask(*bits, count))?;
            return all.iter().all(|bits| mask(*bits, count) == low).then_some(low);
        }
        let of = |part: TermId| self.lowest(part, count, depth + 1);
        let bits = match self.node(term) {
            WordNode::Constant(bits) => bits,
            WordNode::Not(a) => !of(a)?,
            WordNode::Extract(a, 0) => of(a)?,
            WordNode::Binary(WordOperator::Add, a, b) => of(a)?.wrapping_add(of(b)?),
            WordNode::Binary(WordOperator::Multiply, a, b) => {
                let zeros = |part| (0..=count).rev().find(|zeros| self.lowest(part, *zeros, depth + 1) == Some(0));
                match (zeros(a).unwrap_or(0), zeros(b).unwrap_or(0)) {
                    (one, other) if one + other >= count => 0,
                    _ => of(a)?.wrapping_mul(of(b)?),
                }
            }
            WordNode::Choose(_, yes, no) => of(yes).filter(|bits| of(no) == Some(*bits))?,
            WordNode::Concat(_, low) if self.width(low) >= count => of(low)?,
            WordNode::Concat(high, low) => {
                let width = self.width(low);
                self.lowest(low, width, depth + 1)? | self.lowest(high, count - width, depth + 1)? << width
            }
            WordNode::ExtendZero(a) | WordNode::ExtendSign(a) if self.width(a) >= count => of(a)?,
            _ => return None,
        };
        Some(mask(bits, count))
    }

    /// Returns bounds on the term as a signed number. They need not be tight.
    pub fn signed_range(&self, term: TermId) -> (i128, i128) {
        let width = self.width(term);
        let half = |width: u32| 1_i128 << (width.clamp(1, 127) - 1);
        match self.node(term) {
            WordNode::Constant(bits) => (sign_extended(bits, width), sign_extended(bits, width)),
            WordNode::ExtendSign(a) => self.signed_range(a),
            WordNode::ExtendZero(a) => (0, mask(u128::MAX, self.width(a)) as i128),
            _ if width == 128 => (i128::MIN, i128::MAX),
            _ => match self.choices(term) {
                Some(all) => {
                    let numbers = all.iter().map(|bits| sign_extended(*bits, width));
                    numbers.fold((i128::MAX, i128::MIN), |(least, most), number| (least.min(number), most.max(number)))
                }
                None => (-half(width), half(width) - 1),
            },
        }
    }

    /// Returns a lower bound on the term as an unsigned number.
    pub fn least(&self, term: TermId) -> u128 {
        match self.node(term) {
            WordNode::Constant(bits) => bits,
            WordNode::ExtendZero(a) => self.least(a),
            _ => self.choices(term).and_then(|all| all.first().copied()).unwrap_or(0),
        }
    }

    /// Returns an upper bound on the term as an unsigned number.
    pub fn greatest(&self, term: TermId) -> u128 {
        match self.node(term) {
            WordNode::Constant(bits) => bits,
            WordNode::ExtendZero(a) => self.greatest(a),
            WordNode::Binary(WordOperator::And, _, mask) if self.value(mask).is_some() => self.greatest(mask),
            _ => match self.choices(term) {
                Some(all) => all.last().copied().unwrap_or(0),
                None => mask(u128::MAX, self.width(term)),
            },
        }
    }
}
