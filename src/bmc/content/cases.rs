//! Reads at an offset that depends on the run, by cases: as a choice among reads at constant offsets.
//!
//! Only the lowest bits of a checked offset matter, as the object is not larger. The choice is a binary tree over these
//! bits. If the offset is a constant plus or minus another term, the bits of that term are taken: then reads at
//! neighbouring offsets share their subtrees, and all bytes of a copy together are a barrel shifter. A write at an
//! offset that depends on the run then costs one comparison with each constant offset, however many reads there are.
//!
//! This is how arrays of known size are encoded where they are treated as vectors of their elements (Clarke, Kroening,
//! Lerda: *A tool for checking ANSI-C programs*, section 3). For large objects with few writes, walking the writes is
//! cheaper: [`ReadCost`] decides.

use crate::content::{ContentId, ObjectContent, ObjectContents, Place, Room};
use crate::limits::{DEEPEST_READ, DEEPEST_SUM, FARTHEST, FEW_PLACES, MOST_SPLIT_PLACES};
use crate::term::{TermId, Terms, WordNode, WordOperator};
use crate::value::MemoryCell;

/// What it costs to walk a content at an offset that depends on the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ReadCost {
    /// Number of writes on the longest way.
    links: u32,
    /// Those at offsets that depend on the run.
    open: u32,
    /// True if a range with bounds that depend on the run was copied: a walk branches there.
    branches: bool,
}

/// An offset of some bits: `base` plus or minus the bits of a term from bit `known` on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Index {
    atom: TermId,
    is_negative: bool,
    /// The lowest bits of the term, which are the same in all runs, are a part of `base`.
    known: u32,
    base: u64,
}

/// Some of the cases of a read: those in which only the bits of the index below `level` are open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cases {
    index: Index,
    level: u32,
    bytes: u32,
    room: Room,
}

impl Room {
    /// Returns the number of bits of the largest offset of a byte.
    pub(super) fn bits_of_last(self) -> u32 {
        Room(self.0.saturating_sub(1)).bits_of_end()
    }

    /// Returns the number of bits of the largest offset of the end of a range.
    pub(super) fn bits_of_end(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).max(1)
    }
}

