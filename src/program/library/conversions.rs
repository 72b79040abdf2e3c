//! What the formats of `printf` and of `scanf` do with each argument behind them, as the analyses ask for it: what is
//! read, what is stored, and how many bytes are printed at most.
//!
//! The grammar is that of [`super::format`]. Nothing here prints or evaluates anything.

use crate::library::format::{Amount, Length, MOST_WIDTH, PrintDirective, PrintPart, ScanPart, printf, scanf};

/// The largest number of bytes in the message that `%m` prints.
const MOST_MESSAGE: i64 = 256;

/// How many bytes of a string a format prints at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// This many.
    Bytes(i64),
    /// As many as this argument says; arguments are counted behind the format.
    Argument(usize),
}

/// What a format does with one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// It prints a string.
    String {
        /// How many bytes of it at most, if there is a limit.
        limit: Option<Limit>,
        /// How many bytes are printed at least, if that is known.
        width: Option<i64>,
    },
    /// It prints a number, or takes a width: this many bytes at most, if that is known.
    Number(Option<i64>),
    /// It prints an address as a number that can be read again: this many bytes at most, if that is known.
    Address(Option<i64>),
    /// It stores how many bytes were printed where the argument points, in an integer of this length.
    Count(Length),
    /// It prints wide characters, names its argument by a number, or is not in C. No analysis follows it. Its argument may be
    /// a pointer.
    Other,
}

impl Conversion {
    /// Whether memory is read or written where its argument points, or may be.
    pub fn uses_memory(self) -> bool {
        match self {
            Conversion::String { .. } | Conversion::Count(_) | Conversion::Other => true,
            Conversion::Number(_) | Conversion::Address(_) => false,
        }
    }
}

/// What a format for input does with one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputConversion {
    /// It stores a number of this many bytes.
    Number {
        /// Bytes.
        bytes: i64,
        /// Whether it may be any value of its type: an integer without a limit on its digits.
        is_any: bool,
    },
    /// It stores this many characters.
    Characters(i64),
    /// It stores a string. How many bytes at most, with the zero byte, if there is a limit.
    String(Option<i64>),
    /// It stores, in this many bytes, how many characters were read. The result of the call does not count it.
    Count(i64),
    /// It allocates a block, stores wide characters, names its argument by a number, or is not in C. No analysis follows it.
    Other,
}

/// The bytes that a format prints itself, and its conversions, one for each argument behind it.
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
        // A width or precision that an argument has takes that argument.
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
            // The message of `errno` takes no argument.
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

/// What a format for input does with each argument behind it; pointers have `word` bytes.
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

/// How many bytes a floating number has that is read with a length modifier.
fn float_bytes(length: Length, word: u64) -> Option<u64> {
    match length {
        Length::Plain => Some(4),
        Length::Long => Some(8),
        Length::LongDouble => Some(if word == 8 { 16 } else { 12 }),
        _ => None,
    }
}
