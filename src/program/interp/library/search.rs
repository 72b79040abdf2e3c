//! Functions that search bytes and strings, and that split strings.

use super::Call;
use super::strings::compared;
use crate::LibraryFunction as F;
use crate::interp::evaluate::moved;
use crate::interp::fault::Fault;
use crate::interp::memory::Value;
use crate::interp::text;

impl Call<'_, '_> {
    /// `memcmp`, `memchr`, `memrchr`, `rawmemchr`, `memmem`
    pub(super) fn find_bytes(&mut self) -> Result<Value, Fault> {
        let start = self.value(0)?;
        let place = match self.function {
            F::Memcmp => {
                let size = self.size(2)?;
                let left = text::read_bytes(self.state, start, size)?;
                let right = text::read_bytes(self.state, self.value(1)?, size)?;
                return Ok(compared(&left, &right));
            }
            F::Memrchr => {
                let byte = self.integer(1)? as u8;
                text::read_bytes(self.state, start, self.size(2)?)?.iter().rposition(|other| *other == byte)
            }
            F::Memmem => {
                let bytes = text::read_bytes(self.state, start, self.size(1)?)?;
                position(&bytes, &text::read_bytes(self.state, self.value(2)?, self.size(3)?)?)
            }
            // They do not read beyond the byte that they find.
            _ => {
                let byte = self.integer(1)? as u8;
                let most = if self.function == F::Memchr { self.size(2)? } else { u64::MAX };
                let mut index = 0;
                loop {
                    if index == most {
                        break None;
                    }
                    if text::read_byte(self.state, moved(start, index as i64))? == byte {
                        break usize::try_from(index).ok();
                    }
                    index += 1;
                }
            }
        };
        Ok(place.map_or(Value::NULL, |place| moved(start, place as i64)))
    }

    /// Functions that search strings.
    pub(super) fn search(&mut self) -> Result<Value, Fault> {
        let (start, text) = (self.value(0)?, self.read(0, None)?);
        let found = match self.function {
            F::Strchr | F::Strchrnul | F::Strrchr => {
                let byte = self.integer(1)? as u8;
                let all: Vec<u8> = text.into_iter().chain([0]).collect();
                let mut places = all.iter();
                if self.function != F::Strrchr {
                    places.position(|other| *other == byte)
                } else {
                    places.rposition(|other| *other == byte)
                }
                .or((self.function == F::Strchrnul).then_some(all.len() - 1))
            }
            F::Strstr => position(&text, &self.read(1, None)?),
            F::Strcasestr => position(&text.to_ascii_lowercase(), &self.read(1, None)?.to_ascii_lowercase()),
            _ => {
                let set = self.read(1, None)?;
                let wanted = self.function != F::Strspn;
                let place = text.iter().position(|byte| set.contains(byte) == wanted);
                if self.function != F::Strpbrk {
                    return Ok(Value::Integer(place.unwrap_or(text.len()) as i128));
                }
                place
            }
        };
        Ok(found.map_or(Value::NULL, |place| moved(start, place as i64)))
    }

    /// `strtok`, `strtok_r`, `strsep`: cuts the string after its next token.
    pub(super) fn token(&mut self) -> Result<Value, Fault> {
        let types = &self.interpreter.program.types;
        let (first, ty) = self.argument(0)?;
        // The place of the rest of the string, and its type.
        let (rest, ty) = match self.function {
            F::Strtok | F::StrtokR => {
                let (place, place_type) = self.argument(2)?;
                (place, types.pointee(place_type).unwrap_or(ty))
            }
            _ => (first, types.pointee(ty).unwrap_or(ty)),
        };
        let is_first = self.function != F::Strsep && first != Value::NULL;
        let start = if is_first { first } else { self.state.load_at(rest, ty, types)? };
        let separators = self.read(1, None)?;
        if start == Value::NULL {
            return match self.function {
                F::Strsep => Ok(Value::NULL),
                _ => Err(Fault::undefined(format!("'{}' goes on where nothing was begun", self.name))),
            };
        }
        let text = text::read(self.state, start, None)?;
        let is_separator = |byte: &u8| separators.contains(byte);
        let skipped = match self.function {
            F::Strsep => 0,
            _ => text.iter().position(|byte| !is_separator(byte)).unwrap_or(text.len()),
        };
        let end = text.iter().skip(skipped).position(is_separator).map(|length| skipped + length);
        let next = match (end, self.function) {
            (Some(end), _) => {
                self.state.write_text(moved(start, end as i64), &[0], self.word())?;
                moved(start, end as i64 + 1)
            }
            (None, F::Strsep) => Value::NULL,
            (None, _) => moved(start, text.len() as i64),
        };
        self.state.store_at(rest, next, ty, types)?;
        let is_part = self.function == F::Strsep || skipped < text.len();
        Ok(if is_part { moved(start, skipped as i64) } else { Value::NULL })
    }
}

/// Returns the index of the first occurrence; an empty part occurs at the start.
fn position(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() { Some(0) } else { text.windows(part.len()).position(|window| window == part) }
}
