//! Functions that write bytes and strings, and that parse numbers.

use std::cmp::Ordering;

use super::Call;
use crate::FaultKind;
use crate::LibraryFunction as F;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::files::OUT_OF_RANGE;
use crate::interp::memory::Value;
use crate::interp::text;
use crate::limits::LONGEST_STRING;
use base::integer::wrap;
use ctype::FloatKind;

impl Call<'_, '_> {
    pub(super) fn move_bytes(&mut self, target: Value, source: Value, size: u64, overlap: bool) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        let (from, start) = self.state.check_access(source, size)?;
        let (to, end) = self.state.check_writable(target, size)?;
        if !overlap && from == to && start != end && start.abs_diff(end) < size {
            return Err(Fault::new(FaultKind::OverlappingCopy, "source and target of a copy overlap"));
        }
        let contents = self.interpreter.contents(self.state, source, size)?;
        self.interpreter.paste(self.state, target, &contents, size)
    }

    pub(super) fn memory(&mut self) -> Result<Value, Fault> {
        let target = self.value(0)?;
        match self.function {
            F::Memset | F::Bzero => {
                let (byte, size) = if self.function == F::Memset {
                    (self.integer(1)? as u8, self.size(2)?)
                } else {
                    (0, self.size(1)?)
                };
                self.state.fill(target, byte, size, self.word())?;
                Ok(target)
            }
            F::Bcopy => {
                let (size, to) = (self.size(2)?, self.value(1)?);
                self.move_bytes(to, target, size, true)?;
                Ok(Value::Undefined)
            }
            F::Memccpy => {
                let (source, byte, most) = (self.value(1)?, self.integer(2)? as u8, self.size(3)?);
                for index in 0..most as i64 {
                    let found = text::read_byte(self.state, moved(source, index))? == byte;
                    self.move_bytes(moved(target, index), moved(source, index), 1, false)?;
                    if found {
                        return Ok(moved(target, index + 1));
                    }
                }
                Ok(Value::NULL)
            }
            _ => {
                let size = self.size(2)?;
                self.move_bytes(target, self.value(1)?, size, self.function == F::Memmove)?;
                Ok(if self.function == F::Mempcpy { moved(target, size as i64) } else { target })
            }
        }
    }

    /// Copies a string to argument 0.
    pub(super) fn write_string(&mut self) -> Result<Value, Fault> {
        let target = self.value(0)?;
        let limit = if matches!(self.function, F::Strncpy | F::Stpncpy | F::Strncat) { self.limit(2)? } else { None };
        let mut bytes = self.read(1, limit)?;
        let start = match self.function {
            F::Strcat | F::Strncat => self.read(0, None)?.len() as i64,
            _ => 0,
        };
        let length = bytes.len() as i64;
        match (self.function, limit) {
            (F::Strncpy | F::Stpncpy, Some(limit)) if limit > LONGEST_STRING => {
                return Err(Fault::unsupported("a string that is too long"));
            }
            (F::Strncpy | F::Stpncpy, Some(limit)) => bytes.resize(limit, 0),
            _ => bytes.push(0),
        }
        let place = moved(target, start);
        let read = limit.map_or(length + 1, |limit| i64::try_from(limit).unwrap_or(i64::MAX).min(length + 1));
        check_apart((place, bytes.len() as i64), (self.value(1)?, read))?;
        self.state.write_text(place, &bytes, self.word())?;
        Ok(if matches!(self.function, F::Stpcpy | F::Stpncpy) { moved(target, length) } else { target })
    }

    /// `strlcpy` and `strlcat`: truncate if necessary, and return the untruncated length.
    pub(super) fn write_bounded(&mut self) -> Result<Value, Fault> {
        let (target, source, room) = (self.value(0)?, self.read(1, None)?, self.size(2)?);
        let limit = usize::try_from(room).unwrap_or(usize::MAX);
        let start = if self.function == F::Strlcat { self.read(0, Some(limit))?.len() } else { 0 };
        if let Some(left) = limit.checked_sub(start + 1) {
            let mut bytes = source.clone();
            bytes.truncate(left);
            bytes.push(0);
            let place = moved(target, start as i64);
            check_apart((place, bytes.len() as i64), (self.value(1)?, source.len() as i64 + 1))?;
            self.state.write_text(place, &bytes, self.word())?;
        }
        Ok(Value::Integer((start + source.len()) as i128))
    }

    /// `strxfrm`, which is the identity in the "C" locale. If the string does not fit, the target is indeterminate.
    pub(super) fn transform(&mut self) -> Result<Value, Fault> {
        let (target, mut bytes, room) = (self.value(0)?, self.read(1, None)?, self.size(2)?);
        let length = bytes.len();
        let written = i64::try_from(room).unwrap_or(i64::MAX).min(length as i64 + 1);
        check_apart((target, written), (self.value(1)?, length as i64 + 1))?;
        if (length as u64) < room {
            bytes.push(0);
            self.state.write_text(target, &bytes, self.word())?;
        } else if room > 0 {
            let (id, offset) = self.state.check_writable(target, room)?;
            let word = self.word();
            self.state.block_mut(id)?.write_undefined(offset, room, word)?;
        }
        Ok(Value::Integer(length as i128))
    }

    pub(super) fn measure(&mut self) -> Result<Value, Fault> {
        let limit = match self.function {
            F::Strnlen => self.limit(1)?,
            F::Strncmp | F::Strncasecmp => self.limit(2)?,
            _ => None,
        };
        let mut left = self.read(0, limit)?;
        if matches!(self.function, F::Strlen | F::Strnlen) {
            return Ok(Value::Integer(left.len() as i128));
        }
        let mut right = self.read(1, limit)?;
        if self.function == F::Strverscmp {
            return Ok(Value::Integer(compare_versions(&left, &right) as i128));
        }
        if matches!(self.function, F::Strcasecmp | F::Strncasecmp) {
            left.make_ascii_lowercase();
            right.make_ascii_lowercase();
        }
        Ok(compared(&left, &right))
    }

    pub(super) fn parse(&mut self) -> Result<Value, Fault> {
        let start = self.value(0)?;
        let bytes = self.read(0, None)?;
        let explicit = matches!(self.function, F::Strtol | F::Strtoul | F::Strtoll | F::Strtoull);
        let base = if explicit { u32::try_from(self.integer(2)?).unwrap_or(1) } else { 10 };
        if base == 1 || base > 36 {
            return Err(Fault::unsupported("a base of numbers that C does not have"));
        }
        let (value, length) = text::leading_integer(&bytes, base).unwrap_or((0, 0));
        let is_long_long = matches!(self.function, F::Atoll | F::Strtoll | F::Strtoull);
        let width = if is_long_long { 64 } else { 8 * self.word() as u32 };
        let long = (width, !matches!(self.function, F::Strtoul | F::Strtoull));
        let bits = if self.function == F::Atoi { (32, true) } else { long };
        if !explicit && wrap(value, bits) != value {
            return Err(Fault::undefined("the number in a string is too large"));
        }
        if explicit {
            let (end, ty) = self.argument(1)?;
            if end != Value::NULL {
                let types = &self.interpreter.program.types;
                self.state.store_at(end, moved(start, length as i64), ty, types)?;
            }
        }
        // Out of range: the result is the largest or smallest number.
        let fits = wrap(value, long) == value || (!long.1 && value < 0 && -value < 1 << long.0);
        let most = (1_i128 << (long.0 - u32::from(long.1))) - 1;
        let limit = if value < 0 && long.1 { -most - 1 } else { most };
        if explicit && !fits {
            self.set_error(OUT_OF_RANGE)?;
        }
        Ok(Value::Integer(if fits { wrap(value, long) } else { limit }))
    }

    /// `atof`, `strtod`, `strtof` and `strtold`, for decimal numbers.
    pub(super) fn parse_float(&mut self) -> Result<Value, Fault> {
        let (start, text) = (self.value(0)?, self.read(0, None)?);
        let (number, length) = text::leading_float(&text)?;
        if self.function != F::Atof {
            let (end, ty) = self.argument(1)?;
            if end != Value::NULL {
                let types = &self.interpreter.program.types;
                self.state.store_at(end, moved(start, length as i64), ty, types)?;
            }
        }
        let kind = match self.function {
            F::Strtof => FloatKind::Float,
            F::Strtold => FloatKind::LongDouble,
            _ => FloatKind::Double,
        };
        let value = text::float_value(number, kind);
        if let (Value::Float(bits), true) = (value, self.function != F::Atof) {
            let mantissa = number.split(['e', 'E']).next().unwrap_or(number);
            let is_zero = !mantissa.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
            let least = if kind == FloatKind::Float { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
            let value = f64::from_bits(bits).abs();
            if value.is_infinite() {
                self.set_error(OUT_OF_RANGE)?;
            } else if value < least && !is_zero {
                return Err(Fault::unsupported("a number in a string that is too small for its type"));
            }
        }
        Ok(value)
    }
}

