//! What an answer assumes: hints, and functions without a body.

use schemars::JsonSchema;
use serde::Serialize;

use reason::assumption::{AssumedEffect, KeptContract, UnprovedHint};

/// A hint that is not proved, and that is assumed.
#[derive(Serialize, JsonSchema)]
pub(super) struct Assumption<'a> {
    /// The hint.
    text: String,
    /// The hints file.
    file: &'a str,
    /// Its line, from 1.
    line: u32,
    /// What is known about it.
    known: String,
}

impl<'a> Assumption<'a> {
    pub(super) fn new(hint: &'a UnprovedHint) -> Assumption<'a> {
        let (text, known) = (hint.name(), hint.known.to_string());
        Assumption { text, file: &hint.position.file, line: hint.position.line, known }
    }
}

/// A contract that is assumed to be kept.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Contract<'a> {
    /// The function.
    function: &'a str,
    /// The specification, or the C file.
    file: &'a str,
    /// Its line, from 1.
    line: u32,
    /// True if there is none: `effect` says what is assumed instead, and the place is that of a call.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unwritten: bool,
    /// What is assumed of the function: "contract", "type" (it does no more than its type allows) or "nothing" (it changes nothing).
    effect: &'static str,
}

impl<'a> Contract<'a> {
    pub(crate) fn new(contract: &'a KeptContract) -> Contract<'a> {
        let KeptContract { function, position, effect } = contract;
        let (unwritten, effect) = match effect {
            AssumedEffect::OfContract => (false, "contract"),
            AssumedEffect::OfType => (true, "type"),
            AssumedEffect::Nothing => (true, "nothing"),
        };
        Contract { function, file: &position.file, line: position.line, unwritten, effect }
    }
}
