//! `scanf` and similar functions, reading from a stream or a string.

use super::Call;
use super::input::END;
use crate::FaultKind;
use crate::LibraryFunction as F;
use crate::interp::fault::Fault;
use crate::interp::limits::LONGEST_ITEM;
use crate::interp::memory::Value;
use crate::interp::state::Stream;
use crate::interp::{text, variadic};
use crate::library::format::{Length, ScanDirective, ScanPart, scanf, scanf_arguments};
use base::integer::wrap;
use ctype::{FloatKind, IntegerKind, Type, TypeId};

/// A call with undefined behaviour.
const OTHER_TYPE: &str = "a conversion of a format writes to an object of another type";

/// A missing argument: the function uses an arbitrary value as the address of an object.
fn too_few() -> Fault {
    Fault::new(FaultKind::InvalidDereference, "too few arguments for the scanf format")
}

/// The source of the characters.
enum Source {
    /// A stream.
    Stream(Stream),
    /// A string, and the number of bytes read.
    Text(Vec<u8>, usize),
}

/// The source of the target addresses.
enum Targets {
    /// The arguments from this index on.
    Values(usize),
    /// A `va_list`: the place of the next argument.
    List(Value),
}

impl Call<'_, '_> {
    /// `scanf`, `fscanf`, `sscanf`, and their `va_list` variants.
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
        let format = self.read(format, None)?;
        if matches!(targets, Targets::Values(first) if self.values.len() < first + scanf_arguments(&format)) {
            return Err(too_few());
        }
        let (mut assigned, mut read) = (0, 0_usize);
        for part in scanf(&format) {
            let directive = match part {
                ScanPart::Space => {
                    self.skip_space(&mut source, &mut read)?;
                    continue;
                }
                ScanPart::Byte(byte) => {
                    let at_end = self.peek(&mut source)?.is_none();
                    match self.take_if(&mut source, &mut read, |other| other == byte)? {
                        Some(_) => continue,
                        None => return Ok(scanned(at_end, assigned)),
                    }
                }
                ScanPart::Directive(directive) => directive,
                ScanPart::Unfinished => return Err(Fault::undefined("a format ends in '%'")),
                ScanPart::UnfinishedSet => return Err(Fault::undefined("a format ends in '%['")),
            };
            if directive.letter == b'n' {
                let target = self.next_target(&mut targets, &directive)?;
                self.assign_integer(target, directive.length, read as i128)?;
                continue;
            }
            if !matches!(directive.letter, b'c' | b'[') {
                self.skip_space(&mut source, &mut read)?;
            }
            let at_end = self.peek(&mut source)?.is_none();
            let Some(item) = self.item(&mut source, &mut read, &directive)? else {
                return Ok(scanned(at_end, assigned));
            };
            if directive.takes_argument() {
                let target = self.next_target(&mut targets, &directive)?;
                self.assign(target, &directive, &item)?;
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

    /// Reads the characters of a conversion; `None` if they do not match.
    fn item(
        &mut self,
        source: &mut Source,
        read: &mut usize,
        directive: &ScanDirective,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let letter = directive.letter;
        if directive.allocates {
            return Err(Fault::unsupported("an input that goes to a new block"));
        }
        let most = match directive.width {
            Some(width) => usize::try_from(width).unwrap_or(LONGEST_ITEM).min(LONGEST_ITEM),
            None if letter == b'c' => 1,
            None => LONGEST_ITEM,
        };
        let mut item = Vec::new();
        let mut number = Number::new(letter);
        while item.len() < most {
            let fits = |byte: u8| match letter {
                b'%' => byte == b'%' && item.is_empty(),
                b'c' => true,
                b's' => !is_space(byte),
                b'[' => directive.set.as_ref().is_some_and(|set| set.contains(byte)),
                _ => number.accepts(&item, byte),
            };
            let Some(byte) = self.take_if(source, read, fits)? else { break };
            number.advance(&item, byte);
            item.push(byte);
        }
        if item.len() == LONGEST_ITEM {
            return Err(Fault::unsupported("an item of input that is too long"));
        }
        let is_float = matches!(letter, b'f' | b'e' | b'g' | b'E' | b'G');
        if is_float && item.len() < most && self.peek(source)?.is_some_and(|next| starts_other_float(&item, next)) {
            return Err(Fault::unsupported("a float in the input that is not decimal"));
        }
        let complete = match letter {
            // At the end of the input, some libraries accept fewer characters.
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

    /// Returns the next target with the type of its object. A `va_list` does not have that type; it is the type that
    /// the conversion writes.
    fn next_target(&mut self, targets: &mut Targets, directive: &ScanDirective) -> Result<(Value, TypeId), Fault> {
        let types = &self.interpreter.program.types;
        match targets {
            Targets::Values(next) => {
                let (value, ty) = self.values.get(*next).copied().ok_or_else(too_few)?;
                *next += 1;
                let target = types.pointee(ty);
                let wrong = || Fault::undefined("a conversion of a format gets a value of another type");
                Ok((value, target.ok_or_else(wrong)?))
            }
            Targets::List(place) => {
                let void = types.find(&Type::Void).and_then(|void| types.find(&Type::Pointer(void)));
                let written = types.find(&self.written(directive)?);
                let (Some(void), Some(written)) = (void, written) else {
                    return Err(Fault::unsupported("a format with a list of arguments of unknown types"));
                };
                Ok((variadic::take(self.state, place, void, types)?, written))
            }
        }
    }

    /// Returns the type that a conversion writes.
    fn written(&self, directive: &ScanDirective) -> Result<Type, Fault> {
        let integer = |kind| Type::Integer { kind, signed: true };
        Ok(match directive.letter {
            b'c' | b's' | b'[' => integer(IntegerKind::Char),
            b'f' | b'e' | b'g' | b'E' | b'G' => Type::Float(float_kind(directive.length)?),
            _ => integer(match self.integer_bytes(directive.length)? {
                1 => IntegerKind::Char,
                2 => IntegerKind::Short,
                4 => IntegerKind::Int,
                size if size == self.word() => IntegerKind::Long,
                _ => IntegerKind::LongLong,
            }),
        })
    }

    fn integer_bytes(&self, length: Length) -> Result<u64, Fault> {
        length.integer_bytes(self.word()).ok_or_else(unknown_length)
    }

    fn assign(&mut self, (target, ty): (Value, TypeId), directive: &ScanDirective, item: &[u8]) -> Result<(), Fault> {
        let types = &self.interpreter.program.types;
        let letter = directive.letter;
        match letter {
            b'c' | b's' | b'[' => {
                if types.size_of(ty) != Some(1) || directive.length != Length::Plain {
                    return Err(Fault::undefined(OTHER_TYPE));
                }
                let mut bytes = item.to_vec();
                if letter != b'c' {
                    bytes.push(0);
                }
                self.state.write_text(target, &bytes, self.word())
            }
            b'f' | b'e' | b'g' | b'E' | b'G' => {
                let kind = float_kind(directive.length)?;
                if *types.get(ty) != Type::Float(kind) {
                    return Err(Fault::undefined(OTHER_TYPE));
                }
                let value = text::float_value(std::str::from_utf8(item).unwrap_or_default(), kind);
                self.state.store_at(target, value, ty, types)
            }
            _ => {
                let (value, _) = text::leading_integer(item, base(letter)).unwrap_or((0, 0));
                self.assign_integer((target, ty), directive.length, value)
            }
        }
    }

    fn assign_integer(&mut self, (target, ty): (Value, TypeId), length: Length, value: i128) -> Result<(), Fault> {
        let types = &self.interpreter.program.types;
        let bytes = self.integer_bytes(length)?;
        let format = types.integer_format(ty).filter(|_| types.size_of(ty) == Some(bytes));
        let format = format.ok_or_else(|| Fault::undefined(OTHER_TYPE))?;
        if wrap(value, (format.0, true)) != value && wrap(value, (format.0, false)) != value {
            return Err(Fault::undefined("a number of the input is too large for its object"));
        }
        self.state.store_at(target, Value::Integer(wrap(value, format)), ty, types)
    }
}

/// Returns the result if an item does not match. Having reached the end of the input matters only before the first
/// conversion.
fn scanned(at_end: bool, assigned: i128) -> Value {
    Value::Integer(if assigned == 0 && at_end { END } else { assigned })
}

fn unknown_length() -> Fault {
    Fault::unsupported("a length modifier of an input that C does not have")
}

/// Returns the floating-point type that a conversion of numbers writes.
fn float_kind(length: Length) -> Result<FloatKind, Fault> {
    match length {
        Length::Plain => Ok(FloatKind::Float),
        Length::Long => Ok(FloatKind::Double),
        Length::LongDouble => Ok(FloatKind::LongDouble),
        _ => Err(unknown_length()),
    }
}

/// The characters that may continue a number.
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

    /// Updates the base of `%i`, which depends on the first characters.
    fn advance(&mut self, item: &[u8], byte: u8) {
        let digits = item.strip_prefix(b"-").or_else(|| item.strip_prefix(b"+")).unwrap_or(item);
        if self.base == 0 && digits == b"0" && !self.is_float {
            self.base = if matches!(byte, b'x' | b'X') { 16 } else { 8 };
        }
    }
}

/// Returns the base of a conversion's numbers; 0 if it depends on their prefix.
fn base(letter: u8) -> u32 {
    match letter {
        b'i' => 0,
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    }
}

/// Returns true if the character would continue the number as infinity, NaN or a hexadecimal float.
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
