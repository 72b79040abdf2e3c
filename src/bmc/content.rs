//! The content of objects: the history of writes to an object, newest first, and reads from it.
//!
//! A content is a chain of writes that ends at the initial content of the object. Chains share their tails and are
//! hash-consed. Where control flow joins, a chain chooses between two. A read walks the chain and returns a term.
//! Nothing here checks that an access is in bounds or that the object is alive: callers do.
//!
//! Design: the memory modification graph of LLBMC's memory model (Sinz, Falke, Merz: *A precise memory model for
//! low-level bounded model checking*, section 3), one graph per object.

mod cases;
mod ranges;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::content::cases::{Cases, Index, ReadCost};
use crate::limits::{DEEPEST_READ, MOST_PLACES};
use crate::term::{TermId, Terms, sign_extended};
use crate::value::MemoryCell;
use base::define_id;
use base::ids::IdVec;

define_id! {
    /// The content of an object.
    ContentId
}

/// An upper bound on the size of an object in bytes: all that is written to it and read from it lies below, as accesses
/// are checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Room(pub u64);

impl Room {
    pub const UNKNOWN: Room = Room(u64::MAX);
}

/// A range of bytes that is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub offset: TermId,
    /// Number of bytes.
    pub bytes: u32,
    /// Of the object. Beyond it, the result is meaningless.
    pub room: Room,
}

/// The bytes that a range is copied from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CopySource {
    pub content: ContentId,
    /// Offset of the first copied byte.
    pub start: TermId,
    /// Of the object that holds them.
    pub room: Room,
}

/// A node of a chain. Offsets are machine words, in bytes from the start of the object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ObjectContent {
    /// All bytes are uninitialized.
    Unwritten,
    Zero,
    /// These bytes, followed by zeros.
    Bytes(Rc<[u8]>),
    /// The cell at an offset, and `before` elsewhere.
    Write {
        before: ContentId,
        /// Signed.
        offset: TermId,
        cell: MemoryCell,
    },
    /// A range of bytes copied from another content, and `before` elsewhere.
    Copy {
        before: ContentId,
        /// Start of the range.
        offset: TermId,
        /// Length of the range in bytes.
        length: TermId,
        source: CopySource,
    },
    /// A range filled with one byte, and `before` elsewhere.
    Fill {
        before: ContentId,
        /// Start of the range.
        offset: TermId,
        /// Length of the range in bytes.
        length: TermId,
        byte: MemoryCell,
    },
    /// The first content where the condition holds, and the second elsewhere.
    Choose(TermId, ContentId, ContentId),
}

/// All contents, hash-consed, with a cache of reads.
#[derive(Debug)]
pub struct ObjectContents<'t> {
    terms: &'t Terms,
    links: IdVec<ContentId, ObjectContent>,
    known: FxHashMap<ObjectContent, ContentId>,
    /// What a read of each content costs, by its id.
    costs: IdVec<ContentId, ReadCost>,
    reads: FxHashMap<(ContentId, Place), MemoryCell>,
    cases: FxHashMap<(ContentId, Cases), Option<MemoryCell>>,
    indices: FxHashMap<(TermId, u32), Index>,
    word: u32,
    /// Current nesting depth of reads.
    depth: u32,
    /// True if a read exceeded [`DEEPEST_READ`]. Its result is meaningless.
    is_too_deep: bool,
    /// Limit on the number of reads and terms. Beyond it, reads return meaningless results.
    most: usize,
    /// True if a read exceeded `most`.
    is_too_large: bool,
    places: FxHashMap<ContentId, Option<Rc<[TermId]>>>,
}

impl<'t> ObjectContents<'t> {
    /// Starts without contents. `most` limits the number of reads, contents and terms.
    pub fn new(terms: &'t Terms, most: usize) -> Self {
        ObjectContents {
            terms,
            links: IdVec::new(),
            known: FxHashMap::default(),
            costs: IdVec::new(),
            reads: FxHashMap::default(),
            cases: FxHashMap::default(),
            indices: FxHashMap::default(),
            word: terms.word(),
            depth: 0,
            is_too_deep: false,
            most,
            is_too_large: false,
            places: FxHashMap::default(),
        }
    }

    /// Returns true if a read exceeded the depth limit, so that its result is meaningless.
    pub fn is_too_deep(&self) -> bool {
        self.is_too_deep
    }

    /// Returns true if the result of some read is meaningless.
    pub fn is_meaningless(&self) -> bool {
        self.is_too_deep || self.is_too_large
    }

    /// Returns true if there are more contents, reads or terms than the limit.
    pub fn is_too_large(&self) -> bool {
        self.is_too_large || self.terms.len() + self.links.len() > self.most
    }

