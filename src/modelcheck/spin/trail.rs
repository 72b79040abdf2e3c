//! Translates SPIN's trail to a path of the boolean program.
//!
//! Only the transitions taken and the values chosen are taken from the trail. The rest is computed from the boolean
//! program, so that a discrepancy makes the path break off.

use super::{MODEL, Trouble};
use crate::system::{State, System};
use crate::{Limits, Move, Path, PropertyIndex};
use base::Budget;
use boolprog::{BoolId, BooleanProgram, PointId, Valuation};
use emit::promela::{LineOrigin, Promela};
use reason::Undecided;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Chosen values, by step and variable.
type Choices = BTreeMap<(usize, BoolId), bool>;

/// The content of a trail.
#[derive(Default)]
struct Trail {
    initial: Choices,
    /// Transitions with the choices made in them.
    transitions: Vec<(usize, Choices)>,
    /// Number of transitions before the loop.
    loop_start: Option<usize>,
}

/// Parses the output of `spin -t -p` to a path.
pub(super) fn path_of(
    program: &BooleanProgram,
    promela: &Promela,
    property: PropertyIndex,
    text: &str,
    budget: &Budget,
) -> Result<Path, Undecided> {
    let trail = read(promela, text)?;
    let mut walk = Walk::start(program, &trail.initial);
    let mut loop_start = None;
    let wanted = match property {
        PropertyIndex::Assertion(index) => program.assertions.get(index),
        PropertyIndex::Ltl(_) => None,
    };
    let fails = |walk: &Walk| {
        wanted.is_some_and(|assertion| {
            assertion.point == walk.point && walk.valuation().values_of(&assertion.condition).may_be_false
        })
    };
    if fails(&walk) {
        return Ok(walk.path);
    }
    for (index, (transition, choices)) in trail.transitions.iter().enumerate() {
        if trail.loop_start == Some(index) {
            loop_start = Some(walk.path.moves.len());
        }
        let steps = program.transitions.get(*transition).map_or(0, |transition| transition.steps.len());
        for step in 0..steps {
            walk.step(program, *transition, step, choices)?;
            if fails(&walk) {
                return Ok(walk.path);
            }
        }
    }
    if wanted.is_some() {
        return Err(Trouble::TrailWithoutViolation.into());
    }
    match (trail.loop_start, loop_start) {
        // The loop has no transition: the run has ended.
        (Some(_), None) => walk.path.loop_start = Some(walk.path.moves.len()),
        (Some(_), at) => walk.path.loop_start = at,
        (None, _) => walk.extend_to_lasso(program, budget)?,
    }
    Ok(walk.path)
}

fn read(promela: &Promela, text: &str) -> Result<Trail, Trouble> {
    let mut trail = Trail::default();
    let mut has_end = false;
    for line in text.lines() {
        if line.contains("<<<<<START OF CYCLE>>>>>") {
            trail.loop_start = Some(trail.transitions.len());
        }
        if line.contains("transition failed") {
            return Err(Trouble::TrailNotFollowed);
        }
        if line.starts_with("spin: trail ends") {
            has_end = true;
            break;
        }
        let Some(number) = model_line(line) else { continue };
        match promela.lines.get(&number) {
            Some(LineOrigin::Enter(None)) => trail.initial.clear(),
            Some(LineOrigin::Enter(Some(transition))) => trail.transitions.push((*transition, Choices::new())),
            Some(LineOrigin::Choose { step, variable, value }) => {
                let choices = trail.transitions.last_mut().map_or(&mut trail.initial, |(_, choices)| choices);
                choices.insert((*step, *variable), *value);
            }
            Some(LineOrigin::Inside { .. }) | None => {}
        }
    }
    if has_end { Ok(trail) } else { Err(Trouble::TrailWithoutEnd) }
}

/// Returns the line of the model in `5: proc 0 (main_:1) model.pml:36 (state 18) [...]`.
pub(super) fn model_line(line: &str) -> Option<usize> {
    let (_, rest) = line.split_once("(main_:1) ")?;
    let rest = rest.strip_prefix(MODEL)?.strip_prefix(':')?;
    rest.split_whitespace().next()?.parse().ok()
}

/// A path under construction.
struct Walk {
    path: Path,
    point: PointId,
}

impl Walk {
    fn start(program: &BooleanProgram, choices: &Choices) -> Walk {
        let mut initial = Valuation::all_false(program.variables.len());
        for ((_, variable), value) in choices {
            initial.set(*variable, *value);
        }
        Walk { path: Path { initial, moves: Vec::new(), loop_start: None }, point: program.initial }
    }

    fn valuation(&self) -> &Valuation {
        self.path.moves.last().map_or(&self.path.initial, |last| &last.valuation)
    }

    fn step(
        &mut self,
        program: &BooleanProgram,
        transition: usize,
        step: usize,
        choices: &Choices,
    ) -> Result<(), Trouble> {
        let found = program.transitions.get(transition).and_then(|transition| transition.steps.get(step));
        let Some(definition) = found else { return Err(Trouble::TrailWithoutTransition) };
        let mut valuation = Valuation::all_false(program.variables.len());
        for (variable, values) in program.step_outcomes(definition, self.valuation()) {
            let value = match choices.get(&(step, variable)) {
                Some(value) => *value,
                None if values.is_choice() => return Err(Trouble::OpenChoice),
                None => values.may_be_true,
            };
            if !values.contains(value) {
                return Err(Trouble::ImpossibleValue);
            }
            valuation.set(variable, value);
        }
        self.point = definition.target;
        self.path.moves.push(Move { transition, step, valuation });
        Ok(())
    }

    /// Continues in any way until the run ends or closes a loop: a claim that was violated after finitely many
    /// positions is violated on every run from there. Runs that could be blocked never produce such a trail.
    fn extend_to_lasso(&mut self, program: &BooleanProgram, budget: &Budget) -> Result<(), Undecided> {
        let system = System::new(program, Limits::default(), budget);
        let mut met: FxHashMap<State, usize> = FxHashMap::default();
        loop {
            let state = State { point: self.point, valuation: self.valuation().clone() };
            let moves = self.path.moves.len();
            if let Some(start) = met.insert(state.clone(), moves) {
                self.path.loop_start = Some(start);
                return Ok(());
            }
            let Some(transition) = system.enabled(&state).next() else {
                self.path.loop_start = Some(moves);
                return Ok(());
            };
            let fired = system.fire(transition, &state.valuation).map_err(Undecided::Stopped)?;
            let last = fired.layers.len().saturating_sub(1);
            self.path.moves.extend(fired.moves_to(transition, last, 0));
            let steps = program.transitions.get(transition).map(|transition| &transition.steps);
            let target = steps.and_then(|steps| steps.last()).map(|step| step.target);
            self.point = target.ok_or(Trouble::NoNextStep)?;
            if self.path.moves.len() == moves {
                return Err(Trouble::NoNextStep.into());
            }
        }
    }
}
