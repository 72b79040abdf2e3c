//! The data of the panes, gathered from a session by its commands.

use std::collections::BTreeMap;

use base::Budget;
use explore::answer::{
    Answer, CheckView, CheckedProperty, FamilyLine, Fate, Figures, FlowLine, HintLine, IterationLine, LocationLine,
};
use explore::command::Filter;
use explore::limits::MOST_LINES;
use explore::{Request, Session};

/// A predicate at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ListedPredicate {
    pub(super) number: usize,
    pub(super) text: String,
    /// Its location, by index.
    pub(super) at: usize,
    pub(super) fate: Fate,
    /// The iteration that found it.
    pub(super) iteration: usize,
}

impl ListedPredicate {
    /// Returns the sort key: open predicates come first.
    pub(super) fn status(&self) -> usize {
        match self.fate {
            Fate::Open => 0,
            Fate::Free => 1,
            Fate::Hinted { .. } => 2,
            Fate::Computed | Fate::Known(_) => 3,
        }
    }
}

/// Everything that is shown of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct PaneData {
    /// The lines of the procedure with their numbers.
    pub(super) source: Vec<(u32, String)>,
    pub(super) locations: Vec<LocationLine>,
    pub(super) flow: Vec<FlowLine>,
    pub(super) predicates: Vec<ListedPredicate>,
    pub(super) iterations: Vec<IterationLine>,
    pub(super) figures: Option<Figures>,
    pub(super) hints: Vec<HintLine>,
    /// Proposed hints.
    pub(super) proposals: Vec<String>,
    pub(super) families: Vec<FamilyLine>,
    /// The properties with their latest verdicts.
    pub(super) properties: Vec<CheckedProperty>,
}

impl PaneData {
    /// Queries a session for all data. `properties` are the latest verdicts.
    pub(super) fn gather(session: &mut Session, properties: Vec<CheckedProperty>) -> PaneData {
        let mut data = PaneData { properties, ..PaneData::default() };
        data.source = session.lines().into_iter().map(|(number, line)| (number, clean(&line))).collect();
        // None of these takes long.
        let requests = [
            Request::Locations,
            Request::Flow,
            Request::Predicates(Filter::default()),
            Request::Iterations,
            Request::Statistics,
            Request::Hints,
            Request::Families,
            Request::Propose,
        ];
        for request in requests {
            if let Ok(answer) = session.execute(&request, &Budget::unlimited()) {
                data.take(answer);
            }
        }
        data
    }

    /// Replaces the preprocessed text by the original lines, if they include the lines of the procedure.
    pub(super) fn replace_source(&mut self, lines: Option<&[(u32, String)]>) {
        let last = self.source.last().map_or(0, |(number, _)| *number);
        if let Some(lines) = lines.filter(|lines| lines.iter().any(|(number, _)| *number == last)) {
            self.source = lines.to_vec();
        }
    }

    /// Stores the data of an answer.
    pub(super) fn take(&mut self, answer: Answer) {
        match answer {
            Answer::Locations(lines) => self.locations = lines,
            Answer::Flow(lines) => self.flow = lines,
            Answer::Predicates(lines, _) => {
                let places: BTreeMap<&str, usize> =
                    self.locations.iter().enumerate().map(|(index, line)| (line.name.as_str(), index)).collect();
                let rows = lines.into_iter().map(|(line, fate)| ListedPredicate {
                    at: places.get(line.location.as_str()).copied().unwrap_or(0),
                    number: line.number,
                    text: line.predicate,
                    fate,
                    iteration: line.iteration,
                });
                self.predicates = rows.collect();
            }
            Answer::Iterations(rows) => self.iterations = rows,
            Answer::Statistics(figures) => self.figures = Some(figures),
            Answer::Hints(lines) => self.hints = lines,
            Answer::Proposals(texts) => self.proposals = texts,
            Answer::Families(lines, _) => self.families = lines,
            Answer::Check(CheckView { properties, .. }) => self.properties = properties,
            Answer::Proved(view) => self.properties = view.properties,
            _ => {}
        }
    }

    /// Returns the index of a location by its name.
    pub(super) fn location(&self, name: &str) -> Option<usize> {
        self.locations.iter().position(|line| line.name == name)
    }

    /// Returns the predicate with a number.
    pub(super) fn predicate(&self, number: usize) -> Option<&ListedPredicate> {
        self.predicates.iter().find(|row| row.number == number)
    }
}

/// Returns the lines of a text with their numbers.
pub(super) fn source_lines(text: &str) -> Vec<(u32, String)> {
    (1..).zip(text.lines()).map(|(number, line)| (number, clean(line))).take(MOST_LINES as usize).collect()
}

/// Replaces control characters, and expands tabs.
pub(super) fn clean(line: &str) -> String {
    let mut out = String::new();
    for character in line.chars() {
        match character {
            '\t' => out.extend(std::iter::repeat_n(' ', 8 - out.chars().count() % 8)),
            character if character.is_control() => out.push('·'),
            character => out.push(character),
        }
    }
    out
}
