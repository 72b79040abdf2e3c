//! The objects of the program's variables, string literals and streams.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use program::library::StandardStream;
use program::{LibraryFunction, StringId, VariableId};

#[derive(Default)]
pub struct ProgramStorage {
    globals: BTreeMap<VariableId, TermId>,
    strings: BTreeMap<StringId, TermId>,
    /// The objects of `stdin`, `stdout` and `stderr`, as far as the program declares these.
    streams: Vec<(StandardStream, u128)>,
    /// Objects of the library, made when they are first used.
    external: BTreeMap<LibraryFunction, TermId>,
    /// Objects of variables whose address is not taken: one for each recursion depth of their function.
    locals: FxHashMap<(VariableId, usize), TermId>,
}

impl ProgramStorage {
    /// Returns the address of a variable: of the innermost call, or a global.
    pub fn variable(&self, terms: &Terms, state: &State, variable: VariableId) -> Option<Scalar> {
        let local = state.frames.last().and_then(|frame| frame.variables.get(&variable));
        let object = local.or_else(|| self.globals.get(&variable)).copied()?;
        Some(Scalar::address(terms, object))
    }

    pub fn global(&self, variable: VariableId) -> Option<TermId> {
        self.globals.get(&variable).copied()
    }

    pub fn globals(&self) -> impl Iterator<Item = TermId> {
        self.globals.values().copied()
    }

    pub fn add_global(&mut self, variable: VariableId, object: TermId) {
        self.globals.insert(variable, object);
    }

    pub fn string(&self, string: StringId) -> Option<TermId> {
        self.strings.get(&string).copied()
    }

    pub fn add_string(&mut self, string: StringId, object: TermId) {
        self.strings.insert(string, object);
    }

    /// Returns the streams that the program declares, with their objects.
    pub fn streams(&self) -> &[(StandardStream, u128)] {
        &self.streams
    }

    pub fn stream(&self, stream: StandardStream) -> Option<u128> {
        self.streams.iter().find(|(known, _)| *known == stream).map(|(_, number)| *number)
    }

    pub fn add_stream(&mut self, stream: StandardStream, number: u128) {
        self.streams.push((stream, number));
    }

    /// Returns the object that the library keeps for a function, and makes it at the first use.
    pub fn external(&mut self, function: LibraryFunction, make: impl FnOnce() -> TermId) -> TermId {
        *self.external.entry(function).or_insert_with(make)
    }

    /// Returns true if the program has strings of the library that other functions may change.
    pub fn has_texts(&self) -> bool {
        self.external.keys().any(|function| function.returns_changing_text())
    }

    /// Returns the object of a local variable at a recursion depth of its function.
    pub fn local(&self, variable: VariableId, level: usize) -> Option<TermId> {
        self.locals.get(&(variable, level)).copied()
    }

    /// Sets the object of a local variable at a recursion depth of its function.
    pub fn add_local(&mut self, variable: VariableId, level: usize, object: TermId) {
        self.locals.insert((variable, level), object);
    }
}
