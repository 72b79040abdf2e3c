//! Strings and ranges of bytes as the functions of the library read and write them.
//!
//! A string whose end a run chooses is read as far as loops iterate; what goes on then is a cut.

use crate::claim::{BoundedLoop, RunCut};
use crate::content::{ContentId, ObjectContent};
use crate::events::Events;
use crate::library::LibraryResult;
use crate::library::strings::lower_case;
use crate::limits::{LONGEST_KNOWN_STRING, LONGEST_SEARCH};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::{MemoryCell, Scalar, is_object, objects_at};
use program::{FaultKind, UninitializedUse};

/// Bytes that were read, as many as the run has.
#[derive(Clone, Debug)]
pub struct Text {
    /// The bytes.
    pub bytes: Vec<TermId>,
    /// For each of them whether it is one of them: a truth, which implies those before it.
    pub is_in: Vec<TermId>,
    /// How many they are: a word.
    pub length: TermId,
}

impl Text {
    /// How many bytes there are at most.
    pub fn most(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes of a text, zero where it has ended.
    pub fn padded(&self, terms: &Terms) -> Vec<TermId> {
        let zero = terms.constant(0, 8);
        self.bytes.iter().zip(&self.is_in).map(|(byte, is_in)| terms.choose(*is_in, *byte, zero)).collect()
    }

    /// Where a part begins first in a text: the place, and whether it is there at all. The empty part is at the start.
    pub fn position_of(&self, terms: &Terms, part: &Text) -> (TermId, TermId) {
        let (mut place, mut found) = (terms.word_constant(0), terms.truth(false));
        for index in (0..=self.most()).rev() {
            // Nowhere behind the end of the text.
            let exists = match index.checked_sub(1) {
                Some(last) => self.is_in.get(last).copied().unwrap_or(terms.truth(false)),
                None => terms.truth(true),
            };
            let mut here = exists;
            for offset in 0..part.most() {
                let (Some(wanted), Some(is_wanted)) = (part.bytes.get(offset), part.is_in.get(offset)) else { break };
                let same = match (self.bytes.get(index + offset), self.is_in.get(index + offset)) {
                    (Some(byte), Some(is_in)) => terms.and(terms.equal(*byte, *wanted), *is_in),
                    _ => terms.truth(false),
                };
                here = terms.and(here, terms.or(terms.not(*is_wanted), same));
            }
            let at = terms.word_constant(index as u64);
            place = terms.choose(here, at, place);
            found = terms.or(found, here);
        }
        (place, found)
    }

    /// The same with letters in lower case.
    pub fn in_lower_case(self, terms: &Terms) -> Text {
        let bytes = self.bytes.iter().map(|byte| lower_case(terms, *byte)).collect();
        Text { bytes, ..self }
    }

    /// How two texts compare: -1, 0 or 1.
    pub(super) fn compared_to(&self, terms: &Terms, other: &Text) -> LibraryResult {
        let [less, same, more] = [-1_i32, 0, 1].map(|sign| terms.constant(sign as u32 as u128, 32));
        let no = terms.truth(false);
        let zero = terms.constant(0, 8);
        let (mut result, left_bytes, right_bytes) = (same, self.padded(terms), other.padded(terms));
        for index in (0..self.most().max(other.most())).rev() {
            let has = |text: &Text| text.is_in.get(index).copied().unwrap_or(no);
            let at = |bytes: &[TermId]| bytes.get(index).copied().unwrap_or(zero);
            let (has_left, has_right) = (has(self), has(other));
            let (a, b) = (at(&left_bytes), at(&right_bytes));
            let (lower, higher) = (terms.less(a, b), terms.less(b, a));
            let (ends_left, ends_right) = (terms.not(has_left), terms.not(has_right));
            let shorter = terms.and(ends_left, has_right);
            let longer = terms.and(has_left, ends_right);
            result = terms.choose(terms.or(lower, shorter), less, terms.choose(terms.or(higher, longer), more, result));
        }
        LibraryResult::Number(result, true)
    }

    /// The bytes of a text, if they are the same in all runs.
    pub fn known(&self, terms: &Terms) -> Option<Vec<u8>> {
        let known = self.bytes.iter().zip(&self.is_in).map(|(byte, is_in)| {
            let byte = terms.value(*byte).filter(|_| terms.is_true(*is_in))?;
            u8::try_from(byte).ok()
        });
        known.collect()
    }
}

impl Machine<'_> {
    /// Reads a string to its end, or as far as a limit.
    pub fn read_text(&mut self, state: &mut State, start: Scalar, limit: Option<TermId>) -> Text {
        let one = self.terms.word_constant(1);
        self.read_while(state, (start, limit), |machine, state, place, rest| {
            machine.check_access(state, place, one);
            let byte = machine.byte_of_text(state, place, rest);
            (byte, machine.terms.is_nonzero(byte))
        })
    }

