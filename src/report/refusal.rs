//! Input that cannot be used, for machines: in place of a report, where JSON or SARIF was asked for. People read
//! [`Diagnostics::render`].

use schemars::JsonSchema;
use serde::Serialize;

use crate::json::printed;
use crate::schema::Header;
use base::{Diagnostics, Severity, SourceMap, SourcePosition};

/// An error of the input, with its places as the reader sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// What is wrong.
    pub message: String,
    /// Where; `None` when it is about a whole file or the command line.
    pub position: Option<SourcePosition>,
    /// The text of the line there.
    pub line: Option<String>,
    /// Further lines, each with its own place where it has one.
    pub notes: Vec<(Option<SourcePosition>, String)>,
}

/// The limit that ended a command before there was an answer.
pub fn of_limit(reason: &str) -> InputError {
    InputError { message: reason.into(), position: None, line: None, notes: Vec::new() }
}

/// The errors among diagnostics.
pub fn errors(diagnostics: &Diagnostics, sources: &SourceMap) -> Vec<InputError> {
    let position = |span: Option<_>| span.map(|span| sources.position(span));
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let error = errors.map(|diagnostic| {
        let place = position(diagnostic.span);
        InputError {
            message: diagnostic.message.clone(),
            line: place.as_ref().and_then(|place| sources.line_at(place)).map(str::to_string),
            position: place,
            notes: diagnostic.notes.iter().map(|(span, note)| (position(*span), note.clone())).collect(),
        }
    });
    error.collect()
}

/// No answer, because the input cannot be used (exit status 2), or because a limit was reached before there was one
/// (exit status 5).
#[derive(Serialize, JsonSchema)]
pub(super) struct Refusal<'a> {
    #[serde(flatten)]
    header: Header,
    /// Null if the input cannot be used: there is no verdict. `unknown` if a limit was reached.
    verdict: Option<NoAnswer>,
    /// The limit that was reached, with its option.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// What is wrong with the input, in the order of discovery.
    errors: Vec<JsonError<'a>>,
}

/// The only verdict without an answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum NoAnswer {
    Unknown,
}

/// Something wrong with the input.
#[derive(Serialize, JsonSchema)]
struct JsonError<'a> {
    /// One sentence.
    message: &'a str,
    /// Where it is; missing where it is about a whole file or the command line.
    #[serde(flatten)]
    place: Option<Place<'a>>,
    /// What else is to be said about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<JsonNote<'a>>,
}

/// What else is to be said about an error.
#[derive(Serialize, JsonSchema)]
struct JsonNote<'a> {
    /// One line.
    message: &'a str,
    /// Where it is, if it is at a place.
    #[serde(flatten)]
    place: Option<Place<'a>>,
}

/// A place in a text of the user's.
#[derive(Serialize, JsonSchema)]
struct Place<'a> {
    /// The name of the file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in bytes, from 1.
    column: u32,
}

impl<'a> Place<'a> {
    fn of(position: &'a SourcePosition) -> Place<'a> {
        Place { file: &position.file, line: position.line, column: position.column }
    }
}

/// The object of `--format json`, with a final line break.
pub fn json(errors: &[InputError]) -> String {
    refusal(None, None, errors)
}

/// Like [`json`], if a limit was reached before there was an answer.
pub fn json_unknown(reason: &str, errors: &[InputError]) -> String {
    refusal(Some(NoAnswer::Unknown), Some(reason), errors)
}

fn refusal(verdict: Option<NoAnswer>, reason: Option<&str>, errors: &[InputError]) -> String {
    let errors = errors.iter().map(JsonError::new).collect();
    printed(&Refusal { header: Header::new(), verdict, reason, errors })
}

impl<'a> JsonError<'a> {
    fn new(error: &'a InputError) -> JsonError<'a> {
        let notes =
            error.notes.iter().map(|(position, message)| JsonNote { message, place: position.as_ref().map(Place::of) });
        JsonError { message: &error.message, place: error.position.as_ref().map(Place::of), notes: notes.collect() }
    }
}
