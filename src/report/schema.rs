//! What every JSON document of Damson begins with, and the JSON schema of all of them.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use crate::invariant::InvariantReport;
use crate::json::{AbstractionReport, JsonReport, printed};
use crate::refusal::Refusal;
use crate::several::Answers;
use crate::trail::TrailReport;
use crate::validation::WitnessReport;
use base::version;

/// The version of the format. It grows when a field changes its meaning or disappears; a new field is no reason.
const FORMAT_VERSION: u32 = 1;

/// What every document begins with.
#[derive(Serialize, JsonSchema)]
pub(super) struct Header {
    /// The version of this format, 1. It grows when a field changes its meaning or disappears; new fields may come without that.
    format_version: u32,
    /// What wrote this.
    tool: Tool,
}

impl Header {
    /// Of this Damson.
    pub fn new() -> Header {
        Header { format_version: FORMAT_VERSION, tool: Tool { name: "damson", version: version::number() } }
    }
}

/// What wrote a document.
#[derive(Serialize, JsonSchema)]
struct Tool {
    /// `damson`.
    name: &'static str,
    /// Its version.
    version: &'static str,
}

/// The answer for one function of several.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, clippy::large_enum_variant, reason = "only its schema is needed")]
pub(super) enum PartReport<'a> {
    Report(JsonReport<'a>),
    Refusal(Refusal<'a>),
}

/// What Damson writes for `--format json`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, clippy::large_enum_variant, reason = "only its schema is needed")]
enum Document<'a> {
    Report(JsonReport<'a>),
    Abstraction(AbstractionReport),
    Answers(Answers<'a>),
    Trail(TrailReport<'a>),
    Witness(WitnessReport<'a>),
    Invariant(InvariantReport<'a>),
    Refusal(Refusal<'a>),
}

/// The schema of all documents (JSON Schema, draft 2020-12), with a final line break.
pub fn write() -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema: Schema = settings.into_generator().into_root_schema_for::<Document<'_>>();
    schema.insert("title".into(), "Output of damson --format json".into());
    printed(&schema)
}