    pub fn get(&self, content: ContentId) -> &ObjectContent {
        &self.links[content]
    }

    pub fn intern(&mut self, content: ObjectContent) -> ContentId {
        if let Some(known) = self.known.get(&content) {
            return *known;
        }
        let cost = self.cost_of(&content);
        self.costs.push(cost);
        let id = self.links.push(content.clone());
        self.known.insert(content, id);
        id
    }

    /// Returns `yes` where the condition holds, and `no` elsewhere.
    pub fn choose(&mut self, condition: TermId, yes: ContentId, no: ContentId) -> ContentId {
        match self.terms.value(condition) {
            _ if yes == no => yes,
            Some(0) => no,
            Some(_) => yes,
            None => self.intern(ObjectContent::Choose(condition, yes, no)),
        }
    }

    /// Returns the content after a write.
    pub fn write(&mut self, before: ContentId, offset: TermId, cell: MemoryCell) -> ContentId {
        let bytes = self.terms.width(cell.bits);
        // This write overwrites the same cell completely.
        let before = match *self.get(before) {
            ObjectContent::Write { before: older, offset: at, cell: old }
                if at == offset && self.terms.width(old.bits) == bytes =>
            {
                older
            }
            _ => before,
        };
        self.intern(ObjectContent::Write { before, offset, cell })
    }

    /// Reads 1 to 16 bytes.
    pub fn read(&mut self, content: ContentId, place: Place) -> MemoryCell {
        let content = self.behind_others(content, place);
        if let Some(known) = self.reads.get(&(content, place)) {
            return *known;
        }
        if self.depth == DEEPEST_READ {
            self.is_too_deep = true;
            return MemoryCell::unwritten(self.terms, 8 * place.bytes);
        }
        if self.reads.len() + self.terms.len() > self.most {
            self.is_too_large = true;
            return MemoryCell::unwritten(self.terms, 8 * place.bytes);
        }
        self.depth += 1;
        let cell = match self.read_by_cases(content, place) {
            Some(cell) => cell,
            None => self.read_link(content, place),
        };
        self.depth -= 1;
        self.reads.insert((content, place), cell);
        cell
    }

    /// Skips writes that certainly do not overlap the read.
    fn behind_others(&self, mut content: ContentId, place: Place) -> ContentId {
        let Some(offset) = self.terms.value(place.offset) else { return content };
        while let ObjectContent::Write { before, offset: at, cell } = self.get(content)
            && let Some(at) = self.terms.value(*at)
        {
            let (from, written) = (sign_extended(at, self.word), i128::from(self.terms.width(cell.bits) / 8));
            let wanted = sign_extended(offset, self.word);
            if from < wanted + i128::from(place.bytes) && wanted < from + written {
                break;
            }
            content = *before;
        }
        content
    }

    /// Reads at the head of a chain.
    fn read_link(&mut self, content: ContentId, place: Place) -> MemoryCell {
        match self.get(content).clone() {
            ObjectContent::Unwritten => MemoryCell::unwritten(self.terms, 8 * place.bytes),
            ObjectContent::Zero => MemoryCell::known(self.terms, 0, 8 * place.bytes),
            ObjectContent::Bytes(text) => self.read_text(&text, place),
            ObjectContent::Choose(condition, yes, no) => {
                let (yes, no) = (self.read(yes, place), self.read(no, place));
                MemoryCell::choose(self.terms, condition, yes, no)
            }
            ObjectContent::Write { before, offset: at, cell } => {
                self.read_written((content, before), (at, cell), place)
            }
            ObjectContent::Copy { before, offset: at, length, source } => {
                self.read_copied((content, before), (at, length), source, place)
            }
            ObjectContent::Fill { before, offset: at, length, byte } => {
                self.read_filled((content, before), (at, length), byte, place)
            }
        }
    }

    /// Reads byte by byte.
    fn read_bytes(&mut self, content: ContentId, place: Place) -> MemoryCell {
        let mut whole: Option<MemoryCell> = None;
        for index in 0..place.bytes {
            let offset = self.terms.add(place.offset, self.terms.constant(u128::from(index), self.word));
            let byte = self.read(content, Place { offset, bytes: 1, ..place });
            whole = Some(match whole {
                Some(low) => low.followed_by(self.terms, byte),
                None => byte,
            });
        }
        whole.unwrap_or_else(|| MemoryCell::unwritten(self.terms, 8))
    }

