//! Integers of a width, as the machine holds them.
//!
//! Every engine and the interpreter use this one function, so no comparison of engines can find an error in it:
//! `tests/shared_arithmetic.rs` compares it with the C compiler on every value of 8 and 16 bits.

/// The integer that the low `width` bits of `integer` stand for, in two's complement if it is signed.
pub fn wrap(integer: i128, (width, signed): (u32, bool)) -> i128 {
    match (width, signed) {
        (0, _) => 0,
        (128.., _) => integer,
        (_, true) => integer << (128 - width) >> (128 - width),
        (_, false) => integer & ((1 << width) - 1),
    }
}
