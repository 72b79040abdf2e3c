//! Runs ABC (Berkeley, <https://github.com/berkeley-abc/abc>): property directed reachability, on one property after the other.
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
//! | `witness` | reads a user's witness of AIGER |
//! | `trouble` | reasons why ABC did not decide a property |

mod counterexample;
mod invariant;
pub(crate) mod source_invariant;
pub(crate) mod source_trail;
mod trouble;
mod witness;

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
use std::fmt::Write;
use std::io::Read;
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;

/// The file of commands.
const SCRIPT: &str = "script";
/// Begins the line of ABC's output that precedes the answer to a question, followed by its number.
const QUESTION: &str = "question ";

/// The names of the command: Debian's, and the one that ABC's makefile gives.
const COMMANDS: [&str; 2] = ["berkeley-abc", "abc"];

/// The configuration of ABC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abc {
    /// The commands to try: the first that exists runs.
    pub commands: Vec<PathBuf>,
    /// Number of properties that one process decides; at least 1. If it is stopped, none of them is decided. To start a process
    /// takes longer than to decide a small program.
    pub properties_at_once: usize,
}

impl Default for Abc {
    fn default() -> Self {
        Abc { commands: COMMANDS.iter().map(PathBuf::from).collect(), properties_at_once: 1 }
    }
}

/// What ABC says about a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Proved,
    Violated,
}

/// A property of a program, and the circuit that ABC is asked about.
struct Question<'a> {
    program: &'a BooleanProgram,
    system: &'a TransitionSystem,
    property: PropertyIndex,
    circuit: TransitionSystem,
}

impl Abc {
    /// Decides all properties of a program.
    pub fn check(&self, program: &BooleanProgram, budget: &Budget) -> CheckReport {
        let report = self.check_all(std::slice::from_ref(program), budget).pop();
        report.unwrap_or_else(|| CheckReport::unknown(program, &no_such_property()))
    }

    /// Decides all properties of each of the programs.
    pub fn check_all(&self, programs: &[BooleanProgram], budget: &Budget) -> Vec<CheckReport> {
        let systems: Vec<_> = programs.iter().map(|program| TransitionSystem::of(program, budget)).collect();
        let questions: Vec<Question<'_>> = programs
            .iter()
            .zip(&systems)
            .filter_map(|(program, system)| Some((program, system.as_ref().ok()?)))
            .flat_map(|(program, system)| Question::all(program, system))
            .collect();
        let batches = questions.chunks(self.properties_at_once.max(1));
        let answers = batches.flat_map(|questions| self.ask(questions, budget));
        let mut answers = questions.iter().map(|question| question.property).zip(answers);
        let mut reports = Vec::new();
        for (program, system) in programs.iter().zip(&systems) {
            let result = |property| {
                let outcome = match system {
                    Ok(_) => match answers.next() {
                        Some((asked, outcome)) if asked == property => outcome,
                        _ => Err(no_such_property()),
                    },
                    Err(NotWritten::IllFormed(message)) => Err(ill_formed(message)),
                    Err(NotWritten::Stopped(stop)) => Err((*stop).into()),
                };
                let outcome = outcome.unwrap_or_else(CheckOutcome::Unknown);
                PropertyResult { property, outcome, product_states: None }
            };
            let properties = PropertyIndex::all(program).into_iter().map(result).collect();
            reports.push(CheckReport { properties, states: None });
        }
        reports
    }

