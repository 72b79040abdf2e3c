//! What standard input may hold where a decimal number is expected, as one choice of a run: the number itself, and not its digits.
//!
//! All numbers may come, and behind one any character that is no digit; how many zeros and white space stand before it makes no
//! difference to the program. The bytes that the interpreter reads follow from the choice. Its bits, from the lowest:
//!
//! | bits | what they say |
//! |---|---|
//! | 3 | the case |
//! | 8 | the byte that comes instead of a number |
//! | the rest | the number |

use crate::claim::ChoiceKind;
use crate::events::Events;
use crate::library::characters::is_in_class;
use crate::query::Chosen;
use crate::state::State;
use crate::term::{TermId, Terms};
use base::integer::wrap;

/// Bits of the case.
const CASE_BITS: u32 = 3;
/// Bits of the case and the byte.
const HEAD_BITS: u32 = CASE_BITS + 8;
/// Digits of a number that no type holds.
const LARGE_DIGITS: u32 = 26;

/// What comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ItemCase {
    /// The end of the input.
    End,
    /// Something that is no number.
    Other,
    /// A number.
    Number,
    /// A number that is too large for its object.
    TooLarge,
    /// A sign, and no digit behind it.
    Sign,
    /// A number with zeros before it, so that it has as many characters as are read at most.
    Padded,
}

/// Which numbers are expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberFormat {
    /// Bits of the object.
    pub width: u32,
    /// Whether negative ones are expected.
    pub signed: bool,
    /// Characters that are read at most: 2 or more.
    pub most: Option<u32>,
}

impl NumberFormat {
    /// Ten to the power of this many characters, if a number of the width can be as large.
    fn limit(self, characters: u32) -> Option<u128> {
        let bits = if self.signed { self.width - 1 } else { self.width };
        10_u128.checked_pow(characters).filter(|limit| *limit < 1 << bits)
    }

    /// Whether a number may be too large for its object.
    fn may_be_too_large(self) -> bool {
        let all = 1_u128 << self.width;
        self.most.is_none_or(|most| 10_u128.checked_pow(most).is_none_or(|limit| limit > all))
    }
}

impl ItemCase {
    const ALL: [ItemCase; 6] =
        [ItemCase::End, ItemCase::Other, ItemCase::Number, ItemCase::TooLarge, ItemCase::Sign, ItemCase::Padded];

    fn code(self) -> u128 {
        match self {
            ItemCase::End => 0,
            ItemCase::Other => 1,
            ItemCase::Number => 2,
            ItemCase::TooLarge => 3,
            ItemCase::Sign => 4,
            ItemCase::Padded => 5,
        }
    }
}

/// In which runs what comes: truths, and the number and the byte.
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

/// White space, as `scanf` skips it.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// The choices as the interpreter makes them: numbers of the input by their bytes.
pub fn by_bytes(chosen: impl Iterator<Item = Chosen>) -> Vec<Chosen> {
    let mut all = Vec::new();
    for chosen in chosen {
        let ChoiceKind::InputNumber(format) = chosen.kind else {
            all.push(chosen);
            continue;
        };
        let Some(text) = input_text_of(chosen.bits, format) else {
            all.push(Chosen { kind: ChoiceKind::Way(2), bits: 0, ..chosen });
            continue;
        };
        for byte in text {
            all.push(Chosen { kind: ChoiceKind::Way(2), bits: 1, ..chosen });
            all.push(Chosen { kind: ChoiceKind::Integer(8, false), bits: u128::from(byte), ..chosen });
        }
    }
    all
}

/// The bytes that come where a number is expected; `None` at the end of the input.
pub fn input_text_of(bits: u128, format: NumberFormat) -> Option<Vec<u8>> {
    let code = bits & ((1 << CASE_BITS) - 1);
    let case = ItemCase::ALL.into_iter().find(|case| case.code() == code)?;
    let number = wrap((bits >> HEAD_BITS) as i128, (format.width, format.signed));
    Some(match case {
        ItemCase::End => return None,
        ItemCase::Other => vec![(bits >> CASE_BITS) as u8],
        ItemCase::Number => number.to_string().into_bytes(),
        ItemCase::Padded => format!("{number:00$}", format.most.unwrap_or(1) as usize).into_bytes(),
        ItemCase::TooLarge => vec![b'9'; format.most.unwrap_or(LARGE_DIGITS) as usize],
        ItemCase::Sign => vec![b'-'],
    })
}

/// Whether a number has no more than this many characters, its sign included.
fn is_shorter(terms: &Terms, number: TermId, format: NumberFormat, characters: u32) -> TermId {
    let below = format.limit(characters).map(|limit| terms.constant(limit, format.width));
    if !format.signed {
        return below.map_or(terms.truth(true), |limit| terms.less(number, limit));
    }
    let small = below.map_or(terms.truth(true), |limit| terms.less_signed(number, limit));
    let large = match format.limit(characters - 1) {
        Some(limit) => terms.less_signed(terms.negate(terms.constant(limit, format.width)), number),
        None => terms.truth(true),
    };
    terms.and(small, large)
}

/// What comes next, in the runs under a condition, where a number of a width is expected.
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
        ItemCase::ALL.map(|case| terms.equal(code, terms.constant(case.code(), CASE_BITS)));
    let number = terms.extract(value, HEAD_BITS, width);
    let (mut short, mut whole) = (terms.truth(true), terms.truth(false));
    if let Some(most) = format.most {
        short = is_shorter(terms, number, format, most - 1);
        whole = is_shorter(terms, number, format, most);
    }
    let may_be_too_large = terms.truth(format.may_be_too_large());
    let (fits, fits_padded) = (terms.and(is_number, short), terms.and(is_padded, whole));
    let cases = terms.any([is_end, is_other, fits, terms.and(is_too_large, may_be_too_large), is_sign, fits_padded]);
    // Instead of a number there comes no space, which is skipped, no digit, and no sign.
    let fits = is_in_class(terms, byte, |byte| is_space(byte) || byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
    let possible = terms.and(cases, terms.not(terms.and(is_other, fits)));
    state.guard = terms.and(state.guard, terms.or(terms.not(condition), possible));
    let cases = [is_end, is_other, is_number, is_too_large, is_sign, is_padded];
    let [is_end, is_other, is_number, is_too_large, is_sign, is_padded] = cases.map(|case| terms.and(condition, case));
    InputItem { is_end, is_other, is_number, is_too_large, is_sign, is_padded, number, byte }
}
