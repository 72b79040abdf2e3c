//! The history for `undo`: hints, bounds and runs before each change.

use crate::answer::{Answer, Problem, Undone};
use crate::run::AbstractionRun;
use crate::session::Session;
use spec::Hint;

/// Maximum number of changes that can be undone.
const MOST_CHANGES: usize = 50;

/// The state before a change.
#[derive(Debug)]
struct Earlier {
    /// The command that made the change.
    command: &'static str,
    hints: Vec<Hint>,
    hint_numbers: Vec<usize>,
    bound: usize,
    most_pairs: usize,
    /// The run, if the change replaced it.
    run: Option<AbstractionRun>,
}

/// The changes of a session, latest last.
#[derive(Debug, Default)]
pub(super) struct History {
    changes: Vec<Earlier>,
}

impl Session {
    /// Saves the state before a command changes it.
    pub(super) fn remember(&mut self, command: &'static str) {
        let earlier = Earlier {
            command,
            hints: self.prepared.hints.clone(),
            hint_numbers: self.hint_numbers.clone(),
            bound: self.settings.bound,
            most_pairs: self.settings.most_pairs,
            run: None,
        };
        self.history.changes.push(earlier);
        if self.history.changes.len() > MOST_CHANGES {
            self.history.changes.remove(0);
        }
    }

    /// Saves the run that the last change has replaced.
    pub(super) fn remember_run(&mut self, run: AbstractionRun) {
        if let Some(last) = self.history.changes.last_mut() {
            last.run = Some(run);
        }
    }

    /// Drops the last saved state: the change was not made.
    pub(super) fn forget(&mut self) {
        self.history.changes.pop();
    }

    pub(super) fn undo(&mut self) -> Result<Answer, Problem> {
        let Some(earlier) = self.history.changes.pop() else {
            return Err(Problem::Message("nothing was changed yet".into()));
        };
        self.prepared.hints = earlier.hints;
        self.hint_numbers = earlier.hint_numbers;
        self.settings.bound = earlier.bound;
        self.settings.most_pairs = earlier.most_pairs;
        if let Some(run) = earlier.run {
            self.run = run;
            self.cursor = None;
            self.proposals.clear();
        }
        Ok(Answer::Undone(Undone {
            command: earlier.command,
            hints: self.hint_numbers.clone(),
            bound: self.settings.bound,
            is_run_with: self.run.hint_numbers == self.hint_numbers && self.run.bound == self.settings.bound,
        }))
    }
}
