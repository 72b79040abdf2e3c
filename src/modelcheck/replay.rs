//! Executes a path on the boolean program and checks that it violates the property.
//!
//! Independent of the searches and of the evaluation in `boolprog::expr`, so that a mistake there is found here.

use super::{Move, Path, PropertyIndex};
use base::ids::Id;
use boolprog::{BoolExpr, BooleanProgram, Ltl, Point, PointId, Step, Valuation};

/// Succeeds if the path is a run of the program (or a prefix of one) that violates the property. The error says what is
/// wrong.
pub fn replay(program: &BooleanProgram, property: PropertyIndex, path: &Path) -> Result<(), String> {
    check_initial(program, path)?;
    let mut at = Control { point: program.initial, within: None };
    let mut before = &path.initial;
    // Positions that a formula sees: the number of moves made, the location, the values.
    let mut positions = vec![(0, program.initial, &path.initial)];
    for (index, taken) in path.moves.iter().enumerate() {
        at = check_move(program, &at, before, taken).map_err(|message| format!("move {index}: {message}"))?;
        before = &taken.valuation;
        if at.within.is_none() {
            positions.push((index + 1, at.point, before));
        }
    }
    match property {
        PropertyIndex::Assertion(index) => {
            let assertion = program.assertions.get(index).ok_or("no such assertion")?;
            let fails = assertion.point == at.point && can_be(&assertion.condition, before, false);
            if fails { Ok(()) } else { Err("the assertion does not fail at the end".to_string()) }
        }
        PropertyIndex::Ltl(index) => {
            let property = program.ltl.get(index).ok_or("no such property")?;
            check_loop(program, path, &at, &positions)?;
            let loop_start = path.loop_start.and_then(|start| positions.iter().position(|(moves, ..)| *moves == start));
            let loop_start = loop_start.ok_or("the loop does not start between two transitions")?;
            // The last position of a proper loop repeats its first.
            let ends = path.loop_start == Some(path.moves.len());
            let count = if ends { positions.len() } else { positions.len() - 1 };
            let positions = positions.get(..count).unwrap_or_default();
            let states: Vec<_> = positions.iter().map(|(_, point, valuation)| (*point, *valuation)).collect();
            let holds = evaluate(&property.formula, &states, loop_start);
            if holds.first() == Some(&false) { Ok(()) } else { Err("the formula holds on the run".to_string()) }
        }
    }
}

/// The control state of a replay.
struct Control {
    point: PointId,
    /// Inside a transition: its index, and that of the next step.
    within: Option<(usize, usize)>,
}

/// Returns true if the expression can take the value; each `*` is independent.
fn can_be(expr: &BoolExpr, valuation: &Valuation, wanted: bool) -> bool {
    match expr {
        BoolExpr::True => wanted,
        BoolExpr::False => !wanted,
        BoolExpr::Choice => true,
        BoolExpr::Variable(id) => valuation.get(*id) == wanted,
        BoolExpr::Not(inner) => can_be(inner, valuation, !wanted),
        BoolExpr::And(items) if wanted => items.iter().all(|item| can_be(item, valuation, true)),
        BoolExpr::And(items) => items.iter().any(|item| can_be(item, valuation, false)),
        BoolExpr::Or(items) if wanted => items.iter().any(|item| can_be(item, valuation, true)),
        BoolExpr::Or(items) => items.iter().all(|item| can_be(item, valuation, false)),
    }
}

fn check_initial(program: &BooleanProgram, path: &Path) -> Result<(), String> {
    check_resets(program, point_of(program, program.initial)?, &path.initial)?;
    if can_be(&program.start_condition(), &path.initial, true) {
        Ok(())
    } else {
        Err("the initial valuation breaks the initial constraint".to_string())
    }
}

fn point_of(program: &BooleanProgram, id: PointId) -> Result<&Point, String> {
    program.points.get(id).ok_or_else(|| "no such location".to_string())
}

fn check_resets(program: &BooleanProgram, point: &Point, valuation: &Valuation) -> Result<(), String> {
    let stray = program.variables.ids().find(|id| valuation.get(*id) && !point.relevant.contains(id));
    match stray {
        Some(id) => Err(format!("variable {} is true at {}, where it has no meaning", id.index(), point.name)),
        None => Ok(()),
    }
}