    /// Reads this many bytes, all of which must be known.
    pub fn read_known_bytes(&mut self, state: &mut State, start: Scalar, count: TermId) -> Text {
        let some = self.terms.is_nonzero(count);
        self.where_holds(state, some, |machine, state| machine.check_access(state, start, count));
        self.read_while(state, (start, Some(count)), |machine, state, place, _| {
            let byte = machine.known_byte(state, place, FaultKind::UndefinedValue);
            (byte, machine.terms.truth(true))
        })
    }

    /// Reads up to the first byte of a value, which is not among those that are given, or as far as a limit.
    pub fn read_up_to(&mut self, state: &mut State, start: Scalar, wanted: TermId, limit: Option<TermId>) -> Text {
        let one = self.terms.word_constant(1);
        self.read_while(state, (start, limit), |machine, state, place, _| {
            machine.check_access(state, place, one);
            let byte = machine.known_byte(state, place, FaultKind::Uninitialized);
            (byte, machine.terms.not(machine.terms.equal(byte, wanted)))
        })
    }

    /// Reads bytes one after the other, until one says that it is not one of them, or as far as a limit. The reader is given the
    /// place of the byte, and how far the limit still is. The runs that have ended share the state: what a reader changes, it changes
    /// under the guard.
    pub(super) fn read_while(
        &mut self,
        state: &mut State,
        (start, limit): (Scalar, Option<TermId>),
        mut read: impl FnMut(&mut Self, &mut State, Scalar, Option<TermId>) -> (TermId, TermId),
    ) -> Text {
        let mut text = Text { bytes: Vec::new(), is_in: Vec::new(), length: self.terms.word_constant(0) };
        let (mut goes_on, mut chosen) = (self.terms.truth(true), 0);
        for index in 0_u32.. {
            let at = self.terms.word_constant(u64::from(index));
            let mut reads = goes_on;
            if let Some(limit) = limit {
                reads = self.terms.and(reads, self.terms.less(at, limit));
            }
            let ended = state.split(self.terms, reads);
            if state.is_empty(self.terms) {
                state.guard = ended.guard;
                break;
            }
            let is_long = index > LONGEST_KNOWN_STRING;
            let too_long = is_long.then(|| format!("more than {LONGEST_KNOWN_STRING} bytes of a string"));
            if self.cuts_text(state, too_long, chosen) {
                state.guard = ended.guard;
                break;
            }
            let place = start.moved(self.terms, at);
            let rest = limit.map(|limit| self.terms.subtract(limit, at));
            let (byte, is_more) = read(self, state, place, rest);
            state.guard = self.terms.or(state.guard, ended.guard);
            let is_in = self.terms.and(reads, is_more);
            chosen += u32::from(is_in != goes_on && !self.terms.is_false(is_in));
            goes_on = is_in;
            if self.terms.is_false(is_in) {
                break;
            }
            text.length = self.terms.choose(is_in, self.terms.word_constant(u64::from(index) + 1), text.length);
            text.bytes.push(byte);
            text.is_in.push(is_in);
        }
        text
    }

    /// Whether no more bytes are read, and what goes on is cut: where that is too long for a reason, or where runs have chosen as often
    /// as loops iterate whether there is one more.
    pub(super) fn cuts_text(&mut self, state: &mut State, too_long: Option<String>, chosen: u32) -> bool {
        let cut = match too_long {
            Some(reason) => RunCut::Unsupported(reason.into()),
            None if chosen > self.task.text_bound() || self.is_stopped() => RunCut::Iterations(BoundedLoop::Text),
            None => return false,
        };
        self.events.cut(state, cut);
        true
    }

    /// The byte at a checked place, and whether it is known.
    fn byte_at(&mut self, state: &mut State, place: Scalar) -> Scalar {
        let cell = self.memory.read(state, place, 1);
        self.events.unsupported(state, cell.is_torn, "a part of a pointer is read");
        cell.scalar(self.terms)
    }

    /// The byte at a checked place, which must be known.
    pub fn known_byte(&mut self, state: &mut State, place: Scalar, kind: FaultKind) -> TermId {
        let byte = self.byte_at(state, place);
        let undefined = self.terms.not(byte.is_defined);
        let message = "read of an uninitialized byte of a string";
        match kind {
            FaultKind::Uninitialized => self.events.uninitialized(state, undefined, UninitializedUse::Read, message),
            _ => self.events.fault(state, undefined, kind, message),
        }
        byte.bits
    }

