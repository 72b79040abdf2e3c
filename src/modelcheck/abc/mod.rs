//! Runs ABC (Berkeley, <https://github.com/berkeley-abc/abc>): property directed reachability on one property at a time.
//!
//! Each property is a circuit of its own in BLIF, made by [`emit::transition_system`]. ABC's output is parsed, and not trusted: "holds" needs an
//! inductive invariant that our own SAT solver proves, "violated" needs a counterexample that our own [`super::replay`] can
//! follow. Everything else is unknown, with the reason. ABC does not count states.
//!
//! This file defines all commands and their options.
//!
//! | file | contents |
//! |---|---|
//! | `counterexample` | translates ABC's counterexample to a path of the boolean program |
//! | `invariant` | reads ABC's invariant, and proves it |
//! | `source_invariant` | translates a user's invariant to predicates, using the model alone (`damson replay`) |
//! | `source_trail` | translates a user's counterexample to C statements, using the model alone (`damson replay`) |
//! | `trouble` | reasons why ABC did not decide a property |

mod counterexample;
mod invariant;
pub(crate) mod source_invariant;
pub(crate) mod source_trail;
mod trouble;

use self::invariant::Latches;
pub use self::trouble::Trouble;
use super::process::{ProcessFailure, run};
use super::{CheckOutcome, CheckReport, PropertyIndex, PropertyResult, confirmed, ill_formed, no_such_property};
use crate::limits::MOST_TRAIL_BYTES;
use base::Budget;
use boolprog::BooleanProgram;
use emit::transition_system::TransitionSystem;
use emit::{NotWritten, blif};
use reason::Undecided;
use std::io::Read;
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;

/// The files of a question.
const MODEL: &str = "model.blif";
const INVARIANT: &str = "invariant.pla";
const COUNTEREXAMPLE: &str = "model.cex";

/// The names of the command: Debian's, and the one that ABC's makefile gives.
const COMMANDS: [&str; 2] = ["berkeley-abc", "abc"];

/// The configuration of ABC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abc {
    /// The commands to try: the first that exists runs.
    pub commands: Vec<PathBuf>,
}

impl Default for Abc {
    fn default() -> Self {
        Abc { commands: COMMANDS.iter().map(PathBuf::from).collect() }
    }
}

/// What ABC says about a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Proved,
    Violated,
}

impl Abc {
    /// Decides all properties, one after the other.
    pub fn check(&self, program: &BooleanProgram, budget: &Budget) -> CheckReport {
        let system = match TransitionSystem::of(program, budget) {
            Ok(system) => system,
            Err(NotWritten::IllFormed(message)) => return CheckReport::unknown(program, &ill_formed(&message)),
            Err(NotWritten::Stopped(stop)) => return CheckReport::unknown(program, &stop.into()),
        };
        let result = |property| {
            let outcome = self.decide(program, &system, property, budget).unwrap_or_else(CheckOutcome::Unknown);
            PropertyResult { property, outcome, product_states: None }
        };
        CheckReport { properties: PropertyIndex::all(program).into_iter().map(result).collect(), states: None }
    }

    fn decide(
        &self,
        program: &BooleanProgram,
        system: &TransitionSystem,
        property: PropertyIndex,
        budget: &Budget,
    ) -> Result<CheckOutcome, Undecided> {
        let question = match property {
            PropertyIndex::Assertion(index) => system.assertion_question(index),
            PropertyIndex::Ltl(index) => system.formula_question(index),
        };
        let question = question.ok_or_else(no_such_property)?;
        let directory = tempfile::tempdir().map_err(|error| Trouble::NoDirectory(error.to_string()))?;
        let path = directory.path();
        std::fs::write(path.join(MODEL), blif::text(&question))
            .map_err(|error| Trouble::NotWritten(error.to_string()))?;
        match status(&self.run(path, budget)?)? {
            Status::Proved => {
                let latches = Latches::of_system(&question);
                let invariant = invariant::read(&latches, &written(path, INVARIANT)?)?;
                let bad: Vec<_> = question.bad.iter().map(|bad| bad.signal).collect();
                if invariant.prove(&latches, &bad, budget)?.contains(&false) {
                    return Err(Trouble::InvariantWrong("it does not prove the property").into());
                }
                Ok(CheckOutcome::Holds)
            }
            Status::Violated => {
                let found = counterexample::path_of(program, system, property, &written(path, COUNTEREXAMPLE)?)?;
                Ok(confirmed(program, property, found))
            }
        }
    }

    /// Returns the output of ABC about the model in a directory.
    fn run(&self, directory: &FilePath, budget: &Budget) -> Result<String, Undecided> {
        let script =
            format!("read_blif {MODEL}; strash; pdr -d -I {INVARIANT}; print_status; write_cex -n {COUNTEREXAMPLE}");
        for name in &self.commands {
            let mut command = Command::new(name);
            // `-s`: no file of the user changes what the commands mean.
            command.args(["-s", "-q", &script]).current_dir(directory);
            match run(command, directory, budget) {
                Ok(output) => return Ok(output),
                Err(ProcessFailure::Missing) => {}
                Err(ProcessFailure::Stopped(exhausted)) => return Err(exhausted.into()),
                Err(ProcessFailure::Broken(error)) => return Err(Trouble::NotRun(error.to_string()).into()),
            }
        }
        Err(Trouble::NotInstalled.into())
    }
}

/// Reads the line of `print_status`: `Status = 1  Frames = 2`.
fn status(output: &str) -> Result<Status, Trouble> {
    let mut found = output.lines().filter_map(|line| line.split_once("Status =")).map(|(_, rest)| rest);
    let status = found.next().and_then(|rest| rest.split_whitespace().next());
    match (status, found.next()) {
        (Some("1"), None) => Ok(Status::Proved),
        (Some("0"), None) => Ok(Status::Violated),
        (Some("-1"), None) => Err(Trouble::Undecided),
        _ => Err(Trouble::Strange(trouble::first_line(output))),
    }
}

/// Returns a file that ABC wrote.
fn written(directory: &FilePath, name: &str) -> Result<String, Trouble> {
    let unreadable = |error: std::io::Error| Trouble::NoFile(error.to_string());
    let mut bytes = Vec::new();
    let file = std::fs::File::open(directory.join(name)).map_err(unreadable)?;
    file.take(MOST_TRAIL_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|_| Trouble::NoFile("it is no text".to_string()))
}
