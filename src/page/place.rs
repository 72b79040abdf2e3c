//! The listed lines of source files, and links to them.

use std::collections::{BTreeMap, BTreeSet};

use super::SourceText;
use super::finding::cut;
use super::limits::{LINES_AROUND, MOST_LINES, WHOLE_FILE};
use base::SourcePosition;
use report::Report;

/// A position in the source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlaceLink {
    /// `list.c:12:5`
    pub text: String,
    pub line: u32,
    /// Link to the line, if the page lists it.
    pub link: Option<String>,
}

/// The files of a page, and their listed lines.
pub(super) struct ListedLines<'a> {
    files: Vec<ListedFile<'a>>,
    numbers: BTreeMap<&'a str, usize>,
}

/// A file of a page.
pub(super) struct ListedFile<'a> {
    pub name: &'a str,
    /// All its lines.
    pub lines: Vec<&'a str>,
    /// The numbers of the listed lines, from 1.
    pub listed: BTreeSet<u32>,
}

/// Returns the lines that a report mentions, by file.
pub(super) fn mentioned<'a>(report: &Report<'a>) -> BTreeSet<(&'a str, u32)> {
    let of_properties = report.properties.iter().flat_map(|property| {
        let path = property.path.iter().flat_map(|path| &path.steps).map(|step| &step.position);
        std::iter::once(&property.position).chain(path)
    });
    let of_findings = report.findings.iter().flat_map(|finding| {
        let steps = finding.steps().iter().map(|step| &step.position);
        let notes = finding.notes().iter().map(|note| &note.position);
        let inputs = finding.inputs().iter().map(|input| &input.position);
        std::iter::once(finding.position()).chain(steps).chain(notes).chain(inputs)
    });
    of_properties.chain(of_findings).map(|position| (position.file.as_str(), position.line)).collect()
}

impl<'a> ListedLines<'a> {
    /// Selects the lines that a report mentions, with their surroundings, of the available files.
    pub fn new(report: &Report<'a>, texts: &'a [SourceText]) -> ListedLines<'a> {
        let mentioned = mentioned(report);
        let mut left = MOST_LINES;
        let mut files = Vec::new();
        for text in texts {
            let lines: Vec<&str> = text.text.lines().collect();
            let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
            let mut listed: BTreeSet<u32> = match lines.len() <= WHOLE_FILE {
                true => (1..=count).collect(),
                false => {
                    let here = mentioned.iter().filter(|(file, _)| *file == text.name).map(|(_, line)| *line);
                    here.flat_map(|line| line.saturating_sub(LINES_AROUND)..=line.saturating_add(LINES_AROUND))
                        .filter(|line| (1..=count).contains(line))
                        .collect()
                }
            };
            if let Some(beyond) = listed.iter().nth(left).copied() {
                listed.split_off(&beyond);
            }
            left -= listed.len();
            files.push(ListedFile { name: &text.name, lines, listed });
        }
        let numbers = texts.iter().enumerate().map(|(number, text)| (text.name.as_str(), number)).collect();
        ListedLines { files, numbers }
    }

    pub fn files(&self) -> &[ListedFile<'a>] {
        &self.files
    }

    /// Returns the file of a position.
    pub fn file(&self, position: &SourcePosition) -> Option<&ListedFile<'a>> {
        self.files.get(*self.numbers.get(position.file.as_str())?)
    }

    /// Returns the line at a position as the user wrote it, before macro expansion; otherwise as it was read.
    pub fn line(&self, position: &SourcePosition, read: &str) -> String {
        let index = usize::try_from(position.line).ok().and_then(|line| line.checked_sub(1));
        let written = self.file(position).and_then(|file| file.lines.get(index?));
        cut(written.map_or(read, |line| line.trim()))
    }

    /// Returns a position, with a link if its line is listed.
    pub fn place(&self, position: &SourcePosition) -> PlaceLink {
        let number = self.numbers.get(position.file.as_str());
        let is_listed = self.file(position).is_some_and(|file| file.listed.contains(&position.line));
        let link = number.filter(|_| is_listed).map(|number| format!("#{}", anchor(*number, position.line)));
        PlaceLink { text: position.to_string(), line: position.line, link }
    }
}

/// Returns the anchor of a line of a file.
pub(super) fn anchor(file: usize, line: u32) -> String {
    format!("f{file}-l{line}")
}
