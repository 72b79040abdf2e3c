//! Reports on the shape analysis: errors as GCC writes them, with the way to each, or one JSON object.

use std::fmt::Write;

use serde::Serialize;

use crate::engine::evidence::Replay;
use crate::engine::evidence::{Alarm, ConcreteStep};
use crate::engine::reason::{Gap, OpenReason};
use crate::pipeline::PropertyVerdict;
use crate::pipeline::shapes::Shapes;
use crate::report::json::{self, Step};
use crate::report::{sarif, text};
use crate::verdict::Verdict;

/// The report on an analysis.
#[derive(Debug)]
pub struct Report {
    verdict: Verdict,
    reason: Option<OpenReason>,
    shapes: Shapes,
    properties: Vec<PropertyVerdict>,
}

/// Of a longer path, this many steps at its start and at its end are shown.
const MOST_STEPS: usize = 40;

impl Report {
    /// The report on an analysis, with the properties that it was asked for.
    pub fn new(shapes: Shapes, properties: Vec<PropertyVerdict>) -> Report {
        let (verdict, reason) = shapes.verdict();
        Report { verdict, reason, shapes, properties }
    }

    /// The verdict on the memory safety of the program.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// For people: each property, and what follows.
    pub fn text_with_properties(&self) -> String {
        let mut out = String::new();
        self.properties.iter().for_each(|property| text::property(&mut out, property));
        out.push('\n');
        out + &self.text()
    }

    /// For people: the errors and the verdict.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for finding in &self.shapes.findings {
            let (position, severity) = (&finding.position, severity(finding));
            let _ = writeln!(out, "{}: In function '{}':", position.file, finding.function);
            let perhaps = match (finding.certain(), finding.after_error) {
                (true, _) => "",
                (false, true) => "after another error, perhaps ",
                (false, false) => "perhaps ",
            };
            let _ = writeln!(out, "{position}: {severity}: {perhaps}{} [{}]", finding.message, finding.kind.word());
            confirmation(&mut out, finding);
            notes(&mut out, &finding.steps);
        }
        let _ = writeln!(out, "shape analysis: {}", text::figures(&self.shapes.figures()));
        let _ = writeln!(out, "verdict: {}", self.verdict.word());
        if let Some(reason) = &self.reason {
            let _ = writeln!(out, "reason: {reason}");
        }
        out
    }

    /// For machines.
    pub fn json(&self) -> String {
        let engine = Engine {
            name: "smg",
            verdict: self.verdict,
            seconds: self.shapes.time.as_secs_f64(),
            states: self.shapes.states,
            locations: self.shapes.locations,
        };
        let report = Object {
            verdict: self.verdict,
            reason: self.reason.as_ref(),
            gap: self.shapes.gap.as_ref(),
            properties: self.properties.iter().map(json::property).collect(),
            engines: vec![engine],
            findings: self.shapes.findings.iter().map(described).collect(),
        };
        // These structures hold nothing that JSON cannot express.
        let mut text = serde_json::to_string_pretty(&report).unwrap_or_default();
        text.push('\n');
        text
    }

    /// For code-scanning services.
    pub fn sarif(&self) -> String {
        let defect = |finding: &Alarm| sarif::Defect {
            kind: finding.kind.word(),
            level: severity(finding),
            message: finding.message.clone(),
            position: finding.position.clone(),
            steps: finding.steps.clone(),
        };
        let defects: Vec<sarif::Defect> = self.shapes.findings.iter().map(defect).collect();
        sarif::log(&defects, self.verdict, self.reason.as_ref(), &[])
    }
}

/// How grave an error is, for people and for code-scanning services.
fn severity(finding: &Alarm) -> &'static str {
    if finding.certain() && !finding.is_warning { "error" } else { "warning" }
}

