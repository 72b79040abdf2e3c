//! Advice and preconditions in JSON.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use pipeline::property::Precondition;
use pipeline::requirements::Requirement;
use program::analysis::Effects;
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

/// What a function of a library requires of its callers (`--all-entries`).
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Requirement")]
pub(super) struct RequirementReport {
    /// "nothing": it is verified from every state of its types. "precondition": it is verified under one. "broken": no caller can
    /// prevent the findings. "broken-for-some": the function makes the findings, but a test comes before them. "unstated": the findings depend on the caller, and no precondition is known that excludes them.
    /// "open": something else is open, under the precondition if there is one.
    kind: &'static str,
    /// The precondition.
    #[serde(skip_serializing_if = "Option::is_none")]
    precondition: Option<PreconditionReport>,
}

impl RequirementReport {
    pub(super) fn new(requirement: &Requirement) -> RequirementReport {
        let (kind, precondition) = match requirement {
            Requirement::Nothing => ("nothing", None),
            Requirement::Precondition(precondition) => ("precondition", Some(precondition)),
            Requirement::Broken(_) => ("broken", None),
            Requirement::BrokenForSome(_) => ("broken-for-some", None),
            Requirement::Unstated(_) => ("unstated", None),
            Requirement::Open(under) => ("open", under.as_ref().map(|(precondition, _)| precondition)),
        };
        RequirementReport { kind, precondition: precondition.map(PreconditionReport::new) }
    }
}

/// What a function of a library may do with the memory of its callers (`--all-entries`). What is not named does not happen, as
/// long as functions without a body do no more than their types allow.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Effects")]
pub(super) struct EffectsReport<'a> {
    /// The types of the blocks that it may allocate; null where the type is not known.
    allocates: &'a BTreeSet<Option<String>>,
    /// The types of the blocks that it may free.
    frees: &'a BTreeSet<Option<String>>,
    /// The parameters that something other than the result may lead to afterwards.
    keeps: &'a [String],
    /// True if its result may be NULL.
    may_return_null: bool,
    /// True if it may change memory.
    changes_memory: bool,
    /// The functions without a body that it may call.
    calls: &'a BTreeSet<String>,
}

impl EffectsReport<'_> {
    pub(super) fn new(effects: &Effects) -> EffectsReport<'_> {
        let Effects { allocates, frees, keeps, may_return_null, changes_memory, calls } = effects;
        let (may_return_null, changes_memory) = (*may_return_null, *changes_memory);
        EffectsReport { allocates, frees, keeps, may_return_null, changes_memory, calls }
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
