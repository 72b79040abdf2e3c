//! How a program ends, and which blocks are lost then or on the way.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::program::interp::FaultKind;
use crate::program::{EdgeId, LocationId};
use crate::smg::configuration::{Configuration, Frame};
use crate::smg::engine::{ContextId, Engine};
use crate::smg::fault::Fault;
use crate::smg::object::{Kind, Object, Origin};

impl Engine<'_> {
    /// The program ends, and runs the last function that it has registered for that.
    pub(super) fn run_handler(&mut self, mut configuration: Configuration, span: Span) {
        let Some(function) = configuration.handlers.pop() else { return };
        let Some(entry) = self.program.flowchart(function).map(|flowchart| flowchart.entry) else {
            return self.gap("a function that runs when the program ends has no body".into(), Some(span));
        };
        configuration.frames.push(Frame { function, caller: None, variables: BTreeMap::new(), blocks: Vec::new() });
        let context = self.context(None, function, configuration.frames.len());
        self.arrive(context, entry, configuration);
    }

    /// The first function has returned, or one that runs when the program ends: its variables are gone.
    pub(super) fn finish(&mut self, context: ContextId, location: LocationId, mut configuration: Configuration) {
        self.keep_result(&mut configuration);
        let Ok(mut after) = self.executor.leave(&configuration, None) else { return };
        let Some(function) = self.contexts.get(context).map(|context| context.function) else { return };
        let Some(flowchart) = self.program.flowchart(function) else { return };
        let span = flowchart.location(location).span;
        if !after.handlers.is_empty() {
            return self.run_handler(after, span);
        }
        // After `exit` the variables of all functions under way are still there.
        if !after.frames.is_empty() {
            return self.end(&after, context, location, None, span);
        }
        let when = "when the program ends";
        for object in after.collect_garbage() {
            self.leak(&object, &after, (context, location, None, span), when, object.minimum() > 0);
        }
        for object in after.perhaps_lost() {
            self.leak(&object, &after, (context, location, None, span), when, false);
        }
        self.end(&after, context, location, None, span);
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
    pub(super) fn end(
        &mut self,
        configuration: &Configuration,
        context: ContextId,
        location: LocationId,
        edge: Option<EdgeId>,
        span: Span,
    ) {
        if !self.settings.leaks_at_exit {
            return;
        }
        let blocks: Vec<Object> = configuration
            .graph
            .objects()
            .filter(|(_, object)| object.can_be_lost())
            .map(|(_, object)| object.clone())
            .collect();
        for object in blocks {
            let when = "and still allocated when the program ends";
            self.leak(&object, configuration, (context, location, edge, span), when, object.minimum() > 0);
        }
    }

    pub(super) fn collect(
        &mut self,
        configuration: &mut Configuration,
        context: ContextId,
        location: LocationId,
        edge: EdgeId,
        span: Span,
    ) {
        let when = "when nothing leads to it any more";
        for object in configuration.collect_garbage() {
            self.leak(&object, configuration, (context, location, Some(edge), span), when, object.minimum() > 0);
        }
        for object in configuration.perhaps_lost() {
            self.leak(&object, configuration, (context, location, Some(edge), span), when, false);
        }
    }

    fn leak(
        &mut self,
        object: &Object,
        configuration: &Configuration,
        (context, location, edge, span): (ContextId, LocationId, Option<EdgeId>, Span),
        when: &str,
        certain: bool,
    ) {
        let what = match object.kind {
            Kind::Region | Kind::Segment { optional: true, .. } => "a block that was never freed is lost",
            Kind::Segment { .. } => "a list whose nodes were never freed is lost",
        };
        let message = format!("{what}, {when}");
        let certain = certain && object.origin != Origin::HeapOrInput;
        let fault = Fault { kind: FaultKind::MemoryLeak, message, certain };
        self.report(&fault, configuration, context, location, edge, span);
    }
}
