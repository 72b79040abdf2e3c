//! The end of a program, and memory leaks then and before.

use crate::domain::configuration::{Configuration, Frame};
use crate::domain::fault::Fault;
use crate::domain::graph::LeakCandidate;
use crate::domain::object::{Kind, Object, Origin};
use crate::solver::engine::{At, Engine, SummaryId};
use crate::transfer::message;
use base::Span;
use program::library::Effect;
use program::{Command, Expr, ExprNode, FaultKind, LocationId, Program};
use reason::Incompleteness;

/// The way in which the last pointer to a block is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PointerLoss {
    Overwritten,
    /// The variable that held it goes out of scope.
    OutOfScope,
    /// The block that held it is freed.
    Freed,
    /// Lost in another way, such as by dropping the result of a call.
    Gone,
    /// Lost with the last variables.
    AtEnd,
    /// Not lost: the program ends while the block is allocated.
    Left,
}

impl PointerLoss {
    /// Returns the end of the message.
    fn words(self) -> &'static str {
        match self {
            PointerLoss::Overwritten => " is overwritten here",
            PointerLoss::OutOfScope => " goes out of scope here",
            PointerLoss::Freed => " is in the block that is freed here",
            PointerLoss::Gone => " is lost here",
            PointerLoss::AtEnd => " is lost when the program ends",
            PointerLoss::Left => " is still allocated when the program ends",
        }
    }
}

