//! What `printf` and its kin write. An undefined number is shown as `?`: printing it is no fault.

use crate::base::ids::Id;
use crate::program::interp::arithmetic::wrap;
use crate::program::interp::choice::Chooser;
use crate::program::interp::fault::{Fault, FaultKind};
use crate::program::interp::memory::{Pointer, Value};
use crate::program::interp::state::State;
use crate::program::{Expr, ExprNode, Program};

/// Longer strings, widths and precisions are not printed.
const MAX_TEXT: usize = 1 << 20;

/// What a call writes to standard output.
pub(super) fn text(
    state: &mut State,
    program: &Program,
    function: &str,
    arguments: &[Expr],
    chooser: &mut dyn Chooser,
) -> Result<Vec<u8>, Fault> {
    let name = function.trim_start_matches("__builtin_");
    let (stream, arguments) = match (name, arguments) {
        ("fprintf", [stream, rest @ ..]) => (Some(stream), rest),
        ("fputs" | "fputc" | "putc", [text, stream]) => (Some(stream), std::slice::from_ref(text)),
        (_, all) => (None, all),
    };
    let values = arguments.iter().map(|argument| state.evaluate_with(argument, program, chooser));
    let values: Vec<Value> = values.collect::<Result<_, Fault>>()?;
    let mut printer = Printer { state, program, out: Vec::new() };
    match (name, values.as_slice()) {
        ("printf" | "fprintf", [format, rest @ ..]) => printer.formatted(*format, rest)?,
        ("puts", [text]) => {
            printer.out = printer.string(*text, None)?;
            printer.out.push(b'\n');
        }
        ("fputs", [text]) => printer.out = printer.string(*text, None)?,
        ("putchar" | "fputc" | "putc", [Value::Integer(byte)]) => printer.out.push(*byte as u8),
        ("putchar" | "fputc" | "putc", [_]) => printer.out.push(b'?'),
        ("fflush" | "perror", _) => {}
        _ => return Err(Fault::unsupported(format!("output by '{function}'"))),
    }
    match stream.map(|stream| stream_name(stream, program)) {
        None | Some(Some("stdout")) => Ok(printer.out),
        Some(Some("stderr")) => Ok(Vec::new()),
        Some(_) => Err(Fault::unsupported(format!("output by '{function}' to a stream of the program"))),
    }
}

/// The variable that a stream argument reads.
fn stream_name<'p>(stream: &Expr, program: &'p Program) -> Option<&'p str> {
    match &stream.node {
        ExprNode::Load(address) => match &address.node {
            ExprNode::VariableAddress(variable) => {
                program.variables.get(*variable).map(|variable| variable.name.as_str())
            }
            _ => None,
        },
        _ => None,
    }
}

/// A conversion specification.
#[derive(Default)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    zero: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
    length: Vec<u8>,
}

struct Printer<'s> {
    state: &'s State,
    program: &'s Program,
    out: Vec<u8>,
}

