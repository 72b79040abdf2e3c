//! The engines that follow calls: the shape analysis, and then the bounded engine on what that left open.
//!
//! Where the shape analysis knows the answer, the bounded engine is not asked. Whether one engine proves what the other refutes is
//! looked at for every property.
//!
//! The two share the program and nothing else.

use crate::answer::{Answer, VerificationTask};
use crate::beside;
use crate::bounded::{BOUNDED_ENGINE, Bounded};
use crate::property::PropertyVerdict;
use crate::reconcile::{Reconciled, reconcile};
use crate::round::{Earlier, RoundResult, add_errors};
use crate::rounds::{self, SettledClaims};
use crate::settlement::{looks_for_all, settle};
use crate::shapes::{SHAPE_ANALYSIS, ShapeAnalysis, Shapes};
use crate::vacuous;
use base::Diagnostics;
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Property};

/// Runs them once.
pub(super) fn round(task: VerificationTask<'_>, shapes: ShapeAnalysis<'_>, earlier: &Earlier) -> RoundResult {
    let VerificationTask { sources, settings, .. } = task;
    let question = task.subject.question();
    let mut shapes = shapes.into_found();
    let by_shapes = shapes.verdict().0;
    let bounded = beside::ask(task, &shapes);
    let more = bounded.as_ref().map_or(&[][..], |bounded| &bounded.findings);
    let properties = shapes.properties(question, sources, more);
    let speaks = bounded.as_ref().filter(|_| looks_for_all(&settings.shapes));
    // Where one proves what the other refutes, nothing is settled.
    let topics: Vec<Topic> = properties.iter().map(|property| property.topic).collect();
    let settled_by = |by, engine: &dyn Engine| SettledClaims::of(by, engine, &topics);
    let mut settled_now = vec![settled_by(SHAPE_ANALYSIS, &shapes)];
    settled_now.extend(speaks.map(|bounded| settled_by(BOUNDED_ENGINE, bounded)));
    let mut said = reconciled(&properties, &shapes, speaks, &earlier.claims);
    // Only the shape analysis itself knows where control never comes, and not once its gaps are settled.
    vacuous::mark(&mut said.properties, question, &[&shapes]);
    if let Some(bounded) = bounded.as_ref().filter(|_| said.contradictions.is_empty()) {
        settle(&mut shapes, question.program, &settings.shapes, bounded);
        settled_now.push(settled_by(BOUNDED_ENGINE, &shapes));
        said = settled(said, reconciled(&properties, &shapes, None, &earlier.claims));
    }
    add_errors(&mut shapes, earlier.errors.iter().cloned());
    let answer = Answer { bounded, ..Answer::undecided(question, said, shapes, (by_shapes, None)) };
    RoundResult { answer, diagnostics: Diagnostics::new(), settled: settled_now }
}

fn reconciled(
    properties: &[Property],
    shapes: &Shapes,
    bounded: Option<&Bounded>,
    earlier: &[SettledClaims],
) -> Reconciled {
    let mut engines: Vec<&dyn Engine> = vec![shapes];
    engines.extend(bounded.map(|bounded| bounded as &dyn Engine));
    reconcile(properties, &rounds::with_earlier(&engines, earlier))
}

/// The verdicts after suspicions are settled: what is decided only then, the bounded engine decided.
fn settled(mut before: Reconciled, after: Reconciled) -> Reconciled {
    for (known, new) in before.properties.iter_mut().zip(after.properties) {
        if known.verdict == Verdict::Unknown {
            let only_by = if new.verdict == Verdict::Unknown { new.only_by } else { Some(BOUNDED_ENGINE) };
            *known = PropertyVerdict { only_by, ..new };
        }
    }
    before.contradictions.extend(after.contradictions);
    before
}
