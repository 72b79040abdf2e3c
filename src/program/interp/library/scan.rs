//! `scanf` and its kin, from a stream or from a string.

use super::Call;
use super::input::{END, MAX_ITEM};
use crate::ctype::{FloatKind, IntegerKind, Type, TypeId};
use crate::program::LibraryFunction as F;
use crate::program::interp::arithmetic::wrap;
use crate::program::interp::fault::Fault;
use crate::program::interp::memory::Value;
use crate::program::interp::state::Stream;
use crate::program::interp::{text, variadic};

/// A call that C leaves undefined.
const TOO_FEW: &str = "too few arguments for a format";
/// Another one.
const OTHER_TYPE: &str = "a conversion of a format writes to an object of another type";

/// Where characters come from.
enum Source {
    /// A stream.
    Stream(Stream),
    /// A string, and how much of it was read.
    Text(Vec<u8>, usize),
}

/// Where the places come from that items go to.
enum Targets {
    /// The arguments from this one on.
    Values(usize),
    /// A `va_list`: the place of the next one.
    List(Value),
}

/// A conversion specification of `scanf`.
#[derive(Default)]
struct Conversion {
    suppressed: bool,
    width: Option<usize>,
    length: Vec<u8>,
}

impl Call<'_, '_> {
    /// `scanf`, `fscanf`, `sscanf`, and the same with a list
    pub(super) fn scan(&mut self) -> Result<Value, Fault> {
        let (mut source, format) = match self.function {
            F::Scanf | F::Vscanf => (Source::Stream(self.source(None)?), 0),
            F::Fscanf | F::Vfscanf => (Source::Stream(self.source(Some(0))?), 1),
            _ => (Source::Text(self.read(0, None)?, 0), 1),
        };
        let mut targets = match self.function {
            F::Vscanf | F::Vfscanf | F::Vsscanf => Targets::List(self.list_place(format + 1)?),
            _ => Targets::Values(format + 1),
        };
        let format_text = self.read(format, None)?;
        let mut format_bytes = format_text.iter().copied().peekable();
        let (mut assigned, mut read) = (0, 0_usize);
        while let Some(byte) = format_bytes.next() {
            if byte.is_ascii_whitespace() {
                self.skip_space(&mut source, &mut read)?;
                continue;
            }
            if byte != b'%' {
                let at_end = self.peek(&mut source)?.is_none();
                match self.take_if(&mut source, &mut read, |other| other == byte)? {
                    Some(_) => continue,
                    None => return Ok(scanned(at_end, assigned)),
                }
            }
            let conversion = Conversion::new(&mut format_bytes);
            let letter = format_bytes.next().ok_or_else(|| Fault::undefined("a format ends in '%'"))?;
            let set = if letter == b'[' { Some(Set::new(&mut format_bytes)?) } else { None };
            if letter == b'n' {
                let target = self.next_target(&mut targets, letter, &conversion)?;
                self.assign_integer(target, &conversion, read as i128)?;
                continue;
            }
            if !matches!(letter, b'c' | b'[') {
                self.skip_space(&mut source, &mut read)?;
            }
            let at_end = self.peek(&mut source)?.is_none();
            let Some(item) = self.item(&mut source, &mut read, letter, &conversion, set.as_ref())? else {
                return Ok(scanned(at_end, assigned));
            };
            if letter != b'%' && !conversion.suppressed {
                let target = self.next_target(&mut targets, letter, &conversion)?;
                self.assign(target, letter, &conversion, &item)?;
                assigned += 1;
            }
        }
        Ok(Value::Integer(assigned))
    }

    fn peek(&mut self, source: &mut Source) -> Result<Option<u8>, Fault> {
        let byte = match source {
            Source::Text(text, at) => text.get(*at).copied(),
            Source::Stream(stream) => {
                let byte = self.byte(*stream)?;
                match stream {
                    Stream::File(block) => {
                        byte.map_or(Ok(()), |byte| self.files().unread(*block, byte))?;
                    }
                    _ => self.state.input.unread = byte,
                }
                byte
            }
        };
        Ok(byte)
    }

