//! Runs and paths in C lines: the steps of a concrete run, and a path through the boolean program.

use crate::base::{SourceMap, Span};
use crate::boolprog::{BoolId, BooleanProgram, Valuation};
use crate::engine::evidence::{AbstractStep, AbstractTrace, ConcreteStep};
use crate::modelcheck::Path;
use crate::pipeline::limits::LONGEST_INPUT;
use crate::program::interp::{HeapCounts, RunStep};
use crate::program::{Command, Expr, Program, VariableKind, display};

/// The steps of a run along some edges, apart from those that do nothing; of each edge the blocks that have come and gone behind it.
pub fn concrete_steps(
    program: &Program,
    sources: &SourceMap,
    taken: impl IntoIterator<Item = (RunStep, HeapCounts)>,
) -> Vec<ConcreteStep> {
    let mut before = HeapCounts::default();
    let mut steps = Vec::new();
    for ((function, edge), counts) in taken {
        let edge = program.flowchart(function).and_then(|flowchart| flowchart.graph.edge_weight(edge));
        let Some(edge) = edge.filter(|edge| edge.command != Command::Skip) else { continue };
        let (position, text) = (sources.position(edge.span), display::command(program, &edge.command));
        steps.push(ConcreteStep { position, text, heap: counts.since(before) });
        before = counts;
    }
    steps
}

/// The variable that an input goes to, if it is one of the program's text.
pub fn input_place(program: &Program, address: &Expr) -> Option<String> {
    let variable = program.variables.get(address.root_variable()?)?;
    (variable.kind != VariableKind::Temporary).then(|| {
        let text = display::expression(program, address);
        text.strip_prefix('&').map_or_else(|| format!("*({text})"), String::from)
    })
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
