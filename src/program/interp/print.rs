//! Output of `printf` formats.

use crate::interp::fault::Fault;
use crate::interp::memory::{Pointer, Value};
use crate::interp::state::State;
use crate::interp::{text, variadic};
use crate::library::format::{Amount, Flags, Length, PrintDirective, PrintPart, printf};
use crate::limits::WIDEST_FORMAT;
use crate::{FaultKind, Program};
use base::extended;
use base::ids::Id;
use base::integer::wrap;
use ctype::{FloatKind, IntegerKind, Type, TypeId};

/// The source of a format's arguments.
pub(super) enum FormatArguments<'a> {
    /// The arguments of the call.
    Values(std::slice::Iter<'a, (Value, TypeId)>),
    /// A `va_list`: the place of the next argument.
    List(Value),
}

/// The kind of argument that a conversion takes.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Integer(u32),
    Float(FloatKind),
    Pointer,
}

/// The output of a format.
pub(super) struct Printed {
    pub(super) text: Vec<u8>,
    /// The strings that were read for it, each with the number of bytes read.
    pub(super) read: Vec<(Value, i64)>,
    /// True if the output contains an address: its digits are made up, as blocks have no real addresses.
    pub(super) has_address: bool,
}

/// Formats the arguments.
pub(super) fn formatted(
    state: &State,
    program: &Program,
    format: Value,
    arguments: FormatArguments<'_>,
) -> Result<Printed, Fault> {
    let mut printer = Printer { state, program, arguments, out: Vec::new(), read: Vec::new(), has_address: false };
    printer.formatted(format)?;
    Ok(Printed { text: printer.out, read: printer.read, has_address: printer.has_address })
}

/// A directive with its width and precision evaluated.
struct Conversion {
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    length: Length,
    letter: u8,
}

struct Printer<'s> {
    state: &'s State,
    program: &'s Program,
    arguments: FormatArguments<'s>,
    out: Vec<u8>,
    read: Vec<(Value, i64)>,
    has_address: bool,
}

