//! Reads from ranges that were copied or filled, with bounds that may depend on the run.

use crate::content::{ContentId, CopySource, ObjectContent, ObjectContents, Place, Room};
use crate::limits::{FARTHEST, MOST_STARTS};
use crate::term::{TermId, Terms, sign_extended};
use crate::value::MemoryCell;

/// How a place lies to a range.
pub(super) struct Reach {
    /// The condition that all its bytes lie in the range.
    pub is_inside: TermId,
    /// The condition that none of them does.
    pub is_outside: TermId,
}

impl ObjectContents<'_> {
    /// Returns how a place lies to a range (start, length). Both lie in their object, so that no sum wraps.
    pub(super) fn reach(&self, (at, length): (TermId, TermId), place: Place) -> Reach {
        let terms = self.terms;
        let size = |bytes: u32| terms.constant(u128::from(bytes), self.word);
        let is_empty = terms.not(terms.is_nonzero(length));
        let (starts, ends, is_before, is_behind) = match terms.value(terms.subtract(place.offset, at)) {
            Some(distance) => {
                let distance = sign_extended(distance, self.word);
                let end = distance + i128::from(place.bytes);
                let number = |value: i128| terms.constant(value as u128, self.word);
                let ends = if end < 0 { terms.truth(true) } else { terms.at_most(number(end), length) };
                let is_behind = if distance < 0 { terms.truth(false) } else { terms.at_most(length, number(distance)) };
                (terms.truth(distance >= 0), ends, terms.truth(end <= 0), is_behind)
            }
            None => {
                let bits = place.room.bits_of_end().min(self.word);
                let low = |term: TermId| terms.low(term, bits);
                let (from, end) = (low(at), low(terms.add(at, length)));
                let (first, behind) = (low(place.offset), low(terms.add(place.offset, size(place.bytes))));
                let is_whole = terms.value(terms.add(at, length)).is_some_and(|end| end >= u128::from(place.room.0));
                (
                    terms.at_most(from, first),
                    if is_whole { terms.truth(true) } else { terms.at_most(behind, end) },
                    terms.at_most(behind, from),
                    terms.at_most(end, first),
                )
            }
        };
        let is_inside = terms.and(starts, ends);
        let is_aligned = place.bytes == 1 || self.are_aligned([at, length, place.offset], place.bytes);
        let is_outside = match is_aligned {
            true => terms.not(is_inside),
            false => terms.any([is_before, is_behind, is_empty]),
        };
        Reach { is_inside, is_outside }
    }

    /// Returns the distances from the start of a range to a constant place that meets it, for all starts that are
    /// possible. `None` if they depend on the run, are more than [`MOST_STARTS`], or if a range may hold only a part of
    /// the place. A member of an array of structs has one.
    fn distances(&mut self, (at, length): (TermId, TermId), place: Place) -> Option<Vec<u64>> {
        let small = |term: TermId| self.terms.value(term).and_then(|value| u64::try_from(value).ok());
        let (offset, length) = (small(place.offset)?, small(length)?);
        let bits = place.room.bits_of_last().min(self.word);
        let (step, first) = self.starts(at, bits);
        let is_far = [offset, length, step].iter().any(|number| *number > FARTHEST);
        if is_far || length / step > MOST_STARTS || small(at).is_some() {
            return None;
        }
        let least = (offset + 1).saturating_sub(length);
        let start = least + (first + step - least % step) % step;
        let starts = (0..=MOST_STARTS + 1).map(|index| start + index * step);
        let behind = offset + u64::from(place.bytes);
        let meeting: Vec<u64> = starts.take_while(|start| *start < behind).collect();
        let is_whole = meeting.iter().all(|start| *start <= offset && behind <= start + length);
        let is_few = u64::try_from(meeting.len()).is_ok_and(|count| count <= MOST_STARTS);
        (is_whole && is_few).then(|| meeting.iter().map(|start| offset - start).collect())
    }

    /// Returns true if these words are certainly multiples of a size.
    fn are_aligned(&self, words: [TermId; 3], bytes: u32) -> bool {
        bytes.is_power_of_two()
            && words.iter().all(|word| self.terms.lowest_bits(*word, bytes.trailing_zeros()) == Some(0))
    }

    /// Returns the condition that a place begins a number of bytes after an offset. Both lie in their object.
    pub(super) fn is_same_place(&mut self, at: TermId, place: Place, distance: u64) -> TermId {
        let bits = place.room.bits_of_last().min(self.word);
        let wanted = self.terms.subtract(place.offset, self.terms.word_constant(distance));
        match self.terms.value(wanted) {
            Some(wanted) => self.is_at(at, wanted, bits),
            None => self.terms.equal(self.terms.low(wanted, bits), self.terms.low(at, bits)),
        }
    }

    /// Reads from a `Copy`. An address that was copied as a whole stays whole.
    pub(super) fn read_copied(
        &mut self,
        (content, before): (ContentId, ContentId),
        range: (TermId, TermId),
        source: CopySource,
        place: Place,
    ) -> MemoryCell {
        if let Some(distances) = self.distances(range, place) {
            return self.read_at_distances(before, (range.0, &distances), source, place);
        }
        let reach = self.reach(range, place);
        let offset = moved(self.terms, place.offset, range.0, source.start);
        let from = Place { offset, room: source.room, ..place };
        if self.terms.is_true(reach.is_inside) {
            return self.read(source.content, from);
        }
        if self.terms.is_true(reach.is_outside) {
            return self.read(before, place);
        }
        let is_whole = self.terms.not(reach.is_inside) == reach.is_outside;
        if !is_whole && let Some((origin, from)) = self.copied_in_parts(content, place) {
            return self.read(origin, from);
        }
        let (copied, old) = (self.read(source.content, from), self.read(before, place));
        self.in_range((content, reach), (copied, old), place)
    }

    /// Reads from a `Copy` whose range starts at one of a few distances before the place, or does not meet it.
    fn read_at_distances(
        &mut self,
        before: ContentId,
        (at, distances): (TermId, &[u64]),
        source: CopySource,
        place: Place,
    ) -> MemoryCell {
        let mut cell = self.read(before, place);
        for distance in distances {
            let offset = self.terms.add(source.start, self.terms.word_constant(*distance));
            let copied = self.read(source.content, Place { offset, room: source.room, ..place });
            let starts_there = self.is_same_place(at, place, *distance);
            cell = MemoryCell::choose(self.terms, starts_there, copied, cell);
        }
        cell
    }

    /// Reads from a `Fill`. An address outside the range stays whole.
    pub(super) fn read_filled(
        &mut self,
        (content, before): (ContentId, ContentId),
        range: (TermId, TermId),
        byte: MemoryCell,
        place: Place,
    ) -> MemoryCell {
        let reach = match self.distances(range, place) {
            Some(distances) => {
                let starts = distances.iter().map(|distance| self.is_same_place(range.0, place, *distance));
                let starts: Vec<TermId> = starts.collect();
                let is_inside = self.terms.any(starts);
                Reach { is_inside, is_outside: self.terms.not(is_inside) }
            }
            None => self.reach(range, place),
        };
        if self.terms.is_true(reach.is_outside) {
            return self.read(before, place);
        }
        let filled = (1..place.bytes).fold(byte, |whole, _| whole.followed_by(self.terms, byte));
        if self.terms.is_true(reach.is_inside) {
            return filled;
        }
        let old = self.read(before, place);
        self.in_range((content, reach), (filled, old), place)
    }

    /// Returns `new` for a place inside a range, `old` for one outside, and single bytes for one across its boundary.
    fn in_range(
        &mut self,
        (content, reach): (ContentId, Reach),
        (new, old): (MemoryCell, MemoryCell),
        place: Place,
    ) -> MemoryCell {
        if self.terms.not(reach.is_inside) == reach.is_outside {
            return MemoryCell::choose(self.terms, reach.is_inside, new, old);
        }
        let mixed = self.read_bytes(content, place);
        let rest = MemoryCell::choose(self.terms, reach.is_outside, old, mixed);
        MemoryCell::choose(self.terms, reach.is_inside, new, rest)
    }

    /// Returns the common origin of bytes that several adjacent copies assembled: a content and a place in it, if they
    /// form one contiguous range of one content.
    fn copied_in_parts(&self, mut content: ContentId, place: Place) -> Option<(ContentId, Place)> {
        let start = sign_extended(self.terms.value(place.offset)?, self.word);
        let is_missing = |index: &i128, from: i128, length: i128| !(from..from + length).contains(&(start + index));
        let mut missing: Vec<i128> = (0..i128::from(place.bytes)).collect();
        let mut origin: Option<(ContentId, Room, i128)> = None;
        while !missing.is_empty() {
            content = match self.get(content) {
                ObjectContent::Write { before, offset: at, cell } => {
                    let (at, length) =
                        (sign_extended(self.terms.value(*at)?, self.word), self.terms.width(cell.bits) / 8);
                    let is_apart = |index: &i128| is_missing(index, at, i128::from(length));
                    missing.iter().all(is_apart).then_some(*before)?
                }
                ObjectContent::Copy { before, offset: at, length, source } => {
                    let [at, start] =
                        [*at, source.start].map(|place| self.terms.value(place).map(|at| sign_extended(at, self.word)));
                    let (at, length) = (at?, i128::try_from(self.terms.value(*length)?).ok()?);
                    let from = (source.content, source.room, start? - at);
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
        let (source, room, by) = origin?;
        let offset = self.terms.constant(u128::try_from(start.checked_add(by)?).ok()?, self.word);
        Some((source, Place { offset, room, ..place }))
    }
}

/// Maps a place in the copied range to its offset in the source.
fn moved(terms: &Terms, offset: TermId, at: TermId, start: TermId) -> TermId {
    terms.add(start, terms.subtract(offset, at))
}
