//! A path through the boolean program, told in C lines.

use crate::base::SourcePosition;
use crate::boolprog::{BoolId, BooleanProgram, Valuation};
use crate::modelcheck::Path;

/// The values of predicates that changed, or that gained a meaning: text and value.
pub type Values = Vec<(String, bool)>;

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractStep {
    /// Where in C.
    pub position: SourcePosition,
    /// The C text.
    pub text: String,
    /// Name of the location that it leads to.
    pub location: String,
    /// Predicates relevant there that the step changed, or that were not relevant before.
    pub changes: Values,
    /// Predicates whose value was an open choice (`*`) in this step.
    pub choices: Vec<String>,
    /// What is not followed of the C text.
    pub obstacle: Option<String>,
}

/// A path with the values of predicates on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractTrace {
    /// Values at the start.
    pub initial: Values,
    /// The steps.
    pub steps: Vec<AbstractStep>,
    /// For a lasso: the step to which the path returns; at the end when it stays in its last state.
    pub loop_start: Option<usize>,
}

/// Tells a path of a boolean program.
pub fn tell(program: &BooleanProgram, path: &Path) -> AbstractTrace {
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
            text: step.told(),
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
