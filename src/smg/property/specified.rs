//! The demands of a specification on the runs that configurations describe.
//!
//! Assumptions exclude configurations; assertions have to hold in all configurations that reach their location.
//! Temporal formulas are supported if they say what holds from each state on: `G`, and implications whose left side is
//! about one state, nested to any depth. Such a formula is a monitor, whose obligations are kept in configurations.
//! This engine decides nothing about other formulas.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::obligation::{Obligation, ObligationId};
use crate::property::symmetry::{self, Exchange};
use crate::property::{extents, predicate};
use crate::transfer::step::{CommandOutcome, Executor};
use base::ids::IdVec;
use program::{Expr, ExprNode, LocationId, VariableId};
use spec::{Predicate, Specification, SpecifiedProperty, StateFormula, StatementKind, Temporal};

/// A certain or possible violation of a claim.
#[derive(Debug)]
pub struct Violation {
    pub claim: SpecifiedProperty,
    /// The case that violates it.
    pub case: Configuration,
    /// False if the claim may also hold, as far as is known.
    pub certain: bool,
}

/// The outcome of visiting a location with a configuration.
#[derive(Debug, Default)]
pub struct Visit {
    /// The cases that the assumptions admit.
    pub admitted: Vec<Configuration>,
    pub failures: Vec<Violation>,
    /// True if there were too many cases to check all of them.
    pub is_partial: bool,
}

