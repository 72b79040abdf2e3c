//! `damson validate`: whether the witness of another tool, or of Damson, is right.

use std::path::Path;

use super::BAD_INPUT;
use super::console::{Console, cannot_write};
use super::input::{cannot_read, small_bytes};
use super::options::{PlainFormat, Validate, limits};
use base::{Diagnostic, Diagnostics, FileId, SourceMap};
use competition::PropertySet;
use ctype::DataModel;
use engine::verdict::Verdict;
use pipeline::Settings;
use pipeline::validation::{self, Judged, Judgement, ValidationTask};
use simplify::RuleSet;
use witness::document;
use witness::read::{self, ReadWitness};
use witness::resolve::base_name;

/// Runs the command. Returns the exit status.
pub(super) fn validate(console: &Console, options: &Validate) -> u8 {
    let mut sources = SourceMap::new();
    match judged(console, options, &mut sources) {
        Ok(judged) => {
            let file = options.program.file().display().to_string();
            let witness = options.witness.display().to_string();
            let report = report::validation::Validated { judged: &judged, witness: &witness, file: &file };
            console.print(&match options.format {
                PlainFormat::Text => report.text(),
                PlainFormat::Json => report.json(),
            });
            status(&judged.judgement)
        }
        Err(diagnostics) => {
            console.diagnostics(&sources, &diagnostics);
            if console.is_stopped() { console.leave_unknown() } else { BAD_INPUT }
        }
    }
}

fn status(judgement: &Judgement) -> u8 {
    match judgement {
        Judgement::ErrorConfirmed(_) | Judgement::ProofRefuted(_) => Verdict::Violated.exit_status(),
        Judgement::ProofConfirmed | Judgement::ErrorRefuted { program_is_proved: true } => {
            Verdict::Verified.exit_status()
        }
        Judgement::ErrorRefuted { program_is_proved: false }
        | Judgement::InvariantBroken(..)
        | Judgement::InvariantUndefined(_)
        | Judgement::Open(_) => Verdict::Unknown.exit_status(),
    }
}

fn judged(console: &Console, options: &Validate, sources: &mut SourceMap) -> Result<Judged, Diagnostics> {
    let budget = options.limits.of_answer(console.budget());
    let witness_file = text(sources, &options.witness)?;
    let witness = read::read(sources, witness_file)?;
    let properties = properties(options, sources, &witness)?;
    let program = options.program.load(sources, &budget)?;
    if sources.parts(program).len() > 1 {
        return Err(Diagnostic::general("a witness is about one file").into());
    }
    let warnings = fits(options, &witness)?;
    console.diagnostics(sources, &warnings);
    let rules = RuleSet::embedded().map_err(|error| error.0)?;
    let settings = settings(options);
    let input = options.program.as_input(program, &budget);
    let task = ValidationTask {
        input,
        witness: &witness,
        properties: &properties,
        rules: &rules,
        settings: &settings,
        budget: &budget,
    };
    let compiled = match validation::compile(sources, task)? {
        Ok(compiled) => compiled,
        Err(open) => return Ok(open.into()),
    };
    if let Some(path) = &options.instrumented {
        let written = std::fs::write(path, &compiled.instrumented.text);
        written.map_err(|error| cannot_write(&path.display().to_string(), &error))?;
    }
    validation::judge(sources, task, &compiled)
}

fn settings(options: &Validate) -> Settings {
    let mut settings = Settings { rounds: options.work.rounds.most(), ..Settings::default() };
    limits::apply(&options.work.limit, &mut settings);
    settings
}

fn text(sources: &mut SourceMap, path: &Path) -> Result<FileId, Diagnostic> {
    let text = String::from_utf8(small_bytes(path)?).map_err(|error| cannot_read(path, error.utf8_error()))?;
    Ok(sources.add(path.display().to_string(), text))
}

/// Returns the properties that a witness is about.
fn properties(options: &Validate, sources: &mut SourceMap, witness: &ReadWitness) -> Result<PropertySet, Diagnostics> {
    let file = match (&options.property, &witness.task.specification) {
        (Some(path), _) => text(sources, path)?,
        (None, Some(specification)) => {
            sources.add(format!("the specification in {}", options.witness.display()), whole_lines(specification))
        }
        (None, None) => {
            let message = "the witness does not say what it is about: give --property";
            return Err(Diagnostic::general(message).into());
        }
    };
    PropertySet::read(sources, file)
}

/// Returns a specification as a property file: some witnesses have the formulas alone.
fn whole_lines(specification: &str) -> String {
    let line = |line: &str| match line.trim() {
        "" => String::new(),
        check if check.starts_with("CHECK") => format!("{check}\n"),
        formula => format!("CHECK( init(main()), LTL({formula}) )\n"),
    };
    specification.lines().map(line).collect()
}

/// Checks that a witness is about this program. Another text of the program is worth a warning only: everything that the
/// witness says is checked with the text that is there.
fn fits(options: &Validate, witness: &ReadWitness) -> Result<Diagnostics, Diagnostic> {
    let mut warnings = Diagnostics::new();
    let path = options.program.file();
    let name = path.display().to_string();
    let about = |message: String| match witness.task.span {
        Some(span) => Diagnostic::error(span, message),
        None => Diagnostic::general(message),
    };
    if witness.task.is_32_bit.is_some_and(|is_32_bit| is_32_bit != (options.program.model() == DataModel::Ilp32)) {
        let (other, option) = match options.program.model() {
            DataModel::Ilp32 => ("LP64", "-m64"),
            DataModel::Lp64 => ("ILP32", "-m32"),
        };
        return Err(about(format!("the witness is about a program for {other}: give {option}")));
    }
    let known = witness.task.hashes.iter().find(|(file, _)| base_name(file) == base_name(&name));
    if let Some((_, hash)) = known {
        let bytes = std::fs::read(path).map_err(|error| cannot_read(path, error))?;
        if !hash.eq_ignore_ascii_case(&document::hash(&bytes)) {
            let message = format!("the witness was made for another text of {}: its SHA-256 differs", base_name(&name));
            warnings.push(match witness.task.span {
                Some(span) => Diagnostic::warning(span, message),
                None => Diagnostic::general(message),
            });
        }
    }
    Ok(warnings)
}
