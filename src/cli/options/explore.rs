//! The options of `damson explore`.

use clap::Args;

use super::{ABSTRACTION, AbstractionOptions, DecisionOptions, InputFiles, OUTPUT, OutputOption, StreamOptions};

/// What `explore` takes.
#[derive(Args, Clone, Debug)]
pub struct ExploreOptions {
    /// What to explore
    #[command(flatten)]
    pub input: InputFiles,
    /// How
    #[command(flatten)]
    pub abstraction: AbstractionOptions,
    /// Begin with a plain run of the abstraction, without the hints that `damson verify` would find
    #[arg(long, help_heading = ABSTRACTION)]
    pub no_auto: bool,
    /// How boolean programs are decided
    #[command(flatten)]
    pub decision: DecisionOptions,
    /// Take commands line by line also on a terminal
    #[arg(long, help_heading = OUTPUT)]
    pub plain: bool,
    /// Where the transcript goes; on a terminal, commands are taken line by line then
    #[command(flatten)]
    pub output: OutputOption,
    /// What else is said
    #[command(flatten)]
    pub streams: StreamOptions,
}
