//! Options of the bounded engine.

use std::path::PathBuf;

use clap::Args;

use super::{BOUNDED, CHECKS, LIMITS, OUTPUT, by_name};
use bmc::export::SolverLanguage;
use pipeline::settings::effort;

/// How the bounded engine works.
#[derive(Args, Clone, Debug)]
pub struct BoundedOptions {
    /// Maximum number of iterations of each loop, and of calls of a function within itself [default: grows until there is an answer]
    #[arg(long, value_name = "K", help_heading = BOUNDED)]
    pub unwind: Option<u32>,
    /// Start a procedure on all input heaps of up to N nodes of each type [default: as many as iterations]
    #[arg(long, value_name = "N", help_heading = BOUNDED)]
    pub heap_nodes: Option<u32>,
    /// Ask only about the commands on this line, and follow only runs that may still come there; several times: about all of them.
    /// Leaks are left out, as they are no error of one command
    #[arg(long, value_name = "FILE:LINE", value_parser = target_line, conflicts_with = "all_entries", help_heading = BOUNDED)]
    pub target: Vec<TargetLine>,
    /// Report every block that is still allocated when the program ends as a memory leak
    #[arg(long, help_heading = CHECKS)]
    pub leaks_at_exit: bool,
    /// Treat uninitialized numbers as arbitrary, so that a branch on one is no error, and let signed integers wrap
    #[arg(long, help_heading = CHECKS)]
    pub uninitialized_is_any: bool,
    /// SAT solver: varisat, or cadical in a build with that feature; nobody checks the proofs of cadical
    #[arg(long, value_name = "SOLVER", help_heading = BOUNDED, default_value = "varisat", value_parser = bmc::SolverSource::named)]
    pub solver: bmc::SolverSource,
    /// How much it may do
    #[command(flatten)]
    pub work: WorkOptions,
}

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetLine {
    /// The name of the file, or the end of its path.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

fn target_line(text: &str) -> Result<TargetLine, String> {
    let parts = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    match parts {
        Some((file, line)) if !file.is_empty() && line > 0 => Ok(TargetLine { file: file.into(), line }),
        _ => Err("expected the name of a file, a colon and the number of a line, as in 'list.c:12'".into()),
    }
}

/// What the bounded engine writes for other tools.
#[derive(Args, Clone, Debug)]
pub struct BoundedExports {
    /// Write the question for a solver in place of an answer: is there a run with an error, or one that is not followed to its
    /// end? Without --unwind it is the question of the bound at which the answer stands. Exit status: 0 written, 5 not whole
    #[arg(long, value_parser = by_name(LANGUAGES, language_help), value_name = "LANGUAGE", conflicts_with = "all_entries", help_heading = OUTPUT)]
    pub emit: Option<SolverLanguage>,
    /// Write for each error a C program to a folder that shows it under AddressSanitizer or UBSan, or says why it cannot
    #[arg(long, value_name = "DIR", conflicts_with_all = ["emit", "all_entries"], help_heading = OUTPUT)]
    pub harness: Option<PathBuf>,
}

/// How far the bounded engine goes where other engines are asked first.
#[derive(Args, Clone, Debug)]
pub struct BesideOptions {
    /// Let the bounded engine follow up to K iterations of each loop, where other engines leave something open; 0: do not ask it
    #[arg(long, value_name = "K", default_value_t = effort().largest_unwind, help_heading = BOUNDED)]
    pub unwind: u32,
    /// How much it may do
    #[command(flatten)]
    pub work: WorkOptions,
}

/// How much work the bounded engine may do for one bound. The defaults of `bmc` are larger than those beside other engines.
#[derive(Args, Clone, Debug)]
pub struct WorkOptions {
    /// Maximum number of objects for one bound [default: 200000 for bmc, otherwise 2000]
    #[arg(long, value_name = "OBJECTS", help_heading = LIMITS, hide_default_value = true)]
    pub object_limit: Option<usize>,
    /// Maximum number of terms for one bound [default: 3000000 for bmc, otherwise 400000]
    #[arg(long, value_name = "TERMS", help_heading = LIMITS, hide_default_value = true)]
    pub term_limit: Option<usize>,
    /// Maximum number of clauses for the SAT solver for one bound [default: 20000000 for bmc, otherwise 1000000]
    #[arg(long, value_name = "CLAUSES", help_heading = LIMITS, hide_default_value = true)]
    pub clause_limit: Option<usize>,
    /// Maximum number of bytes of the proofs that the SAT solver writes for one bound; they measure how long it searches
    /// [default: 64 GiB for bmc, otherwise 4 MiB]
    #[arg(long, value_name = "BYTES", help_heading = LIMITS, hide_default_value = true)]
    pub proof_limit: Option<u64>,
    /// Do not check the proofs of the SAT solver, which takes half of its time
    #[arg(long, help_heading = BOUNDED)]
    pub no_proof_check: bool,
}

impl WorkOptions {
    /// These limits, and for the others the given ones.
    pub fn or(&self, defaults: bmc::Settings) -> bmc::Settings {
        bmc::Settings {
            most_objects: self.object_limit.unwrap_or(defaults.most_objects),
            most_terms: self.term_limit.unwrap_or(defaults.most_terms),
            most_clauses: self.clause_limit.unwrap_or(defaults.most_clauses),
            most_proof_bytes: self.proof_limit.unwrap_or(defaults.most_proof_bytes),
            checks_proofs: !self.no_proof_check,
            ..defaults
        }
    }
}

impl BesideOptions {
    /// What the bounded engine may do; `None` if it is not to be asked.
    pub fn effort(&self, replay_steps: u64) -> Option<bmc::Settings> {
        let effort = bmc::Settings { largest_unwind: self.unwind, replay_steps, ..effort() };
        (self.unwind > 0).then(|| self.work.or(effort))
    }
}

/// The languages of questions for solvers.
const LANGUAGES: &[(&str, SolverLanguage)] = &[("dimacs", SolverLanguage::Dimacs), ("smt2", SolverLanguage::Smt2)];

fn language_help(language: SolverLanguage) -> &'static str {
    match language {
        SolverLanguage::Dimacs => "Clauses, for SAT solvers",
        SolverLanguage::Smt2 => "SMT-LIB 2 in the logic QF_BV, for SMT solvers",
    }
}
