//! Relations between unknown numbers: bounded differences, definitions of computed numbers as linear forms, and numbers
//! that give the size of a block. A weakly relational domain: difference bounds (Miné, "A new numerical abstract domain
//! based on difference-bound matrices", 2001), and one linear form for each computed number.
//!
//! Relations are kept only if the settings ask for it. Relations between numbers that no cell holds any more are
//! dropped when the graph is renumbered.

use std::collections::BTreeMap;

use crate::domain::equations::{LinearEquations, LinearForm};
use crate::domain::graph::Graph;
use crate::domain::graph::lengths::Quantity;
use crate::domain::graph::term::Term;
use crate::domain::inequalities::LinearInequalities;
use crate::domain::limits::{LARGEST_FACTOR, MOST_ORDERS};
use crate::domain::object::{Object, Origin};
use crate::domain::thresholds::Thresholds;
use crate::domain::value::{Address, ObjectId, Range, Target, UnknownId, Value};
use base::ids::Id;

/// Relations between numbers. Differences and definitions refer only to numbers that have no definition themselves.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Relations {
    /// Upper bounds on the difference `first - second`.
    pub(super) orders: BTreeMap<(UnknownId, UnknownId), i128>,
    /// Computed numbers, as linear forms of others.
    pub(super) definitions: BTreeMap<UnknownId, Term>,
    /// Sizes of blocks in bytes.
    pub(super) sizes: BTreeMap<ObjectId, Term>,
    /// Equations between numbers and lengths of lists.
    pub(super) equations: LinearEquations<Quantity>,
    /// Inequalities that are no difference bounds.
    pub(super) inequalities: LinearInequalities<Quantity>,
}

impl Relations {
    /// Returns the term with its number replaced by the definition of that number.
    fn rooted(&self, term: Term) -> Term {
        let definition = term.number.and_then(|(number, _)| self.definitions.get(&number));
        definition.and_then(|definition| term.with_number(*definition)).unwrap_or(term)
    }

    /// Returns the pairs of related numbers.
    pub fn pairs(&self) -> impl Iterator<Item = (UnknownId, UnknownId)> + '_ {
        let defined = self.definitions.iter().filter_map(|(id, term)| Some((*id, term.number?.0)));
        self.orders.keys().copied().chain(defined)
    }

    /// Returns the blocks with the numbers that their sizes depend on.
    pub fn sized(&self) -> impl Iterator<Item = (ObjectId, UnknownId)> + '_ {
        self.sizes.iter().filter_map(|(id, term)| Some((*id, term.number?.0)))
    }

    pub fn forget_object(&mut self, id: ObjectId) {
        self.sizes.remove(&id);
        self.forget_quantity(Quantity::Length(id));
    }

    /// Returns true if an equation or an inequality is about a quantity.
    pub fn mentions(&self, quantity: Quantity) -> bool {
        self.equations.mentions(quantity) || self.inequalities.mentions(quantity)
    }

    /// Forgets a quantity of equations and inequalities. What they say about the others stays.
    pub fn forget_quantity(&mut self, quantity: Quantity) {
        self.inequalities.forget(quantity, &self.equations);
        self.equations.forget(quantity);
    }

    /// Substitutes a form for a quantity of equations and inequalities.
    pub fn substitute_quantity(&mut self, quantity: Quantity, form: &LinearForm<Quantity>) {
        self.inequalities.substitute(quantity, form);
        self.equations.substitute(quantity, form);
    }

    /// Removes and returns all relations of a number but equations and inequalities.
    fn take(&mut self, id: UnknownId) -> Relations {
        let is_about = |term: &Term| term.number.is_some_and(|(number, _)| number == id);
        let definitions = self.definitions.extract_if(.., |key, term| *key == id || is_about(term)).collect();
        let orders = self.orders.extract_if(.., |(left, right), _| *left == id || *right == id).collect();
        let sizes = self.sizes.extract_if(.., |_, term| is_about(term)).collect();
        Relations { orders, definitions, sizes, ..Relations::default() }
    }
}

