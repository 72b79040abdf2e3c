//! Linear equations between quantities: affine subspaces, after M. Karr, "Affine Relationships Among Variables of a
//! Program" (1976).
//!
//! Equations are kept in reduced echelon form, so equal sets of equations are equal as values. Coefficients are integers.
//! An equation whose coefficients get too large is dropped: fewer equations describe more.

use std::collections::BTreeMap;

use crate::domain::limits::LARGEST_FACTOR;
use base::integer::greatest_common_divisor;

/// The linear form `Σ factor * quantity + constant`. No factor is 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LinearForm<Q> {
    factors: BTreeMap<Q, i128>,
    constant: i128,
}

impl<Q: Copy + Ord> LinearForm<Q> {
    pub fn constant(constant: i128) -> LinearForm<Q> {
        LinearForm { factors: BTreeMap::new(), constant }
    }

    pub fn of(quantity: Q) -> LinearForm<Q> {
        LinearForm::line(quantity, 1, 0)
    }

    /// Returns `factor * quantity + constant`.
    pub fn line(quantity: Q, factor: i128, constant: i128) -> LinearForm<Q> {
        LinearForm { factors: (factor != 0).then_some((quantity, factor)).into_iter().collect(), constant }
    }

    /// Returns the sum with a multiple of another form; `None` if a coefficient gets too large.
    pub fn plus(&self, other: &LinearForm<Q>, times: i128) -> Option<LinearForm<Q>> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (quantity, factor) in &other.factors {
            let entry = sum.factors.entry(*quantity).or_insert(0);
            *entry = entry.checked_add(factor.checked_mul(times)?)?;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        let is_small = |factor: &i128| factor.unsigned_abs() < LARGEST_FACTOR.unsigned_abs();
        let fits = sum.factors.values().chain([&sum.constant]).all(is_small);
        fits.then_some(sum)
    }

    /// Returns the difference to another form; `None` if a coefficient gets too large.
    pub fn minus(&self, other: &LinearForm<Q>) -> Option<LinearForm<Q>> {
        self.plus(other, -1)
    }

    /// Returns the sum with a number; `None` if it gets too large.
    pub fn plus_constant(&self, constant: i128) -> Option<LinearForm<Q>> {
        self.plus(&LinearForm::constant(constant), 1)
    }

    /// Returns the product with a number; `None` if a coefficient gets too large.
    pub fn times(&self, factor: i128) -> Option<LinearForm<Q>> {
        LinearForm::constant(0).plus(self, factor)
    }

    pub fn negated(mut self) -> LinearForm<Q> {
        self.factors.values_mut().for_each(|factor| *factor = -*factor);
        self.constant = -self.constant;
        self
    }

    /// Returns the form without its constant.
    pub fn homogeneous(&self) -> LinearForm<Q> {
        LinearForm { factors: self.factors.clone(), constant: 0 }
    }

    /// Returns the greatest common divisor of the factors; 0 of a constant.
    pub fn common_factor(&self) -> i128 {
        let factors = self.factors.values().map(|factor| factor.unsigned_abs());
        // Not larger than any of them.
        factors.fold(0, greatest_common_divisor) as i128
    }

    /// Returns the form with another one substituted for each quantity; `None` if a coefficient gets too large, or if a
    /// quantity has none.
    pub fn with<R: Copy + Ord>(&self, form: impl Fn(Q) -> Option<LinearForm<R>>) -> Option<LinearForm<R>> {
        let start = LinearForm::constant(self.constant);
        self.factors.iter().try_fold(start, |sum, (quantity, factor)| sum.plus(&form(*quantity)?, *factor))
    }

