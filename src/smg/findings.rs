//! The errors that an analysis has found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::Span;
use crate::program::FunctionId;
use crate::program::interp::FaultKind;
use crate::smg::configuration::Step;

/// An error.
#[derive(Debug)]
pub struct Finding {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence without a final full stop.
    pub message: String,
    /// Whether some run has it. Otherwise it may be that the analysis knew too little.
    pub certain: bool,
    /// Whether it was met only where another error has happened for certain, after which a run promises nothing.
    pub after_error: bool,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: FunctionId,
    /// The last step on the way to it.
    pub trace: Option<Arc<Step>>,
}

impl Finding {
    /// The steps on the way to the error, the first one first.
    pub fn steps(&self) -> Vec<&Step> {
        let mut steps: Vec<&Step> =
            std::iter::successors(self.trace.as_deref(), |step| step.before.as_deref()).collect();
        steps.reverse();
        steps
    }
}

/// Errors, each place and kind once.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    known: BTreeMap<(FaultKind, Span), usize>,
}

impl Findings {
    /// Adds an error. One of which more is sure takes the place of another one.
    pub fn add(&mut self, finding: Finding) {
        let place = (finding.kind, finding.span);
        let sure = |finding: &Finding| (finding.certain, !finding.after_error);
        match self.known.get(&place).and_then(|index| self.list.get_mut(*index)) {
            Some(known) if sure(&finding) > sure(known) => *known = finding,
            Some(_) => {}
            None => {
                self.known.insert(place, self.list.len());
                self.list.push(finding);
            }
        }
    }

    /// Whether errors at places are known for certain.
    pub fn are_certain(&self, places: &BTreeSet<(FaultKind, Span)>) -> bool {
        let found = |place| self.known.get(place).and_then(|index| self.list.get(*index));
        places.iter().all(|place| found(place).is_some_and(|finding| finding.certain))
    }

    /// The errors, in the order in which they were found.
    pub fn into_list(self) -> Vec<Finding> {
        self.list
    }
}
