//! The places of a program that are reached only by runs that were followed.
//!
//! A run that is cut, or ends with an error, may go on to every place that the flowcharts lead to from there: to the
//! rest of the functions on the call stack, and to all that these call. Every other place is reached only by runs that
//! were followed.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::CallStack;
use base::Span;
use program::analysis::CallGraph;
use program::{EdgeId, FunctionId, LocationId, Program};

/// The places all of whose runs were followed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    spans: BTreeSet<Span>,
}

impl Coverage {
    /// Computes the coverage of a program in which some runs are not followed to their end
    /// ([`crate::BoundedAnswer::unfollowed`]). A run may also stop at the same location in another call of the
    /// function.
    pub fn of(program: &Program, unfollowed: Option<&BTreeSet<CallStack>>) -> Coverage {
        let Some(unfollowed) = unfollowed else { return Coverage::default() };
        let behind = Behind::of(program, unfollowed);
        let (mut spans, mut open) = (BTreeSet::new(), BTreeSet::new());
        for function in program.defined_functions() {
            let Some(flowchart) = program.flowchart(function) else { continue };
            for edge in flowchart.edges() {
                let place = if behind.has(function, flowchart.source(edge)) { &mut open } else { &mut spans };
                place.insert(flowchart.edge(edge).span);
            }
        }
        Coverage { spans: spans.difference(&open).copied().collect() }
    }

    /// Returns true if all runs that execute a command at `span` were followed.
    pub fn has(&self, span: Span) -> bool {
        self.spans.contains(&span)
    }
}

/// The locations that runs may reach after they are no longer followed.
struct Behind<'p> {
    program: &'p Program,
    calls: CallGraph,
    locations: BTreeMap<FunctionId, BTreeSet<LocationId>>,
}

impl<'p> Behind<'p> {
    fn of(program: &'p Program, ends: &BTreeSet<CallStack>) -> Behind<'p> {
        let mut behind = Behind { program, calls: CallGraph::of(program), locations: BTreeMap::new() };
        if ends.is_empty() {
            return behind;
        }
        for (function, location) in ends.iter().flatten() {
            behind.add(*function, *location);
        }
        // The callers of a function whose address is taken are unknown.
        for function in behind.calls.address_taken().clone() {
            behind.add_whole(function);
        }
        behind
    }

    fn has(&self, function: FunctionId, location: LocationId) -> bool {
        self.locations.get(&function).is_some_and(|known| known.contains(&location))
    }

    fn add_whole(&mut self, function: FunctionId) {
        if let Some(flowchart) = self.program.flowchart(function) {
            self.add(function, flowchart.entry);
        }
    }

    /// Adds all locations that a run may reach from a location of a function.
    fn add(&mut self, function: FunctionId, location: LocationId) {
        let mut waiting = vec![(function, location)];
        while let Some((function, location)) = waiting.pop() {
            let Some(flowchart) = self.program.flowchart(function) else { continue };
            if !self.locations.entry(function).or_default().insert(location) {
                continue;
            }
            let edges: Vec<EdgeId> = flowchart.outgoing(location);
            for call in self.calls.calls(function).iter().filter(|call| edges.contains(&call.edge)) {
                waiting.extend(self.program.flowchart(call.callee).map(|callee| (call.callee, callee.entry)));
            }
            waiting.extend(edges.iter().map(|edge| (function, flowchart.target(*edge))));
        }
    }
}
