//! The run of a defect in JSON: what it reads, its steps, and what is to be known at other places.

use schemars::JsonSchema;
use serde::Serialize;

use engine::evidence::{ConcreteRun, ConcreteStep, FindingNote, Replay, RunInput};

/// What is to be known of a defect at another place.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Note")]
pub(super) struct NoteReport<'a> {
    /// What happens there: `allocation`, `free`, `end-of-scope`, `last-pointer`, `value`, `declaration` or `call`.
    kind: &'static str,
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
    /// A sentence.
    text: String,
}

impl<'a> NoteReport<'a> {
    pub(super) fn new(note: &'a FindingNote) -> Self {
        let FindingNote { position, fact } = note;
        let (file, line, column) = (&position.file, position.line, position.column);
        NoteReport { kind: fact.word(), file, line, column, text: fact.to_string() }
    }
}

/// What a run starts from and reads.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Run")]
pub(super) struct RunReport<'a> {
    /// The values that it reads, in order.
    inputs: Vec<ReadValue<'a>>,
    /// The heap that it starts from, drawn as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    heap: Option<&'a str>,
}

/// A value that a run reads.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Input")]
pub(super) struct ReadValue<'a> {
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
    /// What reads the value.
    text: &'a str,
    /// The value.
    value: &'a str,
}

impl<'a> RunReport<'a> {
    pub(super) fn of(run: &'a Replay) -> RunReport<'a> {
        RunReport { inputs: ReadValue::all(&run.inputs), heap: run.heap.as_deref() }
    }

    /// What a run on a small heap reads, if it reads anything.
    pub(super) fn of_inputs(run: &'a ConcreteRun) -> Option<RunReport<'a>> {
        (!run.inputs.is_empty()).then(|| RunReport { inputs: ReadValue::all(&run.inputs), heap: None })
    }
}

impl<'a> ReadValue<'a> {
    fn all(inputs: &'a [RunInput]) -> Vec<ReadValue<'a>> {
        let inputs = inputs.iter().map(|input| {
            let position = &input.position;
            ReadValue {
                file: &position.file,
                line: position.line,
                column: position.column,
                text: &input.text,
                value: &input.value,
            }
        });
        inputs.collect()
    }
}

/// A step of a trace.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub(super) struct StepReport<'a> {
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
    /// The statement.
    text: &'a str,
}

impl<'a> StepReport<'a> {
    /// What was done where.
    pub(super) fn new(step: &'a ConcreteStep) -> Self {
        let position = &step.position;
        StepReport { file: &position.file, line: position.line, column: position.column, text: &step.text }
    }
}
