//! Input: characters, lines and blocks of standard input, and `scanf` and its kin, also from a string.

use super::Call;
use crate::ctype::{FloatKind, Type};
use crate::program::LibraryFunction as F;
use crate::program::interp::arithmetic::wrap;
use crate::program::interp::fault::{Fault, FaultKind};
use crate::program::interp::memory::Value;
use crate::program::interp::state::Stream;
use crate::program::interp::step::allocate;
use crate::program::interp::text;

/// What a function of the library returns at the end of the input.
const END: i128 = -1;
/// The room that the GNU library makes for the first line.
const FIRST_LINE: i128 = 120;
/// The longest item that `scanf` reads.
const MAX_ITEM: usize = 1 << 20;

/// Where characters come from.
enum Source {
    /// Standard input.
    Input,
    /// A string, and how much of it was read.
    Text(Vec<u8>, usize),
}

/// A conversion specification of `scanf`.
#[derive(Default)]
struct Conversion {
    suppressed: bool,
    width: Option<usize>,
    length: Vec<u8>,
}

impl Call<'_, '_> {
    /// The stream that an argument is, if it is one that every program has; `None` where nobody knows.
    pub(super) fn stream(&self, argument: usize) -> Result<Option<Stream>, Fault> {
        if let Some(stream) = self.stream_name(argument).and_then(Stream::named) {
            return Ok(Some(stream));
        }
        let value = self.value(argument)?;
        let known = self.state.streams.iter().find(|(_, block)| value == Value::pointer_to(*block));
        match (known, value) {
            (Some((stream, _)), _) => Ok(Some(*stream)),
            // Outside of a whole run a pointer to a stream has no value.
            (None, _) if self.state.streams.is_empty() => Ok(None),
            (None, Value::NULL) => {
                Err(Fault::new(FaultKind::InvalidDereference, format!("'{}' on no stream", self.function.name())))
            }
            (None, Value::Undefined) => {
                let message = format!("'{}' on an undefined stream", self.function.name());
                Err(Fault::new(FaultKind::Uninitialized, message))
            }
            _ => Err(Fault::unsupported(format!("'{}' on a stream of the program", self.function.name()))),
        }
    }

    /// Input from anything but standard input is not followed.
    fn check_input(&self, argument: usize) -> Result<(), Fault> {
        match self.stream(argument)? {
            Some(Stream::Input) | None => Ok(()),
            Some(_) => Err(Fault::unsupported(format!("'{}' on a stream for output", self.function.name()))),
        }
    }

    /// The next byte of standard input.
    fn byte(&mut self) -> Option<u8> {
        if let Some(byte) = self.state.input.unread.take() {
            return Some(byte);
        }
        if self.state.input.ended {
            return None;
        }
        let byte = self.chooser.byte();
        self.state.input.ended = byte.is_none();
        byte
    }

    /// `getchar`, `fgetc`, `ungetc`, `fgets`, `fread`
    pub(super) fn input(&mut self) -> Result<Value, Fault> {
        match self.function {
            F::Fgetc => self.check_input(0)?,
            F::Ungetc => self.check_input(1)?,
            F::Fgets => self.check_input(2)?,
            F::Fread => self.check_input(3)?,
            _ => {}
        }
        match self.function {
            F::Ungetc => {
                let byte = self.integer(0)?;
                if byte == END || self.state.input.unread.is_some() {
                    return Ok(Value::Integer(END));
                }
                (self.state.input.unread, self.state.input.ended) = (Some(byte as u8), false);
                Ok(Value::Integer(i128::from(byte as u8)))
            }
            F::Fgets => self.line(),
            F::Fread => self.items(),
            _ => Ok(Value::Integer(self.byte().map_or(END, i128::from))),
        }
    }

    fn line(&mut self) -> Result<Value, Fault> {
        let room = usize::try_from(self.integer(1)?).ok().filter(|room| *room > 0);
        let room = room.ok_or_else(|| Fault::undefined("'fgets' without room for a character"))?;
        let target = self.value(0)?;
        let mut line = Vec::new();
        while line.len() + 1 < room {
            let Some(byte) = self.byte() else { break };
            line.push(byte);
            if byte == b'\n' {
                break;
            }
        }
        if line.is_empty() && room > 1 {
            return Ok(Value::NULL);
        }
        line.push(0);
        self.state.write_text(target, &line, self.word())?;
        Ok(target)
    }

