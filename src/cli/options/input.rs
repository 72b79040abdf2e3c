//! What is read: the C file, specification and hints, where to start, and when to stop.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::{INPUT, LIMITS, MacroOptions, Subcommand, by_name};
use program::UnknownCalls;

/// The C file, and how to read it.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub struct ProgramInput {
    /// C file; `.i` means already preprocessed; -: standard input. Several files are linked, unless --all-entries is given
    #[arg(value_name = "FILE", required_unless_present = "database")]
    pub files: Vec<PathBuf>,
    /// Compile FILE as DIR/compile_commands.json says; without FILE, all C files that it names
    #[arg(short = 'p', value_name = "DIR", help_heading = INPUT)]
    pub database: Option<PathBuf>,
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
    /// What a call of a function may do that has neither a body nor a contract
    #[arg(long, value_name = "WHAT", value_parser = by_name(UnknownCalls::NAMES, unknown_calls_help), default_value = "by-type", help_heading = INPUT)]
    pub unknown_calls: UnknownCalls,
    /// Assume that every allocation may return NULL
    #[arg(long, help_heading = INPUT)]
    pub allocation_may_fail: bool,
    /// Assume that `main` may be given no argument at all, not even the program's name
    #[arg(long, help_heading = INPUT)]
    pub name_may_be_missing: bool,
    /// What a database of compile commands, or the command line, says to the preprocessor.
    #[arg(long = "preprocessor-argument", value_name = "ARGUMENT", allow_hyphen_values = true, hide = true)]
    pub compiler_arguments: Vec<String>,
    /// For competitions: any number of blocks may exist at a time.
    #[arg(skip)]
    pub blocks_are_unlimited: bool,
    /// The function of a competition's property whose call is an error.
    #[arg(skip)]
    pub error_function: Option<String>,
    /// True for a function of several, each of which is verified by itself.
    #[arg(skip)]
    pub is_of_library: bool,
    /// The other files of the program, each with its own options.
    #[arg(skip)]
    pub others: Vec<ProgramInput>,
}

impl ProgramInput {
    /// The file; the first one, where there are several.
    pub fn file(&self) -> &Path {
        self.files.first().map_or(Path::new(""), |file| file)
    }

    /// A file without any options.
    #[cfg(test)]
    pub fn of(file: PathBuf) -> ProgramInput {
        ProgramInput {
            files: vec![file],
            database: None,
            bits: "64".into(),
            include: Vec::new(),
            macros: MacroOptions::default(),
            include_first: Vec::new(),
            unknown_calls: UnknownCalls::default(),
            allocation_may_fail: false,
            name_may_be_missing: false,
            compiler_arguments: Vec::new(),
            blocks_are_unlimited: false,
            error_function: None,
            is_of_library: false,
            others: Vec::new(),
        }
    }
}

/// What to start with, one after the other.
#[derive(Args, Clone, Debug)]
pub struct EveryEntry {
    /// Verify every function of the files that other files may call, each by itself, and print a table of the verdicts
    #[arg(long, conflicts_with = "entry", help_heading = INPUT)]
    pub all_entries: bool,
    /// With --all-entries: a function is verified only if it is from every state of its types, whatever its callers give
    #[arg(long, requires = "all_entries", help_heading = INPUT)]
    pub strict: bool,
}

/// Where to start.
#[derive(Args, Clone, Debug)]
pub struct EntryOption {
    /// Function to start with [default: main, or else the only function]
    #[arg(long, value_name = "FUNCTION", help_heading = INPUT)]
    pub entry: Option<String>,
}

/// When to stop.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitOptions {
    /// Time limit in seconds; 0: none [default: 60; for `run`, and with --cpu-time, none]. What is not decided by then is "unknown"
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,
    /// Limit in seconds of the processor time of the process, over all its threads; 0: none [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub cpu_time: Option<Duration>,
    /// Memory limit of the process in MiB; 0: none [default: 4096; for `run` none]
    #[arg(long, value_name = "MIB", help_heading = LIMITS)]
    pub memory_limit: Option<u64>,
}

impl Subcommand {
    /// The limits of each answer.
    pub fn limits(&self) -> Option<&LimitOptions> {
        match self {
            Subcommand::Verify(options) => Some(&options.input.limits),
            Subcommand::Abstract { input, .. } => Some(&input.limits),
            Subcommand::Smg { limits, .. } | Subcommand::Bmc { limits, .. } => Some(limits),
            _ => None,
        }
    }

    /// The limits of a command that gives one answer.
    pub fn guarded(&mut self) -> Option<&LimitOptions> {
        if self.all_entries() { None } else { self.limits() }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// The C file with its specification and hints.
#[derive(Args, Clone, Debug)]
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

fn unknown_calls_help(what: UnknownCalls) -> &'static str {
    match what {
        UnknownCalls::ByType => {
            "It returns, and does no more than its type and attributes allow; the answer says that it rests on that"
        }
        UnknownCalls::Anything => "What comes behind it is open",
        UnknownCalls::Nothing => {
            "It returns any value of its type, and changes nothing; the answer says that it rests on that"
        }
    }
}
