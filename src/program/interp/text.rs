//! Strings and byte ranges in memory, as functions of the C library read and write them.

use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::files::NO_MEMORY;
use crate::interp::memory::{Block, BlockKind, Value};
use crate::interp::state::State;
use crate::limits::LONGEST_STRING;
use crate::{FaultKind, LibraryFunction};
use base::extended;
use ctype::FloatKind;

/// Reads a string without its NUL, or at most `limit` bytes.
pub(super) fn read(state: &State, start: Value, limit: Option<usize>) -> Result<Vec<u8>, Fault> {
    let mut text = Vec::new();
    while limit.is_none_or(|limit| text.len() < limit) {
        let place = moved(start, text.len() as i64);
        let rest = limit.map(|limit| limit - text.len());
        match byte(state, place, || unknown_in_text(state, place, rest))? {
            0 => break,
            byte if text.len() < LONGEST_STRING => text.push(byte),
            _ => return Err(Fault::unsupported("a string that is too long")),
        }
    }
    Ok(text)
}

/// Reads this many bytes, which must all be known. An unknown byte decides a result, but not which memory is read.
pub(super) fn read_bytes(state: &State, start: Value, count: u64) -> Result<Vec<u8>, Fault> {
    if count > 0 {
        state.check_access(start, count)?;
    }
    (0..count).map(|index| byte(state, moved(start, index as i64), || FaultKind::UndefinedValue)).collect()
}

/// Returns the fault of an undefined byte in a string. If a NUL or the limit comes before the end of the object, the
/// string ends inside the object whatever the byte is, and no memory outside of it is read.
fn unknown_in_text(state: &State, place: Value, limit: Option<usize>) -> FaultKind {
    for index in 0..limit.unwrap_or(LONGEST_STRING) {
        let place = moved(place, index as i64);
        let Ok((id, offset)) = state.check_access(place, 1) else { return FaultKind::Uninitialized };
        match state.block(id).map(|block| block.read_field(offset, 0, 8, false)) {
            Some(Ok(Value::Integer(0))) => break,
            Some(Ok(_)) => {}
            _ => return FaultKind::Uninitialized,
        }
    }
    FaultKind::UndefinedValue
}

/// Reads a byte that decides how far memory is read.
pub(super) fn read_byte(state: &State, place: Value) -> Result<u8, Fault> {
    byte(state, place, || FaultKind::Uninitialized)
}

fn byte(state: &State, place: Value, unknown: impl FnOnce() -> FaultKind) -> Result<u8, Fault> {
    let (id, offset) = state.check_access(place, 1)?;
    match state.block(id).map(|block| block.read_field(offset, 0, 8, false)).transpose()? {
        Some(Value::Integer(byte)) => Ok(byte as u8),
        _ => Err(Fault::new(unknown(), "read of an uninitialized byte of a string")),
    }
}

impl State {
    pub(super) fn set_error(&mut self, number: i32, word: u64) -> Result<(), Fault> {
        let block = match self.external.get(&LibraryFunction::Errno) {
            Some(block) => *block,
            None => {
                let block = self.add_block(Block::new(BlockKind::Arguments, 4, true)?);
                self.external.insert(LibraryFunction::Errno, block);
                block
            }
        };
        self.write_text(Value::pointer_to(block), &number.to_le_bytes(), word)
    }

    /// Sets `errno` after a failed allocation; only a whole program can observe it.
    pub(super) fn set_no_memory(&mut self, word: u64) -> Result<(), Fault> {
        if self.clock.0.is_whole { self.set_error(NO_MEMORY, word) } else { Ok(()) }
    }

    pub(super) fn write_text(&mut self, target: Value, bytes: &[u8], word: u64) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (id, offset) = self.check_writable(target, bytes.len() as u64)?;
        self.block_mut(id)?.write_known(offset, bytes, word)
    }

    /// Fills a range with one byte.
    pub(super) fn fill(&mut self, target: Value, byte: u8, count: u64, word: u64) -> Result<(), Fault> {
        if count == 0 {
            return Ok(());
        }
        let (id, offset) = self.check_writable(target, count)?;
        self.block_mut(id)?.fill(offset, count, byte, word)
    }
}

/// Parses the integer at the start of a text in a base (0: by its prefix). Returns it with the number of bytes
/// consumed; `None` if there is none.
pub(super) fn leading_integer(text: &[u8], base: u32) -> Option<(i128, usize)> {
    let mut at = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let digit = |at: usize, base| text.get(at).and_then(|byte| char::from(*byte).to_digit(base));
    let is_hex =
        text.get(at) == Some(&b'0') && matches!(text.get(at + 1), Some(b'x' | b'X')) && digit(at + 2, 16).is_some();
    let base = match base {
        0 | 16 if is_hex => {
            at += 2;
            16
        }
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base.clamp(2, 36),
    };
    let start = at;
    let mut value = 0_i128;
    while let Some(digit) = digit(at, base) {
        value = value.saturating_mul(i128::from(base)).saturating_add(i128::from(digit));
        at += 1;
    }
    (at > start).then_some((if negative { -value } else { value }, at))
}

/// Parses the decimal number at the start of a text, after white space. Returns its text and the number of bytes
/// consumed; an empty text and 0 if there is none.
pub(super) fn leading_float(text: &[u8]) -> Result<(&str, usize), Fault> {
    let start = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    let rest = text.get(start..).unwrap_or(&[]);
    let digits = |from: usize| rest.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
    let word: Vec<u8> = rest.iter().skip(sign).take(3).map(u8::to_ascii_lowercase).collect();
    if word == b"inf" || word == b"nan" || word.starts_with(b"0x") {
        return Err(Fault::unsupported("a float in a string that is not decimal"));
    }
    let whole = digits(sign);
    let mut end = sign + whole;
    let mut fraction = 0;
    if rest.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return Ok(("", 0));
    }
    if matches!(rest.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + signed);
        end += if exponent > 0 { 1 + signed + exponent } else { 0 };
    }
    let number = rest.get(..end).and_then(|number| std::str::from_utf8(number).ok());
    Ok(number.map_or(("", 0), |number| (number, start + end)))
}

/// Returns the value of a decimal number, rounded to a kind of floating type; zero if it is not a number.
pub(super) fn float_value(number: &str, kind: FloatKind) -> Value {
    let zero = Value::Float(0);
    match kind {
        FloatKind::Float => number.parse().map_or(zero, |value: f32| Value::Float(f64::from(value).to_bits())),
        FloatKind::LongDouble => Value::LongDouble(extended::parse(number).unwrap_or(0)),
        _ => number.parse().map_or(zero, |value: f64| Value::Float(value.to_bits())),
    }
}
