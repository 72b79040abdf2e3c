//! Linear equations between the lengths of lists and numbers.
//!
//! The length of a segment is the number of its nodes; that of a block that may be missing is 0 or 1. Only what is not
//! nested has one: a nested segment stands for several lists. Equations are kept where relations are; they mention no number
//! that has a definition.

use std::collections::BTreeSet;

use crate::domain::equations::LinearForm;
use crate::domain::graph::Graph;
use crate::domain::graph::term::Term;
use crate::domain::limits::{MOST_COMBINED, MOST_CONCLUSIONS, MOST_EQUATIONS, MOST_NODES, MOST_SUMMANDS};
use crate::domain::object::{Kind, Object};
use crate::domain::value::{ObjectId, Range, UnknownId, Value};
use base::integer::greatest_common_divisor;

/// What the equations of a graph are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quantity {
    /// The number of nodes of a segment.
    Length(ObjectId),
    Number(UnknownId),
}

/// The sign that a form is known to have: an equation says that it is zero, an inequality that it is not positive.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    Zero,
    NotPositive,
}

/// What follows from the equations and inequalities of a graph and from ranges.
#[derive(Clone, Copy)]
enum Conclusion {
    Number(UnknownId, Range),
    NotEmpty(ObjectId),
    ChangesShape(ShapeConclusion),
}

/// A conclusion that a graph cannot draw by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeConclusion {
    /// No memory satisfies the equations.
    Impossible,
    Empty(ObjectId),
    /// The only node of a segment, or a block that may be missing, is there.
    IsThere(ObjectId),
}

impl From<Term> for LinearForm<Quantity> {
    fn from(term: Term) -> Self {
        match term.parts() {
            Some((number, factor, more)) => LinearForm::line(Quantity::Number(number), factor, more),
            None => LinearForm::constant(term.more),
        }
    }
}

/// Returns `left - right - by`; `None` if `by` is too large.
pub fn difference(left: UnknownId, right: UnknownId, by: i128) -> Option<LinearForm<Quantity>> {
    let [left, right] = [left, right].map(|number| LinearForm::of(Quantity::Number(number)));
    left.minus(&right)?.plus_constant(by.checked_neg()?)
}

/// Returns true if an object may be in equations by its length: a segment of a list, or a block that may be missing.
fn has_length(object: &Object) -> bool {
    let is_list = match object.kind {
        Kind::Segment { linkage, .. } => !linkage.is_tree(),
        Kind::Optional => true,
        Kind::Region | Kind::Choice { .. } => false,
    };
    is_list && object.level == 0 && !object.is_elements()
}

impl Graph {
    /// Returns the forms that are 0.
    pub fn equations(&self) -> impl Iterator<Item = &LinearForm<Quantity>> {
        self.relations.iter().flat_map(|relations| relations.equations.iter())
    }

    pub fn has_equations(&self) -> bool {
        self.equations().next().is_some()
    }

    /// Returns true if an equation is about a quantity.
    pub fn is_equated(&self, quantity: Quantity) -> bool {
        self.relations.as_ref().is_some_and(|relations| relations.equations.mentions(quantity))
    }

    /// Returns the number of nodes of a list that an object is; `None` if it has no length.
    pub fn nodes(&self, id: ObjectId) -> Option<LinearForm<Quantity>> {
        match self.object(id)?.kind {
            Kind::Region => Some(LinearForm::constant(1)),
            _ => self.length(id).map(LinearForm::of),
        }
    }

    /// Returns the length of a segment; `None` if it has none.
    pub fn length(&self, id: ObjectId) -> Option<Quantity> {
        self.object(id).is_some_and(has_length).then_some(Quantity::Length(id))
    }

    /// Returns a number as a form in which no number has a definition.
    pub fn form(&self, value: Value) -> Option<LinearForm<Quantity>> {
        self.term(value).map(LinearForm::from)
    }

    /// Returns a form without numbers that have a definition.
    pub(super) fn rooted(&self, form: &LinearForm<Quantity>) -> Option<LinearForm<Quantity>> {
        form.with(|quantity| match quantity {
            Quantity::Number(number) => self.form(Value::Unknown(number)),
            Quantity::Length(_) => Some(LinearForm::of(quantity)),
        })
    }