    /// Returns the quantities with their factors, ascending.
    pub fn factors(&self) -> impl Iterator<Item = (Q, i128)> + '_ {
        self.factors.iter().map(|(quantity, factor)| (*quantity, *factor))
    }

    pub fn constant_part(&self) -> i128 {
        self.constant
    }

    /// Returns the integer that a form without quantities is.
    pub fn as_constant(&self) -> Option<i128> {
        self.factors.is_empty().then_some(self.constant)
    }

    pub fn is_zero(&self) -> bool {
        self.as_constant() == Some(0)
    }

    pub fn factor(&self, quantity: Q) -> i128 {
        self.factors.get(&quantity).copied().unwrap_or(0)
    }

    /// Returns true if two forms differ at most by a constant.
    pub fn is_parallel_to(&self, other: &LinearForm<Q>) -> bool {
        self.factors == other.factors
    }

    /// Divides a form that is at most 0 by the greatest common divisor of its factors. Its quantities are integers: the
    /// constant is rounded up.
    pub fn tightened(mut self) -> LinearForm<Q> {
        let divisor = self.common_factor();
        if divisor > 1 {
            self.factors.values_mut().for_each(|factor| *factor /= divisor);
            self.constant = -(-self.constant).div_euclid(divisor);
        }
        self
    }

    /// Returns a positive multiple of a form without a quantity, which an equation determines; `None` if a coefficient gets
    /// too large.
    pub fn solved_for(&self, quantity: Q, row: &LinearForm<Q>) -> Option<LinearForm<Q>> {
        let (own, other) = (self.factor(quantity), row.factor(quantity));
        self.times(other.abs())?.plus(row, -own * other.signum())
    }

    /// Returns the quantity that an equation in echelon form determines.
    fn pivot(&self) -> Option<Q> {
        self.factors.keys().next().copied()
    }

    /// Divides an equation by the greatest common divisor of its coefficients; the first factor becomes positive.
    fn normalised(mut self) -> LinearForm<Q> {
        let common = self.common_factor().unsigned_abs();
        let divisor = greatest_common_divisor(common, self.constant.unsigned_abs()) as i128;
        let sign = self.factors.values().next().map_or(1, |factor| factor.signum());
        if divisor != 0 {
            self.factors.values_mut().for_each(|factor| *factor = *factor / divisor * sign);
            self.constant = self.constant / divisor * sign;
        }
        self
    }

    /// Returns the equation without a quantity, which another equation determines.
    fn without(&self, quantity: Q, row: &LinearForm<Q>) -> Option<LinearForm<Q>> {
        let (own, other) = (self.factor(quantity), row.factor(quantity));
        Some(self.times(other)?.plus(row, -own)?.normalised())
    }
}

/// Equations: each of these forms is 0. In reduced echelon form: each has a pivot, its least quantity, that no other one
/// mentions; ascending by pivots. A contradiction is the only form, a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LinearEquations<Q>(Vec<LinearForm<Q>>);

impl<Q> Default for LinearEquations<Q> {
    fn default() -> Self {
        LinearEquations(Vec::new())
    }
}

impl<Q: Copy + Ord> FromIterator<LinearForm<Q>> for LinearEquations<Q> {
    fn from_iter<I: IntoIterator<Item = LinearForm<Q>>>(forms: I) -> Self {
        let mut found = LinearEquations::default();
        forms.into_iter().for_each(|form| found.add(form));
        found
    }
}

impl<Q: Copy + Ord> LinearEquations<Q> {
    pub fn iter(&self) -> impl Iterator<Item = &LinearForm<Q>> {
        self.0.iter()
    }

    /// Returns true if no values satisfy the equations.
    pub fn is_contradictory(&self) -> bool {
        self.0.first().is_some_and(|row| row.factors.is_empty())
    }

    pub fn mentions(&self, quantity: Q) -> bool {
        self.0.iter().any(|row| row.factor(quantity) != 0)
    }

    /// Returns the equation without the pivots of the others; `None` if a coefficient gets too large.
    fn reduced(&self, form: LinearForm<Q>) -> Option<LinearForm<Q>> {
        self.0.iter().try_fold(form.normalised(), |form, row| match row.pivot() {
            Some(pivot) if form.factor(pivot) != 0 => form.without(pivot, row),
            _ => Some(form),
        })
    }

    /// Adds the equation that a form is 0.
    pub fn add(&mut self, form: LinearForm<Q>) {
        if self.is_contradictory() {
            return;
        }
        let Some(row) = self.reduced(form) else { return };
        let Some(pivot) = row.pivot() else {
            if row.constant != 0 {
                self.0 = vec![row];
            }
            return;
        };
        self.0 = self
            .0
            .iter()
            .filter_map(|other| if other.factor(pivot) == 0 { Some(other.clone()) } else { other.without(pivot, &row) })
            .collect();
        let at = self.0.partition_point(|other| other.pivot() < Some(pivot));
        self.0.insert(at, row);
    }

