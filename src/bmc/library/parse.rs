//! Numbers in strings.

use crate::library::characters::{ErrorNumber, is_in_class};
use crate::library::item::is_space;
use crate::library::strings::is_between;
use crate::library::text::Text;
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use program::{FaultKind, LibraryFunction as F};

/// Width in bits of a number while it is parsed.
const WIDE: u32 = 80;
/// A number with more bits is too large for every type.
const LARGE: u32 = 70;

/// A number at the start of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParsedNumber {
    /// Boolean: there is a number.
    pub(super) has_digits: TermId,
    /// The number, in two's complement. A number that is too large for every type has some value that is, too.
    number: TermId,
    /// Index of the first byte after the number.
    pub(super) end: TermId,
}

impl Machine<'_> {
    /// The `atoi` and `strtol` families.
    pub(super) fn library_parsed(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let start = self.value(state, call, 0)?;
        let text = self.read_text(state, start, None);
        let is_explicit = matches!(call.function, F::Strtol | F::Strtoul | F::Strtoll | F::Strtoull);
        let base = match is_explicit {
            true => {
                let (base, _) = self.number(state, call, 2)?;
                u32::try_from(self.terms.value(base)?).ok()?
            }
            false => 10,
        };
        let parsed = parsed_number(self.terms, &text, (self.terms.word_constant(0), true), base)?;
        let is_long_long = matches!(call.function, F::Atoll | F::Strtoll | F::Strtoull);
        let width = if is_long_long { 64 } else { self.task.word() };
        let signed = !matches!(call.function, F::Strtoul | F::Strtoull);
        if !is_explicit {
            let width = if call.function == F::Atoi { 32 } else { width };
            let (kept, fits) = wrapped(self.terms, parsed, (width, true));
            let message = "the number in a string is too large";
            self.events.fault(state, self.terms.not(fits), FaultKind::UndefinedBehaviour, message);
            return Some(LibraryResult::Number(kept, true));
        }
        let end = self.value(state, call, 1)?;
        let wanted = self.terms.not(self.terms.and(end.is_defined, end.is_null(self.terms)));
        let behind = start.moved(self.terms, parsed.end);
        self.where_holds(state, wanted, |machine, state| machine.store_word(state, end, behind));
        let (limited, fits) = limited(self.terms, parsed, (width, signed));
        self.set_error(state, self.terms.not(fits), ErrorNumber::OutOfRange);
        Some(LibraryResult::Number(limited, signed))
    }
}

/// Parses a number without base prefix from index `start` on, after white space if `skips_space` is set. `None` for a
/// base that is not modelled.
pub(super) fn parsed_number(
    terms: &Terms,
    text: &Text,
    (start, skips_space): (TermId, bool),
    base: u32,
) -> Option<ParsedNumber> {
    if !(2..=36).contains(&base) || base == 16 {
        return None;
    }
    let no = terms.truth(false);
    let (mut before, mut signed, mut counts, mut negative) = (no, no, no, no);
    let (mut number, mut has_digits, mut end) = (terms.constant(0, WIDE), no, start);
    let bytes = text.padded(terms);
    for (index, byte) in bytes.into_iter().enumerate() {
        let here = terms.word_constant(index as u64);
        before = terms.or(before, terms.equal(start, here));
        let (digit, is_digit) = digit(terms, byte, base);
        let [plus, minus] = [b'+', b'-'].map(|sign| is_between(terms, byte, (sign, sign)));
        let is_sign = terms.or(plus, minus);
        let expects = terms.any([before, signed, counts]);
        let takes_sign = terms.and(before, is_sign);
        negative = terms.or(negative, terms.and(takes_sign, minus));
        counts = terms.and(expects, is_digit);
        signed = takes_sign;
        let space = is_in_class(terms, byte, is_space);
        before = if skips_space { terms.and(before, space) } else { no };
        number = terms.choose(counts, with_digit(terms, number, (digit, base)), number);
        has_digits = terms.or(has_digits, counts);
        let next = terms.word_constant(index as u64 + 1);
        end = terms.choose(counts, next, end);
    }
    Some(ParsedNumber { has_digits, number: terms.choose(negative, terms.negate(number), number), end })
}

/// Returns the value of a digit, and the condition that the byte is a digit in this base.
fn digit(terms: &Terms, byte: TermId, base: u32) -> (TermId, TermId) {
    let is_it = is_in_class(terms, byte, |byte| char::from(byte).is_digit(base));
    let is_decimal = is_between(terms, byte, (b'0', b'9'));
    let letter = terms.or(byte, terms.constant(0x20, 8));
    let [zero, a] = [b'0', b'a' - 10].map(|first| terms.constant(u128::from(first), 8));
    (terms.choose(is_decimal, terms.subtract(byte, zero), terms.subtract(letter, a)), is_it)
}

/// Appends a digit. A number that is already too large stays as it is.
fn with_digit(terms: &Terms, number: TermId, (digit, base): (TermId, u32)) -> TermId {
    let moved = terms.multiply(number, terms.constant(u128::from(base), WIDE));
    let longer = terms.add(moved, terms.extend_zero(digit, WIDE));
    terms.choose(terms.is_nonzero(terms.extract(number, LARGE, WIDE - LARGE)), number, longer)
}

/// Truncates a number to a width. Also returns the condition that it fits neither as a signed nor as an unsigned one.
pub(super) fn fitted(terms: &Terms, parsed: ParsedNumber, width: u32) -> (TermId, TermId) {
    let kept = terms.extract(parsed.number, 0, width);
    let (with_sign, without) = (terms.extend_sign(kept, WIDE), terms.extend_zero(kept, WIDE));
    (kept, terms.not(terms.or(terms.equal(with_sign, parsed.number), terms.equal(without, parsed.number))))
}

/// Truncates a number to a width. Also returns the condition that this preserves its value.
fn wrapped(terms: &Terms, parsed: ParsedNumber, (width, signed): (u32, bool)) -> (TermId, TermId) {
    let kept = terms.extract(parsed.number, 0, width);
    (kept, terms.equal(terms.resize(kept, WIDE, signed), parsed.number))
}

/// Clamps a number to a width. Also returns the condition that it fits: as an unsigned number, `-n` fits if `n` does.
fn limited(terms: &Terms, parsed: ParsedNumber, (width, signed): (u32, bool)) -> (TermId, TermId) {
    let (kept, same) = wrapped(terms, parsed, (width, signed));
    let negative = terms.extract(parsed.number, WIDE - 1, 1);
    let ones = terms.ones(width);
    if !signed {
        let small = terms.not(terms.is_nonzero(terms.extract(terms.negate(parsed.number), width, WIDE - width)));
        let fits = terms.or(same, terms.and(negative, small));
        return (terms.choose(fits, kept, ones), fits);
    }
    let least = terms.constant(1 << (width - 1), width);
    (terms.choose(same, kept, terms.choose(negative, least, terms.not(least))), same)
}