impl Printer<'_> {
    /// Returns the next argument, which must be of this kind.
    fn next(&mut self, kind: Kind) -> Result<Value, Fault> {
        let types = &self.program.types;
        let (value, ty) = match &mut self.arguments {
            FormatArguments::Values(values) => {
                *values.next().ok_or_else(|| Fault::undefined("too few arguments for a format"))?
            }
            FormatArguments::List(place) => {
                let ty = match kind {
                    Kind::Integer(bits) => {
                        let kinds = [IntegerKind::Int, IntegerKind::Long, IntegerKind::LongLong];
                        let all = kinds.iter().flat_map(|kind| {
                            [true, false].map(|signed| types.find(&Type::Integer { kind: *kind, signed }))
                        });
                        all.flatten().find(|ty| types.size_of(*ty) == Some(u64::from(bits.max(32) / 8)))
                    }
                    Kind::Float(kind) => types.find(&Type::Float(kind)),
                    Kind::Pointer => types.find(&Type::Void).and_then(|void| types.find(&Type::Pointer(void))),
                };
                let ty = ty.ok_or_else(|| Fault::unsupported("a format with a list of arguments of unknown types"))?;
                (variadic::take(self.state, place, ty, types)?, ty)
            }
        };
        let fits = match (kind, types.get(ty)) {
            (Kind::Integer(bits), Type::Integer { .. }) => types.size_of(ty) == Some(u64::from(bits.max(32) / 8)),
            (Kind::Float(kind), Type::Float(given)) => *given == kind,
            (Kind::Pointer, Type::Pointer(_)) => true,
            _ => false,
        };
        match value {
            _ if !fits => Err(Fault::undefined("a conversion of a format gets a value of another type")),
            // The pointer is that of a string; `%p` is not handled here.
            Value::Undefined if kind == Kind::Pointer => {
                Err(Fault::new(FaultKind::Uninitialized, "an uninitialized pointer is printed"))
            }
            Value::Undefined => Err(Fault::new(FaultKind::UndefinedValue, "an uninitialized value is printed")),
            value => Ok(value),
        }
    }

    fn string(&mut self, start: Value, limit: Option<usize>) -> Result<Vec<u8>, Fault> {
        let bytes = text::read(self.state, start, limit)?;
        let read = limit.unwrap_or(usize::MAX).min(bytes.len() + 1);
        self.read.push((start, read as i64));
        Ok(bytes)
    }

    fn number(&mut self) -> Result<i64, Fault> {
        match self.next(Kind::Integer(32))? {
            Value::Integer(integer) => i64::try_from(integer).map_err(|_| Fault::unsupported("a very wide format")),
            _ => Err(Fault::unsupported("a width that is no known integer")),
        }
    }

    fn formatted(&mut self, format: Value) -> Result<(), Fault> {
        let format = self.string(format, None)?;
        for part in printf(&format) {
            let directive = match part {
                PrintPart::Byte(byte) => {
                    self.out.push(byte);
                    continue;
                }
                PrintPart::Directive(directive) => directive,
                PrintPart::Unfinished => return Err(Fault::undefined("a format ends in '%'")),
            };
            let conversion = self.conversion(directive)?;
            if conversion.letter == b'%' {
                self.out.push(b'%');
                continue;
            }
            let kind = self.kind(&conversion)?;
            let value = self.next(kind)?;
            self.convert(&conversion, value)?;
        }
        Ok(())
    }

    /// Evaluates the width and precision of a directive.
    fn conversion(&mut self, directive: PrintDirective) -> Result<Conversion, Fault> {
        let PrintDirective { mut flags, width, precision, length, letter } = directive;
        let width = match width {
            None => 0,
            Some(Amount::Number(width)) => width,
            Some(Amount::Argument) => {
                let width = self.number()?;
                flags.left |= width < 0;
                width.saturating_abs()
            }
        };
        let precision = match precision {
            None => None,
            Some(Amount::Number(precision)) => Some(precision),
            // A negative precision is ignored.
            Some(Amount::Argument) => Some(self.number()?).filter(|precision| *precision >= 0),
        };
        if width > WIDEST_FORMAT || precision.unwrap_or(0) > WIDEST_FORMAT {
            return Err(Fault::unsupported("a very wide format"));
        }
        let precision = precision.map(|precision| precision as usize);
        Ok(Conversion { flags, width: width as usize, precision, length, letter })
    }

    fn convert(&mut self, conversion: &Conversion, value: Value) -> Result<(), Fault> {
        let (letter, flags) = (conversion.letter, conversion.flags);
        let value = match value {
            Value::Pointer(Pointer::To { .. }) | Value::Function(_) if letter != b's' => {
                self.has_address = true;
                // An address stored in an integer is printed as one.
                if letter == b'p' { value } else { Value::Integer(number_of_address(value)) }
            }
            Value::Pointer(Pointer::Null) if !matches!(letter, b's' | b'p') => Value::Integer(0),
            value => value,
        };
        let (sign, body) = self.body(conversion, value)?;
        let numeric = matches!(value, Value::Integer(_) | Value::Float(_) | Value::LongDouble(_))
            && letter != b'c'
            && letter != b'p';
        let whole = letter.is_ascii_alphabetic() && !b"feEgGF".contains(&letter);
        let has_digits = body.iter().any(u8::is_ascii_digit);
        let zeros =
            flags.zero && !flags.left && numeric && (whole || has_digits) && !(whole && conversion.precision.is_some());
        let padding = conversion.width.saturating_sub(sign.len() + body.len());
        let fill = |out: &mut Vec<u8>, wanted: bool, byte| {
            out.extend(std::iter::repeat_n(byte, if wanted { padding } else { 0 }))
        };
        fill(&mut self.out, !flags.left && !zeros, b' ');
        self.out.extend(sign.bytes());
        fill(&mut self.out, zeros, b'0');
        self.out.extend(body);
        fill(&mut self.out, flags.left, b' ');
        Ok(())
    }

    /// Returns the sign or prefix of a value, and its digits or text.
    fn body(&mut self, conversion: &Conversion, value: Value) -> Result<(&'static str, Vec<u8>), Fault> {
        let (letter, flags) = (conversion.letter, conversion.flags);
        let bits = self.bits(conversion.length)?;
        Ok(match (letter, value) {
            (b's', _) => ("", self.string(value, conversion.precision)?),
            (b'c', Value::Integer(byte)) => ("", vec![byte as u8]),
            (b'd' | b'i', Value::Integer(integer)) => {
                let integer = wrap(integer, (bits, true));
                (sign_of(integer < 0, conversion), magnitude(conversion, integer.unsigned_abs().to_string()))
            }
            (b'u', Value::Integer(integer)) => ("", magnitude(conversion, wrap(integer, (bits, false)).to_string())),
            (b'o', Value::Integer(integer)) => {
                let digits = magnitude(conversion, format!("{:o}", wrap(integer, (bits, false))));
                // The first digit must be zero.
                let lacks = flags.alternate && digits.first() != Some(&b'0');
                ("", [if lacks { &b"0"[..] } else { &[] }, &digits].concat())
            }
            (b'x' | b'X', Value::Integer(integer)) => {
                let integer = wrap(integer, (bits, false));
                let upper = letter == b'X';
                let prefix = if upper { "0X" } else { "0x" };
                let text = if upper { format!("{integer:X}") } else { format!("{integer:x}") };
                (if flags.alternate && integer != 0 { prefix } else { "" }, magnitude(conversion, text))
            }
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Value::Float(float)) => {
                let float = f64::from_bits(float);
                let text = floating(letter, conversion, Real::Double(float.abs()));
                (sign_of(float.is_sign_negative(), conversion), text.into_bytes())
            }
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Value::LongDouble(bits)) => {
                let text = floating(letter, conversion, Real::Long(bits));
                (sign_of(extended::is_negative(bits), conversion), text.into_bytes())
            }
            (b'p', _) => ("", address(value).into_bytes()),
            _ => {
                return Err(Fault::undefined(format!(
                    "a conversion '%{}' of a value of another type",
                    char::from(letter)
                )));
            }
        })
    }

    /// Returns the kind of argument that a conversion takes.
    fn kind(&self, conversion: &Conversion) -> Result<Kind, Fault> {
        match (conversion.letter, conversion.length) {
            _ if conversion.flags.grouped => Err(Fault::unsupported("the flag \"'\" of a format")),
            (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', length) => Ok(Kind::Integer(self.bits(length)?)),
            (b'c', Length::Plain) => Ok(Kind::Integer(32)),
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Length::Plain | Length::Long) => {
                Ok(Kind::Float(FloatKind::Double))
            }
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Length::LongDouble) => Ok(Kind::Float(FloatKind::LongDouble)),
            (b's' | b'p', Length::Plain) => Ok(Kind::Pointer),
            (letter, Length::Plain) => Err(Fault::unsupported(format!("the conversion '%{}'", char::from(letter)))),
            (letter, _) => Err(Fault::unsupported(format!("the conversion '%{}' with its length", char::from(letter)))),
        }
    }

    /// Returns the width in bits of an integer with a length modifier.
    fn bits(&self, length: Length) -> Result<u32, Fault> {
        let bytes = length.integer_bytes(self.program.types.model().word_bytes());
        bytes.map(|bytes| 8 * bytes as u32).ok_or_else(|| Fault::unsupported("a length of no integer in a format"))
    }
}

