//! What an answer rests on and is not proved itself: hints, and contracts of functions without a body.

use std::fmt;

use base::{Exhausted, SourceMap, SourcePosition};
use spec::Question;

/// Why a hint could not be checked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Obstacle {
    /// The program has pointers that small heaps do not have.
    #[error("the program has pointers that small heaps of whole blocks do not have")]
    Pointers,
    /// No small heap can be made.
    #[error("its heaps cannot be enumerated: {0}")]
    Heaps(String),
    /// The limits of the run.
    #[error("{0}")]
    Budget(#[from] Exhausted),
}

/// A hint that a proof rests on, and that is not proved itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnprovedHint {
    /// Where it is written.
    pub position: SourcePosition,
    /// How far it was checked.
    pub known: HintEvidence,
}

/// How far an unproved hint was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintEvidence {
    /// It holds on the heaps that were tried.
    Tried {
        /// Of up to this many nodes.
        nodes: usize,
        /// Whether with all integers; else with a few.
        all_integers: bool,
    },
    /// It could not be checked.
    Nothing(Obstacle),
}

impl UnprovedHint {
    /// "the hint at FILE:LINE".
    pub fn name(&self) -> String {
        format!("the hint at {}:{}", self.position.file, self.position.line)
    }
}

/// What an answer rests on: a function without a body is taken for what its contract says, or to change nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptContract {
    /// The function.
    pub function: String,
    /// Where the contract is written; without one, where the function is called.
    pub position: SourcePosition,
    /// Whether there is no contract ([`program::UnknownCalls::Nothing`]).
    pub is_unwritten: bool,
}

impl KeptContract {
    /// Those that every answer to a question rests on.
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
