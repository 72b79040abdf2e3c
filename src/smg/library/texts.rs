//! Texts: how long they are, and what formats do with the arguments behind them.

use crate::program::LibraryFunction;
use crate::program::interp::FaultKind;
use crate::program::library::Extent;
use crate::smg::configuration::{Configuration, Exactness};
use crate::smg::fault::{Fault, Stop};
use crate::smg::library::input::Stored;
use crate::smg::library::{Call, MOST_TEXT, bytes_to_end};
use crate::smg::object::Origin;
use crate::smg::step::Executor;
use crate::smg::value::{Range, Value};

/// What a format does with one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conversion {
    /// It prints a text, at most so many bytes of it if that is said.
    Text(Option<i64>),
    /// It prints a number, or takes a width: so many bytes at most, if that is known.
    Number(Option<i64>),
    /// It prints an address as a number that can be read again: so many bytes at most, if that is known.
    Address(Option<i64>),
    /// It stores how many bytes were printed, or prints wide characters: that is not followed.
    Other,
}

/// The bytes that a format prints itself, and its conversions, one for each argument behind it.
fn conversions(format: &[u8]) -> (i64, Vec<Conversion>) {
    let (mut own, mut found) = (0, Vec::new());
    let mut bytes = format.iter().copied().take_while(|byte| *byte != 0);
    while let Some(byte) = bytes.next() {
        own += 1;
        if byte != b'%' {
            continue;
        }
        let (mut width, mut precision, mut in_precision, mut is_wide) = (Some(0_i64), None, false, false);
        let kind = loop {
            let Some(byte) = bytes.next() else { return (own, found) };
            match byte {
                b'*' => {
                    found.push(Conversion::Number(Some(0)));
                    match in_precision {
                        true => precision = None,
                        false => width = None,
                    }
                }
                b'.' => (in_precision, precision) = (true, Some(0)),
                b'0'..=b'9' => {
                    let number = if in_precision { &mut precision } else { &mut width };
                    *number = number.map(|number| (10 * number + i64::from(byte - b'0')).min(MOST_TEXT));
                }
                b'l' => is_wide = true,
                b'-' | b'+' | b' ' | b'#' | b'\'' | b'h' | b'L' | b'q' | b'j' | b'z' | b't' => {}
                kind => break kind,
            }
        };
        let least = |most: i64| width.map(|width| width.max(most).max(precision.unwrap_or(0) + 4));
        match kind {
            b'%' => {}
            b's' if !is_wide => found.push(Conversion::Text(precision)),
            b'c' if !is_wide => found.push(Conversion::Number(least(1))),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => found.push(Conversion::Number(least(24))),
            b'p' => found.push(Conversion::Address(least(24))),
            b'e' | b'E' | b'g' | b'G' | b'f' | b'F' | b'a' | b'A' => found.push(Conversion::Number(None)),
            _ => found.push(Conversion::Other),
        }
    }
    (own, found)
}

/// What a format for input does with one argument.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Scanned {
    /// How many bytes it writes at most, where it says so.
    limit: Option<i64>,
    /// Whether what it reads is a number, of any number of digits.
    is_number: bool,
}

/// What a format for input does with each argument behind it, as far as it says so.
fn scanned(format: &[u8]) -> Vec<Scanned> {
    let mut found = Vec::new();
    let mut bytes = format.iter().copied().take_while(|byte| *byte != 0);
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let (mut width, mut is_skipped, mut is_wide) = (None, false, false);
        for byte in bytes.by_ref() {
            match byte {
                b'*' => is_skipped = true,
                b'0'..=b'9' => width = Some((10 * width.unwrap_or(0) + i64::from(byte - b'0')).min(MOST_TEXT)),
                b'l' | b'm' => is_wide = true,
                b'h' | b'L' | b'q' | b'j' | b'z' | b't' | b'\'' => {}
                b'%' => break,
                kind => {
                    let limit = match kind {
                        _ if is_wide => None,
                        b'c' => Some(width.unwrap_or(1)),
                        b's' => width.map(|width| width + 1),
                        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => Some(1),
                        // What stands in brackets is not looked at, and so may be taken for conversions.
                        _ => return found,
                    };
                    let is_number = width.is_none() && !matches!(kind, b'c' | b's');
                    if !is_skipped {
                        found.push(Scanned { limit, is_number });
                    }
                    break;
                }
            }
        }
    }
    found
}

/// Whether a function takes the arguments of a format as a `va_list`.
fn takes_list(function: LibraryFunction) -> bool {
    matches!(
        function,
        LibraryFunction::Vprintf
            | LibraryFunction::Vfprintf
            | LibraryFunction::Vsprintf
            | LibraryFunction::Vsnprintf
            | LibraryFunction::Vdprintf
            | LibraryFunction::Vasprintf
    )
}

