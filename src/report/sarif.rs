//! `--format sarif`: SARIF 2.1.0, the subset that code-scanning services need.

use serde_json::{Value, json};

use crate::base::SourcePosition;
use crate::engine::evidence::ConcreteStep;
use crate::engine::reason::OpenReason;
use crate::pipeline::Verification;
use crate::report::findings;
use crate::verdict::Verdict;

/// What each kind of finding means, for the list of rules.
const RULES: [(&str, &str); 14] = [
    ("invalid-dereference", "NULL or something that is no address is dereferenced."),
    ("invalid-free", "Something is freed that was not allocated."),
    ("double-free", "A block is freed twice."),
    ("memory-leak", "A block is lost that was not freed."),
    ("out-of-bounds", "Memory outside of an object is accessed."),
    ("use-after-free", "Freed memory is accessed."),
    ("use-after-scope", "A variable is accessed whose scope has ended."),
    ("uninitialized", "An indeterminate value is used."),
    ("overlapping-copy", "The areas of a copy overlap."),
    ("assertion", "An assertion of the program fails."),
    ("reach-error", "An error function is reached."),
    ("undefined-behaviour", "The behaviour of the program is undefined."),
    ("division-by-zero", "A number is divided by zero."),
    ("shape", "A property of the specification is violated."),
];

/// A defect as a log shows it.
#[derive(Clone, Debug)]
pub struct Defect {
    /// One of the kinds of findings.
    pub kind: &'static str,
    /// `error`, or `warning` where it is not certain.
    pub level: &'static str,
    /// One sentence.
    pub message: String,
    /// Where.
    pub position: SourcePosition,
    /// The way to it.
    pub steps: Vec<ConcreteStep>,
}

/// The log of a verification, indented, with a final line break.
pub fn verification(verification: &Verification) -> String {
    let defect = |finding: crate::report::Finding<'_>| Defect {
        kind: finding.kind,
        level: "error",
        message: finding.message,
        position: finding.evidence.position().clone(),
        steps: finding.evidence.steps().to_vec(),
    };
    let defects: Vec<Defect> = findings(verification).into_iter().map(defect).collect();
    let assumptions: Vec<String> =
        verification.assumptions().iter().map(|doubt| format!("{}; {}", doubt.name(), doubt.known)).collect();
    log(&defects, verification.verdict, verification.reason.as_ref(), &assumptions)
}

/// A log of defects, indented, with a final line break. `assumptions` are what the verdict rests on.
pub fn log(defects: &[Defect], verdict: Verdict, reason: Option<&OpenReason>, assumptions: &[String]) -> String {
    let mut kinds: Vec<&str> = defects.iter().map(|defect| defect.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let results: Vec<Value> = defects.iter().map(result).collect();
    let mut properties = json!({ "verdict": verdict, "reason": reason });
    if !assumptions.is_empty() {
        properties["assumptions"] = json!(assumptions);
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
    // A value made of strings and numbers can always be written.
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn result(defect: &Defect) -> Value {
    let steps: Vec<Value> =
        defect.steps.iter().map(|step| json!({ "location": location(&step.position, Some(&step.text)) })).collect();
    let mut result = json!({
        "ruleId": defect.kind,
        "level": defect.level,
        "message": { "text": defect.message },
        "locations": [location(&defect.position, None)],
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
