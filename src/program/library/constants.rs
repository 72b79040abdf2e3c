//! Functions that GCC evaluates in constant expressions: `strlen("text")`, `__builtin_ctz(8)`.

use super::LibraryFunction as F;

/// The only argument of such a call.
#[derive(Clone, Copy, Debug)]
pub enum KnownArgument<'t> {
    Number(i128),
    /// A string literal without its NUL, as `char *`.
    Text(&'t [u8]),
}

/// Returns the result of a call; `None` if the function is not one of these or GCC does not evaluate it. `word`: bits
/// of `long`.
pub fn constant(function: F, argument: KnownArgument<'_>, word: u32) -> Option<i128> {
    let number = match (function, argument) {
        (F::Strlen, KnownArgument::Text(text)) => {
            return Some(text.iter().position(|byte| *byte == 0).unwrap_or(text.len()) as i128);
        }
        (_, KnownArgument::Number(number)) => number,
        _ => return None,
    };
    let width = match function {
        F::Popcount | F::Clz | F::Bswap32 => 32,
        F::PopcountLong | F::ClzLong => word,
        F::Bswap16 => 16,
        _ => 64,
    };
    let bits = number as u64 & (u64::MAX >> (64 - width));
    match function {
        F::Popcount | F::PopcountLong | F::PopcountLongLong => Some(bits.count_ones().into()),
        F::Parity => Some((bits.count_ones() % 2).into()),
        F::Ffs if bits == 0 => Some(0),
        F::Ffs => Some((bits.trailing_zeros() + 1).into()),
        F::Ctz if bits != 0 => Some(bits.trailing_zeros().into()),
        F::Clz | F::ClzLong | F::ClzLongLong if bits != 0 => Some((bits.leading_zeros() - (64 - width)).into()),
        F::Bswap16 => Some((bits as u16).swap_bytes().into()),
        F::Bswap32 => Some((bits as u32).swap_bytes().into()),
        F::Bswap64 => Some(bits.swap_bytes().into()),
        _ => None,
    }
}
