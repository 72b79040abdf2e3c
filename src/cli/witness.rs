//! `--witness`: evidence of an answer for other tools.

use std::path::Path;
use std::time::{Duration, SystemTime};

use super::console::{Console, cannot_write};
use super::options::{AnswerOptions, InputFiles, ProgramInput};
use super::page::ShownOnPage;
use base::{Budget, Diagnostic, Diagnostics};
use competition::{CompetitionResult, PropertySet};
use ctype::DataModel;
use engine::evidence::Alarm;
use engine::verdict::Verdict;
use pipeline::loop_invariants::{self, LoopInvariant};
use pipeline::validation::{self, ValidationTask};
use pipeline::{Answer, Settings};
use program::start::MAIN;
use program::{FaultKind, Program};
use report::competition::Judgement;
use report::validation::Validated;
use report::{Defect, DefectEvidence, Report};
use simplify::RuleSet;
use spec::Question;
use witness::document::{
    self, Entry, ExpressionFormat, Invariant, InvariantItem, InvariantKind, Metadata, Producer, SegmentItem, Task,
};
use witness::places::Places;
use witness::read;
use witness::violation::{self, Text};

/// The variable that says when something was made, in seconds since 1970: with it, the same input gives the same witness.
/// (reproducible-builds.org)
const TIME_OF_SOURCE: &str = "SOURCE_DATE_EPOCH";

/// The part of the time left that invariants are looked for: what is found is proved once more, which takes about as long as
/// the first proof.
const SHARE_FOR_INVARIANTS: f64 = 0.2;

/// A witness that is wanted.
#[derive(Clone, Copy)]
pub(super) struct WantedWitness<'a> {
    /// The file to write.
    file: &'a Path,
    program: &'a ProgramInput,
    /// The shape analysis with its settings, for the invariants of a proof.
    analysis: Option<(&'a smg::Settings, &'a smg::Analysis)>,
}

impl AnswerOptions {
    /// The witness that is wanted.
    pub(super) fn witness<'a>(&'a self, input: &'a InputFiles) -> Option<WantedWitness<'a>> {
        self.witness.as_deref().map(|file| WantedWitness { file, program: &input.program, analysis: None })
    }
}

/// What a witness is written of.
pub(super) struct Evidence<'a> {
    /// The error; `None` for a proof.
    error: Option<&'a Alarm>,
    /// The property file.
    specification: String,
}

