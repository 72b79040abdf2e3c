//! The next item of standard input where a decimal number is expected, as one choice of a run: the number, not its
//! digits.
//!
//! Every number may occur, followed by any character that is not a digit. Leading zeros and white space make no
//! difference to the program. The bytes that the interpreter reads follow from the choice ([`program::witness`]).

use crate::events::Events;
use crate::library::characters::is_in_class;
use crate::state::State;
use crate::term::{TermId, Terms};
use program::witness::{CASE_BITS, ChoiceKind, HEAD_BITS, InputCase, NumberFormat};

/// Returns 10 to the power of `characters`, if a number of the format's width can be that large.
fn limit(format: NumberFormat, characters: u32) -> Option<u128> {
    let bits = if format.signed { format.width - 1 } else { format.width };
    10_u128.checked_pow(characters).filter(|limit| *limit < 1 << bits)
}

/// Returns true if the input may hold a number that is too large for its object.
fn may_be_too_large(format: NumberFormat) -> bool {
    let all = 1_u128 << format.width;
    format.most.is_none_or(|most| 10_u128.checked_pow(most).is_none_or(|limit| limit > all))
}

/// The conditions of the cases of the next item, its number, and its byte if it is not a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct InputItem {
    pub(super) is_end: TermId,
    pub(super) is_other: TermId,
    pub(super) is_number: TermId,
    pub(super) is_too_large: TermId,
    pub(super) is_sign: TermId,
    pub(super) is_padded: TermId,
    pub(super) number: TermId,
    pub(super) byte: TermId,
}

/// Returns true for the white space that `scanf` skips.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Returns the condition that at most this many characters, including a sign, give a number. A negative number is also read from the
/// digits of the unsigned number with the same bits.
fn is_shorter(terms: &Terms, number: TermId, format: NumberFormat, characters: u32) -> TermId {
    let below = limit(format, characters).map(|limit| terms.constant(limit, format.width));
    if !format.signed {
        return below.map_or(terms.truth(true), |limit| terms.less(number, limit));
    }
    let small = below.map_or(terms.truth(true), |limit| terms.less_signed(number, limit));
    let large = match limit(format, characters - 1) {
        Some(limit) => terms.less_signed(terms.negate(terms.constant(limit, format.width)), number),
        None => terms.truth(true),
    };
    let unsigned = is_shorter(terms, number, NumberFormat { signed: false, ..format }, characters);
    terms.or(terms.and(small, large), unsigned)
}

/// Chooses the next item of the input in the runs under a condition, where a number is expected.
pub(super) fn choose_item(
    terms: &Terms,
    events: &mut Events<'_>,
    state: &mut State,
    condition: TermId,
    format: NumberFormat,
) -> InputItem {
    let width = format.width;
    let asked = terms.and(state.guard, condition);
    let value = events.choose_under(asked, ChoiceKind::InputNumber(format), HEAD_BITS + width);
    let code = terms.extract(value, 0, CASE_BITS);
    let byte = terms.extract(value, CASE_BITS, 8);
    let [is_end, is_other, is_number, is_too_large, is_sign, is_padded] =
        InputCase::ALL.map(|case| terms.equal(code, terms.constant(case as u128, CASE_BITS)));
    let number = terms.extract(value, HEAD_BITS, width);
    let (mut short, mut whole) = (terms.truth(true), terms.truth(false));
    if let Some(most) = format.most {
        short = is_shorter(terms, number, format, most - 1);
        whole = is_shorter(terms, number, format, most);
    }
    let may_be_too_large = terms.truth(may_be_too_large(format));
    let (fits, fits_padded) = (terms.and(is_number, short), terms.and(is_padded, whole));
    let cases = terms.any([is_end, is_other, fits, terms.and(is_too_large, may_be_too_large), is_sign, fits_padded]);
    // A byte that comes instead of a number is not white space, which would be skipped, nor a digit or a sign.
    let fits = is_in_class(terms, byte, |byte| is_space(byte) || byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
    let possible = terms.and(cases, terms.not(terms.and(is_other, fits)));
    state.guard = terms.and(state.guard, terms.or(terms.not(condition), possible));
    let cases = [is_end, is_other, is_number, is_too_large, is_sign, is_padded];
    let [is_end, is_other, is_number, is_too_large, is_sign, is_padded] = cases.map(|case| terms.and(condition, case));
    InputItem { is_end, is_other, is_number, is_too_large, is_sign, is_padded, number, byte }
}
