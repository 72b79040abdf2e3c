//! `--format sarif`: SARIF 2.1.0, the subset that code-scanning services need.
//!
//! An empty list of results means that nothing is wrong. So "unknown" never gives one: each undecided property is a
//! result of level `note`, and its reason a notification of the run. Unusable input gives a log without results
//! ([`refusal`]).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::json::printed;
use crate::known::{FINGERPRINT, Fingerprints, IDENTITY, Known};
use crate::refusal::InputError;
use crate::rules::{OPEN, rule};
use crate::{Defect, DefectEvidence, Report};
use base::source::word_at;
use base::{SourceMap, SourcePosition, version};
use engine::verdict::Verdict;
use pipeline::PropertyVerdict;
use reason::advice::Advice;
use reason::assumption::UnprovedHint;
use reason::{OpenReason, Unreplayed};

/// Characters that are not encoded in URIs, besides letters and digits.
const OF_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Returns the log of a report, indented, with a final line break. The first text of `sources` is the program.
pub fn write(report: &Report<'_>, sources: &SourceMap) -> String {
    let (mut prints, mut identities) = (Fingerprints::default(), Fingerprints::default());
    let mut results: Vec<Value> = Vec::new();
    for finding in &report.findings {
        let print = prints.next((finding.kind, &[]), finding.position(), sources);
        let identity = identities.of_finding((&report.entry, finding), sources);
        let known = json!({ FINGERPRINT: print, IDENTITY: identity });
        results.push(result((report, finding), known, sources));
    }
    for (index, open) in open_questions(report, sources).into_iter().enumerate() {
        let print = prints.next((OPEN, &[]), &open.position, sources);
        let known = json!({ FINGERPRINT: print, IDENTITY: identities.of_open(&open, sources) });
        let mut result = open_result(&open, known, sources);
        if report.has_baseline {
            result["baselineState"] = baseline_state(report.known_open.get(index) == Some(&true));
        }
        results.push(result);
    }
    let mut notifications = Vec::new();
    if report.verdict == Verdict::Unknown {
        let reason = report.reason.as_ref().map_or_else(|| "no reason is known".into(), ToString::to_string);
        notifications
            .push(json!({ "level": "note", "message": { "text": format!("verdict: unknown, because {reason}") } }));
    }
    let mut properties = json!({ "verdict": report.verdict, "reason": report.reason });
    if !report.assumptions.is_empty() {
        let assumed = |hint: &UnprovedHint| format!("{}; {}", hint.name(), hint.known);
        properties["assumptions"] = json!(report.assumptions.iter().map(assumed).collect::<Vec<_>>());
    }
    if !report.contracts.is_empty() {
        properties["contracts"] = json!(report.contracts.iter().map(ToString::to_string).collect::<Vec<_>>());
    }
    if !report.granted.is_empty() {
        properties["granted"] = json!(report.granted.iter().map(|granted| granted.word()).collect::<Vec<_>>());
    }
    let invocation = json!({
        "executionSuccessful": true,
        "exitCode": if report.is_known() { 0 } else { report.verdict.exit_status() },
        "toolExecutionNotifications": notifications,
    });
    let mut run = run(&mut results, invocation);
    run["results"] = json!(results);
    run["properties"] = properties;
    log(run)
}

/// Returns the log for unusable input: it has no list of results, as nothing was analysed.
pub fn refusal(errors: &[InputError], status: u8) -> String {
    let notification = |error: &InputError| {
        let notes: String = error.notes.iter().map(|(_, note)| format!("\n{note}")).collect();
        let text = format!("{}{notes}", error.message);
        let mut value = json!({ "level": "error", "message": { "text": text } });
        if let Some(position) = &error.position {
            value["locations"] = json!([{ "physicalLocation": {
                "artifactLocation": { "uri": uri(&position.file) },
                "region": region(position, error.line.as_deref()),
            }}]);
        }
        value
    };
    let notifications: Vec<Value> = errors.iter().map(notification).collect();
    log(run(
        &mut [],
        json!({
            "executionSuccessful": false,
            "exitCode": status,
            "toolExecutionNotifications": notifications,
        }),
    ))
}

