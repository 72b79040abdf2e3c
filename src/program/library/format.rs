//! The grammar of the formats of `printf` and its kin: which conversions a format has, as data for every engine.
//!
//! Nothing here prints or evaluates anything.

/// A width or precision is taken for this many bytes at most.
pub const MOST_WIDTH: i64 = 1 << 40;

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
    /// It prints wide characters, or is none of C's: that is not followed.
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
