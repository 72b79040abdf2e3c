//! Linear forms of one number, which say what a computed number is in terms of another.

use crate::domain::limits::LARGEST_FACTOR;
use crate::domain::value::UnknownId;

/// An unknown number times a factor, and more; or a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term {
    /// The number, and its factor, which is not 0.
    pub(super) number: Option<(UnknownId, i128)>,
    pub(super) more: i128,
}

impl Term {
    /// A constant.
    pub fn constant(integer: i128) -> Term {
        Term { number: None, more: integer }
    }

    /// A number itself.
    pub fn of(number: UnknownId) -> Term {
        Term { number: Some((number, 1)), more: 0 }
    }

    /// This many times the term; `None` where numbers get too large.
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

    /// The term and a constant; `None` where numbers get too large.
    pub fn plus(self, more: i128) -> Option<Term> {
        Term { more: self.more.checked_add(more)?, ..self }.checked()
    }

    pub(super) fn checked(self) -> Option<Term> {
        let factor = self.number.map_or(1, |(_, factor)| factor);
        (factor.abs() < LARGEST_FACTOR && self.more.abs() < LARGEST_FACTOR).then_some(self)
    }

    /// The number, its factor, and what is added.
    pub fn parts(self) -> Option<(UnknownId, i128, i128)> {
        self.number.map(|(number, factor)| (number, factor, self.more))
    }

    /// The constant that it is, if it is one.
    pub fn integer(self) -> Option<i128> {
        if self.number.is_none() { Some(self.more) } else { None }
    }

    /// The term with another one in the place of its number.
    pub(super) fn with_number(self, term: Term) -> Option<Term> {
        match self.number {
            Some((_, factor)) => term.times(factor)?.plus(self.more),
            None => Some(self),
        }
    }

    /// The term with what a number is now in its place.
    pub(super) fn renamed(self, map: impl Fn(UnknownId) -> Option<Term>) -> Option<Term> {
        match self.number {
            Some((number, _)) => self.with_number(map(number)?),
            None => Some(self),
        }
    }
}
