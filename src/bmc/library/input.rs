//! Characters, lines and blocks of standard input and of files. Their bytes are choices of the run; they may have any
//! length.

use std::rc::Rc;

use crate::events::Events;
use crate::library::state::InputPosition;
use crate::library::streams::ArgumentStream;
use crate::library::text::Text;
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::{Scalar, number_of_object};
use program::library::StandardStream;
use program::limits::MOST_MADE_UP;
use program::witness::ChoiceKind;
use program::{FaultKind, LibraryFunction as F};

impl Machine<'_> {
    /// Executes functions that read from streams, and that query streams.
    pub(super) fn library_input(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        match call.function {
            F::Feof | F::Ferror | F::Fclose | F::Fileno | F::Clearerr => return self.use_stream(state, call),
            _ => {}
        }
        let argument = match call.function {
            F::Fgetc => Some(0),
            F::Ungetc => Some(1),
            F::Fgets => Some(2),
            F::Fread => Some(3),
            _ => None,
        };
        self.reading(state, call, argument, |machine, state| machine.read(state, call))
    }

    fn read(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        match call.function {
            F::Ungetc => self.put_back(state, call),
            F::Fgets => self.read_line(state, call),
            F::Fread => self.read_items(state, call),
            _ => {
                let (is_some, byte) = input_byte(self.terms, &mut self.events, state);
                let byte = self.terms.extend_zero(byte, 32);
                Some(LibraryResult::Number(self.terms.choose(is_some, byte, self.terms.ones(32)), true))
            }
        }
    }

    /// Executes a function that reads from the stream at `argument`, or from `stdin` without one. Cuts the runs in which that
    /// is a stream for output, and reports an error if it is closed.
    pub(super) fn reading(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        argument: Option<usize>,
        read: impl FnOnce(&mut Self, &mut State) -> Option<LibraryResult>,
    ) -> Option<LibraryResult> {
        let Some(argument) = argument else {
            self.present(state, call, StandardStream::Input);
            return read(self, state);
        };
        let stream = self.stream(state, call, argument)?;
        let other = self.terms.not(self.terms.or(stream.input, stream.is_file(self.terms)));
        self.events.unsupported(state, other, format!("'{}' on a stream for output", call.name));
        if stream.files.is_empty() {
            return read(self, state);
        }
        let standard = state.library.input;
        let library = Rc::make_mut(&mut state.library);
        for (file, is_it) in &stream.files {
            if let Some(position) = library.files.get(file) {
                library.input = InputPosition::choose(self.terms, *is_it, *position, library.input);
            }
        }
        let result = read(self, state);
        let library = Rc::make_mut(&mut state.library);
        let now = library.input;
        for (file, is_it) in &stream.files {
            if let Some(position) = library.files.get_mut(file) {
                *position = InputPosition::choose(self.terms, *is_it, now, *position);
            }
        }
        library.input = InputPosition::choose(self.terms, stream.input, now, standard);
        result
    }

    /// `ungetc`
    fn put_back(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let (number, signed) = self.number(state, call, 0)?;
        let number = self.terms.resize(number, 32, signed);
        let (end, byte) = (self.terms.ones(32), self.terms.extract(number, 0, 8));
        let is_refused = self.terms.or(self.terms.equal(number, end), state.library.input.has_unread);
        let library = Rc::make_mut(&mut state.library);
        let no = self.terms.truth(false);
        library.input.has_unread = self.terms.choose(is_refused, library.input.has_unread, self.terms.truth(true));
        library.input.unread = self.terms.choose(is_refused, library.input.unread, byte);
        library.input.has_ended = self.terms.choose(is_refused, library.input.has_ended, no);
        Some(LibraryResult::Number(self.terms.choose(is_refused, end, self.terms.extend_zero(byte, 32)), true))
    }

    /// Reads at most `limit` bytes from standard input, up to and including the first one that does not satisfy
    /// `goes_on_behind`.
    fn read_input(
        &mut self,
        state: &mut State,
        limit: TermId,
        mut goes_on_behind: impl FnMut(&mut Self, TermId) -> TermId,
    ) -> Text {
        let mut text = Text { bytes: Vec::new(), is_in: Vec::new(), length: self.terms.word_constant(0) };
        let (mut reads, mut chosen) = (self.terms.truth(true), 0);
        for index in 0.. {
            reads = self.terms.and(reads, self.terms.less(self.terms.word_constant(u64::from(index)), limit));
            let ended = state.split(self.terms, reads);
            let is_long = index >= MOST_MADE_UP as u32;
            let too_long = is_long.then(|| format!("a call that reads more than {MOST_MADE_UP} bytes"));
            self.cuts_text(state, too_long, chosen);
            if state.is_empty(self.terms) {
                *state = ended;
                break;
            }
            let (is_some, byte) = input_byte(self.terms, &mut self.events, state);
            chosen += 1;
            self.memory.join(state, ended);
            let is_in = self.terms.and(reads, is_some);
            text.length = self.terms.choose(is_in, self.terms.word_constant(u64::from(index) + 1), text.length);
            text.bytes.push(byte);
            text.is_in.push(is_in);
            reads = self.terms.and(is_in, goes_on_behind(self, byte));
        }
        text
    }

    /// `fgets`
    fn read_line(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let (room, signed) = self.number(state, call, 1)?;
        let word = self.task.word();
        let zero = self.terms.constant(0, self.terms.width(room));
        let is_positive = match signed {
            true => self.terms.less_signed(zero, room),
            false => self.terms.less(zero, room),
        };
        let none = self.terms.not(is_positive);
        self.events.fault(state, none, FaultKind::UndefinedBehaviour, "'fgets' without room for a character");
        let target = self.value(state, call, 0)?;
        let (room, one) = (self.terms.resize(room, word, signed), self.terms.word_constant(1));
        let limit = self.terms.subtract(room, one);
        let line = self.read_input(state, limit, |machine, byte| {
            machine.terms.not(machine.terms.equal(byte, machine.terms.constant(u128::from(b'\n'), 8)))
        });
        let (some, has_room) = (self.terms.is_nonzero(line.length), self.terms.is_nonzero(limit));
        let at_end = self.terms.and(self.terms.not(some), has_room);
        let is_line = self.terms.not(at_end);
        let (bytes, length) = (line.padded(self.terms), self.terms.add(line.length, one));
        self.where_holds(state, is_line, |machine, state| machine.write_text(state, target, &bytes, length));
        Some(LibraryResult::Value(Scalar::choose(self.terms, at_end, Scalar::null(self.terms), target)))
    }

    /// `fread`
    fn read_items(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let (size, count) = (self.size(state, call, 1)?, self.size(state, call, 2)?);
        // Larger items or more of them are not modelled.
        let known_size = self.terms.value(size).filter(|size| *size <= MOST_MADE_UP as u128)?;
        let most = self.terms.word_constant(MOST_MADE_UP as u64);
        let is_large = self.terms.less(most, count);
        self.events.unsupported(state, is_large, format!("a call that reads more than {MOST_MADE_UP} items"));
        let target = self.value(state, call, 0)?;
        let text = self.read_input(state, self.terms.multiply(size, count), |machine, _| machine.terms.truth(true));
        let padded = text.padded(self.terms);
        self.write_text(state, target, &padded, text.length);
        let items = if known_size == 0 { text.length } else { self.terms.quotient(text.length, size) };
        Some(LibraryResult::Number(items, false))
    }

    /// `feof`, `ferror`, `fclose`, `fileno`, `clearerr`
    fn use_stream(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let stream = self.stream(state, call, 0)?;
        let is_file = stream.is_file(self.terms);
        let ArgumentStream { input, output, errors, files } = stream;
        let nothing = self.terms.constant(0, 32);
        match call.function {
            F::Feof => {
                let ended = self.terms.and(input, state.library.input.has_ended);
                Some(LibraryResult::Number(self.terms.extend_zero(ended, 32), true))
            }
            F::Fclose => {
                for (stream, is_it) in
                    [(StandardStream::Input, input), (StandardStream::Output, output), (StandardStream::Errors, errors)]
                {
                    if let Some(number) = self.storage.stream(stream) {
                        self.memory.end(state, number_of_object(self.terms, number), is_it);
                    }
                }
                for (file, is_it) in files {
                    self.memory.end(state, number_of_object(self.terms, file), is_it);
                }
                Some(LibraryResult::Number(nothing, true))
            }
            F::Fileno => {
                self.events.unsupported(state, is_file, format!("'{}' of a file", call.name));
                let one = self.terms.constant(1, 32);
                let number = self.terms.choose(errors, self.terms.constant(2, 32), nothing);
                Some(LibraryResult::Number(self.terms.choose(output, one, number), true))
            }
            F::Clearerr => {
                let other = self.terms.not(input);
                let library = Rc::make_mut(&mut state.library);
                library.input.has_ended = self.terms.and(library.input.has_ended, other);
                for (file, is_it) in files {
                    if let Some(position) = library.files.get_mut(&file) {
                        position.has_ended = self.terms.and(position.has_ended, self.terms.not(is_it));
                    }
                }
                Some(LibraryResult::Nothing)
            }
            _ => Some(LibraryResult::Number(nothing, true)),
        }
    }
}

/// Reads a byte from the stream of the call. Returns the condition that there is one, and the byte.
pub(super) fn input_byte(terms: &Terms, events: &mut Events<'_>, state: &mut State) -> (TermId, TermId) {
    let known = Rc::clone(&state.library);
    let is_fresh = terms.and(terms.not(known.input.has_unread), terms.not(known.input.has_ended));
    let asked = terms.and(state.guard, is_fresh);
    let (mut is_more, mut byte) = (terms.truth(false), terms.constant(0, 8));
    if !terms.is_false(asked) {
        is_more = events.choose_under(asked, ChoiceKind::Way(2), 1);
        byte = events.choose_under(terms.and(asked, is_more), ChoiceKind::Integer(8, false), 8);
    }
    let is_some = terms.or(known.input.has_unread, terms.and(is_fresh, is_more));
    let none = terms.not(is_some);
    let library = Rc::make_mut(&mut state.library);
    library.input.has_unread = terms.truth(false);
    library.input.has_ended = terms.or(known.input.has_ended, none);
    (is_some, terms.choose(known.input.has_unread, known.input.unread, byte))
}