/// Returns a fault if the bytes written overlap the bytes read. Each range is a start and a length.
pub(super) fn check_apart((target, written): (Value, i64), (source, read): (Value, i64)) -> Result<(), Fault> {
    match (target, source) {
        (Value::Pointer(to), Value::Pointer(from)) if to.overlaps(from, [written, read]) => {
            Err(Fault::new(FaultKind::OverlappingCopy, "source and target of a copy overlap"))
        }
        _ => Ok(()),
    }
}

/// Returns the result of a comparison, of which only the sign is significant.
pub(super) fn compared(left: &[u8], right: &[u8]) -> Value {
    Value::Integer(left.cmp(right) as i128)
}

/// `strverscmp`: compares numbers in the strings by value; those that begin with 0 are fractions.
fn compare_versions(left: &[u8], right: &[u8]) -> Ordering {
    let at = |text: &[u8], index: usize| text.get(index).copied().unwrap_or(0);
    let Some(differs) = (0..=left.len().max(right.len())).find(|index| at(left, *index) != at(right, *index)) else {
        return Ordering::Equal;
    };
    let plain = at(left, differs).cmp(&at(right, differs));
    let is_digit = |text: &[u8], index: usize| at(text, index).is_ascii_digit();
    let same = left.get(..differs).unwrap_or(left);
    let digits = same.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let shared = same.get(differs - digits..).unwrap_or(&[]);
    let both = is_digit(left, differs) && is_digit(right, differs);
    // The common prefix ends in zeros, or in a fraction: digits after zeros.
    let is_fraction = shared.first() == Some(&b'0');
    let only_zeros = is_fraction && shared.iter().all(|byte| *byte == b'0');
    if is_fraction && !only_zeros {
        return plain;
    }
    if only_zeros {
        // An additional digit makes the fraction smaller.
        return match (is_digit(left, differs), is_digit(right, differs)) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => plain,
        };
    }
    if shared.is_empty() && (!both || at(left, differs) == b'0' || at(right, differs) == b'0') {
        return plain;
    }
    // The longer number is the larger one.
    let length = |text: &[u8]| (differs..).take_while(|index| is_digit(text, *index)).count();
    match length(left).cmp(&length(right)) {
        Ordering::Equal => plain,
        longer => longer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_in_the_manual() {
        let order = ["000", "00", "01", "010", "09", "0", "1", "9", "10"];
        for (index, left) in order.iter().enumerate() {
            for (other, right) in order.iter().enumerate() {
                assert_eq!(compare_versions(left.as_bytes(), right.as_bytes()), index.cmp(&other), "{left} {right}");
            }
        }
        assert_eq!(compare_versions(b"jan9", b"jan10"), Ordering::Less);
        assert_eq!(compare_versions(b"a1b", b"a1"), Ordering::Greater);
    }
}
