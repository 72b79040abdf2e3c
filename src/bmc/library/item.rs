//! What standard input may hold where a decimal number is expected, as one choice of a run: the number itself, and not its digits.
//!
//! All numbers may come, and behind one any character that is no digit; how many zeros and white space stand before it makes no
//! difference to the program. The bytes that the interpreter reads follow from the choice ([`program::witness`]).

use crate::machine::{Machine, State};
use crate::term::TermId;
use program::witness::{CASE_BITS, ChoiceKind, HEAD_BITS, InputCase, NumberFormat};

/// Ten to the power of this many characters, if a number of the format's width can be as large.
fn limit(format: NumberFormat, characters: u32) -> Option<u128> {
    let bits = if format.signed { format.width - 1 } else { format.width };
    10_u128.checked_pow(characters).filter(|limit| *limit < 1 << bits)
}

/// Whether a number may be too large for its object.
fn may_be_too_large(format: NumberFormat) -> bool {
    let all = 1_u128 << format.width;
    format.most.is_none_or(|most| 10_u128.checked_pow(most).is_none_or(|limit| limit > all))
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

impl Machine<'_> {
    /// What comes next, in the runs under a condition, where a number of a width is expected.
    pub(super) fn choose_item(&mut self, state: &mut State, condition: TermId, format: NumberFormat) -> InputItem {
        let width = format.width;
        let asked = self.terms.and(state.guard, condition);
        let value = self.choose_under(asked, ChoiceKind::InputNumber(format), HEAD_BITS + width);
        let code = self.terms.extract(value, 0, CASE_BITS);
        let byte = self.terms.extract(value, CASE_BITS, 8);
        let [is_end, is_other, is_number, is_too_large, is_sign, is_padded] = InputCase::ALL.map(|case| {
            let case = self.terms.constant(case as u128, CASE_BITS);
            self.terms.equal(code, case)
        });
        let number = self.terms.extract(value, HEAD_BITS, width);
        let (mut short, mut whole) = (self.terms.truth(true), self.terms.truth(false));
        if let Some(most) = format.most {
            short = self.is_shorter(number, format, most - 1);
            whole = self.is_shorter(number, format, most);
        }
        let may_be_too_large = self.terms.truth(may_be_too_large(format));
        let (fits, fits_padded) = (self.terms.and(is_number, short), self.terms.and(is_padded, whole));
        let too_large = self.terms.and(is_too_large, may_be_too_large);
        let cases = self.terms.any([is_end, is_other, fits, too_large, is_sign, fits_padded]);
        // Instead of a number there comes no space, which is skipped, no digit, and no sign.
        let fits =
            self.is_in_class(byte, |byte| is_space(byte) || byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
        let wrong = self.terms.and(is_other, fits);
        let right = self.terms.not(wrong);
        let possible = self.terms.and(cases, right);
        let otherwise = self.terms.not(condition);
        let possible = self.terms.or(otherwise, possible);
        state.guard = self.terms.and(state.guard, possible);
        let cases = [is_end, is_other, is_number, is_too_large, is_sign, is_padded];
        let [is_end, is_other, is_number, is_too_large, is_sign, is_padded] =
            cases.map(|case| self.terms.and(condition, case));
        InputItem { is_end, is_other, is_number, is_too_large, is_sign, is_padded, number, byte }
    }

    /// Whether a number has no more than this many characters, its sign included.
    fn is_shorter(&mut self, number: TermId, format: NumberFormat, characters: u32) -> TermId {
        let below = limit(format, characters).map(|limit| self.terms.constant(limit, format.width));
        if !format.signed {
            return below.map_or(self.terms.truth(true), |limit| self.terms.less(number, limit));
        }
        let small = below.map_or(self.terms.truth(true), |limit| self.terms.less_signed(number, limit));
        let large = match limit(format, characters - 1) {
            Some(limit) => {
                let limit = self.terms.constant(limit, format.width);
                let limit = self.terms.negate(limit);
                self.terms.less_signed(limit, number)
            }
            None => self.terms.truth(true),
        };
        self.terms.and(small, large)
    }
}

/// White space, as `scanf` skips it.
pub(super) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}
