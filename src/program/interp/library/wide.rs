//! Wide characters: arrays and strings of `wchar_t`, which has 4 bytes, and conversions from and to characters of the
//! "C" locale. Conversions of characters beyond ASCII are unsupported.

use super::Call;
use super::input::END;
use crate::FaultKind;
use crate::LibraryFunction as F;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::limits::LONGEST_WIDE_STRING;
use crate::interp::memory::Value;
use crate::interp::step::allocate;
use crate::interp::text;
use ctype::{IntegerKind, Type, TypeId};

/// Bytes of a wide character.
const WIDE: u64 = 4;

/// Returns the address of a wide character in an array.
fn place(start: Value, index: usize) -> Value {
    moved(start, i64::try_from(index).unwrap_or(i64::MAX / 8).saturating_mul(WIDE as i64))
}

fn ascii(code: i32) -> Result<u8, Fault> {
    let byte = u8::try_from(code).ok().filter(u8::is_ascii);
    byte.ok_or_else(|| Fault::unsupported("a conversion of a character beyond ASCII"))
}

impl Call<'_, '_> {
    fn wide_type(&self) -> Result<TypeId, Fault> {
        let int = self.interpreter.program.types.find(&Type::Integer { kind: IntegerKind::Int, signed: true });
        int.ok_or_else(|| Fault::unsupported("a wide character in a program without 'int'"))
    }

    fn wide_at(&self, start: Value, index: usize) -> Result<i32, Fault> {
        match self.state.load_at(place(start, index), self.wide_type()?, &self.interpreter.program.types)? {
            Value::Integer(code) => Ok(code as i32),
            Value::Undefined => {
                Err(Fault::new(FaultKind::Uninitialized, "read of an uninitialized character of a wide string"))
            }
            _ => Err(Fault::unsupported("an address in a wide string")),
        }
    }

    /// Reads the characters up to the terminating zero, or at most `limit`.
    fn wide_text(&self, start: Value, limit: Option<usize>) -> Result<Vec<i32>, Fault> {
        let mut text = Vec::new();
        while limit.is_none_or(|limit| text.len() < limit) {
            match self.wide_at(start, text.len())? {
                0 => break,
                code if text.len() < LONGEST_WIDE_STRING => text.push(code),
                _ => return Err(Fault::unsupported("a string that is too long")),
            }
        }
        Ok(text)
    }

    fn write_wide(&mut self, target: Value, text: &[i32]) -> Result<(), Fault> {
        let bytes: Vec<u8> = text.iter().flat_map(|code| code.to_le_bytes()).collect();
        self.state.write_text(target, &bytes, self.word())
    }

    /// Returns the value of an argument, a number of wide characters, which must fit into a block.
    fn count(&self, index: usize) -> Result<usize, Fault> {
        let count = usize::try_from(self.size(index)?).unwrap_or(usize::MAX);
        if count > LONGEST_WIDE_STRING { Err(Fault::unsupported("very many wide characters")) } else { Ok(count) }
    }

    /// `wcslen` and similar functions.
    pub(super) fn wide(&mut self) -> Result<Value, Fault> {
        let (first, function) = (self.value(0)?, self.function);
        match function {
            F::Wcslen => Ok(Value::Integer(self.wide_text(first, None)?.len() as i128)),
            F::Wcsnlen => {
                let limit = self.limit(1)?;
                Ok(Value::Integer(self.wide_text(first, limit)?.len() as i128))
            }
            F::Wcscpy | F::Wcscat | F::Wcsncpy | F::Wcsncat => self.write_wide_string(first),
            F::Wcscmp | F::Wcsncmp => {
                let limit = if function == F::Wcsncmp { self.limit(2)? } else { None };
                let (left, right) = (self.wide_text(first, limit)?, self.wide_text(self.value(1)?, limit)?);
                Ok(Value::Integer(left.cmp(&right) as i128))
            }
            F::Wcschr | F::Wcsrchr => {
                let mut text = self.wide_text(first, None)?;
                text.push(0);
                let code = self.integer(1)? as i32;
                let is_it = |other: &i32| *other == code;
                let found =
                    if function == F::Wcschr { text.iter().position(is_it) } else { text.iter().rposition(is_it) };
                Ok(found.map_or(Value::NULL, |index| place(first, index)))
            }
            F::Wcsdup => {
                let mut text = self.wide_text(first, None)?;
                text.push(0);
                let block = allocate(self.state, Value::Integer(text.len() as i128 * i128::from(WIDE)), None, false)?;
                self.write_wide(block, &text)?;
                Ok(block)
            }
            F::Wmemset => {
                let text = vec![self.integer(1)? as i32; self.count(2)?];
                self.write_wide(first, &text)?;
                Ok(first)
            }
            F::Wmemcpy | F::Wmemmove => {
                let size = self.count(2)? as u64 * WIDE;
                self.move_bytes(first, self.value(1)?, size, function == F::Wmemmove)?;
                Ok(first)
            }
            _ => {
                let (count, second) = (self.count(2)?, self.value(1)?);
                for index in 0..count {
                    let left = self.wide_at(first, index)?;
                    if function == F::Wmemchr {
                        if left == self.integer(1)? as i32 {
                            return Ok(place(first, index));
                        }
                        continue;
                    }
                    let order = left.cmp(&self.wide_at(second, index)?);
                    if order.is_ne() {
                        return Ok(Value::Integer(order as i128));
                    }
                }
                Ok(if function == F::Wmemchr { Value::NULL } else { Value::Integer(0) })
            }
        }
    }

