//! Answers for several files and functions, one after the other, and what they say together.

use std::fmt::Write;
use std::time::Duration;

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::json::printed;
use crate::schema::{Header, PartReport};
use crate::text::milliseconds;
use crate::{Report, assumed};
use engine::verdict::Verdict;
use program::analysis::Effects;
use reason::assumption::Granted;

/// How a command on one program has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The exit status of its verdict.
    pub status: u8,
    /// True if everything that leads to the verdict is known: of an earlier run, or accepted by a comment.
    pub is_known: bool,
    /// What the table of several answers says beside the verdict.
    pub remark: Option<String>,
    /// What the function may do with the memory of its callers.
    pub effects: Option<String>,
    /// What the answer assumes of functions without a body.
    pub contracts: Vec<String>,
    /// What its proofs take for granted.
    pub granted: Vec<Granted>,
}

impl Ended {
    /// Returns the exit status of the command: what is known already is no reason to fail.
    pub fn exit_status(&self) -> u8 {
        if self.is_known { 0 } else { self.status }
    }
}

impl From<u8> for Ended {
    fn from(status: u8) -> Ended {
        Ended { status, is_known: false, remark: None, effects: None, contracts: Vec::new(), granted: Vec::new() }
    }
}

impl From<&Report<'_>> for Ended {
    fn from(report: &Report<'_>) -> Ended {
        Ended {
            status: report.verdict.exit_status(),
            is_known: report.is_known(),
            remark: report.remark(),
            effects: report.effects.as_ref().map(Effects::to_string).filter(|text| !text.is_empty()),
            contracts: report.contracts.iter().map(ToString::to_string).collect(),
            granted: report.granted_by_proofs().to_vec(),
        }
    }
}

/// The answer for one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryAnswer {
    /// The file.
    pub file: String,
    /// The function; `None` where the file cannot be used.
    pub function: Option<String>,
    pub ended: Ended,
    /// How long it took.
    pub time: Duration,
    /// The answer, in the format that is wanted.
    pub text: String,
}

impl EntryAnswer {
    /// The verdict; `None` if the input cannot be used, or engines contradict each other.
    pub fn verdict(&self) -> Option<Verdict> {
        [Verdict::Verified, Verdict::Unknown, Verdict::Violated]
            .into_iter()
            .find(|verdict| verdict.exit_status() == self.ended.status)
    }

    /// Returns true if the table does not say all that matters: there is an error.
    pub fn is_telling(&self) -> bool {
        !self.text.trim().is_empty() && !matches!(self.verdict(), Some(Verdict::Verified | Verdict::Unknown))
    }

    /// Returns the verdict with what belongs to it, a line each.
    pub fn summary(&self) -> String {
        let remark = self.ended.remark.as_ref().map_or_else(String::new, |remark| format!("\n{remark}"));
        let effects = self.ended.effects.as_ref().map_or_else(String::new, |effects| format!("\ndoes: {effects}"));
        let assumed = assumed(self.ended.contracts.iter().cloned(), &self.ended.granted);
        let assumed: String = assumed.iter().map(|assumed| format!("\nassumed: {assumed}")).collect();
        format!("{}: {}{remark}{effects}{assumed}", self.function(), self.word())
    }

    /// The word of the table.
    fn word(&self) -> &'static str {
        self.verdict().map_or("no verdict", Verdict::word)
    }

    /// The name of the function; `-` where the file cannot be used.
    pub fn function(&self) -> &str {
        self.function.as_deref().unwrap_or("-")
    }
}

/// The verdict on all of them. What has none is not verified.
pub fn together(parts: &[EntryAnswer]) -> Verdict {
    let verdicts = parts.iter().map(|part| part.verdict().unwrap_or(Verdict::Unknown));
    verdicts.fold(Verdict::Verified, Verdict::and)
}

/// An answer below a heading.
pub fn text(part: &EntryAnswer) -> String {
    format!("== {}: {} ==\n{}\n", part.file, part.function(), part.text)
}

