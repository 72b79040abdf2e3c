//! The open documents: for each of their functions the verdict and the findings, read from its SARIF log (`--format sarif`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::protocol::{
    FindingLevel, PlaceInFile, RelatedPlace, ShownFinding, TextPosition, TextRange, path_in_log, uri,
};
use crate::BAD_INPUT;
use base::SourcePosition;
use report::several::EntryAnswer;

/// Number of steps that are shown of each end of a long way to an error.
const STEPS_AT_ENDS: usize = 20;
/// The code of what is wrong with the input.
const INPUT: &str = "input";

/// A finding of a file.
type Found = (PathBuf, ShownFinding);

/// The verdict and the findings of a function.
#[derive(Debug)]
pub(super) struct FunctionAnswer {
    /// `None` for a file that cannot be used.
    pub function: Option<String>,
    /// The verdict with what belongs to it.
    pub summary: String,
    findings: Vec<Found>,
}

/// Where the function of an answer stands.
pub(super) struct AnsweredPlace<'a> {
    /// The folder that names of files are relative to.
    pub folder: &'a Path,
    /// The document.
    pub document: &'a Path,
    /// Where the function begins.
    pub position: Option<&'a SourcePosition>,
}

impl FunctionAnswer {
    /// Returns what an answer in SARIF says.
    pub fn new(part: &EntryAnswer, place: &AnsweredPlace<'_>) -> FunctionAnswer {
        let log: Value = serde_json::from_str(&part.text).unwrap_or_default();
        let mut findings: Vec<Found> = Vec::new();
        for run in list(&log["runs"]) {
            let (open, certain): (Vec<&Value>, Vec<&Value>) =
                list(&run["results"]).iter().partition(|result| result["level"] == "note");
            let certain = certain.into_iter().filter(|result| is_new(result));
            findings.extend(certain.filter_map(|result| found(result, place.folder)));
            // What is open because of a finding needs no line of its own.
            let open = open.into_iter().filter(|result| is_new(result) && findings.is_empty());
            let open: Vec<Found> = open.filter_map(|result| open_question(result, part, place)).collect();
            findings.extend(open);
            let errors = list(&run["invocations"]).iter().flat_map(|call| list(&call["toolExecutionNotifications"]));
            let errors = errors.filter(|error| error["level"] == "error");
            findings.extend(errors.map(|error| wrong_input(error, part.ended.status, place)));
        }
        FunctionAnswer { function: part.function.clone(), summary: part.summary(), findings }
    }

    pub fn first_message(&self) -> &str {
        self.findings.first().map_or(&self.summary, |(_, finding)| &finding.message)
    }

