//! Advice and preconditions in JSON.

use schemars::JsonSchema;
use serde::Serialize;

use pipeline::property::Precondition;
use reason::advice::Advice;

/// What may help where something is open.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Advice")]
pub(super) struct AdviceReport {
    /// In words.
    text: String,
    /// The arguments for the command line that follow it, where it is an option.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<String>,
}

impl AdviceReport {
    pub(super) fn new(advice: &Advice) -> AdviceReport {
        AdviceReport { text: advice.to_string(), arguments: advice.arguments() }
    }
}

/// An assumption under which a property is proved.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Precondition")]
pub(super) struct PreconditionReport {
    /// As specifications write it.
    condition: String,
    /// The line to add to the specification.
    statement: String,
}

impl PreconditionReport {
    pub(super) fn new(precondition: &Precondition) -> Self {
        PreconditionReport { condition: precondition.condition(), statement: precondition.statement() }
    }
}