/// The length of a text that is known.
pub(super) fn length(configuration: &Configuration, text: Value) -> Option<i64> {
    let Value::Address(address) = text else { return None };
    let object = configuration.graph.object(address.object)?;
    let end = i64::try_from(object.size.low()).ok()?;
    for offset in address.offset..end.min(address.offset.saturating_add(MOST_TEXT)) {
        match object.read(offset, 1) {
            Value::Integer(0) => return Some(offset - address.offset),
            Value::Integer(_) => {}
            _ => return None,
        }
    }
    None
}

/// Whether a function reads its texts up to their ends, whatever is there.
fn reads_all(function: LibraryFunction) -> bool {
    use LibraryFunction as F;
    matches!(
        function,
        F::Strlen
            | F::Strnlen
            | F::Strcpy
            | F::Strncpy
            | F::Stpcpy
            | F::Stpncpy
            | F::Strcat
            | F::Strncat
            | F::Strdup
            | F::Strndup
            | F::Printf
            | F::Puts
    )
}

/// Whether there is no zero byte from a place on to the end of its object.
fn has_no_end(configuration: &Configuration, text: Value) -> bool {
    let Value::Address(address) = text else { return false };
    let object = configuration.graph.object(address.object);
    let Some((object, end)) = object.and_then(|object| Some((object, i64::try_from(object.size.single()?).ok()?)))
    else {
        return false;
    };
    let is_letter = |offset: i64| matches!(object.read(offset, 1), Value::Integer(byte) if byte != 0);
    end - address.offset <= MOST_TEXT && (address.offset..end).all(is_letter)
}

impl Executor<'_> {
    /// The format that an address leads to, if it is a literal.
    fn format_at(&self, configuration: &Configuration, format: Option<Value>) -> Option<&[u8]> {
        let Some(Value::Address(address)) = format else { return None };
        let Some(Origin::Literal(string)) = configuration.graph.object(address.object).map(|object| object.origin)
        else {
            return None;
        };
        self.program.strings.get(string)?.get(usize::try_from(address.offset).ok()?..)
    }

    /// Overwrites what the arguments from one on lead to with what a format says. If that is input of the program, a number
    /// is any that its type has.
    /// So much of it is stored.
    pub(super) fn scans(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        first: usize,
        stored: Stored,
    ) -> Result<(), Stop> {
        let is_input = matches!(call.function, LibraryFunction::Scanf | LibraryFunction::Fscanf);
        let format = first.checked_sub(1).and_then(|format| call.values.get(format)).copied();
        let told = self.format_at(configuration, format).map_or_else(Vec::new, scanned);
        for index in first..call.values.len() {
            let Scanned { limit, is_number } = told.get(index - first).copied().unwrap_or_default();
            let target = call.values.get(index).copied().unwrap_or(Value::ANY);
            let ty = call.arguments.get(index).and_then(|argument| self.program.types.pointee(argument.ty));
            if ty.is_some_and(|ty| self.program.types.size_of(ty) == Some(1)) {
                // A character, or a text of any length.
                match (stored, limit) {
                    (Stored::Some, Some(limit)) => {
                        self.overwrite(configuration, target, Range::up_to(0, limit.into()).into(), Value::ANY)?;
                    }
                    _ => self.overwrite_open(configuration, target, limit)?,
                }
                continue;
            }
            let place = u8::try_from(index).unwrap_or(u8::MAX);
            let size = self.extent(configuration, call, target, place, Extent::Object)?;
            if stored == Stored::Some {
                self.overwrite(configuration, target, Range::up_to(0, size.range.high()).into(), Value::ANY)?;
                continue;
            }
            let format = ty.and_then(|ty| self.program.types.integer_format(ty)).filter(|_| is_number && is_input);
            let value = format.map_or(Value::ANY, |format| configuration.graph.unknown(Range::of_format(format)));
            self.overwrite(configuration, target, size, value)?;
        }
        Ok(())
    }

    /// How many things a call is to store, as its format for input says.
    pub(super) fn conversions_scanned(&self, configuration: &Configuration, call: &Call<'_>) -> Option<usize> {
        let format = match call.function {
            LibraryFunction::Scanf => 0,
            LibraryFunction::Fscanf | LibraryFunction::Sscanf => 1,
            _ => return None,
        };
        let format = call.values.get(format).copied();
        self.format_at(configuration, format).map(|format| scanned(format).len())
    }

    /// Reads a text, at most so many bytes of it if that is said.
    pub(super) fn reads_text(
        &self,
        configuration: &mut Configuration,
        function: LibraryFunction,
        text: Value,
        limit: Option<Range>,
    ) -> Result<(), Stop> {
        let is_read = limit.is_none_or(|limit| limit.low() > 0);
        let place = self.evaluator(configuration).place(text, i64::from(is_read))?;
        let cell = configuration.graph.object(place.object).filter(|_| place.low == place.high && is_read);
        if cell.is_some_and(|cell| cell.read(place.low, 1) == Value::Undefined) {
            return Err(Fault::new(FaultKind::Uninitialized, "a text is read that was never written").into());
        }
        let to_end = bytes_to_end(configuration, text);
        if length(configuration, text).is_some() || limit.is_some_and(|limit| limit.high() <= to_end) {
            return Ok(());
        }
        if reads_all(function) && has_no_end(configuration, text) && limit.is_none_or(|limit| limit.low() > to_end) {
            return Err(Fault::new(FaultKind::OutOfBounds, "a text is read that does not end").into());
        }
        Err(Fault::possible(FaultKind::OutOfBounds, "a text that may not end is read").into())
    }

    /// The arguments from one on, of which the format stands before them: texts that are printed are read.
    pub(super) fn reads_texts(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        first: usize,
    ) -> Result<(), Stop> {
        let format = first.checked_sub(1).and_then(|format| call.values.get(format)).copied();
        let known = self.format_at(configuration, format).map(|format| conversions(format).1);
        let is_harmless = |it: &Conversion| matches!(it, Conversion::Number(_) | Conversion::Address(_));
        if takes_list(call.function) {
            return match known {
                Some(conversions) if conversions.iter().all(is_harmless) => Ok(()),
                _ => Err(Fault::unsupported("texts that a list of arguments may have").into()),
            };
        }
        let keeps =
            matches!(call.function, LibraryFunction::Sprintf | LibraryFunction::Snprintf | LibraryFunction::Asprintf);
        for index in first..call.values.len() {
            let value = call.values.get(index).copied().unwrap_or(Value::ANY);
            let conversion = known.as_ref().map(|known| known.get(index - first).copied());
            match conversion {
                Some(Some(Conversion::Text(None))) => self.reads(configuration, call, value, Extent::Text)?,
                // As many bytes as the precision says need not be there.
                Some(Some(Conversion::Text(Some(0)) | Conversion::Number(_)) | None) => {}
                Some(Some(Conversion::Address(_))) if keeps => {
                    configuration.exact = configuration.exact.min(Exactness::Not);
                }
                Some(Some(Conversion::Address(_))) => {}
                Some(Some(Conversion::Text(Some(limit)))) => {
                    self.reads_text(configuration, call.function, value, Some(Range::exactly(limit.into())))?;
                }
                Some(Some(Conversion::Other)) => {
                    return Err(Fault::unsupported("a conversion of a format").into());
                }
                None => {
                    let ty = call.arguments.get(index).map(|argument| argument.ty);
                    if ty.is_some_and(|ty| self.program.types.is_pointer(ty)) {
                        let message = "a format that is no literal, with pointers to print";
                        return Err(Fault::unsupported(message).into());
                    }
                }
            }
        }
        Ok(())
    }
}

