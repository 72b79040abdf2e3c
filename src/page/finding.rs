//! A defect as the page shows it: the lines around it, its inputs, and its trace with loops folded.

use std::collections::BTreeSet;

use super::heap::{self, HeapDrawing};
use super::limits::{
    EXCERPT, FULL_FINDINGS, LONGEST_LINE, MOST_INPUTS, MOST_STEPS, OPEN_PICTURES, PICTURES_PER_FINDING,
};
use super::place::{ListedLines, PlaceLink};
use base::SourcePosition;
use base::fold::{Fold, fold};
use base::source::word_at;
use engine::evidence::{ConcreteStep, FindingNote, Replay, RunInput};
use engine::picture::HeapPicture;
use pipeline::heads::SuspectPicture;
use report::trace::each_iteration;
use report::{Defect, DefectEvidence, Report};

pub(super) struct FindingCard {
    /// From 1; used in links.
    pub number: usize,
    /// `error` or `warning`.
    pub severity: &'static str,
    pub kind: &'static str,
    pub message: String,
    pub place: PlaceLink,
    /// Further remarks, one sentence each.
    pub notes: Vec<String>,
    pub excerpt: Vec<ExcerptLine>,
    /// Facts about it at other positions.
    pub facts: Vec<FactRow>,
    /// The initial state of the run, as a drawing or in words.
    pub start: Option<StartState>,
    pub inputs: Vec<InputRow>,
    /// Number of inputs that are not shown.
    pub hidden_inputs: usize,
    /// Number of steps, including folded ones.
    pub steps: usize,
    pub trace: Vec<TraceRow>,
    /// True if all pictures are open initially.
    pub is_open: bool,
    /// The final state, unless it is drawn.
    pub end: Option<String>,
    /// Drawing of the suspected memory, if no run is known.
    pub suspected: Option<HeapDrawing>,
}

/// The initial state of a run.
pub(super) enum StartState {
    Drawn(HeapDrawing),
    Words(String),
}

/// Memory after a step.
pub(super) struct StepPicture {
    /// The changes by the step, in words.
    pub changed: String,
    pub drawing: HeapDrawing,
}

/// A line of the excerpt.
pub(super) struct ExcerptLine {
    pub number: u32,
    /// True for the line of the finding; then `here` is the word that it is about.
    pub is_marked: bool,
    pub before: String,
    pub here: String,
    pub behind: String,
}

/// A fact about a defect at another position.
pub(super) struct FactRow {
    pub place: PlaceLink,
    pub text: String,
    /// The source line there.
    pub line: String,
}

/// An input of the run.
pub(super) struct InputRow {
    pub place: PlaceLink,
    pub text: String,
    pub value: String,
}

/// The rows of the template: loops open and close around their steps.
pub(super) enum TraceRow {
    Step {
        number: usize,
        place: PlaceLink,
        text: String,
        /// Memory after the step, if the step has changed it.
        picture: Option<StepPicture>,
    },
    LoopBegins {
        times: usize,
        steps: usize,
        /// The effect of each iteration on the heap.
        each: Option<String>,
    },
    LoopEnds {
        /// Memory after all iterations.
        picture: Option<StepPicture>,
    },
    Hidden {
        steps: usize,
    },
}

/// Every finding, errors first.
pub(super) fn cards(report: &Report<'_>, places: &ListedLines<'_>, suspects: &[SuspectPicture]) -> Vec<FindingCard> {
    report.errors_first().enumerate().map(|(index, finding)| card(index, finding, places, suspects)).collect()
}

fn card(index: usize, finding: &Defect<'_>, places: &ListedLines<'_>, suspects: &[SuspectPicture]) -> FindingCard {
    let is_full = index < FULL_FINDINGS;
    let suspect = suspect(finding, suspects).filter(|_| is_full);
    let steps = if is_full { finding.steps() } else { &[] };
    let mut teller = Teller { steps, finding, suspect, places, pictures: 0 };
    let (start, end) = match finding.evidence {
        DefectEvidence::Run(run) => (Some(run.input.clone()), Some(run.last_state.clone())),
        DefectEvidence::Alarm(alarm) => (alarm.confirmed.as_ref().ok().and_then(|run| run.heap.clone()), None),
    };
    let drawn = picture(finding, 0).filter(|_| start.is_some() && is_full);
    let inputs = finding.inputs();
    let input = |input: &RunInput| InputRow {
        place: places.place(&input.position),
        text: input.text.clone(),
        value: input.value.clone(),
    };
    let trace = teller.trace();
    FindingCard {
        number: index + 1,
        severity: finding.severity().word(),
        kind: finding.kind,
        message: finding.message.clone(),
        place: places.place(finding.position()),
        notes: notes(finding),
        excerpt: excerpt(finding.position(), places),
        facts: finding.notes().iter().map(|note| fact(note, places)).collect(),
        end: end.filter(|_| drawn.is_none()),
        suspected: suspect.map(|known| heap::abstract_drawing(&known.picture.picture, &known.picture.many)),
        start: match drawn {
            Some(picture) => Some(StartState::Drawn(heap::drawing(picture, &BTreeSet::new()))),
            None => start.map(StartState::Words),
        },
        inputs: inputs.iter().take(MOST_INPUTS).map(input).collect(),
        hidden_inputs: inputs.len().saturating_sub(MOST_INPUTS),
        steps: finding.steps().len(),
        is_open: teller.pictures <= OPEN_PICTURES,
        trace,
    }
}

