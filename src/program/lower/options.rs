//! Calls of `getopt`: the variables in which the library leaves results become arguments of the call, so that every
//! analysis sees that it writes them.

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
pub(super) fn are_assigned(program: &Program) -> bool {
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

/// Passes the addresses of the variables that the program uses to each call that takes an option.
pub(super) fn pass_variables(program: &mut Program) {
    if !program.edges().any(|edge| takes_option(&edge.command)) {
        return;
    }
    let used = program.used_variables();
    let mut results = Vec::new();
    for (name, _) in OPTION_RESULTS {
        let found = variables(program, name).find(|id| used.contains(id));
        results.push(match found {
            Some(id) => {
                program.variables[id].address_taken = true;
                program.address_of(id)
            }
            None => null(&mut program.types),
        });
    }
    let flowcharts = program.functions.iter_mut().filter_map(|function| function.flowchart.as_mut());
    for edge in
        flowcharts.flat_map(|flowchart| flowchart.graph.edge_weights_mut()).filter(|edge| takes_option(&edge.command))
    {
        if let Command::Library { arguments, .. } = &mut edge.command {
            arguments.truncate(usize::from(OPTION_RESULTS[0].1));
            arguments.extend(results.iter().cloned());
        }
    }
}

fn null(types: &mut TypeTable) -> Expr {
    let void = types.void();
    let pointer = types.intern(Type::Pointer(void));
    Expr::zero(types, pointer)
}
