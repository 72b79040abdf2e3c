//! Linear inequalities between the lengths of lists and numbers, such as `length + n <= capacity`. An inequality of two
//! numbers is a difference bound instead, if it can be one.

use crate::domain::equations::LinearForm;
use crate::domain::graph::Graph;
use crate::domain::graph::lengths::{Quantity, Sign};
use crate::domain::graph::term::Term;
use crate::domain::inequalities::LinearInequalities;
use crate::domain::limits::{MOST_INEQUALITIES, MOST_NODES};
use crate::domain::value::{Range, Value};

impl Graph {
    /// Returns the forms that are at most 0.
    pub fn inequalities(&self) -> impl Iterator<Item = &LinearForm<Quantity>> {
        self.relations.iter().flat_map(|relations| relations.inequalities.iter())
    }

    /// Records that a form is at most 0, unless it is known.
    pub fn add_inequality(&mut self, form: &LinearForm<Quantity>) {
        let Some(form) = self.rooted(form).filter(|form| self.most(form) > 0).map(LinearForm::tightened) else {
            return;
        };
        let parts: Vec<(Quantity, i128)> = form.factors().collect();
        match parts[..] {
            [] => {}
            [(Quantity::Number(x), _)] => {
                if let Some(Some(range)) = self.range_by((&form, Sign::NotPositive), parts[0], MOST_NODES) {
                    self.narrow_to(x, range);
                }
            }
            [(Quantity::Number(x), f), (Quantity::Number(y), g)] if f == -g => {
                let [x, y] = [x, y].map(Value::Unknown);
                let (x, y) = if f > 0 { (x, y) } else { (y, x) };
                self.record_order(x, y, -form.constant_part());
            }
            _ => {
                if let Some(relations) = &mut self.relations
                    && relations.inequalities.iter().count() < MOST_INEQUALITIES
                {
                    relations.inequalities.add(form);
                }
            }
        }
    }

    /// Returns bounds of a form.
    pub fn range_of_form(&self, form: &LinearForm<Quantity>) -> Option<Range> {
        Range::new(self.most(&form.clone().negated()).saturating_neg(), self.most(form))
    }

    /// Records that `left - right <= by`.
    pub(super) fn add_inequality_of_terms(&mut self, left: Term, right: Term, by: i128) {
        let difference = LinearForm::from(left).minus(&right.into());
        if let Some(form) = difference.and_then(|form| form.plus_constant(-by)) {
            self.add_inequality(&form);
        }
    }

    /// Records that a number is the integer part of another one, which is not negative, divided by a positive integer.
    pub fn record_quotient(&mut self, quotient: Value, number: Value, by: i128) {
        let [Some(quotient), Some(number)] = [quotient, number].map(|value| self.form(value)) else { return };
        if let Some(remainder) = number.plus(&quotient, -by) {
            let most = remainder.plus_constant(1 - by);
            [Some(remainder.negated()), most].iter().flatten().for_each(|bound| self.add_inequality(bound));
        }
    }

    /// Turns inequalities into ranges and difference bounds where they can be. Those that the others imply are dropped.
    pub(super) fn settle_inequalities(&mut self) {
        let Some(relations) = &mut self.relations else { return };
        let inequalities: LinearInequalities<Quantity> = std::mem::take(&mut relations.inequalities);
        inequalities.iter().for_each(|form| self.add_inequality(form));
    }
}