fn fact(note: &FindingNote, places: &ListedLines<'_>) -> FactRow {
    let number = usize::try_from(note.position.line).unwrap_or(usize::MAX);
    let line = places.file(&note.position).and_then(|file| file.lines.get(number.checked_sub(1)?));
    FactRow {
        place: places.place(&note.position),
        text: note.fact.to_string(),
        line: line.map_or_else(String::new, |line| cut(line.trim())),
    }
}

/// Returns the drawing of memory at an error that no run confirms.
fn suspect<'s>(finding: &Defect<'_>, suspects: &'s [SuspectPicture]) -> Option<&'s SuspectPicture> {
    let DefectEvidence::Alarm(alarm) = finding.evidence else { return None };
    SuspectPicture::of(alarm, suspects)
}

/// Returns the memory after a number of steps.
fn picture<'a>(finding: &Defect<'a>, made: usize) -> Option<&'a HeapPicture> {
    match finding.evidence {
        DefectEvidence::Run(run) => run.pictures.get(made),
        DefectEvidence::Alarm(alarm) => alarm.confirmed.as_ref().ok()?.pictures.get(&made),
    }
}

fn notes(finding: &Defect<'_>) -> Vec<String> {
    let DefectEvidence::Alarm(alarm) = finding.evidence else { return Vec::new() };
    let mut notes = vec![format!("In function {}.", alarm.function)];
    match &alarm.confirmed {
        Ok(Replay { .. }) => {}
        Err(_) if alarm.after_error => notes.push("It occurs only after another error, so it may not exist.".into()),
        Err(reason) => notes.push(format!("Suspected: no concrete run confirms it, because {reason}.")),
    }
    if alarm.is_warning {
        notes.push("The verdict does not depend on it.".into());
    }
    notes
}

/// Returns the lines around a position, with a mark at the word there.
fn excerpt(position: &SourcePosition, places: &ListedLines<'_>) -> Vec<ExcerptLine> {
    let Some(file) = places.file(position) else { return Vec::new() };
    let numbers = position.line.saturating_sub(EXCERPT).max(1)..=position.line.saturating_add(EXCERPT);
    let line = |number: u32| {
        let text = file.lines.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        let is_marked = number == position.line;
        let (before, here, behind) = word_at(text, position.column).filter(|_| is_marked).unwrap_or((text, "", ""));
        Some(ExcerptLine { number, is_marked, before: cut(before), here: cut(here), behind: cut(behind) })
    };
    numbers.filter_map(line).collect()
}

/// Truncates a text for the page.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}

/// Writes the trace of a defect.
struct Teller<'a> {
    finding: &'a Defect<'a>,
    steps: &'a [ConcreteStep],
    /// The shape analysis's description of memory on the path, if no run shows it.
    suspect: Option<&'a SuspectPicture>,
    places: &'a ListedLines<'a>,
    /// Number of pictures so far.
    pictures: usize,
}

impl Teller<'_> {
    /// Returns the trace of a defect, with loops folded.
    fn trace(&mut self) -> Vec<TraceRow> {
        let folds = fold(self.steps.iter().map(|step| (&step.position, &step.text)));
        let hidden = MOST_STEPS..folds.len().saturating_sub(MOST_STEPS);
        let (mut rows, mut left_out) = (Vec::new(), 0);
        for (index, part) in folds.iter().enumerate() {
            if hidden.contains(&index) {
                left_out += part.steps();
                continue;
            }
            if index == hidden.end && left_out > 0 {
                rows.push(TraceRow::Hidden { steps: left_out });
            }
            self.write(part, &mut rows);
        }
        rows
    }

    fn write(&mut self, fold: &Fold, rows: &mut Vec<TraceRow>) {
        match fold {
            Fold::Step(index) => {
                let Some(step) = self.steps.get(*index) else { return };
                let picture = self.picture(*index, index + 1);
                let (place, text) = (self.places.place(&step.position), cut(&step.text));
                rows.push(TraceRow::Step { number: index + 1, place, text, picture });
            }
            Fold::Loop { first, times, body, steps } => {
                let each = each_iteration(fold, self.steps);
                rows.push(TraceRow::LoopBegins { times: *times, steps: *steps, each });
                body.iter().for_each(|part| self.write(part, rows));
                let iteration: usize = body.iter().map(Fold::steps).sum();
                let picture = self.picture(first + iteration, first + steps);
                rows.push(TraceRow::LoopEnds { picture });
            }
        }
    }

    /// Returns the memory after `made` steps, if it differs from that after `before` steps.
    fn picture(&mut self, before: usize, made: usize) -> Option<StepPicture> {
        if let Some(suspect) = self.suspect {
            return self.abstract_picture(suspect, before, made);
        }
        let picture = self::picture(self.finding, made)?;
        let earlier = self::picture(self.finding, before)?;
        let changes = picture.changes(earlier);
        if changes.is_empty() || self.pictures >= PICTURES_PER_FINDING {
            return None;
        }
        self.pictures += 1;
        let mut drawing = heap::drawing(picture, &changes);
        if heap::is_heap_the_same(picture, earlier, &changes) {
            drawing.boxes.clear();
            drawing.arrows.clear();
            drawing.left_out = 0;
        }
        Some(StepPicture { changed: cut(&heap::changed(picture, &changes)), drawing })
    }

    /// Like `picture`, but as described by the shape analysis, which renumbers blocks after each step.
    fn abstract_picture(&mut self, suspect: &SuspectPicture, before: usize, made: usize) -> Option<StepPicture> {
        let picture = suspect.after(made)?;
        if suspect.after(before) == Some(picture) || self.pictures >= PICTURES_PER_FINDING {
            return None;
        }
        self.pictures += 1;
        let drawing = heap::abstract_drawing(&picture.picture, &picture.many);
        Some(StepPicture { changed: "memory then, as the shape analysis describes it".into(), drawing })
    }
}
