//! The same error with a smaller input: the run is made once more with less, wherever it then leads.

use crate::replay::choices::{About, Choice, Otherwise};
use crate::replay::follow::{Attempt, Manner, Runner};
use crate::smallest::{self, GivenInput, Reproduced, Reproduction};
use program::described::{self, EntryDescription};
use program::interp::State;
use program::{FaultKind, heaps};
use spec::Question;

/// A run that has the error and is given less, if one is found. The runner starts with its input then.
pub(super) fn smaller<'q>(question: Question<'q>, runner: &mut Runner<'q>, found: Attempt) -> Attempt {
    // What is chosen for the start of a program stays a choice: nothing else describes it.
    let entry = match runner.start.is_whole(&runner.interpreter) {
        true => None,
        false => found.start.as_ref().and_then(|start| described_start(question, runner, start)),
    };
    let of_start = if entry.is_some() { found.choices_of_start } else { 0 };
    let given = GivenInput { entry, chosen: found.choices.get(of_start..).unwrap_or(&[]).to_vec() };
    let steps_left = runner.steps;
    let mut again = Again { question, runner, kind: fault_kind(&found) };
    let smaller = smallest::smaller(question.program, &mut again, (given, found.steps().len()));
    let given = smaller.as_ref().and_then(|(given, _)| given.entry.clone());
    runner.start.given = given.and_then(|entry| described::state(question.program, question.entry, &entry).ok());
    runner.steps = steps_left;
    smaller.map_or(found, |(_, run)| run)
}

fn described_start(question: Question<'_>, runner: &Runner<'_>, start: &State) -> Option<EntryDescription> {
    heaps::describe(question.program, question.entry, &runner.start.symbols, start)
}

/// The kind of error that a run ends with, if the interpreter says so.
fn fault_kind(attempt: &Attempt) -> Option<FaultKind> {
    attempt.last.as_ref()?.fault.as_ref().map(|fault| fault.kind)
}

/// Runs of a runner with other inputs.
struct Again<'a, 'q> {
    question: Question<'q>,
    runner: &'a mut Runner<'q>,
    kind: Option<FaultKind>,
}

impl Reproduction for Again<'_, '_> {
    type Choice = Choice;
    type Run = Attempt;

    fn reproduce(&mut self, given: &GivenInput<Choice>, most_steps: u64) -> Reproduced<Choice, Attempt> {
        let (program, entry) = (self.question.program, self.question.entry);
        let state = given.entry.as_ref().map(|known| described::state(program, entry, known));
        let state = match state.transpose() {
            Ok(state) => state,
            Err(_) => return Reproduced { run: None, steps: 0 },
        };
        self.runner.start.given = state;
        self.runner.steps = most_steps;
        let wished = given.chosen.iter().map(|choice| choice.taken).collect();
        let attempt = self.runner.begin(wished, Otherwise::First, Manner::Freely, most_steps);
        let steps = most_steps.saturating_sub(self.runner.steps);
        let has_it = attempt.end.is_ok() && fault_kind(&attempt) == self.kind;
        let run = has_it.then(|| {
            let given = GivenInput { entry: given.entry.clone(), chosen: attempt.choices.clone() };
            (given, attempt)
        });
        Reproduced { run, steps }
    }

    fn number(&self, choice: &Choice) -> Option<i128> {
        match choice.about {
            About::Number(number, _) | About::Unwritten(number, _) => Some(number),
            About::Other => i128::try_from(choice.taken).ok(),
            About::Iterations => None,
        }
    }

    fn with_number(&mut self, choice: &Choice, number: i128) -> Option<Choice> {
        let taken = match choice.about {
            About::Number(_, format) | About::Unwritten(_, format) => self.runner.numbers.place(number, format),
            About::Other | About::Iterations => usize::try_from(number).ok()?,
        };
        Some(Choice { taken, ..*choice })
    }
}
