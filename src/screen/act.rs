//! Carries out the actions of keys and mouse. All panes follow the selection.

use ratatui_textarea::TextArea;

use crate::derivation::Direction;
use crate::keys::{KeyAction, Motion};
use crate::layout::Pane;
use crate::state::{LinePurpose, PredicateOrder, Screen, Typed, Window, Wish};
use explore::Request;

impl Screen {
    pub(super) fn act(&mut self, action: KeyAction) -> Option<Wish> {
        match action {
            KeyAction::NextPane => self.go(self.focus.next(1)),
            KeyAction::PreviousPane => self.go(self.focus.next(Pane::ALL.len() - 1)),
            KeyAction::Go(pane) => self.go(pane),
            KeyAction::Move(motion) => self.move_in(self.focus, motion),
            KeyAction::Left if self.focus == Pane::Derivation => drop(self.derivation.state.key_left()),
            KeyAction::Right if self.focus == Pane::Derivation => drop(self.derivation.state.key_right()),
            KeyAction::Left if self.focus == Pane::Growth => self.move_in(Pane::Growth, Motion::Up),
            KeyAction::Right if self.focus == Pane::Growth => self.move_in(Pane::Growth, Motion::Down),
            KeyAction::Left | KeyAction::StepBack => self.step(Motion::Up),
            KeyAction::Right | KeyAction::StepOn => self.step(Motion::Down),
            KeyAction::Jump => return self.jump(),
            KeyAction::Search => {
                self.ask(if self.focus == Pane::Source { LinePurpose::Search } else { LinePurpose::Filter }, "")
            }
            KeyAction::Everywhere => self.toggle_everywhere(),
            KeyAction::Sort => {
                self.sort = match self.sort {
                    PredicateOrder::Number => PredicateOrder::Text,
                    PredicateOrder::Text => PredicateOrder::Status,
                    PredicateOrder::Status => PredicateOrder::Number,
                };
            }
            KeyAction::Why => self.derive(Direction::Why),
            KeyAction::Causes => self.derive(Direction::Causes),
            KeyAction::Prove => return self.begin(Request::Prove),
            KeyAction::Run => return self.begin(Request::Run),
            KeyAction::Check => return self.begin(Request::Check(None)),
            KeyAction::Accept => return self.begin(Request::Accept(Vec::new())),
            KeyAction::DropHint => return self.drop_hint(),
            KeyAction::Undo => return self.begin(Request::Undo),
            KeyAction::Example => return self.begin(Request::Example(None)),
            KeyAction::Trace => return self.begin(Request::Trace(None)),
            KeyAction::Zoom => self.zoomed = !self.zoomed,
            KeyAction::Ask(begun) => self.ask(LinePurpose::Command, begun),
            KeyAction::Help => self.window = Some(Window { title: "Keys".into(), lines: None, scroll: 0 }),
            KeyAction::Stop => return self.stop(),
            KeyAction::Quit => return self.quit(),
        }
        None
    }

    fn stop(&mut self) -> Option<Wish> {
        if self.is_working() {
            self.message = "stopping: what is known by now stays".into();
            return Some(Wish::Stop);
        }
        self.zoomed = false;
        self.iteration = None;
        self.filter.clear();
        self.keep_selection();
        None
    }

    fn quit(&mut self) -> Option<Wish> {
        let warning = "hints are not saved: q again leaves, S saves them";
        if self.unsaved && !self.data.hints.is_empty() && self.message != warning {
            self.message = warning.into();
            return None;
        }
        Some(Wish::Quit)
    }

    /// Moves the focus to a pane.
    pub(super) fn go(&mut self, pane: Pane) {
        self.focus = pane;
        if pane == Pane::Derivation {
            self.show_derivation();
        }
    }

    fn ask(&mut self, purpose: LinePurpose, begun: &str) {
        let begun = if purpose == LinePurpose::Filter { self.filter.clone() } else { begun.to_string() };
        if purpose == LinePurpose::Filter && self.focus != Pane::Predicates {
            self.go(Pane::Predicates);
        }
        let mut area = TextArea::default();
        area.set_cursor_line_style(ratatui::style::Style::new());
        area.insert_str(begun);
        self.typed = Some(Typed { purpose, area });
    }

