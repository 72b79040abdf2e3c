//! Values of numeric, character and string literals. Pure functions.

use super::token::{IntegerConstant, Token};
use base::extended;

/// The error in a literal, as one sentence.
pub type LiteralError = String;

/// Parses a preprocessing number.
pub fn number(text: &str) -> Result<Token<'static>, LiteralError> {
    let lower = text.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        _ => (10, lower.as_str()),
    };
    let is_float = match radix {
        16 => digits.contains(['.', 'p']),
        10 => digits.contains(['.', 'e']),
        _ => false,
    };
    if !is_float {
        return integer(text, digits, radix);
    }
    if let Some(half) = digits.strip_suffix("f16").filter(|_| radix == 10) {
        return match float(text, half, false)? {
            Token::Float(value, None) => Ok(Token::Float(value, Some('h'))),
            _ => Err(format!("`{text}` is no number of C: two suffixes")),
        };
    }
    match without_imaginary_suffix(digits) {
        Some(real) => match float(text, &real, radix == 16)? {
            Token::Float(value, suffix) => Ok(Token::Imaginary(value, suffix)),
            _ => Err(format!("`{text}`: imaginary constants of type `long double` are not supported")),
        },
        None => float(text, digits, radix == 16),
    }
}

/// Removes the suffix `i` or `j` of GNU's `1.0i`, `1.0if` and `1.0fi`.
fn without_imaginary_suffix(digits: &str) -> Option<String> {
    let letters = digits.rfind(|c: char| !matches!(c, 'i' | 'j' | 'f' | 'l')).map_or(0, |last| last + 1);
    let at = letters + digits.get(letters..)?.find(['i', 'j'])?;
    Some([digits.get(..at)?, digits.get(at + 1..)?].concat())
}

fn integer(text: &str, digits: &str, radix: u32) -> Result<Token<'static>, LiteralError> {
    let split = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(split);
    let octal = radix == 10 && digits.len() > 1 && digits.starts_with('0');
    let radix = if octal { 8 } else { radix };
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ll" => (false, 2),
        "ul" | "lu" => (true, 1),
        "ull" | "llu" => (true, 2),
        _ => return Err(format!("`{text}` is no number of C: unknown suffix `{suffix}`")),
    };
    if digits.is_empty() {
        return Err(format!("`{text}` is no number of C: digits are missing"));
    }
    if let Some(bad) = digits.chars().find(|c| !c.is_digit(radix)) {
        return Err(format!("`{text}` is no number of C: digit `{bad}` in an octal number"));
    }
    match u128::from_str_radix(digits, radix) {
        Ok(value) if value <= u128::from(u64::MAX) => {
            Ok(Token::Integer(IntegerConstant { value, unsigned, longs, non_decimal: radix != 10 }))
        }
        _ => Err(format!("the number `{text}` is too large for any integer type")),
    }
}

fn float(text: &str, digits: &str, hexadecimal: bool) -> Result<Token<'static>, LiteralError> {
    let bad = |why: &str| Err(format!("`{text}` is no number of C: {why}"));
    // In a decimal number every trailing `f` or `l` is a suffix; in a hexadecimal one only after the exponent.
    let (number, suffix) = match digits.as_bytes().last() {
        Some(b'f' | b'l') if !hexadecimal || digits.contains('p') => digits.split_at(digits.len() - 1),
        _ => (digits, ""),
    };
    if suffix == "l" {
        let spelling = if hexadecimal { format!("0x{number}") } else { number.to_string() };
        let is_number = if hexadecimal { hexadecimal_float(number) } else { decimal_float(number) }.is_some();
        return match extended::parse(&spelling).filter(|_| is_number) {
            Some(value) => Ok(Token::LongDouble(value)),
            None => bad("malformed floating constant"),
        };
    }
    let value = match (hexadecimal, suffix) {
        (true, _) => hexadecimal_float(number),
        // Parsed as `f32` to round only once.
        (false, "f") => decimal_float(number).and_then(|_| number.parse::<f32>().ok()).map(f64::from),
        (false, _) => decimal_float(number),
    };
    match value {
        Some(value) => Ok(Token::Float(value, suffix.chars().next())),
        None => bad("malformed floating constant"),
    }
}

fn decimal_float(number: &str) -> Option<f64> {
    let well_formed = number.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'+' | b'-'));
    let mantissa = number.split('e').next().unwrap_or("");
    if !well_formed || !mantissa.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    number.parse().ok()
}

