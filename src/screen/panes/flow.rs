//! The flow pane: a row for each edge of the flowchart, and lines at the left for backward edges.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::layout::Pane;
use crate::state::Screen;

/// Maximum number of lines at the left.
const MOST_LINES: usize = 6;

impl Screen {
    pub(super) fn draw_flow(&self, frame: &mut Frame<'_>, area: Rect) {
        let backward = self.backward_edges();
        let width = self.data.locations.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).min(20);
        let here = self.data.locations.get(self.at).map_or("", |line| line.name.as_str());
        let selected = self.selected_edge();
        self.draw_rows(frame, (Pane::Flow, area, "Flow"), self.data.flow.len(), |index| {
            let Some(edge) = self.data.flow.get(index) else { return Line::default() };
            let before = index.checked_sub(1).and_then(|before| self.data.flow.get(before));
            let is_first = before.is_none_or(|before| before.from != edge.from);
            let from = if is_first { edge.from.as_str() } else { "" };
            let leads_back = backward.iter().any(|(_, bottom)| *bottom == index);
            let arrow = if leads_back { "─◂" } else { "─▸" };
            let style = if edge.from == here { self.theme.current() } else { ratatui::style::Style::new() };
            let mark = if index == selected { "▶" } else { " " };
            let line = Line::from(vec![
                Span::styled(gutter(&backward, index), self.theme.faint()),
                Span::raw(mark),
                Span::styled(format!("{from:<width$} "), style),
                Span::styled(edge.text.clone(), style),
                Span::styled(format!(" {arrow} {}", edge.to), self.theme.faint()),
            ]);
            if index == selected && self.focus == Pane::Flow { line.style(self.theme.selected()) } else { line }
        });
    }

    /// Returns the first edge of the selected location; at the exit, which has none, an edge that leads there.
    pub(super) fn selected_edge(&self) -> usize {
        let Some(here) = self.data.locations.get(self.at) else { return 0 };
        let begins = self.data.flow.iter().position(|edge| edge.from == here.name);
        begins.or_else(|| self.data.flow.iter().position(|edge| edge.to == here.name)).unwrap_or(0)
    }

    /// Returns the rows that each backward edge joins: the target's first row, and its own.
    fn backward_edges(&self) -> Vec<(usize, usize)> {
        let first = |name: &str| self.data.flow.iter().position(|edge| edge.from == name);
        let edges = self.data.flow.iter().enumerate();
        let found =
            edges.filter_map(|(index, edge)| first(&edge.to).filter(|top| *top <= index).map(|top| (top, index)));
        found.take(MOST_LINES).collect()
    }
}

fn gutter(backward: &[(usize, usize)], index: usize) -> String {
    let mut text = String::new();
    let mut is_line = false;
    for (top, bottom) in backward {
        let character = match index {
            at if at == *top && at == *bottom => '↺',
            at if at == *top => '┌',
            at if at == *bottom => '└',
            at if (*top..*bottom).contains(&at) => '│',
            _ if is_line => '─',
            _ => ' ',
        };
        is_line |= matches!(character, '┌' | '└');
        text.push(character);
    }
    text.push(if is_line { '─' } else { ' ' });
    text
}
