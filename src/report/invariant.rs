//! An invariant of a model in predicates, for people and for machines: what `damson replay` shows of ABC's proofs. It decides
//! nothing.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::printed;
use crate::schema::Header;
use modelcheck::source_trail::{ExcludedStates, SourceInvariant};

/// The invariant as text.
pub fn text(invariant: &SourceInvariant) -> String {
    let mut out = format!(
        "an invariant of the model of {}, from ABC, proved again\nin runs that keep all assumptions:\n",
        invariant.procedure
    );
    for states in &invariant.excluded {
        out.push_str("\nnever");
        let places: Vec<String> = states.locations.iter().map(|place| format!(" at {place}")).collect();
        let _ = writeln!(out, "{}", places.join("\n  or"));
        for (predicate, value) in &states.values {
            let _ = writeln!(out, "    {value:<5}  {predicate}");
        }
    }
    out.push('\n');
    for property in &invariant.proved {
        let _ = writeln!(out, "holds in the model: {property}");
    }
    out
}

/// An invariant of a model that ABC found: what `replay` answers.
#[derive(Serialize, JsonSchema)]
pub(super) struct InvariantReport<'a> {
    #[serde(flatten)]
    header: Header,
    /// The C procedure.
    procedure: &'a str,
    /// The properties that the invariant proves.
    proved: &'a [String],
    /// The states that no run of the model reaches that keeps all assumptions.
    never: Vec<Never<'a>>,
}

/// States that no run reaches: at one of the locations, predicates with all of the values.
#[derive(Serialize, JsonSchema)]
struct Never<'a> {
    /// The locations, each with its line of C; none: all locations.
    locations: &'a [String],
    /// The values.
    values: Vec<ExcludedValue<'a>>,
}

/// A predicate with a value that it does not have together with the others.
#[derive(Serialize, JsonSchema)]
struct ExcludedValue<'a> {
    /// The predicate.
    predicate: &'a str,
    /// The value.
    value: bool,
}

/// The object of `--format json`, with a final line break.
pub fn json(invariant: &SourceInvariant) -> String {
    printed(&InvariantReport {
        header: Header::new(),
        procedure: &invariant.procedure,
        proved: &invariant.proved,
        never: invariant.excluded.iter().map(of_states).collect(),
    })
}

fn of_states(states: &ExcludedStates) -> Never<'_> {
    Never {
        locations: &states.locations,
        values: states.values.iter().map(|(predicate, value)| ExcludedValue { predicate, value: *value }).collect(),
    }
}