fn sign_of(negative: bool, conversion: &Conversion) -> &'static str {
    match (negative, conversion.flags.plus, conversion.flags.space) {
        (true, _, _) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// Pads digits with zeros to the precision; zero with precision zero is empty.
fn magnitude(conversion: &Conversion, digits: String) -> Vec<u8> {
    match conversion.precision {
        Some(0) if digits == "0" => Vec::new(),
        Some(precision) => format!("{digits:0>precision$}").into_bytes(),
        None => digits.into_bytes(),
    }
}

/// The absolute value of a number to print.
#[derive(Clone, Copy)]
enum Real {
    Double(f64),
    /// As its 80 bits.
    Long(u128),
}

impl Real {
    /// Returns the text for NaN and infinity.
    fn word(self) -> Option<&'static str> {
        let (is_nan, is_infinite) = match self {
            Real::Double(value) => (value.is_nan(), value.is_infinite()),
            Real::Long(bits) => (extended::is_nan(bits), extended::is_infinite(bits)),
        };
        if is_nan { Some("nan") } else { is_infinite.then_some("inf") }
    }

    fn fixed(self, precision: usize) -> String {
        match self {
            Real::Double(value) => format!("{value:.precision$}"),
            Real::Long(bits) => extended::fixed(bits, precision),
        }
    }

    /// `d.ddde+XX`
    fn scientific(self, precision: usize) -> String {
        let text = match self {
            Real::Double(value) => format!("{value:.precision$e}"),
            Real::Long(bits) => extended::scientific(bits, precision),
        };
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
        format!("{digits}e{sign}{exponent:0>2}")
    }
}

fn floating(letter: u8, conversion: &Conversion, value: Real) -> String {
    let precision = conversion.precision.unwrap_or(6);
    let text = match (value.word(), letter.to_ascii_lowercase()) {
        (Some(word), _) => word.into(),
        (None, b'f') => value.fixed(precision),
        (None, b'e') => value.scientific(precision),
        _ => general(value, precision.max(1), conversion.flags.alternate),
    };
    let text = if conversion.flags.alternate && value.word().is_none() { with_point(&text) } else { text };
    if letter.is_ascii_uppercase() { text.to_uppercase() } else { text }
}

/// Returns a number with a decimal point, even if no digit follows it.
fn with_point(text: &str) -> String {
    match text.split_once('e') {
        _ if text.contains('.') => text.to_string(),
        Some((digits, exponent)) => format!("{digits}.e{exponent}"),
        None => format!("{text}."),
    }
}

/// `%g`: the shorter of the two forms, without trailing zeros.
fn general(value: Real, precision: usize, keep_zeros: bool) -> String {
    let rounded = value.scientific(precision - 1);
    let exponent: i64 = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let trim = |text: &str| match text.contains('.') && !keep_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if exponent < -4 || exponent >= precision as i64 {
        let (digits, exponent) = rounded.split_once('e').unwrap_or((&rounded, "+00"));
        return format!("{}e{exponent}", trim(digits));
    }
    let decimals = usize::try_from(precision as i64 - 1 - exponent).unwrap_or(0);
    trim(&value.fixed(decimals))
}

/// Returns a made-up number for an address: blocks are a fixed distance apart.
fn number_of_address(value: Value) -> i128 {
    match value {
        Value::Pointer(Pointer::To { block, offset }) => {
            (block.index() as i128 + 1) * 0x1_0000_0000 + i128::from(offset)
        }
        Value::Function(function) => 0x1000 + 16 * function.index() as i128,
        Value::Integer(address) => address,
        _ => 0,
    }
}

/// Formats an address as `%p` does.
fn address(value: Value) -> String {
    match number_of_address(value) {
        0 => "(nil)".into(),
        number => format!("{number:#x}"),
    }
}
