//! Functions that print to streams and to strings.

use crate::content::{CopySource, ObjectContent, Room};
use crate::library::format::{FormattedText, PrintedArguments};
use crate::library::strings::lesser;
use crate::library::text::check_disjoint;
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::term::TermId;
use crate::value::{Scalar, is_object, objects_at};
use program::LibraryFunction as F;
use program::library::StandardStream;

impl Machine<'_> {
    /// Executes functions that write to streams.
    pub(super) fn library_print(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let nothing = LibraryResult::Number(self.terms.constant(0, 32), true);
        match call.function {
            F::Perror => {
                let text = self.value(state, call, 0)?;
                self.only_literals(state, text);
                self.present(state, call, StandardStream::Errors);
                return Some(nothing);
            }
            F::Fflush | F::Setlinebuf => {
                let stream = self.value(state, call, 0)?;
                let null = stream.is_null(self.terms);
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

    /// Checks the arguments of a printing function, and returns its result.
    fn printed(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        Some(match call.function {
            F::Putchar | F::Fputc => LibraryResult::Number(self.byte(state, call, 0)?, false),
            F::Puts | F::Fputs => {
                let start = self.value(state, call, 0)?;
                let text = self.read_text(state, start, None);
                let one = self.terms.word_constant(1);
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
                let format = usize::from(!matches!(function, F::Printf | F::Vprintf));
                let is_list = matches!(function, F::Vprintf | F::Vfprintf | F::Vdprintf);
                let text = self.formatted_call(state, call, (format, is_list), call.has_result)?;
                LibraryResult::Number(text.length, true)
            }
        })
    }

    /// Reports an error if the stream is closed, and cuts the runs in which it is not one for output.
    fn check_output(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<()> {
        let argument = match call.function {
            F::Dprintf | F::Vdprintf | F::Write => {
                let (number, signed) = self.number(state, call, 0)?;
                let number = self.terms.resize(number, 64, signed);
                let (one, two) = (self.terms.constant(1, 64), self.terms.constant(2, 64));
                let output = self.terms.equal(number, one);
                let other = self.terms.not(self.terms.or(output, self.terms.equal(number, two)));
                self.events.unsupported(state, other, format!("output by '{}' to a stream of the program", call.name));
                return Some(());
            }
            F::Fprintf | F::Vfprintf => 0,
            F::Fputs | F::Fputc => 1,
            F::Fwrite => 3,
            _ => {
                self.present(state, call, StandardStream::Output);
                return Some(());
            }
        };
        let stream = self.stream(state, call, argument)?;
        let is_input = self.terms.or(stream.input, stream.is_file(self.terms));
        self.events.unsupported(state, is_input, format!("output by '{}' to a stream for input", call.name));
        Some(())
    }

    /// Cuts the runs in which an address is neither NULL nor that of a string literal.
    fn only_literals(&mut self, state: &mut State, text: Scalar) {
        let mut known = text.is_null(self.terms);
        for number in objects_at(self.terms, text.object) {
            if matches!(self.memory.object(number), Some(object) if matches!(object.kind, ObjectKind::String(_))) {
                known = self.terms.or(known, is_object(self.terms, text.object, number));
            }
        }
        let other = self.terms.not(self.terms.and(text.is_defined, known));
        self.events.unsupported(state, other, "a string that is printed with an error message");
    }

    /// Formats the arguments behind argument `format`, or those of the `va_list` behind it.
    fn formatted_call(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        (format, is_list): (usize, bool),
        is_wanted: bool,
    ) -> Option<FormattedText> {
        let start = self.value(state, call, format)?;
        let arguments = match is_list {
            true => PrintedArguments::List(self.list_place(state, call, format + 1)?),
            false => PrintedArguments::Values(format + 1),
        };
        self.formatted(state, call, (start, arguments), is_wanted)
    }

    /// `sprintf`, `snprintf`, and their `va_list` variants.
    pub(super) fn library_print_into(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let is_bounded = matches!(call.function, F::Snprintf | F::Vsnprintf);
        let is_list = matches!(call.function, F::Vsprintf | F::Vsnprintf);
        let format = if is_bounded { 2 } else { 1 };
        let text = self.formatted_call(state, call, (format, is_list), true)?;
        let (one, unlimited) = (self.terms.word_constant(1), self.terms.ones(self.task.word()));
        let room = if is_bounded { self.size(state, call, 1)? } else { unlimited };
        let some = self.terms.is_nonzero(room);
        let target = self.value(state, call, 0)?;
        self.where_holds(state, some, |machine, state| {
            let kept = lesser(machine.terms, text.length, machine.terms.subtract(room, one));
            let written = machine.terms.add(kept, one);
            for (source, read) in &text.read {
                check_disjoint(machine.terms, &mut machine.events, state, (target, written), (*source, *read));
            }
            machine.write_formatted(state, target, &text, (kept, written));
        });
        Some(LibraryResult::Number(text.length, true))
    }

    /// Writes the first `kept` bytes of a text, and a zero byte.
    fn write_formatted(
        &mut self,
        state: &mut State,
        target: Scalar,
        text: &FormattedText,
        (kept, written): (TermId, TermId),
    ) {
        self.check_writable(state, target, written, None);
        let (before, start) = (self.memory.contents.intern(ObjectContent::Zero), self.terms.word_constant(0));
        let source = CopySource { content: text.content, start, room: Room::UNKNOWN };
        let content = self.memory.contents.intern(ObjectContent::Copy { before, offset: start, length: kept, source });
        self.memory.copy_from(state, target, CopySource { content, start, room: Room::UNKNOWN }, written);
    }

    /// `asprintf` and `vasprintf`
    pub(super) fn library_print_block(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let text = self.formatted_call(state, call, (1, call.function == F::Vasprintf), true)?;
        let size = self.terms.add(text.length, self.terms.word_constant(1));
        let block = self.allocate(state, size, false);
        self.write_formatted(state, block, &text, (text.length, size));
        let target = self.value(state, call, 0)?;
        self.store_word(state, target, block);
        Some(LibraryResult::Number(text.length, true))
    }
}