/// A formula about one state.
#[derive(Clone, Debug)]
enum State<'s> {
    At(&'s StateFormula, &'s [LocationId]),
    Holds(&'s StateFormula),
    Not(Box<State<'s>>),
    Both(Box<State<'s>>, Box<State<'s>>),
}

/// A part of a temporal formula, as an obligation.
#[derive(Clone, Debug)]
enum Monitor<'s> {
    /// The formula holds now.
    State(State<'s>),
    /// Both parts are obligations now.
    All([ObligationId; 2]),
    /// If the formula holds now, the part is an obligation now.
    When(State<'s>, ObligationId),
    /// The part is an obligation in each state from now on.
    Always(ObligationId),
}

/// A specification in the form used by this engine.
#[derive(Debug, Default)]
pub struct Specified<'s> {
    assumptions: Vec<(&'s StateFormula, &'s [LocationId])>,
    assertions: Vec<(usize, &'s StateFormula, &'s [LocationId])>,
    monitors: IdVec<ObligationId, (usize, Monitor<'s>)>,
    first: BTreeSet<Obligation>,
    unread: BTreeSet<usize>,
    variables: BTreeSet<VariableId>,
    exchanges: Vec<Exchange>,
}

impl<'s> Specified<'s> {
    pub fn new(specification: &'s Specification) -> Specified<'s> {
        let mut found = Specified { exchanges: symmetry::exchanges(specification), ..Specified::default() };
        for (index, statement) in specification.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::Assume(formula, locations) => {
                    found.assumptions.push((formula, locations));
                    visit_formula(formula, &mut |expr| found.variables.extend(variable(expr)));
                }
                StatementKind::Assert(formula, locations) => {
                    found.assertions.push((index, formula, locations));
                    visit_formula(formula, &mut |expr| found.variables.extend(variable(expr)));
                }
                StatementKind::Watch(..) => {}
                StatementKind::Ltl(_, temporal) => {
                    for part in temporal.located_parts() {
                        let (Temporal::At(formula, _) | Temporal::Holds(formula)) = part else { continue };
                        visit_formula(formula, &mut |expr| found.variables.extend(variable(expr)));
                    }
                    match found.monitor(index, temporal, true) {
                        Some(part) => drop(found.first.insert(Obligation { part, is_once: true })),
                        None => drop(found.unread.insert(index)),
                    }
                }
            }
        }
        found
    }

    /// Returns the obligations of the first state.
    pub fn first(&self) -> BTreeSet<Obligation> {
        self.first.clone()
    }

    /// Returns the statements that are not supported.
    pub fn unread(&self) -> &BTreeSet<usize> {
        &self.unread
    }

    /// Returns true if a variable occurs: its value is needed even if the program does not read it any more.
    pub fn asks_for(&self, variable: VariableId) -> bool {
        self.variables.contains(&variable)
    }

    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// Returns the assumptions at a location.
    pub fn assumed_at(&self, location: LocationId) -> impl Iterator<Item = &'s StateFormula> + '_ {
        self.assumptions.iter().filter(move |(_, locations)| locations.contains(&location)).map(|(formula, _)| *formula)
    }

    /// Returns true if there are assumptions at other locations: a run that violates an assertion may still be
    /// excluded.
    pub fn assumes_beyond(&self, location: LocationId) -> bool {
        self.assumptions.iter().any(|(_, locations)| locations.iter().any(|other| *other != location))
    }

    /// Checks a configuration that reaches a location.
    pub fn visit(&self, executor: &Executor<'_>, configuration: Configuration, location: LocationId) -> Visit {
        let mut visit = Visit { admitted: vec![configuration], ..Visit::default() };
        for formula in self.assumed_at(location) {
            visit.choose(executor, formula, |case, truth| match truth {
                Some(truth) => truth.then_some(case),
                None => learnt(executor, case, formula),
            });
        }
        for (statement, formula, locations) in &self.assertions {
            if locations.contains(&location) {
                let claim = SpecifiedProperty { statement: *statement, location: Some(location) };
                visit.check(executor, formula, claim);
            }
        }
        if visit.admitted.iter().any(|case| !case.obligations.is_empty()) {
            self.discharge(executor, &mut visit, location);
        }
        visit
    }

    /// Checks all obligations of all cases.
    fn discharge(&self, executor: &Executor<'_>, visit: &mut Visit, location: LocationId) {
        for case in std::mem::take(&mut visit.admitted) {
            let owed: Vec<Obligation> = case.obligations.iter().copied().collect();
            let mut cases = Visit { admitted: vec![case], ..Visit::default() };
            for one in owed {
                if one.is_once {
                    for case in &mut cases.admitted {
                        case.obligations.remove(&one);
                    }
                }
                self.look_at(executor, &mut cases, one.part, location);
            }
            visit.admitted.extend(cases.admitted);
            visit.failures.extend(cases.failures);
            visit.is_partial |= cases.is_partial;
        }
    }

    /// Checks a monitor in all cases.
    fn look_at(&self, executor: &Executor<'_>, visit: &mut Visit, monitor: ObligationId, location: LocationId) {
        let Some((statement, monitor)) = self.monitors.get(monitor) else { return };
        match monitor {
            Monitor::State(state) => {
                let claim = SpecifiedProperty { statement: *statement, location: None };
                visit.check(executor, &state.at(location), claim);
            }
            Monitor::All(parts) => parts.iter().for_each(|part| self.look_at(executor, visit, *part, location)),
            Monitor::When(state, then) => match state.at(location) {
                StateFormula::False => {}
                StateFormula::True => self.look_at(executor, visit, *then, location),
                condition => {
                    let mut rest = Vec::new();
                    visit.choose(executor, &condition, |case, truth| match truth {
                        Some(false) => {
                            rest.push(case);
                            None
                        }
                        _ => Some(case),
                    });
                    self.look_at(executor, visit, *then, location);
                    visit.admitted.extend(rest);
                }
            },
            Monitor::Always(inner) => {
                let owed = Obligation { part: *inner, is_once: false };
                for case in &mut visit.admitted {
                    case.obligations.insert(owed);
                }
                self.look_at(executor, visit, *inner, location);
            }
        }
    }

    /// Returns a temporal formula, or its negation unless `holds`, as a monitor; `None` if it is not supported.
    fn monitor(&mut self, statement: usize, temporal: &'s Temporal, holds: bool) -> Option<ObligationId> {
        if let Some(state) = State::of(temporal, holds) {
            return Some(self.add(statement, Monitor::State(state)));
        }
        let monitor = match (temporal, holds) {
            (Temporal::Not(inner), _) => return self.monitor(statement, inner, !holds),
            (Temporal::And(left, right), true) => {
                Monitor::All([self.monitor(statement, left, true)?, self.monitor(statement, right, true)?])
            }
            (Temporal::Or(left, right), false) => {
                Monitor::All([self.monitor(statement, left, false)?, self.monitor(statement, right, false)?])
            }
            (Temporal::Implies(left, right), false) => {
                Monitor::All([self.monitor(statement, left, true)?, self.monitor(statement, right, false)?])
            }
            (Temporal::Implies(left, right), true) => self.either(statement, (left, false), (right, true))?,
            (Temporal::Or(left, right), true) => self.either(statement, (left, true), (right, true))?,
            (Temporal::And(left, right), false) => self.either(statement, (left, false), (right, false))?,
            (Temporal::Globally(inner), true) | (Temporal::Finally(inner), false) => {
                Monitor::Always(self.monitor(statement, inner, holds)?)
            }
            _ => return None,
        };
        Some(self.add(statement, monitor))
    }

    /// Returns the disjunction of two formulas, one of which must be about a single state.
    fn either(
        &mut self,
        statement: usize,
        left: (&'s Temporal, bool),
        right: (&'s Temporal, bool),
    ) -> Option<Monitor<'s>> {
        match (State::of(left.0, !left.1), State::of(right.0, !right.1)) {
            (Some(state), _) => Some(Monitor::When(state, self.monitor(statement, right.0, right.1)?)),
            (None, Some(state)) => Some(Monitor::When(state, self.monitor(statement, left.0, left.1)?)),
            (None, None) => None,
        }
    }

    fn add(&mut self, statement: usize, monitor: Monitor<'s>) -> ObligationId {
        self.monitors.push((statement, monitor))
    }
}

impl Visit {
    /// Maps the cases of a formula by `keep`. Cases with an unknown truth value become possibly infeasible.
    fn choose(
        &mut self,
        executor: &Executor<'_>,
        formula: &StateFormula,
        mut keep: impl FnMut(Configuration, Option<bool>) -> Option<Configuration>,
    ) {
        for before in std::mem::take(&mut self.admitted) {
            let Some(cases) = predicate::outcomes(executor, &before, formula) else {
                self.is_partial = true;
                self.admitted.push(before);
                continue;
            };
            for (mut case, truth) in cases {
                if truth.is_none() {
                    case.mark_possibly_infeasible();
                }
                self.admitted.extend(keep(case, truth));
            }
        }
    }

    /// Checks a formula in all cases, which stay as they are.
    fn check(&mut self, executor: &Executor<'_>, formula: &StateFormula, claim: SpecifiedProperty) {
        if *formula == StateFormula::True {
            return;
        }
        for before in &self.admitted {
            let Some(cases) = predicate::outcomes(executor, before, formula) else {
                self.is_partial = true;
                continue;
            };
            for (case, truth) in cases.into_iter().filter(|(_, truth)| *truth != Some(true)) {
                self.failures.push(Violation { claim, case, certain: truth == Some(false) });
            }
        }
    }
}

impl<'s> State<'s> {
    /// Returns a formula about one state, or its negation unless `holds`.
    fn of(temporal: &'s Temporal, holds: bool) -> Option<State<'s>> {
        let both = |left: &'s Temporal, a: bool, right: &'s Temporal, b: bool| {
            Some(State::Both(Box::new(State::of(left, a)?), Box::new(State::of(right, b)?)))
        };
        let found = match temporal {
            Temporal::At(formula, locations) => State::At(formula, locations),
            Temporal::Holds(formula) => State::Holds(formula),
            Temporal::Not(inner) => return State::of(inner, !holds),
            Temporal::And(left, right) => both(left, true, right, true)?,
            Temporal::Or(left, right) => State::Not(Box::new(both(left, false, right, false)?)),
            Temporal::Implies(left, right) => State::Not(Box::new(both(left, true, right, false)?)),
            Temporal::Iff(left, right) => {
                let not_both = State::Not(Box::new(both(left, true, right, false)?));
                let not_other = State::Not(Box::new(both(left, false, right, true)?));
                State::Both(Box::new(not_both), Box::new(not_other))
            }
            _ => return None,
        };
        Some(if holds { found } else { State::Not(Box::new(found)) })
    }

    /// Returns the meaning of the formula in states at a location.
    fn at(&self, location: LocationId) -> StateFormula {
        match self {
            State::At(formula, locations) if locations.contains(&location) => (*formula).clone(),
            State::At(..) => StateFormula::False,
            State::Holds(formula) => (*formula).clone(),
            State::Not(inner) => match inner.at(location) {
                StateFormula::True => StateFormula::False,
                StateFormula::False => StateFormula::True,
                StateFormula::Not(formula) => *formula,
                formula => StateFormula::Not(Box::new(formula)),
            },
            State::Both(left, right) => match (left.at(location), right.at(location)) {
                (StateFormula::False, _) | (_, StateFormula::False) => StateFormula::False,
                (StateFormula::True, formula) | (formula, StateFormula::True) => formula,
                (left, right) => StateFormula::And(Box::new(left), Box::new(right)),
            },
        }
    }
}

fn variable(expr: &Expr) -> Option<VariableId> {
    match expr.node {
        ExprNode::VariableAddress(variable) => Some(variable),
        _ => None,
    }
}

/// Assumes a formula whose truth value is unknown: refines a case by the comparisons in its conjuncts. `None` if the
/// formula cannot hold.
fn learnt(executor: &Executor<'_>, case: Configuration, formula: &StateFormula) -> Option<Configuration> {
    match formula {
        StateFormula::And(left, right) => learnt(executor, learnt(executor, case, left)?, right),
        StateFormula::Or(left, right) => match (truth(executor, &case, left), truth(executor, &case, right)) {
            (Some(false), _) => learnt(executor, case, right),
            (_, Some(false)) => learnt(executor, case, left),
            _ => Some(case),
        },
        StateFormula::Implies(left, right) if truth(executor, &case, left) == Some(true) => {
            learnt(executor, case, right)
        }
        StateFormula::Atom(Predicate::String(pointer)) => Some(extents::assume_string(executor, case, pointer)),
        StateFormula::Atom(Predicate::Room(pointer, count)) => extents::assume_room(executor, case, pointer, count),
        StateFormula::Atom(Predicate::Condition(condition)) => {
            match executor.branch(case.clone(), condition, true).as_deref() {
                Ok([]) => None,
                Ok([CommandOutcome::Passed(after)]) => Some(after.clone()),
                // It uses memory that may be gone, or depends on unknown values.
                _ => Some(case),
            }
        }
        _ => Some(case),
    }
}

/// Returns the truth value of a formula in a configuration that it does not split; `None` if it is unknown.
fn truth(executor: &Executor<'_>, case: &Configuration, formula: &StateFormula) -> Option<bool> {
    match predicate::outcomes(executor, case, formula)?.as_slice() {
        [(_, truth)] => *truth,
        _ => None,
    }
}

/// Visits all expressions in a formula and their parts.
pub fn visit_formula(formula: &StateFormula, visitor: &mut impl FnMut(&Expr)) {
    formula.expressions().into_iter().for_each(|expr| expr.visit(&mut |part| visitor(part)));
}