    fn take_if(
        &mut self,
        source: &mut Source,
        read: &mut usize,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<Option<u8>, Fault> {
        let byte = self.peek(source)?.filter(|byte| wanted(*byte));
        if byte.is_some() {
            match source {
                Source::Text(_, at) => *at += 1,
                Source::Stream(stream) => drop(self.byte(*stream)?),
            }
            *read += 1;
        }
        Ok(byte)
    }

    fn skip_space(&mut self, source: &mut Source, read: &mut usize) -> Result<(), Fault> {
        while self.take_if(source, read, is_space)?.is_some() {}
        Ok(())
    }

    /// The characters that a conversion takes; `None` if they do not match.
    fn item(
        &mut self,
        source: &mut Source,
        read: &mut usize,
        letter: u8,
        conversion: &Conversion,
        set: Option<&Set>,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let most = conversion.width.unwrap_or(if letter == b'c' { 1 } else { MAX_ITEM });
        let mut item = Vec::new();
        let mut number = Number::new(letter);
        while item.len() < most {
            let fits = |byte: u8| match letter {
                b'%' => byte == b'%' && item.is_empty(),
                b'c' => true,
                b's' => !is_space(byte),
                b'[' => set.is_some_and(|set| set.contains(byte)),
                _ => number.accepts(&item, byte),
            };
            let Some(byte) = self.take_if(source, read, fits)? else { break };
            number.advance(&item, byte);
            item.push(byte);
        }
        let is_float = matches!(letter, b'f' | b'e' | b'g' | b'E' | b'G');
        if is_float && item.len() < most && self.peek(source)?.is_some_and(|next| starts_other_float(&item, next)) {
            return Err(Fault::unsupported("a float in the input that is not decimal"));
        }
        let complete = match letter {
            // Fewer characters at the end of the input are a match for some libraries.
            b'c' if !item.is_empty() && item.len() < most => {
                return Err(Fault::unsupported("an input with fewer characters than '%c' takes"));
            }
            b'c' => item.len() == most,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => text::leading_integer(&item, base(letter)).is_some(),
            _ if is_float
                && item.last().is_some_and(|last| !last.is_ascii_digit() && *last != b'.')
                && item.len() > 1 =>
            {
                return Err(Fault::unsupported("a float in the input whose exponent has no digits"));
            }
            _ if is_float => float(&item).is_some(),
            b's' | b'[' | b'%' => !item.is_empty(),
            _ => return Err(Fault::unsupported(format!("the conversion '%{}' of an input", char::from(letter)))),
        };
        Ok(complete.then_some(item))
    }

    /// The next place with the type of the object there. A list does not tell that type: it is what the conversion writes.
    fn next_target(
        &mut self,
        targets: &mut Targets,
        letter: u8,
        conversion: &Conversion,
    ) -> Result<(Value, TypeId), Fault> {
        let types = &self.interpreter.program.types;
        match targets {
            Targets::Values(next) => {
                let (value, ty) = self.values.get(*next).copied().ok_or_else(|| Fault::undefined(TOO_FEW))?;
                *next += 1;
                let target = types.pointee(ty);
                let wrong = || Fault::undefined("a conversion of a format gets a value of another type");
                Ok((value, target.ok_or_else(wrong)?))
            }
            Targets::List(place) => {
                let void = types.find(&Type::Void).and_then(|void| types.find(&Type::Pointer(void)));
                let written = types.find(&self.written(letter, conversion));
                let (Some(void), Some(written)) = (void, written) else {
                    return Err(Fault::unsupported("a format with a list of arguments of unknown types"));
                };
                Ok((variadic::take(self.state, place, void, types)?, written))
            }
        }
    }

    /// The type of what a conversion writes.
    fn written(&self, letter: u8, conversion: &Conversion) -> Type {
        let integer = |kind| Type::Integer { kind, signed: true };
        match letter {
            b'c' | b's' | b'[' => integer(IntegerKind::Char),
            b'f' | b'e' | b'g' | b'E' | b'G' => Type::Float(conversion.float()),
            _ => integer(match self.integer_bytes(conversion) {
                1 => IntegerKind::Char,
                2 => IntegerKind::Short,
                4 => IntegerKind::Int,
                size if size == self.word() => IntegerKind::Long,
                _ => IntegerKind::LongLong,
            }),
        }
    }

    fn integer_bytes(&self, conversion: &Conversion) -> u64 {
        match conversion.length.as_slice() {
            b"hh" => 1,
            b"h" => 2,
            b"l" | b"z" | b"t" => self.word(),
            b"ll" | b"j" | b"q" | b"L" => 8,
            _ => 4,
        }
    }

    fn assign(
        &mut self,
        (target, ty): (Value, TypeId),
        letter: u8,
        conversion: &Conversion,
        item: &[u8],
    ) -> Result<(), Fault> {
        let types = &self.interpreter.program.types;
        match letter {
            b'c' | b's' | b'[' => {
                if types.size_of(ty) != Some(1) || !conversion.length.is_empty() {
                    return Err(Fault::undefined(OTHER_TYPE));
                }
                let mut bytes = item.to_vec();
                if letter != b'c' {
                    bytes.push(0);
                }
                self.state.write_text(target, &bytes, self.word())
            }
            b'f' | b'e' | b'g' | b'E' | b'G' => {
                let kind = conversion.float();
                if *types.get(ty) != Type::Float(kind) {
                    return Err(Fault::undefined(OTHER_TYPE));
                }
                let value = text::float_value(std::str::from_utf8(item).unwrap_or_default(), kind);
                self.state.store_at(target, value, ty, types)
            }
            _ => {
                let (value, _) = text::leading_integer(item, base(letter)).unwrap_or((0, 0));
                self.assign_integer((target, ty), conversion, value)
            }
        }
    }

    fn assign_integer(
        &mut self,
        (target, ty): (Value, TypeId),
        conversion: &Conversion,
        value: i128,
    ) -> Result<(), Fault> {
        let types = &self.interpreter.program.types;
        let bytes = self.integer_bytes(conversion);
        let format = types.integer_format(ty).filter(|_| types.size_of(ty) == Some(bytes));
        let format = format.ok_or_else(|| Fault::undefined(OTHER_TYPE))?;
        if wrap(value, (format.0, true)) != value && wrap(value, (format.0, false)) != value {
            return Err(Fault::undefined("a number of the input is too large for its object"));
        }
        self.state.store_at(target, Value::Integer(wrap(value, format)), ty, types)
    }
}

/// The result where an item does not match. That the input was at its end before it counts only before the first conversion.
fn scanned(at_end: bool, assigned: i128) -> Value {
    Value::Integer(if assigned == 0 && at_end { END } else { assigned })
}

impl Conversion {
    fn new(format: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Self {
        let mut conversion = Conversion { suppressed: format.next_if_eq(&b'*').is_some(), ..Conversion::default() };
        while let Some(digit) = format.next_if(u8::is_ascii_digit) {
            let width = conversion.width.unwrap_or(0).saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            conversion.width = Some(width.min(MAX_ITEM));
        }
        while let Some(length) = format.next_if(|byte| b"hlzjtLq".contains(byte)) {
            conversion.length.push(length);
        }
        conversion
    }

    /// The kind of floating type that a conversion of numbers writes.
    fn float(&self) -> FloatKind {
        match self.length.as_slice() {
            b"L" => FloatKind::LongDouble,
            b"l" => FloatKind::Double,
            _ => FloatKind::Float,
        }
    }
}

/// The characters of `%[…]`.
struct Set {
    negated: bool,
    members: Vec<(u8, u8)>,
}

impl Set {
    fn new(format: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Result<Self, Fault> {
        let mut set = Set { negated: format.next_if_eq(&b'^').is_some(), members: Vec::new() };
        let mut first = true;
        loop {
            let byte = format.next().ok_or_else(|| Fault::undefined("a format ends in '%['"))?;
            if byte == b']' && !first {
                return Ok(set);
            }
            first = false;
            match (byte, set.members.pop()) {
                // A range, unless the minus is the last one.
                (b'-', Some((low, high))) if low == high && format.peek().is_some_and(|next| *next != b']') => {
                    let high = format.next().unwrap_or(low);
                    set.members.push((low, high));
                }
                (_, last) => {
                    set.members.extend(last);
                    set.members.push((byte, byte));
                }
            }
        }
    }

    fn contains(&self, byte: u8) -> bool {
        self.members.iter().any(|(low, high)| (*low..=*high).contains(&byte)) != self.negated
    }
}

/// Which characters may go on a number.
struct Number {
    base: u32,
    is_float: bool,
}

impl Number {
    fn new(letter: u8) -> Self {
        Number { base: base(letter), is_float: matches!(letter, b'f' | b'e' | b'g' | b'E' | b'G') }
    }

