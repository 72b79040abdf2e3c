//! Temporal formulas (LTL), evaluated at the ends of runs.
//!
//! The positions of a run are the locations that control reaches in its first function; at the end, the last position
//! repeats forever. The value of a temporal operator at a position depends on its value at the next one, which a fresh
//! variable predicts: the next position must fulfil the prediction, and at the end it must be the value at the repeated
//! position. For each run exactly one assignment fulfils all predictions, so nothing but the formulas depends on them.
//! Runs that do not end violate no formula; a cut is reported as such.
//!
//! If a state formula is unknown, the run is cut.

use std::rc::Rc;

use crate::claim::What;
use crate::events::Events;
use crate::machine::Machine;
use crate::state::State;
use crate::statement::refuse_open;
use crate::term::{TermId, Terms};
use program::LocationId;
use spec::{SpecifiedProperty, StatementKind, Temporal};

/// The predictions of a run so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemporalMonitor {
    /// For each temporal operator, in the order of the formulas, its predicted value at the next position.
    promised: Vec<TermId>,
    /// For each temporal operator, its value at the next position if the last position repeats.
    repeated: Vec<TermId>,
    /// The value of each formula at the start, with the index of its statement.
    at_start: Vec<(usize, TermId)>,
    /// True if no formula looks at the last position.
    is_idle: bool,
}

impl TemporalMonitor {
    /// Returns `yes` where a condition holds, else `no`.
    pub fn choose(terms: &Terms, condition: TermId, yes: &TemporalMonitor, no: &TemporalMonitor) -> Self {
        let both = |yes: &[TermId], no: &[TermId]| -> Vec<TermId> {
            yes.iter().zip(no).map(|(yes, no)| terms.choose(condition, *yes, *no)).collect()
        };
        TemporalMonitor {
            promised: both(&yes.promised, &no.promised),
            repeated: both(&yes.repeated, &no.repeated),
            at_start: yes.at_start.clone(),
            is_idle: yes.is_idle && no.is_idle,
        }
    }
}

struct Position<'m, 'p, 's> {
    machine: &'m mut Machine<'p>,
    terms: &'p Terms,
    state: &'s State,
    location: LocationId,
    /// The value of each operator here, in the order of [`TemporalMonitor::promised`].
    said: Vec<TermId>,
    next: TemporalMonitor,
    /// The condition under which a state formula is unknown, and the condition under which it is so because the entry
    /// state has too few nodes.
    open: (TermId, TermId),
}

impl Machine<'_> {
    /// Processes a position of the run: earlier predictions must be fulfilled, and new ones are made.
    pub fn observe_temporal(&mut self, state: &mut State, location: LocationId) {
        let Some(specification) = self.task.specification else { return };
        let mut formulas = Vec::new();
        for (index, statement) in specification.statements.iter().enumerate() {
            if let StatementKind::Ltl(_, formula) = &statement.kind {
                formulas.push((index, formula));
            }
        }
        if formulas.is_empty() || state.is_empty(self.terms) {
            return;
        }
        let is_idle = !formulas.iter().any(|(_, formula)| formula.uses_next() || looks_at(formula, location));
        if is_idle && state.monitor.as_ref().is_some_and(|monitor| monitor.is_idle) {
            return;
        }
        let never = self.terms.truth(false);
        let known = state.monitor.clone();
        let at_start = known.as_ref().map_or_else(Vec::new, |known| known.at_start.clone());
        let next = TemporalMonitor { promised: Vec::new(), repeated: Vec::new(), at_start, is_idle };
        let mut position = Position {
            terms: self.terms,
            machine: self,
            state,
            location,
            said: Vec::new(),
            next,
            open: (never, never),
        };
        let mut values = Vec::new();
        for (index, formula) in formulas {
            values.push((index, position.value(formula)));
        }
        let Position { said, mut next, open: (open, beyond), .. } = position;
        refuse_open(self.task, &mut self.events, state, open, beyond, "a temporal formula that is open");
        match known {
            Some(known) => {
                let kept = known.promised.iter().zip(&said).map(|(promised, said)| self.terms.equal(*promised, *said));
                let kept: Vec<TermId> = kept.collect();
                state.guard = self.terms.and(state.guard, self.terms.all(kept));
            }
            None => next.at_start = values,
        }
        state.monitor = Some(Rc::new(next));
    }
}

