//! Disjunctive invariants of the blocks that an object stands for.
//!
//! The fields of an object describe each cell by itself. That some blocks of a list have tag 0 and no string, and the
//! others tag 1 and a string, takes a disjunction: each block satisfies one of a few disjuncts. They complement the
//! fields, which describe what all disjuncts have in common. A write to a cell removes it from all disjuncts. Where the
//! blocks have different sizes, each disjunct tells that of its blocks.
//!
//! The fields of a segment say of its links only what is around it. Which nodes of a tree have children, as a tag may
//! tell, is recorded by the disjuncts alone. Links of lists are recorded only where their nodes may become parts of a tree.

use crate::domain::limits::MOST_DISJUNCTS;
use crate::domain::value::Range;

/// The abstract contents of a cell: a range of numbers, where 0 is NULL, or a non-NULL address, or nothing that was
/// written, or several of these; or some alternatives of the choice whose address the cell holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Held {
    /// The numbers that it may be; `None` if it is none.
    pub numbers: Option<Range>,
    /// True if it may be an address.
    pub is_address: bool,
    /// True if it may be indeterminate: never written.
    pub is_undefined: bool,
    /// The alternatives that it may be, if it is a choice.
    pub alternatives: AlternativeSet,
}

/// A set of alternatives of a choice, given by their indices. Of an alternative that may be NULL itself, it tells whether it
/// is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct AlternativeSet {
    /// A bit for each alternative that may be something else than NULL, or that has no such cases.
    present: u8,
    /// A bit for each alternative that may be NULL although it may be an address as well.
    missing: u8,
}

impl AlternativeSet {
    /// Adds an alternative in some cases: where it is something else than NULL, and where it is NULL.
    #[must_use]
    pub fn with(self, index: usize, (present, missing): (bool, bool)) -> AlternativeSet {
        AlternativeSet {
            present: self.present | u8::from(present) << index,
            missing: self.missing | u8::from(missing) << index,
        }
    }

    pub fn is_empty(self) -> bool {
        self == AlternativeSet::default()
    }

    pub fn has(self, index: usize) -> bool {
        self.is_present(index) || self.is_missing(index)
    }

    /// Returns true if an alternative may be something else than NULL, or has no such cases.
    pub fn is_present(self, index: usize) -> bool {
        self.present >> index & 1 == 1
    }

    /// Returns true if an alternative may be NULL although it may be an address as well.
    pub fn is_missing(self, index: usize) -> bool {
        self.missing >> index & 1 == 1
    }

    fn includes(self, other: AlternativeSet) -> bool {
        other.present & !self.present == 0 && other.missing & !self.missing == 0
    }

    fn union(self, other: AlternativeSet) -> AlternativeSet {
        AlternativeSet { present: self.present | other.present, missing: self.missing | other.missing }
    }

    fn intersection(self, other: AlternativeSet) -> AlternativeSet {
        AlternativeSet { present: self.present & other.present, missing: self.missing & other.missing }
    }
}

impl Held {
    /// What a block holds behind its end: nothing that leads anywhere.
    pub const NOWHERE: Held = Held {
        numbers: Some(Range::ALL),
        is_address: false,
        is_undefined: true,
        alternatives: AlternativeSet { present: 0, missing: 0 },
    };

    /// Anything but alternatives of a choice.
    pub const ANYTHING: Held = Held { is_address: true, ..Held::NOWHERE };

    /// Returns an address, which may be NULL if `or_null`.
    pub fn address(or_null: bool) -> Held {
        Held { is_address: true, ..Held::numbers(or_null.then_some(Range::exactly(0))) }
    }

    /// Returns a number, or nothing.
    pub fn numbers(numbers: Option<Range>) -> Held {
        Held { numbers, is_address: false, is_undefined: false, alternatives: AlternativeSet::default() }
    }