    /// Returns the answer to each of the questions, by one process.
    fn ask(&self, questions: &[Question<'_>], budget: &Budget) -> Vec<Result<CheckOutcome, Undecided>> {
        let asked = tempfile::tempdir().map_err(|error| Undecided::from(Trouble::NoDirectory(error.to_string())));
        let asked = asked.and_then(|directory| {
            write(directory.path(), questions).map_err(|error| Trouble::NotWritten(error.to_string()))?;
            let output = self.run(directory.path(), budget)?;
            Ok((directory, output))
        });
        let (directory, output) = match asked {
            Ok(asked) => asked,
            Err(why) => return questions.iter().map(|_| Err(why.clone())).collect(),
        };
        let answer = |(number, question): (usize, &Question<'_>)| {
            question.confirm(status(&output, number)?, directory.path(), number, budget)
        };
        questions.iter().enumerate().map(answer).collect()
    }

    /// Returns the output of ABC about the questions in a directory.
    fn run(&self, directory: &FilePath, budget: &Budget) -> Result<String, Undecided> {
        for name in &self.commands {
            let mut command = Command::new(name);
            // `-s`: no file of the user changes what the commands mean.
            command.args(["-s", "-f", SCRIPT]).current_dir(directory);
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

/// Writes the circuits, and the commands that decide them one after the other.
fn write(directory: &FilePath, questions: &[Question<'_>]) -> Result<(), std::io::Error> {
    let mut script = String::new();
    for (number, question) in questions.iter().enumerate() {
        std::fs::write(directory.join(format!("{number}.blif")), blif::text(&question.circuit))?;
        let _ = write!(
            script,
            "echo {QUESTION}{number}\nread_blif {number}.blif\nstrash\npdr -d -I {number}.pla\nprint_status\n\
             write_cex -n {number}.cex\n"
        );
    }
    std::fs::write(directory.join(SCRIPT), script)
}

impl<'a> Question<'a> {
    /// Returns the questions about a program, in the order of its properties.
    fn all(program: &'a BooleanProgram, system: &'a TransitionSystem) -> Vec<Question<'a>> {
        let question = |property| {
            let circuit = match property {
                PropertyIndex::Assertion(index) => system.assertion_question(index),
                PropertyIndex::Ltl(index) => system.formula_question(index),
            };
            Some(Question { program, system, property, circuit: circuit? })
        };
        PropertyIndex::all(program).into_iter().filter_map(question).collect()
    }

    /// Proves ABC's invariant, or replays its counterexample.
    fn confirm(
        &self,
        status: Status,
        directory: &FilePath,
        number: usize,
        budget: &Budget,
    ) -> Result<CheckOutcome, Undecided> {
        match status {
            Status::Proved => {
                let latches = Latches::of_system(&self.circuit);
                let invariant = invariant::read(&latches, &written(directory, &format!("{number}.pla"))?)?;
                let bad: Vec<_> = self.circuit.bad.iter().map(|bad| bad.signal).collect();
                if invariant.prove(&latches, &bad, budget)?.contains(&false) {
                    return Err(Trouble::InvariantWrong("it does not prove the property").into());
                }
                Ok(CheckOutcome::Holds)
            }
            Status::Violated => {
                let text = written(directory, &format!("{number}.cex"))?;
                let found = counterexample::path_of(self.program, self.system, self.property, &text)?;
                Ok(confirmed(self.program, self.property, found))
            }
        }
    }
}

/// Reads the answer to a question with this number, in the line of `print_status`: `Status = 1  Frames = 2`.
fn status(output: &str, number: usize) -> Result<Status, Trouble> {
    let mut lines = output.lines().map(str::trim_end);
    let begin = format!("{QUESTION}{number}");
    if !lines.any(|line| line == begin) {
        return Err(Trouble::Strange(trouble::first_line(output)));
    }
    let answer: Vec<&str> = lines.take_while(|line| !line.starts_with(QUESTION)).collect();
    let mut found = answer.iter().filter_map(|line| line.split_once("Status =")).map(|(_, rest)| rest);
    let status = found.next().and_then(|rest| rest.split_whitespace().next());
    match (status, found.next()) {
        (Some("1"), None) => Ok(Status::Proved),
        (Some("0"), None) => Ok(Status::Violated),
        (Some("-1"), None) => Err(Trouble::Undecided),
        _ => Err(Trouble::Strange(trouble::first_line(answer.first().unwrap_or(&"nothing")))),
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
