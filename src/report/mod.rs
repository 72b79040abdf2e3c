//! Phrases results, for people and for machines: the one place that does.

pub mod audit;
pub mod contradiction;
pub mod json;
pub mod sarif;
pub mod shapes;
pub mod svg;
pub mod text;
pub mod view;

use crate::base::SourcePosition;
use crate::engine::evidence::Replay;
use crate::engine::evidence::{Alarm, Broken, ConcreteRun, ConcreteStep};
use crate::pipeline::Verification;
use crate::verdict::Verdict;

/// A defect, as every format shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding<'v> {
    /// One of the overview's kinds: `invalid-dereference`, …, `shape`.
    pub kind: &'static str,
    /// One sentence.
    pub message: String,
    /// What shows it.
    pub evidence: Evidence<'v>,
}

/// What shows a defect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence<'v> {
    /// A run of the interpreter.
    Run(&'v ConcreteRun),
    /// An error that the shape analysis found, and that a run of the interpreter meets.
    Shape(&'v Alarm),
}

impl<'v> Evidence<'v> {
    /// Where the defect is.
    pub fn position(self) -> &'v SourcePosition {
        match self {
            Evidence::Run(run) => &run.position,
            Evidence::Shape(finding) => &finding.position,
        }
    }

    /// The way to it.
    pub fn steps(self) -> &'v [ConcreteStep] {
        match self {
            Evidence::Run(run) => &run.steps,
            Evidence::Shape(finding) => &finding.steps,
        }
    }

    /// The run that meets what the shape analysis found.
    pub fn replay(self) -> Option<&'v Replay> {
        match self {
            Evidence::Run(_) => None,
            Evidence::Shape(finding) => finding.confirmed.as_ref().ok(),
        }
    }

    /// The input and the last state, for a run.
    pub fn run(self) -> Option<&'v ConcreteRun> {
        match self {
            Evidence::Run(run) => Some(run),
            Evidence::Shape(_) => None,
        }
    }
}

/// All defects that a verification found, by place. What a run shows is not told a second time.
pub fn findings(verification: &Verification) -> Vec<Finding<'_>> {
    let runs = verification.search.runs.iter().chain(&verification.search.undefined);
    let mut found: Vec<Finding<'_>> = runs.map(|run| of_run(verification, run)).collect();
    for finding in verification.shapes.certain() {
        let evidence = Evidence::Shape(finding);
        let is_same =
            |known: &Finding<'_>| known.kind == finding.kind.word() && known.evidence.position() == evidence.position();
        if !found.iter().any(is_same) {
            found.push(Finding { kind: finding.kind.word(), message: finding.message.clone(), evidence });
        }
    }
    found.sort_by(|a, b| (a.evidence.position(), a.kind).cmp(&(b.evidence.position(), b.kind)));
    found
}

fn of_run<'v>(verification: &Verification, run: &'v ConcreteRun) -> Finding<'v> {
    let (kind, message) = match &run.broken {
        Broken::Fault(kind, message) => (kind.word(), message.clone()),
        Broken::Statement(index) => ("shape", format!("violated: {}", verification.statement_text(*index))),
    };
    Finding { kind, message, evidence: Evidence::Run(run) }
}

/// The verdict of the concrete runs taken alone: they can refute, never prove.
pub fn search_verdict(verification: &Verification) -> Verdict {
    if verification.search.runs.is_empty() && verification.search.undefined.is_empty() {
        Verdict::Unknown
    } else {
        Verdict::Violated
    }
}
