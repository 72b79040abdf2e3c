//! Reads a witness: YAML of format 2.0 and what 2.1 has in common with it. Errors have their line and column.
//!
//! The rules of the format that a type cannot express are in [`crate::lint`]. Anchors, tags, duplicate keys and depth are
//! bounded by the YAML library.

use std::collections::BTreeMap;
use std::fmt;

use crate::document::{Action, InvariantKind, Location, WaypointKind};
use crate::limits::{DEEPEST_WITNESS, LARGEST_WITNESS};
use crate::lint;
use base::{Diagnostic, FileId, SourceMap, Span};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde_saphyr::{Location as Mark, Options, Spanned};

/// A witness that was read, whose form follows the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadWitness {
    pub task: ReadTask,
    pub content: ReadContent,
}

/// The question that a witness answers, as far as it says so.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadTask {
    /// SHA-256 of each file, in hexadecimal digits.
    pub hashes: BTreeMap<String, String>,
    /// The lines of a property file.
    pub specification: Option<String>,
    pub is_32_bit: Option<bool>,
    /// Where the witness says all that.
    pub span: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadContent {
    /// The segments of a violation witness, at least one.
    Violation(Vec<ReadSegment>),
    /// The invariants of a correctness witness.
    Correctness(Vec<ReadInvariant>),
    /// Entries of a kind that Damson does not follow.
    Other(String),
}

/// A part of a violation witness: what must not happen, and then what must.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadSegment {
    pub avoid: Vec<ReadWaypoint>,
    pub follow: ReadWaypoint,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadWaypoint {
    pub kind: WaypointKind,
    /// The constraint; empty where there is none.
    pub value: String,
    pub location: Location,
    /// Where it is in the witness.
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadInvariant {
    pub kind: InvariantKind,
    pub value: String,
    pub location: Location,
    /// Where it is in the witness.
    pub span: Span,
}

impl ReadWitness {
    /// Returns the lines of the program that it speaks of, each with the place in the witness that does.
    pub fn parts(&self) -> Vec<(u32, Span)> {
        match &self.content {
            ReadContent::Violation(segments) => {
                let waypoints = segments.iter().flat_map(|segment| segment.avoid.iter().chain([&segment.follow]));
                waypoints.map(|waypoint| (waypoint.location.line, waypoint.span)).collect()
            }
            ReadContent::Correctness(invariants) => {
                invariants.iter().map(|invariant| (invariant.location.line, invariant.span)).collect()
            }
            ReadContent::Other(_) => Vec::new(),
        }
    }
}

/// A scalar, whatever YAML takes it for: some write `2` and others `"2"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Scalar(pub(super) String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Scalar, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Scalar;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "a text, a number or a truth value")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar(text.into()))
            }
            fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar, E> {
                Ok(Scalar(value.to_string()))
            }
        }
        from.deserialize_any(Any)
    }
}

/// An entry as written.
#[derive(Deserialize)]
pub(super) struct RawEntry {
    pub(super) entry_type: Spanned<String>,
    pub(super) metadata: Spanned<RawMetadata>,
    #[serde(default)]
    pub(super) content: Option<Vec<RawItem>>,
}

#[derive(Deserialize)]
pub(super) struct RawMetadata {
    pub(super) format_version: Spanned<String>,
    pub(super) task: Option<Spanned<RawTask>>,
}

#[derive(Deserialize)]
pub(super) struct RawTask {
    #[serde(default)]
    pub(super) input_file_hashes: BTreeMap<String, String>,
    pub(super) specification: Option<String>,
    pub(super) data_model: Option<Spanned<String>>,
}

#[derive(Deserialize)]
pub(super) struct RawItem {
    pub(super) segment: Option<Spanned<Vec<RawWaypointItem>>>,
    pub(super) invariant: Option<Spanned<RawInvariant>>,
}

#[derive(Deserialize)]
pub(super) struct RawWaypointItem {
    pub(super) waypoint: Spanned<RawWaypoint>,
}

#[derive(Deserialize)]
pub(super) struct RawWaypoint {
    #[serde(rename = "type")]
    pub(super) kind: WaypointKind,
    pub(super) action: Action,
    pub(super) constraint: Option<RawConstraint>,
    pub(super) location: RawLocation,
}

#[derive(Deserialize)]
pub(super) struct RawConstraint {
    pub(super) value: Scalar,
}

#[derive(Deserialize)]
pub(super) struct RawLocation {
    pub(super) file_name: String,
    pub(super) line: Spanned<u32>,
    pub(super) column: Option<Spanned<u32>>,
    pub(super) function: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct RawInvariant {
    #[serde(rename = "type")]
    pub(super) kind: Spanned<String>,
    pub(super) location: Option<RawLocation>,
    pub(super) value: Option<Scalar>,
}

/// A text of YAML, to find places in it.
#[derive(Clone, Copy)]
pub(super) struct Yaml<'y> {
    pub(super) text: &'y str,
    pub(super) file: FileId,
}

impl Yaml<'_> {
    /// Returns true if a scalar is in quotation marks, so that it is a text and no number.
    pub(super) fn is_quoted(self, mark: Mark) -> bool {
        let start = self.span(mark).start as usize;
        self.text.get(start..).is_some_and(|rest| rest.starts_with(['"', '\'']))
    }

    /// Returns the span of a place that the YAML library names.
    pub(super) fn span(self, mark: Mark) -> Span {
        let line = usize::try_from(mark.line()).unwrap_or(usize::MAX).saturating_sub(1);
        let column = usize::try_from(mark.column()).unwrap_or(usize::MAX).saturating_sub(1);
        let before: usize = self.text.split_inclusive('\n').take(line).map(str::len).sum();
        let rest = self.text.get(before..).unwrap_or("").lines().next().unwrap_or("");
        let ahead: usize = rest.chars().take(column).map(char::len_utf8).sum();
        let start = u32::try_from(before + ahead).unwrap_or(u32::MAX);
        Span { file: self.file, start, end: start.saturating_add(1) }
    }
}

/// Reads a witness.
pub fn read(sources: &SourceMap, file: FileId) -> Result<ReadWitness, Diagnostic> {
    let text = sources.text(file);
    let yaml = Yaml { text, file };
    if text.len() > LARGEST_WITNESS {
        return Err(Diagnostic::general(format!("the witness is larger than {} MiB", LARGEST_WITNESS >> 20)));
    }
    let entries: Vec<RawEntry> = serde_saphyr::from_str_with_options(text, options()).map_err(|error| {
        let span = error.location().map_or(Span { file, start: 0, end: 0 }, |mark| yaml.span(mark));
        Diagnostic::error(span, format!("this is no witness: {}", problem(&error)))
    })?;
    lint::checked(entries, yaml)
}

/// Returns what is wrong with a text that is no witness. Its place is shown as for all other messages.
fn problem(error: &serde_saphyr::Error) -> String {
    match error.without_snippet() {
        serde_saphyr::Error::DuplicateMappingKey { key: Some(key), .. } => format!("the key '{key}' is there twice"),
        serde_saphyr::Error::Budget { .. } => "it has anchors, or is nested too deeply".into(),
        other => {
            let message = other.to_string();
            let line = message.lines().next().unwrap_or("");
            line.split_once(" at line ").map_or(line, |(message, _)| message).to_string()
        }
    }
}

/// Returns how YAML is read: duplicate keys are errors, and nothing grows without bound.
fn options() -> Options {
    serde_saphyr::options! {
        with_snippet: false,
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::Error,
        budget: serde_saphyr::budget! { max_depth: DEEPEST_WITNESS, max_aliases: 0, max_anchors: 0 },
    }
}
