//! Functions that look for bytes and strings, and that cut strings into parts.

use crate::bmc::library::text::Text;
use crate::bmc::library::{LibraryCall, LibraryResult};
use crate::bmc::machine::{Machine, State};
use crate::bmc::term::TermId;
use crate::bmc::value::Scalar;
use crate::program::LibraryFunction as F;

impl Machine<'_> {
    /// `memcmp`, `memchr`, `memrchr`, `rawmemchr`, `memmem`
    pub(super) fn library_bytes(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let start = self.value(state, call, 0)?;
        let (place, found) = match call.function {
            F::Memcmp => {
                let (size, other) = (self.size(state, call, 2)?, self.value(state, call, 1)?);
                let left = self.read_known_bytes(state, start, size);
                let right = self.read_known_bytes(state, other, size);
                return Some(self.compared(&left, &right));
            }
            F::Memrchr => {
                let (byte, size) = (self.byte(state, call, 1)?, self.size(state, call, 2)?);
                let bytes = self.read_known_bytes(state, start, size);
                self.last(&bytes, |machine, other| machine.terms.equal(other, byte))
            }
            F::Memmem => {
                let size = self.size(state, call, 1)?;
                let bytes = self.read_known_bytes(state, start, size);
                let (part, size) = (self.value(state, call, 2)?, self.size(state, call, 3)?);
                let part = self.read_known_bytes(state, part, size);
                self.position(&bytes, &part)
            }
            // They read no further than to what they find.
            _ => {
                let byte = self.byte(state, call, 1)?;
                let limit = if call.function == F::Memchr { Some(self.size(state, call, 2)?) } else { None };
                let place = self.read_up_to(state, start, byte, limit).length;
                let found = match limit {
                    Some(limit) => self.terms.less(place, limit),
                    None => self.terms.truth(true),
                };
                (place, found)
            }
        };
        Some(self.address_or_null(start, place, found))
    }

    /// The address of a place, or NULL.
    fn address_or_null(&mut self, start: Scalar, place: TermId, found: TermId) -> LibraryResult {
        let (there, word) = (self.moved(start, place), self.word());
        let null = Scalar::constant(&mut self.terms, 0, word);
        LibraryResult::Value(Scalar::choose(&mut self.terms, found, there, null))
    }

    /// Where a text has a byte of a kind first, and whether it has one. Where it has none, the place is its length.
    pub(super) fn first(
        &mut self,
        text: &Text,
        mut is_it: impl FnMut(&mut Self, TermId) -> TermId,
    ) -> (TermId, TermId) {
        let (mut place, mut found) = (text.length, self.terms.truth(false));
        for (index, (byte, is_in)) in text.bytes.iter().zip(&text.is_in).enumerate().rev() {
            let is_it = is_it(self, *byte);
            let (here, at) = (self.terms.and(*is_in, is_it), self.word_constant(index as u64));
            place = self.terms.choose(here, at, place);
            found = self.terms.or(found, here);
        }
        (place, found)
    }

    /// Where a text has a byte of a kind last, and whether it has one.
    fn last(&mut self, text: &Text, mut is_it: impl FnMut(&mut Self, TermId) -> TermId) -> (TermId, TermId) {
        let (mut place, mut found) = (text.length, self.terms.truth(false));
        for (index, (byte, is_in)) in text.bytes.iter().zip(&text.is_in).enumerate() {
            let is_it = is_it(self, *byte);
            let (here, at) = (self.terms.and(*is_in, is_it), self.word_constant(index as u64));
            place = self.terms.choose(here, at, place);
            found = self.terms.or(found, here);
        }
        (place, found)
    }

    /// Whether a text has a byte.
    pub(super) fn has_byte(&mut self, text: &Text, byte: TermId) -> TermId {
        let mut found = self.terms.truth(false);
        for (other, is_in) in text.bytes.iter().zip(&text.is_in) {
            let same = self.terms.equal(*other, byte);
            let here = self.terms.and(same, *is_in);
            found = self.terms.or(found, here);
        }
        found
    }

    /// Strings in strings.
    pub(super) fn library_search(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let start = self.value(state, call, 0)?;
        let text = self.read_text(state, start, None);
        let (place, found) = match call.function {
            F::Strchr | F::Strchrnul | F::Strrchr => {
                let byte = self.byte(state, call, 1)?;
                self.byte_of_string(&text, byte, call.function)
            }
            F::Strstr => {
                let part = self.value(state, call, 1)?;
                let part = self.read_text(state, part, None);
                self.position(&text, &part)
            }
            F::Strcasestr => {
                let part = self.value(state, call, 1)?;
                let part = self.read_text(state, part, None);
                let (text, part) = (self.in_lower_case(text), self.in_lower_case(part));
                self.position(&text, &part)
            }
            _ => {
                let set = self.value(state, call, 1)?;
                let set = self.read_text(state, set, None);
                let wanted = call.function != F::Strspn;
                let (place, found) = self.first(&text, |machine, byte| {
                    let is_in = machine.has_byte(&set, byte);
                    if wanted { is_in } else { machine.terms.not(is_in) }
                });
                if call.function != F::Strpbrk {
                    return Some(LibraryResult::Number(place, false));
                }
                (place, found)
            }
        };
        Some(self.address_or_null(start, place, found))
    }

    /// Where a string has a byte; its zero byte counts.
    fn byte_of_string(&mut self, text: &Text, byte: TermId, function: F) -> (TermId, TermId) {
        let is_it = |machine: &mut Self, other: TermId| machine.terms.equal(other, byte);
        let (place, found) = if function == F::Strrchr { self.last(text, is_it) } else { self.first(text, is_it) };
        let nonzero = self.terms.is_nonzero(byte);
        let is_end = self.terms.not(nonzero);
        let place = self.terms.choose(is_end, text.length, place);
        let found = self.terms.or(found, is_end);
        (place, if function == F::Strchrnul { self.terms.truth(true) } else { found })
    }
}
