//! Reads files, and turns options into what the pipeline takes.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::console::Console;
use super::guard::HardLimits;
use super::options::{
    AbstractionOptions, AuditOptions, DecisionOptions, InputFiles, LimitOptions, ProgramInput, TargetLine,
};
use super::{ulimit, usage};
use base::{Budget, Diagnostic, Diagnostics, FileId, SourceMap};
use bmc::VerificationTarget;
use competition::limits::MOST_BYTES;
use ctype::DataModel;
use frontend::{self, PreprocessOptions};
use pipeline::{self, Job, Prepared, Settings, targets};
use program::Program;
use simplify::RuleSet;

impl ProgramInput {
    pub(super) fn model(&self) -> DataModel {
        if self.bits == "32" { DataModel::Ilp32 } else { DataModel::Lp64 }
    }

    /// Returns a preprocessed text of this program as the pipeline takes it.
    pub(super) fn as_input<'a>(&'a self, program: FileId, budget: &'a Budget) -> pipeline::Input<'a> {
        pipeline::Input {
            model: self.model(),
            unknown_calls: self.unknown_calls,
            allocation_may_fail: self.allocation_may_fail,
            name_may_be_missing: self.name_may_be_missing,
            blocks_are_unlimited: self.blocks_are_unlimited,
            error_function: self.error_function.as_deref(),
            is_of_library: self.is_of_library,
            budget: Some(budget),
            ..pipeline::Input::of(program)
        }
    }

    /// Reads the C file, or several as one text, and preprocesses them if needed, within a budget.
    pub(super) fn load(&self, sources: &mut SourceMap, budget: &Budget) -> Result<FileId, Diagnostics> {
        let options = PreprocessOptions {
            include_directories: self.include.clone(),
            definitions: self.macros.arguments.clone(),
            include_first: self.include_first.clone(),
            further: self.compiler_arguments.clone(),
            is_32_bit: self.model() == DataModel::Ilp32,
            budget: budget.clone(),
            ..PreprocessOptions::default()
        };
        let first = frontend::load(sources, self.file(), &options)?;
        if self.others.is_empty() {
            return Ok(first);
        }
        let mut files = vec![first];
        for other in &self.others {
            files.push(other.load(sources, budget)?);
        }
        frontend::join(sources, &files)
    }
}

/// Default limit on the time of an answer.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Default limit on the memory of an answer in MiB: only time and memory bound the rounds of work.
const DEFAULT_MEMORY: u64 = 4_096;

impl LimitOptions {
    /// Returns the limits of an answer.
    pub(super) fn budget(&self) -> Budget {
        self.within(Budget::unlimited(), Some((DEFAULT_TIME, DEFAULT_MEMORY)))
    }

    /// Returns the limits of a concrete run of the program, which are unlimited by default.
    pub(super) fn of_run(&self) -> Budget {
        self.within(Budget::unlimited(), None)
    }

    /// Returns the limits of an answer, derived from a shared budget.
    pub(super) fn of_answer(&self, shared: &Budget) -> Budget {
        self.within(shared.clone(), Some((DEFAULT_TIME, DEFAULT_MEMORY)))
    }

    /// Returns what an answer may not pass by far.
    pub(super) fn hard(&self) -> HardLimits {
        self.chosen(Some((DEFAULT_TIME, DEFAULT_MEMORY)))
    }

    fn chosen(&self, default: Option<(Duration, u64)>) -> HardLimits {
        let (time, memory) = default.unzip();
        let processor = self.cpu_time.filter(|limit| !limit.is_zero());
        let time = time.filter(|_| processor.is_none());
        let mebibytes = self.memory_limit.or(memory).filter(|limit| *limit != 0);
        HardLimits {
            time: self.timeout.or(time).filter(|limit| !limit.is_zero()),
            processor,
            bytes: mebibytes.map(|mebibytes| mebibytes.saturating_mul(1 << 20)),
        }
    }

