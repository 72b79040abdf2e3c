//! Resolves names of locations in the flowchart of the entry function.
//!
//! A bare label belongs to the entry function. `function::label` denotes the label in every copy of the function that
//! inlining made, and in the entry function itself; `function#2::label` denotes one copy. `function::entry` and
//! `function::exit` are those of runs that start with the function. `line 12:5` is an extension for lines with more than
//! one statement.
//!
//! If calls are not inlined because of recursion, all locations are those of the first call of the entry function.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use crate::about::WhyPassedOver;
use crate::fields::with_list;
use crate::syntax::{LocationKind, LocationName};
use base::{Diagnostic, SourceMap, Span};
use program::{Annotation, Flowchart, FunctionId, LocationId, Program, inline};

/// Resolves a location; the result is in ascending order and never empty.
pub(super) fn resolve(
    sources: &SourceMap,
    program: &Program,
    entry: FunctionId,
    name: &LocationName,
) -> Result<Vec<LocationId>, Diagnostic> {
    let Some(flowchart) = program.flowchart(entry) else {
        return Err(Diagnostic::error(name.span, "the function to be analysed has no body"));
    };
    let (found, what) = match &name.kind {
        LocationKind::Line(line, column) => {
            let found = at_line(sources, program, entry, flowchart, *line, *column);
            let place = column.map_or_else(String::new, |column| format!(", column {column}"));
            (found, format!("no statement begins on line {line}{place}"))
        }
        LocationKind::Label(label) => {
            check_reserved(program, entry, flowchart, label, name.span)?;
            (at_label(program, entry, flowchart, label), format!("there is no label '{label}'"))
        }
    };
    let is_end = |location: &LocationId| [flowchart.entry, flowchart.exit].contains(location);
    if !found.iter().all(is_end) && inline::calls_itself(program, entry) {
        let function = program.functions.get(entry).map_or("", |function| function.name.as_str());
        let message = format!("'{function}' calls itself, and control is here in more than one of its calls");
        return Err(Diagnostic::error(name.span, message)
            .with_note(None, "only 'entry' and 'exit' can be named: those of the first call".to_string()));
    }
    if !found.is_empty() {
        return Ok(found);
    }
    if let Some(function) = missing_function(program, name) {
        return Err(Diagnostic::error(name.span, format!("there is no function '{function}' with a body")));
    }
    let problem = Diagnostic::error(name.span, what);
    if let LocationKind::Line(line, _) = name.kind {
        return Err(with_list(problem, "statements begin on", lines_near(sources, program, entry, flowchart, line)));
    }
    let mut labels: IndexSet<String> = ["entry", "exit"].map(String::from).into_iter().collect();
    for location in flowchart.locations() {
        labels.extend(flowchart.location(location).labels.iter().cloned());
    }
    let note = "a line number names a location too: 'line 12' is the statement that begins there";
    Err(with_list(problem, "there are", labels).with_note(None, note))
}

/// Returns the name before a label, if no function has it.
fn missing_function<'n>(program: &Program, name: &'n LocationName) -> Option<&'n str> {
    let LocationKind::Label(label) = &name.kind else { return None };
    let function = function_of(label.rsplit_once("::")?.0);
    program.defined_function(function).is_none().then_some(function)
}

/// Rejects `@ exit` or `@ entry` if the program has such a label elsewhere, rather than silently choosing one.
fn check_reserved(
    program: &Program,
    entry: FunctionId,
    flowchart: &Flowchart,
    label: &str,
    span: Span,
) -> Result<(), Diagnostic> {
    let Some(meant) = end_of(flowchart, label) else { return Ok(()) };
    let elsewhere = |at: &LocationId| *at != meant && flowchart.location(*at).labels.iter().any(|found| found == label);
    if !flowchart.locations().any(|location| elsewhere(&location)) {
        return Ok(());
    }
    let function = program.functions.get(entry).map_or("", |function| function.name.as_str());
    let message = format!("'{label}' is the function's {label}, and also a label in it");
    Err(Diagnostic::error(span, message)
        .with_note(None, format!("write '{function}::{label}' for the label, or rename it")))
}

