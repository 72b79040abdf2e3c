//! Variants: what the cells of a block hold together, where an object stands for blocks that differ.
//!
//! What blocks of one list hold is told cell by cell in the fields of their object: that some have the tag 0 and no string, and the
//! others the tag 1 and a string, is lost. Variants say it: each block holds what one of a few variants tells. They are conditions
//! beside the fields, which tell what all variants have in common; a cell that is written belongs to no variant any more. Nothing
//! is told of links between nodes, nor of cells that may be undefined.

use crate::smg::domain::value::Range;

/// So many variants are kept at most.
const MOST_VARIANTS: usize = 6;

/// What a cell may hold: one of some numbers, among which NULL is 0, or an address that is not NULL.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Held {
    /// The numbers, if it may be one.
    pub numbers: Option<Range>,
    /// Whether it may be an address.
    pub is_address: bool,
}

impl Held {
    /// An address; `or_null`: or NULL.
    pub fn address(or_null: bool) -> Held {
        Held { numbers: or_null.then_some(Range::exactly(0)), is_address: true }
    }

    /// Whether all that `other` may be is among it.
    pub fn includes(self, other: Held) -> bool {
        let numbers = match (self.numbers, other.numbers) {
            (_, None) => true,
            (Some(own), Some(numbers)) => own.includes(numbers),
            (None, Some(_)) => false,
        };
        numbers && (self.is_address || !other.is_address)
    }

    /// What is one of both, if that can be said without more.
    fn union(self, other: Held) -> Option<Held> {
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) if a.low() <= b.high() + 1 && b.low() <= a.high() + 1 => Some(a.hull(b)),
            (Some(_), Some(_)) => return None,
            (a, b) => a.or(b),
        };
        Some(Held { numbers, is_address: self.is_address || other.is_address })
    }

    /// What is both; `None` if nothing is.
    pub fn intersection(self, other: Held) -> Option<Held> {
        let numbers = self.numbers.zip(other.numbers).and_then(|(a, b)| a.intersection(b));
        let both = Held { numbers, is_address: self.is_address && other.is_address };
        (both.numbers.is_some() || both.is_address).then_some(both)
    }
}

/// Some bytes, and what they may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Bytes from the start of the block.
    pub offset: i64,
    /// Number of bytes.
    pub size: i64,
    /// What they may hold.
    pub held: Held,
}

impl Cell {
    /// Whether it is the same bytes as another.
    pub fn is_at(&self, other: &Cell) -> bool {
        (self.offset, self.size) == (other.offset, other.size)
    }

    fn meets(&self, start: i64, end: i64) -> bool {
        self.offset < end && self.offset + self.size > start
    }
}

/// What cells hold together, ascending by their offsets.
pub type Variant = Vec<Cell>;

/// What the blocks of an object hold: each holds what one of these tells. Empty if nothing is told; otherwise two or more, of the
/// same cells, none of which includes another.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Variants(Vec<Variant>);

impl Variants {
    /// Each block holds what one of these variants tells, which are all of the same cells. Nothing is told if there are too many of
    /// them, or if they differ in nothing.
    pub fn new(mut variants: Vec<Variant>) -> Variants {
        simplify(&mut variants);
        let is_trivial = |cell: &Cell| {
            let mut others = variants.iter().filter_map(|variant| variant.iter().find(|other| other.is_at(cell)));
            others.all(|other| other.held == cell.held)
        };
        let trivial: Vec<Cell> =
            variants.first().into_iter().flatten().filter(|cell| is_trivial(cell)).copied().collect();
        for variant in &mut variants {
            variant.retain(|cell| !trivial.iter().any(|other| other.is_at(cell)));
        }
        match variants.len() {
            2..=MOST_VARIANTS => Variants(variants),
            _ => Variants::default(),
        }
    }

    /// The variants.
    pub fn all(&self) -> &[Variant] {
        &self.0
    }

    /// Whether nothing is told.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cells that the variants are of; what one variant tells of them.
    pub fn cells(&self) -> &[Cell] {
        self.0.first().map_or(&[], Vec::as_slice)
    }

    /// Whether something is told of the bytes from `start` to `end`.
    pub fn tell(&self, start: i64, end: i64) -> bool {
        self.cells().iter().any(|cell| cell.meets(start, end))
    }

