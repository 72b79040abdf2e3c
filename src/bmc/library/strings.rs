//! Functions that write, compare and measure byte ranges and strings.

use crate::access::check_apart;
use crate::content::{CopySource, ObjectContent, Room};
use crate::library::text::{Text, check_disjoint};
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::{MemoryCell, Scalar};
use program::limits::LONGEST_STRING;
use program::{FaultKind, LibraryFunction as F};

impl Machine<'_> {
    /// Executes functions that write byte ranges.
    pub(super) fn library_memory(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let target = self.value(state, call, 0)?;
        match call.function {
            F::Memset | F::Bzero => self.fill(state, call, target),
            F::Bcopy => {
                let (size, to) = (self.size(state, call, 2)?, self.value(state, call, 1)?);
                self.move_bytes(state, (to, target), size, true);
                Some(LibraryResult::Nothing)
            }
            F::Memccpy => self.copy_up_to(state, call, target),
            _ => {
                let (size, source) = (self.size(state, call, 2)?, self.value(state, call, 1)?);
                self.move_bytes(state, (target, source), size, call.function == F::Memmove);
                let end = if call.function == F::Mempcpy { target.moved(self.terms, size) } else { target };
                Some(LibraryResult::Value(end))
            }
        }
    }

    fn fill(&mut self, state: &mut State, call: &LibraryCall<'_>, target: Scalar) -> Option<LibraryResult> {
        let (byte, count) = match call.function {
            F::Memset => (self.byte(state, call, 1)?, 2),
            _ => (self.terms.constant(0, 8), 1),
        };
        let length = self.size(state, call, count)?;
        let some = self.terms.is_nonzero(length);
        self.where_holds(state, some, |machine, state| {
            machine.check_writable(state, target, length, None);
            let byte = Scalar::number(machine.terms, byte);
            let byte = MemoryCell::of(machine.terms, byte);
            machine.memory.change(state, target.object, |contents, before| {
                contents.intern(ObjectContent::Fill { before, offset: target.bits, length, byte })
            });
        });
        Some(LibraryResult::Value(target))
    }

    /// Copies bytes. Nothing is checked if there are none.
    pub(super) fn move_bytes(
        &mut self,
        state: &mut State,
        (target, source): (Scalar, Scalar),
        length: TermId,
        overlap: bool,
    ) {
        let some = self.terms.is_nonzero(length);
        self.where_holds(state, some, |machine, state| {
            machine.check_access(state, source, length);
            machine.check_writable(state, target, length, None);
            if !overlap {
                check_apart(machine.terms, &mut machine.events, state, target, source, length);
            }
            machine.memory.copy(state, target, source, length);
        });
    }

    /// `memccpy`: copies byte by byte, up to and including one of a given value.
    fn copy_up_to(&mut self, state: &mut State, call: &LibraryCall<'_>, target: Scalar) -> Option<LibraryResult> {
        let source = self.value(state, call, 1)?;
        let (wanted, most) = (self.byte(state, call, 2)?, self.size(state, call, 3)?);
        let sign = self.terms.extract(most, self.task.word() - 1, 1);
        self.events.unsupported(state, sign, "more bytes than an object has");
        let one = self.terms.word_constant(1);
        let mut result = Scalar::null(self.terms);
        let mut copied = 0_u64;
        self.read_while(state, (source, Some(most)), |machine, state, place, _| {
            machine.check_access(state, place, one);
            let byte = machine.known_byte(state, place, FaultKind::Uninitialized);
            let to = target.moved(machine.terms, machine.terms.word_constant(copied));
            machine.check_writable(state, to, one, None);
            // The state also contains the runs that have ended, which copy nothing any more.
            let (source, guard) = (machine.memory.source_at(state, place), state.guard);
            machine.memory.change(state, to.object, |contents, before| {
                let offset = to.bits;
                let copy = ObjectContent::Copy { before, offset, length: one, source };
                let copy = contents.intern(copy);
                contents.choose(guard, copy, before)
            });
            copied += 1;
            let found = machine.terms.equal(byte, wanted);
            let here = machine.terms.and(state.guard, found);
            result = Scalar::choose(machine.terms, here, to.moved(machine.terms, one), result);
            (byte, machine.terms.not(found))
        });
        Some(LibraryResult::Value(result))
    }

    /// Copies a string to where argument 0 points.
    pub(super) fn library_copied_string(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let function = call.function;
        let target = self.value(state, call, 0)?;
        let is_limited = matches!(function, F::Strncpy | F::Stpncpy | F::Strncat);
        let limit = if is_limited { Some(self.size(state, call, 2)?) } else { None };
        let source = self.value(state, call, 1)?;
        let text = self.read_text(state, source, limit);
        let mut place = target;
        if matches!(function, F::Strcat | F::Strncat) {
            let before = self.read_text(state, target, None);
            place = target.moved(self.terms, before.length);
        }
        let whole = self.terms.add(text.length, self.terms.word_constant(1));
        let written = match (function, limit) {
            (F::Strncpy | F::Stpncpy, Some(limit)) => {
                let most = self.terms.word_constant(LONGEST_STRING as u64);
                self.events.unsupported(state, self.terms.less(most, limit), "a string that is too long");
                limit
            }
            _ => whole,
        };
        let read = match limit {
            Some(limit) => lesser(self.terms, limit, whole),
            None => whole,
        };
        check_disjoint(self.terms, &mut self.events, state, (place, written), (source, read));
        let bytes = text.padded(self.terms);
        self.write_text(state, place, &bytes, written);
        let end = matches!(function, F::Stpcpy | F::Stpncpy);
        Some(LibraryResult::Value(if end { target.moved(self.terms, text.length) } else { target }))
    }

    /// `strlcpy` and `strlcat`: truncate to the room, and return the untruncated length.
    pub(super) fn library_cut_string(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let (target, source) = (self.value(state, call, 0)?, self.value(state, call, 1)?);
        let text = self.read_text(state, source, None);
        let room = self.size(state, call, 2)?;
        let start = match call.function {
            F::Strlcat => self.read_text(state, target, Some(room)).length,
            _ => self.terms.word_constant(0),
        };
        let has_room = self.terms.less(start, room);
        let one = self.terms.word_constant(1);
        self.where_holds(state, has_room, |machine, state| {
            let left = machine.terms.subtract(room, machine.terms.add(start, one));
            let kept = lesser(machine.terms, left, text.length);
            let place = target.moved(machine.terms, start);
            let (written, read) = (machine.terms.add(kept, one), machine.terms.add(text.length, one));
            check_disjoint(machine.terms, &mut machine.events, state, (place, written), (source, read));
            let bytes = cut_off(machine.terms, &text, left);
            machine.write_text(state, place, &bytes, written);
        });
        Some(LibraryResult::Number(self.terms.add(start, text.length), false))
    }

    /// `strxfrm`, which copies unchanged in the "C" locale. If the string does not fit, the target is indeterminate.
    pub(super) fn library_transformed(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let (target, source) = (self.value(state, call, 0)?, self.value(state, call, 1)?);
        let text = self.read_text(state, source, None);
        let room = self.size(state, call, 2)?;
        let whole = self.terms.add(text.length, self.terms.word_constant(1));
        check_disjoint(self.terms, &mut self.events, state, (target, lesser(self.terms, room, whole)), (source, whole));
        let fits = self.terms.less(text.length, room);
        let (bytes, some) = (text.padded(self.terms), self.terms.is_nonzero(room));
        let mut others = state.split(self.terms, fits);
        self.write_text(state, target, &bytes, whole);
        self.where_holds(&mut others, some, |machine, state| {
            machine.check_writable(state, target, room, None);
            let nothing = machine.memory.contents.intern(ObjectContent::Unwritten);
            let source = CopySource { content: nothing, start: machine.terms.word_constant(0), room: Room::UNKNOWN };
            machine.memory.copy_from(state, target, source, room);
        });
        self.memory.join(state, others);
        Some(LibraryResult::Number(text.length, false))
    }

    /// Executes functions that measure and compare strings.
    pub(super) fn library_measured(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let limit = match call.function {
            F::Strnlen => Some(self.size(state, call, 1)?),
            F::Strncmp | F::Strncasecmp => Some(self.size(state, call, 2)?),
            _ => None,
        };
        let start = self.value(state, call, 0)?;
        let mut left = self.read_text(state, start, limit);
        if matches!(call.function, F::Strlen | F::Strnlen) {
            return Some(LibraryResult::Number(left.length, false));
        }
        let other = self.value(state, call, 1)?;
        let mut right = self.read_text(state, other, limit);
        if matches!(call.function, F::Strcasecmp | F::Strncasecmp) {
            (left, right) = (left.in_lower_case(self.terms), right.in_lower_case(self.terms));
        }
        Some(left.compared_to(self.terms, &right))
    }
}

/// Returns the unsigned minimum.
pub(super) fn lesser(terms: &Terms, a: TermId, b: TermId) -> TermId {
    terms.choose(terms.less(a, b), a, b)
}

/// Returns the first `most` bytes of a text, with zeros after them.
pub(super) fn cut_off(terms: &Terms, text: &Text, most: TermId) -> Vec<TermId> {
    let zero = terms.constant(0, 8);
    let padded = text.padded(terms);
    let mut bytes = Vec::with_capacity(padded.len());
    for (index, byte) in padded.into_iter().enumerate() {
        let at = terms.word_constant(index as u64);
        bytes.push(terms.choose(terms.less(at, most), byte, zero));
    }
    bytes
}

pub(super) fn lower_case(terms: &Terms, byte: TermId) -> TermId {
    terms.choose(is_between(terms, byte, (b'A', b'Z')), terms.add(byte, terms.constant(32, 8)), byte)
}

/// Returns the condition that a byte is in a closed range.
pub(super) fn is_between(terms: &Terms, byte: TermId, (low, high): (u8, u8)) -> TermId {
    let (low, high) = (terms.constant(u128::from(low), 8), terms.constant(u128::from(high), 8));
    terms.and(terms.at_most(low, byte), terms.at_most(byte, high))
}