impl Graph {
    /// From now on relations between numbers are kept, as are disjunctive invariants; widening of both uses
    /// `thresholds`.
    pub fn keep_relations(&mut self, thresholds: Thresholds) {
        self.relations.get_or_insert_default();
        self.thresholds = thresholds;
    }

    /// Returns the widening thresholds; empty unless relations are kept.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Returns true for the memory of a variable that counts, or that indexes arrays which may be summarised.
    pub fn is_counter(&self, object: &Object) -> bool {
        matches!(object.origin, Origin::Variable(variable) if self.thresholds.roles().is_counter(variable))
    }

    /// Returns true if two numbers at an offset in objects like this one count, and are no states of the program.
    pub fn are_counts(&self, object: &Object, offset: i64, numbers: [Range; 2]) -> bool {
        let is_state = |number: &Range| number.single() == Some(0);
        let is_field = || self.thresholds.roles().is_counting_field(object, offset);
        self.is_counter(object) || (!numbers.iter().any(is_state) && is_field())
    }

    pub fn keeps_relations(&self) -> bool {
        self.relations.is_some()
    }

    /// Returns true if any relation is recorded.
    pub fn has_relations(&self) -> bool {
        self.relations.as_ref().is_some_and(|relations| *relations != Relations::default())
    }

    /// Returns a number as a linear form of the number that it was computed from. `None` if the value is not a named
    /// number.
    pub fn term(&self, value: Value) -> Option<Term> {
        match value {
            Value::Integer(integer) => Term::constant(integer).checked(),
            Value::Unknown(id) => {
                Some(self.relations.as_ref().map_or(Term::of(id), |relations| relations.rooted(Term::of(id))))
            }
            _ => None,
        }
    }

    /// Returns an upper bound on `left - right`; the largest integer if the difference is too large for a form.
    pub fn most_above(&self, left: Term, right: Term) -> i128 {
        LinearForm::from(left).minus(&right.into()).map_or(i128::MAX, |difference| self.most(&difference))
    }

    /// Returns the offset of an address as a linear form; `None` if neither an integer nor a number gives it.
    pub fn offset_term(&self, value: Value) -> Option<Term> {
        match value {
            Value::Address(Address { target: Target::Region, offset, .. }) => Some(Term::constant(offset.into())),
            _ => {
                let steps = value.steps()?;
                self.term(Value::Unknown(steps.number()))?.times(steps.size().into())?.plus(steps.start().into())
            }
        }
    }

    /// Returns the object and the range of offsets in it, narrowed by the range of the number that gives the offset;
    /// `None` unless the value points into a region.
    pub fn offsets(&self, value: Value) -> Option<(ObjectId, i64, i64)> {
        let (object, low, high) = value.offsets()?;
        let recorded = value.steps().map(|steps| {
            let range = self.about(steps.number()).range;
            let ends = [range.low(), range.high()].map(|steps_to| steps.offset_after(steps_to));
            (ends[0].unwrap_or(low).max(low), ends[1].unwrap_or(high).min(high))
        });
        Some(recorded.filter(|(low, high)| low <= high).map_or((object, low, high), |(low, high)| (object, low, high)))
    }

    /// Returns a lower bound on the number of bytes that follow an address in its object.
    pub fn room(&self, value: Value) -> i64 {
        let recorded = value.object().and_then(|object| {
            let (start, end) = (self.offset_term(value)?, self.recorded_size(object)?);
            i64::try_from(-self.most_above(start, end)).ok()
        });
        let string = value.object().and_then(|id| Some(self.string_room(self.object(id)?, self.offset_term(value)?)));
        recorded.unwrap_or(0).max(string.unwrap_or(0)).max(value.room())
    }

    /// Returns an upper bound on `left - right`; `None` unless both are numbers.
    pub fn most_above_value(&self, left: Value, right: Value) -> Option<i128> {
        let by_ranges = self.range(left)?.high().saturating_sub(self.range(right)?.low());
        Some(self.most_above(self.term(left)?, self.term(right)?).min(by_ranges))
    }

