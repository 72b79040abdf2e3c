//! What `replay` takes.

use std::path::PathBuf;

use clap::Args;

use super::{LimitOptions, OUTPUT, OutputOption, PlainFormat, StreamOptions};

/// What `replay` takes.
#[derive(Args, Clone, Debug)]
pub struct TrailInput {
    /// The trail of SPIN, or what ABC wrote: a counterexample (`write_cex -n`), or an invariant (`pdr -d`); or a
    /// witness of AIGER
    #[arg(value_name = "TRAIL")]
    pub trail: PathBuf,
    /// The model [default: the file that the trail is named after]
    #[arg(value_name = "MODEL")]
    pub model: Option<PathBuf>,
    /// Format of the run
    #[arg(long, value_enum, default_value_t = PlainFormat::Text, help_heading = OUTPUT)]
    pub format: PlainFormat,
    /// When to stop
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Where results go
    #[command(flatten)]
    pub output: OutputOption,
    /// What else is said
    #[command(flatten)]
    pub streams: StreamOptions,
}
