//! The bounded engine beside all others: it works once the shape analysis is done, on what that leaves open.

use std::sync::OnceLock;

use crate::answer::VerificationTask;
use crate::bounded::{self, BOUNDED_ENGINE, Bounded};
use crate::settlement::Settlement;
use crate::shapes::{ShapeAnalysis, Shapes};
use crate::targets;
use base::Budget;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome};
use program::UndefinedBehaviour;
use reason::EngineName;

/// The bounded engine on what the shape analysis left open: everything at once, and then what is still open, one by one. `None` where it
/// is not asked, or nothing is open that it may know.
pub(super) fn ask(task: VerificationTask<'_>, shapes: &Shapes) -> Option<Bounded> {
    let VerificationTask { sources, settings, budget, .. } = task;
    let is_open = shapes.verdict().0 == Verdict::Unknown;
    let effort = settings.bounded.as_ref().filter(|_| is_open).map(|effort| asked(&settings.shapes, effort))?;
    let question = task.subject.question();
    let mut bounded = bounded::analyse(question, sources, &effort, budget);
    let mut open = Settlement::of(&bounded, question.program, &settings.shapes).open_targets(shapes);
    open.extend(targets::undecided(question.specification, &[shapes, &bounded]));
    targets::ask((question, sources), (open, &effort), budget, &mut bounded);
    Some(bounded)
}

/// The settings of the bounded engine that make errors of the same things.
fn asked(shapes: &smg::Settings, effort: &bmc::Settings) -> bmc::Settings {
    // Where nobody asks about a branch on what was never written, both ways are taken.
    let undefined_is_any = shapes.undefined_is_any || shapes.undefined_behaviour == UndefinedBehaviour::Ignored;
    bmc::Settings {
        allocation_may_fail: shapes.allocation_may_fail,
        leaks_at_exit: shapes.leaks_at_exit,
        undefined_behaviour: if undefined_is_any { UndefinedBehaviour::Ignored } else { shapes.undefined_behaviour },
        undefined_is_any,
        confirms_unwritten: shapes.undefined_is_any,
        ..effort.clone()
    }
}

/// The bounded engine beside all others: it works once the shape analysis is done, on what that leaves open, while the predicate
/// abstraction is at work. Where the others know everything, it stops, and what it found is not used: what is said must not depend
/// on who is faster.
pub(super) struct BoundedBeside<'t> {
    task: VerificationTask<'t>,
    shapes: &'t ShapeAnalysis<'t>,
    /// Ends the work.
    stop: Budget,
    found: OnceLock<Option<Bounded>>,
}

impl<'t> BoundedBeside<'t> {
    pub(super) fn new(task: VerificationTask<'t>, shapes: &'t ShapeAnalysis<'t>) -> Self {
        BoundedBeside { task, shapes, stop: task.budget.child(), found: OnceLock::new() }
    }

    /// Its answer is not needed.
    pub(super) fn cancel(&self) {
        self.stop.interrupt();
    }

    /// What it found, if it was asked. Waits where another thread is at it.
    pub(super) fn found(&self) -> Option<&Bounded> {
        let ask = || ask(VerificationTask { budget: &self.stop, ..self.task }, self.shapes.found());
        self.found.get_or_init(ask).as_ref()
    }
}

impl Engine for BoundedBeside<'_> {
    fn name(&self) -> EngineName {
        BOUNDED_ENGINE
    }

    fn work(&self) {
        self.found();
    }

    /// It refutes, by runs. Its proofs about procedures and specifications are not used: what they leave to the compiler is not
    /// always open there.
    fn outcome(&self, topic: Topic) -> Outcome {
        match self.found().map(|found| found.outcome(topic)) {
            None | Some(Outcome::Proved(_)) => Outcome::Silent,
            Some(outcome) => outcome,
        }
    }
}
