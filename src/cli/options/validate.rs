//! Options of `damson validate`.

use std::path::PathBuf;

use clap::Args;

use super::{INPUT, LimitOptions, OUTPUT, OutputOption, PlainFormat, ProgramInput, StreamOptions, WorkLimitOptions};

/// What `validate` takes.
#[derive(Args, Clone, Debug)]
pub struct Validate {
    /// The program
    #[command(flatten)]
    pub program: ProgramInput,
    /// The witness, format 2.0 (YAML)
    #[arg(long, value_name = "W", help_heading = INPUT)]
    pub witness: PathBuf,
    /// What the witness is about, a property file of SV-COMP [default: what the witness says]
    #[arg(long, value_name = "P", help_heading = INPUT)]
    pub property: Option<PathBuf>,
    /// When to stop
    #[command(flatten)]
    pub limits: LimitOptions,
    /// How much the engines may do
    #[command(flatten)]
    pub work: WorkLimitOptions,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = PlainFormat::Text, help_heading = OUTPUT)]
    pub format: PlainFormat,
    /// Also write the program with the witness in it: other tools and sanitizers can check it
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub instrumented: Option<PathBuf>,
    /// Where results go
    #[command(flatten)]
    pub output: OutputOption,
    /// What else is said
    #[command(flatten)]
    pub streams: StreamOptions,
}
