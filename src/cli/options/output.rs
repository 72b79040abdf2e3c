//! Where results go, and in which form.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::OUTPUT;
use report::known::Baseline;

/// Where results go.
#[derive(Args, Clone, Debug)]
pub struct OutputOption {
    /// File to write the results to; -: standard output [default: standard output]
    #[arg(short, long, value_name = "OUT", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
}

/// The form of the answer.
#[derive(Args, Clone, Debug)]
pub struct AnswerOptions {
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Text, help_heading = OUTPUT)]
    pub format: ReportFormat,
    /// Also print the steps of unconfirmed counterexamples, and all steps of long runs
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
    /// A SARIF log of an earlier run: what it has is known; only what is new is shown, and matters for the exit status
    #[arg(long, value_name = "FILE", value_parser = baseline, help_heading = OUTPUT)]
    pub baseline: Option<Baseline>,
    /// Write a verification witness that other tools can check (format 2.0, YAML): of the first error, or of the proof
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub witness: Option<PathBuf>,
}

/// Reads the findings of an earlier run.
fn baseline(path: &str) -> Result<Baseline, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    Baseline::read(&text)
}

/// What else is said, and how.
#[derive(Args, Clone, Debug)]
pub struct StreamOptions {
    /// When to colour diagnostics
    #[arg(long, value_enum, default_value_t = Color::Auto, help_heading = OUTPUT)]
    pub color: Color,
    /// Print results and errors only: no warnings and no progress
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,
    /// Log what Damson does to standard error, for its developers
    #[arg(long, value_name = "LEVEL", value_enum, help_heading = OUTPUT)]
    pub log: Option<LogLevel>,
}

/// Forms of the report on an abstraction.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Forms of reports.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// For people, with the result of a competition in the last line: `--svcomp`
    #[value(skip)]
    Competition,
}

/// Forms of flowcharts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// One line for each edge
    Text,
    /// Graphviz
    Dot,
    /// A drawing
    Svg,
}

/// When to colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On terminals only
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How much is logged: each level has what the levels before have, too.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// When each stage begins and ends
    Info,
    /// Also what it was given
    Debug,
    /// Everything
    Trace,
}