    pub(super) fn order(&self, left: UnknownId, right: UnknownId) -> Option<i128> {
        self.relations.as_ref()?.orders.get(&(left, right)).copied()
    }

    /// Records that `left - right <= by`.
    pub fn record_order(&mut self, left: Value, right: Value, by: i128) {
        if let (Some(left), Some(right)) = (self.term(left), self.term(right)) {
            self.record_order_of_terms(left, right, by);
        }
    }

    /// As [`Graph::record_order`], of terms.
    pub fn record_order_of_terms(&mut self, left: Term, right: Term, by: i128) {
        match (left.parts(), right.parts()) {
            // f x + m - f y - n <= by
            (Some((x, f, m)), Some((y, g, n))) if f == g && x != y => {
                let by = by.saturating_sub(m - n);
                if f > 0 { self.add_order(x, y, by.div_euclid(f)) } else { self.add_order(y, x, by.div_euclid(-f)) }
            }
            // f x + m - n <= by
            (Some((x, f @ 1.., m)), None) => {
                let most = by.saturating_sub(m - right.more).div_euclid(f);
                self.narrow_to(x, Range::up_to(Range::ALL.low(), most));
            }
            // m - g y - n <= by
            (None, Some((y, g @ 1.., n))) => {
                let least = -by.saturating_sub(left.more - n).div_euclid(g);
                self.narrow_to(y, Range::up_to(least, Range::ALL.high()));
            }
            (Some((x, f, _)), Some((y, g, _))) if x != y && f != g => self.add_inequality_of_terms(left, right, by),
            _ => {}
        }
    }

    /// Two values differ: if one does not exceed the other, it is strictly less.
    pub(super) fn part(&mut self, left: Value, right: Value) {
        for (less, more) in [(left, right), (right, left)] {
            if self.has_relations() && self.most_above_value(less, more) == Some(0) {
                self.record_order(less, more, -1);
            }
        }
    }

    /// Adds a difference bound and its transitive consequences.
    fn add_order(&mut self, left: UnknownId, right: UnknownId, by: i128) {
        let Some(relations) = &self.relations else { return };
        let mut below = vec![(left, 0)];
        below.extend(relations.orders.iter().filter(|((_, to), _)| *to == left).map(|((from, _), by)| (*from, *by)));
        let mut above = vec![(right, 0)];
        above.extend(relations.orders.iter().filter(|((from, _), _)| *from == right).map(|((_, to), by)| (*to, *by)));
        let mut recorded = Vec::new();
        for (x, first) in &below {
            for (y, last) in above.iter().filter(|(y, _)| y != x) {
                let by = first.saturating_add(by).saturating_add(*last);
                let ranges = self.about(*x).range.high().saturating_sub(self.about(*y).range.low());
                if by < ranges && by.abs() < LARGEST_FACTOR && self.order(*x, *y).is_none_or(|known| by < known) {
                    recorded.push(((*x, *y), by));
                }
            }
        }
        let Some(relations) = &mut self.relations else { return };
        for (pair, by) in &recorded {
            if relations.orders.len() < MOST_ORDERS || relations.orders.contains_key(pair) {
                relations.orders.insert(*pair, *by);
            }
        }
        for ((x, y), by) in recorded {
            if self.order(y, x) == Some(-by) {
                self.equate(x, y, by);
            }
            self.narrow_to(x, Range::up_to(Range::ALL.low(), self.about(y).range.high().saturating_add(by)));
            self.narrow_to(y, Range::up_to(self.about(x).range.low().saturating_sub(by), Range::ALL.high()));
        }
    }

    /// Records the definition of a new number. Ignored if the number already has one, or other relations.
    pub fn define(&mut self, number: Value, term: Term) {
        let Some(relations) = &mut self.relations else { return };
        let term = relations.rooted(term);
        if let (Value::Unknown(id), Some((root, ..))) = (number, term.parts())
            && id != root
            && !relations.definitions.contains_key(&id)
            && !relations.pairs().any(|(left, right)| left == id || right == id)
            && !relations.sizes.values().any(|size| size.number.is_some_and(|(number, _)| number == id))
            && !relations.mentions(Quantity::Number(id))
        {
            relations.definitions.insert(id, term);
        }
    }

