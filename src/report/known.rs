//! Findings that users know already: those of an earlier run (`--baseline`), and those that a comment accepts. They are told
//! apart from new ones, and only new ones matter for the exit status.
//!
//! A comment accepts findings of one kind on its own line, or on the line below it if it stands alone and begins
//! with `//`, and gives a reason:
//!
//! ```text
//! free(p); // damson: accept[double-free] the second owner is gone by then
//! ```

use std::collections::BTreeMap;
use std::hash::Hasher;

use fnv::FnvHasher;
use serde_json::Value;

use crate::sarif::{self, OpenQuestion};
use crate::{Defect, Report, SHAPE};
use base::{SourceMap, SourcePosition};

/// The key of fingerprints for services, which consist of the kind, the file and the text of the line, so that they do
/// not change when lines move.
pub const FINGERPRINT: &str = "damsonLineText/v1";
/// The key of fingerprints for [`Baseline`]: those also have the function, what is broken, and the lines that notes are
/// about, such as that of the allocation.
pub const IDENTITY: &str = "damsonFinding/v1";
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
    /// The results by fingerprint, each with its rank: a suspicion does not make an error known.
    ranks: BTreeMap<String, i64>,
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
        // What a comment accepted is known as long as the comment is there.
        let results = results.filter(|result| result["suppressions"].as_array().is_none_or(Vec::is_empty));
        let ranked = results.filter_map(|result| {
            let print = result["partialFingerprints"][IDENTITY].as_str()?;
            Some((print.to_string(), result["rank"].as_f64().map_or(0, |rank| rank as i64)))
        });
        Ok(Baseline { ranks: ranked.collect() })
    }

    /// Returns true if the earlier run had this result, with at least this rank.
    fn has(&self, print: &str, rank: f64) -> bool {
        self.ranks.get(print).is_some_and(|known| *known >= rank as i64)
    }
}

/// Numbers fingerprints: those of one kind on lines with the same text would be equal.
#[derive(Default)]
pub struct Fingerprints {
    count: BTreeMap<String, usize>,
}

impl Fingerprints {
    /// Returns the fingerprint of the next finding of a kind at a position. It does not change when lines above are added
    /// or removed. `more`: what else tells findings apart.
    pub fn next(&mut self, (kind, more): (&str, &[&str]), position: &SourcePosition, sources: &SourceMap) -> String {
        let mut hasher = FnvHasher::default();
        let line = sources.line_at(position).unwrap_or_default();
        for part in [kind, &position.file, line.trim()].iter().chain(more) {
            hasher.write(part.as_bytes());
            hasher.write_u8(0);
        }
        let text = format!("{:016x}", hasher.finish());
        let number = self.count.entry(text.clone()).or_default();
        *number += 1;
        format!("{text}:{number}")
    }

    /// Returns the fingerprint of the next finding for [`Baseline`].
    pub(crate) fn of_finding(&mut self, (entry, finding): (&str, &Defect<'_>), sources: &SourceMap) -> String {
        let noted = finding.notes().iter().map(|note| sources.line_at(&note.position).unwrap_or_default().trim());
        let what = if finding.kind == SHAPE { finding.message.as_str() } else { "" };
        let more: Vec<&str> = [finding.function(entry), what].into_iter().chain(noted).collect();
        self.next((finding.kind, &more), finding.position(), sources)
    }

    /// Returns the fingerprint of something open for [`Baseline`].
    pub(crate) fn of_open(&mut self, open: &OpenQuestion, sources: &SourceMap) -> String {
        self.next((crate::rules::OPEN, &[&open.text]), &open.position, sources)
    }
}

impl Report<'_> {
    /// Tells known findings apart from new ones.
    #[must_use]
    pub fn with_known(mut self, baseline: Option<&Baseline>, sources: &SourceMap) -> Self {
        let mut fingerprints = Fingerprints::default();
        let is_before = |print: &str, rank: f64| baseline.is_some_and(|baseline| baseline.has(print, rank));
        for finding in &mut self.findings {
            let print = fingerprints.of_finding((&self.entry, finding), sources);
            let before = is_before(&print, sarif::rank(finding)).then_some(Known::Before);
            finding.known = accepted(finding.kind, finding.position(), sources).map(Known::Accepted).or(before);
        }
        let open = sarif::open_questions(&self, sources);
        self.known_open = open.iter().map(|open| is_before(&fingerprints.of_open(open, sources), 0.0)).collect();
        self.is_openness_known = open.iter().zip(&self.known_open).all(|(open, known)| *known || open.follows_finding);
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
    comments(line).into_iter().find_map(|comment| {
        let (kinds, reason) = comment.trim_start().strip_prefix(ACCEPT)?.split_once(']')?;
        let reason = reason.trim();
        let is_named = kinds.split(',').any(|known| known.trim() == kind);
        (is_named && reason.contains(char::is_alphanumeric)).then(|| reason.to_string())
    })
}

/// Returns the texts of the comments in a line.
fn comments(line: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), line);
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (_, special) = rest.split_at(at);
        rest = if let Some(comment) = special.strip_prefix("//") {
            found.push(comment);
            ""
        } else if let Some(comment) = special.strip_prefix("/*") {
            let (comment, behind) = comment.split_once("*/").unwrap_or((comment, ""));
            found.push(comment);
            behind
        } else if let Some(behind) = special.strip_prefix('/') {
            behind
        } else {
            behind_literal(special)
        };
    }
    found
}

/// Returns what follows a string or a character constant.
fn behind_literal(text: &str) -> &str {
    let mut signs = text.char_indices();
    let quote = signs.next().map(|(_, quote)| quote);
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\\' => drop(signs.next()),
            _ if Some(sign) == quote => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{comments, reason};

    #[test]
    fn comments_are_found_outside_of_literals() {
        assert_eq!(
            comments(r#"f("// no \" /* no */"); /* one */ g('/'); // two /* three */"#),
            [" one ", " two /* three */"]
        );
        assert_eq!(comments("a / b; /* open"), [" open"]);
        assert!(comments("\"never closed // no").is_empty());
    }

    #[test]
    fn a_comment_accepts_with_a_reason_of_its_own() {
        assert_eq!(
            reason("double-free", "f(); // damson: accept[memory-leak, double-free] why").as_deref(),
            Some("why")
        );
        for line in [
            "/* damson: accept[double-free] */ f(); // why",
            "// TODO: never write damson: accept[double-free] here",
            "puts(\"// damson: accept[double-free] why\");",
            "f(); // damson: accept[double-free] -",
            "f(); // damson: accept[double-fre] why",
        ] {
            assert_eq!(reason("double-free", line), None, "{line}");
        }
    }
}
