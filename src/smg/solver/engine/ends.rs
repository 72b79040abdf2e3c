//! How a program ends, and which blocks are lost then or on the way.

use crate::base::Span;
use crate::program::{FaultKind, LocationId};
use crate::smg::domain::configuration::{Configuration, Frame};
use crate::smg::domain::fault::Fault;
use crate::smg::domain::graph::Block;
use crate::smg::domain::object::{Kind, Object, Origin};
use crate::smg::solver::engine::{At, ContextId, Engine};

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
            return self.gap("a function that runs when the program ends has no body".into(), Some(span));
        };
        configuration.frames.push(Frame::of(function));
        let context = self.outermost(function, configuration.frames.len());
        self.arrive(context, entry, configuration);
    }

    /// The first function has returned, or one that runs when the program ends: its variables are gone.
    pub(super) fn finish(&mut self, context: ContextId, location: LocationId, mut configuration: Configuration) {
        self.keep_result(&mut configuration);
        let Ok(mut after) = self.executor.leave(&configuration, None) else { return };
        let Some(function) = self.contexts.get(context).map(|context| context.function) else { return };
        let Some(flowchart) = self.program.flowchart(function) else { return };
        let at = At { context, function, location, edge: None, span: flowchart.location(location).span };
        // After `exit` the variables of all functions under way are still there.
        if !after.handlers.is_empty() || !after.frames.is_empty() {
            return self.stop_outermost(at, after);
        }
        self.collect_when(&mut after, at, "when the program ends");
        self.end(&after, at);
    }

    /// The caller of a procedure gets its result.
    fn keep_result(&self, configuration: &mut Configuration) {
        let function = self.program.functions.get(self.entry).filter(|function| function.name != "main");
        let result = function.and_then(|function| configuration.variable(function.result?));
        if let Some(mut object) = result.and_then(|id| configuration.graph.object(id)).cloned() {
            object.origin = Origin::Foreign;
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
        for Block { object, exists } in graph.blocks_among(graph.objects().map(|(id, _)| id)) {
            let when = "and still allocated when the program ends";
            self.leak(&object, configuration, at, when, exists);
        }
    }

    /// Takes out what nothing leads to any more.
    pub(super) fn collect(&mut self, configuration: &mut Configuration, at: At) {
        self.collect_when(configuration, at, "when nothing leads to it any more");
    }

    pub(super) fn collect_when(&mut self, configuration: &mut Configuration, at: At, when: &str) {
        for Block { object, exists } in configuration.collect_garbage() {
            self.leak(&object, configuration, at, when, exists);
        }
        for object in configuration.perhaps_lost() {
            self.leak(&object, configuration, at, when, false);
        }
    }

    fn leak(&mut self, object: &Object, configuration: &Configuration, at: At, when: &str, certain: bool) {
        let what = match object.kind {
            Kind::Region | Kind::Optional | Kind::Segment { optional: true, .. } => {
                "a block that was never freed is lost"
            }
            Kind::Segment { .. } => "a list whose nodes were never freed is lost",
        };
        let message = format!("{what}, {when}");
        let certain = certain && object.origin != Origin::HeapOrInput;
        let fault = Fault { kind: FaultKind::MemoryLeak, message, certain };
        self.report(&fault, configuration, at);
    }
}