    fn write_wide_string(&mut self, target: Value) -> Result<Value, Fault> {
        let bounded = matches!(self.function, F::Wcsncpy | F::Wcsncat);
        let limit = if bounded { Some(self.count(2)?) } else { None };
        let source = self.value(1)?;
        let mut text = self.wide_text(source, limit)?;
        let start = match self.function {
            F::Wcscat | F::Wcsncat => self.wide_text(target, None)?.len(),
            _ => 0,
        };
        match (self.function, limit) {
            (F::Wcsncpy, Some(limit)) => text.resize(limit, 0),
            _ => text.push(0),
        }
        let to = place(target, start);
        if let (Value::Pointer(to), Value::Pointer(from)) = (to, source)
            && to.overlaps(from, [text.len() as i64 * WIDE as i64; 2])
        {
            return Err(Fault::new(FaultKind::OverlappingCopy, "source and target of a copy overlap"));
        }
        self.write_wide(to, &text)?;
        Ok(target)
    }

    /// `mbtowc` and similar functions.
    pub(super) fn multibyte(&mut self) -> Result<Value, Fault> {
        let first = self.value(0)?;
        match self.function {
            F::Mblen => self.decode(first, 1, None),
            F::Mbtowc => self.decode(self.value(1)?, 2, Some(first)),
            F::Wctomb if first == Value::NULL => Ok(Value::Integer(0)),
            F::Wctomb => {
                let byte = ascii(self.integer(1)? as i32)?;
                self.state.write_text(first, &[byte], self.word())?;
                Ok(Value::Integer(1))
            }
            F::Btowc | F::Wctob => match self.integer(0)? {
                END => Ok(Value::Integer(END)),
                code => ascii(code as i32).map(|byte| Value::Integer(i128::from(byte))),
            },
            F::Mbstowcs => {
                let limit = if first == Value::NULL { None } else { Some(self.count(2)?) };
                let bytes = self.read(1, limit)?;
                let mut text: Vec<i32> =
                    bytes.iter().map(|byte| ascii(i32::from(*byte)).map(i32::from)).collect::<Result<_, Fault>>()?;
                if limit.is_some_and(|limit| text.len() < limit) {
                    text.push(0);
                }
                if first != Value::NULL {
                    self.write_wide(first, &text)?;
                }
                Ok(Value::Integer(bytes.len() as i128))
            }
            _ => {
                let limit = if first == Value::NULL { None } else { Some(self.count(2)?) };
                let text = self.wide_text(self.value(1)?, limit)?;
                let mut bytes: Vec<u8> = text.iter().map(|code| ascii(*code)).collect::<Result<_, Fault>>()?;
                if limit.is_some_and(|limit| bytes.len() < limit) {
                    bytes.push(0);
                }
                if first != Value::NULL {
                    self.state.write_text(first, &bytes, self.word())?;
                }
                Ok(Value::Integer(text.len() as i128))
            }
        }
    }

    /// Decodes the first character of a string; argument `room` bounds how much of it may be read.
    fn decode(&mut self, start: Value, room: usize, target: Option<Value>) -> Result<Value, Fault> {
        if start == Value::NULL {
            return Ok(Value::Integer(0));
        }
        let Some(byte) = text::read_bytes(self.state, start, self.size(room)?.min(1))?.first().copied() else {
            return Ok(Value::Integer(END));
        };
        let code = ascii(i32::from(byte))?;
        if let Some(target) = target.filter(|target| *target != Value::NULL) {
            self.write_wide(target, &[i32::from(code)])?;
        }
        Ok(Value::Integer(i128::from(code != 0)))
    }
}
