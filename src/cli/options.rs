//! The table of options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::audit;
use crate::pipeline::replay;
use crate::pipeline::settings::DEFAULT_BOUND;

/// Proves what C code does to its linked structures.
#[derive(Parser, Debug)]
#[command(name = "damson", version, max_term_width = 100)]
#[command(after_help = "Exit status: 0 verified, 10 violated, 5 unknown, 1 bad usage, 2 bad input, 6 internal error.")]
pub struct Options {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// All engines, one verdict
    ///
    /// Without a specification (no --spec, no //@ lines) and hints, a program with main is checked for memory safety by the
    /// shape analysis: accesses, lost blocks, assertions. With one, the predicate abstraction, concrete runs and the shape
    /// analysis work on it at the same time. What one engine proves or refutes counts; if one proves what another
    /// refutes, that is an internal error, and its message has all that is needed to see it again.
    Verify {
        /// What to verify
        #[command(flatten)]
        input: Input,
        /// What else to look for
        #[command(flatten)]
        checks: Checks,
        /// How
        #[command(flatten)]
        analysis: AnalysisOptions,
        /// How its proofs are tried
        #[command(flatten)]
        audit: AuditOptions,
        /// Form of the report
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Discover predicates and write a boolean program
    Abstract {
        /// What to abstract
        #[command(flatten)]
        input: Input,
        /// How
        #[command(flatten)]
        analysis: AnalysisOptions,
        /// How the boolean program is tried
        #[command(flatten)]
        audit: AuditOptions,
        /// Which language to write; without it, the pairs and figures are printed
        #[arg(long, value_enum)]
        emit: Option<Language>,
        /// Where to write (standard output without it)
        #[arg(short, long, value_name = "OUT")]
        output: Option<PathBuf>,
        /// Form of the report
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Look at predicates, try hints, step through counterexamples; reads commands from standard input
    Explore {
        /// What to explore
        #[command(flatten)]
        input: Input,
        /// How
        #[command(flatten)]
        analysis: AnalysisOptions,
    },
    /// Shape analysis by symbolic memory graphs: looks for errors of memory, or shows that there are none
    ///
    /// From main, or from a procedure that is called in any typed state. With a specification it answers that, too.
    Smg {
        /// The program
        #[command(flatten)]
        input: ProgramInput,
        /// Specification file
        #[arg(long, value_name = "S")]
        spec: Option<PathBuf>,
        /// What else to look for
        #[command(flatten)]
        checks: Checks,
        /// How
        #[command(flatten)]
        analysis: ShapeOptions,
        /// Form of the report
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Run the program in the concrete interpreter, from main
    Run {
        /// The program
        #[command(flatten)]
        input: ProgramInput,
        /// Seed of nondeterministic choices
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// Most steps
        #[arg(long, default_value_t = 100_000_000)]
        steps: u64,
        /// Arguments of the program
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Print the flowchart
    Cfg {
        /// The program
        #[command(flatten)]
        input: ProgramInput,
        /// Form of the output
        #[arg(long, value_enum, default_value_t = Drawing::Text)]
        format: Drawing,
        /// Print the entry alone, with a copy of every function that it calls in place of the call
        #[arg(long)]
        inline: bool,
        /// Print below it what is known: loops, dominators, live variables, who calls whom (text only)
        #[arg(long)]
        facts: bool,
    },
}

/// The C file, and how to read it.
#[derive(Args, Debug)]
pub struct ProgramInput {
    /// C file; `.i` is taken as preprocessed
    pub file: PathBuf,
    /// Function to start with [default: main, else the only function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// Word size: -m32 or -m64
    #[arg(short = 'm', value_name = "BITS", default_value = "64", value_parser = ["32", "64"])]
    pub bits: String,
    /// Folder of header files
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Macro definition
    #[arg(short = 'D', value_name = "NAME[=V]")]
    pub define: Vec<String>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Stop when the process uses more than this
    #[arg(long, value_name = "MIB")]
    pub memory_limit: Option<u64>,
    /// Threads for the shape analysis; what it finds does not depend on them
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Say more: steps of unconfirmed counterexamples
    #[arg(short, long)]
    pub verbose: bool,
    /// Colour of diagnostics
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// The C file with its specification and hints.
#[derive(Args, Debug)]
pub struct Input {
    /// The program.
    #[command(flatten)]
    pub program: ProgramInput,
    /// Specification file
    #[arg(long, value_name = "S")]
    pub spec: Option<PathBuf>,
    /// Hints file
    #[arg(long, value_name = "H")]
    pub hints: Option<PathBuf>,
}

/// What is looked for that is off by default.
#[derive(Args, Debug)]
pub struct Checks {
    /// Also look for this; may be given more than once, or with commas
    #[arg(long, value_enum, value_name = "PROPERTY", value_delimiter = ',')]
    pub check: Vec<CheckName>,
}

impl Checks {
    /// Whether undefined behaviour is looked for that is no error of memory.
    pub fn undefined_behaviour(&self) -> bool {
        self.check.contains(&CheckName::UndefinedBehaviour)
    }
}

/// Properties that are off by default.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckName {
    /// What C gives no meaning, memory accesses apart: division by zero, overflow, shifts, branches on what was never written
    UndefinedBehaviour,
}

/// How the abstraction works.
#[derive(Args, Debug)]
pub struct AnalysisOptions {
    /// Most iterations of weakest preconditions
    #[arg(long, value_name = "K", default_value_t = DEFAULT_BOUND)]
    pub bound: usize,
    /// Propose no hints where the abstraction does not converge
    #[arg(long)]
    pub no_auto: bool,
    /// Folder of rewrite rules to use instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub rules: Option<PathBuf>,
    /// Who decides the boolean program
    #[arg(long, value_enum, default_value_t = CheckerName::Builtin)]
    pub checker: CheckerName,
    /// Keep every location of the flowchart in the boolean program
    #[arg(long)]
    pub no_compact: bool,
    /// Most nodes of the heaps on which hints are tried that are not proved
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub hint_nodes: usize,
    /// Assume hints that are neither proved nor refuted: the answer says so
    #[arg(long)]
    pub trust_hints: bool,
    /// Most nodes of the input heaps that are tried to confirm a violation
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub heap_nodes: usize,
    /// Most interpreter steps of the search for a run that meets an error of the shape analysis
    #[arg(long, value_name = "N", default_value_t = replay::Limits::default().steps)]
    pub replay_steps: u64,
}

/// How proofs are tried.
#[derive(Args, Debug)]
pub struct AuditOptions {
    /// Try every proof against concrete runs; a proof that does not allow one ends in exit status 6
    #[arg(long)]
    pub audit: bool,
    /// Most nodes of the heaps of which the audit tries all
    #[arg(long, value_name = "NODES", default_value_t = audit::Settings::default().nodes, requires = "audit")]
    pub audit_nodes: usize,
    /// Random heaps of up to 12 nodes that the audit tries for each proof
    #[arg(long, value_name = "HEAPS", default_value_t = audit::Settings::default().heaps, requires = "audit")]
    pub audit_heaps: usize,
    /// Most steps of each of the three ways in which the audit tries a proof
    #[arg(long, value_name = "STEPS", default_value_t = audit::Settings::default().steps, requires = "audit")]
    pub audit_steps: usize,
    /// Seed of the audit's random choices
    #[arg(long, value_name = "SEED", default_value_t = audit::Settings::default().seed, requires = "audit")]
    pub audit_seed: u64,
}

/// How the shape analysis works.
#[derive(Args, Debug)]
pub struct ShapeOptions {
    /// Every allocation may give NULL
    #[arg(long)]
    pub allocation_may_fail: bool,
    /// To reach this C label is an error
    #[arg(long, value_name = "LABEL")]
    pub error_label: Vec<String>,
    /// Write the graphs at errors and where branches meet to this folder, as text, for Graphviz and as SVG
    #[arg(long, value_name = "DIR")]
    pub plot: Option<PathBuf>,
    /// A block that a global still leads to when the program ends is a leak, too
    #[arg(long)]
    pub leaks_at_exit: bool,
    /// A lost block is a warning, on which the verdict does not depend
    #[arg(long)]
    pub leaks_as_warnings: bool,
    /// A number that was never written is any number: to branch on it is no error
    #[arg(long)]
    pub uninitialized_is_any: bool,
    /// Stop at the first error that is sure to happen
    #[arg(long)]
    pub stop_at_first_error: bool,
    /// Report uses of addresses that are not aligned for their type
    #[arg(long)]
    pub alignment: bool,
    /// Most interpreter steps of the search for a run that meets an error of the shape analysis
    #[arg(long, value_name = "N", default_value_t = replay::Limits::default().steps)]
    pub replay_steps: u64,
}

/// Forms of reports.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0
    Sarif,
}

/// Forms of flowcharts.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// One line an edge
    Text,
    /// Graphviz
    Dot,
    /// A picture
    Svg,
}

/// Languages of boolean programs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// For SPIN
    Promela,
    /// For COSPAN
    Sr,
}

/// Deciders of boolean programs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckerName {
    /// Explicit states, nothing to install
    Builtin,
    /// The real SPIN, with the C compiler
    Spin,
}

/// When to colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
