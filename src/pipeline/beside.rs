//! The bounded engine beside all others: it works after the shape analysis, on what that leaves open.

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

/// Runs the bounded engine on what the shape analysis left open: on everything at once, and then on each target that is
/// still open. Returns `None` if it is disabled, or nothing is open that it may decide.
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

/// Returns settings of the bounded engine under which the same things are errors as in the shape analysis.
fn asked(shapes: &smg::Settings, effort: &bmc::Settings) -> bmc::Settings {
    // If a branch on an uninitialised value is not checked, both ways are taken.
    let undefined_is_any = shapes.undefined_is_any || shapes.undefined_behaviour == UndefinedBehaviour::Ignored;
    bmc::Settings {
        leaks_at_exit: shapes.leaks_at_exit,
        undefined_behaviour: if undefined_is_any { UndefinedBehaviour::Ignored } else { shapes.undefined_behaviour },
        undefined_is_any,
        confirms_unwritten: shapes.undefined_is_any,
        ..effort.clone()
    }
}

/// The bounded engine beside all others: it works after the shape analysis, on what that leaves open, while the
/// predicate abstraction is running. If the others decide everything, it stops, and its findings are not used: the
/// answer must not depend on which engine is faster.
pub(super) struct BoundedBeside<'t> {
    task: VerificationTask<'t>,
    shapes: &'t ShapeAnalysis<'t>,
    /// Stops the work.
    stop: Budget,
    found: OnceLock<Option<Bounded>>,
}

impl<'t> BoundedBeside<'t> {
    pub(super) fn new(task: VerificationTask<'t>, shapes: &'t ShapeAnalysis<'t>) -> Self {
        BoundedBeside { task, shapes, stop: task.budget.child(), found: OnceLock::new() }
    }

    /// Stops the work, since the answer is not needed.
    pub(super) fn cancel(&self) {
        self.stop.interrupt();
    }

    /// Returns the findings, if the engine was asked; blocks while another thread computes them.
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

    /// It refutes, by runs. Its proofs about procedures and specifications are not used: it does not always leave open
    /// what C leaves to the compiler.
    fn outcome(&self, topic: Topic) -> Outcome {
        match self.found().map(|found| found.outcome(topic)) {
            None | Some(Outcome::Proved(_)) => Outcome::Silent,
            Some(outcome) => outcome,
        }
    }
}
