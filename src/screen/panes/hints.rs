//! The hints pane: hints with their state, and proposals. A refuted hint shows the heap that refutes it.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::data::clean;
use crate::layout::Pane;
use crate::state::Screen;
use explore::answer::{HintLine, HintState};

/// A line of the pane, with the row that it belongs to.
struct HintText {
    row: usize,
    text: String,
    state: Option<(String, Mark)>,
}

/// The style of the state of a hint.
#[derive(Clone, Copy)]
enum Mark {
    Good,
    Bad,
    Open,
}

impl Screen {
    pub(super) fn draw_hints(&self, frame: &mut Frame<'_>, area: Rect) {
        let lines = self.hint_lines();
        let title = format!("Hints  {}, proposed: {}", self.data.hints.len(), self.data.proposals.len());
        let width = usize::from(area.width).saturating_sub(2);
        self.draw_rows(frame, (Pane::Hints, area, &title), lines.len(), |index| {
            let Some(line) = lines.get(index) else { return Line::default() };
            let is_selected = line.row == self.hint && self.hint_rows() > 0;
            let is_first = index == 0 || lines.get(index - 1).is_some_and(|before| before.row != line.row);
            let mark = if is_selected && is_first { "▸" } else { " " };
            let (state, style) = match &line.state {
                None => (String::new(), Style::new()),
                Some((text, Mark::Good)) => (text.clone(), self.theme.good()),
                Some((text, Mark::Bad)) => (text.clone(), self.theme.bad()),
                Some((text, Mark::Open)) => (text.clone(), self.theme.faint()),
            };
            let room = width.saturating_sub(2 + state.chars().count());
            let shown: String = line.text.chars().take(room).collect();
            let text =
                Line::from(vec![Span::raw(mark), Span::raw(format!("{shown:<room$} ")), Span::styled(state, style)]);
            if is_selected && self.focus == Pane::Hints { text.style(self.theme.selected()) } else { text }
        });
    }

    fn hint_lines(&self) -> Vec<HintText> {
        let mut lines = Vec::new();
        for (row, hint) in self.data.hints.iter().enumerate() {
            let text = hint.text.strip_prefix("hint ").unwrap_or(&hint.text);
            let text = format!("{:>3} {}", hint.number, clean(text));
            lines.push(HintText { row, text, state: Some(state(hint)) });
            let (HintState::Unchecked { .. } | HintState::Refuted { .. } | HintState::Tried { .. }) = &hint.state
            else {
                continue;
            };
            lines.extend(details(hint).into_iter().map(|text| HintText {
                row,
                text: format!("      {text}"),
                state: None,
            }));
        }
        for (index, text) in self.data.proposals.iter().enumerate() {
            let row = self.data.hints.len() + index;
            let text = text.strip_prefix("hint ").unwrap_or(text);
            let state = Some(("Enter accepts".into(), Mark::Open));
            lines.push(HintText { row, text: format!("  ? {}", clean(text)), state });
        }
        if lines.is_empty() {
            let text = "no hints, and nothing grows: h writes one".into();
            lines.push(HintText { row: 0, text, state: None });
        }
        lines
    }

    /// Returns the number of lines, and the first line of the selected row.
    pub(super) fn selected_hint_line(&self) -> (usize, usize) {
        let lines = self.hint_lines();
        let selected = lines.iter().position(|line| line.row == self.hint).unwrap_or(0);
        (lines.len(), selected)
    }

    /// Returns the row that a line belongs to.
    pub(crate) fn hint_at_line(&self, index: usize) -> usize {
        let lines = self.hint_lines();
        lines.get(index).or(lines.last()).map_or(0, |line| line.row)
    }
}

fn state(hint: &HintLine) -> (String, Mark) {
    match &hint.state {
        HintState::New => ("new: r uses it".into(), Mark::Open),
        HintState::Unused => ("matches nothing".into(), Mark::Open),
        HintState::Proved { uses } => (format!("✓ proved ×{uses}"), Mark::Good),
        HintState::Tried { uses, .. } => (format!("bounded ×{uses}"), Mark::Open),
        HintState::Free { uses } => (format!("any ×{uses}"), Mark::Good),
        HintState::Unchecked { uses, .. } => (format!("unchecked ×{uses}"), Mark::Open),
        HintState::Refuted { .. } => ("✗ refuted".into(), Mark::Bad),
    }
}

fn details(hint: &HintLine) -> Vec<String> {
    match &hint.state {
        HintState::Tried { known, .. } => vec![format!("not proved: {known}")],
        HintState::Unchecked { reason, .. } => vec![clean(reason)],
        HintState::Refuted { predicate, value, state } => {
            let opposite = !value;
            let head = format!("{predicate} is {value} here, where the hint says {opposite}:");
            std::iter::once(head).chain(state.lines().map(clean)).collect()
        }
        HintState::New | HintState::Unused | HintState::Proved { .. } | HintState::Free { .. } => Vec::new(),
    }
}
