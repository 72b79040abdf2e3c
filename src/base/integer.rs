//! Fixed-width integers.
//!
//! All engines and the interpreter share this function, so comparing engines cannot reveal an error in it. Therefore
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
