//! How the shape analysis works, and what it looks for beside memory errors.

use std::path::PathBuf;

use clap::Args;

use super::{CHECKS, OUTPUT, SHAPES};

/// On how many threads the shape analysis runs.
#[derive(Args, Clone, Debug)]
pub struct ThreadOptions {
    /// Number of threads for the shape analysis; results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = SHAPES)]
    pub jobs: usize,
}

/// How the shape analysis works.
#[derive(Args, Clone, Debug)]
pub struct ShapeOptions {
    /// Report an error if this C label is reachable; may be repeated
    #[arg(long, value_name = "LABEL", help_heading = CHECKS)]
    pub error_label: Vec<String>,
    /// Report every block that is still allocated when the program ends as a memory leak
    #[arg(long, help_heading = CHECKS)]
    pub leaks_at_exit: bool,
    /// Report memory leaks as warnings, which do not affect the verdict
    #[arg(long, help_heading = CHECKS)]
    pub leaks_as_warnings: bool,
    /// Treat uninitialized numbers as arbitrary, so that a branch on one is no error
    #[arg(long, help_heading = CHECKS)]
    pub uninitialized_is_any: bool,
    /// Report accesses to addresses that are not aligned for their type; objects are taken to start at one that is
    #[arg(long, help_heading = CHECKS)]
    pub alignment: bool,
    /// Stop at the first certain error
    #[arg(long, help_heading = SHAPES)]
    pub stop_at_first_error: bool,
    /// Write the graphs at errors, at heads of loops and at joins to this directory, at most 100, as text, Graphviz and SVG
    #[arg(long, value_name = "DIR", conflicts_with = "all_entries", help_heading = OUTPUT)]
    pub plot: Option<PathBuf>,
}