fn log(run: Value) -> String {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json";
    printed(&json!({ "$schema": schema, "version": "2.1.0", "runs": [run] }))
}

/// Returns a run without its results, whose rule indices are set.
fn run(results: &mut [Value], invocation: Value) -> Value {
    let kinds: Vec<String> = results.iter().filter_map(|result| Some(result["ruleId"].as_str()?.into())).collect();
    let mut used = kinds.clone();
    used.sort_unstable();
    used.dedup();
    for (result, kind) in results.iter_mut().zip(&kinds) {
        result["ruleIndex"] = json!(used.iter().position(|known| known == kind));
    }
    json!({
        "tool": { "driver": {
            "name": "damson",
            "version": version::number(),
            "semanticVersion": version::number(),
            "rules": used.iter().map(|kind| rule(kind)).collect::<Vec<_>>(),
        }},
        "invocations": [invocation],
        "columnKind": "utf16CodeUnits",
    })
}

fn result((report, finding): (&Report<'_>, &Defect<'_>), fingerprints: Value, sources: &SourceMap) -> Value {
    let steps: Vec<Value> = finding
        .steps()
        .iter()
        .map(|step| json!({ "location": location(&step.position, Some(&step.text), sources) }))
        .collect();
    let position = finding.position();
    let mut result = json!({
        "ruleId": finding.kind,
        "level": finding.severity().word(),
        "rank": rank(finding),
        "message": { "text": format!("{}{}", finding.message, precondition(report, finding)) },
        "locations": [location(position, None, sources)],
        "partialFingerprints": fingerprints,
    });
    let notes = finding.notes().iter();
    let notes: Vec<Value> = notes.map(|note| location(&note.position, Some(&note.fact.to_string()), sources)).collect();
    if !notes.is_empty() {
        result["relatedLocations"] = json!(notes);
    }
    if report.has_baseline {
        result["baselineState"] = baseline_state(finding.known == Some(Known::Before));
    }
    if let Some(Known::Accepted(reason)) = &finding.known {
        result["suppressions"] = json!([{ "kind": "inSource", "justification": reason }]);
    }
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

fn baseline_state(is_known: bool) -> Value {
    json!(if is_known { "unchanged" } else { "new" })
}

/// Returns the precondition under which a violated property is proved, if one was found.
fn precondition(report: &Report<'_>, finding: &Defect<'_>) -> String {
    let is_broken = |property: &&PropertyVerdict| match finding.evidence {
        DefectEvidence::Run(run) => property.run.as_ref() == Some(run),
        DefectEvidence::Alarm(alarm) => property.alarm.as_ref() == Some(alarm),
    };
    let found = report.properties.iter().find(is_broken).and_then(|property| property.holds_if.as_ref());
    found.map_or_else(String::new, |found| format!("\nHolds if {}: add {}", found.condition(), found.statement()))
}

/// Something that is open: an undecided property, or the whole program.
pub(crate) struct OpenQuestion {
    pub(crate) position: SourcePosition,
    pub(crate) text: String,
    advice: Vec<Advice>,
    reason: Option<String>,
    /// True if it is open only because of a finding.
    pub(crate) follows_finding: bool,
}

fn open_result(open: &OpenQuestion, fingerprints: Value, sources: &SourceMap) -> Value {
    let help: String = open.advice.iter().map(|advice| format!("\nHelp: {advice}")).collect();
    let because = open.reason.as_ref().map_or_else(String::new, |reason| format!(", because {reason}"));
    json!({
        "ruleId": OPEN,
        "level": "note",
        "message": { "text": format!("neither proved nor refuted: {}{because}{help}", open.text) },
        "locations": [location(&open.position, None, sources)],
        "partialFingerprints": fingerprints,
    })
}

fn start_of_program(sources: &SourceMap) -> SourcePosition {
    SourcePosition { file: sources.first_name().into(), line: 1, column: 1 }
}

/// Returns each undecided property; if there is none and the verdict is "unknown", the program.
pub(crate) fn open_questions(report: &Report<'_>, sources: &SourceMap) -> Vec<OpenQuestion> {
    // What a function of a library leaves open from every state of its types does not matter if callers meet what it
    // requires.
    let is_open = report.requirement.is_none() || report.verdict == Verdict::Unknown;
    let open = report.properties.iter().filter(|property| is_open && property.verdict == Verdict::Unknown);
    let mut found: Vec<OpenQuestion> = open
        .map(|property| OpenQuestion {
            position: property.position.clone(),
            text: property.text.clone(),
            advice: property.advice.clone(),
            reason: property.reason.as_ref().map(ToString::to_string),
            follows_finding: property.reason.as_ref().is_some_and(follows_finding),
        })
        .collect();
    if found.is_empty() && report.verdict == Verdict::Unknown {
        found.push(OpenQuestion {
            position: start_of_program(sources),
            text: "the program has no error".into(),
            advice: report.advice(),
            reason: report.reason.as_ref().map(ToString::to_string),
            follows_finding: report.reason.as_ref().is_some_and(follows_finding),
        });
    }
    found
}

/// Returns true if a finding says by itself what is open: without it, nothing would be.
fn follows_finding(reason: &OpenReason) -> bool {
    matches!(reason, OpenReason::Suspected { .. } | OpenReason::EndsBefore { .. } | OpenReason::ErrorMayComeBefore)
}

/// Returns the priority of a result, from 0 to 100: an error that a run has, a suspicion, or one that comes after another
/// error.
pub(crate) fn rank(finding: &Defect<'_>) -> f64 {
    match finding.doubt() {
        None => 100.0,
        Some(Unreplayed::AfterError) => 10.0,
        Some(_) => 40.0,
    }
}

/// Returns the URI of a file: relative if its name is, otherwise absolute. Special characters are encoded.
fn uri(file: &str) -> String {
    let encoded = utf8_percent_encode(file, OF_PATHS).to_string();
    if file.starts_with('/') { format!("file://{encoded}") } else { encoded }
}

fn location(position: &SourcePosition, message: Option<&str>, sources: &SourceMap) -> Value {
    let mut value = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&position.file) },
        "region": region(position, sources.line_at(position)),
    }});
    if let Some(text) = message.filter(|text| !text.is_empty()) {
        value["message"] = json!({ "text": text });
    }
    value
}

