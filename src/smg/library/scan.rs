//! What formats for input do with the arguments behind them.

use crate::program::LibraryFunction;
use crate::program::interp::FaultKind;
use crate::program::library::Extent;
use crate::program::library::format::MOST_WIDTH;
use crate::smg::configuration::Configuration;
use crate::smg::fault::{Fault, Stop};
use crate::smg::library::input::Stored;
use crate::smg::library::{Call, texts};
use crate::smg::step::Executor;
use crate::smg::value::{Range, Value};

/// What a format for input stores for one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scanned {
    /// A number of so many bytes.
    Number {
        /// Bytes.
        bytes: i64,
        /// Whether it may be any of its type: it is an integer of any number of digits.
        is_any: bool,
    },
    /// So many characters.
    Characters(i64),
    /// A text, which it ends: so many bytes with the zero byte at most, if that is said.
    Text(Option<i64>),
}

/// What a format for input does with each argument behind it, as far as that is followed; pointers have so many bytes.
fn scanned(format: &[u8], word: i64) -> Vec<Scanned> {
    let mut found = Vec::new();
    let mut bytes = format.iter().copied().take_while(|byte| *byte != 0);
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        let (mut width, mut is_skipped, mut modifiers) = (None, false, Vec::new());
        let kind = loop {
            match bytes.next() {
                Some(b'*') => is_skipped = true,
                Some(digit @ b'0'..=b'9') => {
                    width = Some((10 * width.unwrap_or(0) + i64::from(digit - b'0')).min(MOST_WIDTH));
                }
                Some(modifier @ (b'h' | b'l' | b'L' | b'q' | b'j' | b'z' | b't' | b'm')) => modifiers.push(modifier),
                Some(b'\'') => {}
                Some(kind) => break kind,
                None => return found,
            }
        };
        if kind == b'%' {
            continue;
        }
        let integer = match modifiers.as_slice() {
            [] => Some(4),
            b"h" => Some(2),
            b"hh" => Some(1),
            b"l" | b"z" | b"t" => Some(word),
            b"ll" | b"L" | b"q" | b"j" => Some(8),
            _ => None,
        };
        let float = match modifiers.as_slice() {
            [] => Some(4),
            b"l" => Some(8),
            b"L" => Some(if word == 8 { 16 } else { 12 }),
            _ => None,
        };
        let number = |bytes: Option<i64>, is_any: bool| bytes.map(|bytes| Scanned::Number { bytes, is_any });
        let is_narrow = modifiers.is_empty();
        let told = match kind {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => number(integer, width.is_none()),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => number(float, false),
            b'p' if is_narrow => number(Some(word), false),
            b'c' if is_narrow => Some(Scanned::Characters(width.unwrap_or(1))),
            b's' if is_narrow => Some(Scanned::Text(width.map(|width| width + 1))),
            // What stands in brackets is not looked at, and so may be taken for conversions.
            _ => None,
        };
        let Some(told) = told else { return found };
        if !is_skipped {
            found.push(told);
        }
    }
    found
}

impl Executor<'_> {
    /// How many bytes the pointers of a format have.
    fn scanned_at(&self, configuration: &Configuration, format: Option<Value>) -> Option<Vec<Scanned>> {
        let word = self.program.types.model().word_bytes() as i64;
        self.format_at(configuration, format).map(|format| scanned(format, word))
    }

    /// Overwrites what the arguments from one on lead to with what a format says. If that is input of the program, a number
    /// is any that its type has. So much of it is stored.
    pub(super) fn scans(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        first: usize,
        stored: Stored,
    ) -> Result<(), Stop> {
        let format = first.checked_sub(1).and_then(|format| call.values.get(format)).copied();
        let Some(told) = self.scanned_at(configuration, format) else {
            return Err(Fault::unsupported("a format for input that is no literal").into());
        };
        if stored == Stored::All && told.len() > call.values.len().saturating_sub(first) {
            let message = "input is stored for which there is no argument";
            return Err(Fault::new(FaultKind::InvalidDereference, message).into());
        }
        for index in first..call.values.len() {
            self.scans_one(configuration, call, index, told.get(index - first).copied(), stored)?;
        }
        Ok(())
    }

    fn scans_one(
        &self,
        configuration: &mut Configuration,
        call: &Call<'_>,
        index: usize,
        told: Option<Scanned>,
        stored: Stored,
    ) -> Result<(), Stop> {
        let target = call.values.get(index).copied().unwrap_or(Value::ANY);
        let ty = call.arguments.get(index).and_then(|argument| self.program.types.pointee(argument.ty));
        let is_byte = ty.is_some_and(|ty| self.program.types.size_of(ty) == Some(1));
        let size = match told {
            Some(Scanned::Number { bytes: size, .. } | Scanned::Characters(size)) => Range::exactly(size.into()),
            Some(Scanned::Text(Some(limit))) if stored == Stored::Some => Range::up_to(0, limit.into()),
            Some(Scanned::Text(limit)) => {
                self.overwrite_open(configuration, target, limit)?;
                if let (Stored::All, Some(limit)) = (stored, limit) {
                    // A zero byte may be read as any other.
                    let length = Range::up_to(0, i128::from(limit - 1).max(0));
                    texts::note_text(configuration, target, Value::of_range(length));
                }
                return Ok(());
            }
            None if is_byte => return self.overwrite_open(configuration, target, None),
            None => {
                let place = u8::try_from(index).unwrap_or(u8::MAX);
                self.extent(configuration, call, target, place, Extent::Object)?.range
            }
        };
        if stored == Stored::Some {
            return self.overwrite(configuration, target, Range::up_to(0, size.high()).into(), Value::ANY);
        }
        let is_input = matches!(call.function, LibraryFunction::Scanf | LibraryFunction::Fscanf);
        let format = ty.and_then(|ty| self.program.types.integer_format(ty)).filter(|format| {
            let is_any = matches!(told, Some(Scanned::Number { is_any: true, .. }));
            is_any && is_input && size == Range::exactly((format.0 / 8).into())
        });
        let value = format.map_or(Value::ANY, |format| configuration.graph.unknown(Range::of_format(format)));
        self.overwrite(configuration, target, size.into(), value)
    }

    /// How many things a call is to store, as its format for input says.
    pub(super) fn conversions_scanned(&self, configuration: &Configuration, call: &Call<'_>) -> Option<usize> {
        let format = match call.function {
            LibraryFunction::Scanf => 0,
            LibraryFunction::Fscanf | LibraryFunction::Sscanf => 1,
            _ => return None,
        };
        let format = call.values.get(format).copied();
        self.scanned_at(configuration, format).map(|told| told.len())
    }
}
