//! Functions that search for bytes and strings, and that split strings into tokens.

use crate::library::text::Text;
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use program::{FaultKind, LibraryFunction as F};

impl Machine<'_> {
    /// `memcmp`, `memchr`, `memrchr`, `rawmemchr`, `memmem`
    pub(super) fn library_bytes(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let start = self.value(state, call, 0)?;
        let (place, found) = match call.function {
            F::Memcmp => {
                let (size, other) = (self.size(state, call, 2)?, self.value(state, call, 1)?);
                let left = self.read_known_bytes(state, start, size);
                let right = self.read_known_bytes(state, other, size);
                return Some(left.compared_to(self.terms, &right));
            }
            F::Memrchr => {
                let (byte, size) = (self.byte(state, call, 1)?, self.size(state, call, 2)?);
                let bytes = self.read_known_bytes(state, start, size);
                last(self.terms, &bytes, |terms, other| terms.equal(other, byte))
            }
            F::Memmem => {
                let size = self.size(state, call, 1)?;
                let bytes = self.read_known_bytes(state, start, size);
                let (part, size) = (self.value(state, call, 2)?, self.size(state, call, 3)?);
                let part = self.read_known_bytes(state, part, size);
                bytes.position_of(self.terms, &part)
            }
            // These functions read no further than the byte that they find.
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
        Some(address_or_null(self.terms, start, place, found))
    }

    /// Executes functions that search in strings.
    pub(super) fn library_search(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let start = self.value(state, call, 0)?;
        let text = self.read_text(state, start, None);
        let (place, found) = match call.function {
            F::Strchr | F::Strchrnul | F::Strrchr => {
                let byte = self.byte(state, call, 1)?;
                byte_of_string(self.terms, &text, byte, call.function)
            }
            F::Strstr => {
                let part = self.value(state, call, 1)?;
                let part = self.read_text(state, part, None);
                text.position_of(self.terms, &part)
            }
            F::Strcasestr => {
                let part = self.value(state, call, 1)?;
                let part = self.read_text(state, part, None);
                let (text, part) = (text.in_lower_case(self.terms), part.in_lower_case(self.terms));
                text.position_of(self.terms, &part)
            }
            _ => {
                let set = self.value(state, call, 1)?;
                let set = self.read_text(state, set, None);
                let wanted = call.function != F::Strspn;
                let (place, found) = first(self.terms, &text, |terms, byte| {
                    let is_in = has_byte(terms, &set, byte);
                    if wanted { is_in } else { terms.not(is_in) }
                });
                if call.function != F::Strpbrk {
                    return Some(LibraryResult::Number(place, false));
                }
                (place, found)
            }
        };
        Some(address_or_null(self.terms, start, place, found))
    }

    /// `strtok`, `strtok_r`, `strsep`: terminates the next token with a zero byte.
    pub(super) fn library_token(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let is_separate = call.function == F::Strsep;
        let first = self.value(state, call, 0)?;
        // Address of the pointer to the rest of the string.
        let kept = match call.function {
            F::Strtok | F::StrtokR => self.value(state, call, 2)?,
            _ => first,
        };
        let null = first.is_null(self.terms);
        let null = self.terms.and(first.is_defined, null);
        let goes_on = if is_separate { self.terms.truth(true) } else { null };
        let mut start = first;
        let others = state.split(self.terms, goes_on);
        if !state.is_empty(self.terms) {
            let rest = self.load_word(state, kept);
            start = Scalar::choose(self.terms, goes_on, rest, first);
        }
        self.memory.join(state, others);
        let separators = self.value(state, call, 1)?;
        let separators = self.read_text(state, separators, None);
        let nothing = start.is_null(self.terms);
        let nothing = self.terms.and(start.is_defined, nothing);
        let is_text = self.terms.not(nothing);
        if !is_separate {
            let message = format!("'{}' goes on where nothing was begun", call.name);
            self.events.fault(state, nothing, FaultKind::UndefinedBehaviour, message);
        }
        let null = Scalar::null(self.terms);
        let mut part = null;
        self.where_holds(state, is_text, |machine, state| {
            part = machine.next_part(state, (start, kept), &separators, is_separate);
        });
        Some(LibraryResult::Value(Scalar::choose(self.terms, is_text, part, null)))
    }

    /// Splits the next token off a string, and stores a pointer to the rest.
    fn next_part(
        &mut self,
        state: &mut State,
        (start, kept): (Scalar, Scalar),
        separators: &Text,
        is_separate: bool,
    ) -> Scalar {
        let text = self.read_text(state, start, None);
        let skipped = match is_separate {
            true => self.terms.word_constant(0),
            false => {
                let (place, _) = first(self.terms, &text, |terms, byte| terms.not(has_byte(terms, separators, byte)));
                place
            }
        };
        let (mut end, mut is_cut) = (text.length, self.terms.truth(false));
        for (index, (byte, is_in)) in text.bytes.iter().zip(&text.is_in).enumerate().rev() {
            let at = self.terms.word_constant(index as u64);
            let behind = self.terms.at_most(skipped, at);
            let here = self.terms.all([*is_in, behind, has_byte(self.terms, separators, *byte)]);
            end = self.terms.choose(here, at, end);
            is_cut = self.terms.or(is_cut, here);
        }
        let (there, zero, one) = (start.moved(self.terms, end), self.terms.constant(0, 8), self.terms.word_constant(1));
        self.where_holds(state, is_cut, |machine, state| machine.write_text(state, there, &[zero], one));
        let behind = there.moved(self.terms, one);
        let null = Scalar::null(self.terms);
        let rest = if is_separate { null } else { there };
        self.store_word(state, kept, Scalar::choose(self.terms, is_cut, behind, rest));
        let some = self.terms.less(skipped, text.length);
        let is_part = if is_separate { self.terms.truth(true) } else { some };
        Scalar::choose(self.terms, is_part, start.moved(self.terms, skipped), null)
    }
}

