//! The command line: reads files, runs the pipeline, prints what `report` phrases, and returns the exit status.
//!
//! | file | what stands there |
//! |---|---|
//! | `options` | the table of options, and their help. `options::bounded`: those of the bounded engine; `options::explore`, `options::trail`, `options::audit`: those of `explore`, of `replay`, and of audits; `options::macros`: `-D` and `-U`; `options::competition`: tasks of competitions; `options::limits`: limits of work; `options::search`: what is searched for beside proofs; `options::shapes`: the shape analysis; `options::input`, `options::output`: what is read, and where results go; `options::parts`: what commands have in common; `options::validate`: those of `validate` |
//! | `commands` | each command, and which exit status it ends with |
//! | `competition` | `damson verify --svcomp`: tasks of competitions |
//! | `several` | several files and functions: one answer for each, and a table |
//! | `documents` | manual pages and completions |
//! | `log` | the log for developers |
//! | `database` | `compile_commands.json` |
//! | `input` | reads files, and turns options into what the pipeline takes |
//! | `explore` | `damson explore` |
//! | `lsp` | `damson lsp` |
//! | `guard` | ends a command that passes a limit by far |
//! | `usage` | the processor time of this process |
//! | `ulimit` | the limit that the system sets on the address space |
//! | `replay` | `damson replay` |
//! | `exported` | what `bmc` writes for other tools |
//! | `page` | the page of `--report` |
//! | `validate` | `damson validate` |
//! | `witness` | the witness of `--witness` |
//! | `plot` | the graphs of `--plot` |
//! | `interrupt` | Ctrl-C stops the command under way |
//! | `status` | the status line |
//! | `console` | standard output and standard error, colours |

mod commands;
mod competition;
mod console;
mod database;
mod documents;
mod explore;
mod exported;
mod guard;
mod input;
mod interrupt;
mod log;
mod lsp;
mod options;
mod page;
mod plot;
mod replay;
mod several;
mod status;
mod ulimit;
mod usage;
mod validate;
mod witness;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, ValueEnum};
use itertools::Itertools;

use base::Exhausted;
use base::shell::quoted;
use base::stack::STACK_BYTES;
use console::Console;
use options::{Color, Options, ReportFormat, StreamOptions};

/// Exit status for bad usage of the command line.
const BAD_USAGE: u8 = 1;
/// Exit status for input that cannot be used.
const BAD_INPUT: u8 = 2;
/// Exit status for a defect of Damson itself.
const INTERNAL_ERROR: u8 = 6;

/// Runs the command with its arguments (the first is the program's name).
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(status) = ulimit::supervise(&arguments) {
        return status;
    }
    let command_line = arguments.iter().map(|argument| quoted(&argument.to_string_lossy())).join(" ");
    let options = match Options::try_parse_from(options::as_clap_reads(arguments.clone())) {
        Ok(options) => options,
        Err(error) => {
            // A broken pipe is no reason to fail.
            let _ = error.print();
            if !error.use_stderr() {
                return ExitCode::SUCCESS;
            }
            if error.kind() == ErrorKind::InvalidSubcommand
                && let Some(file) = arguments.get(1).map(|file| file.to_string_lossy()).filter(|file| names_c(file))
            {
                let tip = format!("\n  tip: to check a program: damson verify {}\n", quoted(&file));
                console_of(ReportFormat::Text).complain(&tip);
            }
            let message = error.to_string();
            let message = message.lines().next().unwrap_or_default();
            console_of(asked_format(&arguments)).fail_for_machines(message.trim_start_matches("error: "), BAD_USAGE);
            return ExitCode::from(BAD_USAGE);
        }
    };
    let format = options.command.format();
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || commands::run(options.command, &command_line));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => ExitCode::from(status),
        // The panic has printed its message; scripts learn from the status that the fault is ours.
        Ok(Err(_)) => {
            let message = "internal error: Damson failed; please report this";
            console_of(format).fail_for_machines(message, INTERNAL_ERROR);
            ExitCode::from(INTERNAL_ERROR)
        }
        Err(error) => {
            let console = console_of(format);
            console.complain(&format!("damson: error: cannot start a thread: {error}\n"));
            if ulimit::usable_address_space().is_some() {
                return ExitCode::from(console.leave_unknown_by(Exhausted::AddressSpace));
            }
            ExitCode::from(INTERNAL_ERROR)
        }
    }
}

/// Whether an argument names a C file.
fn names_c(argument: &str) -> bool {
    Path::new(argument).extension().is_some_and(|extension| extension == "c" || extension == "i")
}

/// A console where no options are known.
fn console_of(format: ReportFormat) -> Console {
    Console::new(&StreamOptions { color: Color::Auto, quiet: false, log: None }, format)
}

/// The format that arguments ask for which cannot be used otherwise.
fn asked_format(arguments: &[OsString]) -> ReportFormat {
    let mut found = ReportFormat::Text;
    for (index, argument) in arguments.iter().enumerate() {
        let value = match argument.to_str() {
            Some("--format") => arguments.get(index + 1).and_then(|value| value.to_str()),
            Some("--") => break,
            Some("--svcomp") => return ReportFormat::Competition,
            Some(other) => other.strip_prefix("--format="),
            None => None,
        };
        if let Some(Ok(format)) = value.map(|value| ReportFormat::from_str(value, false)) {
            found = format;
        }
    }
    found
}
