//! Text styles. Nothing is expressed by colour alone: selected text is reversed, changed text is bold, dead objects are
//! crossed out or labelled.

use ratatui::style::{Color, Modifier, Style};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Bold, reversed and underlined text only.
    #[default]
    Plain,
    /// With colours in addition.
    Colored,
}

impl Theme {
    fn colored(self, style: Style, color: Color) -> Style {
        match self {
            Theme::Plain => style,
            Theme::Colored => style.fg(color),
        }
    }

    /// The selected row or pane.
    pub(super) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Text related to the selection.
    pub(super) fn current(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Yellow)
    }

    /// Changes by a step.
    pub(super) fn changed(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Green)
    }

    /// Less important text.
    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Violations and errors.
    pub(super) fn bad(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Red)
    }

    /// Proved properties.
    pub(super) fn good(self) -> Style {
        self.colored(Style::new(), Color::Green)
    }

    pub(super) fn frame(self, is_focused: bool) -> Style {
        if is_focused { self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Cyan) } else { self.faint() }
    }

    /// A key in the list of keys.
    pub(super) fn key(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Cyan)
    }
}