impl Printer<'_> {
    /// The bytes of a string up to its zero byte, or at most `limit`.
    fn string(&self, start: Value, limit: Option<usize>) -> Result<Vec<u8>, Fault> {
        let mut text = Vec::new();
        while limit.is_none_or(|limit| text.len() < limit) {
            let address = match start {
                Value::Pointer(Pointer::To { block, offset }) => {
                    Value::Pointer(Pointer::To { block, offset: offset.saturating_add_unsigned(text.len() as u64) })
                }
                other => other,
            };
            let (id, offset) = self.state.check_access(address, 1)?;
            match self.state.block(id).map(|block| block.read_field(offset, 0, 8, false)).transpose()? {
                Some(Value::Integer(0)) => break,
                Some(Value::Integer(byte)) if text.len() < MAX_TEXT => text.push(byte as u8),
                Some(Value::Undefined) => {
                    return Err(Fault::new(FaultKind::Uninitialized, "a string that is printed has no end"));
                }
                _ => return Err(Fault::unsupported("a string that is too long is printed")),
            }
        }
        Ok(text)
    }

    fn formatted(&mut self, format: Value, arguments: &[Value]) -> Result<(), Fault> {
        let format = self.string(format, None)?;
        let mut bytes = format.iter().copied().peekable();
        let mut arguments = arguments.iter().copied();
        let mut next = || arguments.next().ok_or_else(|| Fault::undefined("too few arguments for a format"));
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                self.out.push(byte);
                continue;
            }
            let mut conversion = Conversion::default();
            while let Some(flag) = bytes.next_if(|byte| b"-+ 0#".contains(byte)) {
                match flag {
                    b'-' => conversion.left = true,
                    b'+' => conversion.plus = true,
                    b' ' => conversion.space = true,
                    b'0' => conversion.zero = true,
                    _ => conversion.alternate = true,
                }
            }
            if bytes.next_if_eq(&b'*').is_some() {
                let width = number(next()?)?;
                conversion.left |= width < 0;
                conversion.width = width.unsigned_abs() as usize;
            } else {
                conversion.width = digits(&mut bytes);
            }
            if bytes.next_if_eq(&b'.').is_some() {
                conversion.precision = if bytes.next_if_eq(&b'*').is_some() {
                    usize::try_from(number(next()?)?).ok()
                } else {
                    Some(digits(&mut bytes))
                };
            }
            while let Some(length) = bytes.next_if(|byte| b"hlzjtLq".contains(byte)) {
                conversion.length.push(length);
            }
            if conversion.width > MAX_TEXT || conversion.precision.unwrap_or(0) > MAX_TEXT {
                return Err(Fault::unsupported("a very wide format"));
            }
            match bytes.next() {
                Some(b'%') => self.out.push(b'%'),
                Some(letter) => self.convert(letter, &conversion, next()?)?,
                None => return Err(Fault::undefined("a format ends in '%'")),
            }
        }
        Ok(())
    }

    fn convert(&mut self, letter: u8, conversion: &Conversion, value: Value) -> Result<(), Fault> {
        let bits = self.bits(&conversion.length);
        let (sign, body): (&str, Vec<u8>) = match (letter, value) {
            (b's', _) => ("", self.string(value, conversion.precision)?),
            (_, Value::Undefined) => ("", b"?".to_vec()),
            (b'c', Value::Integer(byte)) => ("", vec![byte as u8]),
            (b'd' | b'i', Value::Integer(integer)) => {
                let integer = wrap(integer, (bits, true));
                (sign_of(integer < 0, conversion), magnitude(conversion, integer.unsigned_abs().to_string()))
            }
            (b'u', Value::Integer(integer)) => ("", magnitude(conversion, wrap(integer, (bits, false)).to_string())),
            (b'o', Value::Integer(integer)) => {
                ("", magnitude(conversion, format!("{:o}", wrap(integer, (bits, false)))))
            }
            (b'x' | b'X', Value::Integer(integer)) => {
                let integer = wrap(integer, (bits, false));
                let upper = letter == b'X';
                let prefix = if upper { "0X" } else { "0x" };
                let text = if upper { format!("{integer:X}") } else { format!("{integer:x}") };
                (if conversion.alternate && integer != 0 { prefix } else { "" }, magnitude(conversion, text))
            }
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Value::Float(float)) => {
                let float = f64::from_bits(float);
                let text = floating(letter, conversion, float.abs());
                (sign_of(float.is_sign_negative(), conversion), text.into_bytes())
            }
            (b'p', _) => ("", address(value).into_bytes()),
            _ => {
                return Err(Fault::undefined(format!(
                    "a conversion '%{}' of a value of another type",
                    char::from(letter)
                )));
            }
        };
        let numeric = matches!(value, Value::Integer(_) | Value::Float(_)) && letter != b'c' && letter != b'p';
        let whole = letter.is_ascii_alphabetic() && !b"feEgGF".contains(&letter);
        let zeros = conversion.zero && !conversion.left && numeric && !(whole && conversion.precision.is_some());
        let padding = conversion.width.saturating_sub(sign.len() + body.len());
        let fill = |out: &mut Vec<u8>, wanted: bool, byte| {
            out.extend(std::iter::repeat_n(byte, if wanted { padding } else { 0 }))
        };
        fill(&mut self.out, !conversion.left && !zeros, b' ');
        self.out.extend(sign.bytes());
        fill(&mut self.out, zeros, b'0');
        self.out.extend(body);
        fill(&mut self.out, conversion.left, b' ');
        Ok(())
    }

    /// The width in bits of an integer with a length modifier.
    fn bits(&self, length: &[u8]) -> u32 {
        match length {
            b"hh" => 8,
            b"h" => 16,
            b"l" | b"z" | b"t" => 8 * self.program.types.model().word_bytes() as u32,
            b"ll" | b"j" | b"q" | b"L" => 64,
            _ => 32,
        }
    }
}

fn digits(bytes: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> usize {
    let mut number = 0_usize;
    while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
        number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    }
    number
}

fn number(value: Value) -> Result<i64, Fault> {
    match value {
        Value::Integer(integer) => i64::try_from(integer).map_err(|_| Fault::unsupported("a very wide format")),
        _ => Err(Fault::unsupported("a width that is no known integer")),
    }
}

fn sign_of(negative: bool, conversion: &Conversion) -> &'static str {
    match (negative, conversion.plus, conversion.space) {
        (true, _, _) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// Digits filled up with zeros to the precision; zero with precision zero is nothing.
fn magnitude(conversion: &Conversion, digits: String) -> Vec<u8> {
    match conversion.precision {
        Some(0) if digits == "0" => Vec::new(),
        Some(precision) => format!("{digits:0>precision$}").into_bytes(),
        None => digits.into_bytes(),
    }
}

fn floating(letter: u8, conversion: &Conversion, value: f64) -> String {
    let precision = conversion.precision.unwrap_or(6);
    let text = match letter.to_ascii_lowercase() {
        _ if value.is_nan() => "nan".into(),
        _ if value.is_infinite() => "inf".into(),
        b'f' => format!("{value:.precision$}"),
        b'e' => scientific(value, precision),
        _ => general(value, precision.max(1), conversion.alternate),
    };
    if letter.is_ascii_uppercase() { text.to_uppercase() } else { text }
}

/// `d.ddde+XX`
fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}e{sign}{exponent:0>2}")
}

/// `%g`: the shorter of the two forms, without zeros at the end.
fn general(value: f64, precision: usize, keep_zeros: bool) -> String {
    let rounded = scientific(value, precision - 1);
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
    trim(&format!("{value:.decimals$}"))
}

/// A made-up number for an address: blocks lie a fixed distance apart.
fn address(value: Value) -> String {
    match value {
        Value::Pointer(Pointer::To { block, offset }) => {
            format!("{:#x}", (block.index() as i128 + 1) * 0x1_0000_0000 + i128::from(offset))
        }
        Value::Function(function) => format!("{:#x}", 0x1000 + 16 * function.index()),
        Value::Integer(address) if address != 0 => format!("{address:#x}"),
        _ => "(nil)".into(),
    }
}