/// Returns the word or symbol at a position; only the line number if the line is unknown.
fn region(position: &SourcePosition, line: Option<&str>) -> Value {
    let number = position.line.max(1);
    let Some((before, word, _)) = line.and_then(|line| word_at(line, position.column)) else {
        return json!({ "startLine": number });
    };
    let units = |text: &str| text.encode_utf16().count();
    let column = units(before) + 1;
    json!({
        "startLine": number,
        "startColumn": column,
        "endLine": number,
        "endColumn": column + units(word),
    })
}

#[cfg(test)]
mod tests {
    use super::{region, uri};
    use base::SourcePosition;
    use serde_json::json;

    #[test]
    fn paths_are_encoded() {
        assert_eq!(uri("lists/a.c"), "lists/a.c");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(uri("/tmp/my list#1?.c"), "file:///tmp/my%20list%231%3F.c");
        assert_eq!(uri("größe:1.c"), "gr%C3%B6%C3%9Fe%3A1.c");
    }

    #[test]
    fn a_region_is_the_word_at_the_column() {
        let at = |column, line| region(&SourcePosition { file: "a.c".into(), line: 3, column }, line);
        let columns = |start, end| json!({ "startLine": 3, "startColumn": start, "endLine": 3, "endColumn": end });
        assert_eq!(at(3, Some("  next = x;")), columns(3, 7));
        assert_eq!(at(8, Some("  next = x;")), columns(8, 9));
        // Columns in bytes, and those of SARIF: the letter ä is two bytes, and the smiley four bytes and two units.
        assert_eq!(at(14, Some("/* ä😀 */ n")), columns(11, 12));
        for (column, line) in [(1, None), (9, Some("x")), (0, Some("")), (5, Some("/* ä"))] {
            assert_eq!(at(column, line), json!({ "startLine": 3 }));
        }
    }
}
