//! Disjunctive invariants of the blocks that an object stands for.
//!
//! The fields of an object describe each cell by itself. That some blocks of a list have tag 0 and no string, and the
//! others tag 1 and a string, takes a disjunction: each block satisfies one of a few disjuncts. They complement the
//! fields, which describe what all disjuncts have in common. A write to a cell removes it from all disjuncts. Neither
//! links between nodes nor cells that may be uninitialized are recorded.

use crate::domain::limits::MOST_DISJUNCTS;
use crate::domain::value::Range;

/// The abstract contents of a cell: a range of numbers, where 0 is NULL, or a non-NULL address, or both; or some
/// alternatives of the choice whose address the cell holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Held {
    /// The numbers that it may be; `None` if it can only be an address.
    pub numbers: Option<Range>,
    /// True if it may be an address.
    pub is_address: bool,
    /// The alternatives that it may be, if it is a choice: a bit for each index.
    pub alternatives: u8,
}

impl Held {
    /// Returns an address, which may be NULL if `or_null`.
    pub fn address(or_null: bool) -> Held {
        Held { is_address: true, ..Held::numbers(or_null.then_some(Range::exactly(0))) }
    }

    pub fn numbers(numbers: Option<Range>) -> Held {
        Held { numbers, is_address: false, alternatives: 0 }
    }

    /// Returns some alternatives of a choice, given by their indices.
    pub fn alternatives(indices: impl IntoIterator<Item = usize>) -> Held {
        let alternatives = indices.into_iter().fold(0, |mask, index| mask | 1 << index);
        Held { alternatives, ..Held::numbers(None) }
    }

    /// Returns true if it may be this alternative of a choice.
    pub fn has_alternative(self, index: usize) -> bool {
        self.alternatives >> index & 1 == 1
    }

    pub fn includes(self, other: Held) -> bool {
        let numbers = match (self.numbers, other.numbers) {
            (_, None) => true,
            (Some(own), Some(numbers)) => own.includes(numbers),
            (None, Some(_)) => false,
        };
        numbers && (self.is_address || !other.is_address) && other.alternatives & !self.alternatives == 0
    }

    /// Returns the exact union; `None` if the two ranges have a gap between them.
    fn union(self, other: Held) -> Option<Held> {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) if a.low() <= b.high() + 1 && b.low() <= a.high() + 1 => Some(a.hull(b)),
            (Some(_), Some(_)) => return None,
            (a, b) => a.or(b),
        };
        let alternatives = self.alternatives | other.alternatives;
        Some(Held { numbers, is_address: self.is_address || other.is_address, alternatives })
    }

    /// Returns the intersection; `None` if it is empty.
    pub fn intersection(self, other: Held) -> Option<Held> {
        let numbers = self.numbers.zip(other.numbers).and_then(|(a, b)| a.intersection(b));
        let alternatives = self.alternatives & other.alternatives;
        let both = Held { numbers, is_address: self.is_address && other.is_address, alternatives };
        (both.numbers.is_some() || both.is_address || alternatives != 0).then_some(both)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HeldBytes {
    /// Bytes from the start of the block.
    pub offset: i64,
    pub size: i64,
    pub held: Held,
}

impl HeldBytes {
    /// Returns true if it describes the same bytes.
    pub fn is_at(&self, other: &HeldBytes) -> bool {
        (self.offset, self.size) == (other.offset, other.size)
    }

    fn meets(&self, start: i64, end: i64) -> bool {
        self.offset < end && self.offset + self.size > start
    }
}

/// A conjunction of cell contents, sorted by offset.
pub type Disjunct = Vec<HeldBytes>;

/// The disjunctive invariant of an object's blocks: each block satisfies one of the disjuncts. Empty if nothing is
/// recorded; otherwise at least two disjuncts over the same cells, none of which includes another.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Disjuncts(Vec<Disjunct>);

impl Disjuncts {
    /// Returns the invariant that each block satisfies one of these disjuncts, which must be over the same cells. Empty
    /// if there are more than [`MOST_DISJUNCTS`], or if they reduce to a single disjunct.
    pub fn new(mut disjuncts: Vec<Disjunct>) -> Disjuncts {
        simplify(&mut disjuncts);
        let is_trivial = |cell: &HeldBytes| {
            let mut others = disjuncts.iter().filter_map(|disjunct| disjunct.iter().find(|other| other.is_at(cell)));
            others.all(|other| other.held == cell.held)
        };
        let trivial: Vec<HeldBytes> =
            disjuncts.first().into_iter().flatten().filter(|cell| is_trivial(cell)).copied().collect();
        for disjunct in &mut disjuncts {
            disjunct.retain(|cell| !trivial.iter().any(|other| other.is_at(cell)));
        }
        match disjuncts.len() {
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
    pub fn with_alternative(&self, offset: i64, size: i64, index: usize) -> Disjuncts {
        let is_cell = |cell: &HeldBytes| (cell.offset, cell.size) == (offset, size);
        let fits = |disjunct: &&Disjunct| {
            let mut cells = disjunct.iter().filter(|cell| is_cell(cell));
            cells.all(|cell| cell.held.has_alternative(index))
        };
        let rest = |disjunct: &Disjunct| disjunct.iter().filter(|cell| !is_cell(cell)).copied().collect();
        Disjuncts::new(self.0.iter().filter(fits).map(rest).collect())
    }

    /// Returns true if each of `others`, which must describe all cells of this invariant, is included in one of its
    /// disjuncts.
    pub fn include(&self, others: &[Disjunct]) -> bool {
        self.0.is_empty() || others.iter().all(|other| self.0.iter().any(|disjunct| includes(disjunct, other)))
    }
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
        HeldBytes { offset, size: 4, held: number(low, high) }
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
        assert!(disjuncts.include(&all) && !disjuncts.include(&[vec![cell(0, 1, 1), cell(4, 0, 0)]]));
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
        let cell = |held| vec![HeldBytes { offset: 8, size: 8, held }];
        let all = vec![cell(number(0, 0)), cell(Held::address(false))];
        assert!(Disjuncts::new(all).is_empty());
        assert_eq!(Held::address(true).intersection(number(0, 0)), Some(number(0, 0)));
        assert_eq!(Held::address(false).intersection(number(0, 0)), None);
    }
}
