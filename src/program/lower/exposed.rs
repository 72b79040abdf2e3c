//! Finds the external memory that a program can observe, from its commands, once all are lowered.
//!
//! The effects on that memory are not described here: `logic::meaning` and the shape analysis do that independently.

use crate::library::{Exposed, External, Lowered, Returns};
use crate::lower::library_state;
use crate::{Command, Expr, Linkage, Program, VariableKind};

/// Functions that make streams over memory or over functions of the program; the library table has none of them.
pub(super) const MAKERS_OF_STREAMS: [&str; 4] = ["fmemopen", "fopencookie", "funopen", "open_memstream"];
/// Names under which the environment can be declared.
pub(super) const ENVIRONMENT: [&str; 3] = ["environ", "__environ", "_environ"];
/// Index of the parameter of `main` that is the environment.
const ENVIRONMENT_PARAMETER: usize = 2;

/// Returns what the program can observe. `buffers` may be set already: calls that make streams over memory set it.
pub(super) fn of(program: &mut Program) -> Exposed {
    let (mut asks_for_errno, mut buffers) = (false, program.exposed.buffers);
    let streams: Vec<_> = program.streams().map(|(id, _)| id).collect();
    let mut assigns_streams = streams.iter().any(|id| program.variables[*id].address_taken);
    let mut closes_streams = false;
    for edge in program.edges() {
        let written = edge.command.written().and_then(Expr::root_variable);
        assigns_streams |= written.is_some_and(|id| streams.contains(&id));
        if let Command::Library { function, .. } = &edge.command {
            let entry = function.entry();
            asks_for_errno |= entry.returns == Returns::External(External::ErrorNumber);
            buffers |= matches!(entry.lowered, Lowered::Buffer(_));
            closes_streams |= entry.may_close_stream();
        }
    }
    let errno = asks_for_errno.then(|| program.types.int());
    let environment = knows_environment(program);
    let streams = closes_streams || assigns_streams;
    let assigns_options = library_state::options_are_assigned(program);
    Exposed { errno, environment, buffers, streams, assigns_streams, assigns_options }
}

fn knows_environment(program: &Program) -> bool {
    let is_environ = |id| {
        let variable = &program.variables[id];
        let is_of_library = variable.kind == VariableKind::Global && variable.linkage == Linkage::Elsewhere;
        is_of_library && ENVIRONMENT.contains(&variable.name.as_str())
    };
    let mut mains = program.functions.iter().filter(|function| function.name == "main");
    mains.any(|main| main.parameters.len() > ENVIRONMENT_PARAMETER)
        || program.used_variables().into_iter().any(is_environ)
        || ENVIRONMENT.iter().any(|name| program.observed.contains(*name))
}
