//! Unproved assumptions of an answer: hints, and contracts of functions without a body.

use std::fmt;

use base::{Exhausted, SourceMap, SourcePosition};
use spec::Question;

/// The reason why a hint could not be checked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Obstacle {
    /// The program has pointers that do not occur in small heaps.
    #[error("the program has pointers that small heaps of whole blocks do not have")]
    Pointers,
    /// No small heap can be built.
    #[error("its heaps cannot be enumerated: {0}")]
    Heaps(String),
    /// Time or memory is used up, or the run was interrupted.
    #[error("{0}")]
    Budget(#[from] Exhausted),
}

/// An unproved hint that a proof relies on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnprovedHint {
    /// Position of the hint.
    pub position: SourcePosition,
    pub known: HintEvidence,
}

/// The extent to which an unproved hint was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintEvidence {
    /// The hint holds on all heaps that were tried.
    Tried {
        /// Maximum number of nodes of these heaps.
        nodes: usize,
        /// True if all integers were tried, false if only a few.
        all_integers: bool,
    },
    /// The hint could not be checked.
    Nothing(Obstacle),
}

impl UnprovedHint {
    /// "the hint at FILE:LINE".
    pub fn name(&self) -> String {
        format!("the hint at {}:{}", self.position.file, self.position.line)
    }
}

/// An assumption of an answer: a function without a body behaves as its contract says, or changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptContract {
    pub function: String,
    /// Position of the contract; without one, position of a call.
    pub position: SourcePosition,
    /// True if there is no contract ([`program::UnknownCalls::Nothing`]).
    pub is_unwritten: bool,
}

impl KeptContract {
    /// Returns the assumptions of every answer to a question.
    pub fn all(question: Question<'_>, sources: &SourceMap) -> Vec<KeptContract> {
        let contracts = question.specification.into_iter().flat_map(|specification| &specification.contracts);
        let kept = contracts.map(|contract| KeptContract {
            function: contract.function.clone(),
            position: sources.position(contract.span),
            is_unwritten: false,
        });
        let unwritten = question.program.taken_as_harmless.iter().map(|(function, call)| KeptContract {
            function: function.clone(),
            position: sources.position(*call),
            is_unwritten: true,
        });
        kept.chain(unwritten).collect()
    }
}

impl fmt::Display for KeptContract {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourcePosition { file, line, .. } = &self.position;
        match self.is_unwritten {
            true => write!(out, "{} has no body, and changes nothing ({file}:{line})", self.function),
            false => write!(out, "{} keeps its contract ({file}:{line})", self.function),
        }
    }
}

impl fmt::Display for HintEvidence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintEvidence::Tried { nodes, all_integers } => {
                let plural = if *nodes == 1 { "" } else { "s" };
                let numbers = if *all_integers { "" } else { ", with a few of the integers" };
                write!(out, "it was tried on all heaps of up to {nodes} node{plural}{numbers}")
            }
            HintEvidence::Nothing(obstacle) => write!(out, "it could not be checked: {obstacle}"),
        }
    }
}

/// Adds hints that are not in the list yet.
pub fn add_unproved(known: &mut Vec<UnprovedHint>, more: Vec<UnprovedHint>) {
    for hint in more {
        if !known.contains(&hint) {
            known.push(hint);
        }
    }
}
