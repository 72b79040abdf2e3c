//! Files that `bmc` writes for other tools: the question for a solver, and C programs that show errors.

use std::path::Path;

use super::BAD_INPUT;
use super::console::{Console, cannot_write};
use super::options::{InputFiles, ProgramInput, TargetLine};
use super::{commands, input};
use base::{Diagnostic, SourceMap};
use bmc::Settings;
use bmc::export::{self, SolverLanguage};
use harness::{self, CompiledProgram};
use pipeline::bounded::{self, Bounded};
use reason::Stop;
use report::WrittenHarness;
use spec::Question;

/// Exit status if the whole question was written. It claims nothing about the program.
const WRITTEN: u8 = 0;
/// Exit status if the program was not fully unrolled, or not written at all.
pub(super) const NOT_WHOLE: u8 = 5;

/// Writes the question about a program instead of an answer. Returns the exit status.
pub(super) fn question(
    console: &Console,
    options: &InputFiles,
    settings: Settings,
    lines: &[TargetLine],
    language: SolverLanguage,
) -> u8 {
    let mut sources = SourceMap::new();
    let budget = options.limits.of_answer(console.budget());
    let Ok((job, _)) = input::prepare_shapes(console, options, &mut sources, &budget) else { return BAD_INPUT };
    let target = match input::target(&job, &sources, lines) {
        Ok(target) => target,
        Err(problem) => return commands::refuse(console, &sources, problem),
    };
    let settings = Settings { target, ..settings };
    let asked = (language, &sources);
    let exported = match export::question(job.question(), &settings, asked, &budget) {
        Ok(exported) => exported,
        Err(why) => return not_whole(console, "no question was written", why),
    };
    console.print(&exported.text);
    let (errors, cuts) = (exported.errors, exported.cuts);
    console
        .remark(&format!("damson: unwinding {}; claims about errors: {errors}, about cuts: {cuts}\n", exported.unwind));
    match exported.stopped {
        Some(why) => not_whole(console, "the question is not about the whole program, and always has a model", why),
        None => WRITTEN,
    }
}

fn not_whole(console: &Console, what: &str, why: Stop) -> u8 {
    console.complain(&format!("damson: {what}: {why}\n"));
    NOT_WHOLE
}

/// Returns the options with which a C file is compiled.
fn compiler_options(program: &ProgramInput) -> Vec<String> {
    let include = program.include.iter().map(|folder| format!("-I{}", folder.display()));
    let first = program.include_first.iter().flat_map(|file| ["-include".into(), file.display().to_string()]);
    let options = program.compiler_arguments.iter().cloned().chain(include);
    options.chain(program.macros.arguments.iter().cloned()).chain(first).collect()
}

/// Writes a C program for each error into a folder, which is created if missing. Files not written by Damson are not
/// overwritten.
pub(super) fn harnesses(
    program: &ProgramInput,
    (question, settings): (Question<'_>, &Settings),
    sources: &SourceMap,
    (found, folder): (&Bounded, &Path),
) -> Result<Vec<WrittenHarness>, Diagnostic> {
    let options = compiler_options(program);
    if program.others.iter().any(|other| compiler_options(other) != options) {
        let message =
            "--harness compiles all files with the same options, but compile_commands.json has others for some";
        return Err(Diagnostic::general(message));
    }
    let units = std::iter::once(program).chain(&program.others);
    let files: Vec<String> = units.map(|unit| unit.file().display().to_string()).collect();
    let path = folder.display().to_string();
    let compiled = CompiledProgram { files: &files, options: &options, folder: path.trim_end_matches('/') };
    let made = harness::harnesses(question, bounded::run_rules(settings), sources, &found.found, &compiled);
    let problem = |path: &Path, error: std::io::Error| cannot_write(&path.display().to_string(), &error);
    std::fs::create_dir_all(folder).map_err(|error| problem(folder, error))?;
    for harness in &made {
        let path = folder.join(&harness.name);
        match std::fs::read(&path) {
            Ok(known) if !known.starts_with(harness::FIRST_LINE.as_bytes()) => {
                return Err(Diagnostic::general(format!(
                    "{} exists and was not written by --harness: it is kept",
                    path.display()
                )));
            }
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(problem(&path, error)),
            Ok(_) | Err(_) => {}
        }
    }
    let mut written = Vec::new();
    for harness in made {
        let path = folder.join(&harness.name);
        std::fs::write(&path, &harness.text).map_err(|error| problem(&path, error))?;
        written.push(WrittenHarness { file: path.display().to_string(), sighting: harness.sighting });
    }
    Ok(written)
}