impl Engine<'_> {
    /// Handles the end of the program in an outermost function or in one that it has called: runs the remaining
    /// handlers.
    pub(super) fn stop_outermost(&mut self, at: At, configuration: Configuration) {
        match configuration.handlers.is_empty() {
            true => self.end(&configuration, at),
            false => self.run_handler(configuration, at.span),
        }
    }

    /// Runs the handler that the program has registered last.
    fn run_handler(&mut self, mut configuration: Configuration, span: Span) {
        let Some(function) = configuration.handlers.pop() else { return };
        let Some(entry) = self.program.flowchart(function).map(|flowchart| flowchart.entry) else {
            return self.gap(Incompleteness::NoBodyAtEnd, Some(span));
        };
        configuration.frames.push(Frame::of(function));
        let summary = self.outermost(function, configuration.frames.len());
        self.arrive(summary, entry, configuration);
    }

    /// Handles the return of an outermost function, which is the first function or a handler: its variables go out of
    /// scope.
    pub(super) fn finish(&mut self, summary: SummaryId, location: LocationId, mut configuration: Configuration) {
        self.keep_result(&mut configuration);
        // Only storing a result can keep a function from returning.
        let Ok(mut after) = self.executor.leave(&configuration, None) else { return };
        let Some(function) = self.summaries.get(summary).map(|summary| summary.function) else { return };
        let Some(flowchart) = self.program.flowchart(function) else { return };
        let at = At { summary, function, location, edge: None, span: flowchart.location(location).span };
        // After `exit` the variables of all functions under way still exist. Otherwise blocks that only they point to
        // leak now, before handlers run.
        if after.frames.is_empty() {
            self.collect_when(&mut after, at, PointerLoss::AtEnd);
        }
        self.stop_outermost(at, after);
    }

    /// Keeps the result of a procedure reachable: its caller holds it, so it does not leak.
    fn keep_result(&self, configuration: &mut Configuration) {
        let function = self.program.functions.get(self.entry).filter(|function| function.name != "main");
        let result = function.and_then(|function| configuration.variable(function.result?));
        if let Some(mut object) = result.and_then(|id| configuration.graph.object(id)).cloned() {
            object.origin = Origin::External;
            let copy = configuration.graph.add(object);
            configuration.inputs.push(copy);
        }
    }

    /// Handles the end of the program after all handlers: reports the blocks that are left, if requested.
    fn end(&mut self, configuration: &Configuration, at: At) {
        if !self.settings.leaks_at_exit {
            return;
        }
        let graph = &configuration.graph;
        for LeakCandidate { object, exists } in graph.blocks_among(graph.objects().map(|(id, _)| id)) {
            self.leak(&object, configuration, at, PointerLoss::Left, exists);
        }
    }

    /// Collects garbage, and reports leaks as caused by the command at `at`.
    pub(super) fn collect(&mut self, configuration: &mut Configuration, at: At) {
        self.collect_when(configuration, at, self.loss(at));
    }

    /// Returns the way in which the command at a point loses the last pointer to a block.
    fn loss(&self, at: At) -> PointerLoss {
        let edge = at.edge.zip(self.program.flowchart(at.function));
        let command = edge.map(|(edge, flowchart)| &flowchart.edge(edge).command);
        // A dropped result replaces nothing.
        let is_temporary = |target: &Expr| match target.node {
            ExprNode::VariableAddress(variable) => self.program.is_temporary(variable),
            _ => false,
        };
        match command {
            Some(command) if command.written().is_some_and(is_temporary) => PointerLoss::Gone,
            Some(
                Command::Store { .. }
                | Command::Copy { .. }
                | Command::Havoc { .. }
                | Command::Allocate { .. }
                | Command::Call { result: Some(_), .. },
            ) => PointerLoss::Overwritten,
            Some(Command::ScopeEnd(_)) => PointerLoss::OutOfScope,
            Some(Command::Free(_)) => PointerLoss::Freed,
            _ => PointerLoss::Gone,
        }
    }

    pub(super) fn collect_when(&mut self, configuration: &mut Configuration, at: At, when: PointerLoss) {
        for (object, is_sure) in lost(configuration) {
            self.leak(&object, configuration, at, when, is_sure);
        }
    }

    /// Reports leaks at the return of a call. A block that only the function's variables point to leaks at its return.
    /// Any other block leaks at the call, where the result is dropped or overwrites the last pointer. A block that
    /// possibly leaks at the return, and certainly after the call, possibly leaks at either.
    pub(super) fn collect_returned(&mut self, before: &Configuration, after: &mut Configuration, at: At) {
        let found = lost(after);
        if found.is_empty() {
            return;
        }
        let mut inside = lost(&mut self.executor.with_result_only(before));
        for (object, is_sure) in found {
            let index = inside.iter().position(|(other, _)| *other == object);
            let is_sure_inside = index.map(|index| inside.swap_remove(index).1);
            match is_sure_inside.zip(self.exit_of(before, at)) {
                Some((is_sure_inside, exit)) => {
                    self.leak(&object, before, exit, PointerLoss::OutOfScope, is_sure && is_sure_inside);
                    if is_sure && !is_sure_inside {
                        self.leak(&object, after, at, self.loss(at), false);
                    }
                }
                None => self.leak(&object, after, at, self.loss(at), is_sure),
            }
        }
    }

    /// Returns the exit of the function on top.
    fn exit_of(&self, configuration: &Configuration, at: At) -> Option<At> {
        let function = configuration.frames.last()?.function;
        let flowchart = self.program.flowchart(function)?;
        let location = flowchart.exit;
        Some(At { function, location, edge: None, span: flowchart.location(location).span, ..at })
    }

    fn leak(&mut self, object: &Object, configuration: &Configuration, at: At, when: PointerLoss, certain: bool) {
        let what = match object.kind {
            Kind::Region | Kind::Optional | Kind::Choice { .. } | Kind::Segment { optional: true, .. } => "block",
            Kind::Segment { linkage, .. } if linkage.is_tree() => "tree",
            Kind::Segment { .. } => "list",
        };
        let message = match when {
            PointerLoss::Left => format!("memory leak: the {what}"),
            _ => format!("memory leak: the last pointer to the {what}"),
        };
        let mut fault = Fault::new(FaultKind::MemoryLeak, message).of_block(message::allocated(object));
        fault.certain = certain && object.origin != Origin::HeapOrInput;
        fault.subject.rest = when.words();
        self.report(&fault, configuration, at);
    }
}

/// Collects garbage. Returns each leaked block, and true if it certainly leaks.
fn lost(configuration: &mut Configuration) -> Vec<(Object, bool)> {
    let garbage = configuration.collect_garbage().into_iter();
    let mut found: Vec<(Object, bool)> = garbage.map(|LeakCandidate { object, exists }| (object, exists)).collect();
    found.extend(configuration.perhaps_lost().into_iter().map(|object| (object, false)));
    found
}

/// Returns true if some command may free a block.
pub(super) fn frees(program: &Program) -> bool {
    program.edges().any(|edge| match &edge.command {
        Command::Free(_) => true,
        Command::Library { function, .. } => function
            .entry()
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Frees(_) | Effect::ReadsLine { .. } | Effect::WritesElsewhere)),
        _ => false,
    })
}