    /// Returns true if the equations imply that a form is 0.
    pub fn has_equation(&self, form: &LinearForm<Quantity>) -> bool {
        let known = self.relations.as_ref().map(|relations| &relations.equations);
        known.zip(self.rooted(form)).is_some_and(|(known, rooted)| known.imply(&rooted))
    }

    /// Records that a form is 0.
    pub fn add_equation(&mut self, form: &LinearForm<Quantity>) {
        let rooted = self.rooted(form);
        if let (Some(relations), Some(rooted)) = (&mut self.relations, rooted)
            && relations.equations.iter().count() < MOST_EQUATIONS
        {
            relations.equations.add(rooted);
        }
    }

    /// Records that a number is the sum of another one and a multiple of a third.
    pub fn record_sum_of(&mut self, sum: Value, first: Value, (second, times): (Value, i128)) {
        let [first, second] = [first, second].map(|value| self.form(value));
        if let Some(form) = first.zip(second).and_then(|(first, second)| first.plus(&second, times)) {
            self.record_form(sum, &form);
        }
    }

    /// Records that a number is a form.
    pub fn record_form(&mut self, number: Value, form: &LinearForm<Quantity>) {
        if let Some(form) = self.form(number).and_then(|number| number.minus(form)) {
            self.add_equation(&form);
            form.factors().for_each(|(quantity, _)| self.compare_by_equations(quantity));
        }
    }

    /// Records which numbers do not exceed a number, and the other way round, by equations: what the equations are about may
    /// be gone soon.
    fn compare_by_equations(&mut self, quantity: Quantity) {
        let Quantity::Number(number) = quantity else { return };
        let ordered = self.orders().flat_map(|(x, y, _)| [x, y]);
        let equated = self.equations().flat_map(LinearForm::factors);
        let equated = equated.filter_map(|(quantity, _)| match quantity {
            Quantity::Number(number) => Some(number),
            Quantity::Length(_) => None,
        });
        let computed = self.definitions().map(|(id, _)| id);
        let others: BTreeSet<UnknownId> = ordered.chain(equated).chain(computed).filter(|it| *it != number).collect();
        for other in others {
            let [number, other] = [number, other].map(Value::Unknown);
            for (x, y) in [(number, other), (other, number)] {
                if let Some(by) = self.most_above_value(x, y).filter(|by| *by <= 0) {
                    self.record_order(x, y, by);
                }
            }
        }
    }

    /// Records that `left - right` is `by`, if equations are about one of them.
    pub(super) fn equate(&mut self, left: UnknownId, right: UnknownId, by: i128) {
        let is_equated = [left, right].into_iter().any(|number| self.is_equated(Quantity::Number(number)));
        if let (true, Some(form)) = (is_equated, difference(left, right, by)) {
            self.add_equation(&form);
        }
    }

    /// A segment gets `by` nodes fewer.
    pub fn shorten(&mut self, segment: ObjectId, by: i128) {
        let length = Quantity::Length(segment);
        self.substitute_length(segment, LinearForm::of(length).plus_constant(by));
    }

    /// A segment has no nodes.
    pub fn set_empty(&mut self, segment: ObjectId) {
        self.substitute_length(segment, Some(LinearForm::constant(0)));
    }

    fn substitute_length(&mut self, segment: ObjectId, form: Option<LinearForm<Quantity>>) {
        let is_known = self.length(segment).is_some();
        let Some(relations) = &mut self.relations else { return };
        match form.filter(|_| is_known) {
            Some(form) => relations.substitute_quantity(Quantity::Length(segment), &form),
            None => relations.forget_quantity(Quantity::Length(segment)),
        }
    }

    /// Records that a new segment has the nodes of two neighbours.
    pub fn add_lengths(&mut self, parts: [ObjectId; 2], segment: ObjectId) {
        let [first, second] = parts.map(|part| self.nodes(part));
        let sum = first.zip(second).and_then(|(first, second)| first.plus(&second, 1));
        if let Some(form) = self.length(segment).zip(sum).and_then(|(whole, sum)| LinearForm::of(whole).minus(&sum)) {
            self.add_equation(&form);
        }
    }

    /// Substitutes a term for a number; without one, the number is forgotten.
    pub(super) fn substitute_in_equations(&mut self, id: UnknownId, term: Option<Term>) {
        let Some(relations) = &mut self.relations else { return };
        match term {
            Some(term) => relations.substitute_quantity(Quantity::Number(id), &term.into()),
            None => relations.forget_quantity(Quantity::Number(id)),
        }
    }

