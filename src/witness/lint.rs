//! The rules of the format that a type cannot express, from the documents of format 2.0 (*Software Verification Witnesses
//! 2.0*, sections 3 and 4): one version, one kind of entry; each segment ends with its only `follow`; the target is the last
//! one, and nothing else is a target; lines and columns count from 1.

use crate::document::{Action, InvariantKind, Location, WaypointKind};
use crate::expression;
use crate::read::{
    RawEntry, RawInvariant, RawItem, RawLocation, RawMetadata, RawWaypoint, RawWaypointItem, ReadContent,
    ReadInvariant, ReadSegment, ReadTask, ReadWaypoint, ReadWitness, Scalar, Yaml,
};
use base::{Diagnostic, Span};
use serde_saphyr::Spanned;

/// The versions that are read.
const VERSIONS: [&str; 3] = ["2.0", "2.1", "2.2"];
/// Entries of format 2.1 and 2.2 that are not followed.
const OTHER_ENTRIES: [&str; 1] = ["ghost_instrumentation"];

/// Checks the entries of a witness, and returns what they say.
pub(super) fn checked(entries: Vec<RawEntry>, yaml: Yaml<'_>) -> Result<ReadWitness, Diagnostic> {
    let start = Span { file: yaml.file, start: 0, end: 0 };
    let mut versions = entries.iter().map(|entry| entry.metadata.value.format_version.value.clone());
    let first = versions.next().ok_or_else(|| Diagnostic::error(start, "the witness has no entry"))?;
    if versions.any(|version| version != first) {
        return Err(Diagnostic::error(start, "the entries of a witness have one format version"));
    }
    let mut read: Option<ReadWitness> = None;
    for entry in entries {
        let kind = yaml.span(entry.entry_type.referenced);
        let witness = of_entry(entry, yaml)?;
        let Some(known) = &mut read else {
            read = Some(witness);
            continue;
        };
        match (&mut known.content, witness.content) {
            (ReadContent::Correctness(all), ReadContent::Correctness(more)) => all.extend(more),
            (ReadContent::Other(_), _) => {}
            (all, other @ ReadContent::Other(_)) => *all = other,
            _ => return Err(Diagnostic::error(kind, "a witness has one violation sequence, or invariants")),
        }
    }
    read.ok_or_else(|| Diagnostic::error(start, "the witness has no entry"))
}

fn of_entry(entry: RawEntry, yaml: Yaml<'_>) -> Result<ReadWitness, Diagnostic> {
    let RawEntry { entry_type, metadata, content } = entry;
    let task = task(metadata.value, yaml)?;
    let span = yaml.span(entry_type.referenced);
    let content = match entry_type.value.as_str() {
        "violation_sequence" => ReadContent::Violation(segments(content.unwrap_or_default(), yaml, span)?),
        "invariant_set" => invariants(content.unwrap_or_default(), yaml, span)?,
        other if OTHER_ENTRIES.contains(&other) => ReadContent::Other(other.into()),
        other => {
            let message = format!("'{other}' is no entry of a witness: violation_sequence and invariant_set are");
            return Err(Diagnostic::error(span, message));
        }
    };
    Ok(ReadWitness { task, content })
}

fn task(metadata: RawMetadata, yaml: Yaml<'_>) -> Result<ReadTask, Diagnostic> {
    let version = &metadata.format_version;
    if !VERSIONS.contains(&version.value.as_str()) {
        let message = format!("format version {} is not known; these are: {}", version.value, VERSIONS.join(", "));
        return Err(Diagnostic::error(yaml.span(version.referenced), message));
    }
    if !yaml.is_quoted(version.referenced) {
        let message = format!("the format version is a text: \"{}\"", version.value);
        return Err(Diagnostic::error(yaml.span(version.referenced), message));
    }
    let Some(task) = metadata.task else { return Ok(ReadTask::default()) };
    let span = Some(yaml.span(task.referenced));
    let is_32_bit = match task.value.data_model {
        None => None,
        Some(model) => Some(match model.value.as_str() {
            "ILP32" | "32bit" => true,
            "LP64" | "64bit" => false,
            other => {
                let message = format!("the data model '{other}' is not known: ILP32 and LP64 are");
                return Err(Diagnostic::error(yaml.span(model.referenced), message));
            }
        }),
    };
    let (hashes, specification) = (task.value.input_file_hashes, task.value.specification);
    Ok(ReadTask { hashes, specification, is_32_bit, span })
}