    /// The byte of a string at a checked place. One that is not known decides how far memory is read, unless the string ends in its
    /// object whatever the byte is.
    fn byte_of_text(&mut self, state: &mut State, place: Scalar, limit: Option<TermId>) -> TermId {
        let byte = self.byte_at(state, place);
        let undefined = self.terms.not(byte.is_defined);
        let matters = self.terms.and(state.guard, undefined);
        let message = "read of an uninitialized byte of a string";
        if !self.terms.is_false(matters) {
            let (ends, open) = ends_inside(self.terms, &mut self.memory, state, matters, (place, limit));
            let open = self.terms.and(undefined, open);
            self.events.unsupported(state, open, "the end of a long string of uninitialized bytes");
            self.events.fault(state, self.terms.and(undefined, ends), FaultKind::UndefinedValue, message);
        }
        self.events.uninitialized(state, undefined, UninitializedUse::Read, message);
        byte.bits
    }

    /// Writes a text and zeros behind it, this many bytes in all.
    pub fn write_text(&mut self, state: &mut State, target: Scalar, bytes: &[TermId], length: TermId) {
        let some = self.terms.is_nonzero(length);
        self.where_holds(state, some, |machine, state| {
            machine.check_writable(state, target, length, None);
            let content = content_with(machine.terms, &mut machine.memory, bytes);
            machine.memory.copy_from(state, target, (content, machine.terms.word_constant(0)), length);
        });
    }
}

/// What is written and what is read for it, this many bytes from two places on, must not overlap.
pub fn check_disjoint(
    terms: &Terms,
    events: &mut Events<'_>,
    state: &mut State,
    (target, written): (Scalar, TermId),
    (source, read): (Scalar, TermId),
) {
    let one_object = terms.equal(target.object, source.object);
    let leads = target.leads_somewhere(terms);
    let (end, other_end) = (terms.add(target.bits, written), terms.add(source.bits, read));
    let (begins, other_begins) = (terms.less_signed(target.bits, other_end), terms.less_signed(source.bits, end));
    let defined = terms.and(target.is_defined, source.is_defined);
    let overlaps = terms.all([defined, one_object, leads, begins, other_begins]);
    events.fault(state, overlaps, FaultKind::OverlappingCopy, "source and target of a copy overlap");
}

/// Whether a zero byte or a limit comes before the end of the object, in the runs under a guard; and whether that was not found out.
fn ends_inside(
    terms: &Terms,
    memory: &mut Memory<'_>,
    state: &State,
    guard: TermId,
    (start, limit): (Scalar, Option<TermId>),
) -> (TermId, TermId) {
    let (mut searches, mut ends) = (terms.truth(true), terms.truth(false));
    for index in 0..LONGEST_SEARCH {
        let at = terms.word_constant(index);
        if let Some(limit) = limit {
            let within = terms.less(at, limit);
            ends = terms.or(ends, terms.and(searches, terms.not(within)));
            searches = terms.and(searches, within);
        }
        let place = start.moved(terms, at);
        let inside = is_accessible(terms, memory, state, place);
        let cell = memory.read(state, place, 1);
        let whole = terms.not(cell.is_torn);
        let byte = cell.scalar(terms);
        let is_end = terms.all([searches, inside, whole, byte.is_defined, terms.not(terms.is_nonzero(byte.bits))]);
        ends = terms.or(ends, is_end);
        searches = terms.all([searches, inside, whole, terms.not(is_end)]);
        if terms.is_false(terms.and(guard, searches)) {
            break;
        }
    }
    (ends, searches)
}

/// Whether a byte may be read.
fn is_accessible(terms: &Terms, memory: &mut Memory<'_>, state: &State, place: Scalar) -> TermId {
    let mut found = terms.truth(false);
    for number in objects_at(terms, place.object) {
        let Some(size) = memory.object(number).map(|object| object.size) else { continue };
        let (is_it, is_live) = (is_object(terms, place.object, number), memory.state_of(state, number).is_live);
        found = terms.or(found, terms.all([is_it, is_live, terms.less(place.bits, size)]));
    }
    found
}

/// A content that begins with some bytes, with zeros behind them.
pub fn content_with(terms: &Terms, memory: &mut Memory<'_>, bytes: &[TermId]) -> ContentId {
    let mut content = memory.contents.intern(ObjectContent::Zero);
    for (index, byte) in bytes.iter().enumerate() {
        let offset = terms.word_constant(index as u64);
        content = memory.contents.write(content, offset, MemoryCell::of(terms, Scalar::number(terms, *byte)));
    }
    content
}
