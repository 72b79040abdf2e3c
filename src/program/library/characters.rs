//! Character classes of `<ctype.h>`, and the tables that its macros read, in the "C" locale.

use super::LibraryFunction as F;

/// Returns whether a character is in the class that a function tests for; `None` if it tests for none.
pub fn is_in(class: F, byte: u8) -> Option<bool> {
    Some(match class {
        F::Isalnum => byte.is_ascii_alphanumeric(),
        F::Isalpha => byte.is_ascii_alphabetic(),
        F::Isblank => matches!(byte, b' ' | b'\t'),
        F::Iscntrl => byte.is_ascii_control(),
        F::Isdigit => byte.is_ascii_digit(),
        F::Isgraph => byte.is_ascii_graphic(),
        F::Islower => byte.is_ascii_lowercase(),
        F::Isprint => byte.is_ascii_graphic() || byte == b' ',
        F::Ispunct => byte.is_ascii_punctuation(),
        F::Isspace => byte.is_ascii_whitespace() || byte == 0x0b,
        F::Isupper => byte.is_ascii_uppercase(),
        F::Isxdigit => byte.is_ascii_hexdigit(),
        _ => return None,
    })
}

/// Returns the table's entry for a character from -128 to 255; a negative `char` and its unsigned value have the same
/// entry.
pub fn entry(table: F, c: i32) -> u32 {
    let byte = u8::try_from(c).ok().filter(u8::is_ascii);
    match (table, byte) {
        (F::TolowerTable, Some(byte)) => u32::from(byte.to_ascii_lowercase()),
        (F::ToupperTable, Some(byte)) => u32::from(byte.to_ascii_uppercase()),
        (F::CtypeTable, Some(byte)) => {
            // Bits 8 to 15 come first, as on every little-endian machine.
            const CLASSES: [(F, u32); 12] = [
                (F::Isupper, 8),
                (F::Islower, 9),
                (F::Isalpha, 10),
                (F::Isdigit, 11),
                (F::Isxdigit, 12),
                (F::Isspace, 13),
                (F::Isprint, 14),
                (F::Isgraph, 15),
                (F::Isblank, 0),
                (F::Iscntrl, 1),
                (F::Ispunct, 2),
                (F::Isalnum, 3),
            ];
            CLASSES
                .iter()
                .filter(|(class, _)| is_in(*class, byte) == Some(true))
                .fold(0, |bits, (_, bit)| bits | 1 << bit)
        }
        (F::CtypeTable, None) => 0,
        // Indexed by the byte value, except for EOF (-1).
        _ if c < -1 => (c & 0xff) as u32,
        _ => c as u32,
    }
}

/// Returns the size in bytes of a table's entries.
pub fn width(table: F) -> usize {
    if table == F::CtypeTable { 2 } else { 4 }
}