    /// Returns true if a form is certainly 0.
    pub fn imply(&self, form: &LinearForm<Q>) -> bool {
        let is_zero = |form: LinearForm<Q>| form.factors.is_empty() && form.constant == 0;
        self.is_contradictory() || self.reduced(form.clone()).is_some_and(is_zero)
    }

    /// Forgets a quantity: what the equations say about the others stays.
    pub fn forget(&mut self, quantity: Q) {
        let Some(at) = self.0.iter().rposition(|row| row.factor(quantity) != 0) else { return };
        let row = self.0.remove(at);
        let rest = std::mem::take(&mut self.0);
        *self = rest.into_iter().filter_map(|other| other.without(quantity, &row)).collect();
    }

    /// Returns a positive multiple of a form, without the quantities that are gone: equations determine them. `None` if there
    /// are none, or if a coefficient gets too large.
    pub fn eliminate(&self, form: &LinearForm<Q>, is_gone: impl Fn(Q) -> bool) -> Option<LinearForm<Q>> {
        let mut rows = self.0.clone();
        let mut form = form.clone();
        while let Some(gone) = form.factors.keys().copied().find(|quantity| is_gone(*quantity)) {
            let others = |row: &LinearForm<Q>| row.factors.keys().filter(|quantity| is_gone(**quantity)).count();
            let useful = rows.iter().enumerate().filter(|(_, row)| row.factor(gone) != 0);
            let (at, _) = useful.min_by_key(|(_, row)| others(row))?;
            let row = rows.remove(at);
            form = form.solved_for(gone, &row)?;
            rows = rows.iter().filter_map(|other| other.without(gone, &row)).collect();
        }
        Some(form)
    }

    /// Substitutes a form for a quantity.
    pub fn substitute(&mut self, quantity: Q, form: &LinearForm<Q>) {
        if self.mentions(quantity) {
            *self = self.with(|other| Some(if other == quantity { form.clone() } else { LinearForm::of(other) }));
        }
    }

    /// Substitutes forms for all quantities. Those without one are forgotten.
    pub fn with<R: Copy + Ord>(&self, form: impl Fn(Q) -> Option<LinearForm<R>>) -> LinearEquations<R> {
        let mut kept = self.clone();
        let gone = self.0.iter().flat_map(|row| row.factors.keys()).filter(|quantity| form(**quantity).is_none());
        gone.for_each(|quantity| kept.forget(*quantity));
        kept.0.iter().filter_map(|row| row.with(&form)).collect()
    }

    /// Returns the equations that hold wherever those of one or of the other hold: their affine hull.
    ///
    /// Each of its points is a sum `x + y`, where the first equations hold for `x` if their constants are weighted by some
    /// `w`, and the others hold for `y` with the weight `1 - w`.
    pub fn hull(&self, other: &LinearEquations<Q>) -> LinearEquations<Q> {
        if self.is_contradictory() || other.is_contradictory() {
            return if self.is_contradictory() { other.clone() } else { self.clone() };
        }
        let weighted =
            |row: &LinearForm<Q>, form: fn(Q) -> Option<LinearForm<Part<Q>>>, constant: LinearForm<Part<Q>>| {
                row.homogeneous().with(form)?.plus(&constant, 1)
            };
        let first = self.0.iter().filter_map(|row| {
            let part = |quantity| Some(LinearForm::of(Part::First(quantity)));
            weighted(row, part, LinearForm::line(Part::Weight, row.constant, 0))
        });
        let second = other.0.iter().filter_map(|row| {
            let rest = |quantity| LinearForm::of(Part::Sum(quantity)).minus(&LinearForm::of(Part::First(quantity)));
            weighted(row, rest, LinearForm::line(Part::Weight, -row.constant, row.constant))
        });
        let all: LinearEquations<Part<Q>> = first.chain(second).collect();
        // The others are mentioned by no form whose pivot is a sum.
        all.0
            .iter()
            .filter_map(|row| {
                row.with(|part| match part {
                    Part::Sum(quantity) => Some(LinearForm::of(quantity)),
                    Part::First(_) | Part::Weight => None,
                })
            })
            .collect()
    }
}