    pub fn alternatives(alternatives: AlternativeSet) -> Held {
        Held { alternatives, ..Held::numbers(None) }
    }

    fn is_empty(self) -> bool {
        self == Held::numbers(None)
    }

    /// Returns true if it was never written.
    pub fn is_only_undefined(self) -> bool {
        self == Held { is_undefined: true, ..Held::numbers(None) }
    }

    pub fn includes(self, other: Held) -> bool {
        let numbers = match (self.numbers, other.numbers) {
            (_, None) => true,
            (Some(own), Some(numbers)) => own.includes(numbers),
            (None, Some(_)) => false,
        };
        numbers
            && (self.is_address || !other.is_address)
            && (self.is_undefined || !other.is_undefined)
            && self.alternatives.includes(other.alternatives)
    }

    /// Returns the exact union; `None` if the two ranges have a gap between them.
    fn union(self, other: Held) -> Option<Held> {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) if a.low() <= b.high() + 1 && b.low() <= a.high() + 1 => Some(a.hull(b)),
            (Some(_), Some(_)) => return None,
            (a, b) => a.or(b),
        };
        Some(Held { numbers, ..self.hull(other) })
    }

    /// Returns the least cover of both.
    #[must_use]
    pub fn hull(self, other: Held) -> Held {
        let numbers = self.numbers.into_iter().chain(other.numbers).reduce(Range::hull);
        Held {
            numbers,
            is_address: self.is_address || other.is_address,
            is_undefined: self.is_undefined || other.is_undefined,
            alternatives: self.alternatives.union(other.alternatives),
        }
    }

    /// Returns the intersection; `None` if it is empty.
    pub fn intersection(self, other: Held) -> Option<Held> {
        let both = Held {
            numbers: self.numbers.zip(other.numbers).and_then(|(a, b)| a.intersection(b)),
            is_address: self.is_address && other.is_address,
            is_undefined: self.is_undefined && other.is_undefined,
            alternatives: self.alternatives.intersection(other.alternatives),
        };
        (!both.is_empty()).then_some(both)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HeldBytes {
    /// Bytes from the start of the block.
    pub offset: i64,
    pub size: i64,
    pub held: Held,
    /// True if the bytes lie in a link of a tree, which the fields of the tree do not describe. An address is one of a child
    /// then, or what follows the tree; the numbers are what a node holds in this place instead.
    pub in_link: bool,
}

impl HeldBytes {
    /// The offset and size of the cell that stands for the size of the block: the word in front of it, which no program can
    /// reach.
    pub const BLOCK_SIZE: (i64, i64) = (-8, 8);

    /// Returns the number of bytes that the block has.
    pub fn block_size(bytes: Range) -> HeldBytes {
        let (offset, size) = HeldBytes::BLOCK_SIZE;
        HeldBytes { offset, size, held: Held::numbers(Some(bytes)), in_link: false }
    }

    /// Returns true for the number of bytes that the block has.
    pub fn is_block_size(&self) -> bool {
        (self.offset, self.size) == HeldBytes::BLOCK_SIZE
    }

    /// Returns true if it describes the same bytes.
    pub fn is_at(&self, other: &HeldBytes) -> bool {
        (self.offset, self.size) == (other.offset, other.size)
    }

    /// Returns true if it describes a byte from `start` to `end`.
    pub fn meets(&self, start: i64, end: i64) -> bool {
        self.offset < end && self.offset + self.size > start
    }
}

/// A conjunction of cell contents, sorted by offset.
pub type Disjunct = Vec<HeldBytes>;

/// The disjunctive invariant of an object's blocks: each block satisfies one of the disjuncts. Empty if nothing is
/// recorded. All disjuncts describe the same cells, and none includes another. There are at least two, or one that describes
/// links of a tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Disjuncts(Vec<Disjunct>);

impl Disjuncts {
    /// Returns the invariant that each block satisfies one of these disjuncts, which must be over the same cells. Empty
    /// if there are more than [`MOST_DISJUNCTS`], or if they reduce to a single disjunct.
    pub fn new(mut disjuncts: Vec<Disjunct>) -> Disjuncts {
        simplify(&mut disjuncts);
        let is_trivial = |cell: &HeldBytes| {
            let mut others = disjuncts.iter().filter_map(|disjunct| disjunct.iter().find(|other| other.is_at(cell)));
            !cell.in_link && others.all(|other| other.held == cell.held)
        };
        let trivial: Vec<HeldBytes> =
            disjuncts.first().into_iter().flatten().filter(|cell| is_trivial(cell)).copied().collect();
        for disjunct in &mut disjuncts {
            disjunct.retain(|cell| !trivial.iter().any(|other| other.is_at(cell)));
        }
        match disjuncts.len() {
            1 if disjuncts.iter().any(|disjunct| !disjunct.is_empty()) => Disjuncts(disjuncts),
            2..=MOST_DISJUNCTS => Disjuncts(disjuncts),
            _ => Disjuncts::default(),
        }
    }

    pub fn all(&self) -> &[Disjunct] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the cells that the disjuncts are over, with the contents of the first disjunct.
    pub fn cells(&self) -> &[HeldBytes] {
        self.0.first().map_or(&[], Vec::as_slice)
    }

    /// Returns the cells in links of trees, with the contents of the first disjunct.
    pub fn cells_in_links(&self) -> impl Iterator<Item = &HeldBytes> {
        self.cells().iter().filter(|cell| cell.in_link)
    }

    /// Returns true if each disjunct tells the size of its blocks.
    pub fn tell_sizes(&self) -> bool {
        self.cells().iter().any(HeldBytes::is_block_size)
    }

    /// Returns true if the disjuncts describe any byte from `start` to `end`.
    pub fn describe(&self, start: i64, end: i64) -> bool {
        self.cells().iter().any(|cell| cell.meets(start, end))
    }

    /// Forgets the cells with a byte between `start` and `end`, which may have changed.
    pub fn forget(&mut self, start: i64, end: i64) {
        if self.describe(start, end) {
            let rest = |disjunct: Disjunct| disjunct.into_iter().filter(|cell| !cell.meets(start, end)).collect();
            *self = Disjuncts::new(std::mem::take(&mut self.0).into_iter().map(rest).collect());
        }
    }

    /// Returns the invariant of the same blocks if a cell holds one alternative of a choice, which replaces the choice.
    /// `may_be_null`: the alternative is NULL or an address.
    pub fn with_alternative(&self, offset: i64, size: i64, index: usize, may_be_null: bool) -> Disjuncts {
        let is_cell = |cell: &HeldBytes| (cell.offset, cell.size) == (offset, size);
        let settled = |cell: &HeldBytes| {
            let held = cell.held.alternatives;
            match is_cell(cell) {
                true if !held.has(index) => None,
                true if may_be_null => {
                    let address = Held::address(held.is_missing(index));
                    Some(Some(HeldBytes { held: Held { is_address: held.is_present(index), ..address }, ..*cell }))
                }
                true => Some(None),
                false => Some(Some(*cell)),
            }
        };
        let fitting = |disjunct: &Disjunct| -> Option<Disjunct> {
            let cells: Option<Vec<Option<HeldBytes>>> = disjunct.iter().map(settled).collect();
            Some(cells?.into_iter().flatten().collect())
        };
        Disjuncts::new(self.0.iter().filter_map(fitting).collect())
    }
}

/// Returns true if each of `others`, which must describe all cells of `disjuncts`, is included in one of these. No disjuncts
/// include everything.
pub fn include(disjuncts: &[Disjunct], others: &[Disjunct]) -> bool {
    disjuncts.is_empty() || others.iter().all(|other| disjuncts.iter().any(|disjunct| includes(disjunct, other)))
}

/// Returns true if `other` implies `disjunct`.
fn includes(disjunct: &Disjunct, other: &Disjunct) -> bool {
    disjunct.iter().all(|cell| {
        let same = other.iter().find(|other| other.is_at(cell));
        same.is_some_and(|other| cell.held.includes(other.held))
    })
}

/// Returns the exact union of two disjuncts that differ in one cell only; `None` if there is none.
fn united(a: &Disjunct, b: &Disjunct) -> Option<Disjunct> {
    let mut differing = a.iter().zip(b).enumerate().filter(|(_, (x, y))| x.held != y.held);
    let (index, (x, y)) = differing.next()?;
    if differing.next().is_some() {
        return None;
    }
    let mut both = a.clone();
    both[index].held = x.held.union(y.held)?;
    Some(both)
}

/// Removes disjuncts that others include, and merges pairs whose union is exact.
fn simplify(disjuncts: &mut Vec<Disjunct>) {
    let step = |disjuncts: &[Disjunct]| {
        let pairs = (0..disjuncts.len()).flat_map(|i| (0..disjuncts.len()).map(move |j| (i, j)));
        pairs.filter(|(i, j)| i != j).find_map(|(i, j)| {
            let (a, b) = (&disjuncts[i], &disjuncts[j]);
            let both = if includes(a, b) { Some(a.clone()) } else { united(a, b) };
            Some((i, j, both?))
        })
    };
    disjuncts.sort();
    while let Some((i, j, both)) = step(disjuncts) {
        disjuncts[i] = both;
        disjuncts.remove(j);
    }
    disjuncts.sort();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(low: i128, high: i128) -> Held {
        Held::numbers(Range::new(low, high))
    }

    fn cell(offset: i64, low: i128, high: i128) -> HeldBytes {
        HeldBytes { offset, size: 4, held: number(low, high), in_link: false }
    }

    #[test]
    fn disjuncts_that_differ_in_one_cell_become_one_where_nothing_lies_between() {
        let all = vec![vec![cell(0, 1, 1), cell(4, 0, 1)], vec![cell(0, 1, 1), cell(4, 2, 3)]];
        assert!(Disjuncts::new(all).is_empty());
        let all = vec![vec![cell(0, 1, 1), cell(4, 0, 1)], vec![cell(0, 1, 1), cell(4, 3, 3)]];
        // Cells that are the same in all disjuncts are dropped.
        assert_eq!(Disjuncts::new(all).all(), [vec![cell(4, 0, 1)], vec![cell(4, 3, 3)]]);
    }

    #[test]
    fn disjuncts_of_two_cells_are_kept_apart() {
        let all = vec![vec![cell(0, 1, 1), cell(4, 5, 9)], vec![cell(0, 0, 0), cell(4, 0, 0)]];
        let mut disjuncts = Disjuncts::new(all.clone());
        let mixed = vec![cell(0, 1, 1), cell(4, 0, 0)];
        assert!(include(disjuncts.all(), &all) && !include(disjuncts.all(), &[mixed]));
        disjuncts.forget(6, 7);
        assert!(disjuncts.is_empty(), "tags 0 and 1 alone are what the field records");
    }

    #[test]
    fn too_many_disjuncts_tell_nothing() {
        let all = (0..=MOST_DISJUNCTS as i128).map(|tag| vec![cell(0, 2 * tag, 2 * tag)]).collect();
        assert!(Disjuncts::new(all).is_empty());
    }

    #[test]
    fn null_and_an_address_are_what_a_pointer_may_be() {
        let cell = |held| vec![HeldBytes { offset: 8, size: 8, held, in_link: false }];
        let all = vec![cell(number(0, 0)), cell(Held::address(false))];
        assert!(Disjuncts::new(all).is_empty());
        assert_eq!(Held::address(true).intersection(number(0, 0)), Some(number(0, 0)));
        assert_eq!(Held::address(false).intersection(number(0, 0)), None);
    }
}
