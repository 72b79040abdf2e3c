//! Functions that run before and after `main`: the attributes `constructor` and `destructor`.
//!
//! They become calls at the start of `main`: constructors run there, the lowest priority number first, and destructors are
//! registered as by `atexit`, so that the lowest runs last. As in the library, what a constructor registers runs before
//! them. Functions with one priority are in the order of the text.

use crate::lower::{Lowered, Lowerer};
use crate::{Callee, Command, Edge, Expr, ExprNode, FunctionId, LibraryFunction, Location, Reach};
use base::Span;
use frontend::ast::Attribute;

/// The priority of what has none: behind all others.
const NO_PRIORITY: i128 = 65_535;

/// When a function runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Startup {
    is_constructor: bool,
    priority: i128,
    function: FunctionId,
}

impl Lowerer<'_> {
    /// Records what the attributes of a declaration say of when a function runs.
    pub(super) fn record_startup(&mut self, function: FunctionId, attributes: &[&[Attribute]]) -> Lowered<()> {
        for attribute in attributes.iter().flat_map(|attributes| attributes.iter()) {
            let is_constructor = attribute.name == "constructor";
            if !is_constructor && attribute.name != "destructor" {
                continue;
            }
            let priority = match attribute.arguments.first() {
                Some(priority) => self.constant(priority)?,
                None => NO_PRIORITY,
            };
            let known = self
                .startups
                .iter_mut()
                .find(|known| known.function == function && known.is_constructor == is_constructor);
            match known {
                Some(known) => known.priority = known.priority.min(priority),
                None => self.startups.push(Startup { is_constructor, priority, function }),
            }
        }
        Ok(())
    }

    /// Attributes inside of a declarator say nothing of the function here: an error rather than to ignore them.
    pub(super) fn refuse_startup(&mut self, attributes: &[Attribute]) -> Lowered<()> {
        match attributes.iter().find(|attribute| matches!(attribute.name.as_str(), "constructor" | "destructor")) {
            Some(found) => self.fail(found.span, format!("the attribute `{}` is not supported here", found.name)),
            None => Ok(()),
        }
    }

    /// Puts the calls before the body of `main`.
    pub(super) fn call_startups(&mut self) {
        let Some(main) = self.program.defined_function("main") else { return };
        let mut startups = std::mem::take(&mut self.startups);
        startups.retain(|startup| self.program.functions[startup.function].flowchart.is_some());
        if startups.is_empty() {
            return;
        }
        let functions = &self.program.functions;
        startups
            .sort_by_key(|startup| (startup.is_constructor, startup.priority, functions[startup.function].span.start));
        let span = functions[main].span;
        let mut commands = Vec::with_capacity(startups.len());
        for startup in startups {
            let command = self.startup_command(startup);
            commands.push(command);
        }
        if self.is_called(main) {
            let reason = "'main' is called by a program with constructors or destructors".to_string();
            commands = vec![Command::Unsupported { reason, reach: Reach::Memory }];
        }
        // From the last to the first: each leads to the one before it.
        for command in commands.into_iter().rev() {
            self.put_before_body(main, command, span);
        }
    }

    /// Lets a function, if it has a body, begin with a command.
    pub(super) fn put_before_body(&mut self, function: FunctionId, command: Command, span: Span) {
        let place = self.program.functions[function].span;
        let Some(flowchart) = &mut self.program.functions[function].flowchart else { return };
        let location = Location { labels: Vec::new(), statements: Default::default(), span: place, function };
        let start = flowchart.graph.add_node(location);
        flowchart.graph.add_edge(start, flowchart.entry, Edge { command, span, input: None });
        flowchart.entry = start;
    }

    fn startup_command(&mut self, startup: Startup) -> Command {
        let Startup { is_constructor, function, .. } = startup;
        let declared = &self.program.functions[function];
        if !declared.parameters.is_empty() {
            let (name, span) = (declared.name.clone(), declared.span);
            return self.unsupported_startup(&name, span);
        }
        if is_constructor {
            return Command::Call { callee: Callee::Direct(function), arguments: Vec::new(), result: None };
        }
        let ty = declared.ty;
        let pointer = self.program.types.pointer(ty);
        let arguments = vec![Expr::new(ExprNode::FunctionAddress(function), pointer)];
        Command::library(LibraryFunction::Atexit, arguments, None)
    }

    fn unsupported_startup(&mut self, name: &str, span: Span) -> Command {
        let reason = format!("'{name}', which runs before or after 'main', takes arguments");
        self.warn_once(format!("unsupported startup {name}"), span, format!("unsupported: {reason}"));
        Command::Unsupported { reason, reach: Reach::Memory }
    }

    /// Whether the program itself may call a function.
    fn is_called(&self, function: FunctionId) -> bool {
        let mut found = false;
        let flowcharts = self.program.functions.iter().filter_map(|function| function.flowchart.as_ref());
        for edge in flowcharts.flat_map(|flowchart| flowchart.graph.edge_weights()).chain(&self.program.initializers) {
            found |= matches!(edge.command, Command::Call { callee: Callee::Direct(called), .. } if called == function);
            for expr in edge.command.expressions() {
                expr.visit(&mut |part| found |= part.node == ExprNode::FunctionAddress(function));
            }
        }
        found
    }
}