    /// Returns the values that a quantity may have, by itself.
    fn range_of(&self, quantity: Quantity, most_nodes: i128) -> Range {
        match quantity {
            Quantity::Number(number) => self.about(number).range,
            Quantity::Length(segment) => {
                let object = self.object(segment);
                let most = if object.is_some_and(Object::is_optional) { 1 } else { most_nodes };
                Range::up_to(object.map_or(0, Object::minimum).into(), most)
            }
        }
    }

    /// Returns an upper bound on a form, by ranges, recorded differences, equations and inequalities.
    pub fn most(&self, form: &LinearForm<Quantity>) -> i128 {
        let bound = self.most_with(form, MOST_COMBINED);
        // The rest is a multiple of a common factor.
        match form.common_factor() {
            0 | 1 => bound,
            unit => {
                let constant = form.constant_part();
                bound.saturating_sub(constant).div_euclid(unit).saturating_mul(unit).saturating_add(constant)
            }
        }
    }

    /// As [`Graph::most`]. `combined`: how many equations and inequalities may be added to the form.
    fn most_with(&self, form: &LinearForm<Quantity>, combined: usize) -> i128 {
        let direct = self.most_directly(form);
        if combined == 0 {
            return direct;
        }
        let equations = self.equations().map(|row| (row, true));
        let all = equations.chain(self.inequalities().map(|row| (row, false)));
        let sums = all.flat_map(|(row, is_equation)| {
            row.factors().filter_map(move |(quantity, factor)| {
                let own = form.factor(quantity);
                let times = factor.abs() / greatest_common_divisor(own.unsigned_abs(), factor.unsigned_abs()) as i128;
                let fits = own != 0 && (is_equation || own.signum() == factor.signum());
                let scaled = || form.times(times)?.plus(row, -own * times / factor);
                Some((fits.then(scaled)??, times))
            })
        });
        // The last sum has no more summands than what it bounds: others are seldom bounded by ranges and differences.
        let most_summands = (form.factors().count() + combined - 1).min(MOST_SUMMANDS);
        let sums = sums.filter(|(sum, _)| sum.factors().count() <= most_summands);
        let bound = |(sum, times): (LinearForm<Quantity>, i128)| self.most_with(&sum, combined - 1).div_euclid(times);
        sums.map(bound).fold(direct, i128::min)
    }

    /// Returns an upper bound on a form, by ranges and recorded differences.
    fn most_directly(&self, form: &LinearForm<Quantity>) -> i128 {
        let parts: Vec<(Quantity, i128)> = form.factors().collect();
        self.most_of(&parts).saturating_add(form.constant_part())
    }

    /// Returns an upper bound on a sum: of each part by its range, or of two by a recorded difference, as far as their factors
    /// agree.
    fn most_of(&self, parts: &[(Quantity, i128)]) -> i128 {
        let Some(((quantity, factor), rest)) = parts.split_first() else { return 0 };
        let range = self.range_of(*quantity, MOST_NODES);
        let end = if *factor > 0 { range.high() } else { range.low() };
        let alone = end.saturating_mul(*factor).saturating_add(self.most_of(rest));
        let (Quantity::Number(number), 0..=MOST_SUMMANDS) = (*quantity, parts.len()) else { return alone };
        let others = rest.iter().enumerate().filter_map(|(index, (other, own))| {
            let (Quantity::Number(second), true) = (*other, own.signum() == -factor.signum()) else { return None };
            let (x, y) = if *factor > 0 { (number, second) } else { (second, number) };
            let both = factor.abs().min(own.abs());
            let by = self.order(x, y)?.saturating_mul(both);
            let remainders = [(*quantity, factor - both * factor.signum()), (*other, own - both * own.signum())];
            let remainders = remainders.into_iter().filter(|(_, factor)| *factor != 0);
            let left: Vec<(Quantity, i128)> =
                rest[..index].iter().chain(&rest[index + 1..]).copied().chain(remainders).collect();
            Some(by.saturating_add(self.most_of(&left)))
        });
        others.fold(alone, i128::min)
    }

