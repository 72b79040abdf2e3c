//! Source texts, spans, and positions as shown to the user.
//!
//! A span is a byte range of a text as Damson read it. Preprocessed text contains line markers (`# 12 "list.h"`). The
//! reader of a text records them with [`SourceMap::add_line_marker`], so that [`SourceMap::position`] refers to the
//! file that the user wrote.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::define_id;
use crate::ids::IdVec;

define_id! {
    /// A text in a [`SourceMap`].
    FileId
}

/// A byte range `start..end` of one text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns true if the two ranges overlap or are equal.
    pub fn meets(self, other: Span) -> bool {
        self == other || self.file == other.file && self.start < other.end && other.start < self.end
    }

    /// Returns true if the range lies within another, or is equal to it.
    pub fn lies_in(self, outer: Span) -> bool {
        self.file == outer.file && outer.start <= self.start && self.end <= outer.end
    }

    /// Returns the range from the start of `self` to the end of `other`, if both are in one text in this order;
    /// otherwise `self`.
    pub fn to(self, other: Span) -> Span {
        if self.file == other.file && other.end >= self.start {
            Span { end: other.end.max(self.end), ..self }
        } else {
            self
        }
    }
}

/// A position as shown to users: `file:line:column`, line and column counted from 1, columns in bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourcePosition {
    /// Name of the file, as given on the command line or in a line marker.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl std::fmt::Display for SourcePosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Splits a line into the part before a column, the word or sign at the column, and the rest. `None` if there is
/// nothing at the column.
pub fn word_at(line: &str, column: u32) -> Option<(&str, &str, &str)> {
    let (before, from) = line.split_at_checked(usize::try_from(column).ok()?.checked_sub(1)?)?;
    let first = from.chars().next()?;
    let is_of_word = |character: char| character.is_alphanumeric() || character == '_';
    let word = from.find(|character| !is_of_word(character)).unwrap_or(from.len());
    let (word, rest) = from.split_at(if word == 0 { first.len_utf8() } else { word });
    Some((before, word, rest))
}

#[derive(Clone, Debug)]
struct LineMarker {
    /// The physical line (from 0) that follows the marker.
    physical_line: u32,
    file: String,
    line: u32,
    /// True if another file includes the text after the marker.
    is_included: bool,
}

/// A line of a text, with the position that line markers give it.
#[derive(Clone, Copy, Debug)]
pub struct PhysicalLine<'s> {
    /// Offset of the first byte.
    pub start: u32,
    /// The line without its line break.
    pub text: &'s str,
    /// The file that the line comes from.
    pub file: &'s str,
    /// Line number in that file, from 1.
    pub number: u32,
}

/// The position of some preprocessed text in the file that the user wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OriginalPlace {
    /// Offset of the first byte of the preprocessed text.
    pub offset: u32,
    /// Number of bytes that are the same in both files; 0 for a macro expansion.
    pub length: u32,
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

#[derive(Clone, Debug)]
struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<u32>,
    markers: Vec<LineMarker>,
    /// Offsets at which the joined texts begin; empty for a text that was not joined.
    parts: Vec<u32>,
    /// Known positions of tokens in the files that the user wrote, by offset.
    places: Vec<OriginalPlace>,
}

impl SourceFile {
    /// Returns a physical line (from 0) without its line break.
    fn line(&self, line: u32) -> Option<&str> {
        let start = *self.line_starts.get(line as usize)? as usize;
        let end = self.line_starts.get(line as usize + 1).map_or(self.text.len(), |next| *next as usize);
        Some(self.text.get(start..end)?.trim_end_matches(['\n', '\r']))
    }
}

/// All texts of a run.
#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    files: IdVec<FileId, SourceFile>,
    originals: Box<OriginalTexts>,
}

/// Texts before preprocessing.
#[derive(Clone, Default, Debug)]
struct OriginalTexts {
    /// Files as the user wrote them, by name.
    files: BTreeMap<String, String>,
    /// Other texts that define macros.
    definitions: Vec<String>,
}