/// Returns true if a formula depends at a location on more than that control is there.
fn looks_at(formula: &Temporal, location: LocationId) -> bool {
    formula.located_parts().into_iter().any(|part| match part {
        Temporal::At(_, at) => at.contains(&location),
        _ => true,
    })
}

impl Position<'_, '_, '_> {
    /// Returns the value of a formula at this position.
    fn value(&mut self, formula: &Temporal) -> TermId {
        match formula {
            Temporal::At(_, at) if !at.contains(&self.location) => self.terms.truth(false),
            Temporal::At(inner, _) | Temporal::Holds(inner) => {
                let (truth, open, beyond) = self.machine.truth_of(self.state, inner);
                let terms = self.terms;
                self.open = (terms.or(self.open.0, open), terms.or(self.open.1, beyond));
                truth.holds
            }
            Temporal::Not(inner) => {
                let inner = self.value(inner);
                self.terms.not(inner)
            }
            Temporal::And(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.terms.and(left, right)
            }
            Temporal::Or(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.terms.or(left, right)
            }
            Temporal::Implies(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.terms.or(self.terms.not(left), right)
            }
            Temporal::Iff(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.terms.equal(left, right)
            }
            Temporal::Next(inner) => {
                let inner = self.value(inner);
                self.promise(inner, inner)
            }
            Temporal::Globally(inner) => {
                let (never, inner) = (self.terms.truth(false), self.value(inner));
                self.release(never, inner)
            }
            Temporal::Finally(inner) => {
                let (always, inner) = (self.terms.truth(true), self.value(inner));
                self.until(always, inner)
            }
            Temporal::Until(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.until(left, right)
            }
            Temporal::Release(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.release(left, right)
            }
            Temporal::WeakUntil(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.release(right, self.terms.or(left, right))
            }
        }
    }

    /// Adds a prediction of the value of an operator at the next position.
    fn promise(&mut self, said: TermId, repeated: TermId) -> TermId {
        let promised = self.terms.variable(1);
        self.said.push(said);
        self.next.promised.push(promised);
        self.next.repeated.push(repeated);
        promised
    }

    fn until(&mut self, left: TermId, right: TermId) -> TermId {
        let later = self.promise(right, right);
        self.says(right, self.terms.and(left, later), false)
    }

    fn release(&mut self, left: TermId, right: TermId) -> TermId {
        let later = self.promise(right, right);
        self.says(right, self.terms.or(left, later), true)
    }

    /// Sets the value of the operator whose prediction was made last: the conjunction or disjunction of two terms.
    fn says(&mut self, one: TermId, other: TermId, both: bool) -> TermId {
        let value = match both {
            true => self.terms.and(one, other),
            false => self.terms.or(one, other),
        };
        if let Some(said) = self.said.last_mut() {
            *said = value;
        }
        value
    }
}

/// Ends runs: the last position repeats forever.
pub fn end_temporal(terms: &Terms, events: &mut Events<'_>, state: &State) {
    let Some(monitor) = state.monitor.clone() else { return };
    let kept = monitor.promised.iter().zip(&monitor.repeated);
    let kept: Vec<TermId> = kept.map(|(promised, repeated)| terms.equal(*promised, *repeated)).collect();
    let kept = terms.all(kept);
    for (statement, holds) in &monitor.at_start {
        let breaks = terms.and(kept, terms.not(*holds));
        events.notice(state, breaks, What::Statement(SpecifiedProperty { statement: *statement, location: None }));
    }
}
