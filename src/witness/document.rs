//! The format of witnesses, version 2.0: what is written, field by field in the order of the format's documents.

use std::collections::BTreeMap;

use competition::{CompetitionProperty, PropertySet};
use engine::evidence::{Alarm, LeakedBlock};
use program::{FaultKind, UninitializedUse};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version that is written.
pub const FORMAT_VERSION: &str = "2.0";

/// A witness.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "entry_type", rename_all = "snake_case")]
pub enum Entry {
    ViolationSequence { metadata: Metadata, content: Vec<SegmentItem> },
    InvariantSet { metadata: Metadata, content: Vec<InvariantItem> },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Metadata {
    pub format_version: &'static str,
    pub uuid: String,
    /// ISO 8601.
    pub creation_time: String,
    pub producer: Producer,
    pub task: Task,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Producer {
    pub name: &'static str,
    pub version: &'static str,
}

/// The question that the witness answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Task {
    pub input_files: Vec<String>,
    /// SHA-256 of each file, in hexadecimal digits.
    pub input_file_hashes: BTreeMap<String, String>,
    pub specification: String,
    pub data_model: &'static str,
    pub language: &'static str,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SegmentItem {
    pub segment: Vec<WaypointItem>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WaypointItem {
    pub waypoint: Waypoint,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Waypoint {
    #[serde(rename = "type")]
    pub kind: WaypointKind,
    pub action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    pub location: Location,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaypointKind {
    /// A condition on the variables in front of a statement.
    Assumption,
    /// The outcome of a condition.
    Branching,
    /// A call, before the function runs.
    FunctionEnter,
    /// A call, as the function returns.
    FunctionReturn,
    /// The place of the error.
    Target,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Follow,
    Avoid,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Constraint {
    pub value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ExpressionFormat>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpressionFormat {
    CExpression,
    /// C with `\result`.
    AcslExpression,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Location {
    pub file_name: String,
    pub line: u32,
    /// In characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InvariantItem {
    pub invariant: Invariant,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Invariant {
    #[serde(rename = "type")]
    pub kind: InvariantKind,
    pub location: Location,
    /// An expression of C without side effects that holds whenever a run is there.
    pub value: String,
    pub format: ExpressionFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InvariantKind {
    LoopInvariant,
    LocationInvariant,
}

/// The error function of competitions.
const ERROR_FUNCTION: &str = "reach_error";
/// The function that `assert` calls where it fails.
pub const FAILED_ASSERTION: &str = "__assert_fail";

/// What a proof of memory safety shows.
pub const MEMORY_SAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )
CHECK( init(main()), LTL(G valid-deref) )
CHECK( init(main()), LTL(G valid-memtrack) )
";

/// Returns the property that an error violates, whatever function calls are errors. `None` if competitions have none for it, or
/// count it in different ways.
pub fn property(alarm: &Alarm) -> Option<CompetitionProperty> {
    match alarm.kind {
        FaultKind::InvalidDereference
        | FaultKind::OutOfBounds
        | FaultKind::UseAfterFree
        | FaultKind::UseAfterScope
        | FaultKind::OverlappingCopy => Some(CompetitionProperty::ValidDeref),
        FaultKind::InvalidFree | FaultKind::DoubleFree => Some(CompetitionProperty::ValidFree),
        FaultKind::Uninitialized => match alarm.use_of_uninitialized {
            Some(UninitializedUse::Dereference) => Some(CompetitionProperty::ValidDeref),
            Some(UninitializedUse::Free) => Some(CompetitionProperty::ValidFree),
            // Which bytes such a string has is open, and so is where it ends.
            Some(UninitializedUse::Read) | None => None,
        },
        FaultKind::MemoryLeak => Some(CompetitionProperty::ValidMemtrack),
        FaultKind::ReachError => Some(CompetitionProperty::UnreachCall(ERROR_FUNCTION.into())),
        FaultKind::Assertion => Some(CompetitionProperty::UnreachCall(FAILED_ASSERTION.into())),
        FaultKind::UndefinedValue
        | FaultKind::FieldOfNull
        | FaultKind::UndefinedOperand
        | FaultKind::Shape
        | FaultKind::ConstantWritten
        | FaultKind::BeyondArray
        | FaultKind::UndefinedBehaviour
        | FaultKind::Indeterminate
        | FaultKind::Unsupported => None,
    }
}

/// Returns which of some properties an error breaks, if it breaks one.
pub fn broken(alarm: &Alarm, properties: &PropertySet) -> Option<CompetitionProperty> {
    let asked = |property: CompetitionProperty| properties.contains(&property).then_some(property);
    let error_call = || properties.error_function().map(|name| CompetitionProperty::UnreachCall(name.to_string()));
    match alarm.kind {
        FaultKind::MemoryLeak => match alarm.confirmed.as_ref().ok()?.leak? {
            LeakedBlock::Lost { ends: false } => asked(CompetitionProperty::ValidMemtrack),
            LeakedBlock::LostAtEnd | LeakedBlock::Lost { ends: true } => {
                asked(CompetitionProperty::ValidMemtrack).or_else(|| asked(CompetitionProperty::ValidMemcleanup))
            }
            LeakedBlock::Left => asked(CompetitionProperty::ValidMemcleanup),
            // A variable in scope leads to it; or whether a program that aborts must have freed it is not settled.
            LeakedBlock::Unread | LeakedBlock::Aborted => None,
        },
        FaultKind::ReachError => error_call(),
        FaultKind::Assertion => error_call().filter(|_| properties.error_function() == Some(FAILED_ASSERTION)),
        _ => property(alarm).and_then(asked),
    }
}

/// Returns the SHA-256 of a text, in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Entry {
    pub fn metadata_mut(&mut self) -> &mut Metadata {
        match self {
            Entry::ViolationSequence { metadata, .. } | Entry::InvariantSet { metadata, .. } => metadata,
        }
    }

    /// Returns the witness with an identifier that follows from what it says: the same answer has the same one. (RFC 9562,
    /// version 8: the digits are the producer's own.)
    #[must_use]
    pub fn identified(mut self) -> Entry {
        let time = std::mem::take(&mut self.metadata_mut().creation_time);
        self.metadata_mut().uuid.clear();
        let digits = hash(format!("{self:?}").as_bytes());
        let part = |from: usize, to: usize| digits.get(from..to).unwrap_or("");
        let uuid = format!("{}-{}-8{}-a{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32));
        let metadata = self.metadata_mut();
        (metadata.uuid, metadata.creation_time) = (uuid, time);
        self
    }

    /// Returns the same proof without its invariants; `None` for an error.
    pub fn without_invariants(self) -> Option<Entry> {
        match self {
            Entry::InvariantSet { metadata, .. } => Some(Entry::InvariantSet { metadata, content: Vec::new() }),
            Entry::ViolationSequence { .. } => None,
        }
    }

    /// Returns true for a proof without invariants.
    pub fn says_nothing(&self) -> bool {
        matches!(self, Entry::InvariantSet { content, .. } if content.is_empty())
    }

    /// Returns the witness as YAML, a list of one entry.
    pub fn text(&self) -> Result<String, serde_saphyr::ser::Error> {
        // A text stands in one line, so that tools which look for it find it.
        serde_saphyr::to_string_with_options(&[self], serde_saphyr::ser_options! { prefer_block_scalars: false })
    }
}
