//! The layout of the panes: all side by side on a wide screen; on a narrow one, the source above the focused pane.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::limits::{WIDE_COLUMNS, WIDE_ROWS};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Pane {
    /// The C lines.
    #[default]
    Source,
    Flow,
    /// Predicates at the selected location.
    Predicates,
    /// The causes or the effects of the selected predicate.
    Derivation,
    /// Number of predicates of each iteration.
    Growth,
    /// Hints with their state, and proposals.
    Hints,
    /// The current run or path, with the heap.
    Steps,
}

impl Pane {
    /// All panes, in the order of the Tab key.
    pub const ALL: [Pane; 7] =
        [Pane::Source, Pane::Flow, Pane::Predicates, Pane::Derivation, Pane::Growth, Pane::Hints, Pane::Steps];

    pub fn name(self) -> &'static str {
        match self {
            Pane::Source => "Source",
            Pane::Flow => "Flow",
            Pane::Predicates => "Predicates",
            Pane::Derivation => "Derivation",
            Pane::Growth => "Growth",
            Pane::Hints => "Hints",
            Pane::Steps => "Run",
        }
    }

    /// Its name in the title line, with its key.
    pub(super) fn label(self, index: usize) -> String {
        format!(" {}{} ", index + 1, self.name())
    }

    /// Returns the pane `by` positions further on.
    pub(super) fn next(self, by: usize) -> Pane {
        let index = Pane::ALL.iter().position(|pane| *pane == self).unwrap_or(0);
        Pane::ALL.get((index + by) % Pane::ALL.len()).copied().unwrap_or_default()
    }
}

/// The areas of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Areas {
    pub(super) title: Rect,
    /// The panes that are shown.
    pub(super) panes: Vec<(Pane, Rect)>,
    /// The lines at the bottom: messages and keys.
    pub(super) foot: Rect,
}

impl Areas {
    /// Lays out a screen. `zoomed`: the focused pane gets all of it.
    pub(super) fn of(screen: Rect, focus: Pane, zoomed: bool) -> Areas {
        let [title, middle, foot] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(3), Constraint::Length(2)]).areas(screen);
        let panes = if zoomed {
            vec![(focus, middle)]
        } else if screen.width >= WIDE_COLUMNS && screen.height >= WIDE_ROWS {
            wide(middle)
        } else {
            stacked(middle, focus)
        };
        Areas { title, panes, foot }
    }

    /// Returns true if every pane is shown.
    pub(super) fn is_complete(&self) -> bool {
        Pane::ALL.iter().all(|pane| self.panes.iter().any(|(shown, _)| shown == pane))
    }

    /// Returns the pane whose name in the title line is at a position.
    pub(super) fn named_at(&self, column: u16, row: u16) -> Option<Pane> {
        if self.is_complete() || !self.title.contains((column, row).into()) {
            return None;
        }
        let mut end = usize::from(self.title.x);
        let mut panes = Pane::ALL.iter().enumerate();
        let found = panes.find(|(index, pane)| {
            end += pane.label(*index).chars().count();
            usize::from(column) < end
        });
        found.map(|(_, pane)| *pane)
    }

    /// Returns the pane at a position, and its area.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<(Pane, Rect)> {
        let holds = |area: &Rect| area.contains((column, row).into());
        self.panes.iter().copied().find(|(_, area)| holds(area))
    }
}

fn wide(area: Rect) -> Vec<(Pane, Rect)> {
    let [above, below] = Layout::vertical([Constraint::Percentage(66), Constraint::Percentage(34)]).areas(area);
    let [left, right] = Layout::horizontal([Constraint::Percentage(45), Constraint::Percentage(55)]).areas(above);
    let [source, flow, growth] =
        Layout::vertical([Constraint::Percentage(42), Constraint::Percentage(34), Constraint::Percentage(24)])
            .areas(left);
    let [predicates, derivation, hints] =
        Layout::vertical([Constraint::Percentage(38), Constraint::Percentage(30), Constraint::Percentage(32)])
            .areas(right);
    vec![
        (Pane::Source, source),
        (Pane::Flow, flow),
        (Pane::Growth, growth),
        (Pane::Predicates, predicates),
        (Pane::Derivation, derivation),
        (Pane::Hints, hints),
        (Pane::Steps, below),
    ]
}

fn stacked(area: Rect, focus: Pane) -> Vec<(Pane, Rect)> {
    if matches!(focus, Pane::Source | Pane::Flow) {
        let [first, second] = Layout::vertical([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(area);
        let other = if focus == Pane::Source { Pane::Predicates } else { Pane::Source };
        return vec![(focus, first), (other, second)];
    }
    let [first, second] = Layout::vertical([Constraint::Percentage(34), Constraint::Percentage(66)]).areas(area);
    vec![(Pane::Source, first), (focus, second)]
}