    /// Returns the values that a form may have, without one of its quantities.
    fn range_without(&self, form: &LinearForm<Quantity>, quantity: Quantity, most_nodes: i128) -> Option<Range> {
        let rest: Vec<(Quantity, i128)> = form.factors().filter(|(other, _)| *other != quantity).collect();
        let start = Range::exactly(form.constant_part());
        let is_bounded = |range: &Range| Range::ALL.low() < range.low() && range.high() < Range::ALL.high();
        let by_ranges = rest.iter().try_fold(start, |sum, (other, factor)| {
            let part = Some(self.range_of(*other, most_nodes))
                .filter(is_bounded)?
                .corners(Range::exactly(*factor), i128::checked_mul)?;
            sum.corners(part, i128::checked_add)
        });
        let by_order = match rest[..] {
            [(Quantity::Number(x), f), (Quantity::Number(y), g)] if f == -g => {
                let [x, y] = [x, y].map(Term::of);
                let difference = Range::new(-self.most_above(y, x), self.most_above(x, y));
                difference
                    .and_then(|it| it.corners(Range::exactly(f), i128::checked_mul)?.corners(start, i128::checked_add))
            }
            _ => None,
        };
        match (by_ranges, by_order) {
            (Some(one), Some(other)) => Some(one.intersection(other).unwrap_or(one)),
            (one, other) => one.or(other),
        }
    }

    /// Returns the values that a quantity may have where a form is 0, or at most 0; `Some(None)` if there are none.
    pub(super) fn range_by(
        &self,
        (form, sign): (&LinearForm<Quantity>, Sign),
        (quantity, factor): (Quantity, i128),
        most_nodes: i128,
    ) -> Option<Option<Range>> {
        let rest = self.range_without(form, quantity, most_nodes)?;
        let [a, b] = [-rest.high(), -rest.low()].map(|end| if factor < 0 { -end } else { end });
        let by = factor.abs();
        // Rounded inwards.
        let (low, high) = (-(-a.min(b)).div_euclid(by), a.max(b).div_euclid(by));
        let found = match sign {
            Sign::Zero => Range::new(low, high),
            Sign::NotPositive if factor > 0 => Range::new(Range::ALL.low(), high),
            Sign::NotPositive => Range::new(low, Range::ALL.high()),
        };
        Some(found.and_then(|found| found.intersection(self.range_of(quantity, most_nodes))))
    }

    /// Returns something that the equations and inequalities imply and that is not recorded yet.
    fn conclusion(&self, most_nodes: i128) -> Option<Conclusion> {
        let relations = self.relations.as_ref()?;
        let impossible = Conclusion::ChangesShape(ShapeConclusion::Impossible);
        if relations.equations.is_contradictory() {
            return Some(impossible);
        }
        let equations = relations.equations.iter().map(|form| (form, Sign::Zero));
        let forms = equations.chain(relations.inequalities.iter().map(|form| (form, Sign::NotPositive)));
        let mut parts = forms.flat_map(|(form, sign)| form.factors().map(move |part| ((form, sign), part)));
        parts.find_map(|(form, part)| {
            let Some(found) = self.range_by(form, part, most_nodes)? else { return Some(impossible) };
            let known = self.range_of(part.0, most_nodes);
            match part.0 {
                Quantity::Number(number) => (found != known).then_some(Conclusion::Number(number, found)),
                Quantity::Length(id) => {
                    let object = self.object(id).filter(|object| has_length(object))?;
                    match (found.high() == 0, found.low() > 0 && known.low() == 0) {
                        (true, _) => Some(Conclusion::ChangesShape(ShapeConclusion::Empty(id))),
                        (_, true) if object.is_optional() => {
                            Some(Conclusion::ChangesShape(ShapeConclusion::IsThere(id)))
                        }
                        (_, is_new) => is_new.then_some(Conclusion::NotEmpty(id)),
                    }
                }
            }
        })
    }

    /// Draws conclusions from equations and inequalities. Returns the first one that changes the shape.
    pub fn conclude(&mut self, most_nodes: i128) -> Option<ShapeConclusion> {
        for _ in 0..MOST_CONCLUSIONS {
            match self.conclusion(most_nodes)? {
                Conclusion::Number(number, range) => self.narrow(number, range),
                Conclusion::NotEmpty(segment) => {
                    if let Some(Kind::Segment { minimum, .. }) = self.object_mut(segment).map(|object| &mut object.kind)
                    {
                        *minimum = 1;
                    }
                }
                Conclusion::ChangesShape(found) => return Some(found),
            }
        }
        None
    }
}