impl<'a> Evidence<'a> {
    /// Of the first error of a report, or of the proof. `Err`: why there is none.
    pub(super) fn of_report(report: &Report<'a>) -> Result<Evidence<'a>, String> {
        match report.verdict {
            Verdict::Violated => {
                let alarm = first_error(report).ok_or("no run of the whole program has an error")?;
                let property = document::property(alarm).ok_or_else(|| {
                    format!("no property of the format is about an error of the kind '{}'", alarm.kind.word())
                })?;
                Ok(Evidence { error: Some(alarm), specification: property.to_string() })
            }
            Verdict::Verified => Ok(Evidence { error: None, specification: document::MEMORY_SAFETY.into() }),
            Verdict::Unknown => Err("the answer is unknown".into()),
        }
    }

    /// Of the answer to a task of a competition.
    pub(super) fn of_task(judgement: &'a Judgement, properties: &PropertySet) -> Result<Evidence<'a>, String> {
        match (&judgement.result, &judgement.error) {
            (CompetitionResult::True, _) => Ok(Evidence { error: None, specification: properties.to_string() }),
            (CompetitionResult::False(_), Some(alarm)) => {
                Ok(Evidence { error: Some(alarm), specification: properties.to_string() })
            }
            _ => Err("there is no answer".into()),
        }
    }
}

impl<'a> WantedWitness<'a> {
    /// Adds what the shape analysis knows.
    #[must_use]
    pub(super) fn knowing(self, settings: &'a Settings, answer: &'a Answer) -> WantedWitness<'a> {
        let analysis = answer.shapes.analysis.as_deref().filter(|_| answer.shapes.keeps);
        WantedWitness { analysis: analysis.map(|analysis| (&settings.shapes, analysis)), ..self }
    }

    /// Writes a witness, if it proves to be right. Says so, or why there is none.
    pub(super) fn write(
        self,
        console: &Console,
        evidence: Result<Evidence<'_>, String>,
        shown: &ShownOnPage<'_>,
        budget: &Budget,
    ) -> Result<(), Diagnostic> {
        let path = self.file.display().to_string();
        let text = evidence.and_then(|evidence| {
            let entry = self.made(&evidence, shown, budget)?;
            let about = evidence.error.map_or("the proof".into(), |alarm| format!("the error at {}", alarm.position));
            Ok((self.checked(entry, evidence.error, shown, budget)?, about))
        });
        let told = match text {
            Ok((text, about)) => {
                std::fs::write(self.file, text).map_err(|error| cannot_write(&path, &error))?;
                format!("damson: witness of {about} written to {path}\n")
            }
            Err(why) => format!("damson: no witness is written: {why}\n"),
        };
        console.remark(&told);
        Ok(())
    }

    /// Returns the text of a witness if it is confirmed, by the run that it was made from or by all engines; or why not.
    fn checked(
        self,
        entry: Entry,
        error: Option<&Alarm>,
        shown: &ShownOnPage<'_>,
        budget: &Budget,
    ) -> Result<String, String> {
        let text = entry.text().map_err(|why| format!("internal error: {why}"))?;
        if entry.says_nothing() {
            // The answer itself is all that there is to confirm.
            return Ok(text);
        }
        let main = shown.question.program.functions.get(shown.question.entry).ok_or("there is no function")?;
        let (name, program_text) = (shown.sources.name(main.span.file), shown.sources.text(main.span.file));
        // The texts are read again, as a validator would. What the user wrote is known, so that places are the same.
        let mut sources = shown.sources.clone();
        let (program, file) = (sources.add(name, program_text), sources.add("the witness", text.clone()));
        let witness = read::read(&sources, file).map_err(|error| format!("internal error: {}", error.message))?;
        let specification = witness.task.specification.clone().unwrap_or_default();
        let specification = sources.add("the witness", specification);
        let refused =
            |diagnostics: Diagnostics| diagnostics.iter().next().map_or_else(String::new, |one| one.message.clone());
        let properties = PropertySet::read(&sources, specification).map_err(refused)?;
        let rules = RuleSet::embedded().map_err(|error| refused(error.0))?;
        let settings = Settings::default();
        let input = self.program.as_input(program, budget);
        let task = ValidationTask {
            input,
            witness: &witness,
            properties: &properties,
            rules: &rules,
            settings: &settings,
            budget,
        };
        // The run takes no time to speak of, even if none is left.
        let unlimited = Budget::unlimited();
        let compiled =
            validation::compile(&mut sources, ValidationTask { budget: &unlimited, ..task }).map_err(refused)?;
        let mut is_confirmed = |compiled, alarm| validation::confirms(&mut sources, task, compiled, alarm);
        if compiled.as_ref().ok().zip(error).is_some_and(|(compiled, alarm)| is_confirmed(compiled, alarm)) {
            return Ok(text);
        }
        let told = match compiled {
            Ok(compiled) => validation::judge(&mut sources, task, &compiled).map_err(refused),
            Err(open) => Ok(open.into()),
        };
        let told = told.and_then(|judged| {
            let validated = Validated { judged: &judged, witness: "", file: name };
            if validated.is_confirmed() { Ok(()) } else { Err(validated.to_string()) }
        });
        match (told, entry.without_invariants()) {
            (Ok(()), _) => Ok(text),
            // The proof stands, only what was to be said of it does not.
            (Err(_), Some(proof)) => proof.identified().text().map_err(|why| format!("internal error: {why}")),
            (Err(why), None) => Err(format!("it is not confirmed: {why}")),
        }
    }

    /// Makes a witness; or says why there is none.
    fn made(self, evidence: &Evidence<'_>, shown: &ShownOnPage<'_>, budget: &Budget) -> Result<Entry, String> {
        let program = shown.question.program;
        let entry = program.functions.get(shown.question.entry).ok_or("there is no function")?;
        if entry.name != MAIN {
            return Err(format!("the format is about programs, and '{}' is not main", entry.name));
        }
        let file = entry.span.file;
        if shown.sources.parts(file).len() > 1 {
            return Err("the format is about one file".into());
        }
        let unit = frontend::reparse(shown.sources, file, &Budget::unlimited());
        let places = Places::of(&unit, shown.sources, file);
        let text = Text { program, sources: shown.sources, places: &places };
        let metadata = metadata(program, shown.sources.name(file), &evidence.specification)?;
        let made = match evidence.error {
            Some(alarm) => Entry::ViolationSequence { metadata, content: segments(text, alarm)? },
            None if shown.question.specification.is_some() => {
                return Err("the proof is of a specification, which the format cannot say".into());
            }
            None => Entry::InvariantSet { metadata, content: self.invariants(text, shown.question, budget) },
        };
        Ok(made.identified())
    }

    /// Returns what the shape analysis knows at the heads of loops.
    fn invariants(self, text: Text<'_>, question: Question<'_>, budget: &Budget) -> Vec<InvariantItem> {
        let Some(analysis) = self.analysis else { return Vec::new() };
        let known = loop_invariants::of_loops(question, analysis, text.places, &budget.share(SHARE_FOR_INVARIANTS));
        let items = known.into_iter().filter_map(|LoopInvariant { place, text: value }| {
            let (kind, format) = (InvariantKind::LoopInvariant, ExpressionFormat::CExpression);
            let invariant = Invariant { kind, location: text.location(place)?, value, format };
            Some(InvariantItem { invariant })
        });
        items.collect()
    }
}

/// Returns the first error that a run of the whole program has. Lost blocks come last: the format has no place for them that
/// all validators agree on.
fn first_error<'a>(report: &Report<'a>) -> Option<&'a Alarm> {
    let of_program = |defect: &Defect<'a>| match defect.evidence {
        DefectEvidence::Alarm(alarm) if !alarm.after_error && !alarm.is_warning => {
            alarm.course().is_some().then_some(alarm)
        }
        DefectEvidence::Alarm(_) | DefectEvidence::Run(_) => None,
    };
    let errors = report.findings.iter().filter_map(of_program);
    errors.min_by_key(|alarm| match alarm.kind {
        FaultKind::MemoryLeak => 2,
        _ if document::property(alarm).is_none() => 3,
        _ => 1,
    })
}

fn segments(text: Text<'_>, alarm: &Alarm) -> Result<Vec<SegmentItem>, String> {
    let course = alarm.course().ok_or("the run starts from a heap, and not from main")?;
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
