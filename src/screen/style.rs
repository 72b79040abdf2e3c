//! How text is marked. Nothing is told by a colour alone: what is selected is reversed, what changed is bold, what is gone is
//! crossed out or says so.

use ratatui::style::{Color, Modifier, Style};

/// With colours or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Bold, reversed and underlined text alone.
    #[default]
    Plain,
    /// Colours beside that.
    Colored,
}

impl Theme {
    fn colored(self, style: Style, color: Color) -> Style {
        match self {
            Theme::Plain => style,
            Theme::Colored => style.fg(color),
        }
    }

    /// What the keys work on.
    pub(super) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What belongs to what is selected.
    pub(super) fn current(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Yellow)
    }

    /// What a step has changed.
    pub(super) fn changed(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Green)
    }

    /// What matters less.
    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// A violation, or an error.
    pub(super) fn bad(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Red)
    }

    /// What was proved.
    pub(super) fn good(self) -> Style {
        self.colored(Style::new(), Color::Green)
    }

    /// The frame of a pane.
    pub(super) fn frame(self, is_focused: bool) -> Style {
        if is_focused { self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Cyan) } else { self.faint() }
    }

    /// A key in the list of keys.
    pub(super) fn key(self) -> Style {
        self.colored(Style::new().add_modifier(Modifier::BOLD), Color::Cyan)
    }
}