    /// `getline` and `getdelim`: a line in a block, which grows as that of the GNU library does.
    pub(super) fn line_in_block(&mut self) -> Result<Value, Fault> {
        let delimited = self.function == F::Getdelim;
        self.check_input(if delimited { 3 } else { 2 })?;
        let end = if delimited { self.integer(2)? } else { i128::from(b'\n') };
        let types = &self.interpreter.program.types;
        let ((line, line_type), (room, room_type)) = (self.argument(0)?, self.argument(1)?);
        let (Some(line_type), Some(room_type)) = (types.pointee(line_type), types.pointee(room_type)) else {
            return Err(Fault::unsupported(format!("'{}' without places for the line", self.function.name())));
        };
        let old = self.state.load_at(line, line_type, types)?;
        let had = match self.state.load_at(room, room_type, types)? {
            _ if old == Value::NULL => 0,
            Value::Integer(had) => had,
            _ => return Err(Fault::new(FaultKind::Uninitialized, "the size of the block for a line is undefined")),
        };
        let mut text = Vec::new();
        while let Some(byte) = self.byte() {
            text.push(byte);
            if i128::from(byte) == end || text.len() >= MAX_ITEM {
                break;
            }
        }
        let length = text.len() as i128;
        text.push(0);
        let have = if had == 0 { FIRST_LINE } else { had };
        let needed = if length + 1 > have { (2 * have).max(length + 1) } else { have };
        let mut block = old;
        if needed > had {
            block = allocate(self.state, Value::Integer(needed), None, false)?;
            self.state.free(old)?;
            self.state.store_at(line, block, line_type, types)?;
            self.state.store_at(room, Value::Integer(needed), room_type, types)?;
        }
        if length == 0 {
            return Ok(Value::Integer(END));
        }
        self.state.write_text(block, &text, self.word())?;
        Ok(Value::Integer(length))
    }

    fn items(&mut self) -> Result<Value, Fault> {
        let (size, count) = (self.size(1)?, self.size(2)?);
        let bytes = size.checked_mul(count).filter(|bytes| *bytes <= 1 << 26);
        let bytes = bytes.ok_or_else(|| Fault::unsupported("an input of very many bytes"))?;
        let target = self.value(0)?;
        let mut read = Vec::new();
        while (read.len() as u64) < bytes {
            let Some(byte) = self.byte() else { break };
            read.push(byte);
        }
        self.state.write_text(target, &read, self.word())?;
        Ok(Value::Integer(i128::from((read.len() as u64).checked_div(size).unwrap_or(0))))
    }

    /// `feof` and `ferror`: reading never fails here but at the end.
    pub(super) fn stream_state(&mut self) -> Result<Value, Fault> {
        match (self.stream(0)?, self.function) {
            (None, _) => Ok(Value::Integer(self.chooser.choose(2) as i128)),
            (Some(Stream::Input), F::Feof) => Ok(Value::Integer(i128::from(self.state.input.ended))),
            _ => Ok(Value::Integer(0)),
        }
    }

    // ---- scanf

    /// `scanf`, `fscanf`, `sscanf`
    pub(super) fn scan(&mut self) -> Result<Value, Fault> {
        let (mut source, format) = match self.function {
            F::Scanf => (Source::Input, 0),
            F::Fscanf => {
                self.check_input(0)?;
                (Source::Input, 1)
            }
            _ => (Source::Text(self.read(0, None)?, 0), 1),
        };
        let format_text = self.read(format, None)?;
        let mut format_bytes = format_text.iter().copied().peekable();
        let (mut next, mut assigned, mut read) = (format + 1, 0, 0_usize);
        while let Some(byte) = format_bytes.next() {
            if byte.is_ascii_whitespace() {
                self.skip_space(&mut source, &mut read);
                continue;
            }
            if byte != b'%' {
                match self.take_if(&mut source, &mut read, |other| other == byte) {
                    Some(_) => continue,
                    None => return Ok(self.scanned(&mut source, assigned)),
                }
            }
            let conversion = Conversion::new(&mut format_bytes);
            let letter = format_bytes.next().ok_or_else(|| Fault::undefined("a format ends in '%'"))?;
            let set = if letter == b'[' { Some(Set::new(&mut format_bytes)?) } else { None };
            if letter == b'n' {
                self.assign_integer(next, &conversion, read as i128)?;
                next += 1;
                continue;
            }
            if !matches!(letter, b'c' | b'[') {
                self.skip_space(&mut source, &mut read);
            }
            let Some(item) = self.item(&mut source, &mut read, letter, &conversion, set.as_ref())? else {
                return Ok(self.scanned(&mut source, assigned));
            };
            if letter != b'%' && !conversion.suppressed {
                self.assign(next, letter, &conversion, &item)?;
                next += 1;
                assigned += 1;
            }
        }
        Ok(Value::Integer(assigned))
    }

    /// The result where an item does not match: the end of the input counts only before the first conversion.
    fn scanned(&mut self, source: &mut Source, assigned: i128) -> Value {
        let at_end = self.peek(source).is_none();
        Value::Integer(if assigned == 0 && at_end { END } else { assigned })
    }

