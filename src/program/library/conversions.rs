//! The effects of `printf` and `scanf` directives on their arguments, for the analyses: memory read, memory written,
//! and the maximum number of bytes printed.
//!
//! Uses the grammar of [`super::format`]. Nothing here prints or evaluates.

use crate::library::format::{Amount, Length, MOST_WIDTH, PrintDirective, PrintPart, ScanPart, printf, scanf};

/// Maximum length in bytes of the message printed by `%m`.
const MOST_MESSAGE: i64 = 256;

/// Maximum number of bytes of a string that a directive prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Bytes(i64),
    /// The value of this argument, counted from the first one after the format.
    Argument(usize),
}

/// The effect of a `printf` format on one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// Prints a string.
    String {
        /// The maximum number of bytes printed from the string, if limited.
        limit: Option<Limit>,
        /// The minimum number of bytes printed, if known.
        width: Option<i64>,
    },
    /// Prints a number or consumes a width: the maximum number of bytes, if known.
    Number(Option<i64>),
    /// Prints an address in a form that can be read back: the maximum number of bytes, if known.
    Address(Option<i64>),
    /// Stores the number of bytes printed so far through the argument, in an integer of this length.
    Count(Length),
    /// Prints wide characters, uses a numbered argument, or is not in C. Unsupported by the analyses. The argument may
    /// be a pointer.
    Other,
}

impl Conversion {
    /// Returns true if memory is or may be accessed through the argument.
    pub fn uses_memory(self) -> bool {
        match self {
            Conversion::String { .. } | Conversion::Count(_) | Conversion::Other => true,
            Conversion::Number(_) | Conversion::Address(_) => false,
        }
    }
}

/// The effect of a `scanf` format on one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputConversion {
    /// Stores a number.
    Number {
        /// Its size in bytes.
        bytes: i64,
        /// True if it may be any value of its type: an integer without a width.
        is_any: bool,
    },
    /// Stores this many characters.
    Characters(i64),
    /// Stores a string of at most this many bytes, its NUL included; `None` if unlimited.
    String(Option<i64>),
    /// Stores the number of characters read so far, in this many bytes. The result of the call does not count it.
    Count(i64),
    /// Allocates a block, stores wide characters, uses a numbered argument, or is not in C. Unsupported by the
    /// analyses.
    Other,
}

/// Returns the number of literal bytes in a format, and one conversion for each argument.
pub fn conversions(format: &[u8]) -> (i64, Vec<Conversion>) {
    let (mut own, mut found) = (0, Vec::new());
    for part in printf(format) {
        let directive = match part {
            PrintPart::Byte(_) => {
                own += 1;
                continue;
            }
            PrintPart::Directive(directive) => directive,
            PrintPart::Unfinished => {
                found.push(Conversion::Other);
                continue;
            }
        };
        // `*` consumes an argument.
        let width = match directive.width {
            None => Some(0),
            Some(Amount::Number(width)) => Some(width),
            Some(Amount::Argument) => {
                found.push(Conversion::Number(Some(0)));
                None
            }
        };
        let limit = match directive.precision {
            None => None,
            Some(Amount::Number(limit)) => Some(Limit::Bytes(limit)),
            Some(Amount::Argument) => {
                found.push(Conversion::Number(Some(0)));
                Some(Limit::Argument(found.len() - 1))
            }
        };
        match directive.letter {
            b'%' => own += 1,
            // The message of `errno` consumes no argument.
            b'm' => own += MOST_MESSAGE.max(width.unwrap_or(MOST_WIDTH)),
            _ => found.push(conversion(directive, width, limit)),
        }
    }
    (own, found)
}

fn conversion(directive: PrintDirective, width: Option<i64>, limit: Option<Limit>) -> Conversion {
    let least = |most: i64| match limit {
        None => width.map(|width| width.max(most)),
        Some(Limit::Bytes(digits)) => width.map(|width| width.max(most).max(digits + 4)),
        Some(Limit::Argument(_)) => None,
    };
    let is_wide = matches!(directive.length, Length::Long | Length::LongLong);
    match directive.letter {
        _ if directive.length == Length::Unknown => Conversion::Other,
        b's' if !is_wide => Conversion::String { limit, width },
        b'c' if !is_wide => Conversion::Number(least(1)),
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => Conversion::Number(least(24)),
        b'p' => Conversion::Address(least(24)),
        b'e' | b'E' | b'g' | b'G' | b'f' | b'F' | b'a' | b'A' => Conversion::Number(None),
        b'n' => Conversion::Count(directive.length),
        _ => Conversion::Other,
    }
}

/// Returns the conversions of a `scanf` format, one for each argument; pointers have `word` bytes.
pub fn input_conversions(format: &[u8], word: u64) -> Vec<InputConversion> {
    let mut found = Vec::new();
    for part in scanf(format) {
        let directive = match part {
            ScanPart::Directive(directive) if !directive.takes_argument() => continue,
            ScanPart::Directive(directive) => directive,
            ScanPart::Space | ScanPart::Byte(_) => continue,
            ScanPart::Unfinished | ScanPart::UnfinishedSet => {
                found.push(InputConversion::Other);
                continue;
            }
        };
        let number = |bytes: Option<u64>, is_any: bool| {
            bytes.map_or(InputConversion::Other, |bytes| InputConversion::Number { bytes: bytes as i64, is_any })
        };
        let (length, width) = (directive.length, directive.width);
        let is_narrow = length == Length::Plain;
        found.push(match directive.letter {
            _ if directive.allocates => InputConversion::Other,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => number(length.integer_bytes(word), width.is_none()),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => number(float_bytes(length, word), false),
            b'p' if is_narrow => number(Some(word), false),
            b'c' if is_narrow => InputConversion::Characters(width.unwrap_or(1)),
            b's' | b'[' if is_narrow => InputConversion::String(width.map(|width| width + 1)),
            b'n' => match length.integer_bytes(word) {
                Some(bytes) => InputConversion::Count(bytes as i64),
                None => InputConversion::Other,
            },
            _ => InputConversion::Other,
        });
    }
    found
}

/// Returns the size in bytes of a floating-point input with a length modifier.
fn float_bytes(length: Length, word: u64) -> Option<u64> {
    match length {
        Length::Plain => Some(4),
        Length::Long => Some(8),
        Length::LongDouble => Some(if word == 8 { 16 } else { 12 }),
        _ => None,
    }
}
