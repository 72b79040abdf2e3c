//! Several files and functions. The files of one program are linked when they are read. With `--all-entries` each
//! function of each file gets its own answer, followed by a summary table and one exit status. Files that cannot be
//! linked count as separate programs: a function of another file has no body, and does what its declaration allows.

use std::time::Instant;

use super::commands::{carry_out, refuse};
use super::console::Console;
use super::options::{EntryOption, ProgramInput, ReportFormat, Subcommand};
use super::page::{function_folder, write_index};
use super::{BAD_INPUT, INTERNAL_ERROR, database, input};
use base::{Budget, Diagnostic, SourceMap, SourcePosition};
use engine::verdict::Verdict;
use program::external_functions;
use report::several::{self, EntryAnswer};

/// Runs a command for all files and functions that it names. Returns the exit status.
pub(super) fn run(console: &Console, mut command: Subcommand, command_line: &str) -> u8 {
    let Some(program) = command.program_mut() else {
        return carry_out(console, command, command_line).exit_status();
    };
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
            carry_out(console, command, command_line).exit_status()
        }
        Err(error) => refuse(console, &SourceMap::new(), error),
    }
}

/// Combines files into one program; they are linked when they are read.
pub(super) fn linked(units: Vec<ProgramInput>) -> Result<ProgramInput, Diagnostic> {
    let mut units = units.into_iter();
    let none = || Diagnostic::general("no file is named");
    let first = units.next().ok_or_else(none)?;
    let others: Vec<ProgramInput> = units.collect();
    if others.iter().any(|other| other.bits != first.bits) {
        return Err(Diagnostic::general("files for 32 and for 64 bits cannot be linked"));
    }
    Ok(ProgramInput { others, ..first })
}

/// A function to start with.
pub(super) struct EntryPoint {
    pub program: ProgramInput,
    pub file: String,
    /// `None` stands for a file that has no function or cannot be used: the command reports why.
    pub function: Option<String>,
    /// Where the function begins.
    pub position: Option<SourcePosition>,
}

/// Runs the command for each function of each file. Returns the worst exit status.
fn each(console: &Console, command: &Subcommand, units: &[ProgramInput], command_line: &str) -> u8 {
    let is_verbose = command.is_verbose();
    let mut parts = Vec::new();
    let limits = command.limits().cloned().unwrap_or_default();
    let found = match entry_points(console, units, &limits.of_answer(console.budget())) {
        Ok(found) => found,
        Err(Stopped) => return console.leave_unknown(),
    };
    for point in found {
        let part = answer_for(console, command, point, command_line);
        if console.format() == ReportFormat::Text && (is_verbose || part.is_telling()) {
            console.print_styled(&several::text(&part));
        }
        parts.push(part);
    }
    console.print(&match console.format() {
        ReportFormat::Text | ReportFormat::Competition => several::table(&parts),
        ReportFormat::Json => several::json(&parts),
        ReportFormat::Sarif => several::sarif(&parts),
    });
    if let Some(folder) = command.page_folder()
        && let Err(error) = write_index(console, folder, &parts, command_line)
    {
        return refuse(console, &SourceMap::new(), error);
    }
    let statuses = parts.iter().map(|part| part.ended.exit_status());
    statuses.max_by_key(|status| gravity(*status)).unwrap_or(0)
}

/// Runs the command for one function, without any output.
pub(super) fn answer_for(
    console: &Console,
    command: &Subcommand,
    point: EntryPoint,
    command_line: &str,
) -> EntryAnswer {
    let EntryPoint { program: chosen, file, function, .. } = point;
    let mut one = command.clone();
    one.give_page_of(&function_folder(&file, function.as_deref()));
    one.program_mut().into_iter().for_each(|program| *program = chosen.clone());
    one.choose(EntryOption { entry: function.clone() });
    let (inner, start) = (console.inner(), Instant::now());
    let ended = carry_out(&inner, one, command_line);
    let text = inner.into_text(ended.status);
    EntryAnswer { file, function, ended, time: start.elapsed(), text }
}

/// A limit ended the reading of a program; the console has the reason.
pub(super) struct Stopped;

/// Returns the functions that other files may call: of the linked program if the files can be linked, else of each
/// file.
pub(super) fn entry_points(
    console: &Console,
    units: &[ProgramInput],
    budget: &Budget,
) -> Result<Vec<EntryPoint>, Stopped> {
    if units.len() > 1 {
        let silent = console.silent();
        let whole = linked(units.to_vec()).map_err(|error| error.message);
        let found = whole.and_then(|whole| entries(&silent, &whole, budget).ok_or_else(|| silent.first_error()));
        if console.is_stopped_by(&silent) {
            return Err(Stopped);
        }
        match found {
            Ok(found) if !found.is_empty() => return Ok(found),
            Ok(_) => {}
            Err(why) => {
                console.remark(&format!("damson: the files are not linked, and each is a program of its own: {why}\n"))
            }
        }
    }
    let of_file = |unit: &ProgramInput| {
        let file = unit.file().display().to_string();
        let nothing = || EntryPoint { program: unit.clone(), file, function: None, position: None };
        let silent = console.silent();
        let found = entries(&silent, unit, budget).unwrap_or_default();
        match found.is_empty() {
            _ if console.is_stopped_by(&silent) => Err(Stopped),
            true => Ok(vec![nothing()]),
            false => Ok(found),
        }
    };
    let found: Vec<Vec<EntryPoint>> = units.iter().map(of_file).collect::<Result<_, Stopped>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// Returns the functions of a program that other files may call. `None` if it cannot be used.
fn entries(silent: &Console, unit: &ProgramInput, budget: &Budget) -> Option<Vec<EntryPoint>> {
    let mut sources = SourceMap::new();
    let program = input::program(silent, unit, &mut sources, budget).ok()?;
    let entry = |id| {
        let function = program.functions.get(id)?;
        let position = sources.position(function.span);
        let (file, function) = (position.file.clone(), Some(function.name.clone()));
        Some(EntryPoint { program: unit.clone(), file, function, position: Some(position) })
    };
    Some(external_functions(&program, &sources).into_iter().filter_map(entry).collect())
}

/// Returns the severity of an exit status.
fn gravity(status: u8) -> usize {
    let verdict = Verdict::exit_status;
    let order =
        [verdict(Verdict::Verified), verdict(Verdict::Unknown), BAD_INPUT, verdict(Verdict::Violated), INTERNAL_ERROR];
    order.iter().position(|known| *known == status).unwrap_or(order.len())
}
