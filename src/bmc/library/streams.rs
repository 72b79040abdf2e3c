//! Stream arguments. A program has standard input, output and error; other streams are not modelled.

use crate::content::ObjectContent;
use crate::library::characters::ErrorNumber;
use crate::library::{LibraryCall, LibraryResult, leave_open};
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::TermId;
use crate::value::{Scalar, is_object};
use program::library::StandardStream;
use program::{Expr, ExprNode, FaultKind, LibraryFunction as F};

/// The conditions under which an argument is each of the standard streams.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArgumentStream {
    /// `stdin`
    pub(super) input: TermId,
    /// `stdout`
    pub(super) output: TermId,
    /// `stderr`
    pub(super) errors: TermId,
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

    /// `fopen` for reading, and `getenv`: the file or variable does not exist. Environments in which it does are cut.
    pub(super) fn library_absent(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let name = self.value(state, call, 0)?;
        let name = self.read_text(state, name, None);
        if call.function == F::Fopen {
            let mode = self.value(state, call, 1)?;
            let mode = self.read_text(state, mode, None);
            let (path, mode) = (name.known(self.terms)?, mode.known(self.terms)?);
            let is_special =
                path.starts_with(b"/dev") || path.ends_with(b"/") || path.ends_with(b".") || path == b"/tmp";
            if mode.first() != Some(&b'r') || is_special {
                return None;
            }
        }
        if self.task.program.exposed.environment {
            return None;
        }
        leave_open(self.terms, &mut self.events, state, "a file or variable of the world outside");
        if call.function == F::Fopen {
            self.set_error(state, self.terms.truth(true), ErrorNumber::NoSuchFile);
        }
        Some(LibraryResult::Value(Scalar::null(self.terms)))
    }

    /// Determines the stream that an argument denotes. `None` if it is unknown; then no run continues.
    pub(super) fn stream(&mut self, state: &mut State, call: &LibraryCall<'_>, index: usize) -> Option<ArgumentStream> {
        let no = self.terms.truth(false);
        let mut found = ArgumentStream { input: no, output: no, errors: no };
        let named = call.arguments.get(index).and_then(|argument| stream_name(self.task, argument));
        if let Some(stream) = named {
            self.present(state, call, stream);
            *found.place(stream) = self.terms.truth(true);
            return Some(found);
        }
        let value = self.value(state, call, index)?;
        if self.storage.streams().is_empty() {
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
        let undefined = self.terms.not(value.is_defined);
        let message = format!("'{}' on an uninitialized stream", call.name);
        self.events.fault(state, undefined, FaultKind::Uninitialized, message);
        let null = value.is_null(self.terms);
        self.events.fault(state, null, FaultKind::InvalidDereference, format!("'{}' on no stream", call.name));
        let other = self.terms.not(self.terms.any([found.input, found.output, found.errors]));
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
    fn place(&mut self, stream: StandardStream) -> &mut TermId {
        match stream {
            StandardStream::Input => &mut self.input,
            StandardStream::Output => &mut self.output,
            StandardStream::Errors => &mut self.errors,
        }
    }
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
