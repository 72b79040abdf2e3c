//! Runs and paths in C lines: the steps of a concrete run, and a path through the boolean program.

use crate::base::{SourceMap, Span};
use crate::boolprog::{BoolId, BooleanProgram, Valuation};
use crate::engine::evidence::{AbstractStep, AbstractTrace, ConcreteStep};
use crate::modelcheck::Path;
use crate::pipeline::limits::LONGEST_INPUT;
use crate::program::{Command, Edge, EdgeId, FunctionId, Program, display};

/// A step along an edge.
pub fn concrete_step(program: &Program, sources: &SourceMap, edge: &Edge) -> ConcreteStep {
    ConcreteStep { position: sources.position(edge.span), text: display::command(program, &edge.command) }
}

/// The steps along some edges, apart from those that do nothing.
pub fn concrete_steps(
    program: &Program,
    sources: &SourceMap,
    edges: impl IntoIterator<Item = (FunctionId, EdgeId)>,
) -> Vec<ConcreteStep> {
    let edges = edges.into_iter().filter_map(|(function, edge)| program.flowchart(function)?.graph.edge_weight(edge));
    let shown = edges.filter(|edge| edge.command != Command::Skip);
    shown.map(|edge| concrete_step(program, sources, edge)).collect()
}

/// The text of an input that no variable of the program takes.
pub fn input_text(sources: &SourceMap, span: Span) -> String {
    let line = sources.snippet(span).lines().next().filter(|line| line.len() < LONGEST_INPUT);
    line.map_or_else(|| "an input".into(), String::from)
}

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
        });
        before = moved.valuation.clone();
        at = step.target;
    }
    AbstractTrace { initial, steps, loop_start: path.loop_start }
}