    fn toggle_everywhere(&mut self) {
        self.everywhere = !self.everywhere;
        self.iteration = None;
        self.keep_selection();
    }

    fn derive(&mut self, direction: Direction) {
        if self.derivation.direction != direction {
            self.derivation.direction = direction;
            self.derivation.clear();
        }
        self.show_derivation();
    }

    /// Builds the tree of the selected predicate.
    pub(super) fn show_derivation(&mut self) {
        match (&mut self.session, self.predicate) {
            (Some(session), Some(number)) => self.derivation.show(session, number),
            (_, None) => self.derivation.clear(),
            (None, Some(_)) => {}
        }
    }

    fn drop_hint(&mut self) -> Option<Wish> {
        let number = self.data.hints.get(self.hint).map(|hint| hint.number);
        match number.filter(|_| self.focus == Pane::Hints) {
            Some(number) => self.begin(Request::Unhint(number)),
            None => {
                self.message = "select a hint first".into();
                self.go(Pane::Hints);
                None
            }
        }
    }

    /// Enter: goes where the selected row leads.
    fn jump(&mut self) -> Option<Wish> {
        match self.focus {
            Pane::Source | Pane::Flow => self.go(Pane::Predicates),
            Pane::Predicates => self.go(Pane::Derivation),
            Pane::Derivation => {
                if let Some(number) = self.derivation.selected() {
                    self.follow_predicate(number);
                }
            }
            Pane::Growth => self.go(Pane::Predicates),
            Pane::Hints => {
                let proposal = self.hint.checked_sub(self.data.hints.len());
                if let Some(proposal) = proposal.filter(|index| *index < self.data.proposals.len()) {
                    return self.begin(Request::Accept(vec![proposal + 1]));
                }
                self.go(Pane::Predicates);
            }
            Pane::Steps => self.step(Motion::Down),
        }
        None
    }

    /// Moves the selection of a pane.
    pub(super) fn move_in(&mut self, pane: Pane, motion: Motion) {
        match pane {
            Pane::Source | Pane::Flow => {
                if let Some(at) = moved(self.at, self.data.locations.len(), motion) {
                    self.follow_location(at);
                }
            }
            Pane::Predicates => {
                let rows: Vec<usize> = self.predicate_rows().iter().map(|row| row.number).collect();
                let here = rows.iter().position(|number| Some(*number) == self.predicate).unwrap_or(0);
                let next = moved(here, rows.len(), motion).and_then(|index| rows.get(index));
                if let Some(number) = next.copied() {
                    self.follow_predicate(number);
                }
            }
            Pane::Derivation => {
                let state = &mut self.derivation.state;
                match motion {
                    Motion::Up => state.key_up(),
                    Motion::Down => state.key_down(),
                    Motion::PageUp => state.select_relative(|at| at.map_or(0, |at| at.saturating_sub(10))),
                    Motion::PageDown => state.select_relative(|at| at.map_or(0, |at| at.saturating_add(10))),
                    Motion::First => state.select_first(),
                    Motion::Last => state.select_last(),
                };
                // The tree stays, so that it can be read while moving in it.
                let selected = self.derivation.selected().and_then(|number| self.data.predicate(number));
                self.at = selected.map_or(self.at, |row| row.at);
            }
            Pane::Growth => {
                let here = self.iteration.unwrap_or(0);
                self.iteration = moved(here, self.data.iterations.len(), motion);
                self.keep_selection();
            }
            Pane::Hints => {
                self.hint = moved(self.hint, self.hint_rows(), motion).unwrap_or(0);
                self.follow_hint();
            }
            Pane::Steps => self.step(motion),
        }
    }

    fn step(&mut self, motion: Motion) {
        let Some(steps) = &mut self.steps else {
            self.message =
                "nothing is stepped through: x shows a run that breaks a property, t a path of the model".into();
            return;
        };
        steps.at = moved(steps.at, steps.length() + 1, motion).unwrap_or(0);
        self.follow_step();
    }

    /// Selects the location of the current step.
    pub(super) fn follow_step(&mut self) {
        let name = self.steps.as_ref().and_then(|steps| steps.location(steps.at));
        if let Some(at) = name.and_then(|name| self.data.location(name)) {
            self.follow_location(at);
        }
    }

