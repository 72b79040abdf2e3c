//! The table of options.

mod audit;
mod bounded;
mod competition;
mod explore;
mod input;
pub mod limits;
mod macros;
mod output;
mod parts;
mod search;
mod shapes;
mod trail;
mod validate;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};
use clap_complete::Shell;

use super::database::{is_for_compilers, is_for_compilers_with_value, is_for_preprocessors};
pub use super::page::PageOption;
pub use audit::AuditOptions;
use base::version;
pub use bounded::{BesideOptions, BoundedExports, BoundedOptions, TargetLine};
pub use competition::CompetitionOptions;
use emit::Language;
pub use explore::ExploreOptions;
pub use input::{EntryOption, EveryEntry, InputFiles, LimitOptions, ProgramInput};
pub use limits::{ShapeLimitOptions, WorkLimitOptions};
pub use macros::MacroOptions;
pub use output::{AnswerOptions, Color, Drawing, LogLevel, OutputOption, PlainFormat, ReportFormat, StreamOptions};
use pipeline::Checker;
use reason::Limit;
pub use search::{DecisionOptions, PreconditionOption, ReplayOptions, SoughtPreconditions};
pub use shapes::{ShapeOptions, ThreadOptions};
pub use trail::TrailInput;
pub use validate::Validate;

/// Headings of the groups in `--help`.
const INPUT: &str = "Input";
const CHECKS: &str = "What to check";
const ABSTRACTION: &str = "Predicate abstraction";
const SHAPES: &str = "Shape analysis";
const BOUNDED: &str = "Bounded engine";
const SEARCH: &str = "Search for concrete runs";
const AUDIT: &str = "Audit";
const LIMITS: &str = "Limits";
pub(super) const OUTPUT: &str = "Output";

/// The arguments as clap reads them. Options of compilers may be given as they are: those for the preprocessor go there, and those
/// that change nothing here are dropped.
pub fn as_clap_reads(arguments: Vec<OsString>) -> Vec<OsString> {
    // Behind `--` stand the arguments of the program that is run.
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let (options, rest) = arguments.split_at(end);
    let mut read = Vec::with_capacity(arguments.len());
    let to_preprocessor = |argument: &str, read: &mut Vec<OsString>| {
        read.push(format!("--preprocessor-argument={argument}").into());
    };
    let mut options = options.iter();
    while let Some(argument) = options.next() {
        match argument.to_str() {
            Some("-include") => read.push("--include".into()),
            Some(option @ ("-isystem" | "-iquote" | "-idirafter" | "-imacros")) => {
                to_preprocessor(option, &mut read);
                if let Some(value) = options.next().and_then(|value| value.to_str()) {
                    to_preprocessor(value, &mut read);
                }
            }
            Some(option) if is_for_preprocessors(option) => to_preprocessor(option, &mut read),
            Some(option) if is_for_compilers(option) => {}
            Some(option) if is_for_compilers_with_value(option) => {
                options.next();
            }
            _ => read.push(argument.clone()),
        }
    }
    read.extend_from_slice(rest);
    read
}

/// Verifies C programs with linked structures.
#[derive(Parser, Debug)]
#[command(name = "damson", version = version::version(), max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 verified, 10 violated, 5 unknown, 1 bad usage, 2 bad input, 3 a command of an exploration failed, 6 internal error."
)]
pub struct Options {
    /// What to do.
    #[command(subcommand)]
    pub command: Subcommand,
}

