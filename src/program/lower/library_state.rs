//! Variables in which the library keeps something between calls: those of `getopt`, and the position of `strtok` in a string.
//! Their addresses become arguments of the call, so that every analysis sees that it reads and writes them.

use crate::library::{Lowered, OPTION_RESULTS};
use crate::lower::startup::is_called;
use crate::{Command, EdgeId, Expr, Flowchart, Linkage, Program, Variable, VariableId, VariableKind};
use ctype::{Type, TypeTable};
use petgraph::visit::{Dfs, VisitMap};

/// The index of the next argument that `getopt` looks at.
const INDEX: &str = "optind";

/// Returns the variables of this name that other files can name.
fn variables<'p>(program: &'p Program, name: &'p str) -> impl Iterator<Item = VariableId> + 'p {
    let is_it = move |variable: &Variable| {
        variable.name == name && variable.kind == VariableKind::Global && variable.linkage != Linkage::Internal
    };
    program.variables.enumerate().filter(move |(_, variable)| is_it(variable)).map(|(id, _)| id)
}

/// Returns true for a call of a function for which the library keeps this.
fn keeps(command: &Command, kept: Lowered) -> bool {
    matches!(command, Command::Library { function, .. } if function.entry().lowered == kept)
}

/// Returns the edges of a flowchart with such commands.
fn edges_with(chart: &Flowchart, is_such: impl Fn(&Command) -> bool) -> Vec<EdgeId> {
    chart.edges().filter(|edge| is_such(&chart.edge(*edge).command)).collect()
}

/// Returns true if the program may assign `optind` before a call that takes an option. Assignments in `main` behind all calls
/// are not.
pub(super) fn options_are_assigned(program: &Program) -> bool {
    let indices: Vec<VariableId> = variables(program, INDEX).collect();
    let is_of_program = |variable: &Variable| variable.address_taken || variable.linkage == Linkage::External;
    if indices.iter().any(|id| is_of_program(&program.variables[*id])) {
        return true;
    }
    let is_index = |variable: VariableId| indices.contains(&variable);
    let assigns = |command: &Command| command.written().and_then(Expr::root_variable).is_some_and(is_index);
    if !program.edges().any(|edge| assigns(&edge.command)) {
        return false;
    }
    let functions = program.functions.enumerate();
    let mut charts = functions.filter_map(|(id, function)| Some((id, function.flowchart.as_ref()?)));
    charts.any(|(id, chart)| {
        let assigned = edges_with(chart, assigns);
        let calls = edges_with(chart, |command| keeps(command, Lowered::Options));
        let runs_once = program.functions[id].name == "main" && !is_called(program, id);
        let may_come_before = |from: &EdgeId| {
            let mut reached = Dfs::new(&chart.graph, chart.target(*from));
            while reached.next(&chart.graph).is_some() {}
            calls.iter().any(|call| reached.discovered.is_visited(&chart.source(*call)))
        };
        match runs_once {
            true => assigned.iter().any(may_come_before),
            false => !assigned.is_empty() || !calls.is_empty(),
        }
    })
}

/// Passes the addresses of the variables that calls read and write.
pub(super) fn pass(program: &mut Program) {
    if program.edges().any(|edge| keeps(&edge.command, Lowered::Options)) {
        let used = program.used_variables();
        let mut results = Vec::new();
        for (name, _) in OPTION_RESULTS {
            let found = variables(program, name).find(|id| used.contains(id));
            results.push(match found {
                Some(id) => address_of(program, id),
                None => null(&mut program.types),
            });
        }
        add_arguments(program, Lowered::Options, &results);
    }
    let string = program.edges().find_map(|edge| match &edge.command {
        command @ Command::Library { arguments, .. } if keeps(command, Lowered::Position) => {
            Some((arguments.first()?.ty, edge.span))
        }
        _ => None,
    });
    if let Some((ty, span)) = string {
        let position = program.add_variable(None, ("strtok#rest".into(), ty, VariableKind::Global), span);
        let position = address_of(program, position);
        add_arguments(program, Lowered::Position, &[position]);
    }
}

fn address_of(program: &mut Program, variable: VariableId) -> Expr {
    program.variables[variable].address_taken = true;
    program.address_of(variable)
}

/// Adds arguments to the calls of functions for which the library keeps this.
fn add_arguments(program: &mut Program, kept: Lowered, added: &[Expr]) {
    let flowcharts = program.functions.iter_mut().filter_map(|function| function.flowchart.as_mut());
    let edges = flowcharts.flat_map(|flowchart| flowchart.graph.edge_weights_mut());
    for edge in edges.filter(|edge| keeps(&edge.command, kept)) {
        if let Command::Library { function, arguments, .. } = &mut edge.command {
            arguments.truncate(function.entry().parameters());
            arguments.extend(added.iter().cloned());
        }
    }
}

fn null(types: &mut TypeTable) -> Expr {
    let void = types.void();
    let pointer = types.intern(Type::Pointer(void));
    Expr::zero(types, pointer)
}
