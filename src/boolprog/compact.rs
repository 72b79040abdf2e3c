//! Passes that shrink a boolean program and preserve every verdict: straight-line code becomes one transition, and dead
//! variables lose their meaning.
//!
//! Compaction removes states between a transition's ends. No assertion is lost: they are checked inside transitions.
//! LTL needs more care, as a formula sees one position less:
//!
//! - With `X` a formula counts positions, so a program with such a property is not compacted at all.
//! - A removed location is one that no formula mentions: no atom holds there. A formula that [ignores such
//!   positions](super::Ltl::ignores_empty_positions) allows all of them to go.
//! - If all formulas ignore such positions, a last transition from a mentioned location to an end without properties
//!   goes, too: whether a run stays at the location or at such an end makes no difference to them.
//! - Every other formula needs one position between two mentioned locations: a location goes only if no location before
//!   it is mentioned, so each removed position has an equal neighbour, and formulas without `X` cannot tell.

use super::{BoolExpr, BoolId, BooleanProgram, Ltl, PointId, Step, Transition};
use base::ids::{Id, IdVec};
use std::collections::BTreeSet;

/// Merges straight-line chains of transitions. The ids of locations and variables do not change.
pub fn compact(program: &BooleanProgram) -> BooleanProgram {
    let removable = removable_points(program);
    let mut compacted = program.clone();
    compacted.transitions = program
        .transitions
        .iter()
        .filter(|transition| !removable.contains(&transition.source))
        .map(|transition| Transition { source: transition.source, steps: spliced(program, &removable, transition) })
        .collect();
    for id in &removable {
        compacted.points[*id].stored = false;
    }
    drop_last_transitions(&mut compacted);
    compacted.debug_check();
    compacted
}

/// Returns the transition's steps, followed by those of the chain of removed locations that it leads to.
fn spliced(program: &BooleanProgram, removable: &BTreeSet<PointId>, first: &Transition) -> Vec<Step> {
    let mut steps = first.steps.clone();
    while let Some(target) = steps.last().map(|step| step.target).filter(|target| removable.contains(target)) {
        // A removed location has exactly one transition, and there are no cycles of removed locations.
        let next = program.transitions.iter().find(|transition| transition.source == target);
        steps.extend(next.into_iter().flat_map(|transition| transition.steps.clone()));
    }
    steps
}

/// Drops transitions that lead from a mentioned location to an end without properties.
///
/// Without it, all atoms keep their values at the location forever; with it, no atom holds after the location. For
/// formulas that ignore empty positions this is the same: `f U g` is false and `f R g` true at the end, so at the
/// location both are `g`, whether it is repeated or followed by the end.
fn drop_last_transitions(program: &mut BooleanProgram) {
    if !program.ltl.iter().all(|property| property.formula.ignores_empty_positions()) {
        return;
    }
    let mentioned: BTreeSet<PointId> = program.ltl.iter().flat_map(|property| property.formula.points()).collect();
    let asserted: BTreeSet<PointId> = program.assertions.iter().map(|assertion| assertion.point).collect();
    let is_idle = |id: PointId| {
        !mentioned.contains(&id) && !asserted.contains(&id) && program.points[id].assumption == BoolExpr::True
    };
    let count_from = |id: PointId| program.transitions.iter().filter(|transition| transition.source == id).count();
    let is_needless = |transition: &Transition| {
        let ends = transition.steps.last().is_some_and(|step| count_from(step.target) == 0);
        let runs_always = transition.steps.first().is_some_and(|step| step.guard == BoolExpr::True);
        mentioned.contains(&transition.source)
            && count_from(transition.source) == 1
            && ends
            && runs_always
            && transition.steps.iter().all(|step| is_idle(step.target))
    };
    let needless: Vec<Transition> = program.transitions.iter().filter(|found| is_needless(found)).cloned().collect();
    program.transitions.retain(|transition| !needless.contains(transition));
}

/// Returns the locations to remove.
fn removable_points(program: &BooleanProgram) -> BTreeSet<PointId> {
    if program.ltl.iter().any(|property| property.formula.uses_next()) {
        return BTreeSet::new();
    }
    let mut outgoing: IdVec<PointId, Vec<&Transition>> = program.points.iter().map(|_| Vec::new()).collect();
    for transition in &program.transitions {
        outgoing[transition.source].push(transition);
    }
    let kept_for_ltl = points_kept_for_ltl(program);
    let is_straight = |id: PointId| {
        let point = &program.points[id];
        let flows_on =
            matches!(outgoing[id][..], [only] if only.steps.first().is_some_and(|step| step.guard == BoolExpr::True));
        id != program.initial && point.stored && point.assumption == BoolExpr::True && flows_on
    };
    let candidates: BTreeSet<PointId> =
        program.points.ids().filter(|id| is_straight(*id) && !kept_for_ltl.contains(id)).collect();
    let next =
        |id: PointId| outgoing[id].first().and_then(|transition| transition.steps.last()).map(|step| step.target);
    let on_cycle = points_on_cycles(program.points.len(), &candidates, next);
    candidates.difference(&on_cycle).copied().collect()
}