    fn peek(&mut self, source: &mut Source) -> Option<u8> {
        match source {
            Source::Text(text, at) => text.get(*at).copied(),
            Source::Input => {
                let byte = self.byte();
                self.state.input.unread = byte;
                byte
            }
        }
    }

    fn take_if(&mut self, source: &mut Source, read: &mut usize, wanted: impl Fn(u8) -> bool) -> Option<u8> {
        let byte = self.peek(source).filter(|byte| wanted(*byte))?;
        match source {
            Source::Text(_, at) => *at += 1,
            Source::Input => self.state.input.unread = None,
        }
        *read += 1;
        Some(byte)
    }

    fn skip_space(&mut self, source: &mut Source, read: &mut usize) {
        while self.take_if(source, read, is_space).is_some() {}
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
            let Some(byte) = self.take_if(source, read, fits) else { break };
            number.advance(&item, byte);
            item.push(byte);
        }
        let complete = match letter {
            b'c' => item.len() == most,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => text::leading_integer(&item, base(letter)).is_some(),
            b'f' | b'e' | b'g' | b'E' | b'G' => float(&item).is_some(),
            b's' | b'[' | b'%' => !item.is_empty(),
            _ => return Err(Fault::unsupported(format!("the conversion '%{}' of an input", char::from(letter)))),
        };
        Ok(complete.then_some(item))
    }

    fn assign(&mut self, argument: usize, letter: u8, conversion: &Conversion, item: &[u8]) -> Result<(), Fault> {
        match letter {
            b'c' | b's' | b'[' => {
                self.check_target(argument, |types, ty| types.size_of(ty) == Some(1), b"", conversion)?;
                let mut bytes = item.to_vec();
                if letter != b'c' {
                    bytes.push(0);
                }
                self.state.write_text(self.value(argument)?, &bytes, self.word())
            }
            b'f' | b'e' | b'g' | b'E' | b'G' => {
                let kind = match conversion.length.as_slice() {
                    b"L" => FloatKind::LongDouble,
                    b"l" => FloatKind::Double,
                    _ => FloatKind::Float,
                };
                let ty = self.target(argument)?;
                if *self.interpreter.program.types.get(ty) != Type::Float(kind) {
                    return Err(Fault::undefined("a conversion of a format writes to an object of another type"));
                }
                let value = text::float_value(std::str::from_utf8(item).unwrap_or_default(), kind);
                let target = self.value(argument)?;
                self.state.store_at(target, value, ty, &self.interpreter.program.types)
            }
            _ => {
                let (value, _) = text::leading_integer(item, base(letter)).unwrap_or((0, 0));
                self.assign_integer(argument, conversion, value)
            }
        }
    }

    /// The type that an argument points to.
    fn target(&self, argument: usize) -> Result<crate::ctype::TypeId, Fault> {
        let ty = self.values.get(argument).map(|(_, ty)| *ty);
        let ty = ty.ok_or_else(|| Fault::undefined("too few arguments for a format"))?;
        let target = self.interpreter.program.types.pointee(ty);
        target.ok_or_else(|| Fault::undefined("a conversion of a format gets a value of another type"))
    }

    fn check_target(
        &self,
        argument: usize,
        fits: impl Fn(&crate::ctype::TypeTable, crate::ctype::TypeId) -> bool,
        length: &[u8],
        conversion: &Conversion,
    ) -> Result<(), Fault> {
        let ty = self.target(argument)?;
        if fits(&self.interpreter.program.types, ty) && conversion.length == length {
            return Ok(());
        }
        Err(Fault::undefined("a conversion of a format writes to an object of another type"))
    }

    fn assign_integer(&mut self, argument: usize, conversion: &Conversion, value: i128) -> Result<(), Fault> {
        let ty = self.target(argument)?;
        let types = &self.interpreter.program.types;
        let bytes = match conversion.length.as_slice() {
            b"hh" => 1,
            b"h" => 2,
            b"l" | b"z" | b"t" => self.word(),
            b"ll" | b"j" | b"q" | b"L" => 8,
            _ => 4,
        };
        let format = types.integer_format(ty).filter(|_| types.size_of(ty) == Some(bytes));
        let format =
            format.ok_or_else(|| Fault::undefined("a conversion of a format writes to an object of another type"))?;
        if wrap(value, (format.0, true)) != value && wrap(value, (format.0, false)) != value {
            return Err(Fault::undefined("a number of the input is too large for its object"));
        }
        let target = self.value(argument)?;
        self.state.store_at(target, Value::Integer(wrap(value, format)), ty, types)
    }
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
            _ => char::from(byte).is_digit(if self.base == 0 { 10 } else { self.base }),
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

fn float(item: &[u8]) -> Option<f64> {
    std::str::from_utf8(item).ok()?.parse().ok()
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}
