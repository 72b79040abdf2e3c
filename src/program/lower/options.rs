//! Calls of `getopt`: the variables in which the library leaves results become arguments of the call, so that every
//! analysis sees that it writes them.

use crate::library::{Lowered, OPTION_RESULTS};
use crate::{Command, Expr, Linkage, Program, Variable, VariableId, VariableKind};
use ctype::{Type, TypeTable};

/// The index of the next argument that `getopt` looks at.
pub(super) const INDEX: &str = "optind";

/// Returns the variables of this name that other files can name.
pub(super) fn variables<'p>(program: &'p Program, name: &'p str) -> impl Iterator<Item = VariableId> + 'p {
    let is_it = move |variable: &Variable| {
        variable.name == name && variable.kind == VariableKind::Global && variable.linkage != Linkage::Internal
    };
    program.variables.enumerate().filter(move |(_, variable)| is_it(variable)).map(|(id, _)| id)
}

/// Returns true if the program may assign a variable of the library in a way that its commands do not show.
pub(super) fn is_of_program(variable: &Variable) -> bool {
    variable.address_taken || variable.linkage == Linkage::External
}

/// Passes the addresses of the variables that the program uses to each call that takes an option.
pub(super) fn pass_variables(program: &mut Program) {
    let takes = |command: &Command| match command {
        Command::Library { function, .. } => function.entry().lowered == Lowered::Options,
        _ => false,
    };
    if !program.edges().any(|edge| takes(&edge.command)) {
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
    for edge in flowcharts.flat_map(|flowchart| flowchart.graph.edge_weights_mut()).filter(|edge| takes(&edge.command))
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