/// The quantities of an affine hull, those that are eliminated first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part<Q> {
    First(Q),
    Weight,
    Sum(Q),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form<const N: usize>(factors: [(char, i128); N], constant: i128) -> LinearForm<char> {
        LinearForm { factors: BTreeMap::from(factors), constant }
    }

    fn equations<const N: usize>(forms: [LinearForm<char>; N]) -> LinearEquations<char> {
        forms.into_iter().collect()
    }

    #[test]
    fn the_hull_of_points_is_the_line_through_them() {
        let point = |x: i128, y: i128| equations([form([('x', 1)], -x), form([('y', 1)], -y)]);
        // x - y + 1 = 0
        assert_eq!(point(0, 1).hull(&point(3, 4)), equations([form([('x', 1), ('y', -1)], 1)]));
        assert_eq!(point(0, 1).hull(&point(0, 1)), point(0, 1));
        assert_eq!(point(0, 1).hull(&point(3, 4)).hull(&point(0, 0)), LinearEquations::default());
    }

    /// All systems of up to two equations about two quantities, with small coefficients, that have a solution.
    fn small_systems() -> Vec<LinearEquations<char>> {
        let small = [-1, 0, 1];
        let forms =
            || small.into_iter().flat_map(move |a| small.into_iter().flat_map(move |b| small.map(|c| (a, b, c))));
        let form = |(a, b, c): (i128, i128, i128)| {
            let sum =
                LinearForm::constant(c).plus(&LinearForm::of('x'), a).and_then(|sum| sum.plus(&LinearForm::of('y'), b));
            sum.expect("small coefficients")
        };
        let mut found: Vec<LinearEquations<char>> = Vec::new();
        for system in forms().flat_map(|one| forms().map(move |other| equations([form(one), form(other)]))) {
            if !system.is_contradictory() && !found.contains(&system) {
                found.push(system);
            }
        }
        found
    }

    /// Returns true if the equations that two systems imply are those that a third one implies.
    fn is_hull(hull: &LinearEquations<char>, one: &LinearEquations<char>, other: &LinearEquations<char>) -> bool {
        let holds = |form: &LinearForm<char>| one.imply(form) && other.imply(form);
        let (x, y) = (LinearForm::of('x'), LinearForm::of('y'));
        let lines = (-2..=2).flat_map(|a| (-2..=2).flat_map(move |b| (-4..=4).map(move |c| (a, b, c))));
        let mut forms = lines.map(|(a, b, c)| {
            LinearForm::constant(c).plus(&x, a).and_then(|sum| sum.plus(&y, b)).expect("small coefficients")
        });
        hull.iter().all(holds) && forms.all(|form| !holds(&form) || hull.imply(&form))
    }

    #[test]
    fn the_hull_of_two_systems_says_what_both_say() {
        let systems = small_systems();
        let (mut pairs, mut broken) = (0, 0);
        for one in &systems {
            for other in &systems {
                assert!(is_hull(&one.hull(other), one, other), "{one:?} and {other:?}: {:?}", one.hull(other));
                // The control: one of the two is not the hull of both.
                broken += usize::from(!is_hull(one, one, other));
                pairs += 1;
            }
        }
        assert!(pairs > 500 && broken > pairs / 2, "{pairs} pairs, {broken} broken");
    }

    #[test]
    fn what_is_forgotten_leaves_what_it_related() {
        let mut both = equations([form([('x', 1), ('y', -1)], 0), form([('y', 2), ('z', -1)], 5)]);
        both.forget('y');
        assert_eq!(both, equations([form([('x', 2), ('z', -1)], 5)]));
    }

    #[test]
    fn order_of_addition_does_not_matter() {
        let rows = [form([('x', 1), ('y', 1), ('z', -1)], 0), form([('y', 3)], -6), form([('z', 1), ('u', 2)], 1)];
        let [a, b, c] = rows;
        assert_eq!(equations([a.clone(), b.clone(), c.clone()]), equations([c, b, a]));
    }

    #[test]
    fn contradictions_are_seen() {
        let mut one = equations([form([('x', 1)], -1)]);
        one.add(form([('x', 2)], -4));
        assert!(one.is_contradictory());
    }
}