/// Parses `1.8p-3`, without `0x`: mantissa times a power of two, rounded to nearest, ties to even.
fn hexadecimal_float(number: &str) -> Option<f64> {
    let (mantissa, exponent) = number.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut exponent = parse_exponent(exponent)?;
    let mut value: u128 = 0;
    let mut sticky = false;
    for (index, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u128::from(digit.to_digit(16)?);
        let in_fraction = index >= whole.len();
        if value >> 120 == 0 {
            value = value << 4 | digit;
            exponent = if in_fraction { exponent.saturating_sub(4) } else { exponent };
        } else {
            // Digits beyond the precision of a double only decide ties.
            sticky |= digit != 0;
            exponent = if in_fraction { exponent } else { exponent.saturating_add(4) };
        }
    }
    Some(scale(value | u128::from(sticky), exponent))
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let size: i64 = digits.parse().unwrap_or(1 << 40).min(1 << 40);
    Some(if text.starts_with('-') { -size } else { size })
}

/// Returns `value * 2^exponent`, rounded once.
fn scale(value: u128, exponent: i64) -> f64 {
    if value == 0 {
        return 0.0;
    }
    let bits = 128 - i64::from(value.leading_zeros());
    let top = exponent.saturating_add(bits); // value lies in 2^(top-1) .. 2^top
    if top > 1024 {
        return f64::INFINITY;
    }
    // A subnormal has fewer than 53 bits: the weight of its last bit is 2^-1074.
    let last = (top - 53).max(-1074);
    let drop = last.saturating_sub(exponent);
    if drop > 128 {
        return 0.0;
    }
    let rounded = if drop <= 0 { value << (-drop).min(127) } else { round_off(value, drop as u32) };
    // `rounded` has at most 54 bits, and the power is applied in two exact steps.
    let half = last / 2;
    rounded as f64 * 2f64.powi(half as i32) * 2f64.powi((last - half) as i32)
}

/// Returns `value / 2^drop`, ties to even.
fn round_off(value: u128, drop: u32) -> u128 {
    let kept = value.checked_shr(drop).unwrap_or(0);
    let half = 1u128 << (drop - 1).min(127);
    let rest = if drop >= 128 { value } else { value & ((1u128 << drop) - 1) };
    if rest > half || (rest == half && kept & 1 == 1) { kept + 1 } else { kept }
}