/// A table of the verdicts.
pub fn table(parts: &[EntryAnswer]) -> String {
    let mut out = String::new();
    let width = |text: fn(&EntryAnswer) -> &str| parts.iter().map(|part| text(part).chars().count()).max().unwrap_or(0);
    let (files, functions) = (width(|part| &part.file), width(EntryAnswer::function));
    let words = parts.iter().map(|part| part.word().len()).max().unwrap_or(0);
    for part in parts {
        let remark = part.ended.remark.as_ref().map_or_else(String::new, |remark| format!("  {remark}"));
        let effects = part.ended.effects.as_ref().map_or_else(String::new, |effects| format!("  [{effects}]"));
        let _ = writeln!(
            out,
            "{:files$}  {:functions$}  {:words$}{remark}{effects}  {}",
            part.file,
            part.function(),
            part.word(),
            milliseconds(part.time)
        );
    }
    for assumed in assumed_by(parts.iter()) {
        let _ = writeln!(out, "assumed: {assumed}");
    }
    let _ = writeln!(out, "verdict: {} ({})", together(parts).word(), counts(parts.iter()));
    out
}

/// Returns what the answers assume, each assumption once.
pub fn assumed_by<'a>(parts: impl Iterator<Item = &'a EntryAnswer> + Clone) -> Vec<String> {
    let contracts = parts.clone().flat_map(|part| &part.ended.contracts).unique().cloned();
    let granted: Vec<Granted> = parts.flat_map(|part| &part.ended.granted).copied().sorted().dedup().collect();
    assumed(contracts, &granted)
}

/// Returns how many functions have each verdict.
pub fn counts<'a>(parts: impl Iterator<Item = &'a EntryAnswer>) -> String {
    let found = parts.map(EntryAnswer::word).counts();
    let words = ["verified", "violated", "unknown", "no verdict"];
    words.iter().filter_map(|word| Some(format!("{} {word}", found.get(word)?))).join(", ")
}

/// The answers of `--all-entries`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Answers<'a> {
    #[serde(flatten)]
    header: Header,
    /// The verdict on all of them: "violated" outweighs "unknown", and that "verified". What has no verdict counts as "unknown".
    verdict: Verdict,
    /// Each answer, by file and function.
    answers: Vec<JsonPart<'a>>,
}

/// The answer for one function.
#[derive(Serialize, JsonSchema)]
struct JsonPart<'a> {
    /// The file.
    file: &'a str,
    /// The function that runs start with; null where the file cannot be used.
    function: Option<&'a str>,
    /// The exit status that the command would have had for it alone.
    status: u8,
    /// How long it took.
    seconds: f64,
    /// The answer.
    #[schemars(with = "PartReport<'_>")]
    report: Value,
}

/// `--format json`: one object with all answers.
pub fn json(parts: &[EntryAnswer]) -> String {
    let answers = parts.iter().map(|part| JsonPart {
        file: &part.file,
        function: part.function.as_deref(),
        status: part.ended.exit_status(),
        seconds: part.time.as_secs_f64(),
        report: serde_json::from_str(&part.text).unwrap_or_default(),
    });
    printed(&Answers { header: Header::new(), verdict: together(parts), answers: answers.collect() })
}

/// `--format sarif`: one log with a run for each answer.
pub fn sarif(parts: &[EntryAnswer]) -> String {
    let mut log = Value::Null;
    let mut runs = Vec::new();
    for part in parts {
        let mut one: Value = serde_json::from_str(&part.text).unwrap_or_default();
        for mut run in one["runs"].as_array_mut().map(std::mem::take).unwrap_or_default() {
            // Services distinguish the results of different runs by this.
            run["automationDetails"] = json!({ "id": format!("damson/{}/{}/", part.file, part.function()) });
            runs.push(run);
        }
        log = one;
    }
    log["runs"] = json!(runs);
    printed(&log)
}
