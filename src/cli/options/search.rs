//! What is searched for beside proofs: runs that have an error, and assumptions under which a property holds.

use clap::Args;

use super::{ABSTRACTION, EveryEntry, ProgramInput, SEARCH, by_name, checker_help};
use pipeline::confirm::SearchBounds;
use pipeline::settings::{PRECONDITION_CHECKS, REQUIREMENT_CHECKS};
use pipeline::{Checker, replay};

/// How boolean programs and their counterexamples are decided.
#[derive(Args, Clone, Debug)]
pub struct DecisionOptions {
    /// Model checker for the boolean program
    #[arg(long, value_parser = by_name(Checker::NAMES, checker_help), default_value = "builtin", help_heading = ABSTRACTION)]
    pub checker: Checker,
    /// Try all input heaps of up to N nodes to confirm a violation
    #[arg(long, value_name = "N", default_value_t = SearchBounds::default().nodes, help_heading = SEARCH)]
    pub heap_nodes: usize,
    /// What else is tried where something is broken
    #[command(flatten)]
    pub search: PreconditionOption,
}

/// Which assumptions are tried.
#[derive(Args, Clone, Copy, Debug)]
pub struct PreconditionOption {
    /// Where a property of a procedure is broken or suspected to be, try up to N assumptions about its start under which it may
    /// hold, each with a tenth of the work at most; 0: none
    /// [default: 4, and with --all-entries 32]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub preconditions: Option<usize>,
}

/// The preconditions to search for, with the maximum number of checks.
#[derive(Clone, Copy, Debug)]
pub enum SoughtPreconditions {
    /// Of each broken property, to help the user.
    OfProperties(usize),
    /// What a function of a library requires of its callers.
    OfFunction(usize),
}

impl PreconditionOption {
    /// Returns what is searched for the function that is verified.
    pub fn sought(self, program: &ProgramInput, every: &EveryEntry) -> SoughtPreconditions {
        match program.is_of_library && !every.strict {
            true => SoughtPreconditions::OfFunction(self.preconditions.unwrap_or(REQUIREMENT_CHECKS)),
            false => SoughtPreconditions::OfProperties(self.preconditions.unwrap_or(PRECONDITION_CHECKS)),
        }
    }
}

/// How far runs are searched for that meet an error.
#[derive(Args, Clone, Debug)]
pub struct ReplayOptions {
    /// Maximum number of interpreter steps to confirm one error that an engine found
    #[arg(long, value_name = "STEPS", default_value_t = replay::Limits::default().steps, help_heading = SEARCH)]
    pub replay_steps: u64,
}