/// Decodes the text between the quotes of a string or character literal. In a wide literal escapes are code points, and
/// the result is UTF-8. Lines are joined before escapes are read, as C 5.1.1.2 orders it.
pub fn unescape(body: &str, wide: bool) -> Result<Vec<u8>, LiteralError> {
    let joined = body.replace("\\\r\n", "").replace("\\\n", "");
    let mut out = Vec::with_capacity(joined.len());
    let mut rest = joined.as_str();
    while let Some((before, special)) = rest.find(['\\', '\u{fffd}']).and_then(|at| rest.split_at_checked(at)) {
        out.extend_from_slice(before.as_bytes());
        let (after, code) = escape(special)?;
        match code {
            None => {}
            Some(Escape::Byte(code)) if !wide => match u8::try_from(code) {
                Ok(byte) => out.push(byte),
                Err(_) => return Err("escape sequence out of range".to_owned()),
            },
            Some(Escape::Byte(code) | Escape::CodePoint(code)) => match char::from_u32(code) {
                Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                None => return Err("escape sequence out of range".to_owned()),
            },
        }
        rest = after;
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}

enum Escape {
    Byte(u32),
    CodePoint(u32),
}

/// Parses the escape sequence at the start of `text`; `None` for a backslash that means nothing.
fn escape(text: &str) -> Result<(&str, Option<Escape>), LiteralError> {
    let mut chars = text.chars();
    if chars.next() == Some('\u{fffd}') {
        return Err("text that is not UTF-8 in a literal".to_owned());
    }
    let Some(kind) = chars.next() else { return Err("`\\` without a character behind it".to_owned()) };
    let rest = chars.as_str();
    let simple = |code: u32| Ok((rest, Some(Escape::Byte(code))));
    match kind {
        'n' => simple(10),
        't' => simple(9),
        'r' => simple(13),
        'a' => simple(7),
        'b' => simple(8),
        'f' => simple(12),
        'v' => simple(11),
        'e' | 'E' => simple(27),
        '\\' | '\'' | '"' | '?' => simple(kind as u32),
        'x' => digits(rest, 16, 8, 1).map(|(rest, code)| (rest, Some(Escape::Byte(code)))),
        'u' => digits(rest, 16, 4, 4).map(|(rest, code)| (rest, Some(Escape::CodePoint(code)))),
        'U' => digits(rest, 16, 8, 8).map(|(rest, code)| (rest, Some(Escape::CodePoint(code)))),
        '0'..='7' => {
            digits(text.trim_start_matches('\\'), 8, 3, 1).map(|(rest, code)| (rest, Some(Escape::Byte(code))))
        }
        // C++ gives a meaning to `\N{…}` and `\o{…}`, which gcc follows in C too.
        'N' | 'o' if rest.starts_with('{') => Err(format!("the escape sequence `\\{kind}{{…}}` is not supported")),
        // gcc and clang drop the backslash, with a warning.
        _ => Ok((text.strip_prefix('\\').unwrap_or(rest), None)),
    }
}

fn digits(text: &str, radix: u32, most: usize, least: usize) -> Result<(&str, u32), LiteralError> {
    let all = text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
    let length = all.min(most);
    if length < least || (radix == 16 && least == 1 && all > most) {
        return Err("malformed escape sequence".to_owned());
    }
    let out_of_range = || "escape sequence out of range".to_owned();
    let (digits, rest) = text.split_at_checked(length).ok_or_else(out_of_range)?;
    let code = u32::from_str_radix(digits, radix).map_err(|_| out_of_range())?;
    Ok((rest, code))
}

/// Returns the value of a character constant, given the text between its quotes.
pub fn character(body: &str, wide: bool) -> Result<i64, LiteralError> {
    let bytes = unescape(body, wide)?;
    if wide {
        let text = String::from_utf8(bytes).map_err(|_| "malformed wide character".to_owned())?;
        let mut chars = text.chars();
        return match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(i64::from(c as u32)),
            (None, _) => Err("empty character constant".to_owned()),
            _ => Err("more than one character in a wide character constant".to_owned()),
        };
    }
    match bytes.as_slice() {
        [] => Err("empty character constant".to_owned()),
        // A single character has the value of a (signed) char.
        [byte] => Ok(i64::from(*byte as i8)),
        // As in GCC, each character shifts the previous ones; the type is int.
        [_, _] | [_, _, _] | [_, _, _, _] => {
            let value = bytes.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
            Ok(i64::from(value as i32))
        }
        _ => Err("more than four characters in a character constant".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float_value(text: &str) -> f64 {
        match number(text) {
            Ok(Token::Float(value, _)) => value,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn hexadecimal_floats_round_once() {
        for (text, value) in [
            ("0x1p0", 1.0),
            ("0x1.8p1", 3.0),
            ("0x.8p1f", 1.0),
            ("0x1.fffffffffffffp1023", f64::MAX),
            ("0x1p-1074", f64::from_bits(1)),
            ("0x1p-1075", 0.0),
            ("0x1.8p-1074", f64::from_bits(2)),
            ("0x1.00000000000008p0", 1.0),
            ("0x1.00000000000008000000000000000000000000001p0", 1.0 + f64::EPSILON),
            ("0x1p99999999999999999999", f64::INFINITY),
        ] {
            assert_eq!(float_value(text), value, "{text}");
        }
    }

    #[test]
    fn integers_keep_their_suffix() {
        let constant = |value, unsigned, longs, non_decimal| IntegerConstant { value, unsigned, longs, non_decimal };
        for (text, expected) in [
            ("0", constant(0, false, 0, false)),
            ("017u", constant(15, true, 0, true)),
            ("0xffUL", constant(255, true, 1, true)),
            ("0b101LLU", constant(5, true, 2, true)),
            ("18446744073709551615", constant(u128::from(u64::MAX), false, 0, false)),
        ] {
            assert!(matches!(number(text), Ok(Token::Integer(found)) if found == expected), "{text}");
        }
        for text in ["08", "0x", "1q", "18446744073709551616", "0xg", "1.2.3", "1e", "0x1.8", "1e+", "."] {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn characters_have_gcc_values() {
        for (body, wide, value) in
            [("a", false, 97), ("\\377", false, -1), ("ab", false, 0x6162), ("\\x80", true, 0x80), ("é", true, 0xe9)]
        {
            assert_eq!(character(body, wide), Ok(value), "{body}");
        }
        assert_eq!(character("\\x4\\\n1", false), Ok(0x41), "lines are joined before escapes are read");
        assert!(character("", false).is_err());
        assert_eq!(character("\\q", false), Ok(i64::from(b'q')));
        assert!(character("\\N{DIGIT ONE}", false).is_err());
    }
}