/// Returns `start + place` if found, and NULL otherwise.
fn address_or_null(terms: &Terms, start: Scalar, place: TermId, found: TermId) -> LibraryResult {
    LibraryResult::Value(Scalar::choose(terms, found, start.moved(terms, place), Scalar::null(terms)))
}

/// Returns the condition that a byte occurs in a text.
pub(super) fn has_byte(terms: &Terms, text: &Text, byte: TermId) -> TermId {
    let mut found = terms.truth(false);
    for (other, is_in) in text.bytes.iter().zip(&text.is_in) {
        found = terms.or(found, terms.and(terms.equal(*other, byte), *is_in));
    }
    found
}

/// Finds the first byte that satisfies a predicate. Returns its index, which is the length of the text if there is
/// none, and the condition that there is one.
pub(super) fn first(terms: &Terms, text: &Text, mut is_it: impl FnMut(&Terms, TermId) -> TermId) -> (TermId, TermId) {
    let (mut place, mut found) = (text.length, terms.truth(false));
    for (index, (byte, is_in)) in text.bytes.iter().zip(&text.is_in).enumerate().rev() {
        let (here, at) = (terms.and(*is_in, is_it(terms, *byte)), terms.word_constant(index as u64));
        place = terms.choose(here, at, place);
        found = terms.or(found, here);
    }
    (place, found)
}

/// Finds the last byte that satisfies a predicate. Returns its index, which is the length of the text if there is none,
/// and the condition that there is one.
fn last(terms: &Terms, text: &Text, mut is_it: impl FnMut(&Terms, TermId) -> TermId) -> (TermId, TermId) {
    let (mut place, mut found) = (text.length, terms.truth(false));
    for (index, (byte, is_in)) in text.bytes.iter().zip(&text.is_in).enumerate() {
        let (here, at) = (terms.and(*is_in, is_it(terms, *byte)), terms.word_constant(index as u64));
        place = terms.choose(here, at, place);
        found = terms.or(found, here);
    }
    (place, found)
}

/// Finds a byte in a string as `strchr`, `strrchr` or `strchrnul` does. The terminating zero byte counts.
fn byte_of_string(terms: &Terms, text: &Text, byte: TermId, function: F) -> (TermId, TermId) {
    let is_it = |terms: &Terms, other: TermId| terms.equal(other, byte);
    let (place, found) = if function == F::Strrchr { last(terms, text, is_it) } else { first(terms, text, is_it) };
    let is_end = terms.not(terms.is_nonzero(byte));
    let place = terms.choose(is_end, text.length, place);
    let found = terms.or(found, is_end);
    (place, if function == F::Strchrnul { terms.truth(true) } else { found })
}
