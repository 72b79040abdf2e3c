//! `printf` and its kin: what is wrong with the arguments of a format. What is printed is seen by nobody, unless the program takes
//! the result.

use crate::bmc::library::streams::StandardStream;
use crate::bmc::library::text::Text;
use crate::bmc::library::{LibraryCall, LibraryResult};
use crate::bmc::machine::{Machine, ObjectKind, State};
use crate::bmc::value::Scalar;
use crate::ctype::{FloatKind, Type};
use crate::program::library::format::{Amount, Length, PrintDirective, PrintPart, printf};
use crate::program::{FaultKind, LibraryFunction as F};

impl Machine<'_> {
    /// Functions that write to streams.
    pub(super) fn library_print(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let nothing = LibraryResult::Number(self.terms.constant(0, 32), true);
        match call.function {
            F::Perror => {
                let text = self.value(state, call, 0)?;
                self.only_literals(state, text);
                return Some(nothing);
            }
            F::Fflush | F::Setlinebuf => {
                let stream = self.value(state, call, 0)?;
                let null = stream.is_null(&mut self.terms);
                let null = self.terms.and(stream.is_defined, null);
                if call.function == F::Setlinebuf || !self.terms.is_true(null) {
                    self.stream(state, call, 0)?;
                }
                return Some(nothing);
            }
            _ => {}
        }
        let result = self.printed(state, call)?;
        self.check_output(state, call)?;
        Some(result)
    }

    /// Checks what a function prints, and gives its result.
    fn printed(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        Some(match call.function {
            F::Putchar | F::Fputc => LibraryResult::Number(self.byte(state, call, 0)?, false),
            F::Puts | F::Fputs => {
                let start = self.value(state, call, 0)?;
                let text = self.read_text(state, start, None);
                let one = self.word_constant(1);
                let length = self.terms.add(text.length, one);
                LibraryResult::Number(if call.function == F::Fputs { one } else { length }, false)
            }
            F::Write => {
                let (start, count) = (self.value(state, call, 1)?, self.size(state, call, 2)?);
                self.read_known_bytes(state, start, count);
                LibraryResult::Number(count, false)
            }
            F::Fwrite => {
                let bytes = self.product(state, call, (1, 2))?;
                let start = self.value(state, call, 0)?;
                self.read_known_bytes(state, start, bytes);
                LibraryResult::Number(self.size(state, call, 2)?, false)
            }
            function => {
                let format = usize::from(function != F::Printf);
                let start = self.value(state, call, format)?;
                self.print(state, call, (start, format + 1))?;
                if call.has_result {
                    return None;
                }
                LibraryResult::Nothing
            }
        })
    }

    /// Checks that a function writes to a stream for output.
    fn check_output(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<()> {
        let argument = match call.function {
            F::Dprintf | F::Write => {
                let (number, signed) = self.number(state, call, 0)?;
                let number = self.terms.resize(number, 64, signed);
                let (one, two) = (self.terms.constant(1, 64), self.terms.constant(2, 64));
                let (output, errors) = (self.terms.equal(number, one), self.terms.equal(number, two));
                let known = self.terms.or(output, errors);
                let other = self.terms.not(known);
                self.unsupported(state, other, format!("output by '{}' to a stream of the program", call.name));
                return Some(());
            }
            F::Fprintf => 0,
            F::Fputs | F::Fputc => 1,
            F::Fwrite => 3,
            _ => {
                self.present(state, call, StandardStream::Output);
                return Some(());
            }
        };
        let stream = self.stream(state, call, argument)?;
        self.unsupported(state, stream.input, format!("output by '{}' to standard input", call.name));
        Some(())
    }

    /// Only the runs go on in which an address is that of a string literal, or NULL.
    fn only_literals(&mut self, state: &mut State, text: Scalar) {
        let mut known = text.is_null(&mut self.terms);
        for number in self.objects_at(text.object) {
            if matches!(self.object(number), Some(object) if matches!(object.kind, ObjectKind::String(_))) {
                let is_it = self.is_object(text.object, number);
                known = self.terms.or(known, is_it);
            }
        }
        let known = self.terms.and(text.is_defined, known);
        let other = self.terms.not(known);
        self.unsupported(state, other, "a string that is printed with an error message");
    }

    /// The bytes of a text, if they are the same in all runs.
    pub(super) fn known_text(&self, text: &Text) -> Option<Vec<u8>> {
        let bytes = text.bytes.iter().zip(&text.is_in);
        let known = bytes.map(|(byte, is_in)| {
            let byte = self.terms.value(*byte).filter(|_| self.terms.is_true(*is_in))?;
            u8::try_from(byte).ok()
        });
        known.collect()
    }

    /// Prints the arguments from one on as a format says. `None` where that is not followed.
    fn print(&mut self, state: &mut State, call: &LibraryCall<'_>, (format, first): (Scalar, usize)) -> Option<()> {
        let text = self.read_text(state, format, None);
        let Some(format) = self.known_text(&text) else {
            self.give_up(state, format!("a format of '{}' that a run chooses", call.name));
            return None;
        };
        let mut next = first;
        for part in printf(&format) {
            match part {
                PrintPart::Byte(_) => {}
                PrintPart::Directive(PrintDirective { letter: b'%', width: None, precision: None, .. }) => {}
                PrintPart::Directive(directive) => {
                    let Some(taken) = taken(&directive) else {
                        self.give_up(state, format!("a conversion in the format of '{}'", call.name));
                        return None;
                    };
                    self.convert(state, call, (next, taken));
                    next += 1;
                }
                PrintPart::Unfinished => {
                    let (always, message) = (self.terms.truth(true), "a format ends in '%'");
                    self.fault(state, always, FaultKind::UndefinedBehaviour, message);
                }
            }
        }
        Some(())
    }

    /// Prints one argument.
    fn convert(&mut self, state: &mut State, call: &LibraryCall<'_>, (index, taken): (usize, Taken)) {
        let (Some(value), Some(argument)) = (call.values.get(index).copied(), call.arguments.get(index)) else {
            let always = self.terms.truth(true);
            return self.fault(state, always, FaultKind::UndefinedBehaviour, "too few arguments for a format");
        };
        let types = &self.program.types;
        let fits = match (taken, types.get(argument.ty)) {
            (Taken::Integer(length), Type::Integer { .. }) => {
                let bytes = length.integer_bytes(types.model().word_bytes()).map(|bytes| bytes.max(4));
                bytes.is_some() && types.size_of(argument.ty) == bytes
            }
            (Taken::Double, Type::Float(kind)) => *kind == FloatKind::Double,
            (Taken::Address | Taken::String, Type::Pointer(_)) => true,
            _ => false,
        };
        if !fits {
            let (always, message) = (self.terms.truth(true), "a conversion of a format gets a value of another type");
            return self.fault(state, always, FaultKind::UndefinedBehaviour, message);
        }
        let (kind, message) = match taken {
            Taken::Integer(_) | Taken::Double => (FaultKind::UndefinedValue, "an uninitialized value is printed"),
            Taken::Address | Taken::String => (FaultKind::Uninitialized, "an uninitialized pointer is printed"),
        };
        let undefined = self.terms.not(value.is_defined);
        self.fault(state, undefined, kind, message);
        if taken == Taken::String {
            self.read_text(state, value, None);
        }
    }
}

/// What a conversion takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Integer(Length),
    Double,
    Address,
    String,
}

/// What a directive takes; `None` for what is not followed.
fn taken(directive: &PrintDirective) -> Option<Taken> {
    let is_argument = |amount: Option<Amount>| amount == Some(Amount::Argument);
    if is_argument(directive.width) || is_argument(directive.precision) || directive.flags.grouped {
        return None;
    }
    match (directive.letter, directive.length) {
        (b'd' | b'i' | b'u' | b'o' | b'x' | b'X', length) if length != Length::Unknown => Some(Taken::Integer(length)),
        (b'c', Length::Plain) => Some(Taken::Integer(Length::Plain)),
        (b'f' | b'F' | b'e' | b'E' | b'g' | b'G', Length::Plain | Length::Long) => Some(Taken::Double),
        (b'p', Length::Plain) => Some(Taken::Address),
        (b's', Length::Plain) if directive.precision.is_none() => Some(Taken::String),
        _ => None,
    }
}
