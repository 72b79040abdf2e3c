//! The runs of a portfolio, on the calling thread or started ahead on threads of their own.
//!
//! Runs that will probably be needed next start while another one is under way. A run started ahead is used only if its
//! mode and budget slice are exactly those requested, so the findings do not depend on the number of threads.

use std::cell::RefCell;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::solver::engine::{Analysis, analyse_within};
use crate::solver::settings::{Settings, SolverRun};
use base::Budget;
use base::stack::STACK_BYTES;
use program::analysis::Influence;
use spec::Question;

/// A run that was started ahead.
struct Begun<'scope> {
    run: SolverRun,
    /// A budget of its own, so that it can be interrupted.
    budget: Budget,
    thread: ScopedJoinHandle<'scope, Analysis>,
}

/// Executes the runs of the portfolio's members.
pub(super) struct Runs<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    question: Question<'env>,
    influence: Option<&'env Influence>,
    settings: &'env Settings,
    budget: &'env Budget,
    /// Maximum number of runs started ahead.
    most_begun: usize,
    begun: RefCell<Vec<Begun<'scope>>>,
}

impl<'scope, 'env> Runs<'scope, 'env> {
    /// Returns what all runs are asked.
    pub fn question(&self) -> Question<'env> {
        self.question
    }

    /// One of the threads that the settings allow is the caller's.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        question: Question<'env>,
        influence: Option<&'env Influence>,
        settings: &'env Settings,
        budget: &'env Budget,
    ) -> Runs<'scope, 'env> {
        Runs {
            scope,
            question,
            influence,
            settings,
            budget,
            most_begun: settings.jobs.saturating_sub(1),
            begun: RefCell::default(),
        }
    }

    /// Returns the result of a run, within a share of the remaining time.
    pub fn analyse(&self, run: &SolverRun, share: f64) -> Analysis {
        let place = self.begun.borrow().iter().position(|begun| begun.run == *run);
        match place.map(|index| self.begun.borrow_mut().remove(index)) {
            Some(begun) => begun.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => analyse_within(self.influence, self.question, self.settings, run, &self.budget.share(share)),
        }
    }

    /// Starts the first of these runs ahead, as many as there are free threads.
    pub fn begin(&self, next: impl IntoIterator<Item = SolverRun>) {
        for run in next {
            if self.begun.borrow().len() == self.most_begun {
                return;
            }
            let budget = self.budget.child();
            let (influence, question, settings) = (self.influence, self.question, self.settings);
            let (own, asked) = (budget.clone(), run.clone());
            let work = move || analyse_within(influence, question, settings, &asked, &own);
            // If no thread can be spawned, the run takes place when its result is requested.
            let Ok(thread) = Builder::new().stack_size(STACK_BYTES).spawn_scoped(self.scope, work) else { return };
            self.begun.borrow_mut().push(Begun { run, budget, thread });
        }
    }

    /// Interrupts the runs whose results were not requested.
    pub fn stop(&self) {
        for Begun { budget, thread, .. } in self.begun.take() {
            budget.interrupt();
            drop(thread.join());
        }
    }
}
