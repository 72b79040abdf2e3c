//! Stream arguments: standard input, output and error, and files that are only read. Each time that a file is opened it
//! may have other contents.

use std::rc::Rc;

use crate::content::ObjectContent;
use crate::library::characters::ErrorNumber;
use crate::library::state::InputPosition;
use crate::library::text::Text;
use crate::library::{LibraryCall, LibraryResult, leave_open};
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use crate::value::{Scalar, is_object};
use program::library::StandardStream;
use program::witness::ChoiceKind;
use program::{Expr, ExprNode, FaultKind, LibraryFunction as F};

/// The conditions under which an argument is each of the standard streams.
#[derive(Clone, Debug)]
pub(super) struct ArgumentStream {
    /// `stdin`
    pub(super) input: TermId,
    /// `stdout`
    pub(super) output: TermId,
    /// `stderr`
    pub(super) errors: TermId,
    /// The files that the run has opened, by the objects of their streams.
    pub(super) files: Vec<(u128, TermId)>,
}

impl Machine<'_> {
    /// Initializes `stdin`, `stdout` and `stderr`, if the program declares them.
    pub fn open_streams(&mut self, state: &mut State) {
        let program = self.task.program;
        for (id, variable) in program.streams() {
            let (Some(stream), Some(place)) = (StandardStream::named(&variable.name), self.storage.global(id)) else {
                continue;
            };
            let object =
                self.memory.create(state, ObjectKind::External, self.terms.word_constant(1), ObjectContent::Unwritten);
            let value = Scalar::address(self.terms, object);
            self.memory.put(state, Scalar::address(self.terms, place), value);
            if let Some(number) = self.terms.value(object) {
                self.storage.add_stream(stream, number);
            }
        }
    }

    /// `getenv`: the variable does not exist. Environments in which it does are cut.
    pub(super) fn library_absent(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let name = self.value(state, call, 0)?;
        self.read_text(state, name, None);
        if self.task.program.exposed.environment {
            return None;
        }
        leave_open(self.terms, &mut self.events, state, "a variable of the world outside");
        Some(LibraryResult::Value(Scalar::null(self.terms)))
    }

    /// `fopen` for reading: the file may be there, with any contents. Files in other directories are cut.
    pub(super) fn library_open(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let (name, mode) = (self.value(state, call, 0)?, self.value(state, call, 1)?);
        let (name, mode) = (self.read_text(state, name, None), self.read_text(state, mode, None));
        let mode = mode.known(self.terms)?;
        let is_plain = match name.known(self.terms) {
            Some(path) => self.terms.truth(is_plain_name(&path)),
            None => self.is_plain_name(&name),
        };
        if mode.first() != Some(&b'r') || mode.contains(&b'+') {
            return None;
        }
        let other = self.terms.not(is_plain);
        self.events.unsupported(state, other, "a file in another directory, or a device");
        if state.is_empty(self.terms) {
            return None;
        }
        let is_there = self.events.choose_under(state.guard, ChoiceKind::Way(2), 1);
        let object =
            self.memory.create(state, ObjectKind::External, self.terms.word_constant(1), ObjectContent::Unwritten);
        if let Some(number) = self.terms.value(object) {
            Rc::make_mut(&mut state.library).files.insert(number, InputPosition::start(self.terms));
        }
        self.set_error(state, self.terms.not(is_there), ErrorNumber::NoSuchFile);
        let address = Scalar::address(self.terms, object);
        Some(LibraryResult::Value(Scalar::choose(self.terms, is_there, address, Scalar::null(self.terms))))
    }

    /// Returns the condition that a path is the name of a file in the current directory.
    fn is_plain_name(&mut self, name: &Text) -> TermId {
        let mut is_plain = self.terms.is_nonzero(name.length);
        for (index, (byte, is_in)) in name.bytes.iter().zip(&name.is_in).enumerate() {
            let is_byte = |letter: u8| self.terms.equal(*byte, self.terms.constant(u128::from(letter), 8));
            let other = if index == 0 { self.terms.or(is_byte(b'/'), is_byte(b'.')) } else { is_byte(b'/') };
            is_plain = self.terms.and(is_plain, self.terms.not(self.terms.and(*is_in, other)));
        }
        is_plain
    }

    /// Determines the stream that an argument denotes. `None` if it is unknown; then no run continues.
    pub(super) fn stream(&mut self, state: &mut State, call: &LibraryCall<'_>, index: usize) -> Option<ArgumentStream> {
        let no = self.terms.truth(false);
        let mut found = ArgumentStream { input: no, output: no, errors: no, files: Vec::new() };
        let named = call.arguments.get(index).and_then(|argument| stream_name(self.task, argument));
        if let Some(stream) = named {
            self.present(state, call, stream);
            *found.place(stream) = self.terms.truth(true);
            return Some(found);
        }
        let value = self.value(state, call, index)?;
        if self.storage.streams().is_empty() && state.library.files.is_empty() {
            self.events.give_up(state, format!("'{}' on a stream that the program does not declare", call.name));
            return None;
        }
        for (stream, number) in self.storage.streams().to_vec() {
            let is_it = is_object(self.terms, value.object, number);
            let is_it = self.terms.and(value.is_defined, is_it);
            self.check_open(state, call, number, is_it);
            let start = self.terms.not(self.terms.is_nonzero(value.bits));
            *found.place(stream) = self.terms.and(is_it, start);
        }
        for number in state.library.files.keys().copied().collect::<Vec<_>>() {
            let is_it = is_object(self.terms, value.object, number);
            let is_it = self.terms.and(value.is_defined, is_it);
            if self.terms.is_false(is_it) {
                continue;
            }
            self.check_open(state, call, number, is_it);
            let start = self.terms.not(self.terms.is_nonzero(value.bits));
            found.files.push((number, self.terms.and(is_it, start)));
        }
        let undefined = self.terms.not(value.is_defined);
        let message = format!("'{}' on an uninitialized stream", call.name);
        self.events.fault(state, undefined, FaultKind::Uninitialized, message);
        let null = value.is_null(self.terms);
        self.events.fault(state, null, FaultKind::InvalidDereference, format!("'{}' on no stream", call.name));
        let standard = self.terms.any([found.input, found.output, found.errors]);
        let other = self.terms.not(self.terms.or(standard, found.is_file(self.terms)));
        self.events.unsupported(state, other, format!("'{}' on a stream of the program", call.name));
        Some(found)
    }

    /// Reports an error if the stream is closed.
    pub(super) fn present(&mut self, state: &mut State, call: &LibraryCall<'_>, stream: StandardStream) {
        if let Some(number) = self.storage.stream(stream) {
            self.check_open(state, call, number, self.terms.truth(true));
        }
    }

    fn check_open(&mut self, state: &mut State, call: &LibraryCall<'_>, number: u128, is_it: TermId) {
        let is_live = self.memory.state_of(state, number).is_live;
        let closed = self.terms.not(is_live);
        let closed = self.terms.and(is_it, closed);
        match call.function {
            F::Fclose => {
                self.events.fault(state, closed, FaultKind::DoubleFree, "fclose of a stream that is closed already");
            }
            _ => {
                let message = format!("'{}' on a stream that was closed", call.name);
                self.events.fault(state, closed, FaultKind::UseAfterFree, message);
            }
        }
    }
}

impl ArgumentStream {
    /// Returns the condition that the argument is a file.
    pub(super) fn is_file(&self, terms: &Terms) -> TermId {
        terms.any(self.files.iter().map(|(_, is_it)| *is_it))
    }

    fn place(&mut self, stream: StandardStream) -> &mut TermId {
        match stream {
            StandardStream::Input => &mut self.input,
            StandardStream::Output => &mut self.output,
            StandardStream::Errors => &mut self.errors,
        }
    }
}

/// Returns true for the name of a file in the current directory, or in `/tmp`.
fn is_plain_name(path: &[u8]) -> bool {
    let name = path.strip_prefix(b"/tmp/").unwrap_or(path);
    !name.is_empty() && !name.contains(&b'/') && !name.starts_with(b".")
}

/// Returns the standard stream whose variable the argument loads.
fn stream_name(task: &BoundedTask<'_>, argument: &Expr) -> Option<StandardStream> {
    let mut argument = argument;
    while let ExprNode::Cast(inner) = &argument.node {
        argument = inner;
    }
    let ExprNode::Load(address) = &argument.node else { return None };
    let ExprNode::VariableAddress(variable) = address.node else { return None };
    StandardStream::named(&task.program.variables.get(variable)?.name)
}
