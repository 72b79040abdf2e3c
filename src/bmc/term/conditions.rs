//! Side conditions of bit-vector rules. A condition holds only if it is established; in doubt it fails.

use crate::term::matching::RuleBindings;
use crate::term::rules::RuleCheck;
use crate::term::{TermId, Terms, below, mask, sign_extended};
use rewrite::{Condition, RuleVariable};

impl Terms {
    /// Returns true if the condition is established.
    pub(super) fn holds(&self, condition: &Condition<RuleCheck>, bindings: &RuleBindings) -> bool {
        match condition {
            Condition::Check(check, arguments) => self.is_established(*check, arguments, bindings).unwrap_or(false),
            Condition::Member(..) => false,
        }
    }

    fn is_established(&self, check: RuleCheck, arguments: &[RuleVariable], bindings: &RuleBindings) -> Option<bool> {
        let word = |place: usize| arguments.get(place).and_then(|variable| bindings.word(*variable));
        let number = |place: usize| arguments.get(place).and_then(|variable| bindings.number(*variable));
        let width = |place: usize| word(place).map(|term| self.width(term));
        let amount = |term: TermId| Some(below(self.value(term)?, self.width(term)));
        Some(match check {
            RuleCheck::Constant => self.value(word(0)?).is_some(),
            RuleCheck::PowerOfTwo => self.value(word(0)?)?.is_power_of_two(),
            RuleCheck::Amount => amount(word(0)?)?.is_some_and(|amount| amount > 0),
            RuleCheck::TooFar => amount(word(0)?)?.is_none(),
            RuleCheck::Truth => width(0)? == 1,
            RuleCheck::Zero => self.value(word(0)?)? == 0,
            RuleCheck::Different => self.are_different(word(0)?, word(1)?),
            RuleCheck::Below => self.greatest(word(0)?) < self.least(word(1)?),
            RuleCheck::NotBelow => self.least(word(0)?) >= self.greatest(word(1)?),
            RuleCheck::BelowSigned => self.signed_range(word(0)?).1 < self.signed_range(word(1)?).0,
            RuleCheck::NotBelowSigned => self.signed_range(word(0)?).0 >= self.signed_range(word(1)?).1,
            RuleCheck::Fits => {
                let bits = self.value(word(0)?)?;
                mask(bits, width(1)?) == bits
            }
            RuleCheck::FitsSigned => {
                let bits = self.value(word(0)?)?;
                sign_extended(bits, width(0)?) == sign_extended(mask(bits, width(1)?), width(1)?)
            }
            RuleCheck::SameWidth => width(0)? == width(1)?,
            RuleCheck::Whole => number(0)? == width(1)?,
            RuleCheck::Longer => number(0)? > width(1)?,
            RuleCheck::Within => number(0)?.checked_add(number(1)?)? <= width(2)?,
            RuleCheck::Beyond => number(0)? >= width(1)?,
            RuleCheck::Across => number(0)? < width(2)? && width(2)? < number(0)?.checked_add(number(1)?)?,
            RuleCheck::Adjacent => number(0)? == number(1)?.checked_add(number(2)?)?,
            RuleCheck::Sign => number(0)?.checked_add(1)? == width(2)? && number(1)? == 1,
        })
    }

    /// Returns true if the ranges or choices of two words show that they always differ.
    fn are_different(&self, a: TermId, b: TermId) -> bool {
        match (self.choices(a), self.choices(b)) {
            (Some(a), Some(b)) => !a.iter().any(|bits| b.binary_search(bits).is_ok()),
            _ => {
                let ((least, most), (others_least, others_most)) = (self.signed_range(a), self.signed_range(b));
                self.greatest(a) < self.least(b)
                    || self.greatest(b) < self.least(a)
                    || most < others_least
                    || others_most < least
            }
        }
    }
}
