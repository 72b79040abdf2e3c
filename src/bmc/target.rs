//! The target of a directed analysis, and the locations from which it is reachable.
//!
//! Runs that can no longer reach the target end, and that is no cut: whatever they do later, they say nothing about the
//! target. So loops that lead nowhere near it are not unrolled. Reachability is decided by the flowcharts and the call
//! graph, never by values.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{CallStack, VerificationCondition, What};
use base::Span;
use program::analysis::CallGraph;
use program::{Flowchart, FunctionId, LocationId, Program};
use spec::{Question, SpecifiedProperty};

/// The commands and properties that alone are checked.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct VerificationTarget {
    /// Commands whose errors are checked. Leaks are not among these: they are no error of one command.
    pub commands: BTreeSet<Span>,
    pub properties: BTreeSet<SpecifiedProperty>,
}

impl VerificationTarget {
    /// Returns true if a verification condition is about the target.
    pub fn has(&self, claim: &VerificationCondition) -> bool {
        match &claim.what {
            What::Fault(..) | What::Uninitialized(..) => {
                claim.site.span.is_some_and(|span| self.commands.contains(&span))
            }
            What::Statement(property) => self.properties.contains(property),
            What::Leak | What::Cut(_) => false,
        }
    }

    /// Returns true if some of these runs, which were not followed to their end, cannot reach the target. They do not
    /// matter if only the target is checked.
    pub fn leaves_out_some(&self, question: Question<'_>, unfollowed: &BTreeSet<CallStack>) -> bool {
        let Question { program, entry, .. } = question;
        let approach = Approach::to(self, program, entry);
        unfollowed.iter().any(|calls| !approach.may_come(program, calls))
    }

    /// Returns the locations of a function at which a command of the target starts, and those of its properties, which
    /// refer to the entry function.
    fn locations_in(&self, function: FunctionId, flowchart: &Flowchart, entry: FunctionId) -> Vec<LocationId> {
        let edges = flowchart.edges().filter(|edge| self.commands.contains(&flowchart.edge(*edge).span));
        let commands = edges.map(|edge| flowchart.source(edge));
        let properties = self.properties.iter().filter(|_| function == entry).filter_map(|property| property.location);
        commands.chain(properties).collect()
    }
}

/// The locations from which a target may be reached.
#[derive(Clone, Debug)]
pub struct Approach {
    /// For each function, the locations from which the target is reached before the function returns; `None` if any
    /// location may lead there.
    locations: Option<BTreeMap<FunctionId, BTreeSet<LocationId>>>,
}

impl Approach {
    /// Computes the approach to a target in a program whose runs start with `entry`.
    pub fn to(target: &VerificationTarget, program: &Program, entry: FunctionId) -> Approach {
        // A property of whole runs is decided where they end.
        if target.properties.iter().any(|property| property.location.is_none()) {
            return Approach { locations: None };
        }
        let calls = CallGraph::of(program);
        let mut locations: BTreeMap<FunctionId, BTreeSet<LocationId>> = BTreeMap::new();
        // Callees come first; mutually recursive functions take several rounds.
        let mut changed = true;
        while changed {
            changed = false;
            for function in calls.callees_first().iter().flatten().copied() {
                let Some(flowchart) = program.flowchart(function) else { continue };
                let sites = calls.calls(function).into_iter();
                let entered = sites.filter(|site| comes_there(program, &locations, site.callee));
                let mut starts = target.locations_in(function, flowchart, entry);
                starts.extend(entered.map(|site| flowchart.source(site.edge)));
                let found = leading_to(flowchart, starts);
                changed |= locations.get(&function).is_none_or(|known| *known != found);
                locations.insert(function, found);
            }
        }
        // The library may call a function whose address is taken at any time.
        let is_called_back = calls.address_taken().iter().any(|function| comes_there(program, &locations, *function));
        Approach { locations: (!is_called_back).then_some(locations) }
    }

    /// Returns true if a run with this call stack may reach the target. Each function is at the location that it leaves
    /// next.
    pub fn may_come(&self, program: &Program, calls: &[(FunctionId, LocationId)]) -> bool {
        let Some(locations) = &self.locations else { return true };
        let leads = |function: FunctionId, location: LocationId| {
            locations.get(&function).is_some_and(|known| known.contains(&location))
        };
        let Some(((innermost, at), callers)) = calls.split_last() else { return true };
        let goes_on = |(function, location): &(FunctionId, LocationId)| {
            let Some(flowchart) = program.flowchart(*function) else { return true };
            flowchart.outgoing(*location).into_iter().any(|edge| leads(*function, flowchart.target(edge)))
        };
        leads(*innermost, *at) || callers.iter().any(goes_on)
    }
}

/// Returns true if a run that enters a function may reach the target before the function returns.
fn comes_there(
    program: &Program,
    locations: &BTreeMap<FunctionId, BTreeSet<LocationId>>,
    function: FunctionId,
) -> bool {
    let entry = program.flowchart(function).map(|flowchart| flowchart.entry);
    entry.is_some_and(|entry| locations.get(&function).is_some_and(|known| known.contains(&entry)))
}

/// Returns the locations from which one of `waiting` is reachable, these included.
fn leading_to(flowchart: &Flowchart, mut waiting: Vec<LocationId>) -> BTreeSet<LocationId> {
    let mut found = BTreeSet::new();
    while let Some(location) = waiting.pop() {
        if found.insert(location) {
            waiting.extend(flowchart.incoming(location).into_iter().map(|edge| flowchart.source(edge)));
        }
    }
    found
}
