//! Hints that a proof rests on, and that are not proved themselves.

use std::fmt;

use crate::base::{Exhausted, SourcePosition};

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