fn check_move(program: &BooleanProgram, at: &Control, before: &Valuation, taken: &Move) -> Result<Control, String> {
    let transition = program.transitions.get(taken.transition).ok_or("no such transition")?;
    let step = transition.steps.get(taken.step).ok_or("no such step")?;
    let in_turn = match at.within {
        None => transition.source == at.point && taken.step == 0,
        Some(expected) => expected == (taken.transition, taken.step),
    };
    if !in_turn {
        return Err("it is not its turn".to_string());
    }
    if !can_be(&step.guard, before, true) {
        return Err("its guard is false".to_string());
    }
    check_effect(program, step, before, &taken.valuation)?;
    let is_last = taken.step + 1 == transition.steps.len();
    Ok(Control { point: step.target, within: (!is_last).then_some((taken.transition, taken.step + 1)) })
}

fn check_effect(program: &BooleanProgram, step: &Step, before: &Valuation, after: &Valuation) -> Result<(), String> {
    let target = point_of(program, step.target)?;
    check_resets(program, target, after)?;
    for id in &target.relevant {
        let possible = match step.assignments.iter().find(|(assigned, _)| assigned == id) {
            Some((_, value)) => can_be(value, before, after.get(*id)),
            None => before.get(*id) == after.get(*id),
        };
        if !possible {
            return Err(format!("variable {} cannot become {}", id.index(), after.get(*id)));
        }
    }
    if can_be(&target.admission(), after, true) { Ok(()) } else { Err("an assumption blocks the run".to_string()) }
}

/// Checks that the run closes its loop, or has ended where no transition may run.
fn check_loop(
    program: &BooleanProgram,
    path: &Path,
    at: &Control,
    positions: &[(usize, PointId, &Valuation)],
) -> Result<(), String> {
    let start = path.loop_start.ok_or("no loop")?;
    if at.within.is_some() {
        return Err("the run stops inside a transition".to_string());
    }
    let (_, _, last) = positions.last().ok_or("no state")?;
    if start == path.moves.len() {
        let goes_on = program.transitions.iter().any(|transition| {
            let first = transition.steps.first();
            transition.source == at.point && first.is_some_and(|step| can_be(&step.guard, last, true))
        });
        return if goes_on { Err("the run does not end here".to_string()) } else { Ok(()) };
    }
    let closes = positions.iter().any(|(moves, point, values)| *moves == start && *point == at.point && values == last);
    if closes { Ok(()) } else { Err("the loop does not close".to_string()) }
}

/// Returns the formula's value at each position of the run that continues after the last position at `loop_start`.
fn evaluate(formula: &Ltl, states: &[(PointId, &Valuation)], loop_start: usize) -> Vec<bool> {
    let recurse = |formula: &Ltl| evaluate(formula, states, loop_start);
    let zip = |left: &Ltl, right: &Ltl, join: fn(bool, bool) -> bool| -> Vec<bool> {
        recurse(left).into_iter().zip(recurse(right)).map(|(left, right)| join(left, right)).collect()
    };
    match formula {
        Ltl::True => vec![true; states.len()],
        Ltl::False => vec![false; states.len()],
        Ltl::At(point, expr) => {
            states.iter().map(|(here, valuation)| here == point && can_be(expr, valuation, true)).collect()
        }
        Ltl::Not(inner) => recurse(inner).into_iter().map(|value| !value).collect(),
        Ltl::And(left, right) => zip(left, right, |left, right| left && right),
        Ltl::Or(left, right) => zip(left, right, |left, right| left || right),
        Ltl::Next(inner) => {
            let inner = recurse(inner);
            let next = |index: usize| inner.get(index + 1).or_else(|| inner.get(loop_start)).copied().unwrap_or(false);
            (0..inner.len()).map(next).collect()
        }
        Ltl::Until(left, right) => least_until(&recurse(left), &recurse(right), loop_start),
        Ltl::Release(left, right) => {
            // f R g is !(!f U !g).
            let negated = |values: Vec<bool>| values.into_iter().map(|value| !value).collect::<Vec<_>>();
            negated(least_until(&negated(recurse(left)), &negated(recurse(right)), loop_start))
        }
    }
}

/// Returns the least solution of `u = right || (left && next u)`.
fn least_until(left: &[bool], right: &[bool], loop_start: usize) -> Vec<bool> {
    let mut value = vec![false; left.len()];
    loop {
        let old = value.clone();
        let mut next = value.get(loop_start).copied().unwrap_or(false);
        for ((value, left), right) in value.iter_mut().zip(left).zip(right).rev() {
            *value = *right || (*left && next);
            next = *value;
        }
        if value == old {
            return value;
        }
    }
}