impl SourceMap {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text. Texts over 4 GiB are truncated: spans have 32 bits.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text: String = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        self.files.push(SourceFile {
            name: name.into(),
            text,
            line_starts,
            markers: Vec::new(),
            parts: Vec::new(),
            places: Vec::new(),
        })
    }

    /// Adds the concatenation of several texts, each preceded by a line marker with its name. It is named after the
    /// first one.
    pub fn add_joined(&mut self, others: &[FileId]) -> FileId {
        let (mut text, mut parts) = (String::new(), Vec::new());
        for id in others {
            let name = self.name(*id).replace('\\', "\\\\").replace('"', "\\\"");
            parts.push(text.len() as u32);
            text.push_str(&format!("# 1 \"{name}\"\n{}\n", self.text(*id)));
        }
        let name = others.first().map_or("", |first| self.name(*first)).to_string();
        let joined = self.add(name, text);
        self.files[joined].parts = parts;
        joined
    }

    /// The byte ranges of the joined texts; a single range for a text that was not joined.
    pub fn parts(&self, id: FileId) -> Vec<Range<u32>> {
        let file = &self.files[id];
        let end = file.text.len() as u32;
        let starts: &[u32] = if file.parts.is_empty() { &[0] } else { &file.parts };
        let ends = starts.iter().skip(1).copied().chain([end]);
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
    }

    /// Records that the physical line after the one at byte `offset` is line `line` of `file`. Markers of one text must
    /// be added in order. `is_included`: another file includes that file.
    pub fn add_line_marker(&mut self, id: FileId, offset: u32, file: impl Into<String>, line: u32, is_included: bool) {
        let physical_line = self.physical_line(id, offset) + 1;
        self.files[id].markers.push(LineMarker { physical_line, file: file.into(), line, is_included });
    }

    /// Adds a file as the user wrote it, before preprocessing.
    pub fn add_original(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.originals.files.insert(name.into(), text.into());
    }

    pub fn add_definitions(&mut self, text: impl Into<String>) {
        self.originals.definitions.push(text.into());
    }

    /// Returns a file as the user wrote it, if it was preprocessed.
    pub fn original(&self, name: &str) -> Option<&str> {
        self.originals.files.get(name).map(String::as_str)
    }

    /// Returns true if some text was preprocessed.
    pub fn has_originals(&self) -> bool {
        !self.originals.files.is_empty()
    }

    pub fn originals(&self) -> impl Iterator<Item = &str> {
        self.originals.files.values().chain(&self.originals.definitions).map(String::as_str)
    }

    /// Returns the lines of a part of a text with their positions, without blank lines and preprocessor lines.
    pub fn physical_lines(&self, id: FileId, part: Range<u32>) -> Vec<PhysicalLine<'_>> {
        let file = &self.files[id];
        let mut markers = file.markers.iter().peekable();
        let mut marker: Option<&LineMarker> = None;
        let mut lines = Vec::new();
        for (physical, start) in (0..).zip(file.line_starts.iter().copied()) {
            while let Some(next) = markers.next_if(|next| next.physical_line <= physical) {
                marker = Some(next);
            }
            let text = file.line(physical).unwrap_or("");
            if !part.contains(&start) || text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let (name, number) = match marker {
                Some(marker) => (&marker.file, marker.line.saturating_add(physical - marker.physical_line)),
                None => (&file.name, physical + 1),
            };
            lines.push(PhysicalLine { start, text, file: name, number });
        }
        lines
    }

    /// Adds positions of tokens in the files that the user wrote, after those already known.
    pub fn set_places(&mut self, id: FileId, places: Vec<OriginalPlace>) {
        self.files[id].places.extend(places);
    }

    pub fn text(&self, id: FileId) -> &str {
        &self.files[id].text
    }

    /// Returns the name under which the text was added.
    pub fn name(&self, id: FileId) -> &str {
        &self.files[id].name
    }

    /// The name of the text that was added first; empty if there is none.
    pub fn first_name(&self) -> &str {
        self.files.iter().next().map_or("", |file| &file.name)
    }

    /// Returns the line at a position without its line break, as the user wrote it if that is known. `None` if no text
    /// has the line.
    pub fn line_at(&self, position: &SourcePosition) -> Option<&str> {
        if let Some(original) = self.original(&position.file) {
            return original.lines().nth(usize::try_from(position.line).ok()?.checked_sub(1)?);
        }
        let physical = |file: &SourceFile| {
            if file.markers.is_empty() {
                return (file.name == position.file).then(|| position.line.checked_sub(1)).flatten();
            }
            // A line marker is not itself a line of the file.
            let ends = file.markers.iter().skip(1).map(|marker| marker.physical_line - 1).chain([u32::MAX]);
            file.markers.iter().zip(ends).find_map(|(marker, end)| {
                let line = marker.physical_line.checked_add(position.line.checked_sub(marker.line)?)?;
                (marker.file == position.file && line < end).then_some(line)
            })
        };
        self.files.iter().find_map(|file| file.line(physical(file)?))
    }

    /// Returns the text of a span; empty if the span is out of range.
    pub fn snippet(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    fn physical_line(&self, id: FileId, offset: u32) -> u32 {
        self.files[id].line_starts.partition_point(|start| *start <= offset).saturating_sub(1) as u32
    }

    /// Returns the user's position of the start of `span`, with line markers applied.
    pub fn position(&self, span: Span) -> SourcePosition {
        let file = &self.files[span.file];
        let physical = self.physical_line(span.file, span.start);
        let start = file.line_starts.get(physical as usize).copied().unwrap_or(0);
        let column = span.start - start + 1;
        let behind = file.places.partition_point(|place| place.offset <= span.start);
        let place =
            behind.checked_sub(1).and_then(|index| file.places.get(index)).filter(|place| place.offset >= start);
        match (place, self.marker(span)) {
            (Some(place), marker) => {
                let into = (span.start - place.offset).min(place.length.saturating_sub(1));
                let (line, column) = (place.line, place.column.saturating_add(into));
                SourcePosition { file: marker.map_or(&file.name, |marker| &marker.file).clone(), line, column }
            }
            (None, Some(marker)) => SourcePosition {
                file: marker.file.clone(),
                line: marker.line.saturating_add(physical - marker.physical_line),
                column,
            },
            (None, None) => self.physical_position(span),
        }
    }

    /// Returns the position of the start of `span` in the text itself, whatever its line markers say.
    pub fn physical_position(&self, span: Span) -> SourcePosition {
        let file = &self.files[span.file];
        let physical = self.physical_line(span.file, span.start);
        let start = file.line_starts.get(physical as usize).copied().unwrap_or(0);
        SourcePosition { file: file.name.clone(), line: physical + 1, column: span.start - start + 1 }
    }

    /// Returns true if the span is in the main file and not in an included one.
    pub fn is_in_own_file(&self, span: Span) -> bool {
        !self.marker(span).is_some_and(|marker| marker.is_included)
    }

    /// Returns the line marker in effect at a span.
    fn marker(&self, span: Span) -> Option<&LineMarker> {
        let file = &self.files[span.file];
        let physical = self.physical_line(span.file, span.start);
        let behind = file.markers.partition_point(|marker| marker.physical_line <= physical);
        file.markers.get(behind.checked_sub(1)?)
    }

    /// Returns the source line at the start of `span` without its line break, as the user wrote it if that is known.
    pub fn source_line(&self, span: Span) -> &str {
        let file = &self.files[span.file];
        let name = self.marker(span).map_or(&file.name, |marker| &marker.file);
        if self.originals.files.contains_key(name)
            && let Some(line) = self.line_at(&self.position(span))
        {
            return line;
        }
        file.line(self.physical_line(span.file, span.start)).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_markers_name_the_file_that_the_user_wrote() {
        let mut sources = SourceMap::new();
        let text = "int a;\n# 7 \"list.h\"\nint b;\nint c;\n";
        let file = sources.add("list.i", text);
        sources.add_line_marker(file, 7, "list.h", 7, true);
        let at = |needle: &str| {
            let start = text.find(needle).unwrap() as u32;
            sources.position(Span { file, start, end: start + 1 }).to_string()
        };
        assert_eq!(at("a"), "list.i:1:5");
        assert_eq!(at("b;"), "list.h:7:5");
        assert_eq!(at("c;"), "list.h:8:5");
        let line = |file: &str, line| sources.line_at(&SourcePosition { file: file.into(), line, column: 1 });
        assert_eq!([line("list.h", 7), line("list.h", 8)], [Some("int b;"), Some("int c;")]);
        assert_eq!([line("list.h", 6), line("other.h", 7), line("list.i", 0)], [None; 3]);
        let is_own = |start: u32| sources.is_in_own_file(Span { file, start, end: start + 1 });
        assert!(is_own(4) && !is_own(22));
    }
}
