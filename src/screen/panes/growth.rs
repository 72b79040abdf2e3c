//! The growth pane: the number of predicates of each iteration, as bars.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Bar, BarChart, BarGroup};

use crate::layout::Pane;
use crate::state::Screen;

/// Columns of a bar.
const BAR_COLUMNS: u16 = 3;

impl Screen {
    pub(super) fn draw_growth(&self, frame: &mut Frame<'_>, area: Rect) {
        let figures = self.data.figures.as_ref().map_or_else(String::new, |figures| {
            let statistics = figures.statistics;
            let end = if statistics.converged { "converged" } else { "not converged" };
            format!("{} pairs, {} predicates, {end}", statistics.pairs, statistics.predicates)
        });
        let families = match self.data.families.len() {
            0 => String::new(),
            some => format!(", {some} families grow"),
        };
        let block = self.block(Pane::Growth, &format!("Growth  {figures}{families}"));
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let fitting = usize::from(inner.width / (BAR_COLUMNS + 1)).max(1);
        let selected = self.iteration.unwrap_or(0);
        let first = selected.saturating_sub(fitting / 2).min(self.data.iterations.len().saturating_sub(fitting));
        let rows = self.data.iterations.iter().enumerate().skip(first).take(fitting);
        let bars: Vec<Bar<'_>> = rows
            .map(|(index, row)| {
                let is_selected = self.iteration == Some(index);
                let style = if is_selected { self.theme.current() } else { ratatui::style::Style::new() };
                let label = if is_selected { format!("▸{index}") } else { index.to_string() };
                Bar::default().value(row.pairs as u64).label(label).style(style)
            })
            .collect();
        let chart = BarChart::default().data(BarGroup::default().bars(&bars)).bar_width(BAR_COLUMNS).bar_gap(1);
        frame.render_widget(chart, inner);
    }
}
