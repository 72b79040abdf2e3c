//! Phrases results, for people and for machines: the one place that does.

pub mod json;
pub mod sarif;
pub mod shapes;
pub mod svg;
pub mod text;
pub mod view;

use crate::pipeline::Verification;
use crate::pipeline::confirm::{Broken, ConcreteRun};
use crate::verdict::Verdict;

/// A defect, as every format shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding<'v> {
    /// One of the overview's kinds: `invalid-dereference`, …, `shape`.
    pub kind: &'static str,
    /// One sentence.
    pub message: String,
    /// The run that shows it.
    pub run: &'v ConcreteRun,
}

/// All defects that a verification found, by place.
pub fn findings(verification: &Verification) -> Vec<Finding<'_>> {
    let mut found: Vec<Finding<'_>> = verification
        .search
        .runs
        .iter()
        .map(|run| match &run.broken {
            Broken::Fault(kind, message) => Finding { kind: kind.word(), message: message.clone(), run },
            Broken::Statement(index) => {
                let text = verification.statement_text(*index);
                Finding { kind: "shape", message: format!("violated: {text}"), run }
            }
        })
        .collect();
    found.sort_by(|a, b| (&a.run.position, a.kind).cmp(&(&b.run.position, b.kind)));
    found
}

/// The verdict of the concrete runs taken alone: they can refute, never prove.
pub fn search_verdict(verification: &Verification) -> Verdict {
    if verification.search.runs.is_empty() { Verdict::Unknown } else { Verdict::Violated }
}