    /// Selects a location, and the first predicate there.
    pub(super) fn follow_location(&mut self, at: usize) {
        self.at = at;
        self.iteration = None;
        self.keep_selection();
    }

    fn follow_predicate(&mut self, number: usize) {
        let Some(row) = self.data.predicate(number) else { return };
        self.at = row.at;
        self.predicate = Some(number);
        self.show_derivation();
    }

    fn follow_hint(&mut self) {
        let name = self.data.hints.get(self.hint).and_then(|hint| hint.locations.first());
        if let Some(at) = name.and_then(|name| self.data.location(name)) {
            self.follow_location(at);
        }
    }

    /// Ensures that the selected items exist.
    pub(super) fn keep_selection(&mut self) {
        self.at = self.at.min(self.data.locations.len().saturating_sub(1));
        self.hint = self.hint.min(self.hint_rows().saturating_sub(1));
        let rows: Vec<usize> = self.predicate_rows().iter().map(|row| row.number).collect();
        if !self.predicate.is_some_and(|number| rows.contains(&number)) {
            self.predicate = rows.first().copied();
        }
        self.show_derivation();
    }

    /// Selects the next location whose line contains a text.
    pub(super) fn search(&mut self, wanted: &str) {
        let count = self.data.locations.len();
        let has = |at: &usize| {
            let line = self.data.locations.get(*at);
            line.is_some_and(|line| line.source_line.contains(wanted) || line.name == wanted)
        };
        let found = (1..=count).map(|ahead| (self.at + ahead) % count.max(1)).find(has);
        match found {
            Some(at) => self.follow_location(at),
            None => self.message = format!("no location has '{wanted}'"),
        }
    }

    pub(super) fn wheel(&mut self, column: u16, row: u16, motion: Motion) -> Option<Wish> {
        if let Some(window) = &mut self.window {
            window.scroll = if motion == Motion::Down { window.scroll + 3 } else { window.scroll.saturating_sub(3) };
        } else if let Some((pane, _)) = self.areas.at(column, row) {
            self.move_in(pane, motion);
        }
        None
    }

    pub(super) fn click(&mut self, column: u16, row: u16) -> Option<Wish> {
        if self.window.take().is_some() {
            return None;
        }
        if let Some(pane) = self.areas.named_at(column, row) {
            self.go(pane);
            return None;
        }
        let (pane, area) = self.areas.at(column, row)?;
        self.go(pane);
        if pane == Pane::Derivation {
            self.derivation.state.click_at((column, row).into());
            return None;
        }
        // The frame is no row.
        let line = usize::from(row.checked_sub(area.y + 1)?);
        let index = self.first_row(pane, usize::from(area.height.saturating_sub(2))) + line;
        self.select(pane, index);
        None
    }

    /// Selects a row of a pane.
    fn select(&mut self, pane: Pane, index: usize) {
        match pane {
            Pane::Source => {
                let number = self.data.source.get(index).map(|(number, _)| *number);
                let at = self.data.locations.iter().position(|line| Some(line.position.line) == number);
                if let Some(at) = at {
                    self.follow_location(at);
                }
            }
            Pane::Flow => {
                let from = self.data.flow.get(index).and_then(|line| self.data.location(&line.from));
                if let Some(at) = from {
                    self.follow_location(at);
                }
            }
            Pane::Predicates => {
                let number = self.predicate_rows().get(index).map(|row| row.number);
                if let Some(number) = number {
                    self.follow_predicate(number);
                }
            }
            Pane::Hints => {
                self.hint = self.hint_at_line(index);
                self.follow_hint();
            }
            Pane::Steps => {
                if let Some(steps) = &mut self.steps {
                    steps.at = index.min(steps.length());
                    self.follow_step();
                }
            }
            Pane::Derivation | Pane::Growth => {}
        }
    }
}

/// Returns the target row of a motion; `None` if there are no rows.
fn moved(at: usize, rows: usize, motion: Motion) -> Option<usize> {
    let last = rows.checked_sub(1)?;
    Some(match motion {
        Motion::Up => at.saturating_sub(1),
        Motion::Down => at.saturating_add(1).min(last),
        Motion::PageUp => at.saturating_sub(10),
        Motion::PageDown => at.saturating_add(10).min(last),
        Motion::First => 0,
        Motion::Last => last,
    })
}
