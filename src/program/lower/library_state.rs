//! Variables in which the library keeps something between calls: those of `getopt`, and the position of `strtok` in a string.
//! Their addresses become arguments of the call, so that every analysis sees that it reads and writes them.

use crate::library::{Lowered, OPTION_RESULTS};
use crate::lower::startup::is_called;
use crate::{Command, EdgeId, Expr, Linkage, Program, Variable, VariableId, VariableKind};
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

/// Returns true if the command is a call that takes an option.
fn takes_option(command: &Command) -> bool {
    match command {
        Command::Library { function, .. } => function.entry().lowered == Lowered::Options,
        _ => false,
    }
}

/// Returns true if the program may assign `optind` before a call that takes an option. Assignments in `main` behind all calls
/// are not.
pub(super) fn options_are_assigned(program: &Program) -> bool {
    let indices: Vec<VariableId> = variables(program, INDEX).collect();
    let is_of_program = |variable: &Variable| variable.address_taken || variable.linkage == Linkage::External;
    if indices.iter().any(|id| is_of_program(&program.variables[*id])) {
        return true;
    }
    let assigns = |command: &Command| {
        command.written().and_then(Expr::root_variable).is_some_and(|variable| indices.contains(&variable))
    };
    let charts = || program.functions.enumerate().filter_map(|(id, function)| Some((id, function.flowchart.as_ref()?)));
    let mut all_in_main = true;
    let mut may_come_before = false;
    let mut is_assigned = false;
    for (id, chart) in charts() {
        let is_main = program.functions[id].name == "main" && !is_called(program, id);
        let edges = || chart.edges().map(|edge| (edge, &chart.edge(edge).command));
        let assigned: Vec<EdgeId> = edges().filter(|(_, command)| assigns(command)).map(|(edge, _)| edge).collect();
        let taken: Vec<EdgeId> = edges().filter(|(_, command)| takes_option(command)).map(|(edge, _)| edge).collect();
        is_assigned |= !assigned.is_empty();
        all_in_main &= is_main || (assigned.is_empty() && taken.is_empty());
        may_come_before |= assigned.iter().any(|from| {
            let mut reached = Dfs::new(&chart.graph, chart.target(*from));
            while reached.next(&chart.graph).is_some() {}
            taken.iter().any(|call| reached.discovered.is_visited(&chart.source(*call)))
        });
    }
    is_assigned && (!all_in_main || may_come_before)
}

/// Passes the addresses of the variables that calls read and write.
pub(super) fn pass(program: &mut Program) {
    let keeps = |kept: Lowered| move |command: &Command| matches!(command, Command::Library { function, .. } if function.entry().lowered == kept);
    if program.edges().any(|edge| keeps(Lowered::Options)(&edge.command)) {
        let used = program.used_variables();
        let mut results = Vec::new();
        for (name, _) in OPTION_RESULTS {
            let found = variables(program, name).find(|id| used.contains(id));
            results.push(match found {
                Some(id) => address_of(program, id),
                None => null(&mut program.types),
            });
        }
        add_arguments(program, keeps(Lowered::Options), &results);
    }
    let string = program.edges().filter(|edge| keeps(Lowered::Position)(&edge.command)).find_map(|edge| {
        let string = *edge.command.expressions().first()?;
        Some((string.ty, edge.span))
    });
    if let Some((ty, span)) = string {
        let position = program.add_variable(None, ("strtok#rest".into(), ty, VariableKind::Global), span);
        let position = address_of(program, position);
        add_arguments(program, keeps(Lowered::Position), &[position]);
    }
}

fn address_of(program: &mut Program, variable: VariableId) -> Expr {
    program.variables[variable].address_taken = true;
    program.address_of(variable)
}

/// Adds arguments to the calls that a program makes of some functions of the library.
fn add_arguments(program: &mut Program, gets: impl Fn(&Command) -> bool, added: &[Expr]) {
    let flowcharts = program.functions.iter_mut().filter_map(|function| function.flowchart.as_mut());
    let edges = flowcharts.flat_map(|flowchart| flowchart.graph.edge_weights_mut());
    for edge in edges.filter(|edge| gets(&edge.command)) {
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
