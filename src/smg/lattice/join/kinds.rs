//! Which alternatives of two choices become one: those of nodes of one kind, as their constants tell; or, where nothing
//! tells kinds apart, those that look alike.

use std::collections::BTreeSet;

use crate::domain::object::{Disjunct, HeldBytes, Object};
use crate::domain::value::{Address, ObjectId, Value};
use crate::lattice::join::choice::{Alternatives, Word, leads};
use crate::lattice::join::{JoinMode, Joiner};
use crate::transfer::disjuncts::{self, Cells};

/// The constants of the nodes with an alternative: a vector for each disjunct that allows it.
type Kind = BTreeSet<Vec<i128>>;

/// For each alternative of the joined choice, the index of the alternative of each side.
pub(super) type Matched = Vec<[Option<usize>; 2]>;

impl Joiner<'_> {
    /// Returns which alternatives of two sides become one.
    pub(super) fn matched(&self, sides: &[Alternatives; 2], ids: [ObjectId; 2], cells: &[i64]) -> Matched {
        let of_one_kind = self.kinds(sides, ids, cells).into_iter().map(|[left_kinds, right_kinds]| {
            let are_one = |left: usize, right: usize| !left_kinds[left].is_disjoint(&right_kinds[right]);
            pairs(sides, |left, right| are_one(left, right) && self.may_have_a_join(sides, [left, right]))
        });
        // The first of those with the fewest alternatives: nodes of one kind may have serial numbers, too.
        match of_one_kind.min_by_key(Vec::len) {
            Some(of_one_kind) => self.with_same_words(sides, of_one_kind),
            None => {
                let alike = pairs(sides, |left, right| self.are_alike(sides, [left, right]));
                self.with_empty_lists(sides, alike)
            }
        }
    }

    /// Returns the kinds of the alternatives of each side: as all constants tell them, and as single ones do. Only what tells all
    /// alternatives of a side apart counts.
    fn kinds(&self, sides: &[Alternatives; 2], ids: [ObjectId; 2], cells: &[i64]) -> Vec<[Vec<Kind>; 2]> {
        let [Some(left), Some(right)] = [0, 1].map(|side: usize| self.graphs[side].object(ids[side])) else {
            return Vec::new();
        };
        let (Some(first), objects) = (cells.first().copied(), [left, right]) else { return Vec::new() };
        let mut all: Vec<(i64, i64)> = constants(objects, cells, self.word);
        all.push((first, self.word));
        let places = Cells { places: &all, links: &[], are_cut_off: false };
        let recorded = [0, 1].map(|side| disjuncts::recorded(self.graphs[side], objects[side], places, self.word));
        let is_discriminant =
            |place: &&(i64, i64)| recorded.iter().flatten().all(|disjunct| constant(disjunct, place).is_some());
        let discriminants: Vec<(i64, i64)> =
            all.iter().filter(|place| place.0 != first).filter(is_discriminant).copied().collect();
        let kinds_of = |side: usize, places: &[(i64, i64)]| -> Vec<Kind> {
            let vector = |disjunct: &Disjunct| places.iter().filter_map(|it| constant(disjunct, it)).collect();
            let may_be = |disjunct: &&Disjunct, index: usize| {
                let cell = |cell: &&HeldBytes| (cell.offset, cell.size) == (first, self.word);
                let set = disjunct.iter().find(cell).map(|cell| cell.held.alternatives);
                sides[side].choice.is_none() || set.is_none_or(|set| set.is_empty() || set.has(index))
            };
            let kind = |index| recorded[side].iter().filter(|it| may_be(it, index)).map(vector).collect();
            (0..sides[side].words.len()).map(kind).collect()
        };
        let are_apart = |kinds: &Vec<Kind>| {
            let mut pairs = (0..kinds.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
            pairs.all(|(one, other)| kinds[one].is_disjoint(&kinds[other]))
        };
        // Nodes of a tree are of one kind if nothing tells them apart.
        let is_tree = self.nodes.is_some_and(|(_, shape)| shape.is_tree());
        let together = (is_tree || !discriminants.is_empty()).then_some(discriminants.as_slice());
        let alone = discriminants.chunks(1).filter(|_| discriminants.len() > 1);
        let by_all = together.map(|places| [kinds_of(0, places), kinds_of(1, places)]);
        let by_one = alone.map(|place| [kinds_of(0, place), kinds_of(1, place)]);
        let by_one = by_one.filter(|kinds| self.are_alike_in_kind(sides, kinds));
        by_all.into_iter().chain(by_one).filter(|kinds| kinds.iter().all(are_apart)).collect()
    }

    /// Returns true if alternatives of one kind look alike.
    fn are_alike_in_kind(&self, sides: &[Alternatives; 2], kinds: &[Vec<Kind>; 2]) -> bool {
        let mut pairs = (0..kinds[0].len()).flat_map(|left| (0..kinds[1].len()).map(move |right| (left, right)));
        pairs.all(|(left, right)| kinds[0][left].is_disjoint(&kinds[1][right]) || self.are_alike(sides, [left, right]))
    }

    /// Returns false if two alternatives surely have no join: a block that is freed and one that is not, or nothing of the heap,
    /// which could be missing, on either side.
    fn may_have_a_join(&self, sides: &[Alternatives; 2], indices: [usize; 2]) -> bool {
        let targets = [0, 1].map(|side: usize| {
            let words = sides[side].words[indices[side]].iter();
            let target = |word: &Word| self.graphs[side].object(word.value(self.word)?.object()?);
            words.map(target).collect::<Vec<Option<&Object>>>()
        });
        let differ = |(one, other): (&Option<&Object>, &Option<&Object>)| {
            one.zip(*other).is_some_and(|(one, other)| one.liveness != other.liveness)
        };
        let mut heap = targets.iter().flatten().flatten().filter(|target| target.is_heap());
        self.are_alike(sides, indices)
            || (heap.next().is_some() && !std::iter::zip(&targets[0], &targets[1]).any(differ))
    }

    /// Matches alternatives of nodes of different kinds that hold the same, which the disjuncts tell apart nevertheless.
    fn with_same_words(&self, sides: &[Alternatives; 2], matched: Matched) -> Matched {
        let is_same = |left: usize, right: usize| {
            let mut words = sides[0].words[left].iter().zip(&sides[1].words[right]);
            words.all(|(left, right)| match [left.value(self.word), right.value(self.word)] {
                [Some(one), Some(other)] => one == other && one.object().is_none(),
                _ => false,
            })
        };
        let (mut found, mut alone): (Matched, Matched) = matched.into_iter().partition(|pair| pair[0].is_some());
        for pair in &mut found {
            let [Some(left), None] = *pair else { continue };
            let same = alone.iter().position(|other| other[1].is_some_and(|right| is_same(left, right)));
            pair[1] = same.and_then(|at| alone.remove(at)[1]);
        }
        found.extend(alone);
        found
    }

    fn are_alike(&self, sides: &[Alternatives; 2], indices: [usize; 2]) -> bool {
        let words = [0, 1].map(|side| sides[side].words[indices[side]].iter());
        let [left, right] = words;
        left.zip(right).all(|(left, right)| self.may_be_one_word([*left, *right]))
    }

    fn may_be_one_word(&self, words: [Word; 2]) -> bool {
        let has_address = |Word { object, start, .. }: Word| {
            object.pieces(start, start + self.word).iter().any(|piece| leads(piece.value))
        };
        match words.map(|word| word.value(self.word)) {
            [Some(Value::Address(a)), Some(Value::Address(b))] => {
                let is_shared = self.mode == JoinMode::Merge && a == b && !self.is_private(a.object);
                is_shared || (a.offset == b.offset && self.may_pair(a.object, b.object))
            }
            [Some(Value::Function(a)), Some(Value::Function(b))] => a == b,
            [Some(Value::Inside { object: a, .. }), Some(Value::Inside { object: b, .. })] => self.may_pair(a, b),
            // NULL is kept apart from other numbers.
            [a, b] => {
                let are_null = [a, b].map(|value| value == Some(Value::ZERO));
                !has_address(words[0]) && !has_address(words[1]) && are_null[0] == are_null[1]
            }
        }
    }

    /// Matches NULL, which has no match, with a list that has none.
    fn with_empty_lists(&self, sides: &[Alternatives; 2], mut matched: Matched) -> Matched {
        let value = |side: usize, index: usize| match sides[side].words[index].as_slice() {
            [word] => word.value(self.word),
            _ => None,
        };
        let is_list = |side: usize, index: usize| match value(side, index) {
            Some(Value::Address(Address { object, .. })) => {
                self.graphs[side].object(object).is_some_and(|object| object.linkage().is_some())
            }
            _ => false,
        };
        for (null, list) in [(0, 1), (1, 0)] {
            let is_alone = |side: usize, pair: &[Option<usize>; 2]| pair[side].filter(|_| pair[1 - side].is_none());
            let is_null =
                |pair: &[Option<usize>; 2]| is_alone(null, pair).is_some_and(|it| value(null, it) == Some(Value::ZERO));
            let has_list = |pair: &[Option<usize>; 2]| is_alone(list, pair).is_some_and(|it| is_list(list, it));
            if let (Some(from), Some(to)) = (matched.iter().position(is_null), matched.iter().position(has_list)) {
                matched[to][null] = matched[from][null];
                matched.remove(from);
            }
        }
        matched
    }
}

