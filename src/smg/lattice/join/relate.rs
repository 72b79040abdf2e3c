//! Joins relations between numbers: disequalities, definitions, sizes, and difference bounds. A bound may follow from a
//! relation on one side and from ranges on the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::graph::Term;
use crate::domain::value::{ObjectId, Range, Value};
use crate::lattice::join::size_relations::line_through;
use crate::lattice::join::{JoinMode, Joiner};
use crate::transfer::limits::LARGEST_BLOCK;
use base::integer::greatest_common_divisor;
use itertools::Itertools;

/// An unknown number of the result, with its values in the two graphs.
pub(super) struct Meaning {
    pub image: Value,
    pub values: [Value; 2],
}

impl Joiner<'_> {
    /// Keeps the disequalities that hold in both graphs.
    pub(super) fn differences(&mut self) {
        let sides = self.graphs;
        let backward = self.backward();
        // The image of each pair of values, with the pair.
        let mut meanings: Vec<(Value, [Value; 2])> =
            self.values.iter().map(|(pair, image)| (*image, [pair.0, pair.1])).collect();
        let unknowns = meanings.len();
        for (_, other) in sides[0].differences() {
            let image = match other.object() {
                None => Some((other, [other, other])),
                Some(object) => self.images[0].get(object).and_then(|image| {
                    let right = *backward.get(&image)?;
                    Some((other.with_object(|_| image), [other, other.with_object(|_| right)]))
                }),
            };
            meanings.extend(image.filter(|_| !matches!(other, Value::Unknown(_))));
        }
        let mut kept: [BTreeSet<(Value, Value)>; 2] = Default::default();
        for (index, (image, values)) in meanings[..unknowns].iter().enumerate() {
            for (other, others) in &meanings[index + 1..] {
                let differ = [0, 1].map(|side| sides[side].differ(values[side], others[side]));
                let apart = [0, 1].map(|side| {
                    let ranges = sides[side].range(values[side]).zip(sides[side].range(others[side]));
                    differ[side] || ranges.is_some_and(|(x, y)| x.intersection(y).is_none())
                });
                if apart == [true, true] && self.out.record_different(*image, *other) {
                    for side in [0, 1] {
                        let (x, y) = (values[side], others[side]);
                        if differ[side] {
                            kept[side].insert((x.min(y), x.max(y)));
                        }
                    }
                }
            }
        }
        let loses = [0, 1].map(|side| kept[side].len() < sides[side].differences().count());
        self.note(loses);
        if loses.contains(&true) {
            // Without looking up which values have lost a disequality: those without any have lost nothing.
            for (image, values) in &meanings[..unknowns] {
                let is_recorded = |side: usize| {
                    let value = values[side];
                    sides[side].differences().any(|(id, other)| Value::Unknown(id) == value || other == value)
                };
                if is_recorded(0) || is_recorded(1) {
                    self.out.bind(*image);
                }
            }
        }
    }

    /// Returns the objects of the right graph, by their images.
    fn backward(&self) -> BTreeMap<ObjectId, ObjectId> {
        self.images[1].iter().map(|(from, image)| (image, from)).collect()
    }

    /// Keeps the relations between numbers that hold in both graphs.
    pub(super) fn relations(&mut self) {
        if !self.out.keeps_relations() {
            return;
        }
        let held: BTreeSet<Value> = self.out.objects().flat_map(|(_, object)| object.values()).collect();
        let mut meanings: Vec<Meaning> = self
            .values
            .iter()
            .filter(|(_, image)| matches!(image, Value::Unknown(_)))
            .map(|(pair, image)| Meaning { image: *image, values: [pair.0, pair.1] })
            .collect();
        // A number that only gives the size of a block is not needed where one that a cell holds gives it: differences to a
        // multiple of it could not be recorded.
        meanings.sort_by_key(|meaning| !held.contains(&meaning.image));
        self.definitions(&meanings, &held);
        self.sizes(&meanings);
        self.orders(&meanings);
        self.equations(&meanings);
        self.inequalities(&meanings);
        let loses = [0, 1].map(|side| self.has_lost(side, &meanings));
        self.note(loses);
    }

    /// Returns the widening thresholds for numbers that may be related to others: the integers and offsets of addresses that
    /// both graphs hold, also multiplied by the program's factors, and the program's thresholds.
    pub(super) fn common_integers(&self) -> &[i128] {
        if self.out.keeps_relations() { self.integers.get_or_init(|| self.found_common_integers()) } else { &[] }
    }

    fn found_common_integers(&self) -> Vec<i128> {
        let held = |side: usize| -> BTreeSet<i128> {
            let fields = self.graphs[side].objects().flat_map(|(_, object)| object.fields());
            let held = fields.filter_map(|field| match field.value {
                Value::Address(address) => Some(address.offset.into()),
                value => self.graphs[side].range(value)?.single(),
            });
            held.collect()
        };
        let both: Vec<i128> = held(0).intersection(&held(1)).copied().collect();
        let thresholds = self.out.thresholds();
        let multiples = both.iter().filter(|integer| **integer > 0).cartesian_product(thresholds.factors());
        let multiples = multiples.filter_map(|(integer, factor)| integer.checked_mul(*factor)).collect::<Vec<_>>();
        both.into_iter().chain(multiples).chain(thresholds.all().iter().copied()).collect()
    }

    /// Returns true if the numbers that are being joined are no states of the program: elements of an array, sizes of blocks,
    /// or counters and indices, if the mode joins them.
    pub(super) fn are_told_elsewhere(&self, numbers: [Range; 2]) -> bool {
        let holder = self.parents.and_then(|[left, _]| self.graphs[0].object(left));
        let count = |holder| self.graphs[0].are_counts(holder, self.offset, numbers);
        let are_counts = self.mode.joins_counters() && holder.is_some_and(count);
        are_counts || self.is_in_array() || self.is_measured()
    }

    /// Returns true if the elements of an array whose size is given by a number are being joined: they are not states
    /// of the program.
    pub(super) fn is_in_array(&self) -> bool {
        let is_array = |side: usize, id: ObjectId| {
            let is_told = self.graphs[side].object(id).is_some_and(|object| object.disjuncts().tell_sizes());
            self.graphs[side].recorded_size(id).is_some() && !is_told
        };
        self.parents.is_some_and(|[left, right]| is_array(0, left) || is_array(1, right))
    }

    /// Returns the counterparts of a term of one side on the other, for each number of the result that represents its
    /// number.
    fn counterparts<'m>(
        &self,
        side: usize,
        term: Term,
        meanings: &'m [Meaning],
    ) -> impl Iterator<Item = (Value, Term)> + use<'m, '_> {
        let found = term.parts().map(|(number, factor, more)| {
            let named = meanings.iter().filter(move |meaning| meaning.values[side] == Value::Unknown(number));
            named.filter_map(move |meaning| {
                let other = self.graphs[1 - side].term(meaning.values[1 - side])?;
                Some((meaning.image, other.times(factor)?.plus(more)?))
            })
        });
        found.into_iter().flatten()
    }

    /// Returns a term of one side as a term of the result, given the image of its number.
    fn renamed(&self, term: Term, image: Value) -> Option<Term> {
        let (_, factor, more) = term.parts()?;
        self.out.term(image)?.times(factor)?.plus(more)
    }

    fn definitions(&mut self, meanings: &[Meaning], held: &BTreeSet<Value>) {
        for side in [0, 1] {
            for (id, term) in self.graphs[side].definitions() {
                for meaning in meanings.iter().filter(|meaning| meaning.values[side] == Value::Unknown(id)) {
                    let other = self.graphs[1 - side].term(meaning.values[1 - side]);
                    let same = |(image, counterpart): &(Value, Term)| {
                        Some(*counterpart) == other && *image != meaning.image && held.contains(image)
                    };
                    let root = self.counterparts(side, term, meanings).find(same).map(|(image, _)| image);
                    if let Some(term) = root.and_then(|image| self.renamed(term, image)) {
                        self.out.define(meaning.image, term);
                    }
                }
            }
        }
    }

    /// Keeps the size of a block that nodes own in the merge of two nodes: the result is a part of the same graph, with the
    /// same numbers.
    pub(super) fn keep_size_in_merge(&mut self, image: ObjectId, sizes: [Option<Term>; 2]) {
        if let [Some(one), Some(other)] = sizes
            && self.mode == JoinMode::Merge
            && one == other
        {
            self.out.record_size_term(image, one);
        }
    }

    /// Keeps the sizes of the blocks that one side lacks. A fixed size becomes a linear form like that of the blocks which the
    /// other side has from the same place of allocation.
    fn sizes_of_inserted(&mut self, meanings: &[Meaning]) {
        for side in [0, 1] {
            let other: BTreeSet<ObjectId> = self.images[1 - side].iter().map(|(_, image)| image).collect();
            let inserted: Vec<_> = self.images[side].iter().filter(|(_, image)| !other.contains(image)).collect();
            for (id, image) in inserted {
                let own = self.graphs[side].recorded_size(id);
                let root = own.and_then(|size| self.counterparts(side, size, meanings).map(|(root, _)| root).next());
                let kept = own.zip(root).and_then(|(size, root)| self.renamed(size, root));
                if let Some(size) = kept.or_else(|| self.size_like_others(side, id, meanings)) {
                    self.out.record_size_term(image, size);
                }
            }
        }
    }

    /// Returns the fixed size of a block of one side as the linear form that gives the sizes of blocks of the other side from
    /// the same place of allocation.
    fn size_like_others(&self, side: usize, id: ObjectId, meanings: &[Meaning]) -> Option<Term> {
        let (graph, other) = (self.graphs[side], self.graphs[1 - side]);
        let block = graph.object(id).filter(|block| block.is_valid_heap())?;
        let bytes = block.size.single()?;
        let is_like = |id: ObjectId| other.object(id).is_some_and(|like| like.origin == block.origin);
        let mut like = other.recorded_sizes().filter(|(id, _)| is_like(*id)).map(|(_, size)| size);
        like.find_map(|size| {
            let mut here = self.counterparts(1 - side, size, meanings);
            let (root, _) = here.find(|(_, here)| here.integer() == Some(bytes))?;
            self.renamed(size, root)
        })
    }

    fn sizes(&mut self, meanings: &[Meaning]) {
        self.sizes_of_inserted(meanings);
        let backward = self.backward();
        let pairs: Vec<(ObjectId, ObjectId, ObjectId)> = self.images[0]
            .iter()
            .filter_map(|(left, image)| Some((left, *backward.get(&image)?, image)))
            .filter(|(left, right, _)| {
                let recorded = self.graphs[0].recorded_size(*left).or(self.graphs[1].recorded_size(*right));
                recorded.is_some()
                    || self.graphs[0].object(*left).map(|it| it.size) != self.graphs[1].object(*right).map(|it| it.size)
            })
            .collect();
        for (left, right, image) in pairs {
            let (Some(a), Some(b)) = (self.graphs[0].exact_size(left), self.graphs[1].exact_size(right)) else {
                continue;
            };
            let found = match (a.integer(), b.integer()) {
                (Some(a), Some(b)) => self.line_through(a, b, meanings),
                (None, _) => self.same_size(0, a, b, meanings),
                _ => self.same_size(1, b, a, meanings),
            };
            if let Some(size) = found {
                self.out.record_size_term(image, size);
                // The number may have been widened further than to the largest block. Not to the size of this one: that is
                // widened in its own steps, which would undo the widening of the number.
                self.out.narrow_by_size(image, LARGEST_BLOCK);
            }
        }
    }

    /// Joins the numbers that give the sizes of two blocks, even if no cell holds the result.
    pub(super) fn number_of_elements(&mut self, objects: [ObjectId; 2]) {
        if !self.out.keeps_relations() || self.mode == JoinMode::Merge {
            return;
        }
        let [Some(a), Some(b)] = [0, 1].map(|side| self.graphs[side].exact_size(objects[side])) else { return };
        let numbers = |recorded: Term, other: Term| {
            let (number, factor, more) = recorded.parts()?;
            let other = match (other.parts(), other.integer()) {
                (Some((other, same, also)), _) if (same, also) == (factor, more) => Value::Unknown(other),
                (None, Some(bytes)) if (bytes - more) % factor == 0 => Value::Integer((bytes - more) / factor),
                _ => return None,
            };
            Some((Value::Unknown(number), other))
        };
        // Of two fixed sizes the greatest common divisor is taken for the size of an element. That of two neighbouring
        // lengths is 1.
        let counts = self.graphs.iter().any(|graph| graph.has_equations());
        let fixed = || {
            let [a, b] = [a.integer()?, b.integer()?];
            let unit = greatest_common_divisor(a.unsigned_abs(), b.unsigned_abs()) as i128;
            (counts && a != b).then(|| (Value::Integer(a / unit), Value::Integer(b / unit)))
        };
        let pair = numbers(a, b).or_else(|| numbers(b, a).map(|(right, left)| (left, right))).or_else(fixed);
        if let Some((left, right)) = pair {
            self.numbers_together(left, right);
        }
    }

    /// Returns the term of the result that is `term` on one side, and `other` on the other: a linear form of a number that
    /// has a value on both sides, and may be computed from others there.
    fn same_size(&self, side: usize, term: Term, other: Term, meanings: &[Meaning]) -> Option<Term> {
        let (number, factor, more) = term.parts()?;
        meanings.iter().find_map(|meaning| {
            let here = self.graphs[side].term(meaning.values[side])?;
            let there = self.graphs[1 - side].term(meaning.values[1 - side])?;
            let (_, divisor, part) = here.parts().filter(|(root, ..)| *root == number)?;
            let times = factor.checked_div(divisor).filter(|times| times.checked_mul(divisor) == Some(factor))?;
            let rest = more.checked_sub(times.checked_mul(part)?)?;
            let form = |value: Term| value.times(times)?.plus(rest);
            (form(there)? == other).then(|| form(self.out.term(meaning.image)?))?
        })
    }

    /// Returns the term of the result that is `left` on the left and `right` on the right: a number of elements times
    /// their size, and a header.
    fn line_through(&self, left: i128, right: i128, meanings: &[Meaning]) -> Option<Term> {
        let lines = meanings.iter().filter_map(|meaning| {
            let [Value::Integer(x), Value::Integer(y)] = &meaning.values else { return None };
            let (factor, more) = line_through([(*x, left), (*y, right)])?;
            Some((more, factor, meaning.image))
        });
        let (more, factor, image) = lines.min_by_key(|(more, factor, _)| (*more, *factor))?;
        self.out.term(image)?.times(factor)?.plus(more)
    }

    fn orders(&mut self, meanings: &[Meaning]) {
        let candidates = self.candidates(meanings);
        if candidates.is_empty() {
            return;
        }
        let only_elements = self.only_elements();
        for (left, right) in candidates {
            let (x, y) = (&meanings[left], &meanings[right]);
            if [x, y].iter().any(|meaning| only_elements.contains(&meaning.image)) {
                continue;
            }
            let bounds = [0, 1].map(|side| self.graphs[side].most_above_value(x.values[side], y.values[side]));
            let [Some(a), Some(b)] = bounds else { continue };
            if let Some(by) = self.widened_bound([a, b]) {
                self.out.record_order(x.image, y.image, by);
            }
        }
    }

    /// Returns the bound of a difference or a sum with these bounds on both sides. Widening keeps only -1
    /// and 0, for termination.
    pub(super) fn widened_bound(&self, bounds: [i128; 2]) -> Option<i128> {
        let [a, b] = bounds;
        match (self.mode.generalises(), a.max(b)) {
            (false, by) => Some(by),
            (true, ..0) => Some(-1),
            (true, 0) => Some(0),
            _ => None,
        }
    }

    /// Returns the numbers of the result that only elements of arrays hold whose size is given by a number. Relations
    /// between elements would leave no room for those of the variables that index them. Lengths of strings are no elements.
    fn only_elements(&self) -> BTreeSet<Value> {
        let (mut in_arrays, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
        for (id, object) in self.out.objects() {
            let is_array = self.out.recorded_size(id).is_some();
            let numbers = object.values().filter_map(Value::number).map(Value::Unknown);
            if is_array {
                in_arrays.extend(numbers)
            } else {
                elsewhere.extend(numbers)
            }
            elsewhere.extend(object.strings().iter().map(|string| string.length));
        }
        elsewhere.extend(self.out.recorded_sizes().filter_map(|(_, size)| Some(Value::Unknown(size.parts()?.0))));
        in_arrays.difference(&elsewhere).copied().collect()
    }

    /// Returns the pairs of numbers of the result that may be related: those related on one side, and those that were
    /// known on one side, where ranges imply the relation.
    fn candidates(&self, meanings: &[Meaning]) -> BTreeSet<(usize, usize)> {
        let mut found = BTreeSet::new();
        let with = |side: usize, value: Value| {
            meanings
                .iter()
                .enumerate()
                .filter(move |(_, meaning)| meaning.values[side] == value)
                .map(|(index, _)| index)
        };
        for side in [0, 1] {
            let graph = self.graphs[side];
            let orders = graph.orders().map(|(x, y, _)| (x, y));
            let counted = graph.definitions().filter_map(|(x, term)| Some((x, term.parts()?)));
            let counted = counted.filter(|(_, (_, factor, _))| *factor == 1).flat_map(|(x, (y, ..))| [(x, y), (y, x)]);
            for (x, y) in orders.chain(counted) {
                for left in with(side, Value::Unknown(x)) {
                    found.extend(with(side, Value::Unknown(y)).map(|right| (left, right)));
                }
            }
        }
        if self.mode.generalises() {
            let was_known = |meaning: &Meaning| meaning.values.iter().any(|value| matches!(value, Value::Integer(_)));
            let known = (0..meanings.len()).filter(|index| was_known(&meanings[*index]));
            for one in known {
                let others = (0..meanings.len()).filter(|other| *other != one);
                found.extend(others.flat_map(|other| [(one, other), (other, one)]));
            }
        }
        found
    }

    /// Returns true if a relation of one side is lost in the result.
    fn has_lost(&self, side: usize, meanings: &[Meaning]) -> bool {
        let graph = self.graphs[side];
        let images = |value: Value| {
            meanings.iter().filter(move |meaning| meaning.values[side] == value).map(|meaning| meaning.image)
        };
        let orders = graph.orders().any(|(x, y, by)| {
            !images(Value::Unknown(x)).any(|left| {
                let mut rights = images(Value::Unknown(y));
                rights.any(|right| self.out.most_above_value(left, right).is_some_and(|most| most <= by))
            })
        });
        let is_kept = |image: Value, term: Term| {
            let (number, factor, more) = term.parts()?;
            let roots = images(Value::Unknown(number));
            let mut wanted = roots.filter_map(|root| self.out.term(root)?.times(factor)?.plus(more));
            let found = self.out.term(image);
            Some(wanted.any(|wanted| Some(wanted) == found))
        };
        let definitions = graph
            .definitions()
            .any(|(id, term)| !images(Value::Unknown(id)).any(|image| is_kept(image, term) == Some(true)));
        let sizes = graph.recorded_sizes().any(|(id, _)| {
            let image = self.images[side].get(id);
            image.is_some_and(|image| self.out.recorded_size(image).is_none())
        });
        orders || definitions || sizes
    }
}