/// The commands.
#[derive(clap::Subcommand, Clone, Debug)]
pub enum Subcommand {
    /// Verify a C file against its specification, or check its memory safety
    ///
    /// With a specification (--spec, or lines that start with //@), the predicate abstraction, a search for concrete runs
    /// and the shape analysis work together. A property is verified if one engine proves it, and violated if a concrete
    /// run breaks it. Without specification and hints, the shape analysis checks the memory safety of the program:
    /// invalid accesses, memory leaks and failed assertions. The bounded engine is asked about what the others leave open.
    /// If two engines contradict each other, the exit status is
    /// 6, and the message says how to reproduce it.
    Verify(Verify),
    /// Discover predicates and write a boolean program
    Abstract {
        /// What to abstract
        #[command(flatten)]
        input: InputFiles,
        /// How
        #[command(flatten)]
        abstraction: AbstractionOptions,
        /// How the boolean program is tried
        #[command(flatten)]
        audit: AuditOptions,
        /// Language of the boolean program to write [default: report predicates and statistics instead]
        #[arg(long, value_parser = by_name(Language::NAMES, language_help), help_heading = OUTPUT)]
        emit: Option<Language>,
        /// Format of the report (without --emit)
        #[arg(long, value_enum, default_value_t = PlainFormat::Text, help_heading = OUTPUT)]
        format: PlainFormat,
        /// The report as a page
        #[command(flatten)]
        page: PageOption,
        /// Where results go
        #[command(flatten)]
        output: OutputOption,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
    /// Inspect predicates, try hints and step through counterexamples
    ///
    /// Begins with the hints that `damson verify` finds. Takes commands from standard input: line by line on a terminal, or as a
    /// script, which is echoed. `help` lists them. Exit status: 3 if a command of a script failed.
    Explore(ExploreOptions),
    /// Find memory errors by shape analysis with symbolic memory graphs, or prove that there are none
    ///
    /// Starts from main, or from a procedure that may be called in any well-typed state. Checks a specification, too, if
    /// there is one.
    Smg {
        /// The program
        #[command(flatten)]
        program: ProgramInput,
        /// Where to start
        #[command(flatten)]
        entry: EntryOption,
        /// What to start with, one after the other
        #[command(flatten)]
        every: EveryEntry,
        /// Specification file
        #[arg(long, value_name = "S", help_heading = INPUT)]
        spec: Option<PathBuf>,
        /// What else to look for
        #[command(flatten)]
        checks: Checks,
        /// How
        #[command(flatten)]
        analysis: ShapeOptions,
        /// What the bounded engine does
        #[command(flatten)]
        beside: BesideOptions,
        /// On how many threads
        #[command(flatten)]
        threads: ThreadOptions,
        /// What else is tried where something is broken
        #[command(flatten)]
        search: PreconditionOption,
        /// How far runs are searched for
        #[command(flatten)]
        replay: ReplayOptions,
        /// When to stop
        #[command(flatten)]
        limits: LimitOptions,
        /// How much the shape analysis may do
        #[command(flatten)]
        work: ShapeLimitOptions,
        /// The form of the answer
        #[command(flatten)]
        answer: AnswerOptions,
        /// The report as a page
        #[command(flatten)]
        page: PageOption,
        /// Where results go
        #[command(flatten)]
        output: OutputOption,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
    /// Find errors in all runs up to a bound, bit by bit, or prove that there are none
    ///
    /// Starts from main, or from a procedure in every typed state of up to N nodes of each type. Checks a specification, too, if
    /// there is one. Every error is shown with the inputs of a run that has it. A program that reaches something that is not
    /// supported is "unknown", and the reason names it.
    Bmc {
        /// The program
        #[command(flatten)]
        program: ProgramInput,
        /// Where to start
        #[command(flatten)]
        entry: EntryOption,
        /// What to start with, one after the other
        #[command(flatten)]
        every: EveryEntry,
        /// Specification file
        #[arg(long, value_name = "S", help_heading = INPUT)]
        spec: Option<PathBuf>,
        /// What else to look for
        #[command(flatten)]
        checks: Checks,
        /// How
        #[command(flatten)]
        analysis: BoundedOptions,
        /// What it writes for other tools
        #[command(flatten)]
        exports: BoundedExports,
        /// How far runs are searched for
        #[command(flatten)]
        replay: ReplayOptions,
        /// When to stop
        #[command(flatten)]
        limits: LimitOptions,
        /// The form of the answer
        #[command(flatten)]
        answer: AnswerOptions,
        /// The report as a page
        #[command(flatten)]
        page: PageOption,
        /// Where results go
        #[command(flatten)]
        output: OutputOption,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
    /// Run the program in the concrete interpreter, from main
    Run {
        /// The program
        #[command(flatten)]
        program: ProgramInput,
        /// Seed of the nondeterministic choices
        #[arg(long, default_value_t = 0, help_heading = INPUT)]
        seed: u64,
        /// When to stop
        #[command(flatten)]
        limits: LimitOptions,
        /// Maximum number of interpreter steps
        #[arg(long, value_name = "STEPS", default_value_t = 100_000_000, help_heading = LIMITS)]
        steps: u64,
        /// Where what the program prints goes
        #[command(flatten)]
        output: OutputOption,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
        /// Arguments of the program
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Show a trail of SPIN or a counterexample of ABC in C statements and predicates
    ///
    /// The trail is one that SPIN's verifier wrote for a model of `damson abstract --emit promela`, and SPIN must be installed. Or ABC
    /// wrote a counterexample (`write_cex -n`) or an invariant (`pdr -d`) for a model of `--emit blif`: an invariant is proved
    /// again and shown as predicates, and ABC is not needed. The C program is not needed. Exit status: 0 shown, 2 if
    /// the trail does not fit the model, the invariant is not proved, or the file is cut short.
    Replay(TrailInput),
    /// Check a verification witness: of an error, or of a proof
    ///
    /// The witness may come from any tool that writes format 2.0. It is compiled into the program, and the result is verified.
    /// Exit status: 10 if the error is confirmed, 0 if the proof is, or if the program is proved; 5 otherwise, also for a witness that
    /// is wrong about a program which may have other errors; 2 if the witness does not fit the program.
    Validate(Validate),
    /// Write the manual pages, damson.1 and one for each command
    Man {
        /// Directory to write them to
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
    /// Print a script that completes command lines in a shell
    Completions {
        /// The shell
        shell: Shell,
        /// Where it goes
        #[command(flatten)]
        output: OutputOption,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
    /// Print the JSON schema of --format json
    Schema {
        /// Where it goes
        #[command(flatten)]
        output: OutputOption,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
    /// Serve an editor: verify C files as they are opened and saved
    ///
    /// Speaks the Language Server Protocol on the standard streams. Every function that other files may call is verified by itself,
    /// as with `damson verify --all-entries`. Errors and suspicions are shown with the way to them; what a function requires of its
    /// callers is shown where its name is; the command damson.report writes the report on a file as pages.
    Lsp {
        /// Options of `damson verify`, which hold for every file. The editor may give more, as an array (initializationOptions)
        #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
    /// Print the control-flow graphs
    Cfg {
        /// The program
        #[command(flatten)]
        program: ProgramInput,
        /// Which function alone
        #[command(flatten)]
        entry: EntryOption,
        /// Format of the output
        #[arg(long, value_enum, default_value_t = Drawing::Text, help_heading = OUTPUT)]
        format: Drawing,
        /// Print the entry function only, with each call replaced by a copy of the function it calls
        #[arg(long, help_heading = OUTPUT)]
        inline: bool,
        /// Also print loops, dominators, live variables, the call graph, and the numbers that decide nothing (text only)
        #[arg(long, help_heading = OUTPUT)]
        facts: bool,
        /// Where results go
        #[command(flatten)]
        output: OutputOption,
        /// What else is said
        #[command(flatten)]
        streams: StreamOptions,
    },
}

/// What `verify` takes.
#[derive(Args, Clone, Debug)]
pub struct Verify {
    /// What to verify
    #[command(flatten)]
    pub input: InputFiles,
    /// What to start with, one after the other
    #[command(flatten)]
    pub every: EveryEntry,
    /// What a competition asks
    #[command(flatten)]
    pub competition: CompetitionOptions,
    /// What else to look for
    #[command(flatten)]
    pub checks: Checks,
    /// How predicates are found
    #[command(flatten)]
    pub abstraction: AbstractionOptions,
    /// Do not search for hints when the abstraction does not converge
    #[arg(long, help_heading = ABSTRACTION)]
    pub no_auto: bool,
    /// How boolean programs are decided
    #[command(flatten)]
    pub decision: DecisionOptions,
    /// What the bounded engine does
    #[command(flatten)]
    pub beside: BesideOptions,
    /// On how many threads the shape analysis runs
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// How far runs are searched for
    #[command(flatten)]
    pub replay: ReplayOptions,
    /// How much the engines may do
    #[command(flatten)]
    pub work: WorkLimitOptions,
    /// How its proofs are tried
    #[command(flatten)]
    pub audit: AuditOptions,
    /// The form of the answer
    #[command(flatten)]
    pub answer: AnswerOptions,
    /// The report as a page
    #[command(flatten)]
    pub page: PageOption,
    /// Where results go
    #[command(flatten)]
    pub output: OutputOption,
    /// What else is said
    #[command(flatten)]
    pub streams: StreamOptions,
}

/// What is looked for that is off by default.
#[derive(Args, Clone, Debug)]
pub struct Checks {
    /// Also check this property; may be repeated, or take a comma-separated list
    #[arg(long, value_enum, value_name = "PROPERTY", value_delimiter = ',', help_heading = CHECKS)]
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
    /// No undefined behaviour besides memory errors: division by zero, signed overflow, bad shifts, branches on uninitialized values
    UndefinedBehaviour,
}

/// How the abstraction works.
#[derive(Args, Clone, Debug)]
pub struct AbstractionOptions {
    /// Maximum number of weakest-precondition iterations
    #[arg(long, value_name = "K", default_value_t = Limit::Bound.default_count(), help_heading = ABSTRACTION)]
    pub bound: usize,
    /// Directory of rewrite rules [default: the built-in rules]
    #[arg(long, value_name = "DIR", help_heading = ABSTRACTION)]
    pub rules: Option<PathBuf>,
    /// Keep every location of the control-flow graph in the boolean program
    #[arg(long, help_heading = ABSTRACTION)]
    pub no_compact: bool,
    /// Test unproved hints on all heaps of up to N nodes
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = ABSTRACTION)]
    pub hint_nodes: usize,
    /// Assume hints that are neither proved nor refuted; the report lists them
    #[arg(long, help_heading = ABSTRACTION)]
    pub trust_hints: bool,
}

fn language_help(language: Language) -> &'static str {
    match language {
        Language::Promela => "For SPIN",
        Language::Sr => "For COSPAN",
        Language::Aiger => "AIGER 1.9 as text, for hardware model checkers",
        Language::Blif => "For ABC",
        Language::Btor2 => "For word-level model checkers",
        Language::Smv => "For NuSMV and nuXmv",
    }
}

fn checker_help(checker: Checker) -> &'static str {
    match checker {
        Checker::BuiltIn => "Explicit-state search, built in",
        Checker::Spin => "SPIN, which must be installed with a C compiler",
        Checker::Abc => "ABC, which must be installed (berkeley-abc)",
    }
}

/// Parses a value by its name; `help` says what each is.
fn by_name<T>(names: &'static [(&'static str, T)], help: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let values = names.iter().map(move |(name, value)| PossibleValue::new(*name).help(help(*value)));
    PossibleValuesParser::new(values).try_map(|given| {
        let known = names.iter().find(|(name, _)| **name == given);
        known.map(|(_, value)| *value).ok_or("no such value")
    })
}
