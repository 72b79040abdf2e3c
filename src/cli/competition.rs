//! `damson verify --svcomp`: tasks of competitions. The last line of the results is the answer, as BenchExec reads it.
//!
//! [`report::competition`] says which answer it is.

use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::commands::{Presentation, WantedFiles, refuse, verified, verify_settings};
use super::console::Console;
use super::input;
use super::options::{EntryOption, InputFiles, ProgramInput, Subcommand, Verify};
use super::page::ShownOnPage;
use super::witness::Evidence;
use super::{BAD_INPUT, BAD_USAGE, INTERNAL_ERROR};
use base::{Diagnostics, SourceMap};
use competition::{CompetitionProperty, CompetitionResult, ErrorCause, PropertySet, ReachedLimit, TaskDefinition};
use ctype::DataModel;
use engine::verdict::Verdict;
use pipeline::{Settings, VerificationTask};
use program::UndefinedBehaviour;
use program::start::MAIN;
use reason::assumption::KeptContract;
use report::competition::{Judgement, judge};
use report::several::Ended;

/// The result where a command ends without an answer.
pub(super) fn without_answer(status: u8) -> CompetitionResult {
    CompetitionResult::Error(match status {
        BAD_INPUT => ErrorCause::Input,
        BAD_USAGE => ErrorCause::Usage,
        _ => ErrorCause::Internal,
    })
}

/// Answers a task. Returns the exit status.
pub(super) fn verify(console: &Console, options: &Verify, command_line: &str) -> Ended {
    let mut sources = SourceMap::new();
    let budget = options.input.limits.of_answer(console.budget());
    let Ok(properties) = properties(console, options, &mut sources) else { return BAD_INPUT.into() };
    let input = question_of(&options.input, &properties);
    let Ok((job, texts)) = input::prepare_job(console, &input, &mut sources, &budget) else { return BAD_INPUT.into() };
    let Ok(rules) = input::rules(&options.abstraction, &mut sources, console) else { return BAD_INPUT.into() };
    let settings = settings(verify_settings(options), &properties);
    let subject = job.for_all_engines(&rules);
    let task = VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget };
    let Ok(answer) = verified(console, task) else { return BAD_INPUT.into() };
    let limit = budget.check().err().and_then(ReachedLimit::of);
    let question = subject.question();
    let contracts = KeptContract::all(question, &sources);
    let judgement = judge(question, &answer, (&properties, &contracts), limit);
    let page = options.page.wanted(&options.input, command_line);
    let presentation =
        Presentation { console, command_line, texts: &texts, with_properties: true, format: &options.answer };
    let shown = presentation.show(task, (&answer, None), None, WantedFiles { page, witness: None });
    let on_page = ShownOnPage::of(question, &sources);
    let written = options.answer.witness(&input).map_or(Ok(()), |witness| {
        witness.knowing(&settings, &answer).write(
            console,
            Evidence::of_task(&judgement, &properties),
            &on_page,
            &budget,
        )
    });
    match written {
        Ok(()) => end(console, &judgement, shown.status),
        Err(error) => end(console, &judgement, refuse(console, &sources, error)),
    }
}

/// Puts the program of a task in place of the task definition, if one is given. Returns the exit status if it cannot be used.
pub(super) fn take_task(console: &Console, command: &mut Subcommand) -> Result<(), u8> {
    let Subcommand::Verify(options) = command else { return Ok(()) };
    if !options.competition.svcomp {
        return Ok(());
    }
    let program = &mut options.input.program;
    let is_task = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml");
    let mut sources = SourceMap::new();
    let mut listed = Vec::new();
    if let Some(path) = program.files.iter().find(is_task).cloned() {
        if program.files.len() > 1 {
            return Err(misused(console, "a task definition is given beside other files"));
        }
        let refuse = |sources: &SourceMap, diagnostics: Diagnostics| {
            console.diagnostics(sources, &diagnostics);
            BAD_INPUT
        };
        let file = input::small_file(&path, &mut sources).map_err(|error| refuse(&sources, error.into()))?;
        let task = TaskDefinition::read(&sources, file).map_err(|diagnostics| refuse(&sources, diagnostics))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        program.files = vec![folder.join(task.program)];
        if let Some(model) = task.model {
            program.bits = if model == DataModel::Ilp32 { "32" } else { "64" }.into();
        }
        listed = task.properties.iter().map(|property| folder.join(property)).collect();
    }
    match (&options.competition.property, &listed[..]) {
        (Some(_), _) => {}
        (None, [property]) => options.competition.property = Some(property.clone()),
        (None, []) => return Err(misused(console, "no property is given: --property names a property file")),
        (None, several) => {
            let names = several.iter().map(|name| name.display()).join(", ");
            return Err(misused(console, &format!("the task has several properties: --property names one of {names}")));
        }
    }
    Ok(())
}

/// Says what is wrong with the command line. Returns the exit status.
fn misused(console: &Console, message: &str) -> u8 {
    console.complain(&format!("damson: error: {message}\n"));
    console.fail_for_machines(message, BAD_USAGE);
    BAD_USAGE
}

/// Reads the property file.
fn properties(console: &Console, options: &Verify, sources: &mut SourceMap) -> Result<PropertySet, ()> {
    let path = options.competition.property.as_deref().unwrap_or(Path::new(""));
    let told = |sources: &SourceMap, diagnostics: Diagnostics| console.diagnostics(sources, &diagnostics);
    let file = input::small_file(path, sources).map_err(|error| told(sources, error.into()))?;
    PropertySet::read(sources, file).map_err(|diagnostics| told(sources, diagnostics))
}

/// What is read: the program as it is, from `main`.
fn question_of(input: &InputFiles, properties: &PropertySet) -> InputFiles {
    let error_function = properties.error_function().map(str::to_string);
    InputFiles {
        program: ProgramInput { error_function, blocks_are_unlimited: true, ..input.program.clone() },
        entry: EntryOption { entry: Some(MAIN.into()) },
        ..input.clone()
    }
}

/// What counts as an error.
fn settings(mut settings: Settings, properties: &PropertySet) -> Settings {
    let (tracks, cleans) = (CompetitionProperty::ValidMemtrack, CompetitionProperty::ValidMemcleanup);
    let shapes = &mut settings.shapes;
    shapes.leaks_at_exit = properties.contains(&cleans);
    shapes.leaks_are_warnings = !properties.contains(&tracks) && !properties.contains(&cleans);
    shapes.undefined_behaviour = match properties.contains(&CompetitionProperty::NoOverflow) {
        true => UndefinedBehaviour::All,
        false => UndefinedBehaviour::OfObjects,
    };
    settings
}

/// Prints the result. Returns the exit status; `other`: the one of the report.
fn end(console: &Console, judgement: &Judgement, other: u8) -> Ended {
    console.print(&judgement.lines());
    let status = match &judgement.result {
        CompetitionResult::True => Verdict::Verified.exit_status(),
        CompetitionResult::False(_) => Verdict::Violated.exit_status(),
        CompetitionResult::Unknown(_) => Verdict::Unknown.exit_status(),
        CompetitionResult::Error(_) => INTERNAL_ERROR,
    };
    // What could not be written is an error of the command.
    Ended::from(if other == BAD_INPUT { other } else { status })
}
