//! The run pane: the run, and the heap at each of its steps.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

use crate::heap;
use crate::layout::Pane;
use crate::limits::WIDE_COLUMNS;
use crate::state::Screen;
use crate::steps::StepsView;

impl Screen {
    pub(super) fn draw_steps(&self, frame: &mut Frame<'_>, area: Rect) {
        let Some(steps) = &self.steps else {
            let block = self.block(Pane::Steps, "Run");
            let text = "x: a concrete run that breaks a property    t: a counterexample of the boolean program";
            return frame.render_widget(Paragraph::new(text).block(block), area);
        };
        let title = format!("{}  {}/{}  ◂n m▸", steps.title(), steps.at, steps.length());
        let (list, state) = if area.width >= WIDE_COLUMNS * 2 / 3 {
            let [list, state] = Layout::horizontal([Constraint::Percentage(38), Constraint::Min(20)]).areas(area);
            (list, state)
        } else {
            let rows = (area.height / 3).max(4);
            let [list, state] = Layout::vertical([Constraint::Length(rows), Constraint::Min(3)]).areas(area);
            (list, state)
        };
        self.draw_rows(frame, (Pane::Steps, list, &title), steps.length() + 1, |index| self.step_line(steps, index));
        let title = if steps.moment().is_some() { " Heap " } else { " Predicates on the path " };
        let block = Block::new().borders(Borders::ALL).border_style(self.theme.frame(false)).title(title);
        let inner = block.inner(state);
        let lines = self.state_lines(steps, usize::from(inner.width));
        frame.render_widget(Paragraph::new(lines).block(block), state);
    }

    fn step_line<'s>(&self, steps: &'s StepsView, index: usize) -> Line<'s> {
        let is_selected = index == steps.at;
        let mark = if is_selected { "▸" } else { " " };
        let (place, text) = match steps.text(index) {
            Some((text, position)) => (format!("{:>4} ", position.line), text),
            None => ("     ".into(), "start"),
        };
        let style = if is_selected { self.theme.current() } else { ratatui::style::Style::new() };
        let to = steps.location(index).map_or_else(String::new, |name| format!(" ─▸ {name}"));
        let line = Line::from(vec![
            Span::raw(mark),
            Span::styled(format!("{index:>3} "), self.theme.faint()),
            Span::styled(place, self.theme.faint()),
            Span::styled(text, style),
            Span::styled(to, self.theme.faint()),
        ]);
        if is_selected && self.focus == Pane::Steps { line.style(self.theme.selected()) } else { line }
    }

    /// Returns the heap of a concrete run; for a path, the changes by the step.
    fn state_lines(&self, steps: &StepsView, width: usize) -> Vec<Line<'static>> {
        if let Some(moment) = steps.moment() {
            let mut lines = match &moment.picture {
                Some(picture) => heap::drawn(picture, &moment.changed_places, width, self.theme),
                None => vec![Line::raw("memory is not drawn at this step")],
            };
            if steps.at == steps.length() {
                lines.push(Line::styled(steps.end(), self.theme.bad()));
            }
            return lines;
        }
        let mut lines: Vec<Line<'static>> = Vec::new();
        for (name, (value, is_changed)) in steps.values() {
            let style = if is_changed { self.theme.changed() } else { self.theme.faint() };
            lines.push(Line::styled(format!("{} {name}", if value { "T" } else { "F" }), style));
        }
        // Changes come first.
        lines.sort_by_key(|line| line.style != self.theme.changed());
        lines.extend(steps.remark().map(Line::raw));
        lines
    }
}