    /// Records that the size of a new block is `size`, which is narrowed to `range`: the sizes that a block can have.
    pub fn record_size(&mut self, object: ObjectId, size: Value, range: Range) {
        if let (Value::Unknown(id), true) = (size, self.keeps_relations()) {
            self.narrow_to(id, range);
        }
        if let Some(term) = self.term(size) {
            self.record_size_term(object, term);
        }
    }

    pub fn record_size_term(&mut self, object: ObjectId, term: Term) {
        let Some(relations) = &mut self.relations else { return };
        let term = relations.rooted(term);
        if term.number.is_some() {
            relations.sizes.insert(object, term);
        }
    }

    /// Records that the size of a copy is that of the original, if a linear form gives it.
    pub fn copy_size(&mut self, original: ObjectId, copy: ObjectId) {
        if let Some(size) = self.recorded_size(original) {
            self.record_size_term(copy, size);
        }
    }

    /// Narrows the number that gives the size of a block, which has at most `most` bytes.
    pub fn narrow_by_size(&mut self, object: ObjectId, most: i128) {
        if let Some((number, factor @ 1.., more)) = self.recorded_size(object).and_then(Term::parts) {
            self.narrow_to(number, Range::up_to(Range::ALL.low(), (most - more).div_euclid(factor)));
        }
    }

    /// Returns the size of a block in bytes as a linear form of a number, if one is recorded.
    pub fn recorded_size(&self, object: ObjectId) -> Option<Term> {
        self.relations.as_ref()?.sizes.get(&object).copied()
    }

    /// Returns the size of a block in bytes, which a number or a constant gives; `None` if it is known only as a range.
    pub fn exact_size(&self, object: ObjectId) -> Option<Term> {
        let block = self.object(object).filter(|block| !block.is_choice())?;
        self.recorded_size(object).or_else(|| block.size.single().map(Term::constant))
    }