/// Returns the nearest lines before and after a line on which statements begin; for the line itself, the columns of its
/// statements.
fn lines_near(
    sources: &SourceMap,
    program: &Program,
    entry: FunctionId,
    flowchart: &Flowchart,
    line: u32,
) -> Vec<String> {
    let Some(function) = program.functions.get(entry) else { return Vec::new() };
    let file = sources.position(function.span).file;
    let spans = flowchart.locations().flat_map(|location| flowchart.location(location).statements.iter());
    let places: BTreeSet<(u32, u32)> = spans
        .map(|span| sources.position(*span))
        .filter(|position| position.file == file)
        .map(|position| (position.line, position.column))
        .collect();
    let here: Vec<String> =
        places.range((line, 0)..=(line, u32::MAX)).map(|(line, column)| format!("line {line}:{column}")).collect();
    if !here.is_empty() {
        return here;
    }
    let before = places.range(..(line, 0)).next_back();
    let behind = places.range((line, u32::MAX)..).next();
    before.into_iter().chain(behind).map(|(line, _)| format!("line {line}")).collect()
}

/// Returns the location of the first statement on a line of the user's file, or of the one that begins in the given
/// column.
fn at_line(
    sources: &SourceMap,
    program: &Program,
    entry: FunctionId,
    flowchart: &Flowchart,
    line: u32,
    column: Option<u32>,
) -> Vec<LocationId> {
    let Some(function) = program.functions.get(entry) else { return Vec::new() };
    let file = sources.position(function.span).file;
    let on_line = |span: &Span| {
        let position = sources.position(*span);
        position.line == line && position.file == file && column.is_none_or(|column| position.column == column)
    };
    let statements = |location: LocationId| flowchart.location(location).statements.iter();
    let first = flowchart.locations().flat_map(statements).filter(|span| on_line(span)).map(|span| span.start).min();
    let Some(first) = first else { return Vec::new() };
    flowchart.locations().filter(|at| statements(*at).any(|span| span.start == first && on_line(span))).collect()
}

fn at_label(program: &Program, entry: FunctionId, flowchart: &Flowchart, wanted: &str) -> Vec<LocationId> {
    let Some((qualifier, label)) = wanted.rsplit_once("::") else {
        return match end_of(flowchart, wanted) {
            Some(end) => vec![end],
            None => labelled(flowchart, |found| found == wanted),
        };
    };
    let mut found = labelled(flowchart, |found| denotes(wanted, found));
    if program.functions.get(entry).is_some_and(|function| function.name == qualifier) {
        found.extend(labelled(flowchart, |found| found == label));
        found.sort();
        found.dedup();
    }
    if found.is_empty() && program.functions.get(entry).is_some_and(|function| function.name == qualifier) {
        found.extend(end_of(flowchart, label));
    }
    found
}

/// `entry` and `exit`.
fn end_of(flowchart: &Flowchart, name: &str) -> Option<LocationId> {
    match name {
        "entry" => Some(flowchart.entry),
        "exit" => Some(flowchart.exit),
        _ => None,
    }
}

/// Returns the function whose label a name such as `f::label` or `f#2::label` denotes.
pub(super) fn labelled_function(program: &Program, entry: FunctionId, name: &LocationName) -> Option<FunctionId> {
    let LocationKind::Label(wanted) = &name.kind else { return None };
    let (copy, _) = wanted.rsplit_once("::")?;
    program.defined_function(function_of(copy)).filter(|function| *function != entry)
}

/// Returns the copy of a function whose label, denoted by a name, is at a location. The location itself may have become one of
/// the function that calls it.
pub(super) fn labelled_copy<'p>(
    program: &'p Program,
    entry: FunctionId,
    name: &LocationName,
    at: LocationId,
) -> Option<&'p str> {
    let LocationKind::Label(wanted) = &name.kind else { return None };
    let found = program.flowchart(entry)?.location(at).labels.iter().find(|found| denotes(wanted, found))?;
    found.rsplit_once("::").map(|(copy, _)| copy)
}

/// Returns true if a qualified name denotes the label of a copy.
fn denotes(wanted: &str, found: &str) -> bool {
    let parts = wanted.rsplit_once("::").zip(found.rsplit_once("::"));
    parts.is_some_and(|((qualifier, label), (copy, name))| {
        name == label && (copy == qualifier || function_of(copy) == qualifier)
    })
}

