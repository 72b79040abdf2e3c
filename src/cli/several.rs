//! Several files and functions. The files of one program are linked when they are read. With `--all-entries` each function of each
//! file is answered for by itself, and a table and one status sum up; a function of another file is then one without a body, which
//! may do anything.

use std::path::PathBuf;

use super::commands::{carry_out, refuse};
use super::console::Console;
use super::options::{EntryOption, ProgramInput, ReportFormat, Subcommand};
use super::{BAD_INPUT, INTERNAL_ERROR, database, input};
use crate::base::{Diagnostic, SourceMap};
use crate::program::external_functions;
use crate::report::several::{self, EntryAnswer};
use crate::verdict::Verdict;

/// Carries out a command for all files and functions that it names; the exit status.
pub(super) fn run(console: &Console, mut command: Subcommand, command_line: &str) -> u8 {
    let Some(program) = command.program_mut() else { return carry_out(console, command, command_line) };
    let units = match database::units(program) {
        Ok(units) => units,
        Err(error) => return refuse(console, &SourceMap::new(), error),
    };
    if command.all_entries() {
        return each(console, &command, &units, command_line);
    }
    match linked(units) {
        Ok(unit) => {
            command.program_mut().into_iter().for_each(|program| *program = unit.clone());
            carry_out(console, command, command_line)
        }
        Err(error) => refuse(console, &SourceMap::new(), error),
    }
}

/// One program of several files, which are linked when they are read.
fn linked(units: Vec<ProgramInput>) -> Result<ProgramInput, Diagnostic> {
    let mut units = units.into_iter();
    let none = || Diagnostic::general("no file is named");
    let first = units.next().ok_or_else(none)?;
    let others: Vec<ProgramInput> = units.collect();
    if others.iter().any(|other| other.bits != first.bits) {
        return Err(Diagnostic::general("files for 32 and for 64 bits cannot be linked"));
    }
    Ok(ProgramInput { others, ..first })
}

/// Answers for each function of each file; the worst status.
fn each(console: &Console, command: &Subcommand, units: &[ProgramInput], command_line: &str) -> u8 {
    let mut parts = Vec::new();
    for unit in units {
        let found = entries(console, unit);
        for function in &found {
            let mut one = command.clone();
            one.program_mut().into_iter().for_each(|program| *program = unit.clone());
            one.choose(EntryOption { entry: function.clone() });
            one.give_page_of(&page_folder(unit, function.as_deref()));
            let inner = console.inner();
            let status = carry_out(&inner, one, command_line);
            let (text, status) = inner.into_text(status);
            let file: PathBuf = unit.file().into();
            let part = EntryAnswer { file: file.display().to_string(), function: function.clone(), status, text };
            if console.format() == ReportFormat::Text {
                console.print(&several::text(&part));
            }
            parts.push(part);
        }
    }
    console.print(&match console.format() {
        ReportFormat::Text => several::table(&parts),
        ReportFormat::Json => several::json(&parts),
        ReportFormat::Sarif => several::sarif(&parts),
    });
    parts.iter().map(|part| part.status).max_by_key(|status| gravity(*status)).unwrap_or(0)
}

/// The folder of the page on a function of a file, as `list.c-insert`.
fn page_folder(unit: &ProgramInput, function: Option<&str>) -> String {
    let file = unit.file().display().to_string().replace(['/', '\\'], "_");
    function.map_or_else(|| file.clone(), |function| format!("{file}-{function}"))
}

/// The functions to start with, by name. `None` stands for a file that has none or cannot be used: the command says why.
fn entries(console: &Console, unit: &ProgramInput) -> Vec<Option<String>> {
    let mut sources = SourceMap::new();
    let Ok(program) = input::program(&console.silent(), unit, &mut sources) else { return vec![None] };
    let functions = external_functions(&program, &sources);
    let name = |id| program.functions.get(id).map(|function| function.name.clone());
    let names: Vec<Option<String>> = functions.into_iter().map(name).collect();
    if names.is_empty() { vec![None] } else { names }
}

/// Which status outweighs which.
fn gravity(status: u8) -> usize {
    let verdict = Verdict::exit_status;
    let order =
        [verdict(Verdict::Verified), verdict(Verdict::Unknown), BAD_INPUT, verdict(Verdict::Violated), INTERNAL_ERROR];
    order.iter().position(|known| *known == status).unwrap_or(order.len())
}