impl ObjectContents<'_> {
    pub(super) fn cost_of(&self, content: &ObjectContent) -> ReadCost {
        let is_open = |terms: [TermId; 2]| terms.iter().any(|term| self.terms.value(*term).is_none());
        let longer = |before: ContentId, is_open: bool| {
            let cost = self.costs[before];
            ReadCost {
                links: cost.links.saturating_add(1),
                open: cost.open.saturating_add(u32::from(is_open)),
                branches: cost.branches,
            }
        };
        let longest = |one: ReadCost, other: ReadCost| ReadCost {
            links: one.links.max(other.links),
            open: one.open.max(other.open),
            branches: one.branches || other.branches,
        };
        match content {
            ObjectContent::Unwritten | ObjectContent::Zero => ReadCost { links: 0, open: 0, branches: false },
            ObjectContent::Bytes(bytes) => {
                ReadCost { links: u32::try_from(bytes.len()).unwrap_or(u32::MAX), open: 0, branches: false }
            }
            ObjectContent::Write { before, offset, .. } => longer(*before, self.terms.value(*offset).is_none()),
            ObjectContent::Choose(_, yes, no) => longest(self.costs[*yes], self.costs[*no]),
            ObjectContent::Copy { before, offset, length, source } => {
                let branches = is_open([*offset, *length]) || self.terms.value(source.start).is_none();
                let cost = longest(longer(*before, false), self.costs[source.content]);
                ReadCost { branches: cost.branches || branches, ..cost }
            }
            ObjectContent::Fill { before, offset, length, .. } => longer(*before, is_open([*offset, *length])),
        }
    }

    /// Reads by cases if that is cheaper than a walk through the writes; else `None`.
    pub(super) fn read_by_cases(&mut self, content: ContentId, place: Place) -> Option<MemoryCell> {
        if place.room.0 > FARTHEST || self.terms.value(place.offset).is_some() {
            return None;
        }
        let bits = place.room.bits_of_last().min(self.word);
        let index = self.index_of(place.offset, bits);
        let cases = Cases { index, level: bits, bytes: place.bytes, room: place.room };
        let places = place.room.0 >> index.known;
        let cost = self.costs[content];
        let most = match cost {
            ReadCost { branches: true, .. } => MOST_SPLIT_PLACES,
            ReadCost { open: 0, links, .. } => u64::from(links).max(FEW_PLACES),
            ReadCost { open, .. } => (2 * u64::from(open)).max(FEW_PLACES),
        };
        if places > most.min(MOST_SPLIT_PLACES) {
            return None;
        }
        let cell = self.case(content, cases);
        Some(cell.unwrap_or_else(|| MemoryCell::unwritten(self.terms, 8 * place.bytes)))
    }

    /// Reads in some cases; `None` if none of them lies in the object.
    fn case(&mut self, content: ContentId, cases: Cases) -> Option<MemoryCell> {
        let Index { atom, is_negative, known, base } = cases.index;
        if cases.level == known {
            let is_in = base + u64::from(cases.bytes) <= cases.room.0;
            let offset = self.terms.constant(u128::from(base), self.word);
            return is_in.then(|| self.read(content, Place { offset, bytes: cases.bytes, room: cases.room }));
        }
        if let Some(known) = self.cases.get(&(content, cases)) {
            return *known;
        }
        if self.depth == DEEPEST_READ {
            self.is_too_deep = true;
            return None;
        }
        let level = cases.level - 1;
        let modulus = 1_u64 << cases.room.bits_of_last();
        let step = if is_negative { modulus - (1 << level) } else { 1 << level };
        let without = Cases { level, ..cases };
        let with = Cases { index: Index { base: (base + step) % modulus, ..cases.index }, ..without };
        let bit = self.terms.extract(atom, level, 1);
        let cell = match self.terms.value(bit) {
            Some(0) => self.case(content, without),
            Some(_) => self.case(content, with),
            None => {
                self.depth += 1;
                let both = (self.case(content, with), self.case(content, without));
                self.depth -= 1;
                match both {
                    (Some(yes), Some(no)) => Some(MemoryCell::choose(self.terms, bit, yes, no)),
                    (only, None) | (None, only) => only,
                }
            }
        };
        self.cases.insert((content, cases), cell);
        cell
    }

    /// Returns the condition that the lowest bits of an offset are those of a constant. It is made of the same bits as
    /// the choice of a read at that offset.
    pub(super) fn is_at(&mut self, offset: TermId, wanted: u128, bits: u32) -> TermId {
        let Index { atom, is_negative, known, base } = self.index_of(offset, bits);
        if bits - known > MOST_SPLIT_PLACES.ilog2() {
            let wanted = self.terms.constant(wanted, bits);
            return self.terms.equal(self.terms.low(offset, bits), wanted);
        }
        let wanted = wanted.wrapping_sub(base.into());
        let wanted = if is_negative { wanted.wrapping_neg() } else { wanted };
        if wanted & ((1 << known) - 1) != 0 {
            return self.terms.truth(false);
        }
        self.terms.all((known..bits).map(|bit| {
            let is_set = self.terms.extract(atom, bit, 1);
            if wanted >> bit & 1 == 1 { is_set } else { self.terms.not(is_set) }
        }))
    }

    /// Returns a number and the remainder that an offset of some bits leaves when it is divided by it.
    pub(super) fn starts(&mut self, offset: TermId, bits: u32) -> (u64, u64) {
        let Index { known, base, .. } = self.index_of(offset, bits);
        let step = 1 << known.min(u64::BITS - 1);
        (step, base % step)
    }

    /// Returns the lowest bits of an offset as an index.
    fn index_of(&mut self, offset: TermId, bits: u32) -> Index {
        if let Some(index) = self.indices.get(&(offset, bits)) {
            return *index;
        }
        let terms = self.terms;
        let mut sum = LinearSum { parts: Vec::new(), constant: 0 };
        sum.add(terms, (terms.low(offset, bits), false), 0);
        let (atom, is_negative) = match sum.parts[..] {
            [only] => only,
            _ => (sum.term(terms, bits), false),
        };
        let lowest = |count: u32| Some((count, terms.lowest_bits(atom, count)?));
        let (known, low) = (0..=bits).rev().find_map(lowest).unwrap_or((0, 0));
        let low = if is_negative { low.wrapping_neg() } else { low };
        let base = sum.constant.wrapping_add(low) as u64 & (u64::MAX >> (u64::BITS - bits));
        let index = Index { atom, is_negative, known, base };
        self.indices.insert((offset, bits), index);
        index
    }
}

/// A sum of terms with signs, and of a constant.
struct LinearSum {
    parts: Vec<(TermId, bool)>,
    constant: u128,
}

impl LinearSum {
    /// Adds a term, or subtracts it.
    fn add(&mut self, terms: &Terms, (term, is_negative): (TermId, bool), depth: u32) {
        match terms.node(term) {
            WordNode::Constant(bits) if is_negative => self.constant = self.constant.wrapping_sub(bits),
            WordNode::Constant(bits) => self.constant = self.constant.wrapping_add(bits),
            WordNode::Binary(WordOperator::Add, a, b) if depth < DEEPEST_SUM => {
                self.add(terms, (a, is_negative), depth + 1);
                self.add(terms, (b, is_negative), depth + 1);
            }
            // The complement is the negative less one.
            WordNode::Not(a) if depth < DEEPEST_SUM => {
                self.constant = if is_negative { self.constant.wrapping_add(1) } else { self.constant.wrapping_sub(1) };
                self.add(terms, (a, !is_negative), depth + 1);
            }
            _ => match self.parts.iter().position(|part| *part == (term, !is_negative)) {
                Some(opposite) => drop(self.parts.swap_remove(opposite)),
                None => self.parts.push((term, is_negative)),
            },
        }
    }

    /// Returns the sum of the terms.
    fn term(&self, terms: &Terms, bits: u32) -> TermId {
        self.parts.iter().fold(terms.constant(0, bits), |sum, (part, is_negative)| match is_negative {
            true => terms.subtract(sum, *part),
            false => terms.add(sum, *part),
        })
    }
}
