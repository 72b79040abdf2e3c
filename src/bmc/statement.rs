//! Assumptions and assertions of a specification.
//!
//! They refer to locations of the function that runs start with. A run that violates an assumption does not count. A
//! run that violates an assertion goes on, as a specification is no part of the program. A formula that is unknown may
//! be true or false, and is therefore a cut.

use crate::claim::{RunCut, What};
use crate::events::Events;
use crate::machine::Machine;
use crate::predicate::{FormulaEvaluation, KleeneTruth};
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::TermId;
use program::{Flowchart, LocationId};
use spec::{SpecifiedProperty, StateFormula, StatementKind};

impl Machine<'_> {
    /// Evaluates the assumptions, then the assertions, at a location of the entry function.
    pub fn observe(&mut self, flowchart: &Flowchart, location: LocationId, state: &mut State) {
        // The flowchart may contain inlined functions, whose locations the specification may name, too.
        let [frame] = state.frames.as_slice() else { return };
        let Some(specification) = self.task.specification.filter(|_| frame.function == self.task.entry) else { return };
        self.events.at(flowchart.location(location).span);
        for statement in &specification.statements {
            if let StatementKind::Assume(formula, at) = &statement.kind
                && at.contains(&location)
            {
                self.assume(state, formula);
            }
        }
        for (index, statement) in specification.statements.iter().enumerate() {
            if let StatementKind::Assert(formula, at) = &statement.kind
                && at.contains(&location)
            {
                let property = SpecifiedProperty { statement: index, location: Some(location) };
                self.assert(state, formula, property);
            }
        }
        self.observe_temporal(state, location);
    }

    fn assume(&mut self, state: &mut State, formula: &StateFormula) {
        let (truth, open, beyond) = self.truth_of(state, formula);
        refuse_open(self.task, &mut self.events, state, open, beyond, "an assumption that is open");
        let guard = self.terms.and(state.guard, truth.holds);
        // Runs that violate an assumption end here.
        if guard != state.guard {
            self.events.end_runs();
        }
        state.guard = guard;
    }

    fn assert(&mut self, state: &State, formula: &StateFormula, property: SpecifiedProperty) {
        let (truth, open, beyond) = self.truth_of(state, formula);
        self.events.notice(state, truth.fails, What::Statement(property));
        self.events.notice(state, beyond, What::Cut(RunCut::HeapNodes(self.task.heap_nodes)));
        self.events.notice(state, open, What::Cut(RunCut::Unsupported("an assertion that is open".into())));
    }

    /// Returns the truth value of a formula, the condition under which it is unknown, and the condition under which it
    /// is unknown because the entry state has too few nodes. The last two exclude each other.
    pub fn truth_of(&mut self, state: &State, formula: &StateFormula) -> (KleeneTruth, TermId, TermId) {
        let mut evaluation = FormulaEvaluation::new(self, state);
        let truth = evaluation.formula(formula);
        let beyond = evaluation.beyond;
        let neither = [truth.holds, truth.fails].map(|term| self.terms.not(term));
        let open = self.terms.all(neither);
        let by_nodes = self.terms.and(open, beyond);
        (truth, self.terms.and(open, self.terms.not(by_nodes)), by_nodes)
    }
}

/// Ends the runs in which a formula is unknown, for whichever reason.
pub fn refuse_open(
    task: &BoundedTask<'_>,
    events: &mut Events<'_>,
    state: &mut State,
    open: TermId,
    beyond: TermId,
    what: &'static str,
) {
    events.ends(state, beyond, What::Cut(RunCut::HeapNodes(task.heap_nodes)));
    events.unsupported(state, open, what);
}
