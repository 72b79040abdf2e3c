//! Which places a run visits, and in which order: a run of the flowchart, told in terms of the text.

use std::collections::BTreeMap;

use crate::places::{Place, PlaceKind, Places, StatementForm};
use base::Span;
use program::interp::RunStep;
use program::{Callee, Command, EdgeId, Program};

/// A visit of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Visit {
    /// Index of the place.
    pub(super) place: usize,
    /// Index of the first step in it.
    pub(super) step: usize,
    /// The call in which it happens: the index of the step that called, plus one; 0 for `main`.
    pub(super) call: usize,
}

/// A call that has not returned.
struct OpenCall {
    /// As in [`Visit::call`].
    number: usize,
    /// The statement where control is, and the first edge that was taken in it.
    current: Option<(usize, EdgeId)>,
}

/// The visits of a run.
pub(super) struct Visits {
    /// In order.
    pub(super) list: Vec<Visit>,
    /// For each step, the call in which it happens.
    pub(super) calls: Vec<usize>,
    /// For each place, how often it is visited.
    pub(super) counts: Vec<usize>,
}

impl Visits {
    /// Follows a run.
    pub(super) fn of(program: &Program, places: &Places, steps: &[RunStep]) -> Visits {
        let mut known: BTreeMap<Span, Option<usize>> = BTreeMap::new();
        let mut open = vec![OpenCall { number: 0, current: None }];
        let mut visits = Visits { list: Vec::new(), calls: Vec::new(), counts: vec![0; places.len()] };
        for (index, (function, id)) in steps.iter().enumerate() {
            let Some(flowchart) = program.flowchart(*function) else { continue };
            let edge = flowchart.edge(*id);
            let call = open.last().map_or(0, |call| call.number);
            visits.calls.push(call);
            let is_of_scope = matches!(edge.command, Command::ScopeStart(_) | Command::ScopeEnd(_));
            let place = *known.entry(edge.span).or_insert_with(|| places.statement(edge.span));
            if let (Some(place), Some(inner), false) = (place, open.last_mut(), is_of_scope) {
                if inner.enters(places, place, *id) {
                    visits.list.push(Visit { place, step: index, call });
                    if let Some(count) = visits.counts.get_mut(place) {
                        *count += 1;
                    }
                    inner.current = Some((place, *id));
                } else if inner.current.is_none_or(|(current, _)| current != place) {
                    inner.current = Some((place, *id));
                }
            }
            if flowchart.target(*id) == flowchart.exit && open.len() > 1 {
                open.pop();
            }
            if is_entered(program, (*function, *id), steps.get(index + 1)) {
                open.push(OpenCall { number: index + 1, current: None });
            }
        }
        visits
    }

    /// Returns the first visit after a step in the same call.
    pub(super) fn next(&self, step: usize) -> Option<Visit> {
        let call = self.calls.get(step)?;
        let first = self.list.partition_point(|visit| visit.step <= step);
        self.list.iter().skip(first).find(|visit| visit.call == *call).copied()
    }
}

impl OpenCall {
    /// Returns true if a step in a statement begins a visit of it.
    fn enters(&self, places: &Places, place: usize, edge: EdgeId) -> bool {
        let Some((current, first)) = self.current else { return true };
        if current == place {
            return first == edge && !is_loop(places.get(place));
        }
        match (places.get(current), places.get(place)) {
            // Control comes back from the body of a loop.
            (Some(before), Some(now)) => !(before.span.lies_in(now.span) && before.span != now.span),
            _ => true,
        }
    }
}

fn is_loop(place: Option<&Place>) -> bool {
    matches!(place.map(|place| &place.kind), Some(PlaceKind::Statement(StatementForm::Loop | StatementForm::DoWhile)))
}

/// Returns true if a step calls a function that the next step is in.
fn is_entered(program: &Program, (function, edge): RunStep, next: Option<&RunStep>) -> bool {
    let (Some(flowchart), Some((callee, first))) = (program.flowchart(function), next) else { return false };
    let Command::Call { callee: known, .. } = &flowchart.edge(edge).command else { return false };
    let may_be = match known {
        Callee::Direct(direct) => direct == callee,
        Callee::Indirect(_) => true,
        Callee::Declared(_) => false,
    };
    let Some(entered) = program.flowchart(*callee) else { return false };
    let goes_on = *callee == function && entered.source(*first) == flowchart.target(edge);
    may_be && !goes_on && entered.source(*first) == entered.entry
}
