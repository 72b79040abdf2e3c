//! Draws the screen: the title, the panes, the line of keys, and windows in front of them.

use ratatui::Frame;
use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::keys::KEYS;
use crate::layout::{Areas, Pane};
use crate::state::{LinePurpose, Screen, summary, worst};

/// Shown while a command is running.
const SPINNER: [&str; 4] = ["|", "/", "-", "\\"];

impl Screen {
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.areas = Areas::of(frame.area(), self.focus, self.zoomed);
        let Areas { title, panes, foot } = self.areas.clone();
        self.draw_title(frame, title);
        for (pane, area) in panes {
            self.draw_pane(frame, pane, area);
        }
        self.draw_foot(frame, foot);
        self.draw_window(frame);
    }

    /// Draws the procedure with its verdicts; if not all panes are shown, the names of the panes and the worst verdict.
    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect) {
        let (title, verdicts) = match self.areas.is_complete() {
            true => (Line::raw(format!(" damson explore  {}", self.title)), summary(&self.data.properties)),
            false => {
                let names = Pane::ALL.iter().enumerate().map(|(index, pane)| {
                    let style = if *pane == self.focus { self.theme.selected() } else { Style::new() };
                    Span::styled(pane.label(index), style)
                });
                (Line::from(names.collect::<Vec<_>>()), worst(&self.data.properties))
            }
        };
        let taken = u16::try_from(verdicts.chars().count() + 2).unwrap_or(u16::MAX);
        let [left, right] = Layout::horizontal([Constraint::Min(0), Constraint::Length(taken)]).areas(area);
        frame.render_widget(title, left);
        let is_broken = self.data.properties.iter().any(|known| known.confirmed);
        let style = if is_broken { self.theme.bad() } else { Style::new() };
        frame.render_widget(Line::styled(format!("{verdicts} "), style).right_aligned(), right);
    }

    /// Draws two lines: the message, and the keys.
    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect) {
        let [above, below] = Layout::vertical([Constraint::Length(1), Constraint::Length(1)]).areas(area);
        if let Some(typed) = &self.typed {
            let sign = match typed.purpose {
                LinePurpose::Filter | LinePurpose::Search => "/",
                LinePurpose::Command => ":",
            };
            let [mark, rest] = Layout::horizontal([Constraint::Length(1), Constraint::Min(1)]).areas(above);
            frame.render_widget(Span::styled(sign, self.theme.key()), mark);
            frame.render_widget(&typed.area, rest);
        } else {
            frame.render_widget(self.status(), above);
        }
        let mut spans = Vec::new();
        // Even the narrowest screen shows the keys for help and quitting.
        let needed = KEYS.iter().filter(|row| row.is_needed());
        for row in needed.chain(KEYS.iter().filter(|row| !row.is_needed())) {
            let Some(brief) = row.brief else { continue };
            let label = row.label.split(' ').next().unwrap_or_default();
            let label = if label == "↑" { "↑↓" } else { label };
            spans.push(Span::styled(label.to_string(), self.theme.key()));
            spans.push(Span::raw(format!(" {brief}  ")));
        }
        frame.render_widget(Line::from(spans), below);
    }

    fn status(&self) -> Line<'_> {
        if let Some((what, ticks)) = self.work {
            let turn = SPINNER.get(ticks % SPINNER.len()).copied().unwrap_or_default();
            let message = if self.message.is_empty() { String::new() } else { format!("  {}", self.message) };
            let text = format!("{turn} {what} … {} s, Esc stops  {}{message}", ticks / 10, self.doing);
            return Line::styled(text, self.theme.current());
        }
        let style = match self.message.contains("error:") || self.message.contains("violated") {
            true => self.theme.bad(),
            false => Style::new(),
        };
        Line::styled(self.message.as_str(), style)
    }

    fn draw_window(&mut self, frame: &mut Frame<'_>) {
        let theme = self.theme;
        let Some(window) = &mut self.window else { return };
        let lines: Vec<Line<'_>> = match &window.lines {
            Some(lines) => lines.iter().map(|line| Line::raw(line.as_str())).collect(),
            None => KEYS
                .iter()
                .map(|row| {
                    Line::from(vec![Span::styled(format!("{:<10}", row.label), theme.key()), Span::raw(row.help)])
                })
                .collect(),
        };
        let screen = frame.area();
        let width = lines.iter().map(Line::width).max().unwrap_or(0).max(window.title.chars().count() + 20) + 4;
        let width = u16::try_from(width).unwrap_or(u16::MAX).min(screen.width);
        let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
        let [area] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(screen);
        let [area] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(area);
        let rows = usize::from(height.saturating_sub(2));
        window.scroll = window.scroll.min(lines.len().saturating_sub(rows));
        let rest = lines.len().saturating_sub(window.scroll + rows);
        let more = if rest > 0 { format!("  ↓ {rest} more") } else { String::new() };
        let title = format!(" {}  (Esc closes{more}) ", window.title);
        let shown: Vec<Line<'_>> = lines.into_iter().skip(window.scroll).take(rows).collect();
        frame.render_widget(Clear, area);
        let block = Block::bordered().border_style(theme.frame(true)).title(title);
        frame.render_widget(Paragraph::new(shown).block(block), area);
    }
}
