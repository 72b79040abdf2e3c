//! The derivation pane: the tree of the selected predicate.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Wrap};
use tui_tree_widget::Tree;

use crate::derivation::Direction;
use crate::layout::Pane;
use crate::state::Screen;

impl Screen {
    pub(super) fn draw_derivation(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let of = self.derivation.of.map_or_else(String::new, |number| format!(" {number}"));
        let title = match self.derivation.direction {
            Direction::Why => format!("Why{of}  c:causes"),
            Direction::Causes => format!("Caused by{of}  w:why"),
        };
        let block = self.block(Pane::Derivation, &title);
        let style = if self.focus == Pane::Derivation { self.theme.selected() } else { self.theme.current() };
        match Tree::new(&self.derivation.items) {
            Ok(tree) if !self.derivation.items.is_empty() => {
                let tree = tree
                    .block(block)
                    .highlight_style(style)
                    .node_closed_symbol("▸ ")
                    .node_open_symbol("▾ ")
                    .node_no_children_symbol("  ");
                frame.render_stateful_widget(tree, area, &mut self.derivation.state);
            }
            _ => {
                let text = if self.predicate.is_some() { "" } else { "no predicate is selected" };
                frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }).block(block), area);
            }
        }
    }
}
