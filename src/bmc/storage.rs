//! Which objects the variables, literals and streams of a program are.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::Scalar;
use program::library::StandardStream;
use program::{LibraryFunction, StringId, VariableId};

/// The objects of a program, by what they are for it.
#[derive(Default)]
pub struct ProgramStorage {
    globals: BTreeMap<VariableId, TermId>,
    strings: BTreeMap<StringId, TermId>,
    /// Those that stand for `stdin` and its kin, where the program declares these.
    streams: Vec<(StandardStream, u128)>,
    /// Those of the library that are made when they are first used.
    external: BTreeMap<LibraryFunction, TermId>,
    /// Those of variables that nothing points to: one for each level of calls of their function within itself.
    locals: FxHashMap<(VariableId, usize), TermId>,
}

impl ProgramStorage {
    /// The address of a variable in a state: of the innermost call, or a global.
    pub fn variable(&self, terms: &Terms, state: &State, variable: VariableId) -> Option<Scalar> {
        let local = state.frames.last().and_then(|frame| frame.variables.get(&variable));
        let object = local.or_else(|| self.globals.get(&variable)).copied()?;
        Some(Scalar::address(terms, object))
    }

    /// The object of a global.
    pub fn global(&self, variable: VariableId) -> Option<TermId> {
        self.globals.get(&variable).copied()
    }

    /// The objects of all globals.
    pub fn globals(&self) -> impl Iterator<Item = TermId> {
        self.globals.values().copied()
    }

    /// A global has its object.
    pub fn add_global(&mut self, variable: VariableId, object: TermId) {
        self.globals.insert(variable, object);
    }

    /// The object of a string literal.
    pub fn string(&self, string: StringId) -> Option<TermId> {
        self.strings.get(&string).copied()
    }

    /// A string literal has its object.
    pub fn add_string(&mut self, string: StringId, object: TermId) {
        self.strings.insert(string, object);
    }

    /// The streams that the program declares, and their objects.
    pub fn streams(&self) -> &[(StandardStream, u128)] {
        &self.streams
    }

    /// The object that stands for a stream.
    pub fn stream(&self, stream: StandardStream) -> Option<u128> {
        self.streams.iter().find(|(known, _)| *known == stream).map(|(_, number)| *number)
    }

    /// A stream has its object.
    pub fn add_stream(&mut self, stream: StandardStream, number: u128) {
        self.streams.push((stream, number));
    }

    /// The object that the library keeps for a function; it is made where there is none yet.
    pub fn external(&mut self, function: LibraryFunction, make: impl FnOnce() -> TermId) -> TermId {
        *self.external.entry(function).or_insert_with(make)
    }

    /// The object of a local variable that nothing points to, at a level of calls of its function within itself.
    pub fn local(&self, variable: VariableId, level: usize) -> Option<TermId> {
        self.locals.get(&(variable, level)).copied()
    }

    /// A local variable has its object at a level of calls.
    pub fn add_local(&mut self, variable: VariableId, level: usize, object: TermId) {
        self.locals.insert((variable, level), object);
    }
}