/// Returns the number that a cell holds in a disjunct, if it is a single one.
fn constant(disjunct: &Disjunct, place: &(i64, i64)) -> Option<i128> {
    let cell = disjunct.iter().find(|cell| (cell.offset, cell.size) == *place)?;
    let is_number = !cell.held.is_address && !cell.held.is_undefined;
    cell.held.numbers.filter(|_| is_number)?.single()
}

/// Pairs the alternatives of two sides, each with the first one that fits, and then those that fit none.
fn pairs(sides: &[Alternatives; 2], fits: impl Fn(usize, usize) -> bool) -> Matched {
    let mut left_over: Vec<usize> = (0..sides[1].words.len()).collect();
    let mut found = Matched::new();
    for left in 0..sides[0].words.len() {
        let at = left_over.iter().position(|right| fits(left, *right));
        found.push([Some(left), at.map(|at| left_over.remove(at))]);
    }
    found.extend(left_over.into_iter().map(|right| [None, Some(right)]));
    found
}

/// Returns the places of numbers in two objects beside some cells and the links, ascending.
fn constants(objects: [&Object; 2], cells: &[i64], word: i64) -> Vec<(i64, i64)> {
    let is_met = |offset: i64, end: i64| cells.iter().any(|cell| offset < cell + word && *cell < end);
    let fields = objects.into_iter().flat_map(Object::fields);
    let is_link_of = |object: &Object, offset: i64| {
        let mut cells = object.disjuncts().cells_in_links();
        cells.any(|cell| cell.meets(offset, offset + 1)) || object.linkage().is_some_and(|shape| shape.has(offset))
    };
    let is_link = |offset: i64| objects.into_iter().any(|object| is_link_of(object, offset));
    let numbers = fields.filter(|field| field.size <= word && !leads(field.value) && !is_link(field.offset));
    let numbers = numbers.filter(|field| !is_met(field.offset, field.end()));
    let places: BTreeSet<(i64, i64)> = numbers.map(|field| (field.offset, field.size)).collect();
    places.into_iter().collect()
}
