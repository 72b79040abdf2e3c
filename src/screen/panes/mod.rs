//! Draws each pane.
//!
//! | file | contents |
//! |---|---|
//! | `source` | the C lines, with the number of predicates of each location |
//! | `flow` | the flowchart: a row for each edge, with lines for backward edges |
//! | `predicates` | predicates at the selected location, with their values in the run |
//! | `derivation` | the tree of the selected predicate |
//! | `growth` | the number of predicates of each iteration, as bars |
//! | `hints` | hints with their state, and proposals |
//! | `steps` | the run, and the heap at each of its steps |

mod derivation;
mod flow;
mod growth;
mod hints;
mod predicates;
mod source;
mod steps;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Paragraph, Scrollbar, ScrollbarOrientation, ScrollbarState};

use crate::layout::Pane;
use crate::state::Screen;

impl Screen {
    pub(super) fn draw_pane(&mut self, frame: &mut Frame<'_>, pane: Pane, area: Rect) {
        match pane {
            Pane::Source => self.draw_source(frame, area),
            Pane::Flow => self.draw_flow(frame, area),
            Pane::Predicates => self.draw_predicates(frame, area),
            Pane::Derivation => self.draw_derivation(frame, area),
            Pane::Growth => self.draw_growth(frame, area),
            Pane::Hints => self.draw_hints(frame, area),
            Pane::Steps => self.draw_steps(frame, area),
        }
    }

    /// Returns the frame of a pane; that of the focused one is thick.
    fn block(&self, pane: Pane, title: &str) -> Block<'static> {
        let is_focused = self.focus == pane;
        let number = Pane::ALL.iter().position(|known| *known == pane).unwrap_or(0) + 1;
        let border = if is_focused { BorderType::Thick } else { BorderType::Plain };
        Block::bordered()
            .border_type(border)
            .border_style(self.theme.frame(is_focused))
            .title(format!(" {number} {title} "))
    }

    /// Draws as many rows of a pane as fit, including the selected one.
    fn draw_rows<'l>(
        &self,
        frame: &mut Frame<'_>,
        (pane, area, title): (Pane, Rect, &str),
        rows: usize,
        row: impl Fn(usize) -> Line<'l>,
    ) {
        let block = self.block(pane, title);
        let inner = block.inner(area);
        let height = usize::from(inner.height);
        let first = self.first_row(pane, height);
        let lines: Vec<Line<'_>> = (first..rows).take(height).map(row).collect();
        frame.render_widget(Paragraph::new(lines).block(block), area);
        if rows > height {
            let mut state =
                ScrollbarState::new(rows.saturating_sub(height) + 1).position(first).viewport_content_length(height);
            let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight).begin_symbol(None).end_symbol(None);
            let along = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
            frame.render_stateful_widget(bar, along, &mut state);
        }
    }

    /// Returns the first visible row of a pane of this height.
    pub(super) fn first_row(&self, pane: Pane, height: usize) -> usize {
        let (rows, selected) = match pane {
            Pane::Source => (self.data.source.len(), self.selected_line()),
            Pane::Flow => (self.data.flow.len(), self.selected_edge()),
            Pane::Predicates => self.selected_predicate(),
            Pane::Hints => self.selected_hint_line(),
            Pane::Steps => self.steps.as_ref().map_or((0, 0), |steps| (steps.length() + 1, steps.at)),
            Pane::Derivation | Pane::Growth => (0, 0),
        };
        selected.saturating_sub(height / 2).min(rows.saturating_sub(height))
    }
}
