//! The source pane: the C lines, with the number of predicates of each location.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::layout::Pane;
use crate::state::Screen;

impl Screen {
    pub(super) fn draw_source(&self, frame: &mut Frame<'_>, area: Rect) {
        let file = self.data.locations.first().map_or("", |line| line.position.file.as_str());
        let file = file.rsplit('/').next().unwrap_or(file);
        let here = self.data.locations.get(self.at).map_or("", |line| line.name.as_str());
        let title = format!("{file} @ {here}");
        let selected = self.selected_line();
        self.draw_rows(frame, (Pane::Source, area, &title), self.data.source.len(), |index| {
            let Some((number, text)) = self.data.source.get(index) else { return Line::default() };
            let places = self.data.locations.iter().filter(|line| line.position.line == *number);
            let counts: Vec<String> = places.map(|line| line.predicates.to_string()).collect();
            let counts = if counts.is_empty() { String::new() } else { format!("[{}]", counts.join(" ")) };
            let is_current = index == selected;
            let mark = if is_current { "▶" } else { " " };
            let style = if is_current { self.theme.current() } else { ratatui::style::Style::new() };
            let room = usize::from(area.width).saturating_sub(2 + 8 + counts.chars().count());
            let shown: String = text.chars().take(room).collect();
            let line = Line::from(vec![
                Span::raw(mark),
                Span::styled(format!("{number:>4}  "), self.theme.faint()),
                Span::styled(format!("{shown:<room$} "), style),
                Span::styled(counts, self.theme.faint()),
            ]);
            if is_current && self.focus == Pane::Source { line.style(self.theme.selected()) } else { line }
        });
    }

    /// Returns the row of the selected location.
    pub(super) fn selected_line(&self) -> usize {
        let number = self.data.locations.get(self.at).map(|line| line.position.line);
        self.data.source.iter().position(|(line, _)| Some(*line) == number).unwrap_or(0)
    }
}
