//! Runs and paths in terms of C lines: the steps of a concrete run, and a path through the boolean program.

use crate::limits::LONGEST_INPUT;
use base::{SourceMap, Span};
use boolprog::{BoolId, BooleanProgram, Valuation};
use engine::evidence::{AbstractStep, AbstractTrace, ConcreteStep, RunInput};
use modelcheck::Path;
use program::interp::{HeapCounts, RunStep};
use program::{Command, DecidingInput, Edge, EdgeId, Flowchart, Program, VariableKind, display};

/// Returns the steps of a run, without those that do nothing. Each edge comes with the heap blocks allocated and freed
/// so far.
pub fn concrete_steps(
    program: &Program,
    sources: &SourceMap,
    taken: impl IntoIterator<Item = (RunStep, HeapCounts)>,
) -> Vec<ConcreteStep> {
    all_steps(program, sources, taken.into_iter().filter(|(step, _)| is_shown(program, *step)))
}

/// Returns the steps of a run, including those that do nothing.
pub fn all_steps(
    program: &Program,
    sources: &SourceMap,
    taken: impl IntoIterator<Item = (RunStep, HeapCounts)>,
) -> Vec<ConcreteStep> {
    let mut before = HeapCounts::default();
    let step = |((function, edge), counts): (RunStep, HeapCounts)| {
        let flowchart = program.flowchart(function)?;
        let known = flowchart.graph.edge_weight(edge)?;
        let text = match known.command {
            Command::Skip if is_free_choice(flowchart, edge) => {
                let line = sources.position(flowchart.location(flowchart.target(edge)).span).line;
                format!("an input decides: on to line {line}")
            }
            ref command => display::command(program, command),
        };
        let heap = counts.since(std::mem::replace(&mut before, counts));
        let is_idle = !is_shown(program, (function, edge));
        let is_branch = matches!(known.command, Command::Assume { .. });
        Some(ConcreteStep { position: sources.position(known.span), text, heap, is_idle, is_branch })
    };
    taken.into_iter().filter_map(step).collect()
}

/// Returns true if a step is shown: it does something, or an input decides that it is taken.
pub fn is_shown(program: &Program, (function, edge): RunStep) -> bool {
    program.flowchart(function).is_some_and(|flowchart| match flowchart.graph.edge_weight(edge) {
        Some(known) => known.command != Command::Skip || is_free_choice(flowchart, edge),
        None => false,
    })
}

/// Returns true if an edge is one of several that may be taken in any state: an unnamed input decides.
fn is_free_choice(flowchart: &Flowchart, edge: EdgeId) -> bool {
    let others = flowchart.outgoing(flowchart.source(edge));
    others.len() > 1 && others.iter().all(|edge| flowchart.edge(*edge).command == Command::Skip)
}

/// Name of the input that is the number of arguments of `main`.
pub const NUMBER_OF_ARGUMENTS: &str = "the number of arguments";

/// Returns the input that decides that an edge is taken, where no variable stores it.
pub fn deciding_input(program: &Program, sources: &SourceMap, (function, edge): RunStep) -> Option<RunInput> {
    let flowchart = program.flowchart(function).filter(|flowchart| is_free_choice(flowchart, edge))?;
    let known = flowchart.graph.edge_weight(edge)?;
    let DecidingInput { operand, number } = known.input.as_deref()?;
    let (position, text) = (sources.position(known.span), input_text(sources, *operand));
    Some(RunInput { position, text, value: (*number)?.to_string() })
}

/// Returns the name of an input that a step reads: the variable that it is stored to, or else the source text that
/// reads it.
pub fn input_name(program: &Program, sources: &SourceMap, step: &Edge) -> String {
    input_place(program, step).unwrap_or_else(|| input_text(sources, step.span))
}

/// Returns the variable that the input of a step is stored to, if it occurs in the program's text.
pub fn input_place(program: &Program, step: &Edge) -> Option<String> {
    let Command::Havoc { address } = &step.command else { return None };
    let variable = program.variables.get(address.root_variable()?)?;
    (variable.kind != VariableKind::Temporary).then(|| {
        let text = display::expression(program, address);
        text.strip_prefix('&').map_or_else(|| format!("*({text})"), String::from)
    })
}

/// Returns the source text of an input that is stored to no variable of the program.
pub fn input_text(sources: &SourceMap, span: Span) -> String {
    let line = sources.snippet(span).lines().next().filter(|line| line.len() < LONGEST_INPUT);
    line.map_or_else(|| "an input".into(), String::from)
}

/// Returns a path of a boolean program as reports show it.
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
