//! Tasks of competitions.

use std::path::PathBuf;

use clap::Args;

use super::CHECKS;

/// How a task of a competition is answered.
#[derive(Args, Clone, Debug)]
pub struct CompetitionOptions {
    /// Answer a task of SV-COMP: FILE is a C file or a task definition (.yml), runs start in main, and the last line is the result:
    /// TRUE, FALSE(PROPERTY), UNKNOWN or ERROR
    #[arg(
        long,
        conflicts_with_all = ["spec", "hints", "entry", "all_entries", "format", "baseline", "check", "audit"],
        help_heading = CHECKS
    )]
    pub svcomp: bool,
    /// With --svcomp: the property file (.prp) [default: that of the task definition]
    #[arg(long, value_name = "FILE", requires = "svcomp", help_heading = CHECKS)]
    pub property: Option<PathBuf>,
}
