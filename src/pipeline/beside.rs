//! The bounded engine beside all others. It glances at the program while the shape analysis is at work: many errors show
//! at a small bound, long before a proof fails. Then it works on what the shape analysis leaves open.

use std::sync::OnceLock;

use crate::answer::{Subject, VerificationTask};
use crate::bounded::{self, BOUNDED_ENGINE, Bounded};
use crate::limits::{BESIDE_UNWIND, GLANCE_CLAUSES, GLANCE_PROOF_BYTES, GLANCE_TERMS, GLANCE_UNWIND};
use crate::settlement::{Settlement, looks_for_all};
use crate::shapes::{ShapeAnalysis, Shapes};
use crate::targets;
use base::Budget;
use engine::evidence::Alarm;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome};
use program::UndefinedBehaviour;
use reason::EngineName;
use smg::portfolio::KnownElsewhere;

/// A short look of the bounded engine at the whole program, at the first query.
pub(super) struct Glance<'t> {
    task: VerificationTask<'t>,
    found: OnceLock<Option<Bounded>>,
}

impl<'t> Glance<'t> {
    pub(super) fn new(task: VerificationTask<'t>) -> Self {
        Glance { task, found: OnceLock::new() }
    }

    /// Returns the limits for the smallest bound and for larger ones; `None` if the engine is disabled, or does not look
    /// for all that the shape analysis looks for.
    fn efforts(&self) -> Option<[bmc::Settings; 2]> {
        let settings = self.task.settings;
        let effort = settings.bounded.as_ref().filter(|_| looks_for_all(&settings.shapes))?;
        let round = settings.round;
        // Only a bound below the usual one restricts a glance.
        let most = if effort.largest_unwind < BESIDE_UNWIND { effort.largest_unwind } else { GLANCE_UNWIND };
        let limited = |unwind: u32, (terms, clauses): (usize, usize)| bmc::Settings {
            largest_unwind: unwind.min(most),
            most_terms: effort.most_terms.min(round.limit(terms)),
            most_clauses: effort.most_clauses.min(round.limit(clauses)),
            most_proof_bytes: effort.most_proof_bytes.min(GLANCE_PROOF_BYTES),
            ..asked(&settings.shapes, effort)
        };
        let [first, deeper] = [0, 1].map(|index| (GLANCE_TERMS[index], GLANCE_CLAUSES[index]));
        Some([limited(1, first), limited(GLANCE_UNWIND, deeper)])
    }

    /// Looks at the smallest bound; and at larger ones, as long as that costs little.
    fn look(&self) -> Option<Bounded> {
        let VerificationTask { subject, sources, budget, .. } = self.task;
        let [first, deeper] = self.efforts()?;
        let found = bounded::analyse(subject.question(), sources, &first, budget);
        if self.decides(&found) || found.size.clauses > deeper.most_clauses || found.terms > deeper.most_terms {
            return Some(found);
        }
        Some(bounded::analyse(subject.question(), sources, &deeper, budget))
    }

    /// Returns what a glance shows of a question about memory. With a specification, each property has an answer of its
    /// own, so that one error does not decide enough. Proofs count only where the engine may prove
    /// ([`BoundedBeside::outcome`]); they leave nothing for the shape analysis to do, unless its graphs are wanted.
    pub(super) fn known(&self) -> KnownElsewhere {
        let VerificationTask { subject, settings, .. } = self.task;
        if subject.question().specification.is_some() {
            return KnownElsewhere::Nothing;
        }
        let Some(found) = self.found.get_or_init(|| self.look()) else { return KnownElsewhere::Nothing };
        let may_prove = !matches!(subject, Subject::ForAllEngines(..));
        let wants_graphs = settings.shapes.keeps || settings.shapes.heads || settings.shapes.pictures;
        if found.findings.iter().any(|alarm| self.is_error(alarm)) {
            KnownElsewhere::AnError
        } else if self.decides(found) && may_prove && !wants_graphs {
            KnownElsewhere::AllRuns
        } else {
            KnownElsewhere::Nothing
        }
    }

