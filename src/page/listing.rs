//! The source text, with marks at the lines that properties and findings are about.

use std::collections::BTreeMap;

use super::finding::{FindingCard, cut};
use super::place::{ListedLines, anchor};
use super::summary::VerdictMark;
use report::Report;

pub(super) struct Listing {
    /// Used in links.
    pub number: usize,
    pub name: String,
    pub rows: Vec<ListingRow>,
}

/// The rows of the template.
pub(super) enum ListingRow {
    Line(ListedLine),
    /// Number of lines that are not shown.
    Hidden(u32),
}

pub(super) struct ListedLine {
    pub number: u32,
    pub anchor: String,
    pub code: String,
    /// Number of steps of the first finding's run that begin here.
    pub visits: usize,
    pub marks: Vec<LineMark>,
}

/// A mark on a line.
#[derive(Clone)]
pub(super) struct LineMark {
    /// Its CSS class.
    pub class: &'static str,
    pub sign: &'static str,
    pub text: String,
    pub link: String,
}

type ByLine<'a, T> = BTreeMap<(&'a str, u32), T>;

/// Every file of the page.
pub(super) fn listings(report: &Report<'_>, places: &ListedLines<'_>, findings: &[FindingCard]) -> Vec<Listing> {
    let mut marks: ByLine<'_, Vec<LineMark>> = BTreeMap::new();
    for (index, property) in report.properties.iter().enumerate() {
        let VerdictMark { word, sign } = VerdictMark::of(property.verdict);
        let mark = LineMark { class: word, sign, text: cut(&property.text), link: format!("#property-{}", index + 1) };
        marks.entry((property.position.file.as_str(), property.position.line)).or_default().push(mark);
    }
    let mut visits: ByLine<'_, usize> = BTreeMap::new();
    for (card, finding) in findings.iter().zip(report.errors_first()) {
        let position = finding.position();
        let (class, sign) = if card.severity == "error" { ("violated", "✗") } else { ("unknown", "?") };
        let mark = LineMark { class, sign, text: cut(&card.message), link: format!("#finding-{}", card.number) };
        marks.entry((position.file.as_str(), position.line)).or_default().push(mark);
        for step in finding.steps().iter().filter(|_| card.number == 1) {
            *visits.entry((step.position.file.as_str(), step.position.line)).or_default() += 1;
        }
    }
    let files = places.files().iter().enumerate();
    let listing = files.map(|(number, file)| {
        let mut rows = Vec::new();
        let mut next = 1;
        for line in file.listed.iter().copied() {
            if line > next {
                rows.push(ListingRow::Hidden(line - next));
            }
            next = line.saturating_add(1);
            let code = usize::try_from(line).ok().and_then(|line| file.lines.get(line.checked_sub(1)?));
            rows.push(ListingRow::Line(ListedLine {
                number: line,
                anchor: anchor(number, line),
                code: cut(code.unwrap_or(&"")),
                visits: visits.get(&(file.name, line)).copied().unwrap_or(0),
                marks: marks.get(&(file.name, line)).cloned().unwrap_or_default(),
            }));
        }
        Listing { number, name: file.name.to_string(), rows }
    });
    listing.collect()
}
