//! Where runs start: `main` with its arguments, or a procedure with an input heap.

use crate::limits::INPUT_BLOCKS;
use crate::old_values::OldValues;
use ctype::TypeId;
use program::heaps::{self, HeapLimits};
use program::interp::{Chooser, Fault, Interpreter, State, start_main};
use program::{FunctionId, LocationId, SymbolId};

/// The function that runs start with, and its input.
#[derive(Clone)]
pub(super) struct ReplayStart<'q> {
    pub(super) entry: FunctionId,
    /// The symbolic constants of the specification that may have any value.
    pub(super) symbols: Vec<(SymbolId, TypeId)>,
    /// The constants for old values.
    pub(super) old_values: &'q OldValues<'q>,
    /// Integers in input heaps.
    pub(super) integers: Vec<i128>,
    pub(super) name: &'q str,
    /// The input of a procedure, if it is fixed.
    pub(super) given: Option<State>,
}

impl ReplayStart<'_> {
    /// Returns true if runs start at `main`.
    pub(super) fn is_whole(&self, interpreter: &Interpreter<'_>) -> bool {
        interpreter.program.functions.get(self.entry).is_some_and(|function| function.name == "main")
    }

    /// Returns true if the first choice of a run is the number of arguments.
    pub(super) fn takes_arguments(&self, interpreter: &Interpreter<'_>) -> bool {
        let main = interpreter.program.functions.get(self.entry).filter(|_| self.is_whole(interpreter));
        main.is_some_and(|main| !main.parameters.is_empty())
    }

    /// Returns the state at the start, and where control is.
    pub(super) fn begin(
        &self,
        interpreter: &Interpreter<'_>,
        chooser: &mut dyn Chooser,
    ) -> Result<(State, LocationId), Fault> {
        let program = interpreter.program;
        if self.is_whole(interpreter) {
            let count = if self.takes_arguments(interpreter) { chooser.choose(4) } else { 0 };
            let others = ["1", "a", "b"].into_iter().take(count);
            let arguments: Vec<String> = std::iter::once(self.name).chain(others).map(String::from).collect();
            let mut state = State::default();
            let location = start_main(interpreter, &mut state, &arguments, chooser).map_err(|(fault, _)| fault)?;
            return Ok((self.old_values.keep(&state).into_owned(), location));
        }
        let state = match &self.given {
            Some(state) => state.clone(),
            None => {
                let limits = HeapLimits::new(INPUT_BLOCKS, &self.integers);
                heaps::chosen(program, self.entry, &self.symbols, &limits, chooser)?
            }
        };
        let location = program.flowchart(self.entry).map(|flowchart| flowchart.entry);
        let state = self.old_values.keep(&state).into_owned();
        Ok((state, location.ok_or_else(|| Fault::unsupported("a function without a body"))?))
    }
}
