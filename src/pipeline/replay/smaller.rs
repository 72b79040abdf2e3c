//! The same error with a smaller input: the run is repeated with less, and need not follow the path.

use crate::dependence::{self, GivenNumber, Step};
use crate::replay::choices::{Choice, Otherwise};
use crate::replay::follow::{Attempt, Manner, Runner};
use crate::smallest::{self, Reproduced};
use base::Exhausted;
use program::described::{self, EntryDescription};
use program::interp::State;
use program::witness::{Chosen, Witness};
use program::{FaultKind, heaps};
use spec::Question;

/// Returns a run with a smaller input that has the error, or else `found`. The runner then starts with its input.
pub(super) fn smaller<'q>(question: Question<'q>, runner: &mut Runner<'q>, found: Attempt) -> Attempt {
    // The start of a whole program remains a matter of choices: nothing else describes it.
    let entry = match runner.start.is_whole(&runner.interpreter) {
        true => None,
        false => found.start.as_ref().and_then(|start| described_start(question, runner, start)),
    };
    let of_start = if entry.is_some() { found.choices_of_start } else { 0 };
    let given = Witness { entry, chosen: chosen(found.choices.get(of_start..).unwrap_or(&[])) };
    let (steps_left, kind) = (runner.steps, fault_kind(&found));
    let smaller = smallest::smaller(question.program, (given, found.steps().len()), |given, most_steps| {
        let state = given.entry.as_ref().map(|known| described::state(question.program, question.entry, known));
        let Ok(state) = state.transpose() else { return Reproduced { run: None, steps: 0 } };
        (runner.start.given, runner.steps) = (state, most_steps);
        let wished = given.chosen.iter().map(|chosen| runner.numbers.place_of(chosen)).collect();
        let attempt = runner.begin(wished, Otherwise::First, Manner::Freely, most_steps);
        let steps = most_steps.saturating_sub(runner.steps);
        let has_it = attempt.end.is_ok() && fault_kind(&attempt) == kind;
        let run = has_it.then(|| {
            let given = Witness { entry: given.entry.clone(), chosen: chosen(&attempt.choices) };
            (given, attempt)
        });
        Reproduced { run, steps }
    });
    let given = smaller.as_ref().and_then(|(given, _)| given.entry.clone());
    runner.start.given = given.and_then(|entry| described::state(question.program, question.entry, &entry).ok());
    runner.steps = steps_left;
    smaller.map_or(found, |(_, run)| run)
}

/// Returns the function without a body that gives a number on which the error depends. Fails if a limit leaves that
/// open.
pub(super) fn depends_on(runner: &mut Runner<'_>, found: &Attempt) -> Result<Option<String>, Exhausted> {
    if fault_kind(found) == Some(FaultKind::MemoryLeak) {
        return Ok(None);
    }
    let program = runner.interpreter.program;
    let steps = found.steps();
    let way: Vec<Step> = steps.iter().map(|made| (made.function, made.edge)).collect();
    let given = steps.iter().filter_map(|made| {
        let function = dependence::called(program, (made.function, made.edge))?;
        let choices = found.choices.iter().enumerate().take(made.choices.1).skip(made.choices.0);
        Some(choices.map(move |(index, choice)| GivenNumber::of(index, choice.chosen(), function)))
    });
    let given: Vec<GivenNumber<'_>> = given.flatten().collect();
    if given.is_empty() {
        return Ok(None);
    }
    let steps_left = runner.steps;
    let most = 2 * way.len() as u64 + 100;
    let is_gone = |others: &[(usize, i128)]| {
        let mut wished = chosen(&found.choices);
        if !dependence::replace(&mut wished, others) {
            return false;
        }
        let wished = wished.iter().map(|chosen| runner.numbers.place_of(chosen)).collect();
        let attempt = runner.begin(wished, Otherwise::First, Manner::Freely, most);
        let made = attempt.steps();
        let mut pairs = way.iter().zip(&made).enumerate();
        let is_same = pairs.all(|(at, (step, made))| {
            dependence::is_same_step(program, (*step, (made.function, made.edge)), at + 1 == way.len())
        });
        is_same && made.len() >= way.len() && (made.len() > way.len() || fault_kind(&attempt).is_none())
    };
    let function = dependence::first(program, &given, is_gone).map(str::to_string);
    runner.steps = steps_left;
    // Runs that the budget cuts short tell nothing.
    runner.budget.check().map(|()| function)
}

fn chosen(choices: &[Choice]) -> Vec<Chosen> {
    choices.iter().copied().map(Choice::chosen).collect()
}

fn described_start(question: Question<'_>, runner: &Runner<'_>, start: &State) -> Option<EntryDescription> {
    heaps::describe(question.program, question.entry, &runner.start.symbols, start)
}

/// Returns the kind of the interpreter's fault that a run ends with, if there is one.
fn fault_kind(attempt: &Attempt) -> Option<FaultKind> {
    attempt.last.as_ref()?.fault.as_ref().map(|fault| fault.kind)
}
