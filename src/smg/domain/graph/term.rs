//! Linear forms of one number, which define a computed number in terms of another one.

use crate::domain::limits::LARGEST_FACTOR;
use crate::domain::value::UnknownId;

/// The linear form `factor * number + more`, or the constant `more`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term {
    /// The number and its factor, which is not 0.
    pub(super) number: Option<(UnknownId, i128)>,
    pub(super) more: i128,
}

impl Term {
    pub fn constant(integer: i128) -> Term {
        Term { number: None, more: integer }
    }

    pub fn of(number: UnknownId) -> Term {
        Term { number: Some((number, 1)), more: 0 }
    }

    /// Returns the product with a constant; `None` if a coefficient gets too large.
    pub fn times(self, factor: i128) -> Option<Term> {
        if factor == 0 {
            return Some(Term::constant(0));
        }
        let number = match self.number {
            Some((number, own)) => Some((number, own.checked_mul(factor)?)),
            None => None,
        };
        Term { number, more: self.more.checked_mul(factor)? }.checked()
    }

    /// Returns the sum with a constant; `None` if it gets too large.
    pub fn plus(self, more: i128) -> Option<Term> {
        Term { more: self.more.checked_add(more)?, ..self }.checked()
    }

    pub(super) fn checked(self) -> Option<Term> {
        let factor = self.number.map_or(1, |(_, factor)| factor);
        // The absolute value of the least number does not fit.
        let is_small = |part: &i128| part.unsigned_abs() < LARGEST_FACTOR.unsigned_abs();
        [factor, self.more].iter().all(is_small).then_some(self)
    }

    /// Returns the number, its factor and the constant; `None` for a constant.
    pub fn parts(self) -> Option<(UnknownId, i128, i128)> {
        self.number.map(|(number, factor)| (number, factor, self.more))
    }

    /// Returns the value of a constant; `None` for other terms.
    pub fn integer(self) -> Option<i128> {
        if self.number.is_none() { Some(self.more) } else { None }
    }

    /// Returns the term with another one substituted for its number.
    pub(super) fn with_number(self, term: Term) -> Option<Term> {
        match self.number {
            Some((_, factor)) => term.times(factor)?.plus(self.more),
            None => Some(self),
        }
    }

    /// Returns the term with the image of its number under `map` substituted for it.
    pub(super) fn renamed(self, map: impl Fn(UnknownId) -> Option<Term>) -> Option<Term> {
        match self.number {
            Some((number, _)) => self.with_number(map(number)?),
            None => Some(self),
        }
    }
}
