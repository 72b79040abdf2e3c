//! The predicates pane: predicates at the selected location, with their values in the run. Changes by its last step are
//! bold.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::layout::Pane;
use crate::state::{PredicateOrder, Screen};
use explore::answer::Fate;

impl Screen {
    pub(super) fn draw_predicates(&self, frame: &mut Frame<'_>, area: Rect) {
        let rows = self.predicate_rows();
        let here = self.data.locations.get(self.at).map_or("", |line| line.name.as_str());
        let values = self.steps.as_ref().map(|steps| (steps.location(steps.at), steps.values())).unwrap_or_default();
        // The values of the run are meaningless at other locations.
        let is_here = values.0 == Some(here);
        let width = usize::from(area.width).saturating_sub(2);
        self.draw_rows(
            frame,
            (Pane::Predicates, area, &self.predicates_title(here, rows.len())),
            rows.len(),
            |index| {
                let Some(row) = rows.get(index) else { return Line::default() };
                let is_selected = Some(row.number) == self.predicate;
                let value = values.1.get(row.text.as_str()).filter(|_| is_here && row.at == self.at);
                let (value, is_changed) = match value {
                    Some((true, is_changed)) => ("T ", *is_changed),
                    Some((false, is_changed)) => ("F ", *is_changed),
                    None if is_here => ("  ", false),
                    None => ("", false),
                };
                let style = if is_changed { self.theme.changed() } else { ratatui::style::Style::new() };
                let place = match self.data.locations.get(row.at) {
                    Some(line) if row.at != self.at => format!(" @ {}", line.name),
                    _ => String::new(),
                };
                let fate = match &row.fate {
                    Fate::Computed => String::new(),
                    Fate::Hinted { hint, .. } => format!("hint {hint}"),
                    Fate::Free => "any".into(),
                    Fate::Known(truth) => truth.to_string(),
                    Fate::Open => "open".into(),
                };
                let text = format!("{}{place}", row.text);
                let room = width.saturating_sub(7 + value.len() + fate.chars().count() + 1);
                let shown: String = text.chars().take(room).collect();
                let mark = if is_selected { "▸" } else { " " };
                let line = Line::from(vec![
                    Span::raw(mark),
                    Span::styled(format!("{:>4}  ", row.number), self.theme.faint()),
                    Span::styled(value, style),
                    Span::styled(format!("{shown:<room$} "), style),
                    Span::styled(fate, self.theme.faint()),
                ]);
                if is_selected && self.focus == Pane::Predicates { line.style(self.theme.selected()) } else { line }
            },
        );
    }

    fn predicates_title(&self, here: &str, count: usize) -> String {
        let of = match (self.iteration, self.everywhere) {
            (Some(iteration), _) => format!("of iteration {iteration}"),
            (None, true) => "everywhere".into(),
            (None, false) => format!("@ {here}"),
        };
        let filter = if self.filter.is_empty() { String::new() } else { format!("  /{}", self.filter) };
        let sort = match self.sort {
            PredicateOrder::Number => "",
            PredicateOrder::Text => "  by text",
            PredicateOrder::Status => "  by status",
        };
        format!("Predicates {of}  {count} of {}{filter}{sort}", self.data.predicates.len())
    }

    /// Returns the number of rows, and the selected one.
    pub(super) fn selected_predicate(&self) -> (usize, usize) {
        let rows = self.predicate_rows();
        let selected = rows.iter().position(|row| Some(row.number) == self.predicate).unwrap_or(0);
        (rows.len(), selected)
    }
}
