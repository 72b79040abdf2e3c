//! `--witness`: evidence of an answer for other tools.

use std::path::Path;
use std::time::{Duration, SystemTime};

use super::console::{Console, cannot_write};
use super::page::ShownOnPage;
use base::{Budget, Diagnostic, FileId, SourceMap};
use ctype::DataModel;
use engine::evidence::{Alarm, RunCourse};
use engine::verdict::Verdict;
use program::Program;
use report::{DefectEvidence, Report};
use witness::document::{self, Entry, Metadata, Producer, SegmentItem, Task};
use witness::places::Places;
use witness::violation::{self, Text};

/// The variable that says when something was made, in seconds since 1970: with it, the same input gives the same witness.
/// (reproducible-builds.org)
const TIME_OF_SOURCE: &str = "SOURCE_DATE_EPOCH";

/// Writes the witness of an answer. Says so, or why there is none.
pub(super) fn write(
    console: &Console,
    report: &Report<'_>,
    shown: &ShownOnPage<'_>,
    path: &Path,
) -> Result<(), Diagnostic> {
    let told = match made(report, shown) {
        Ok((entry, about)) => {
            let text = entry.text().map_err(|why| Diagnostic::general(format!("internal error: {why}")))?;
            std::fs::write(path, text).map_err(|error| cannot_write(&path.display().to_string(), &error))?;
            format!("damson: witness of {about} written to {}\n", path.display())
        }
        Err(why) => format!("damson: no witness is written: {why}\n"),
    };
    console.remark(&told);
    Ok(())
}

/// Makes a witness, and says of what; or why there is none.
fn made(report: &Report<'_>, shown: &ShownOnPage<'_>) -> Result<(Entry, String), String> {
    let program = shown.question.program;
    let entry = program.functions.get(shown.question.entry).ok_or("there is no function")?;
    if entry.name != "main" {
        return Err(format!("the format is about programs, and '{}' is not main", entry.name));
    }
    let file = entry.span.file;
    if shown.sources.parts(file).len() > 1 {
        return Err("the format is about one file".into());
    }
    match report.verdict {
        Verdict::Violated => {
            let (alarm, course) = first_error(report)?;
            let specification = document::property(alarm.kind).ok_or_else(|| {
                format!("no property of the format is about an error of the kind '{}'", alarm.kind.word())
            })?;
            let content = segments(program, shown.sources, file, (alarm, course))?;
            let metadata = metadata(program, shown.sources.name(file), &specification.to_string())?;
            Ok((identified(Entry::ViolationSequence { metadata, content }), format!("the error at {}", alarm.position)))
        }
        Verdict::Verified => {
            let metadata = metadata(program, shown.sources.name(file), document::MEMORY_SAFETY)?;
            Ok((identified(Entry::InvariantSet { metadata, content: Vec::new() }), "the proof".into()))
        }
        Verdict::Unknown => Err("the answer is unknown".into()),
    }
}

fn identified(mut entry: Entry) -> Entry {
    entry.identify();
    entry
}

/// Returns the first error that a run of the whole program has, and the run.
fn first_error<'a>(report: &Report<'a>) -> Result<(&'a Alarm, &'a RunCourse), String> {
    let of_program = report.findings.iter().find_map(|defect| match defect.evidence {
        DefectEvidence::Alarm(alarm) if !alarm.after_error && !alarm.is_warning => {
            let course = alarm.confirmed.as_ref().ok()?.course.as_ref()?;
            Some((alarm, course))
        }
        DefectEvidence::Alarm(_) | DefectEvidence::Run(_) => None,
    });
    of_program.ok_or_else(|| "no run of the whole program has an error".into())
}

fn segments(
    program: &Program,
    sources: &SourceMap,
    file: FileId,
    (alarm, course): (&Alarm, &RunCourse),
) -> Result<Vec<SegmentItem>, String> {
    let unit = frontend::reparse(sources, file, &Budget::unlimited());
    let places = Places::of(&unit, sources, file);
    let text = Text { program, sources, places: &places };
    violation::segments(text, course, alarm.span).map_err(|why| why.to_string())
}

fn metadata(program: &Program, file: &str, specification: &str) -> Result<Metadata, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file} cannot be read again: {error}"))?;
    let task = Task {
        input_files: vec![file.to_string()],
        input_file_hashes: [(file.to_string(), document::hash(&bytes))].into(),
        specification: specification.to_string(),
        data_model: if program.types.model() == DataModel::Ilp32 { "ILP32" } else { "LP64" },
        language: "C",
    };
    Ok(Metadata {
        format_version: document::FORMAT_VERSION,
        uuid: String::new(),
        creation_time: humantime::format_rfc3339_seconds(creation_time()).to_string(),
        producer: Producer { name: "Damson", version: base::version::number() },
        task,
    })
}

/// Returns the time at which the witness is made.
fn creation_time() -> SystemTime {
    let told = std::env::var(TIME_OF_SOURCE).ok().and_then(|seconds| seconds.parse().ok());
    told.and_then(|seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)))
        .unwrap_or_else(SystemTime::now)
}
