//! Linear inequalities between quantities. They are combined only as far as a caller asks, unlike the convex polyhedra of P.
//! Cousot and N. Halbwachs, "Automatic Discovery of Linear Restraints Among Variables of a Program" (1978); equations beside
//! them carry most of the weight, as in V. Laviron and F. Logozzo, "SubPolyhedra" (2009).

use crate::domain::equations::{LinearEquations, LinearForm};

/// Inequalities: each of these forms is at most 0. Ascending, and no two of them differ only by a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LinearInequalities<Q>(Vec<LinearForm<Q>>);

impl<Q> Default for LinearInequalities<Q> {
    fn default() -> Self {
        LinearInequalities(Vec::new())
    }
}

impl<Q: Copy + Ord> FromIterator<LinearForm<Q>> for LinearInequalities<Q> {
    fn from_iter<I: IntoIterator<Item = LinearForm<Q>>>(forms: I) -> Self {
        let mut found = LinearInequalities::default();
        forms.into_iter().for_each(|form| found.add(form));
        found
    }
}

impl<Q: Copy + Ord> LinearInequalities<Q> {
    pub fn iter(&self) -> impl Iterator<Item = &LinearForm<Q>> {
        self.0.iter()
    }

    pub fn mentions(&self, quantity: Q) -> bool {
        self.0.iter().any(|form| form.factor(quantity) != 0)
    }

    /// Adds the inequality that a form is at most 0. The stronger one of two that differ by a constant stays.
    pub fn add(&mut self, form: LinearForm<Q>) {
        let form = form.tightened();
        if form.factors().next().is_none() {
            return;
        }
        match self.0.iter_mut().find(|other| other.is_parallel_to(&form)) {
            Some(other) if other.constant_part() < form.constant_part() => *other = form,
            Some(_) => return,
            None => self.0.push(form),
        }
        self.0.sort();
    }

    /// Forgets a quantity. What an equation says about it is put in its place.
    pub fn forget(&mut self, quantity: Q, equations: &LinearEquations<Q>) {
        if self.mentions(quantity) {
            let eliminated = |form: &LinearForm<Q>| equations.eliminate(form, |other| other == quantity);
            *self = self.0.iter().filter_map(eliminated).collect();
        }
    }

    /// Substitutes a form for a quantity.
    pub fn substitute(&mut self, quantity: Q, form: &LinearForm<Q>) {
        if self.mentions(quantity) {
            let own = |other| Some(if other == quantity { form.clone() } else { LinearForm::of(other) });
            *self = self.0.iter().filter_map(|row| row.with(own)).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form<const N: usize>(factors: [(char, i128); N], constant: i128) -> LinearForm<char> {
        let sum = |sum: LinearForm<char>, (quantity, factor)| sum.plus(&LinearForm::of(quantity), factor);
        factors.into_iter().try_fold(LinearForm::constant(constant), sum).expect("small coefficients")
    }

    #[test]
    fn the_stronger_bound_stays() {
        let weak = form([('x', 1), ('y', 1), ('z', -1)], 0);
        let strong = form([('x', 1), ('y', 1), ('z', -1)], 2);
        let both: LinearInequalities<char> = [weak.clone(), strong.clone()].into_iter().collect();
        assert_eq!(both, [strong.clone(), weak].into_iter().collect());
        assert_eq!(both.iter().collect::<Vec<_>>(), [&strong]);
    }

    #[test]
    fn integers_are_rounded() {
        // 2 x + 4 y <= 5, hence x + 2 y <= 2
        let found: LinearInequalities<char> = [form([('x', 2), ('y', 4)], -5)].into_iter().collect();
        assert_eq!(found.iter().collect::<Vec<_>>(), [&form([('x', 1), ('y', 2)], -2)]);
    }

    #[test]
    fn what_is_forgotten_leaves_what_equations_say() {
        // s <= c, where 2 s = x + y
        let equations: LinearEquations<char> = [form([('s', 2), ('x', -1), ('y', -1)], 0)].into_iter().collect();
        let mut found: LinearInequalities<char> = [form([('s', 1), ('c', -1)], 0)].into_iter().collect();
        found.forget('s', &equations);
        assert_eq!(found.iter().collect::<Vec<_>>(), [&form([('c', -2), ('x', 1), ('y', 1)], 0)]);
        // Nothing is known about the sum of others.
        found.forget('x', &LinearEquations::default());
        assert_eq!(found, LinearInequalities::default());
    }

    #[test]
    fn the_side_of_an_inequality_is_kept() {
        // -s <= 0, where s = y - x: x <= y
        let equations: LinearEquations<char> = [form([('s', -1), ('x', -1), ('y', 1)], 0)].into_iter().collect();
        let mut found: LinearInequalities<char> = [form([('s', -1)], 0)].into_iter().collect();
        found.forget('s', &equations);
        assert_eq!(found.iter().collect::<Vec<_>>(), [&form([('x', 1), ('y', -1)], 0)]);
    }
}
