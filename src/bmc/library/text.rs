//! Reading and writing of strings and byte ranges by library functions.
//!
//! A string whose length depends on choices of the run is read up to the loop bound. Longer ones are cut.

use crate::claim::{BoundedLoop, RunCut};
use crate::content::{ContentId, CopySource, ObjectContent, Room};
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

/// A byte sequence whose length is symbolic.
#[derive(Clone, Debug)]
pub struct Text {
    /// The bytes, up to the maximal length.
    pub bytes: Vec<TermId>,
    /// For each byte, the condition that it belongs to the sequence. It implies the conditions of all earlier bytes.
    pub is_in: Vec<TermId>,
    /// Number of bytes, as a machine word.
    pub length: TermId,
}

impl Text {
    /// Returns the maximal length.
    pub fn most(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the bytes, with zeros after the end.
    pub fn padded(&self, terms: &Terms) -> Vec<TermId> {
        let zero = terms.constant(0, 8);
        self.bytes.iter().zip(&self.is_in).map(|(byte, is_in)| terms.choose(*is_in, *byte, zero)).collect()
    }

    /// Finds the first occurrence of a part. Returns its index and the condition that there is one. The empty part
    /// occurs at the start.
    pub fn position_of(&self, terms: &Terms, part: &Text) -> (TermId, TermId) {
        let (mut place, mut found) = (terms.word_constant(0), terms.truth(false));
        for index in (0..=self.most()).rev() {
            // There is no occurrence beyond the end of the text.
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

    /// Converts ASCII letters to lower case.
    pub fn in_lower_case(self, terms: &Terms) -> Text {
        let bytes = self.bytes.iter().map(|byte| lower_case(terms, *byte)).collect();
        Text { bytes, ..self }
    }

    /// Compares lexicographically: -1, 0 or 1.
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

    /// Returns the bytes if they are the same in all runs.
    pub fn known(&self, terms: &Terms) -> Option<Vec<u8>> {
        let known = self.bytes.iter().zip(&self.is_in).map(|(byte, is_in)| {
            let byte = terms.value(*byte).filter(|_| terms.is_true(*is_in))?;
            u8::try_from(byte).ok()
        });
        known.collect()
    }
}

impl Machine<'_> {
    /// Reads a string up to its terminating zero byte, which is not included, or up to `limit` bytes.
    pub fn read_text(&mut self, state: &mut State, start: Scalar, limit: Option<TermId>) -> Text {
        let one = self.terms.word_constant(1);
        self.read_while(state, (start, limit), |machine, state, place, rest| {
            machine.check_access(state, place, one);
            let byte = machine.byte_of_text(state, place, rest);
            (byte, machine.terms.is_nonzero(byte))
        })
    }

    /// Reads `count` bytes; all must be initialized.
    pub fn read_known_bytes(&mut self, state: &mut State, start: Scalar, count: TermId) -> Text {
        let some = self.terms.is_nonzero(count);
        self.where_holds(state, some, |machine, state| machine.check_access(state, start, count));
        self.read_while(state, (start, Some(count)), |machine, state, place, _| {
            let byte = machine.known_byte(state, place, FaultKind::UndefinedValue);
            (byte, machine.terms.truth(true))
        })
    }

    /// Reads up to the first byte equal to `wanted`, which is not included, or up to `limit` bytes.
    pub fn read_up_to(&mut self, state: &mut State, start: Scalar, wanted: TermId, limit: Option<TermId>) -> Text {
        let one = self.terms.word_constant(1);
        self.read_while(state, (start, limit), |machine, state, place, _| {
            machine.check_access(state, place, one);
            let byte = machine.known_byte(state, place, FaultKind::Uninitialized);
            (byte, machine.terms.not(machine.terms.equal(byte, wanted)))
        })
    }

    /// Reads bytes while `read` says that they belong to the sequence, at most `limit`. `read` receives the address of
    /// the byte and the remaining limit. The state also contains the runs that have ended: what `read` changes, it must
    /// change under the guard.
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
            // Not `moved`: where this is no address, the first byte ends the run.
            let place = Scalar { bits: self.terms.add(start.bits, at), ..start };
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

    /// Cuts the runs that would read more bytes, if the text is too long or if runs have chosen its end more often than
    /// loops iterate. Returns true if so.
    pub(super) fn cuts_text(&mut self, state: &mut State, too_long: Option<String>, chosen: u32) -> bool {
        let cut = match too_long {
            Some(reason) => RunCut::Unsupported(reason.into()),
            None if chosen > self.task.text_bound() || self.is_stopped() => RunCut::Iterations(BoundedLoop::Text),
            None => return false,
        };
        self.events.cut(state, cut);
        true
    }

    /// Reads the byte at a place that has been checked.
    fn byte_at(&mut self, state: &mut State, place: Scalar) -> Scalar {
        let cell = self.memory.read(state, place, 1);
        self.events.unsupported(state, cell.is_torn, "a part of a pointer is read");
        cell.scalar(self.terms)
    }

    /// Reads the byte at a place that has been checked. Reports an error if it is uninitialized.
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

    /// Reads a byte of a string at a place that has been checked. An uninitialized byte decides how far memory is read.
    /// If the string ends inside its object whatever that byte is, it is only an undefined value.
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

    /// Writes a text followed by zeros, `length` bytes in total.
    pub fn write_text(&mut self, state: &mut State, target: Scalar, bytes: &[TermId], length: TermId) {
        let some = self.terms.is_nonzero(length);
        self.where_holds(state, some, |machine, state| {
            machine.check_writable(state, target, length, None);
            let content = content_with(machine.terms, &mut machine.memory, bytes);
            let source = CopySource { content, start: machine.terms.word_constant(0), room: Room::UNKNOWN };
            machine.memory.copy_from(state, target, source, length);
        });
    }
}

/// Reports an error if the bytes written at `target` overlap the bytes read at `source`.
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

/// Returns the condition that a zero byte or the limit comes before the end of the object, and the condition that the
/// search for it stopped early. Only runs under the guard count.
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

/// Returns the condition that the byte lies in a live object.
fn is_accessible(terms: &Terms, memory: &mut Memory<'_>, state: &State, place: Scalar) -> TermId {
    let mut found = terms.truth(false);
    for number in objects_at(terms, place.object) {
        let Some(size) = memory.object(number).map(|object| object.size) else { continue };
        let (is_it, is_live) = (is_object(terms, place.object, number), memory.state_of(state, number).is_live);
        found = terms.or(found, terms.all([is_it, is_live, terms.less(place.bits, size)]));
    }
    found
}

/// Returns the content of these bytes, followed by zeros.
pub fn content_with(terms: &Terms, memory: &mut Memory<'_>, bytes: &[TermId]) -> ContentId {
    let mut content = memory.contents.intern(ObjectContent::Zero);
    for (index, byte) in bytes.iter().enumerate() {
        let offset = terms.word_constant(index as u64);
        content = memory.contents.write(content, offset, MemoryCell::of(terms, Scalar::number(terms, *byte)));
    }
    content
}
