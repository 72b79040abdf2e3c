//! Reports on the shape analysis: errors as GCC writes them, with the way to each, or one JSON object.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use crate::base::{SourceMap, SourcePosition};
use crate::program::{Program, display};
use crate::report::json::Step;
use crate::report::sarif;
use crate::smg::{Analysis, Finding};
use crate::verdict::Verdict;

/// What is told of an analysis.
#[derive(Debug)]
pub struct Report {
    verdict: Verdict,
    reason: Option<String>,
    gap: Option<String>,
    findings: Vec<Told>,
    states: usize,
    locations: usize,
    time: Duration,
}

/// An error.
#[derive(Debug)]
struct Told {
    kind: &'static str,
    message: String,
    certain: bool,
    after_error: bool,
    position: SourcePosition,
    function: String,
    steps: Vec<(SourcePosition, String)>,
}

/// Of a longer way so many steps are shown at its start and at its end.
const MOST_STEPS: usize = 40;

impl Report {
    /// The report on an analysis that took some time.
    pub fn new(program: &Program, sources: &SourceMap, analysis: &Analysis, time: Duration) -> Report {
        let findings: Vec<Told> = analysis.findings.iter().map(|finding| told(program, sources, finding)).collect();
        let certain = findings.iter().any(|finding| finding.certain);
        let gap = analysis.gaps.first().map(|(reason, span)| match span {
            Some(span) => format!("{reason} ({})", sources.position(*span)),
            None => reason.clone(),
        });
        let doubt = findings.iter().find(|finding| !finding.after_error).map(|finding| {
            format!("whether some run has the error at {} is not known [{}]", finding.position, finding.kind)
        });
        let (verdict, reason) = match (certain, doubt.or(gap.clone())) {
            (true, _) => (Verdict::Violated, None),
            (false, Some(reason)) => (Verdict::Unknown, Some(reason)),
            (false, None) => (Verdict::Verified, None),
        };
        Report { verdict, reason, gap, findings, states: analysis.states, locations: analysis.locations, time }
    }

    /// The verdict on the memory safety of the program.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for finding in &self.findings {
            let (position, severity) = (&finding.position, if finding.certain { "error" } else { "warning" });
            let _ = writeln!(out, "{}: In function '{}':", position.file, finding.function);
            let perhaps = match (finding.certain, finding.after_error) {
                (true, _) => "",
                (false, true) => "after another error, perhaps ",
                (false, false) => "perhaps ",
            };
            let _ = writeln!(out, "{position}: {severity}: {perhaps}{} [{}]", finding.message, finding.kind);
            let hidden = finding.steps.len().saturating_sub(2 * MOST_STEPS);
            for (index, (position, text)) in finding.steps.iter().enumerate() {
                if hidden > 0 && index == MOST_STEPS {
                    let _ = writeln!(out, "    ... {hidden} steps");
                }
                if hidden == 0 || index < MOST_STEPS || index >= MOST_STEPS + hidden {
                    let _ = writeln!(out, "    {position}: note: {text}");
                }
            }
        }
        let (states, locations) = (self.states, self.locations);
        let milliseconds = 1000.0 * self.time.as_secs_f64();
        let _ = writeln!(out, "shape analysis: {states} configurations, {locations} locations; {milliseconds:.1} ms");
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
            seconds: self.time.as_secs_f64(),
            states: self.states,
            locations: self.locations,
        };
        let report = Object {
            verdict: self.verdict,
            reason: self.reason.as_deref(),
            gap: self.gap.as_deref(),
            properties: Vec::new(),
            engines: vec![engine],
            findings: self.findings.iter().map(described).collect(),
        };
        // These structures hold nothing that JSON cannot express.
        let mut text = serde_json::to_string_pretty(&report).unwrap_or_default();
        text.push('\n');
        text
    }

    /// For code-scanning services.
    pub fn sarif(&self) -> String {
        let defect = |finding: &Told| sarif::Defect {
            kind: finding.kind,
            level: if finding.certain { "error" } else { "warning" },
            message: finding.message.clone(),
            position: finding.position.clone(),
            steps: finding.steps.clone(),
        };
        let defects: Vec<sarif::Defect> = self.findings.iter().map(defect).collect();
        sarif::log(&defects, self.verdict, self.reason.as_deref())
    }
}

fn told(program: &Program, sources: &SourceMap, finding: &Finding) -> Told {
    let steps = finding.steps().into_iter().filter_map(|step| {
        let flowchart = program.flowchart(step.function)?;
        let edge = flowchart.edge(step.edge?);
        let text = display::command(program, &edge.command);
        (!text.is_empty() && text != "skip").then(|| (sources.position(edge.span), text))
    });
    Told {
        kind: finding.kind.word(),
        message: finding.message.clone(),
        certain: finding.certain,
        after_error: finding.after_error,
        position: sources.position(finding.span),
        function: program.functions.get(finding.function).map_or_else(String::new, |function| function.name.clone()),
        steps: steps.collect(),
    }
}

#[derive(Serialize)]
struct Object<'r> {
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
    /// What was not followed; findings do not depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<&'r str>,
    properties: Vec<()>,
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
    file: &'r str,
    line: u32,
    column: u32,
    message: &'r str,
    trace: Vec<Step<'r>>,
}

fn described(finding: &Told) -> Described<'_> {
    Described {
        kind: finding.kind,
        certain: finding.certain,
        after_error: finding.after_error,
        file: &finding.position.file,
        line: finding.position.line,
        column: finding.position.column,
        message: &finding.message,
        trace: finding.steps.iter().map(|(position, text)| Step::new(position, text)).collect(),
    }
}
