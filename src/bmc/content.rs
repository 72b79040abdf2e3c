//! The content of objects: the history of writes to an object, newest first, and reads from it.
//!
//! A content is a chain of writes that ends at the initial content of the object. Chains share their tails and are
//! hash-consed. Where control flow joins, a chain chooses between two. A read walks the chain and returns a term.
//! Nothing here checks that an access is in bounds or that the object is alive: callers do.
//!
//! Design: the memory modification graph of LLBMC's memory model (Sinz, Falke, Merz: *A precise memory model for
//! low-level bounded model checking*, section 3), one graph per object.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::{DEEPEST_READ, MOST_PLACES};
use crate::term::{TermId, Terms, sign_extended};
use crate::value::MemoryCell;
use base::define_id;
use base::ids::IdVec;

define_id! {
    /// The content of an object.
    ContentId
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
        source: ContentId,
        /// Offset of the copied bytes in `source`.
        start: TermId,
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
    reads: FxHashMap<(ContentId, TermId, u32), MemoryCell>,
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
            reads: FxHashMap::default(),
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

    /// Reads 1 to 16 bytes at an offset.
    pub fn read(&mut self, content: ContentId, offset: TermId, bytes: u32) -> MemoryCell {
        let content = self.behind_others(content, offset, bytes);
        if let Some(known) = self.reads.get(&(content, offset, bytes)) {
            return *known;
        }
        if self.depth == DEEPEST_READ {
            self.is_too_deep = true;
            return MemoryCell::unwritten(self.terms, 8 * bytes);
        }
        if self.reads.len() + self.terms.len() > self.most {
            self.is_too_large = true;
            return MemoryCell::unwritten(self.terms, 8 * bytes);
        }
        self.depth += 1;
        let cell = self.read_link(content, offset, bytes);
        self.depth -= 1;
        self.reads.insert((content, offset, bytes), cell);
        cell
    }

    /// Skips writes that certainly do not overlap the read.
    fn behind_others(&self, mut content: ContentId, offset: TermId, bytes: u32) -> ContentId {
        let Some(offset) = self.terms.value(offset) else { return content };
        while let ObjectContent::Write { before, offset: at, cell } = self.get(content)
            && let Some(at) = self.terms.value(*at)
        {
            let (from, written) = (sign_extended(at, self.word), i128::from(self.terms.width(cell.bits) / 8));
            let wanted = sign_extended(offset, self.word);
            if from < wanted + i128::from(bytes) && wanted < from + written {
                break;
            }
            content = *before;
        }
        content
    }

    /// Reads at the head of a chain.
    fn read_link(&mut self, content: ContentId, offset: TermId, bytes: u32) -> MemoryCell {
        match self.get(content).clone() {
            ObjectContent::Unwritten => MemoryCell::unwritten(self.terms, 8 * bytes),
            ObjectContent::Zero => MemoryCell::known(self.terms, 0, 8 * bytes),
            ObjectContent::Bytes(text) => self.read_text(&text, offset, bytes),
            ObjectContent::Choose(condition, yes, no) => {
                let (yes, no) = (self.read(yes, offset, bytes), self.read(no, offset, bytes));
                MemoryCell::choose(self.terms, condition, yes, no)
            }
            ObjectContent::Write { before, offset: at, cell } => {
                self.read_written((content, before), (at, cell), offset, bytes)
            }
            ObjectContent::Copy { before, offset: at, length, source, start } => {
                match within(self.terms, (at, length), offset, bytes) {
                    Within::Inside => self.read(source, moved(self.terms, offset, at, start), bytes),
                    Within::Outside => self.read(before, offset, bytes),
                    Within::Open(inside) if bytes == 1 => {
                        let copied = self.read(source, moved(self.terms, offset, at, start), 1);
                        let old = self.read(before, offset, 1);
                        MemoryCell::choose(self.terms, inside, copied, old)
                    }
                    Within::Open(_) => self.read_range((content, before, source), (at, length, start), offset, bytes),
                }
            }
            ObjectContent::Fill { before, offset: at, length, byte } => {
                match within(self.terms, (at, length), offset, bytes) {
                    Within::Inside => repeated(self.terms, byte, bytes),
                    Within::Outside => self.read(before, offset, bytes),
                    Within::Open(inside) if bytes == 1 => {
                        let old = self.read(before, offset, 1);
                        MemoryCell::choose(self.terms, inside, byte, old)
                    }
                    Within::Open(inside) => {
                        // An address outside the range stays whole.
                        let outside = is_outside(self.terms, (at, length), offset, bytes);
                        let old = self.read(before, offset, bytes);
                        let mixed = self.read_bytes(content, offset, bytes);
                        let rest = MemoryCell::choose(self.terms, outside, old, mixed);
                        MemoryCell::choose(self.terms, inside, repeated(self.terms, byte, bytes), rest)
                    }
                }
            }
        }
    }

    /// Reads byte by byte.
    fn read_bytes(&mut self, content: ContentId, offset: TermId, bytes: u32) -> MemoryCell {
        let mut whole: Option<MemoryCell> = None;
        for index in 0..bytes {
            let byte = self.read(content, self.terms.add(offset, self.terms.constant(u128::from(index), self.word)), 1);
            whole = Some(match whole {
                Some(low) => low.followed_by(self.terms, byte),
                None => byte,
            });
        }
        whole.unwrap_or_else(|| MemoryCell::unwritten(self.terms, 8))
    }

    /// Reads from a `Copy` at a place that may lie inside the copied range, outside it, or across its boundary. An
    /// address that was copied as a whole stays whole.
    fn read_range(
        &mut self,
        (content, before, source): (ContentId, ContentId, ContentId),
        (at, length, start): (TermId, TermId, TermId),
        offset: TermId,
        bytes: u32,
    ) -> MemoryCell {
        if let Some((source, from)) = self.copied_in_parts(content, offset, bytes) {
            return self.read(source, self.terms.constant(from, self.word), bytes);
        }
        let from = moved(self.terms, offset, at, start);
        let (copied, old) = (self.read(source, from, bytes), self.read(before, offset, bytes));
        let mixed = self.read_bytes(content, offset, bytes);
        let inside = is_inside(self.terms, (at, length), offset, bytes);
        let rest = MemoryCell::choose(self.terms, is_outside(self.terms, (at, length), offset, bytes), old, mixed);
        MemoryCell::choose(self.terms, inside, copied, rest)
    }

    /// Returns the common origin of bytes that several adjacent copies assembled: a content and an offset, if they form
    /// one contiguous range of one content.
    fn copied_in_parts(&self, mut content: ContentId, offset: TermId, bytes: u32) -> Option<(ContentId, u128)> {
        let place = sign_extended(self.terms.value(offset)?, self.word);
        let is_missing = |index: &i128, from: i128, length: i128| !(from..from + length).contains(&(place + index));
        let mut missing: Vec<i128> = (0..i128::from(bytes)).collect();
        let mut origin: Option<(ContentId, i128)> = None;
        while !missing.is_empty() {
            content = match self.get(content) {
                ObjectContent::Write { before, offset: at, cell } => {
                    let (at, length) =
                        (sign_extended(self.terms.value(*at)?, self.word), self.terms.width(cell.bits) / 8);
                    let is_apart = |index: &i128| is_missing(index, at, i128::from(length));
                    missing.iter().all(is_apart).then_some(*before)?
                }
                ObjectContent::Copy { before, offset: at, length, source, start } => {
                    let [at, start] =
                        [*at, *start].map(|place| self.terms.value(place).map(|at| sign_extended(at, self.word)));
                    let (at, length) = (at?, i128::try_from(self.terms.value(*length)?).ok()?);
                    let from = (*source, start? - at);
                    let is_here = missing.iter().any(|index| !is_missing(index, at, length));
                    if is_here && *origin.get_or_insert(from) != from {
                        return None;
                    }
                    missing.retain(|index| is_missing(index, at, length));
                    *before
                }
                _ => return None,
            };
        }
        let (source, by) = origin?;
        Some((source, u128::try_from(place.checked_add(by)?).ok()?))
    }

    fn read_text(&mut self, text: &[u8], offset: TermId, bytes: u32) -> MemoryCell {
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
                    self.read_bytes(content, offset, bytes)
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
        offset: TermId,
        bytes: u32,
    ) -> MemoryCell {
        let written = self.terms.width(cell.bits) / 8;
        if at == offset && written == bytes {
            return cell;
        }
        let difference = self.terms.subtract(offset, at);
        if let Some(distance) = self.terms.value(difference) {
            let distance = sign_extended(distance, self.word);
            let (distance_end, written) = (distance + i128::from(bytes), i128::from(written));
            if distance >= written || distance_end <= 0 {
                return self.read(before, offset, bytes);
            }
            if distance >= 0 && distance_end <= written {
                return cell.part(self.terms, 8 * distance as u32, 8 * bytes);
            }
            return self.read_bytes(content, offset, bytes);
        }
        // Places of equal size and alignment are either the same or disjoint.
        let is_power = written == bytes && bytes.is_power_of_two();
        let low = |place: TermId| self.terms.lowest_bits(place, bytes.trailing_zeros());
        if is_power && low(offset).is_some() && low(offset) == low(at) {
            let is_same = self.terms.equal(offset, at);
            let old = self.read(before, offset, bytes);
            return MemoryCell::choose(self.terms, is_same, cell, old);
        }
        if bytes == 1 {
            let old = self.read(before, offset, 1);
            return (0..written).fold(old, |old, index| {
                let is_here = self.terms.equal(difference, self.terms.constant(u128::from(index), self.word));
                MemoryCell::choose(self.terms, is_here, cell.part(self.terms, 8 * index, 8), old)
            });
        }
        // An address that is read exactly as it was written stays whole, and so does an older one outside the write.
        let old = self.read(before, offset, bytes);
        let is_apart = is_outside(self.terms, (at, self.terms.constant(u128::from(written), self.word)), offset, bytes);
        if self.terms.is_true(is_apart) {
            return old;
        }
        let mixed = self.read_bytes(content, offset, bytes);
        let rest = MemoryCell::choose(self.terms, is_apart, old, mixed);
        if written != bytes {
            return rest;
        }
        MemoryCell::choose(self.terms, self.terms.equal(offset, at), cell, rest)
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
                ObjectContent::Copy { before, offset, source, start, .. } => {
                    stack.push(before);
                    for place in self.address_places(source)?.iter() {
                        let [offset, start, place] = [offset, start, *place].map(|term| self.terms.value(term));
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

/// Position of a place relative to a range.
enum Within {
    Inside,
    Outside,
    /// Inside under this condition. A place of one byte is outside otherwise; a larger one may straddle the boundary.
    Open(TermId),
}

fn within(terms: &Terms, range: (TermId, TermId), offset: TermId, bytes: u32) -> Within {
    let inside = is_inside(terms, range, offset, bytes);
    match (terms.value(inside), terms.value(is_outside(terms, range, offset, bytes))) {
        (Some(1), _) => Within::Inside,
        (_, Some(1)) => Within::Outside,
        _ => Within::Open(inside),
    }
}

/// Returns the condition that all bytes of a place lie in a range, which does not wrap.
fn is_inside(terms: &Terms, (at, length): (TermId, TermId), offset: TermId, bytes: u32) -> TermId {
    let word = terms.width(at);
    let distance = terms.subtract(offset, at);
    let size = terms.constant(u128::from(bytes), word);
    terms.and(terms.at_most(size, length), terms.at_most(distance, terms.subtract(length, size)))
}

/// Returns the condition that no byte of a place lies in a range. Neither wraps.
fn is_outside(terms: &Terms, (at, length): (TermId, TermId), offset: TermId, bytes: u32) -> TermId {
    let size = terms.constant(u128::from(bytes), terms.width(at));
    let (behind, before) = (terms.subtract(offset, at), terms.subtract(at, offset));
    // The place starts at or after the end of the range, and does not start so shortly before the range that it reaches
    // into it.
    terms.or(terms.and(terms.at_most(length, behind), terms.at_most(size, before)), terms.not(terms.is_nonzero(length)))
}

/// Maps a place in the copied range to its offset in the source.
fn moved(terms: &Terms, offset: TermId, at: TermId, start: TermId) -> TermId {
    terms.add(start, terms.subtract(offset, at))
}

/// Returns a range filled with one byte.
fn repeated(terms: &Terms, byte: MemoryCell, bytes: u32) -> MemoryCell {
    (1..bytes).fold(byte, |whole, _| whole.followed_by(terms, byte))
}