    /// Returns all difference bounds `(x, y, by)`: `x - y <= by`.
    pub fn orders(&self) -> impl Iterator<Item = (UnknownId, UnknownId, i128)> + '_ {
        self.relations.iter().flat_map(|relations| relations.orders.iter().map(|((a, b), by)| (*a, *b, *by)))
    }

    /// Returns all computed numbers with their definitions.
    pub fn definitions(&self) -> impl Iterator<Item = (UnknownId, Term)> + '_ {
        self.relations.iter().flat_map(|relations| relations.definitions.iter().map(|(id, term)| (*id, *term)))
    }

    /// Returns all blocks whose size is a linear form of a number.
    pub fn recorded_sizes(&self) -> impl Iterator<Item = (ObjectId, Term)> + '_ {
        self.relations.iter().flat_map(|relations| relations.sizes.iter().map(|(id, term)| (*id, *term)))
    }

    /// Substitutes a value for an unknown number in all relations.
    pub(super) fn substitute_in_relations(&mut self, id: UnknownId, value: Value) {
        let Some(relations) = &mut self.relations else { return };
        let Relations { orders, mut definitions, sizes, .. } = relations.take(id);
        let own = definitions.remove(&id);
        let new = self.term(value);
        self.substitute_in_equations(id, new);
        let Some(new) = new else { return };
        for (other, term) in definitions {
            match term.with_number(new) {
                Some(term) if term.number.is_some() => self.define(Value::Unknown(other), term),
                Some(term) => self.narrow_to(other, Range::exactly(term.more)),
                None => {}
            }
        }
        for ((left, right), by) in orders {
            let [x, y] = [left, right].map(|side| if side == id { value } else { Value::Unknown(side) });
            match (x, y) {
                (Value::Unknown(_), Value::Unknown(_)) => self.record_order(x, y, by),
                (Value::Integer(integer), Value::Unknown(other)) => {
                    self.narrow_to(other, Range::up_to(integer.saturating_sub(by), Range::ALL.high()));
                }
                (Value::Unknown(other), Value::Integer(integer)) => {
                    self.narrow_to(other, Range::up_to(Range::ALL.low(), integer.saturating_add(by)));
                }
                _ => {}
            }
        }
        for (object, term) in sizes {
            match term.with_number(new) {
                Some(Term { number: None, more }) if more >= 0 => {
                    // Addresses behind that end are settled when the block is accessed.
                    if let Some(object) = self.object_mut(object)
                        && object.leading_beyond(more).is_none()
                    {
                        object.set_size(more);
                    }
                }
                Some(term) => self.record_size_term(object, term),
                None => {}
            }
        }
        if let Some(own) = own {
            self.are_equal(value, own);
        }
        self.settle_inequalities();
    }

    /// Records that a value equals a term.
    fn are_equal(&mut self, value: Value, term: Term) {
        let Some((root, factor, more)) = term.parts() else { return };
        match value {
            Value::Integer(integer) if (integer - more) % factor == 0 => {
                self.narrow_to(root, Range::exactly((integer - more) / factor));
            }
            Value::Unknown(_) if factor == 1 => {
                self.record_order(value, Value::Unknown(root), more);
                self.record_order(Value::Unknown(root), value, -more);
            }
            _ => {}
        }
    }

    /// Intersects the range of a number with `range`. An empty intersection is ignored, which is sound.
    pub(super) fn narrow_to(&mut self, id: UnknownId, range: Range) {
        if !self.knows(id) {
            return;
        }
        let known = self.about(id).range;
        if let Some(both) = known.intersection(range).filter(|both| *both != known) {
            self.narrow(id, both);
        }
    }

    /// Propagates the range of a computed number to the number that it was computed from.
    pub(super) fn narrow_root(&mut self, id: UnknownId, range: Range) {
        let definition = self.relations.as_ref().and_then(|relations| relations.definitions.get(&id));
        let Some((root, factor, more)) = definition.and_then(|term| term.parts()) else { return };
        let ends = [range.low(), range.high()].map(|end| end.saturating_sub(more));
        let (low, high) = if factor > 0 { (ends[0], ends[1]) } else { (-ends[1], -ends[0]) };
        let by = factor.abs();
        // Rounded inwards.
        if let Some(range) = Range::new(-(-low).div_euclid(by), high.div_euclid(by)) {
            self.narrow_to(root, range);
        }
    }

    /// Propagates the range of a number to those computed from it.
    pub(super) fn narrow_computed(&mut self, root: UnknownId, range: Range) {
        let computed: Vec<(UnknownId, Term)> =
            self.definitions().filter(|(_, term)| term.parts().is_some_and(|(number, ..)| number == root)).collect();
        for (id, term) in computed {
            let Some((_, factor, more)) = term.parts() else { continue };
            let recorded = range.corners(Range::exactly(factor), i128::checked_mul);
            if let Some(recorded) =
                recorded.and_then(|recorded| recorded.corners(Range::exactly(more), i128::checked_add))
            {
                self.narrow_to(id, recorded);
            }
        }
    }

    /// Propagates the range of a number to those that a difference bound relates to it. The bounds are transitively closed,
    /// so one step is enough; more steps might never end where the bounds contradict each other.
    pub(super) fn narrow_ordered(&mut self, id: UnknownId, range: Range) {
        let bounds = self.orders().filter_map(|(left, right, by)| {
            let low = || Range::up_to(range.low().saturating_sub(by), Range::ALL.high());
            let high = || Range::up_to(Range::ALL.low(), range.high().saturating_add(by));
            if left == id { Some((right, low())) } else { (right == id).then(|| (left, high())) }
        });
        for (other, bound) in bounds.collect::<Vec<_>>() {
            let known = self.about(other).range;
            if let Some(both) = known.intersection(bound).filter(|both| *both != known && self.knows(other)) {
                self.set_range(other, both);
            }
        }
    }

    /// Returns the relations that remain after renumbering the graph.
    pub(super) fn renumbered_relations(
        &self,
        unknowns: &BTreeMap<UnknownId, UnknownId>,
        renamed: &[Option<ObjectId>],
    ) -> Option<Relations> {
        let relations = self.relations.as_ref()?;
        Some(relations.renumbered(unknowns, |id| renamed.get(id.index()).copied().flatten()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Range = Range::up_to(0, 100);

    fn numbers<const N: usize>() -> (Graph, [Value; N]) {
        let mut graph = Graph::default();
        graph.keep_relations(Thresholds::default());
        let values = std::array::from_fn(|_| graph.unknown(SOME));
        (graph, values)
    }

    #[test]
    fn bounds_add_up() {
        let (mut graph, [x, y, z]) = numbers();
        graph.record_order(x, y, -1);
        graph.record_order(y, z, -2);
        assert_eq!(graph.most_above_value(x, z), Some(-3));
        assert_eq!(graph.most_above_value(z, x), Some(100));
        // They also narrow the ranges.
        assert_eq!([x, z].map(|value| graph.range(value)), [Range::new(0, 97), Range::new(3, 100)]);
    }

    #[test]
    fn a_number_is_related_by_what_it_was_computed_from() {
        let (mut graph, [x, y, bytes]) = numbers();
        let term = graph.term(y).and_then(|term| term.times(4)?.plus(8)).expect("a term");
        graph.define(bytes, term);
        graph.record_order(x, y, -1);
        let start = graph.term(x).and_then(|term| term.times(4)?.plus(4)).expect("a term");
        let end = graph.term(bytes).expect("a term");
        assert_eq!(graph.most_above(start, end), -8);
        // The number of bytes bounds the number of elements, rounded down.
        let Value::Unknown(id) = bytes else { panic!("an unknown number") };
        graph.narrow(id, Range::up_to(0, 30));
        assert_eq!(graph.range(y), Range::new(1, 5));
    }

    #[test]
    fn what_becomes_known_narrows_the_others() {
        let (mut graph, [x, y, z]) = numbers();
        graph.record_order(x, y, -1);
        graph.record_order(y, z, -1);
        let Value::Unknown(id) = y else { panic!("an unknown number") };
        graph.substitute(id, Value::Integer(10));
        assert_eq!([x, z].map(|value| graph.range(value)), [Range::new(0, 9), Range::new(11, 100)]);
    }

    #[test]
    fn what_a_number_may_be_narrows_what_was_computed_from_it() {
        let (mut graph, [x, y, next]) = numbers();
        let term = graph.term(x).and_then(|term| term.plus(1)).expect("a term");
        graph.define(next, term);
        graph.record_order(x, y, -60);
        assert_eq!([x, next].map(|value| graph.range(value)), [Range::new(0, 40), Range::new(1, 41)]);
    }

    #[test]
    fn numbers_that_differ_and_are_not_greater_are_less() {
        let (mut graph, [x, y]) = numbers();
        graph.record_order(x, y, 0);
        graph.record_different(y, x);
        assert_eq!(graph.most_above_value(x, y), Some(-1));
    }

    #[test]
    fn what_was_computed_from_a_number_that_is_gone_is_still_related() {
        let (mut graph, [x, y]) = numbers();
        let next = graph.dependent(SOME);
        let term = graph.term(x).and_then(|term| term.plus(1)).expect("a term");
        graph.define(next, term);
        graph.record_order(x, y, -1);
        let kept = [next, y].map(|value| match value {
            Value::Unknown(id) => id,
            _ => panic!("an unknown number"),
        });
        let unknowns: BTreeMap<_, _> =
            kept.into_iter().enumerate().map(|(index, id)| (id, UnknownId::from_index(index))).collect();
        let relations = graph.renumbered_relations(&unknowns, &[]).expect("relations");
        assert_eq!(relations.orders, BTreeMap::from([((UnknownId::from_index(0), UnknownId::from_index(1)), 0)]));
    }
}
