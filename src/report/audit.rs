//! What an audit has found, for people and machines.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use audit::{Audit, Discrepancy, Miss, Moment, ProofAudit};
use base::version;

/// Edges that are named one by one; if there are more, only their number is shown.
const NAMED: usize = 5;

/// One line for each proof, and one for the shape analysis.
pub fn text(audit: &Audit) -> String {
    let mut out = String::new();
    if audit.proofs.is_empty() && audit.shapes.is_none() {
        out.push_str("audit: no proof to try\n");
    }
    for proof in &audit.proofs {
        let _ = writeln!(out, "{}", of_proof(proof));
    }
    if let Some(shapes) = &audit.shapes {
        let undecided = match shapes.undecided {
            0 => String::new(),
            count => format!(", {} too large to compare", grouped(count)),
        };
        let _ = writeln!(
            out,
            "audit of the shape analysis: {}{undecided}; {}",
            counted(shapes.states, "state"),
            end(shapes.miss.as_ref())
        );
    }
    out
}

fn of_proof(proof: &ProofAudit) -> String {
    let tally = &proof.tally;
    let of = if proof.of_accesses { " of accesses" } else { "" };
    let mut parts = vec![
        counted(tally.edges, "edge"),
        counted(tally.states, "state"),
        counted(tally.steps, "step"),
        match tally.complete_nodes {
            0 => "some starts".to_string(),
            nodes => format!("all starts of up to {}", counted(nodes, "node")),
        },
    ];
    if tally.not_followed > 0 {
        parts.push(format!("{} ended where the interpreter does not follow", counted(tally.not_followed, "run")));
    }
    if tally.was_stopped {
        parts.push("stopped by a limit on time or memory".to_string());
    }
    if !tally.never_taken.is_empty() && proof.miss.is_none() {
        let named: Vec<&str> = tally.never_taken.iter().take(NAMED).map(String::as_str).collect();
        let more = if tally.never_taken.len() > NAMED { ", …" } else { "" };
        parts.push(format!("{} never taken ({}{more})", counted(tally.never_taken.len(), "edge"), named.join(", ")));
    }
    format!("audit{of}: {}; {}", parts.join(", "), end(proof.miss.as_ref()))
}

fn end(miss: Option<&Miss>) -> &'static str {
    if miss.is_some() { "a miss" } else { "no miss" }
}

/// The message about misses; empty if there are none. `command` is the command line.
pub fn message(audit: &Audit, command: &str) -> String {
    let mut out = String::new();
    if audit.misses().next().is_some() {
        out.push_str(
            "damson: error: internal error: the audit found what a proof does not allow; please report this text\n",
        );
        let _ = writeln!(out, "version: {}", version::version());
        let _ = writeln!(out, "command line: {command}");
    }
    for miss in audit.misses() {
        out.push('\n');
        out.push_str(&description(miss));
    }
    out
}

/// One miss: where, what, and the states that show it.
pub fn description(miss: &Miss) -> String {
    let mut out = String::new();
    let at = if miss.statement.is_empty() { "at this location".to_string() } else { miss.statement.clone() };
    let _ = writeln!(out, "{}: {at}", miss.position);
    let _ = writeln!(out, "  {}", kind(&miss.kind));
    for (title, moment) in [("before", &miss.before), ("after", &miss.after)] {
        let Some(moment) = moment else { continue };
        let _ = writeln!(out, "  {title}:");
        moment.heap.lines().for_each(|line| {
            let _ = writeln!(out, "    {line}");
        });
        let values: Vec<String> = moment
            .predicates
            .iter()
            .map(|found| match found.value {
                Some(true) => found.predicate.clone(),
                Some(false) => format!("!({})", found.predicate),
                None => format!("({}) is open", found.predicate),
            })
            .collect();
        if !values.is_empty() {
            let _ = writeln!(out, "    with {}", values.join(", "));
        }
    }
    out
}