    fn within(&self, mut budget: Budget, default: Option<(Duration, u64)>) -> Budget {
        let HardLimits { time, processor, bytes } = self.chosen(default);
        if let Some(limit) = time {
            budget = budget.with_time_limit(limit);
        }
        if let Some(limit) = processor {
            budget = budget.with_processor_limit(limit, usage::processor_time);
        }
        if let Some(bytes) = bytes {
            budget = budget.with_memory_limit(bytes, memory_in_use);
        }
        match ulimit::usable_address_space() {
            Some(bytes) => budget.with_address_space_limit(bytes, ulimit::address_space_in_use),
            None => budget,
        }
    }
}

/// Returns the target if only some lines are to be checked. `None` without lines.
pub(super) fn target(
    job: &Job,
    sources: &SourceMap,
    lines: &[TargetLine],
) -> Result<Option<VerificationTarget>, Diagnostic> {
    let mut target = VerificationTarget::default();
    for TargetLine { file, line } in lines {
        let found = targets::at_line(job.question(), sources, (Path::new(file), *line));
        if found == VerificationTarget::default() {
            return Err(Diagnostic::general(format!("--target: no command of the program begins at {file}:{line}")));
        }
        target.commands.extend(found.commands);
        target.properties.extend(found.properties);
    }
    Ok((!lines.is_empty()).then_some(target))
}

/// Returns the resident memory of this process in bytes, as reported by Linux.
pub(super) fn memory_in_use() -> Option<u64> {
    ulimit::size_in_use(ulimit::Size::Resident)
}

/// Reads and lowers the program alone. Diagnostics have been printed. `Err` if it cannot be used.
pub(super) fn program(
    console: &Console,
    options: &ProgramInput,
    sources: &mut SourceMap,
    budget: &Budget,
) -> Result<Program, ()> {
    let file = options.load(sources, budget).map_err(|diagnostics| console.diagnostics(sources, &diagnostics))?;
    let (program, diagnostics) = pipeline::lower_input(sources, options.as_input(file, budget));
    console.diagnostics(sources, &diagnostics);
    if diagnostics.has_errors() { Err(()) } else { Ok(program) }
}

/// Reads and resolves the whole input. Diagnostics have been printed. `Err` if it cannot be used.
pub(super) fn prepare(
    console: &Console,
    input: &InputFiles,
    sources: &mut SourceMap,
    budget: &Budget,
) -> Result<Prepared, ()> {
    prepare_by(console, input, (sources, budget), pipeline::prepare).map(|(prepared, _)| prepared)
}

/// Like [`prepare`], for `verify`: returns the job and the source texts that it consists of.
pub(super) fn prepare_job(
    console: &Console,
    input: &InputFiles,
    sources: &mut SourceMap,
    budget: &Budget,
) -> Result<(Job, Vec<FileId>), ()> {
    prepare_by(console, input, (sources, budget), pipeline::prepare_job)
}

/// Like [`prepare_job`], for the shape analysis alone.
pub(super) fn prepare_shapes(
    console: &Console,
    input: &InputFiles,
    sources: &mut SourceMap,
    budget: &Budget,
) -> Result<(Job, Vec<FileId>), ()> {
    prepare_by(console, input, (sources, budget), pipeline::prepare_shapes)
}