/// So many bytes a function writes at most, the final zero byte included, if that is known.
pub(super) fn most_written(executor: &Executor<'_>, configuration: &Configuration, call: &Call<'_>) -> Option<i64> {
    let value = |index: usize| call.values.get(index).copied();
    let text = |index: usize| value(index).and_then(|text| length(configuration, text));
    match call.function {
        LibraryFunction::Strcat => Some(text(0)? + text(1)? + 1),
        LibraryFunction::Strncat => {
            let limit = value(2).and_then(|limit| configuration.graph.range(limit)).map(Range::high);
            let limit = limit.and_then(|limit| i64::try_from(limit).ok());
            let added = match (text(1), limit) {
                (Some(length), Some(limit)) => length.min(limit),
                (length, limit) => length.or(limit)?,
            };
            Some(text(0)? + added + 1)
        }
        LibraryFunction::Memccpy => {
            let limit = value(3).and_then(|limit| configuration.graph.range(limit));
            i64::try_from(limit?.high()).ok()
        }
        LibraryFunction::Sprintf | LibraryFunction::Snprintf => {
            let format = if call.function == LibraryFunction::Sprintf { 1 } else { 2 };
            let (own, conversions) = conversions(executor.format_at(configuration, value(format))?);
            let mut most = own + 1;
            for (index, conversion) in conversions.into_iter().enumerate() {
                most += match conversion {
                    Conversion::Number(most) | Conversion::Address(most) => most?,
                    Conversion::Text(limit) => text(format + 1 + index).or(limit)?,
                    Conversion::Other => return None,
                };
            }
            Some(most)
        }
        LibraryFunction::Strlcpy => Some(text(1)? + 1),
        _ => None,
    }
}