fn segments(items: Vec<RawItem>, yaml: Yaml<'_>, entry: Span) -> Result<Vec<ReadSegment>, Diagnostic> {
    let mut segments = Vec::new();
    for item in items {
        let Some(segment) = item.segment else {
            return Err(Diagnostic::error(entry, "the content of a violation sequence is segments"));
        };
        let span = yaml.span(segment.referenced);
        segments.push(segment_of(segment.value, yaml, span)?);
    }
    let (Some(last), false) = (segments.last(), segments.is_empty()) else {
        return Err(Diagnostic::error(entry, "a violation sequence has at least one segment"));
    };
    if last.follow.kind != WaypointKind::Target {
        return Err(Diagnostic::error(last.follow.span, "the last waypoint of a violation sequence is its target"));
    }
    let before = segments.split_last().map_or(&[][..], |(_, before)| before);
    match before.iter().find(|segment| segment.follow.kind == WaypointKind::Target) {
        Some(early) => Err(Diagnostic::error(early.follow.span, "only the last waypoint to follow is a target")),
        None => Ok(segments),
    }
}

fn segment_of(items: Vec<RawWaypointItem>, yaml: Yaml<'_>, span: Span) -> Result<ReadSegment, Diagnostic> {
    let mut avoid = Vec::new();
    let mut follow = None;
    for item in items {
        let span = yaml.span(item.waypoint.referenced);
        let action = item.waypoint.value.action;
        let waypoint = waypoint(item.waypoint, yaml)?;
        match action {
            _ if follow.is_some() => {
                return Err(Diagnostic::error(span, "a segment ends with the waypoint to follow"));
            }
            Action::Follow => follow = Some(waypoint),
            Action::Avoid if waypoint.kind == WaypointKind::Target => {
                return Err(Diagnostic::error(span, "a target is to be followed"));
            }
            Action::Avoid => avoid.push(waypoint),
        }
    }
    let follow = follow.ok_or_else(|| Diagnostic::error(span, "a segment has one waypoint to follow"))?;
    Ok(ReadSegment { avoid, follow })
}

fn waypoint(raw: Spanned<RawWaypoint>, yaml: Yaml<'_>) -> Result<ReadWaypoint, Diagnostic> {
    let span = yaml.span(raw.referenced);
    let RawWaypoint { kind, constraint, location, .. } = raw.value;
    let takes_one = matches!(kind, WaypointKind::Assumption | WaypointKind::Branching | WaypointKind::FunctionReturn);
    let value = match (constraint, takes_one) {
        (None, true) => return Err(Diagnostic::error(span, "this waypoint needs a constraint")),
        (Some(_), false) => return Err(Diagnostic::error(span, "this waypoint takes no constraint")),
        (None, false) => String::new(),
        (Some(constraint), true) => {
            let Scalar(value) = constraint.value;
            // The outcome of a `switch` is a value, too.
            expression::check(&value, kind == WaypointKind::FunctionReturn)
                .map_err(|problem| Diagnostic::error(span, problem.to_string()))?;
            value
        }
    };
    Ok(ReadWaypoint { kind, value, location: self::location(location, yaml)?, span })
}

fn location(raw: RawLocation, yaml: Yaml<'_>) -> Result<Location, Diagnostic> {
    let RawLocation { file_name, line, column, function } = raw;
    if line.value == 0 {
        return Err(Diagnostic::error(yaml.span(line.referenced), "lines count from 1"));
    }
    if let Some(column) = column.as_ref().filter(|column| column.value == 0) {
        return Err(Diagnostic::error(yaml.span(column.referenced), "columns count from 1"));
    }
    Ok(Location { file_name, line: line.value, column: column.map(|column| column.value), function })
}

fn invariants(items: Vec<RawItem>, yaml: Yaml<'_>, entry: Span) -> Result<ReadContent, Diagnostic> {
    let mut found = Vec::new();
    for item in items {
        let Some(invariant) = item.invariant else {
            return Err(Diagnostic::error(entry, "the content of an invariant set is invariants"));
        };
        let span = yaml.span(invariant.referenced);
        let RawInvariant { kind, location: at, value } = invariant.value;
        let kind = match kind.value.as_str() {
            "loop_invariant" => InvariantKind::LoopInvariant,
            "location_invariant" => InvariantKind::LocationInvariant,
            // Of format 2.1: transition invariants, contracts.
            other => return Ok(ReadContent::Other(other.into())),
        };
        let (Some(at), Some(Scalar(value))) = (at, value) else {
            return Err(Diagnostic::error(span, "an invariant has a location and a value"));
        };
        expression::check(&value, false).map_err(|problem| Diagnostic::error(span, problem.to_string()))?;
        found.push(ReadInvariant { kind, value, location: location(at, yaml)?, span });
    }
    Ok(ReadContent::Correctness(found))
}
