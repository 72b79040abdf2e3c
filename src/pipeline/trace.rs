//! A path through the boolean program, in C lines.

use crate::boolprog::{BoolId, BooleanProgram, Valuation};
use crate::engine::evidence::{AbstractStep, AbstractTrace};
use crate::modelcheck::Path;

/// A path of a boolean program as reports show it.
pub fn abstract_trace(program: &BooleanProgram, path: &Path) -> AbstractTrace {
    let value = |variable: BoolId, valuation: &Valuation| {
        (program.variables[variable].predicate.clone(), valuation.get(variable))
    };
    let initial_point = &program.points[program.initial];
    let initial = initial_point.relevant.iter().map(|variable| value(*variable, &path.initial)).collect();
    let mut before = path.initial.clone();
    let mut at = program.initial;
    let mut steps = Vec::new();
    for moved in &path.moves {
        let Some(step) = program.transitions.get(moved.transition).and_then(|found| found.steps.get(moved.step)) else {
            continue;
        };
        let target = &program.points[step.target];
        let known = &program.points[at].relevant;
        let changes = target
            .relevant
            .iter()
            .filter(|variable| !known.contains(variable) || before.get(**variable) != moved.valuation.get(**variable))
            .map(|variable| value(*variable, &moved.valuation))
            .collect();
        let choices = step
            .assignments
            .iter()
            .filter(|(variable, expression)| target.relevant.contains(variable) && expression.has_choice())
            .map(|(variable, _)| program.variables[*variable].predicate.clone())
            .collect();
        steps.push(AbstractStep {
            position: step.position.clone(),
            text: step.description(),
            location: target.name.clone(),
            changes,
            choices,
            obstacle: step.obstacle.clone(),
        });
        before = moved.valuation.clone();
        at = step.target;
    }
    AbstractTrace { initial, steps, loop_start: path.loop_start }
}