fn kind(kind: &Discrepancy) -> String {
    match kind {
        Discrepancy::NoTransition => "the boolean program has no transition for this step".to_string(),
        Discrepancy::Guard => "the guard of this step is false in the boolean program".to_string(),
        Discrepancy::Value { predicate, found } => {
            format!("{predicate} is {found} after this step; the boolean program allows only {}", !found)
        }
        Discrepancy::NotFree { predicate, allowed } => {
            format!("C leaves {predicate} open after this step; the boolean program allows only {allowed}")
        }
        Discrepancy::Constraint(clause) => format!("the boolean program excludes this state: it claims {clause}"),
        Discrepancy::Hint { hint, says } => format!("this hint gives {says}, and its predicate is {}: {hint}", !says),
        Discrepancy::Fact { predicate, says } => {
            format!("the shape analysis says that {predicate} is always {says} here, and it is {}", !says)
        }
        Discrepancy::Start => "the boolean program cannot start in this state".to_string(),
        Discrepancy::Assumption => "the assumption holds in this state and fails in the boolean program".to_string(),
        Discrepancy::Claim(text) => format!("the boolean program evaluates this claim differently: {text}"),
        Discrepancy::Failure(fault) => format!("this step fails [{}]; in the boolean program it cannot", fault.word()),
        Discrepancy::Compaction => "compaction dropped this step, or a property".to_string(),
        Discrepancy::Uncovered(reason) => {
            format!("no configuration of the shape analysis describes this state: {reason}")
        }
    }
}

/// `1 edge`, `2 edges`.
fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(number))
}

/// `12345` as `12,345`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// What the audit tried, and what it found (`--audit`).
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Audit")]
pub(super) struct Report<'a> {
    /// The proofs of the predicate abstraction.
    proofs: Vec<Proof<'a>>,
    /// The proof of the shape analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<Shapes>,
    /// What concrete runs do and a proof does not allow: internal errors.
    misses: Vec<Missed<'a>>,
}

/// A proof of the predicate abstraction that was tried.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AuditedProof")]
struct Proof<'a> {
    /// What it proves: `properties` or `accesses`.
    of: &'static str,
    /// Edges of its boolean program.
    edges: usize,
    /// States that were looked at.
    states: usize,
    /// Steps of runs that were looked at.
    steps: usize,
    /// All starts of up to this number of nodes were tried.
    nodes: usize,
    /// Runs that ended where the interpreter does not follow.
    not_followed: usize,
    /// Whether a limit on time or memory ended it.
    stopped: bool,
    /// Edges that no step took.
    never_taken: &'a [String],
}

/// The proof of the shape analysis that was tried.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AuditedShapes")]
struct Shapes {
    /// States that were looked at.
    states: usize,
    /// States that were too large to compare.
    undecided: usize,
}

/// What a concrete run does and a proof does not allow.
#[derive(Serialize, JsonSchema)]
struct Missed<'a> {
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
    /// The statement.
    statement: &'a str,
    /// What was missed.
    message: String,
    /// The state before the statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<State<'a>>,
    /// The state after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<State<'a>>,
}

/// A state of a run.
#[derive(Serialize, JsonSchema)]
struct State<'a> {
    /// Its heap, drawn as text.
    heap: &'a str,
    /// The predicates that count there.
    predicates: Vec<Valued<'a>>,
}

/// A predicate with its value.
#[derive(Serialize, JsonSchema)]
struct Valued<'a> {
    /// The predicate.
    predicate: &'a str,
    /// Its value; null where it is open.
    value: Option<bool>,
}

/// The object.
pub(super) fn json(audit: &Audit) -> Report<'_> {
    Report {
        proofs: audit.proofs.iter().map(json_proof).collect(),
        shapes: audit.shapes.as_ref().map(|found| Shapes { states: found.states, undecided: found.undecided }),
        misses: audit.misses().map(json_miss).collect(),
    }
}

fn json_proof(proof: &ProofAudit) -> Proof<'_> {
    let tally = &proof.tally;
    Proof {
        of: if proof.of_accesses { "accesses" } else { "properties" },
        edges: tally.edges,
        states: tally.states,
        steps: tally.steps,
        nodes: tally.complete_nodes,
        not_followed: tally.not_followed,
        stopped: tally.was_stopped,
        never_taken: &tally.never_taken,
    }
}

fn json_miss(miss: &Miss) -> Missed<'_> {
    Missed {
        file: &miss.position.file,
        line: miss.position.line,
        column: miss.position.column,
        statement: &miss.statement,
        message: kind(&miss.kind),
        before: miss.before.as_ref().map(json_state),
        after: miss.after.as_ref().map(json_state),
    }
}

fn json_state(moment: &Moment) -> State<'_> {
    let valued = moment.predicates.iter().map(|found| Valued { predicate: &found.predicate, value: found.value });
    State { heap: &moment.heap, predicates: valued.collect() }
}
