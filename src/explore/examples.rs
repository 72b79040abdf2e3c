//! Translates concrete runs to moments: control location, memory, and the values of predicates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::answer::RunMoment;
use crate::limits::STEP_PREDICATES;
use crate::session::Session;
use engine::evidence::{Alarm, ConcreteRun, PredicateValues, Replay};
use engine::picture::{HeapPicture, PicturePlace};
use logic::evaluate::AtomEvaluator;
use pipeline::heads::SuspectPicture;

/// Returns the changes by a step, if both states are known.
fn changes_since(before: Option<&RunMoment>, picture: Option<&HeapPicture>) -> BTreeSet<PicturePlace> {
    let before = before.and_then(|before| before.picture.as_ref());
    before.zip(picture).map(|(before, now)| now.changes(before)).unwrap_or_default()
}

/// Returns the moments of a run that meets an error of another engine: without values of predicates, and without
/// drawings in the middle of a long run.
pub(super) fn moments_of_replay(session: &Session, replay: &Replay) -> Arc<[RunMoment]> {
    let mut moments: Vec<RunMoment> = Vec::new();
    for index in 0..=replay.steps.len() {
        let picture = replay.pictures.get(&index);
        // The location of control is the start of the next step; after the last step, the start of that step.
        let here = replay.steps.get(index).or(replay.steps.last());
        moments.push(RunMoment {
            step: index.checked_sub(1).and_then(|last| replay.steps.get(last)).cloned(),
            location: here.and_then(|step| session.name_at(&step.position)).unwrap_or_default(),
            changed_places: changes_since(moments.last(), picture),
            picture: picture.cloned(),
            many: BTreeSet::new(),
            values: PredicateValues::new(),
            changes: PredicateValues::new(),
        });
    }
    moments.into()
}

/// Returns the moments on the path to a suspected error. The shape analysis renumbers blocks after each step, so
/// nothing is marked as changed.
pub(super) fn moments_of_suspicion(session: &Session, alarm: &Alarm, suspect: &SuspectPicture) -> Arc<[RunMoment]> {
    let last = alarm.steps.len();
    let moment = |index: usize| {
        let here = alarm.steps.get(index).or(alarm.steps.last());
        let picture = match index {
            _ if index == last => Some(&suspect.picture),
            _ => suspect.after(index),
        };
        RunMoment {
            step: index.checked_sub(1).and_then(|made| alarm.steps.get(made)).cloned(),
            location: here.and_then(|step| session.name_at(&step.position)).unwrap_or_default(),
            changed_places: BTreeSet::new(),
            picture: picture.map(|known| known.picture.clone()),
            many: picture.map(|known| known.many.clone()).unwrap_or_default(),
            values: PredicateValues::new(),
            changes: PredicateValues::new(),
        }
    };
    (0..=last).map(moment).collect()
}

/// Returns the moments of a run: its start, and the moment after each step.
pub(super) fn moments(session: &Session, run: &ConcreteRun) -> Arc<[RunMoment]> {
    let view = session.run.view();
    let abstraction = &session.run.analysis.abstraction;
    let evaluator = AtomEvaluator::new(&abstraction.arena, &session.run.prepared.program);
    let mut known: BTreeMap<String, bool> = BTreeMap::new();
    let mut moments: Vec<RunMoment> = Vec::new();
    for (index, ((location, state), picture)) in run.states.iter().zip(&run.pictures).enumerate() {
        let atoms = view.pairs_at(*location).map(|((atom, _), _)| *atom).take(STEP_PREDICATES);
        let values: PredicateValues =
            atoms.filter_map(|atom| Some((view.atom(atom), evaluator.atom(state, atom)?))).collect();
        let is_new = |(predicate, value): &(String, bool)| known.get(predicate) != Some(value);
        let changes: PredicateValues = values.iter().filter(|value| is_new(value)).cloned().collect();
        known.extend(changes.iter().cloned());
        moments.push(RunMoment {
            step: index.checked_sub(1).and_then(|last| run.steps.get(last)).cloned(),
            location: session.name(*location),
            changed_places: changes_since(moments.last(), Some(picture)),
            picture: Some(picture.clone()),
            many: BTreeSet::new(),
            values,
            changes,
        });
    }
    moments.into()
}
