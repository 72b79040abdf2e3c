//! How a program ends, and which blocks are lost then or on the way.

use crate::domain::configuration::{Configuration, Frame};
use crate::domain::fault::Fault;
use crate::domain::graph::LeakCandidate;
use crate::domain::object::{Kind, Object, Origin};
use crate::solver::engine::{At, Engine, SummaryId};
use crate::transfer::message;
use base::Span;
use program::{Command, Expr, ExprNode, FaultKind, LocationId};
use reason::Incompleteness;

/// How the last pointer to a block is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PointerLoss {
    /// Something else is stored where it was.
    Overwritten,
    /// The variable that held it goes.
    OutOfScope,
    /// The block that held it is freed.
    Freed,
    /// In another way, such as a result that the caller does not keep.
    Gone,
    /// With the last variables.
    AtEnd,
    /// It is not: the program ends while the block is allocated.
    Left,
}

impl PointerLoss {
    /// The end of the sentence.
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
    /// The program has ended in the first function, or in one that runs then; or in what these have called.
    pub(super) fn stop_outermost(&mut self, at: At, configuration: Configuration) {
        match configuration.handlers.is_empty() {
            true => self.end(&configuration, at),
            false => self.run_handler(configuration, at.span),
        }
    }

    /// The program ends, and runs the last function that it has registered for that.
    fn run_handler(&mut self, mut configuration: Configuration, span: Span) {
        let Some(function) = configuration.handlers.pop() else { return };
        let Some(entry) = self.program.flowchart(function).map(|flowchart| flowchart.entry) else {
            return self.gap(Incompleteness::NoBodyAtEnd, Some(span));
        };
        configuration.frames.push(Frame::of(function));
        let summary = self.outermost(function, configuration.frames.len());
        self.arrive(summary, entry, configuration);
    }

    /// The first function has returned, or one that runs when the program ends: its variables are gone.
    pub(super) fn finish(&mut self, summary: SummaryId, location: LocationId, mut configuration: Configuration) {
        self.keep_result(&mut configuration);
        // Only the place of a result can keep a function from returning.
        let Ok(mut after) = self.executor.leave(&configuration, None) else { return };
        let Some(function) = self.summaries.get(summary).map(|summary| summary.function) else { return };
        let Some(flowchart) = self.program.flowchart(function) else { return };
        let at = At { summary, function, location, edge: None, span: flowchart.location(location).span };
        // After `exit` the variables of all functions under way are still there. Otherwise what only they led to is lost now, before
        // functions run that the program has registered for its end.
        if after.frames.is_empty() {
            self.collect_when(&mut after, at, PointerLoss::AtEnd);
        }
        self.stop_outermost(at, after);
    }

    /// The caller of a procedure gets its result.
    fn keep_result(&self, configuration: &mut Configuration) {
        let function = self.program.functions.get(self.entry).filter(|function| function.name != "main");
        let result = function.and_then(|function| configuration.variable(function.result?));
        if let Some(mut object) = result.and_then(|id| configuration.graph.object(id)).cloned() {
            object.origin = Origin::External;
            let copy = configuration.graph.add(object);
            configuration.inputs.push(copy);
        }
    }

    /// The program has ended.
    fn end(&mut self, configuration: &Configuration, at: At) {
        if !self.settings.leaks_at_exit {
            return;
        }
        let graph = &configuration.graph;
        for LeakCandidate { object, exists } in graph.blocks_among(graph.objects().map(|(id, _)| id)) {
            self.leak(&object, configuration, at, PointerLoss::Left, exists);
        }
    }

    /// Takes out what nothing leads to any more.
    pub(super) fn collect(&mut self, configuration: &mut Configuration, at: At) {
        self.collect_when(configuration, at, self.loss(at));
    }

    /// How the command at a place loses the last pointer to a block.
    fn loss(&self, at: At) -> PointerLoss {
        let edge = at.edge.zip(self.program.flowchart(at.function));
        let command = edge.map(|(edge, flowchart)| &flowchart.edge(edge).command);
        // A result that nobody keeps takes the place of nothing.
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

    /// A call has returned. A block that only variables of the function led to is lost at its return; any other at the call,
    /// where the result is not kept, or takes the place of the last pointer. A block that is perhaps lost at the return, and
    /// surely behind the call, is perhaps lost at either.
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

    /// Where the function on top returns.
    fn exit_of(&self, configuration: &Configuration, at: At) -> Option<At> {
        let function = configuration.frames.last()?.function;
        let flowchart = self.program.flowchart(function)?;
        let location = flowchart.exit;
        Some(At { function, location, edge: None, span: flowchart.location(location).span, ..at })
    }

    fn leak(&mut self, object: &Object, configuration: &Configuration, at: At, when: PointerLoss, certain: bool) {
        let what = match object.kind {
            Kind::Region | Kind::Optional | Kind::Segment { optional: true, .. } => "block",
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

/// Takes out what nothing leads to any more. Each block that is lost, and whether it is for certain.
fn lost(configuration: &mut Configuration) -> Vec<(Object, bool)> {
    let garbage = configuration.collect_garbage().into_iter();
    let mut found: Vec<(Object, bool)> = garbage.map(|LeakCandidate { object, exists }| (object, exists)).collect();
    found.extend(configuration.perhaps_lost().into_iter().map(|object| (object, false)));
    found
}
