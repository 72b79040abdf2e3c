//! Functions that run before and after `main`: the attributes `constructor` and `destructor`.
//!
//! They become calls at the start of `main`. Constructors run there, lowest priority number first; destructors are
//! registered as if by `atexit`, so that the lowest runs last. As in the library, handlers that a constructor registers
//! run before destructors. Functions of one priority are in the order of the text.

use crate::lower::reporter::Reporter;
use crate::lower::{Lowered, Lowerer};
use crate::{Callee, Command, Edge, Expr, ExprNode, FunctionId, LibraryFunction, Location, Program, Reach};
use base::Span;
use frontend::ast::Attribute;

/// The priority of a function without one: after all others.
const NO_PRIORITY: i128 = 65_535;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Startup {
    is_constructor: bool,
    priority: i128,
    function: FunctionId,
}

/// Constructors and destructors. Invariant: each function occurs at most once as either; its lowest priority counts.
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
        // Last to first, as each is put before the others.
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
    /// Records the attributes of a declaration that make a function a constructor or destructor.
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

/// Rejects startup attributes inside a declarator: they would not be applied to the function.
pub(super) fn refuse_startup(attributes: &[Attribute], reporter: &mut Reporter) -> Lowered<()> {
    match attributes.iter().find(|attribute| matches!(attribute.name.as_str(), "constructor" | "destructor")) {
        Some(found) => reporter.fail(found.span, format!("the attribute `{}` is not supported here", found.name)),
        None => Ok(()),
    }
}

/// Makes a command the first one of a function, if that has a body.
pub(super) fn put_before_body(program: &mut Program, function: FunctionId, command: Command, span: Span) {
    let place = program.functions[function].span;
    let Some(flowchart) = &mut program.functions[function].flowchart else { return };
    let location =
        Location { labels: Vec::new(), statements: Default::default(), span: place, function, instance: None };
    let start = flowchart.graph.add_node(location);
    flowchart.graph.add_edge(start, flowchart.entry, Edge { command, span, input: None });
    flowchart.entry = start;
}

/// Returns true if the program itself may call a function.
pub(super) fn is_called(program: &Program, function: FunctionId) -> bool {
    program.edges().any(|edge| {
        let mut found =
            matches!(edge.command, Command::Call { callee: Callee::Direct(called), .. } if called == function);
        for expr in edge.command.expressions() {
            expr.visit(&mut |part| found |= part.node == ExprNode::FunctionAddress(function));
        }
        found
    })
}
