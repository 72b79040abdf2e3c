//! Where runs start: `main` with its arguments, or a procedure with an input heap.

use crate::limits::{INPUT_BLOCKS, REPLAY_TEXTS};
use crate::numbers;
use crate::old_values::OldValues;
use ctype::TypeId;
use program::heaps::{self, HeapLimits};
use program::interp::{Chooser, Fault, Interpreter, State, start_main};
use program::library::Effect;
use program::{Command, Expr, ExprNode, FunctionId, LocationId, Program, SymbolId};

/// The arguments of a program behind its name, if nothing else is chosen.
const ARGUMENTS: [&str; 3] = ["1", "a", "b"];

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
    /// The strings that an argument may be instead of that in [`ARGUMENTS`].
    pub(super) texts: Vec<String>,
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

    /// Returns the argument at an index behind the program's name, given which of the strings is chosen for it.
    fn argument(&self, index: usize, which: usize) -> &str {
        let text = which.checked_sub(1).and_then(|which| self.texts.get(which));
        text.map_or_else(|| ARGUMENTS.get(index).copied().unwrap_or_default(), String::as_str)
    }

    /// Returns the arguments behind the program's name, given the choices that a run begins with.
    pub(super) fn chosen_arguments(&self, mut choices: impl Iterator<Item = usize>) -> Vec<&str> {
        let count = choices.next().unwrap_or(0);
        let which = |choices: &mut dyn Iterator<Item = usize>| match self.texts.is_empty() {
            true => 0,
            false => choices.next().unwrap_or(0),
        };
        (0..count).map(|index| self.argument(index, which(&mut choices))).collect()
    }

    /// Returns the state at the start, and where control is.
    pub(super) fn begin(
        &self,
        interpreter: &Interpreter<'_>,
        chooser: &mut dyn Chooser,
    ) -> Result<(State, LocationId), Fault> {
        let program = interpreter.program;
        if self.is_whole(interpreter) {
            let takes = self.takes_arguments(interpreter);
            let count = if takes { chooser.choose(ARGUMENTS.len() + 1) } else { 0 };
            let mut arguments = vec![self.name.to_string()];
            for index in 0..count {
                let which = if self.texts.is_empty() { 0 } else { chooser.choose(self.texts.len() + 1) };
                arguments.push(self.argument(index, which).to_string());
            }
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

/// Returns strings that the arguments of a program may be: its options, as the letters of `getopt`, as string literals, or as
/// characters that it compares.
pub(super) fn texts_of(program: &Program) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |text: String| {
        if found.len() < REPLAY_TEXTS && !found.contains(&text) {
            found.push(text);
        }
    };
    let literal = |expr: &Expr| {
        let mut expr = expr;
        while let ExprNode::Cast(inner) | ExprNode::ElementAddress(inner, _) = &expr.node {
            expr = inner;
        }
        match expr.node {
            ExprNode::StringAddress(id) => program.strings.get(id),
            _ => None,
        }
    };
    for edge in program.edges() {
        if let Command::Library { function, arguments, .. } = &edge.command
            && function.entry().effects.contains(&Effect::TakesOption)
            && let Some(letters) = arguments.get(2).and_then(literal)
        {
            let letters = letters.iter().filter(|letter| letter.is_ascii_alphanumeric());
            letters.for_each(|letter| add(format!("-{}", char::from(*letter))));
        }
    }
    for text in program.strings.iter().filter(|text| text.first() == Some(&b'-')) {
        let text = String::from_utf8_lossy(text);
        add(text.trim_end_matches('\0').to_string());
    }
    let compared = numbers::of_program(program);
    if compared.contains(&i128::from(b'-')) {
        let letters = compared.iter().filter_map(|number| u8::try_from(*number).ok());
        letters.filter(u8::is_ascii_alphanumeric).for_each(|letter| add(format!("-{}", char::from(letter))));
    }
    found
}