    fn decides(&self, found: &Bounded) -> bool {
        found.verdict().0 == Verdict::Verified || found.findings.iter().any(|alarm| self.is_error(alarm))
    }

    /// Returns true for a confirmed error that decides the verdict. Where all engines are asked, leaks do not.
    fn is_error(&self, alarm: &Alarm) -> bool {
        let is_asked = !matches!(self.task.subject, Subject::ForAllEngines(..)) || !Topic::Leaks.includes(alarm);
        alarm.certain() && is_asked && !self.task.settings.shapes.is_warning(alarm.kind)
    }

    /// Returns the findings of a glance that decided something, with its limits: more work is not worth the time.
    fn decided(&self) -> Option<(Bounded, bmc::Settings)> {
        let found = self.found.get()?.as_ref().filter(|found| self.decides(found))?;
        let [_, effort] = self.efforts()?;
        Some((found.clone(), effort))
    }
}

/// Runs the bounded engine on what the shape analysis left open: on everything at once, and then on each target that is
/// still open. Returns `None` if it is disabled, or nothing is open that it may decide.
pub(super) fn ask(task: VerificationTask<'_>, shapes: &Shapes, glance: &Glance<'_>) -> Option<Bounded> {
    let VerificationTask { sources, settings, budget, .. } = task;
    let is_open = shapes.verdict().0 == Verdict::Unknown;
    let effort = settings.bounded.as_ref().filter(|_| is_open).map(|effort| asked(&settings.shapes, effort))?;
    let question = task.subject.question();
    let (mut bounded, effort) =
        glance.decided().unwrap_or_else(|| (bounded::analyse(question, sources, &effort, budget), effort));
    let mut open = Settlement::of(&bounded, question.program, &settings.shapes).open_targets(shapes);
    open.extend(targets::undecided(question.specification, &[shapes, &bounded]));
    targets::ask((question, sources), (open, &effort), budget, &mut bounded);
    Some(bounded)
}

/// Returns settings of the bounded engine under which the same things are errors as in the shape analysis.
fn asked(shapes: &smg::Settings, effort: &bmc::Settings) -> bmc::Settings {
    // If a branch on an uninitialised value is not checked, both ways are taken.
    let level = shapes.undefined_behaviour;
    let looks_for_no_numbers = matches!(level, UndefinedBehaviour::Ignored | UndefinedBehaviour::OfObjects);
    let undefined_is_any = shapes.undefined_is_any || looks_for_no_numbers;
    let undefined_behaviour = match level {
        _ if !undefined_is_any => level,
        UndefinedBehaviour::OfObjects | UndefinedBehaviour::LikeMemoryErrors => UndefinedBehaviour::OfObjects,
        UndefinedBehaviour::Ignored | UndefinedBehaviour::All => UndefinedBehaviour::Ignored,
    };
    bmc::Settings {
        leaks_at_exit: shapes.leaks_at_exit,
        undefined_behaviour,
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
    glance: &'t Glance<'t>,
    /// Stops the work.
    stop: Budget,
    found: OnceLock<Option<Bounded>>,
}

impl<'t> BoundedBeside<'t> {
    pub(super) fn new(task: VerificationTask<'t>, shapes: &'t ShapeAnalysis<'t>, glance: &'t Glance<'t>) -> Self {
        BoundedBeside { task, shapes, glance, stop: task.budget.child(), found: OnceLock::new() }
    }

    /// Stops the work, since the answer is not needed.
    pub(super) fn cancel(&self) {
        self.stop.interrupt();
    }

    /// Returns the findings, if the engine was asked; blocks while another thread computes them.
    pub(super) fn found(&self) -> Option<&Bounded> {
        let ask = || ask(VerificationTask { budget: &self.stop, ..self.task }, self.shapes.found(), self.glance);
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