fn prepare_by<T>(
    console: &Console,
    input: &InputFiles,
    (sources, budget): (&mut SourceMap, &Budget),
    resolve: impl Fn(&mut SourceMap, pipeline::Input<'_>) -> (Option<T>, Diagnostics),
) -> Result<(T, Vec<FileId>), ()> {
    let mut diagnostics = Diagnostics::new();
    let program = input.program.load(sources, budget).map_err(|more| diagnostics.append(more)).ok();
    let specification = read_optional(input.spec.as_deref(), sources, &mut diagnostics);
    let hints = read_optional(input.hints.as_deref(), sources, &mut diagnostics);
    let resolved = match program {
        Some(program) if !diagnostics.has_errors() => {
            let entry = input.entry.entry.as_deref();
            let texts = pipeline::Input { specification, hints, entry, ..input.program.as_input(program, budget) };
            let (resolved, more) = resolve(sources, texts);
            diagnostics.append(more);
            resolved
        }
        _ => None,
    };
    console.diagnostics(sources, &diagnostics);
    let texts = [program, specification, hints].into_iter().flatten().collect();
    resolved.map(|resolved| (resolved, texts)).ok_or(())
}

fn read_optional(path: Option<&Path>, sources: &mut SourceMap, diagnostics: &mut Diagnostics) -> Option<FileId> {
    let path = path?;
    match std::fs::read(path) {
        Ok(bytes) => Some(sources.add(path.display().to_string(), String::from_utf8_lossy(&bytes))),
        Err(error) => {
            diagnostics.push(cannot_read(path, error));
            None
        }
    }
}

/// Reads a file that is small if it is what it should be: a property or a task definition.
pub(super) fn small_file(path: &Path, sources: &mut SourceMap) -> Result<FileId, Diagnostic> {
    let bytes = small_bytes(path)?;
    Ok(sources.add(path.display().to_string(), String::from_utf8_lossy(&bytes)))
}

/// Reads the bytes of a small file.
pub(super) fn small_bytes(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| cannot_read(path, error))?;
    match bytes.len() as u64 > MOST_BYTES {
        true => Err(Diagnostic::general(format!("{} has more than {MOST_BYTES} bytes", path.display()))),
        false => Ok(bytes),
    }
}

/// The error of a file that cannot be read.
pub(super) fn cannot_read(path: &Path, why: impl fmt::Display) -> Diagnostic {
    Diagnostic::general(format!("cannot read {}: {why}", path.display()))
}

/// Returns the rewrite rules of `--rules`, or the built-in ones.
pub(super) fn rules(options: &AbstractionOptions, sources: &mut SourceMap, console: &Console) -> Result<RuleSet, ()> {
    let loaded = match &options.rules {
        None => RuleSet::embedded().map_err(|error| error.0),
        Some(folder) => load_rules(folder, sources),
    };
    loaded.map_err(|diagnostics| console.diagnostics(sources, &diagnostics))
}

fn load_rules(folder: &Path, sources: &mut SourceMap) -> Result<RuleSet, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut files = Vec::new();
    let mut paths: Vec<PathBuf> = match std::fs::read_dir(folder) {
        Ok(entries) => entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect(),
        Err(error) => {
            diagnostics.push(cannot_read(folder, error));
            return Err(diagnostics);
        }
    };
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rules"));
    paths.sort();
    if paths.is_empty() {
        diagnostics.push(Diagnostic::general(format!("{} holds no .rules file", folder.display())));
    }
    for path in paths {
        files.extend(read_optional(Some(&path), sources, &mut diagnostics));
    }
    if diagnostics.has_errors() {
        return Err(diagnostics);
    }
    RuleSet::load(sources, &files).map_err(|error| error.0)
}

/// Returns the settings of the audit, if there is one.
pub(super) fn audit(options: &AuditOptions) -> Option<audit::Settings> {
    let AuditOptions { audit_nodes: nodes, audit_heaps: heaps, audit_steps: steps, audit_seed: seed, .. } = *options;
    options.audit.then_some(audit::Settings { nodes, heaps, seed, steps })
}

/// Returns the settings that the options specify, with defaults for everything else.
pub(super) fn settings(abstraction: &AbstractionOptions, decision: Option<&DecisionOptions>) -> Settings {
    let defaults = Settings::default();
    let (checker, concrete) = match decision {
        Some(DecisionOptions { checker, heap_nodes, .. }) => {
            (*checker, pipeline::confirm::SearchBounds { nodes: *heap_nodes, ..defaults.concrete })
        }
        None => (defaults.checker, defaults.concrete),
    };
    Settings {
        bound: abstraction.bound,
        compact: !abstraction.no_compact,
        hint_nodes: abstraction.hint_nodes,
        trust_hints: abstraction.trust_hints,
        checker,
        concrete,
        ..defaults
    }
}
