//! The runs of a portfolio: on the calling thread, or started before on threads of their own.
//!
//! Runs that will probably be needed next start while another one is under way. A started run is used only if it has exactly
//! the mode and the budget slice that are asked for, so that the findings do not depend on the number of threads.

use std::cell::RefCell;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::solver::engine::{Analysis, analyse};
use crate::solver::settings::{Settings, SolverRun};
use base::Budget;
use base::stack::STACK_BYTES;
use spec::Question;

/// A run that was started.
struct Begun<'scope> {
    run: SolverRun,
    /// Its own, so that it can be stopped.
    budget: Budget,
    thread: ScopedJoinHandle<'scope, Analysis>,
}

/// Where the members of the portfolio run.
pub(super) struct Runs<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    question: Question<'env>,
    settings: &'env Settings,
    budget: &'env Budget,
    /// This many runs may be under way beside that of the caller.
    most_begun: usize,
    begun: RefCell<Vec<Begun<'scope>>>,
}

impl<'scope, 'env> Runs<'scope, 'env> {
    /// Of the threads that the settings allow, one is that of the caller.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        question: Question<'env>,
        settings: &'env Settings,
        budget: &'env Budget,
    ) -> Runs<'scope, 'env> {
        Runs {
            scope,
            question,
            settings,
            budget,
            most_begun: settings.jobs.saturating_sub(1),
            begun: RefCell::default(),
        }
    }

    /// The result of a run, within a share of the time.
    pub fn analyse(&self, run: &SolverRun, share: f64) -> Analysis {
        let place = self.begun.borrow().iter().position(|begun| begun.run == *run);
        match place.map(|index| self.begun.borrow_mut().remove(index)) {
            Some(begun) => begun.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => analyse(self.question, self.settings, run, &self.budget.share(share)),
        }
    }

    /// Begins the first of some runs, as many as there are threads for.
    pub fn begin(&self, next: impl IntoIterator<Item = SolverRun>) {
        for run in next {
            if self.begun.borrow().len() == self.most_begun {
                return;
            }
            let budget = self.budget.child();
            let (question, settings, own, asked) = (self.question, self.settings, budget.clone(), run.clone());
            let work = move || analyse(question, settings, &asked, &own);
            // Where no thread can be started the run is made when its result is queried.
            let Ok(thread) = Builder::new().stack_size(STACK_BYTES).spawn_scoped(self.scope, work) else { return };
            self.begun.borrow_mut().push(Begun { run, budget, thread });
        }
    }

    /// Stops the runs that nobody has asked for.
    pub fn stop(&self) {
        for Begun { budget, thread, .. } in self.begun.take() {
            budget.interrupt();
            // Its result is not needed any more.
            drop(thread.join());
        }
    }
}