    /// Returns what is shown if a document cannot be verified at all.
    pub fn of_problem(message: &str, level: FindingLevel, document: &Path) -> FunctionAnswer {
        let finding = shown(whole_line(0), level, INPUT, message);
        FunctionAnswer { function: None, summary: message.into(), findings: vec![(document.into(), finding)] }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns true if neither an earlier run nor a comment makes a result known.
fn is_new(result: &Value) -> bool {
    result["baselineState"] != "unchanged" && list(&result["suppressions"]).is_empty()
}

fn shown(range: TextRange, severity: FindingLevel, code: &str, message: &str) -> ShownFinding {
    ShownFinding {
        range,
        severity,
        code: code.into(),
        source: "damson",
        message: message.into(),
        related_information: Vec::new(),
    }
}

fn text(value: &Value) -> &str {
    value["message"]["text"].as_str().unwrap_or_default()
}

/// Returns a finding.
fn found(result: &Value, folder: &Path) -> Option<Found> {
    let (file, range) = place(result["locations"].get(0)?, folder)?;
    let level = match (result["level"].as_str()?, result["rank"].as_f64()) {
        ("error", _) => FindingLevel::Error,
        // What comes after another error matters least.
        (_, Some(rank)) if rank <= 10.0 => FindingLevel::Hint,
        _ => FindingLevel::Information,
    };
    let mut finding = shown(range, level, result["ruleId"].as_str()?, text(result));
    let steps = list(&result["codeFlows"]).iter().flat_map(|flow| list(&flow["threadFlows"]));
    let steps: Vec<&Value> = steps.flat_map(|flow| list(&flow["locations"])).map(|step| &step["location"]).collect();
    let notes = list(&result["relatedLocations"]).iter().filter_map(|note| related(note, folder));
    finding.related_information = notes.chain(way(&steps, folder)).collect();
    Some((file, finding))
}

/// Returns the steps to an error: of a long way, its ends.
fn way(steps: &[&Value], folder: &Path) -> Vec<RelatedPlace> {
    let mut places: Vec<RelatedPlace> = steps.iter().filter_map(|step| related(step, folder)).collect();
    places.dedup();
    let left_out = places.len().saturating_sub(2 * STEPS_AT_ENDS);
    if left_out > 1 {
        let mut ends = places.split_off(STEPS_AT_ENDS + left_out);
        places.truncate(STEPS_AT_ENDS);
        if let Some(first) = ends.first_mut() {
            first.message = format!("(behind {left_out} more steps) {}", first.message);
        }
        places.append(&mut ends);
    }
    places
}

fn related(location: &Value, folder: &Path) -> Option<RelatedPlace> {
    let (file, range) = place(location, folder)?;
    Some(RelatedPlace { location: PlaceInFile { uri: uri(&file), range }, message: text(location).into() })
}

/// Returns what is open. What is about the whole function stands at its beginning.
fn open_question(result: &Value, part: &EntryAnswer, answered: &AnsweredPlace<'_>) -> Option<Found> {
    let (file, range) = place(result["locations"].get(0)?, answered.folder)?;
    let code = result["ruleId"].as_str()?;
    let is_about_function = range.start == TextPosition { line: 0, character: 0 };
    let begin = answered.position.filter(|_| is_about_function);
    let Some((function, begin)) = part.function.as_ref().zip(begin) else {
        return Some((file, shown(range, FindingLevel::Hint, code, text(result))));
    };
    let message = format!("{function}: {}", text(result));
    let range = whole_line(begin.line.saturating_sub(1));
    Some((answered.folder.join(&begin.file), shown(range, FindingLevel::Hint, code, &message)))
}

/// Returns something wrong with the input; a limit that was reached while it was read is no error.
fn wrong_input(error: &Value, status: u8, answered: &AnsweredPlace<'_>) -> Found {
    let level = if status == BAD_INPUT { FindingLevel::Error } else { FindingLevel::Information };
    let known = error["locations"].get(0).and_then(|location| place(location, answered.folder));
    let (file, range) = known.unwrap_or_else(|| (answered.document.into(), whole_line(0)));
    (file, shown(range, level, INPUT, text(error)))
}

fn whole_line(line: u32) -> TextRange {
    let start = |line| TextPosition { line, character: 0 };
    TextRange { start: start(line), end: start(line.saturating_add(1)) }
}

/// Returns the file and the part of it that a location of a log is about.
fn place(location: &Value, folder: &Path) -> Option<(PathBuf, TextRange)> {
    let physical = &location["physicalLocation"];
    let file = path_in_log(physical["artifactLocation"]["uri"].as_str()?, folder);
    let number = |name: &str| Some(u32::try_from(physical["region"][name].as_u64()?).ok()?.saturating_sub(1));
    let line = number("startLine")?;
    let range = match (number("startColumn"), number("endColumn")) {
        (Some(start), Some(end)) => {
            let at = |character| TextPosition { line, character };
            TextRange { start: at(start), end: at(end) }
        }
        _ => whole_line(line),
    };
    Some((file, range))
}

/// The verdicts and findings of all documents.
#[derive(Default)]
pub(super) struct Answers {
    documents: BTreeMap<PathBuf, Vec<FunctionAnswer>>,
    /// What the client was told of each file.
    published: BTreeMap<PathBuf, Vec<ShownFinding>>,
}

impl Answers {
    /// Takes an answer in place of an earlier one about the same function.
    pub fn take(&mut self, document: &Path, answer: FunctionAnswer) {
        let known = self.documents.entry(document.into()).or_default();
        // A document can be used, or it cannot.
        known.retain(|old| old.function.is_some() == answer.function.is_some());
        match known.iter_mut().find(|old| old.function == answer.function) {
            Some(old) => *old = answer,
            None => known.push(answer),
        }
    }

    /// Forgets answers about other functions: a document has no longer got them.
    pub fn keep(&mut self, document: &Path, functions: &BTreeSet<Option<String>>) {
        let known = self.documents.entry(document.into()).or_default();
        known.retain(|answer| functions.contains(&answer.function));
    }

    pub fn forget(&mut self, document: &Path) {
        self.documents.remove(document);
    }

    /// Returns the answer about a function: of a document, or else of another one.
    pub fn about(&self, document: &Path, function: &str) -> Option<&FunctionAnswer> {
        let of = |answers: &'_ Vec<FunctionAnswer>| -> Option<usize> {
            answers.iter().position(|answer| answer.function.as_deref() == Some(function))
        };
        let first = self.documents.get(document).into_iter();
        first.chain(self.documents.values()).find_map(|answers| answers.get(of(answers)?))
    }

    /// Returns for each file whose findings have changed, or that is new, all of them.
    pub fn changes(&mut self) -> Vec<(PathBuf, Vec<ShownFinding>)> {
        let now = self.by_file();
        let gone = self.published.keys().filter(|file| !now.contains_key(*file));
        let mut changes: Vec<_> = gone.map(|file| (file.clone(), Vec::new())).collect();
        let changed = now.iter().filter(|(file, findings)| self.published.get(*file) != Some(*findings));
        changes.extend(changed.map(|(file, findings)| (file.clone(), findings.clone())));
        self.published = now;
        changes
    }

    /// Returns the findings of each file. One that several functions have is shown once, as the worst of them.
    fn by_file(&self) -> BTreeMap<PathBuf, Vec<ShownFinding>> {
        let mut files: BTreeMap<PathBuf, Vec<ShownFinding>> = BTreeMap::new();
        for (document, answers) in &self.documents {
            files.entry(document.clone()).or_default();
            for (file, finding) in answers.iter().flat_map(|answer| &answer.findings) {
                let findings = files.entry(file.clone()).or_default();
                let is_same = |known: &&mut ShownFinding| {
                    let is_message_same = finding.severity < FindingLevel::Hint || known.message == finding.message;
                    known.range == finding.range && known.code == finding.code && is_message_same
                };
                match findings.iter_mut().find(is_same) {
                    Some(known) if known.severity > finding.severity => *known = finding.clone(),
                    Some(_) => {}
                    None => findings.push(finding.clone()),
                }
            }
        }
        for findings in files.values_mut() {
            findings.sort_by(|a, b| (a.range, &a.code, &a.message).cmp(&(b.range, &b.code, &b.message)));
        }
        files
    }
}
