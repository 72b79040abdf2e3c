//! Whether the run that a violation witness was made from passes its waypoints: the program with the witness in it is run by the
//! interpreter with the same inputs. No engine is asked, so this takes hardly longer than the run.

use super::{Compiled, Expected, Target, ValidationTask, passes};
use crate::confirmer::{Confirmer, Differs, Run, RunRules, SoughtError};
use crate::limits::{STEPS_BESIDE, STEPS_OF_STEP};
use crate::prepare::{Input, lower_input};
use base::{SourceMap, Span};
use competition::CompetitionProperty;
use engine::evidence::{Alarm, RunCourse};
use program::start::MAIN;
use program::witness::{ChoiceKind, Chosen, RequestedValue, RunRequest, Witness};
use program::{FaultKind, Program};
use spec::Question;

/// Returns true if the run of an error, made once more in the program with its witness in it, passes all waypoints and has the
/// error at the target. False says nothing: the run may depend on what it does not record, such as the program's arguments.
pub fn confirms(sources: &mut SourceMap, task: ValidationTask<'_>, compiled: &Compiled, alarm: &Alarm) -> bool {
    let Expected::Error(target) = &compiled.expected else { return false };
    let Some(course) = alarm.course() else { return false };
    let text = sources.add(compiled.instrumented.name.clone(), compiled.instrumented.text.clone());
    let error_function = task.properties.error_function();
    // The run is short, whatever time is left.
    let input = Input { program: text, error_function, budget: None, ..task.input };
    let (program, diagnostics) = lower_input(sources, input);
    let entry = program.defined_function(MAIN).filter(|_| !diagnostics.has_errors());
    let Some(entry) = entry else { return false };
    let most_steps = (course.steps.len() as u64).saturating_mul(STEPS_OF_STEP).saturating_add(STEPS_BESIDE);
    let leaks_at_exit = task.properties.contains(&CompetitionProperty::ValidMemcleanup);
    let rules = RunRules { leaks_at_exit, gives_unwritten: false, most_steps };
    let confirmer = Confirmer { question: Question::of_memory(&program, entry), judge: None, rules };
    let Some(run) = rerun(confirmer, alarm, course) else { return false };
    is_at(target, &run, alarm, (&program, sources)) && passes(&run.steps, (&program, sources), &compiled.instrumented)
}

/// Returns true if the run of an error, made once more, loses a block before.
pub fn loses_block(question: Question<'_>, alarm: &Alarm) -> bool {
    alarm.course().is_some_and(|course| {
        let most_steps = (course.steps.len() as u64).saturating_add(STEPS_BESIDE);
        let rules = RunRules { leaks_at_exit: false, gives_unwritten: false, most_steps };
        let (kind, message) = (FaultKind::MemoryLeak, String::new());
        let lost = SoughtError { kind, property: None, message, span: None };
        Confirmer { question, judge: None, rules }.watch(&lost, &witness_of(course), |_, _| {}).is_ok()
    })
}

/// Makes a run once more. Returns it if it has an error of the same kind, wherever that is.
fn rerun(confirmer: Confirmer<'_>, alarm: &Alarm, course: &RunCourse) -> Option<Run> {
    let witness = witness_of(course);
    let sought = |span| SoughtError { kind: alarm.kind, property: None, message: alarm.message.clone(), span };
    match confirmer.watch(&sought(None), &witness, |_, _| {}) {
        Ok(run) => Some(run),
        // The error is there; only where was not known.
        Err(Differs::Other(kind, _, span)) if kind == alarm.kind => {
            confirmer.watch(&sought(span), &witness, |_, _| {}).ok()
        }
        Err(_) => None,
    }
}

/// Returns what a run of the whole program was given.
fn witness_of(course: &RunCourse) -> Witness {
    Witness { entry: None, chosen: course.requests.iter().flat_map(chosen).collect() }
}

/// Returns the choices that a request stands for.
fn chosen(request: &RunRequest) -> Vec<Chosen> {
    let choice = |kind, bits| Chosen { kind, bits, span: None };
    // Whether there is another byte is chosen before the byte.
    let byte = |byte: Option<u8>| {
        let more = choice(ChoiceKind::Way(2), byte.is_some().into());
        let value = byte.map(|byte| choice(ChoiceKind::Integer(8, false), byte.into()));
        std::iter::once(more).chain(value).collect()
    };
    match request.value {
        RequestedValue::Way { count, way } => vec![choice(ChoiceKind::Way(count), way as u128)],
        RequestedValue::Integer { width, signed, bits } => vec![choice(ChoiceKind::Integer(width, signed), bits)],
        RequestedValue::Float { width, bits } => vec![choice(ChoiceKind::Float(width), bits)],
        RequestedValue::Byte(value) | RequestedValue::ByteOfFile(value) => byte(value),
    }
}

/// Returns true if the error of a run is at the target.
fn is_at(target: &Target, run: &Run, alarm: &Alarm, (program, sources): (&Program, &SourceMap)) -> bool {
    let line = |span: Span| sources.position(span).line;
    let function = run.function.and_then(|function| program.functions.get(function));
    let is_elsewhere = function.is_some_and(|function| function.name != target.function);
    alarm.kind == FaultKind::MemoryLeak
        || is_elsewhere
        || run.span.is_some_and(|span| target.lines.contains(&line(span)))
}