    fn read_text(&mut self, text: &[u8], place: Place) -> MemoryCell {
        let Place { offset, bytes, .. } = place;
        if bytes != 1 {
            return match self.terms.value(offset) {
                Some(offset) => {
                    let at = |index: u32| usize::try_from(offset).ok().and_then(|from| text.get(from + index as usize));
                    let bits =
                        (0..bytes).rev().fold(0, |bits, index| bits << 8 | u128::from(at(index).copied().unwrap_or(0)));
                    MemoryCell::known(self.terms, bits, 8 * bytes)
                }
                None => {
                    let content = self.intern(ObjectContent::Bytes(text.into()));
                    self.read_bytes(content, place)
                }
            };
        }
        let mut bits = self.terms.constant(0, 8);
        for (index, byte) in text.iter().enumerate() {
            let index = self.terms.constant(index as u128, self.word);
            bits = self.terms.choose(self.terms.equal(offset, index), self.terms.constant(u128::from(*byte), 8), bits);
        }
        MemoryCell { bits, ..MemoryCell::known(self.terms, 0, 8) }
    }

    /// Reads from a `Write`.
    fn read_written(
        &mut self,
        (content, before): (ContentId, ContentId),
        (at, cell): (TermId, MemoryCell),
        place: Place,
    ) -> MemoryCell {
        let (offset, bytes, written) = (place.offset, place.bytes, self.terms.width(cell.bits) / 8);
        if at == offset && written == bytes {
            return cell;
        }
        let difference = self.terms.subtract(offset, at);
        if let Some(distance) = self.terms.value(difference) {
            let distance = sign_extended(distance, self.word);
            let (distance_end, written) = (distance + i128::from(bytes), i128::from(written));
            if distance >= written || distance_end <= 0 {
                return self.read(before, place);
            }
            if distance >= 0 && distance_end <= written {
                return cell.part(self.terms, 8 * distance as u32, 8 * bytes);
            }
            return self.read_bytes(content, place);
        }
        // Places of equal size and alignment are either the same or disjoint.
        let is_power = written == bytes && bytes.is_power_of_two();
        let low = |place: TermId| self.terms.lowest_bits(place, bytes.trailing_zeros());
        if is_power && low(offset).is_some() && low(offset) == low(at) {
            let is_same = self.is_same_place(at, place, 0);
            let old = self.read(before, place);
            return MemoryCell::choose(self.terms, is_same, cell, old);
        }
        if bytes == 1 {
            let old = self.read(before, place);
            return (0..written).fold(old, |old, index| {
                let is_here = self.is_same_place(at, place, index.into());
                MemoryCell::choose(self.terms, is_here, cell.part(self.terms, 8 * index, 8), old)
            });
        }
        // An address that is read exactly as it was written stays whole, and so does an older one outside the write.
        let old = self.read(before, place);
        let length = self.terms.constant(u128::from(written), self.word);
        let is_apart = self.reach((at, length), place).is_outside;
        if self.terms.is_true(is_apart) {
            return old;
        }
        let mixed = self.read_bytes(content, place);
        let rest = MemoryCell::choose(self.terms, is_apart, old, mixed);
        if written != bytes {
            return rest;
        }
        MemoryCell::choose(self.terms, self.is_same_place(at, place, 0), cell, rest)
    }

    /// Returns the offsets that may hold addresses, or `None` if they cannot be enumerated or exceed [`MOST_PLACES`].
    pub fn address_places(&mut self, content: ContentId) -> Option<Rc<[TermId]>> {
        if let Some(known) = self.places.get(&content) {
            return known.clone();
        }
        if self.depth == DEEPEST_READ {
            return None;
        }
        self.depth += 1;
        let found = self.found_places(content).filter(|places| places.len() <= MOST_PLACES);
        self.depth -= 1;
        let found: Option<Rc<[TermId]>> = found.map(Rc::from);
        self.places.insert(content, found.clone());
        found
    }

    fn found_places(&mut self, content: ContentId) -> Option<Vec<TermId>> {
        let mut places = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![content];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.get(id).clone() {
                ObjectContent::Unwritten | ObjectContent::Zero | ObjectContent::Bytes(_) => {}
                ObjectContent::Choose(_, yes, no) => stack.extend([yes, no]),
                ObjectContent::Fill { before, .. } => stack.push(before),
                ObjectContent::Write { before, offset, cell } => {
                    stack.push(before);
                    if self.terms.value(cell.object) != Some(0) {
                        places.push(offset);
                    }
                }
                ObjectContent::Copy { before, offset, source, .. } => {
                    stack.push(before);
                    for place in self.address_places(source.content)?.iter() {
                        let [offset, start, place] = [offset, source.start, *place].map(|term| self.terms.value(term));
                        let moved = offset?.wrapping_add(place?).wrapping_sub(start?);
                        places.push(self.terms.constant(moved, self.word));
                    }
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        Some(places)
    }
}

#[cfg(test)]
mod tests;
