//! What is read: the C file, specification and hints, where to start, and when to stop.

use std::path::PathBuf;

use clap::Args;

use super::{INPUT, LIMITS, MacroOptions};

/// The C file, and how to read it.
#[derive(Args, Debug)]
pub struct ProgramInput {
    /// C file; `.i` means already preprocessed; -: standard input
    pub file: PathBuf,
    /// Word size in bits: -m32 or -m64
    #[arg(short = 'm', value_name = "BITS", default_value = "64", value_parser = ["32", "64"], help_heading = INPUT)]
    pub bits: String,
    /// Search this directory for header files
    #[arg(short = 'I', value_name = "DIR", help_heading = INPUT)]
    pub include: Vec<PathBuf>,
    /// Macros that are defined or not
    #[command(flatten)]
    pub macros: MacroOptions,
    /// Read this file before the C file, as if its first line included it [also: -include FILE, as for compilers]
    #[arg(long = "include", value_name = "FILE", help_heading = INPUT)]
    pub include_first: Vec<PathBuf>,
}

/// Where to start.
#[derive(Args, Debug)]
pub struct EntryOption {
    /// Function to start with [default: main, or else the only function]
    #[arg(long, value_name = "FUNCTION", help_heading = INPUT)]
    pub entry: Option<String>,
}

/// When to stop.
#[derive(Args, Debug)]
pub struct LimitOptions {
    /// Time limit in seconds [default: none]
    #[arg(long, value_name = "SECONDS", help_heading = LIMITS)]
    pub timeout: Option<f64>,
    /// Memory limit of the process in MiB [default: none]
    #[arg(long, value_name = "MIB", help_heading = LIMITS)]
    pub memory_limit: Option<u64>,
}

/// The C file with its specification and hints.
#[derive(Args, Debug)]
pub struct InputFiles {
    /// The program.
    #[command(flatten)]
    pub program: ProgramInput,
    /// Where to start.
    #[command(flatten)]
    pub entry: EntryOption,
    /// Specification file
    #[arg(long, value_name = "S", help_heading = INPUT)]
    pub spec: Option<PathBuf>,
    /// Hints file
    #[arg(long, value_name = "H", help_heading = INPUT)]
    pub hints: Option<PathBuf>,
    /// When to stop.
    #[command(flatten)]
    pub limits: LimitOptions,
}
