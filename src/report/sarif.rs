//! `--format sarif`: SARIF 2.1.0, the subset that code-scanning services need.

use serde_json::{Value, json};

use crate::base::SourcePosition;
use crate::engine::assumption::UnprovedHint;
use crate::report::{Defect, Report, json};

/// What each kind of finding means, for the list of rules.
const RULES: [(&str, &str); 14] = [
    ("invalid-dereference", "A NULL pointer or an invalid address is dereferenced."),
    ("invalid-free", "An address that is not the start of a heap block is freed."),
    ("double-free", "A block is freed twice."),
    ("memory-leak", "The last pointer to a heap block that was never freed is lost."),
    ("out-of-bounds", "Memory outside of an object is accessed."),
    ("use-after-free", "Freed memory is accessed."),
    ("use-after-scope", "A variable is accessed after the end of its scope."),
    ("uninitialized", "An uninitialized value is used."),
    ("overlapping-copy", "Source and target of a copy overlap."),
    ("assertion", "An assertion of the program fails."),
    ("reach-error", "An error function is reached."),
    ("undefined-behaviour", "The behaviour of the program is undefined."),
    ("division-by-zero", "A number is divided by zero."),
    ("shape", "A property of the specification is violated."),
];

/// The log of a report, indented, with a final line break.
pub fn write(report: &Report<'_>) -> String {
    let mut kinds: Vec<&str> = report.findings.iter().map(|finding| finding.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let results: Vec<Value> = report.findings.iter().map(result).collect();
    let mut properties = json!({ "verdict": report.verdict, "reason": report.reason });
    if !report.assumptions.is_empty() {
        let assumed = |hint: &UnprovedHint| format!("{}; {}", hint.name(), hint.known);
        properties["assumptions"] = json!(report.assumptions.iter().map(assumed).collect::<Vec<_>>());
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "damson",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results,
            "properties": properties,
        }],
    });
    json::printed(&log)
}

fn result(finding: &Defect<'_>) -> Value {
    let steps: Vec<Value> =
        finding.steps().iter().map(|step| json!({ "location": location(&step.position, Some(&step.text)) })).collect();
    let mut result = json!({
        "ruleId": finding.kind,
        "level": finding.severity().word(),
        "message": { "text": finding.message },
        "locations": [location(finding.position(), None)],
    });
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

fn rule(kind: &str) -> Value {
    let text = RULES.iter().find(|(known, _)| *known == kind).map_or("A defect.", |(_, text)| *text);
    json!({
        "id": kind,
        "shortDescription": { "text": text },
        "fullDescription": { "text": text },
        "help": { "text": text },
    })
}

fn location(position: &SourcePosition, message: Option<&str>) -> Value {
    let mut value = json!({ "physicalLocation": {
        "artifactLocation": { "uri": position.file },
        "region": {
            "startLine": position.line.max(1),
            "startColumn": position.column.max(1),
            "endLine": position.line.max(1),
            "endColumn": position.column.max(1) + 1,
        },
    }});
    if let Some(text) = message.filter(|text| !text.is_empty()) {
        value["message"] = json!({ "text": text });
    }
    value
}
