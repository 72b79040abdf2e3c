//! `damson verify` and `damson smg`: the engines that a question is for, in rounds of work, and one answer from what they say.

use crate::answer::{Answer, Subject, VerificationTask};
use crate::confirm;
use crate::round::{Earlier, RoundResult};
use crate::rounds;
use crate::shapes::ShapeAnalysis;
use crate::{advice, all_engines, safety, scopes};
use base::Diagnostics;

/// Asks in rounds of work. `Err` when the input is at fault after all: an unsound hint, say.
pub fn verify(task: VerificationTask<'_>) -> Result<(Answer, Diagnostics), Diagnostics> {
    let (mut settings, mut earlier) = (task.settings.clone(), Earlier::default());
    let (round, rounds) = rounds::in_rounds(task.settings.rounds, task.budget, |budget| {
        let mut found = round(VerificationTask { settings: &settings, budget, ..task }, &earlier)?;
        earlier.take_over(&mut found);
        settings = settings.next_round();
        Ok(found)
    })?;
    Ok((Answer { rounds, ..round.answer }, round.diagnostics))
}

fn round(task: VerificationTask<'_>, earlier: &Earlier) -> Result<RoundResult, Diagnostics> {
    let VerificationTask { subject, sources, settings, budget } = task;
    let small_heaps =
        subject.prepared().map(|prepared| confirm::Shared::new(prepared, sources, settings.concrete, budget));
    let shapes = ShapeAnalysis::new(task.of_engines(), settings, small_heaps.as_ref());
    let mut found = match (subject, &small_heaps) {
        (Subject::ForAllEngines(prepared, rules), Some(small_heaps)) => {
            all_engines::round(task, (prepared, rules), (shapes, small_heaps), &earlier.claims)?
        }
        _ => safety::round(task, shapes, earlier),
    };
    scopes::explain(&mut found.answer.properties, subject.question(), sources);
    advice::fit(&mut found.answer.properties, task);
    found.answer.decide();
    Ok(found)
}
