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

use crate::bmc::claim::ChoiceKind;
use crate::bmc::machine::{Machine, State};
use crate::bmc::query::Chosen;
use crate::bmc::term::TermId;
use crate::program::interp::wrap;

/// Bits of the case.
const CASE_BITS: u32 = 3;
/// Bits of the case and the byte.
const HEAD_BITS: u32 = CASE_BITS + 8;
/// A number that no type holds.
const TOO_LARGE: &str = "99999999999999999999999999";

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
}

impl ItemCase {
    const ALL: [ItemCase; 5] = [ItemCase::End, ItemCase::Other, ItemCase::Number, ItemCase::TooLarge, ItemCase::Sign];

    fn code(self) -> u128 {
        match self {
            ItemCase::End => 0,
            ItemCase::Other => 1,
            ItemCase::Number => 2,
            ItemCase::TooLarge => 3,
            ItemCase::Sign => 4,
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
    pub(super) number: TermId,
    pub(super) byte: TermId,
}

impl Machine<'_> {
    /// What comes next, in the runs under a condition, where a number of a width is expected.
    pub(super) fn choose_item(
        &mut self,
        state: &mut State,
        condition: TermId,
        (width, signed): (u32, bool),
    ) -> InputItem {
        let asked = self.terms.and(state.guard, condition);
        let value = self.choose_under(asked, ChoiceKind::InputNumber(width, signed), HEAD_BITS + width);
        let code = self.terms.extract(value, 0, CASE_BITS);
        let byte = self.terms.extract(value, CASE_BITS, 8);
        let [is_end, is_other, is_number, is_too_large, is_sign] = ItemCase::ALL.map(|case| {
            let case = self.terms.constant(case.code(), CASE_BITS);
            self.terms.equal(code, case)
        });
        let cases = self.terms.any([is_end, is_other, is_number, is_too_large, is_sign]);
        // Instead of a number there comes no space, which is skipped, no digit, and no sign.
        let fits =
            self.is_in_class(byte, |byte| is_space(byte) || byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
        let wrong = self.terms.and(is_other, fits);
        let right = self.terms.not(wrong);
        let possible = self.terms.and(cases, right);
        let otherwise = self.terms.not(condition);
        let possible = self.terms.or(otherwise, possible);
        state.guard = self.terms.and(state.guard, possible);
        let number = self.terms.extract(value, HEAD_BITS, width);
        let [is_end, is_other, is_number, is_too_large, is_sign] =
            [is_end, is_other, is_number, is_too_large, is_sign].map(|case| self.terms.and(condition, case));
        InputItem { is_end, is_other, is_number, is_too_large, is_sign, number, byte }
    }
}

/// White space, as `scanf` skips it.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// The choices as the interpreter makes them: numbers of the input by their bytes.
pub fn by_bytes(chosen: impl Iterator<Item = Chosen>) -> Vec<Chosen> {
    let mut all = Vec::new();
    for chosen in chosen {
        let ChoiceKind::InputNumber(width, signed) = chosen.kind else {
            all.push(chosen);
            continue;
        };
        let Some(text) = input_text_of(chosen.bits, (width, signed)) else {
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
pub fn input_text_of(bits: u128, format: (u32, bool)) -> Option<Vec<u8>> {
    let code = bits & ((1 << CASE_BITS) - 1);
    let case = ItemCase::ALL.into_iter().find(|case| case.code() == code)?;
    Some(match case {
        ItemCase::End => return None,
        ItemCase::Other => vec![(bits >> CASE_BITS) as u8],
        ItemCase::Number => wrap((bits >> HEAD_BITS) as i128, format).to_string().into_bytes(),
        ItemCase::TooLarge => TOO_LARGE.into(),
        ItemCase::Sign => vec![b'-'],
    })
}
