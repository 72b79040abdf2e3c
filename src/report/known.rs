//! Findings that users know already: those of an earlier run (`--baseline`), and those that a comment accepts. They are told
//! apart from new ones, and only new ones matter for the exit status.
//!
//! A comment accepts findings of one kind on its own line, or on the line below it if it stands alone, and gives a reason:
//!
//! ```text
//! free(p); // damson: accept[double-free] the second thread has its own copy
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use fnv::FnvHasher;
use serde_json::Value;

use crate::Report;
use base::{SourceMap, SourcePosition};

/// Added to the exit status of a verdict if all findings that lead to it are known. Nobody outside sees it.
pub const KNOWN_ONLY: u8 = 100;
/// The key of fingerprints, which consist of the kind, the file and the text of the line, so that they do not change
/// when lines move.
pub const FINGERPRINT: &str = "damsonLineText/v1";
/// The words that begin a comment which accepts findings.
const ACCEPT: &str = "damson: accept[";

/// Why a finding is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// An earlier run had it.
    Before,
    /// A comment accepts it, for this reason.
    Accepted(String),
}

/// The findings of an earlier run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Baseline {
    fingerprints: BTreeSet<String>,
}

impl Baseline {
    /// Reads the fingerprints in a SARIF log of Damson.
    ///
    /// # Errors
    ///
    /// If the text is no JSON, or has no runs.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let log: Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
        let runs = log["runs"].as_array().ok_or("it is no SARIF log: it has no list of runs")?;
        let results = runs.iter().filter_map(|run| run["results"].as_array()).flatten();
        let prints = results.filter_map(|result| result["partialFingerprints"][FINGERPRINT].as_str());
        Ok(Baseline { fingerprints: prints.map(str::to_string).collect() })
    }
}

/// Numbers fingerprints: those of one kind on lines with the same text would be equal.
#[derive(Default)]
pub struct Fingerprints {
    count: BTreeMap<String, usize>,
}

impl Fingerprints {
    /// Returns the fingerprint of the next finding of a kind at a position. It does not change when lines above are added
    /// or removed.
    pub fn next(&mut self, kind: &str, position: &SourcePosition, sources: &SourceMap) -> String {
        let mut hasher = FnvHasher::default();
        let line = sources.line_at(position).unwrap_or_default();
        for part in [kind, &position.file, line.trim()] {
            hasher.write(part.as_bytes());
            hasher.write_u8(0);
        }
        let text = format!("{:016x}", hasher.finish());
        let number = self.count.entry(text.clone()).or_default();
        *number += 1;
        format!("{text}:{number}")
    }
}

impl Report<'_> {
    /// Tells known findings apart from new ones.
    #[must_use]
    pub fn with_known(mut self, baseline: Option<&Baseline>, sources: &SourceMap) -> Self {
        let mut fingerprints = Fingerprints::default();
        let is_before = |print: &str| baseline.is_some_and(|baseline| baseline.fingerprints.contains(print));
        for finding in &mut self.findings {
            let print = fingerprints.next(finding.kind, finding.position(), sources);
            let before = is_before(&print).then_some(Known::Before);
            finding.known = accepted(finding.kind, finding.position(), sources).map(Known::Accepted).or(before);
        }
        let open = crate::sarif::open_positions(&self, sources);
        self.is_openness_known =
            open.iter().all(|position| is_before(&fingerprints.next(crate::rules::OPEN, position, sources)));
        self.has_baseline = baseline.is_some();
        self
    }
}

/// Returns the reason of the comment that accepts findings of a kind at a position.
fn accepted(kind: &str, position: &SourcePosition, sources: &SourceMap) -> Option<String> {
    let line = |number: u32| sources.line_at(&SourcePosition { line: number, ..position.clone() });
    let above = position.line.checked_sub(1).and_then(line).filter(|text| text.trim_start().starts_with("//"));
    [line(position.line), above].into_iter().flatten().find_map(|text| reason(kind, text))
}

fn reason(kind: &str, line: &str) -> Option<String> {
    let (_, comment) = line.split_once(ACCEPT)?;
    let (kinds, reason) = comment.split_once(']')?;
    let reason = reason.trim().trim_end_matches("*/").trim();
    (kinds.split(',').any(|known| known.trim() == kind) && !reason.is_empty()).then(|| reason.to_string())
}
