//! The grammar of the formats of `printf` and of `scanf` and their kin: which conversions a format has, as data for every
//! engine.
//!
//! Nothing here prints or evaluates anything.

/// A width or precision is taken for this many bytes at most.
pub const MOST_WIDTH: i64 = 1 << 40;

/// The text of an error number, which `%m` prints, has at most so many bytes.
const MOST_MESSAGE: i64 = 256;

/// How many bytes of a text a format prints at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So many.
    Bytes(i64),
    /// As many as an argument says, of those behind the format.
    Argument(usize),
}

/// What a format does with one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// It prints a text.
    Text {
        /// At most so many bytes of it, if that is said.
        limit: Option<Limit>,
        /// And so many bytes in any case, if that is known.
        width: Option<i64>,
    },
    /// It prints a number, or takes a width: so many bytes at most, if that is known.
    Number(Option<i64>),
    /// It prints an address as a number that can be read again: so many bytes at most, if that is known.
    Address(Option<i64>),
    /// It stores how many bytes were printed where the argument points.
    Count,
    /// It prints wide characters, names its argument by a number, or is none of C's: that is not followed. It may take a
    /// pointer.
    Other,
}

impl Conversion {
    /// Whether memory is read or written where its argument points, or may be.
    pub fn uses_memory(self) -> bool {
        match self {
            Conversion::Text { .. } | Conversion::Count | Conversion::Other => true,
            Conversion::Number(_) | Conversion::Address(_) => false,
        }
    }
}

/// What a format for input does with one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputConversion {
    /// It stores a number of so many bytes.
    Number {
        /// Bytes.
        bytes: i64,
        /// Whether it may be any of its type: it is an integer of any number of digits.
        is_any: bool,
    },
    /// It stores so many characters.
    Characters(i64),
    /// It stores a text, which it ends: so many bytes with the zero byte at most, if that is said.
    Text(Option<i64>),
    /// It stores, in so many bytes, how many characters were read. The result of the call does not count it.
    Count(i64),
    /// It allocates a block, stores wide characters, names its argument by a number, or is none of C's: not followed.
    Other,
}

/// The bytes that a format prints itself, and its conversions, one for each argument behind it.
pub fn conversions(format: &[u8]) -> (i64, Vec<Conversion>) {
    let (mut own, mut found) = (0, Vec::new());
    let mut bytes = format.iter().copied().take_while(|byte| *byte != 0);
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            own += 1;
            continue;
        }
        let (mut width, mut precision, mut in_precision, mut is_wide) = (Some(0_i64), None, false, false);
        let kind = loop {
            let Some(byte) = bytes.next() else { return (own, found) };
            match byte {
                b'*' => {
                    match in_precision {
                        true => precision = Some(Limit::Argument(found.len())),
                        false => width = None,
                    }
                    found.push(Conversion::Number(Some(0)));
                }
                b'.' => (in_precision, precision) = (true, Some(Limit::Bytes(0))),
                b'0'..=b'9' => {
                    let more = |number: i64| (10 * number + i64::from(byte - b'0')).min(MOST_WIDTH);
                    match precision {
                        Some(Limit::Bytes(bytes)) => precision = Some(Limit::Bytes(more(bytes))),
                        Some(Limit::Argument(_)) => {}
                        None => width = width.map(more),
                    }
                }
                b'l' => is_wide = true,
                b'-' | b'+' | b' ' | b'#' | b'\'' | b'h' | b'L' | b'q' | b'j' | b'z' | b't' => {}
                kind => break kind,
            }
        };
        let least = |most: i64| match precision {
            None => width.map(|width| width.max(most)),
            Some(Limit::Bytes(digits)) => width.map(|width| width.max(most).max(digits + 4)),
            Some(Limit::Argument(_)) => None,
        };
        match kind {
            b'%' => own += 1,
            // The text of `errno`, for which there is no argument.
            b'm' => own += MOST_MESSAGE.max(width.unwrap_or(MOST_WIDTH)),
            b's' if !is_wide => found.push(Conversion::Text { limit: precision, width }),
            b'c' if !is_wide => found.push(Conversion::Number(least(1))),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => found.push(Conversion::Number(least(24))),
            b'p' => found.push(Conversion::Address(least(24))),
            b'e' | b'E' | b'g' | b'G' | b'f' | b'F' | b'a' | b'A' => found.push(Conversion::Number(None)),
            b'n' => found.push(Conversion::Count),
            _ => found.push(Conversion::Other),
        }
    }
    (own, found)
}

/// How many bytes an integer has by the modifiers before a conversion; pointers have `word` bytes.
fn integer_bytes(modifiers: &[u8], word: i64) -> Option<i64> {
    match modifiers {
        [] => Some(4),
        b"h" => Some(2),
        b"hh" => Some(1),
        b"l" | b"z" | b"t" => Some(word),
        b"ll" | b"L" | b"q" | b"j" => Some(8),
        _ => None,
    }
}

/// The same of a floating number.
fn float_bytes(modifiers: &[u8], word: i64) -> Option<i64> {
    match modifiers {
        [] => Some(4),
        b"l" => Some(8),
        b"L" => Some(if word == 8 { 16 } else { 12 }),
        _ => None,
    }
}

/// What a format for input does with each argument behind it; pointers have `word` bytes.
pub fn input_conversions(format: &[u8], word: i64) -> Vec<InputConversion> {
    let mut found = Vec::new();
    let mut bytes = format.iter().copied().take_while(|byte| *byte != 0);
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let (mut width, mut is_skipped, mut modifiers) = (None, false, Vec::new());
        let kind = loop {
            match bytes.next() {
                Some(b'*') => is_skipped = true,
                Some(digit @ b'0'..=b'9') => {
                    width = Some((10 * width.unwrap_or(0) + i64::from(digit - b'0')).min(MOST_WIDTH));
                }
                Some(modifier @ (b'h' | b'l' | b'L' | b'q' | b'j' | b'z' | b't' | b'm')) => modifiers.push(modifier),
                Some(b'\'') => {}
                Some(kind) => break kind,
                None => return found,
            }
        };
        if kind == b'[' {
            skip_set(&mut bytes);
        }
        let number = |bytes: Option<i64>, is_any: bool| {
            bytes.map_or(InputConversion::Other, |bytes| InputConversion::Number { bytes, is_any })
        };
        let is_narrow = modifiers.is_empty();
        let told = match kind {
            b'%' => continue,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => number(integer_bytes(&modifiers, word), width.is_none()),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => number(float_bytes(&modifiers, word), false),
            b'p' if is_narrow => number(Some(word), false),
            b'c' if is_narrow => InputConversion::Characters(width.unwrap_or(1)),
            b's' | b'[' if is_narrow => InputConversion::Text(width.map(|width| width + 1)),
            b'n' => integer_bytes(&modifiers, word).map_or(InputConversion::Other, InputConversion::Count),
            _ => InputConversion::Other,
        };
        if !is_skipped {
            found.push(told);
        }
    }
    found
}

/// Goes behind the characters of `%[`: a bracket that comes first, or first behind `^`, is one of them.
fn skip_set(bytes: &mut impl Iterator<Item = u8>) {
    let mut is_first = true;
    for byte in bytes {
        match byte {
            b'^' if is_first => continue,
            b']' if !is_first => return,
            _ => is_first = false,
        }
    }
}