    fn accepts(&self, item: &[u8], byte: u8) -> bool {
        let sign = matches!(byte, b'+' | b'-');
        if self.is_float {
            let exponent = item.iter().position(|other| matches!(other, b'e' | b'E'));
            let digits = item.iter().any(u8::is_ascii_digit);
            return match byte {
                b'0'..=b'9' => true,
                b'.' => exponent.is_none() && !item.contains(&b'.'),
                b'e' | b'E' => exponent.is_none() && digits,
                _ => sign && (item.is_empty() || exponent == item.len().checked_sub(1)),
            };
        }
        let digits = item.strip_prefix(b"-").or_else(|| item.strip_prefix(b"+")).unwrap_or(item);
        match byte {
            b'x' | b'X' => digits == b"0" && matches!(self.base, 0 | 16),
            _ if sign => item.is_empty(),
            _ => {
                let base = if self.base == 0 && digits == b"0" { 8 } else { self.base };
                char::from(byte).is_digit(if base == 0 { 10 } else { base })
            }
        }
    }

    /// `%i` learns its base from the first characters.
    fn advance(&mut self, item: &[u8], byte: u8) {
        let digits = item.strip_prefix(b"-").or_else(|| item.strip_prefix(b"+")).unwrap_or(item);
        if self.base == 0 && digits == b"0" && !self.is_float {
            self.base = if matches!(byte, b'x' | b'X') { 16 } else { 8 };
        }
    }
}

/// The base of the numbers that a conversion reads; 0: by their prefix.
fn base(letter: u8) -> u32 {
    match letter {
        b'i' => 0,
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    }
}

/// Whether a number goes on with a character that only infinity, no number, and hexadecimal floats have.
fn starts_other_float(item: &[u8], next: u8) -> bool {
    let digits = item.strip_prefix(b"-").or_else(|| item.strip_prefix(b"+")).unwrap_or(item);
    match next {
        b'i' | b'I' | b'n' | b'N' => digits.is_empty(),
        b'x' | b'X' => digits == b"0",
        _ => false,
    }
}

fn float(item: &[u8]) -> Option<f64> {
    std::str::from_utf8(item).ok()?.parse().ok()
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}