    /// The bytes from `start` to `end` may hold something else now.
    pub fn forget(&mut self, start: i64, end: i64) {
        if self.tell(start, end) {
            let rest = |variant: Variant| variant.into_iter().filter(|cell| !cell.meets(start, end)).collect();
            *self = Variants::new(std::mem::take(&mut self.0).into_iter().map(rest).collect());
        }
    }

    /// Whether no more is told than by variants of which each tells of all these cells.
    pub fn include(&self, others: &[Variant]) -> bool {
        self.0.is_empty() || others.iter().all(|other| self.0.iter().any(|variant| includes(variant, other)))
    }
}

/// Whether whatever holds what `other` tells holds what the variant tells.
fn includes(variant: &Variant, other: &Variant) -> bool {
    variant.iter().all(|cell| {
        let same = other.iter().find(|other| other.is_at(cell));
        same.is_some_and(|other| cell.held.includes(other.held))
    })
}

/// The variant that tells just what two tell that differ in one cell, if there is one.
fn united(a: &Variant, b: &Variant) -> Option<Variant> {
    let mut differing = a.iter().zip(b).enumerate().filter(|(_, (x, y))| x.held != y.held);
    let (index, (x, y)) = differing.next()?;
    if differing.next().is_some() {
        return None;
    }
    let mut both = a.clone();
    both[index].held = x.held.union(y.held)?;
    Some(both)
}

/// Takes out variants that others include, and unites those that one can stand for.
fn simplify(variants: &mut Vec<Variant>) {
    let step = |variants: &[Variant]| {
        let pairs = (0..variants.len()).flat_map(|i| (0..variants.len()).map(move |j| (i, j)));
        pairs.filter(|(i, j)| i != j).find_map(|(i, j)| {
            let (a, b) = (&variants[i], &variants[j]);
            let both = if includes(a, b) { Some(a.clone()) } else { united(a, b) };
            Some((i, j, both?))
        })
    };
    variants.sort();
    while let Some((i, j, both)) = step(variants) {
        variants[i] = both;
        variants.remove(j);
    }
    variants.sort();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(low: i128, high: i128) -> Held {
        Held { numbers: Range::new(low, high), is_address: false }
    }

    fn cell(offset: i64, low: i128, high: i128) -> Cell {
        Cell { offset, size: 4, held: number(low, high) }
    }

    #[test]
    fn variants_that_differ_in_one_cell_become_one_where_nothing_lies_between() {
        let all = vec![vec![cell(0, 1, 1), cell(4, 0, 1)], vec![cell(0, 1, 1), cell(4, 2, 3)]];
        assert!(Variants::new(all).is_empty());
        let all = vec![vec![cell(0, 1, 1), cell(4, 0, 1)], vec![cell(0, 1, 1), cell(4, 3, 3)]];
        // What both cells hold alike is no news.
        assert_eq!(Variants::new(all).all(), [vec![cell(4, 0, 1)], vec![cell(4, 3, 3)]]);
    }

    #[test]
    fn variants_of_two_cells_are_kept_apart() {
        let all = vec![vec![cell(0, 1, 1), cell(4, 5, 9)], vec![cell(0, 0, 0), cell(4, 0, 0)]];
        let mut variants = Variants::new(all.clone());
        assert!(variants.include(&all) && !variants.include(&[vec![cell(0, 1, 1), cell(4, 0, 0)]]));
        variants.forget(6, 7);
        assert!(variants.is_empty(), "tags 0 and 1 alone are what the field tells");
    }

    #[test]
    fn too_many_variants_tell_nothing() {
        let all = (0..=MOST_VARIANTS as i128).map(|tag| vec![cell(0, 2 * tag, 2 * tag)]).collect();
        assert!(Variants::new(all).is_empty());
    }

    #[test]
    fn null_and_an_address_are_what_a_pointer_may_be() {
        let cell = |held| vec![Cell { offset: 8, size: 8, held }];
        let all = vec![cell(number(0, 0)), cell(Held::address(false))];
        assert!(Variants::new(all).is_empty());
        assert_eq!(Held::address(true).intersection(number(0, 0)), Some(number(0, 0)));
        assert_eq!(Held::address(false).intersection(number(0, 0)), None);
    }
}
