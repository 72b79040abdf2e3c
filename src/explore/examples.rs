//! A concrete run as the steps of an example: where control is, what memory looks like, and the values of predicates.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::evidence::{ConcreteRun, PredicateValues};
use crate::explore::answer::RunMoment;
use crate::explore::limits::STEP_PREDICATES;
use crate::explore::session::Session;
use crate::logic::evaluate::AtomEvaluator;

/// The moments of a run: its start, and what each step leads to.
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
            changed_places: moments.last().map(|before| picture.changes(&before.picture)).unwrap_or_default(),
            picture: picture.clone(),
            values,
            changes,
        });
    }
    moments.into()
}