/// Returns the function that a copy was made of: `append` for `main#1::append#2`.
fn function_of(copy: &str) -> &str {
    let last = copy.rsplit("::").next().unwrap_or(copy);
    last.split('#').next().unwrap_or(last)
}

fn labelled(flowchart: &Flowchart, fits: impl Fn(&str) -> bool) -> Vec<LocationId> {
    flowchart.locations().filter(|at| flowchart.location(*at).labels.iter().any(|label| fits(label))).collect()
}

/// Returns the function that a name such as `f::entry` or `f::label` belongs to if the flowchart of `entry` has no such
/// place, and `f` does: a function that is verified by itself.
pub(super) fn function_elsewhere(
    program: &Program,
    entry: FunctionId,
    name: &LocationName,
) -> Option<(FunctionId, WhyPassedOver)> {
    let LocationKind::Label(wanted) = &name.kind else { return None };
    let (qualifier, label) = wanted.rsplit_once("::")?;
    let function = program.defined_function(qualifier).filter(|function| *function != entry)?;
    let flowchart = program.flowchart(function)?;
    let why = match labelled(flowchart, |found| found == label).is_empty() {
        false => WhyPassedOver::NotCalled,
        true => end_of(flowchart, label).map(|_| WhyPassedOver::OfOther)?,
    };
    let is_here = !at_label(program, entry, program.flowchart(entry)?, wanted).is_empty();
    (!is_here).then_some((function, why))
}

/// The statement that a `//@` line refers to.
pub(super) enum Next {
    /// The next statement, in this flowchart. The line stands in the text of `function`.
    At { function: FunctionId, locations: Vec<LocationId> },
    /// No statement follows.
    Nowhere,
    /// A statement follows, but in a function without a copy in the flowchart.
    Elsewhere(FunctionId),
}

/// Returns the locations of the statement that follows a `//@` line.
pub(super) fn after_annotation(program: &Program, entry: FunctionId, annotation: &Annotation) -> Next {
    let begins = |span: &Span| span.file == annotation.span.file && span.start == annotation.next_token;
    let in_flowchart = |flowchart: &Flowchart| -> Vec<LocationId> {
        flowchart.locations().filter(|at| flowchart.location(*at).statements.iter().any(begins)).collect()
    };
    let locations = program.flowchart(entry).map(in_flowchart).unwrap_or_default();
    let mut others = program.defined_functions().filter(|function| *function != entry);
    let has_it = |function: &FunctionId| program.flowchart(*function).is_some_and(|own| !in_flowchart(own).is_empty());
    match (others.find(has_it), locations.is_empty()) {
        (owner, false) => Next::At { function: owner.unwrap_or(entry), locations },
        (Some(function), true) => Next::Elsewhere(function),
        (None, true) => Next::Nowhere,
    }
}

/// Returns a name for a set of locations: a label, `entry`, `exit` or a line that denotes exactly these. `None` if
/// there is no such name.
pub fn name(sources: &SourceMap, program: &Program, entry: FunctionId, locations: &[LocationId]) -> Option<String> {
    let flowchart = program.flowchart(entry)?;
    let first = flowchart.graph.node_weight(*locations.first()?)?;
    let mut names: Vec<LocationKind> = first.labels.iter().cloned().map(LocationKind::Label).collect();
    for label in &first.labels {
        if let Some((copy, label)) = label.rsplit_once("::") {
            names.push(LocationKind::Label(format!("{}::{label}", function_of(copy))));
        } else if let Some(function) = program.functions.get(entry) {
            names.push(LocationKind::Label(format!("{}::{label}", function.name)));
        }
    }
    names.push(LocationKind::Label("entry".into()));
    names.push(LocationKind::Label("exit".into()));
    for span in &first.statements {
        let position = sources.position(*span);
        names.push(LocationKind::Line(position.line, None));
        names.push(LocationKind::Line(position.line, Some(position.column)));
    }
    let mut wanted = locations.to_vec();
    wanted.sort();
    let fits = |kind: &LocationKind| {
        let name = LocationName { kind: kind.clone(), span: first.span };
        resolve(sources, program, entry, &name).is_ok_and(|found| found == wanted)
    };
    names.into_iter().find(fits).map(|kind| match kind {
        LocationKind::Line(line, None) => format!("line {line}"),
        LocationKind::Line(line, Some(column)) => format!("line {line}:{column}"),
        LocationKind::Label(label) => label,
    })
}
