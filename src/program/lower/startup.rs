//! Functions that run before and after `main`: the attributes `constructor` and `destructor`.
//!
//! They become calls at the start of `main`: constructors run there, the lowest priority number first, and destructors are
//! registered as by `atexit`, so that the lowest runs last. As in the library, what a constructor registers runs before
//! them. Functions with one priority are in the order of the text.

use crate::lower::reporter::Reporter;
use crate::lower::{Lowered, Lowerer};
use crate::{Callee, Command, Edge, Expr, ExprNode, FunctionId, LibraryFunction, Location, Program, Reach};
use base::Span;
use frontend::ast::Attribute;

/// The priority of what has none: behind all others.
const NO_PRIORITY: i128 = 65_535;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Startup {
    is_constructor: bool,
    priority: i128,
    function: FunctionId,
}

/// The functions that run before or after `main`: each once as a constructor, and once as a destructor.
#[derive(Default)]
pub(super) struct Startups(Vec<Startup>);

impl Startups {
    fn add(&mut self, startup: Startup) {
        let is_same =
            |known: &&mut Startup| known.function == startup.function && known.is_constructor == startup.is_constructor;
        match self.0.iter_mut().find(is_same) {
            Some(known) => known.priority = known.priority.min(startup.priority),
            None => self.0.push(startup),
        }
    }

    /// Puts the calls before the body of `main`.
    pub(super) fn call_from_main(self, program: &mut Program, reporter: &mut Reporter) {
        let Some(main) = program.defined_function("main") else { return };
        let mut startups = self.0;
        startups.retain(|startup| program.functions[startup.function].flowchart.is_some());
        if startups.is_empty() {
            return;
        }
        let functions = &program.functions;
        startups
            .sort_by_key(|startup| (startup.is_constructor, startup.priority, functions[startup.function].span.start));
        let span = functions[main].span;
        let mut commands: Vec<Command> =
            startups.into_iter().map(|startup| startup.command(program, reporter)).collect();
        if is_called(program, main) {
            let reason = "'main' is called by a program with constructors or destructors".to_string();
            commands = vec![Command::Unsupported { reason, reach: Reach::Memory }];
        }
        // From the last to the first: each leads to the one before it.
        for command in commands.into_iter().rev() {
            put_before_body(program, main, command, span);
        }
    }
}

impl Startup {
    fn command(self, program: &mut Program, reporter: &mut Reporter) -> Command {
        let function = &program.functions[self.function];
        if !function.parameters.is_empty() {
            let reason = format!("'{}', which runs before or after 'main', takes arguments", function.name);
            let key = format!("unsupported startup {}", function.name);
            reporter.warn_once(key, function.span, format!("unsupported: {reason}"));
            return Command::Unsupported { reason, reach: Reach::Memory };
        }
        if self.is_constructor {
            return Command::Call { callee: Callee::Direct(self.function), arguments: Vec::new(), result: None };
        }
        let pointer = program.types.pointer(function.ty);
        let arguments = vec![Expr::new(ExprNode::FunctionAddress(self.function), pointer)];
        Command::library(LibraryFunction::Atexit, arguments, None)
    }
}

impl Lowerer<'_> {
    /// Records what the attributes of a declaration say of when a function runs.
    pub(super) fn record_startup(&mut self, function: FunctionId, attributes: &[&[Attribute]]) -> Lowered<()> {
        for attribute in attributes.iter().copied().flatten() {
            let is_constructor = attribute.name == "constructor";
            if !is_constructor && attribute.name != "destructor" {
                continue;
            }
            let priority = match attribute.arguments.first() {
                Some(priority) => self.constant(priority)?,
                None => NO_PRIORITY,
            };
            self.startups.add(Startup { is_constructor, priority, function });
        }
        Ok(())
    }
}

/// Attributes inside of a declarator say nothing of the function here: an error rather than to ignore them.
pub(super) fn refuse_startup(attributes: &[Attribute], reporter: &mut Reporter) -> Lowered<()> {
    match attributes.iter().find(|attribute| matches!(attribute.name.as_str(), "constructor" | "destructor")) {
        Some(found) => reporter.fail(found.span, format!("the attribute `{}` is not supported here", found.name)),
        None => Ok(()),
    }
}

/// Lets a function, if it has a body, begin with a command.
pub(super) fn put_before_body(program: &mut Program, function: FunctionId, command: Command, span: Span) {
    let place = program.functions[function].span;
    let Some(flowchart) = &mut program.functions[function].flowchart else { return };
    let location = Location { labels: Vec::new(), statements: Default::default(), span: place, function };
    let start = flowchart.graph.add_node(location);
    flowchart.graph.add_edge(start, flowchart.entry, Edge { command, span, input: None });
    flowchart.entry = start;
}

/// Whether the program itself may call a function.
fn is_called(program: &Program, function: FunctionId) -> bool {
    program.edges().any(|edge| {
        let mut found =
            matches!(edge.command, Command::Call { callee: Callee::Direct(called), .. } if called == function);
        for expr in edge.command.expressions() {
            expr.visit(&mut |part| found |= part.node == ExprNode::FunctionAddress(function));
        }
        found
    })
}
