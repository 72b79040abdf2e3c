//! The language server protocol, as far as it is used: what comes in, what goes out, and names of files as URIs. Columns count units of
//! UTF-16, as every client does.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Characters that are not encoded in URIs, besides letters and digits.
const OF_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');
const FILE: &str = "file://";

/// The command that writes the report as a page.
pub(super) const REPORT: &str = "damson.report";

/// A place between characters, from 0.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TextPosition {
    pub line: u32,
    pub character: u32,
}

/// A part of a text.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TextRange {
    pub start: TextPosition,
    pub end: TextPosition,
}

/// A part of the text of a file.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct PlaceInFile {
    pub uri: String,
    pub range: TextRange,
}

/// A place that belongs to a finding.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(super) struct RelatedPlace {
    pub location: PlaceInFile,
    pub message: String,
}

/// What an editor shows at a place.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShownFinding {
    pub range: TextRange,
    pub severity: FindingLevel,
    pub code: String,
    pub source: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_information: Vec<RelatedPlace>,
}

/// How much a finding matters: the least one comes last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum FindingLevel {
    Error = 1,
    Information = 3,
    Hint = 4,
}

impl Serialize for FindingLevel {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

/// The parameters of `initialize`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Initialize {
    pub root_uri: Option<String>,
    pub workspace_folders: Option<Vec<NamedFile>>,
    #[serde(default)]
    pub initialization_options: Value,
    #[serde(default)]
    pub capabilities: Value,
}

impl Initialize {
    /// Returns the folder that the client works in.
    pub fn root(&self) -> Option<PathBuf> {
        let first = self.workspace_folders.iter().flatten().next().map(|folder| &folder.uri);
        path(first.or(self.root_uri.as_ref())?)
    }

    /// Returns true if the client can do something in its window.
    pub fn can(&self, what: &str) -> bool {
        let ability = &self.capabilities["window"][what];
        ability.as_bool() == Some(true) || ability["support"].as_bool() == Some(true)
    }
}

/// Something that is named by a URI.
#[derive(Deserialize)]
pub(super) struct NamedFile {
    pub uri: String,
}

/// A document that is opened, with its text.
#[derive(Deserialize)]
pub(super) struct OpenedDocument {
    pub uri: String,
    pub text: String,
}

/// The parameters of `textDocument/didOpen`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Opened {
    pub text_document: OpenedDocument,
}

/// A new text of a document.
#[derive(Deserialize)]
pub(super) struct NewText {
    pub text: String,
}

/// The parameters of `textDocument/didChange`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Changed {
    pub text_document: NamedFile,
    pub content_changes: Vec<NewText>,
}

/// The parameters of `textDocument/didSave` and `textDocument/didClose`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfDocument {
    pub text_document: NamedFile,
}

/// The parameters of `textDocument/hover`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Hovered {
    pub text_document: NamedFile,
    pub position: TextPosition,
}

/// The parameters of `workspace/executeCommand`.
#[derive(Deserialize)]
pub(super) struct Executed {
    pub command: String,
    #[serde(default)]
    pub arguments: Vec<Value>,
}

/// The parameters of `$/cancelRequest`.
#[derive(Deserialize)]
pub(super) struct CancelledRequest {
    pub id: lsp_server::RequestId,
}

/// The parameters of `window/workDoneProgress/cancel`.
#[derive(Deserialize)]
pub(super) struct CancelledWork {
    pub token: String,
}

/// Returns the path of a file that a URI names; `None` if it is no file.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix(FILE)?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_decode_str(path).decode_utf8().ok()?;
    decoded.starts_with('/').then(|| PathBuf::from(decoded.as_ref()))
}

/// Returns the path of a file in a SARIF log, where names may be relative to a folder.
pub(super) fn path_in_log(uri: &str, folder: &Path) -> PathBuf {
    let relative = || folder.join(percent_decode_str(uri).decode_utf8_lossy().as_ref());
    path(uri).unwrap_or_else(relative)
}

/// Returns the URI of a file.
pub(super) fn uri(path: &Path) -> String {
    format!("{FILE}{}", utf8_percent_encode(&path.to_string_lossy(), OF_PATHS))
}

/// Returns the name at a place in a text.
pub(super) fn name_at(text: &str, at: TextPosition) -> Option<&str> {
    let line = text.lines().nth(usize::try_from(at.line).ok()?)?;
    let is_of_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut units = 0;
    let mut columns = line.char_indices().map(|(index, sign)| {
        let column = units;
        units += sign.len_utf16();
        (column, index)
    });
    let wanted = usize::try_from(at.character).ok()?;
    let found = columns.find(|(column, _)| *column >= wanted).map(|(_, index)| index);
    // A place behind the last letter of a line is one of its last name.
    let index = found.or_else(|| (units == wanted).then_some(line.len()))?;
    let (before, behind) = line.split_at_checked(index)?;
    let start = before.trim_end_matches(is_of_name).len();
    let end = line.len() - behind.trim_start_matches(is_of_name).len();
    line.get(start..end).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{TextPosition, name_at, path, uri};
    use std::path::Path;

    #[test]
    fn files_have_uris() {
        let file = Path::new("/tmp/my list#1/größe.c");
        assert_eq!(uri(file), "file:///tmp/my%20list%231/gr%C3%B6%C3%9Fe.c");
        assert_eq!(path(&uri(file)).as_deref(), Some(file));
        assert_eq!(path("file://localhost/a%3Ab.c").as_deref(), Some(Path::new("/a:b.c")));
        for other in ["untitled:Untitled-1", "file:a.c", "file://host/a.c", "file:///%FF.c", ""] {
            assert_eq!(path(other), None, "{other}");
        }
    }

    #[test]
    fn a_place_is_one_of_the_name_around_it() {
        let text = "int f;\n /* 😀 */ next (x_1)\n";
        let at = |line, character| name_at(text, TextPosition { line, character });
        assert_eq!([at(0, 0), at(0, 2), at(0, 3), at(0, 4)], [Some("int"), Some("int"), Some("int"), Some("f")]);
        assert_eq!([at(1, 9), at(1, 10), at(1, 13), at(1, 14)], [None, Some("next"), Some("next"), Some("next")]);
        assert_eq!([at(1, 15), at(1, 18), at(1, 20), at(2, 0)], [None, Some("x_1"), None, None]);
        assert_eq!([at(0, 99), at(9, 0)], [None, None]);
    }
}
