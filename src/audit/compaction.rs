//! Checks that the compacted boolean program has every step of the one that was built.
//!
//! Compaction splices transitions and drops none, except a last one that leads to an end without properties. So the
//! compacted program must have each step of the built program after the same location, and all of its properties.

use boolprog::{BoolExpr, BooleanProgram, PointId, Step};

/// Returns a missing step; `Some(None)` if a property is missing.
pub(super) fn missing<'p>(built: &'p BooleanProgram, compacted: &BooleanProgram) -> Option<Option<&'p Step>> {
    let steps: Vec<(PointId, &Step)> = compacted
        .transitions
        .iter()
        .flat_map(|transition| {
            let sources = std::iter::once(transition.source).chain(transition.steps.iter().map(|step| step.target));
            sources.zip(&transition.steps)
        })
        .collect();
    let is_idle = |point: PointId| {
        built.transitions.iter().all(|transition| transition.source != point)
            && built.assertions.iter().all(|assertion| assertion.point != point)
            && built.points.get(point).is_some_and(|found| found.assumption == BoolExpr::True)
    };
    for transition in &built.transitions {
        let Some(step) = transition.steps.first() else { continue };
        if !steps.contains(&(transition.source, step)) && !is_idle(step.target) {
            return Some(Some(step));
        }
    }
    let asks_the_same = built.assertions == compacted.assertions
        && built.ltl == compacted.ltl
        && built.initial == compacted.initial
        && built.initial_constraint == compacted.initial_constraint;
    if asks_the_same { None } else { Some(None) }
}
