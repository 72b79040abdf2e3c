//! Relations after numbers and objects got new ids, or are gone. What relations to a number that is gone say about the
//! others stays, as far as definitions and equations tell.

use std::collections::BTreeMap;

use crate::domain::equations::{LinearEquations, LinearForm};
use crate::domain::graph::lengths::{Quantity, difference};
use crate::domain::graph::relations::Relations;
use crate::domain::graph::term::Term;
use crate::domain::inequalities::LinearInequalities;
use crate::domain::value::{ObjectId, UnknownId};

impl Relations {
    /// Restricts the relations to the numbers and objects that are kept, and renames these. Numbers that were computed
    /// from a dropped number stay related: one of them takes its place.
    pub fn renumbered(
        &self,
        unknowns: &BTreeMap<UnknownId, UnknownId>,
        object: impl Fn(ObjectId) -> Option<ObjectId>,
    ) -> Relations {
        // Replacements of dropped numbers: a kept number, and by how much it exceeds the dropped one.
        let mut heirs: BTreeMap<UnknownId, (UnknownId, i128)> = BTreeMap::new();
        for (id, term) in &self.definitions {
            if let (Some(new), Some((root, 1, more))) = (unknowns.get(id), term.parts())
                && !unknowns.contains_key(&root)
            {
                let heir = heirs.entry(root).or_insert((*new, more));
                *heir = (*heir).min((*new, more));
            }
        }
        let own = |id: UnknownId| match unknowns.get(&id) {
            Some(new) => Some(Term::of(*new)),
            None => heirs.get(&id).and_then(|(heir, more)| Term::of(*heir).plus(-more)),
        };
        let renamed = |term: Term| term.renamed(own);
        let mut found = Relations::default();
        for (id, term) in &self.definitions {
            if let (Some(new), Some(term)) = (unknowns.get(id), renamed(*term))
                && term != Term::of(*new)
            {
                found.definitions.insert(*new, term);
            }
        }
        for ((left, right), by) in &self.orders {
            if let (Some((left, 1, a)), Some((right, 1, b))) =
                (own(*left).and_then(Term::parts), own(*right).and_then(Term::parts))
                && left != right
            {
                found.orders.insert((left, right), by - a + b);
            }
        }
        let sizes = self.sizes.iter().filter_map(|(id, term)| Some((object(*id)?, renamed(*term)?)));
        found.sizes.extend(sizes);
        let kept = |quantity| match quantity {
            Quantity::Number(number) => own(number).map(LinearForm::from),
            Quantity::Length(id) => object(id).map(|id| LinearForm::of(Quantity::Length(id))),
        };
        let known = self.with_definitions(|id| own(id).is_none());
        found.equations = known.with(kept);
        found.inequalities = self.inequalities_of(&known, kept);
        found
    }

    /// Adds the relations of another graph, renamed to ids of this one.
    pub fn absorb(
        &mut self,
        other: &Relations,
        unknown: impl Fn(UnknownId) -> UnknownId,
        object: impl Fn(ObjectId) -> ObjectId,
    ) {
        let renamed = |term: Term| term.renamed(|id| Some(Term::of(unknown(id))));
        self.orders.extend(other.orders.iter().map(|((a, b), by)| ((unknown(*a), unknown(*b)), *by)));
        let definitions = other.definitions.iter().filter_map(|(id, term)| Some((unknown(*id), renamed(*term)?)));
        self.definitions.extend(definitions);
        self.sizes.extend(other.sizes.iter().filter_map(|(id, term)| Some((object(*id), renamed(*term)?))));
        let moved = |quantity| {
            Some(LinearForm::of(match quantity {
                Quantity::Number(number) => Quantity::Number(unknown(number)),
                Quantity::Length(id) => Quantity::Length(object(id)),
            }))
        };
        other.equations.with(moved).iter().for_each(|form| self.equations.add(form.clone()));
        other.inequalities.iter().filter_map(|form| form.with(moved)).for_each(|form| self.inequalities.add(form));
    }

    /// Returns the equations, and the definitions of numbers that were computed from one that is gone, as equations.
    fn with_definitions(&self, is_gone: impl Fn(UnknownId) -> bool) -> LinearEquations<Quantity> {
        let mut all = self.equations.clone();
        for (id, term) in &self.definitions {
            if term.number.is_some_and(|(root, _)| is_gone(root))
                && let Some(form) = LinearForm::from(*term).minus(&LinearForm::of(Quantity::Number(*id)))
            {
                all.add(form);
            }
        }
        all
    }

    /// Returns the inequalities between the quantities that are kept, renamed: also those that difference bounds of numbers
    /// that are gone imply.
    fn inequalities_of(
        &self,
        known: &LinearEquations<Quantity>,
        kept: impl Fn(Quantity) -> Option<LinearForm<Quantity>>,
    ) -> LinearInequalities<Quantity> {
        let is_gone = |quantity| kept(quantity).is_none();
        let is_number_gone = |number: &UnknownId| is_gone(Quantity::Number(*number));
        let gone = self.orders.iter().filter(|((left, right), _)| [left, right].into_iter().any(is_number_gone));
        let bounds = gone.filter_map(|((left, right), by)| difference(*left, *right, *by));
        let all = self.inequalities.iter().cloned().chain(bounds);
        all.filter_map(|form| known.eliminate(&form, is_gone)?.with(&kept)).collect()
    }
}
