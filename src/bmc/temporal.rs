//! Temporal formulas: whether a run that ends breaks one, told on the way.
//!
//! The positions of a run are the locations where control of its first function comes; at the end the last one repeats itself. What a
//! temporal operator says at one position depends on what it says at the next one, which a variable promises: where control comes
//! next, the promise must be kept, and at the end it is what the repeated position makes of it. Each run has exactly one way to keep
//! all promises, so that nothing but the formulas depends on them. Runs that do not end break no formula; those that are cut are cut.
//!
//! Where a state formula is open the run meets a cut.

use std::rc::Rc;

use crate::claim::What;
use crate::events::Events;
use crate::machine::Machine;
use crate::state::State;
use crate::statement::refuse_open;
use crate::term::{TermId, Terms};
use program::LocationId;
use spec::{SpecifiedProperty, StatementKind, Temporal};

/// What a run has promised so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemporalMonitor {
    /// For each temporal operator, in the order of the formulas, what it says at the next position.
    promised: Vec<TermId>,
    /// The same if there is none: the last position repeats itself.
    repeated: Vec<TermId>,
    /// What each formula says at the start.
    at_start: Vec<(usize, TermId)>,
    /// Whether no formula looks at the last position.
    is_idle: bool,
}

impl TemporalMonitor {
    /// The first where a condition holds, else the second.
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

/// The temporal operators at one position.
struct Position<'m, 'p, 's> {
    machine: &'m mut Machine<'p>,
    terms: &'p Terms,
    state: &'s State,
    location: LocationId,
    /// What each operator says here.
    said: Vec<TermId>,
    next: TemporalMonitor,
    /// When a state formula is open, and when that is for want of nodes.
    open: (TermId, TermId),
}

impl Machine<'_> {
    /// Runs are at a position: promises are kept, and new ones made.
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

/// Whether a formula asks for more at a location than that control is there.
fn looks_at(formula: &Temporal, location: LocationId) -> bool {
    formula.located_parts().into_iter().any(|part| match part {
        Temporal::At(_, at) => at.contains(&location),
        _ => true,
    })
}

impl Position<'_, '_, '_> {
    /// What a formula says here.
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

    /// A promise of what an operator says at the next position.
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

    /// What the operator says whose promise was made last: both of two things, or one of them.
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

/// Runs have ended: the last position repeats itself.
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