/// Returns the locations that some formula must see; see the module comment.
fn points_kept_for_ltl(program: &BooleanProgram) -> BTreeSet<PointId> {
    let mut kept = BTreeSet::new();
    for property in &program.ltl {
        let mentioned = property.formula.points();
        if !property.formula.ignores_empty_positions() {
            let after_mentioned =
                program.transitions.iter().filter(|transition| mentioned.contains(&transition.source));
            kept.extend(after_mentioned.filter_map(|transition| transition.steps.last()).map(|step| step.target));
        }
        kept.extend(mentioned);
    }
    kept
}

/// Returns the candidates on a cycle of candidates, where each candidate has one successor.
fn points_on_cycles(
    count: usize,
    candidates: &BTreeSet<PointId>,
    next: impl Fn(PointId) -> Option<PointId>,
) -> BTreeSet<PointId> {
    // The walk that first met each location; 0 if none did.
    let mut walk_of: Vec<usize> = vec![0; count];
    let mut found = BTreeSet::new();
    for (walk, start) in (1..).zip(candidates) {
        let mut at = Some(*start);
        while let Some(here) = at.filter(|here| candidates.contains(here) && walk_of[here.index()] == 0) {
            walk_of[here.index()] = walk;
            at = next(here);
        }
        // Meeting this walk again closes a cycle; go around once more to collect it.
        while let Some(here) = at.filter(|here| walk_of[here.index()] == walk && found.insert(*here)) {
            at = next(here);
        }
    }
    found
}

/// Makes dead variables irrelevant: those that no later step, assertion, assumption or formula can read. Preserves
/// verdicts, and leaves fewer states.
pub fn drop_dead_variables(program: &BooleanProgram) -> BooleanProgram {
    let live = live_variables(program);
    let mut smaller = program.clone();
    for (id, live_here) in live.enumerate() {
        let point = &mut smaller.points[id];
        point.relevant.retain(|variable| live_here.contains(variable));
        // A constraint alone keeps no variable alive.
        let is_kept = |clause: &&BoolExpr| clause.variables().iter().all(|variable| point.relevant.contains(variable));
        point.constraint = BoolExpr::and(point.constraint.conjuncts().iter().filter(is_kept).cloned());
    }
    for step in smaller.transitions.iter_mut().flat_map(|transition| &mut transition.steps) {
        let live_after = &live[step.target];
        step.assignments.retain(|(variable, _)| live_after.contains(variable));
    }
    smaller.debug_check();
    smaller
}

/// Returns the live variables of each location: the least solution of the backward equations.
fn live_variables(program: &BooleanProgram) -> IdVec<PointId, BTreeSet<BoolId>> {
    let mut live: IdVec<PointId, BTreeSet<BoolId>> =
        program.points.iter().map(|point| point.assumption.variables()).collect();
    live[program.initial].extend(program.initial_constraint.variables());
    for assertion in &program.assertions {
        live[assertion.point].extend(assertion.condition.variables());
    }
    for part in program.ltl.iter().flat_map(|property| property.formula.parts()) {
        if let Ltl::At(point, expr) = part {
            live[*point].extend(expr.variables());
        }
    }
    // Backwards over the transitions until nothing changes; sets only grow.
    let mut changed = true;
    while changed {
        changed = false;
        for transition in program.transitions.iter().rev() {
            for (index, step) in transition.steps.iter().enumerate().rev() {
                let before = index.checked_sub(1).and_then(|index| transition.steps.get(index));
                let source = before.map_or(transition.source, |step| step.target);
                let needed = needed_before(program, step, &live[step.target]);
                let known = live[source].len();
                live[source].extend(needed);
                changed |= live[source].len() > known;
            }
        }
    }
    live
}

fn needed_before(program: &BooleanProgram, step: &Step, live_after: &BTreeSet<BoolId>) -> BTreeSet<BoolId> {
    let mut needed = step.guard.variables();
    for variable in live_after.iter().filter(|id| program.points[step.target].relevant.contains(id)) {
        match step.assignments.iter().find(|(assigned, _)| assigned == variable) {
            Some((_, value)) => needed.extend(value.variables()),
            None => {
                needed.insert(*variable);
            }
        }
    }
    needed
}
