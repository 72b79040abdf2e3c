//! Integers.
//!
//! All engines and the interpreter share [`wrap`], so comparing engines cannot reveal an error in it. Therefore
//! `tests/language/shared_arithmetic.rs` compares it with the C compiler on every value of 8 and 16 bits.

/// Interprets the low `width` bits of `integer`, in two's complement if `signed`.
pub fn wrap(integer: i128, (width, signed): (u32, bool)) -> i128 {
    match (width, signed) {
        (0, _) => 0,
        (128.., _) => integer,
        (_, true) => integer << (128 - width) >> (128 - width),
        (_, false) => integer & ((1 << width) - 1),
    }
}

/// Returns the greatest common divisor; 0 of two zeros.
pub fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
