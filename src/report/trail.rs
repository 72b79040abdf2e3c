//! A trail of SPIN or a counterexample of ABC in C statements and predicates, for people and for machines.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::printed;
use crate::schema::Header;
use base::fold::{Fold, fold};
use modelcheck::source_trail::{SourceStep, SourceTrail, TrailOrigin};

/// How deep a line of a repeated part is indented below the one that counts.
const DEEPER: usize = 2;

/// The trail as text.
pub fn text(trail: &SourceTrail) -> String {
    let origin = match trail.origin {
        TrailOrigin::Spin => "SPIN's trail",
        TrailOrigin::Abc => "ABC's counterexample",
        TrailOrigin::Aiger => "an AIGER witness",
    };
    let mut out = format!("a run of the model of {}, from {origin}\n\nstart\n", trail.procedure);
    values(&mut out, 0, &trail.start);
    let (before, repeated) = trail.steps.split_at(trail.loop_start.unwrap_or(trail.steps.len()).min(trail.steps.len()));
    fold(before).iter().for_each(|part| self::part(&mut out, 0, before, part));
    if trail.loop_start.is_some() {
        out.push_str(if repeated.is_empty() { "here the run ends\n" } else { "again and again, for ever:\n" });
        fold(repeated).iter().for_each(|part| self::part(&mut out, DEEPER, repeated, part));
    }
    let _ = write!(
        out,
        "\nviolated in the model: {}\nThis is a run of the model. damson verify looks for one of the C program.\n",
        trail.violated
    );
    out
}

fn part(out: &mut String, indent: usize, steps: &[SourceStep], fold: &Fold) {
    let space = " ".repeat(indent);
    match fold {
        Fold::Step(index) => {
            let Some(SourceStep { statement, changes, dropped }) = steps.get(*index) else { return };
            let _ = writeln!(out, "{space}{statement}");
            values(out, indent, changes);
            for predicate in dropped {
                let _ = writeln!(out, "{space}    -      {predicate}");
            }
        }
        Fold::Loop { times, body, .. } => {
            let _ = writeln!(out, "{space}{times} times:");
            body.iter().for_each(|fold| part(out, indent + DEEPER, steps, fold));
        }
    }
}

fn values(out: &mut String, indent: usize, values: &[(String, bool)]) {
    for (predicate, value) in values {
        let _ = writeln!(out, "{}    {:<5}  {predicate}", " ".repeat(indent), value);
    }
}

/// A run of a model, from a trail of SPIN or a counterexample of ABC: what `replay` answers.
#[derive(Serialize, JsonSchema)]
pub(super) struct TrailReport<'a> {
    #[serde(flatten)]
    header: Header,
    /// The C procedure.
    procedure: &'a str,
    /// The property that the run of the model violates. (`verify` looks for a run of the C program.)
    violated: &'a str,
    /// The predicates where the run starts.
    start: Vec<TrailValue<'a>>,
    /// Its steps.
    steps: Vec<TrailStep<'a>>,
    /// If the run has no end: the number of the step, from 0, from which on it repeats for ever. The number of steps: it stays
    /// in its last state.
    #[serde(skip_serializing_if = "Option::is_none")]
    loop_start: Option<usize>,
}

/// A predicate with its value.
#[derive(Serialize, JsonSchema)]
struct TrailValue<'a> {
    /// The predicate.
    predicate: &'a str,
    /// Its value.
    value: bool,
}

/// A step of a run of a model.
#[derive(Serialize, JsonSchema)]
struct TrailStep<'a> {
    /// The C statement, behind its file and line.
    statement: &'a str,
    /// The predicates that have another value, or one at all, behind it.
    changes: Vec<TrailValue<'a>>,
    /// The predicates that have no meaning any more.
    dropped: &'a [String],
}

/// The object of `--format json`, with a final line break.
pub fn json(trail: &SourceTrail) -> String {
    printed(&TrailReport {
        header: Header::new(),
        procedure: &trail.procedure,
        violated: &trail.violated,
        start: of_values(&trail.start),
        steps: trail.steps.iter().map(of_step).collect(),
        loop_start: trail.loop_start,
    })
}

fn of_step(step: &SourceStep) -> TrailStep<'_> {
    TrailStep { statement: &step.statement, changes: of_values(&step.changes), dropped: &step.dropped }
}

fn of_values(values: &[(String, bool)]) -> Vec<TrailValue<'_>> {
    values.iter().map(|(predicate, value)| TrailValue { predicate, value: *value }).collect()
}