/// What shows an error: the inputs of a run that meets it. Or why no run is known.
pub(super) fn confirmation(out: &mut String, finding: &Alarm) {
    let run = match &finding.confirmed {
        Err(_) if finding.after_error => return,
        Err(reason) => {
            let _ = writeln!(out, "    note: no concrete run confirms this: {reason}");
            return;
        }
        Ok(run) => run,
    };
    for line in run.heap.iter().flat_map(|heap| heap.lines()) {
        let _ = writeln!(out, "    input: {line}");
    }
    let hidden = run.inputs.len().saturating_sub(2 * MOST_STEPS);
    for (index, input) in run.inputs.iter().enumerate() {
        if hidden > 0 && index == MOST_STEPS {
            let _ = writeln!(out, "    ... {hidden} inputs");
        }
        if hidden == 0 || index < MOST_STEPS || index >= MOST_STEPS + hidden {
            let _ = writeln!(out, "    {}: input: {} = {}", input.position, input.text, input.value);
        }
    }
}

/// The way to an error, a note for each step.
pub(super) fn notes(out: &mut String, steps: &[ConcreteStep]) {
    let hidden = steps.len().saturating_sub(2 * MOST_STEPS);
    for (index, step) in steps.iter().enumerate() {
        if hidden > 0 && index == MOST_STEPS {
            let _ = writeln!(out, "    ... {hidden} steps");
        }
        if hidden == 0 || index < MOST_STEPS || index >= MOST_STEPS + hidden {
            let _ = writeln!(out, "    {}: note: {}", step.position, step.text);
        }
    }
}

/// The line of this engine beside others.
pub(super) fn part(shapes: &Shapes) -> String {
    let figures = text::figures(&shapes.figures());
    match shapes.verdict_but_for_leaks() {
        (verdict, None) => format!("shape analysis: {}; {figures}", verdict.word()),
        (verdict, Some(reason)) => format!("shape analysis: {}, {reason}; {figures}", verdict.word()),
    }
}

#[derive(Serialize)]
struct Object<'r> {
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r OpenReason>,
    /// What was not followed; findings do not depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<&'r Gap>,
    properties: Vec<json::Property<'r>>,
    engines: Vec<Engine>,
    findings: Vec<Described<'r>>,
}

#[derive(Serialize)]
struct Engine {
    name: &'static str,
    verdict: Verdict,
    seconds: f64,
    states: usize,
    locations: usize,
}

#[derive(Serialize)]
struct Described<'r> {
    kind: &'r str,
    certain: bool,
    /// Whether it was met only after another error, which says nothing of the program.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    after_error: bool,
    /// Whether the verdict does not depend on it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    warning: bool,
    file: &'r str,
    line: u32,
    column: u32,
    message: &'r str,
    /// Why no run is known that meets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed: Option<String>,
    /// The run that meets it; its steps are the trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Run<'r>>,
    trace: Vec<Step<'r>>,
}

/// What a run starts from and reads.
#[derive(Serialize)]
pub(super) struct Run<'r> {
    inputs: Vec<Input<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heap: Option<&'r str>,
}

#[derive(Serialize)]
struct Input<'r> {
    file: &'r str,
    line: u32,
    column: u32,
    text: &'r str,
    value: &'r str,
}

impl<'r> Run<'r> {
    pub(super) fn of(run: &'r Replay) -> Run<'r> {
        let inputs = run.inputs.iter().map(|input| {
            let position = &input.position;
            Input {
                file: &position.file,
                line: position.line,
                column: position.column,
                text: &input.text,
                value: &input.value,
            }
        });
        Run { inputs: inputs.collect(), heap: run.heap.as_deref() }
    }
}

fn described(finding: &Alarm) -> Described<'_> {
    Described {
        kind: finding.kind.word(),
        certain: finding.certain(),
        after_error: finding.after_error,
        warning: finding.is_warning,
        file: &finding.position.file,
        line: finding.position.line,
        column: finding.position.column,
        message: &finding.message,
        unconfirmed: finding.confirmed.as_ref().err().map(ToString::to_string),
        run: finding.confirmed.as_ref().ok().map(Run::of),
        trace: finding.steps.iter().map(Step::new).collect(),
    }
}
