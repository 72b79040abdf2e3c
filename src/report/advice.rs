//! Advice, for machines.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::advice::Advice;

/// What may help where something is open.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Advice")]
pub(super) struct JsonAdvice {
    /// In words.
    text: String,
    /// The arguments for the command line that follow it, where it is an option.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<String>,
}

impl JsonAdvice {
    pub(super) fn new(advice: &Advice) -> JsonAdvice {
        JsonAdvice { text: advice.to_string(), arguments: advice.arguments() }
    }
}
