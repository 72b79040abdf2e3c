//! Evaluates the statements of a specification on concrete runs: what holds in a state, what a run assumes, and the
//! value of a temporal formula on a run that has ended.

use logic::evaluate::AtomEvaluator;
use logic::{Arena, Facts, Formula, TermId, TermNode, translate};
use program::interp::State;
use program::{LocationId, Program};
use spec::{Question, StatementKind, Temporal};

/// Returns the integers in formulas.
pub(super) fn numbers_of(arena: &Arena, statements: &[Compiled]) -> Vec<i128> {
    let formulas = statements.iter().flat_map(|statement| match statement {
        Compiled::Assume(formula, _) | Compiled::Assert(formula, _) => vec![formula],
        Compiled::Ltl(_, formulas) => formulas.iter().collect(),
        Compiled::Nothing => Vec::new(),
    });
    let mut agenda: Vec<TermId> = formulas.flat_map(Formula::atoms).flat_map(|atom| arena.get(atom).terms()).collect();
    let mut found = Vec::new();
    while let Some(term) = agenda.pop() {
        if let TermNode::Integer(number) = arena.node(term) {
            found.push(number);
        }
        agenda.extend(arena.children(term));
    }
    found
}

/// A statement with its formulas.
pub(super) enum Compiled {
    Assume(Formula, Vec<LocationId>),
    Assert(Formula, Vec<LocationId>),
    Ltl(Temporal, Vec<Formula>),
    Nothing,
}

impl Compiled {
    pub(super) fn of(arena: &mut Arena, facts: &Facts, kind: &StatementKind) -> Compiled {
        match kind {
            StatementKind::Assume(formula, at) => {
                Compiled::Assume(translate::formula(arena, facts, formula), at.clone())
            }
            StatementKind::Assert(formula, at) => {
                Compiled::Assert(translate::formula(arena, facts, formula), at.clone())
            }
            StatementKind::Watch(..) => Compiled::Nothing,
            StatementKind::Ltl(_, temporal) => {
                let parts = temporal
                    .located_parts()
                    .into_iter()
                    .map(|part| match part {
                        Temporal::At(formula, _) | Temporal::Holds(formula) => {
                            translate::formula(arena, facts, formula)
                        }
                        _ => Formula::Unknown,
                    })
                    .collect();
                Compiled::Ltl(temporal.clone(), parts)
            }
        }
    }
}

/// Judges the states of runs of a procedure by a specification.
pub struct SpecificationJudge<'a> {
    program: &'a Program,
    arena: Arena,
    statements: Vec<Compiled>,
}

impl<'a> SpecificationJudge<'a> {
    /// Returns `None` if nothing is specified about runs.
    pub(crate) fn of(question: Question<'a>) -> Option<Self> {
        let (program, statements) = (question.program, question.specification?.statements.iter());
        let facts = Facts::of(program, program.flowchart(question.entry)?);
        let mut arena = Arena::new(program.types.clone());
        let statements: Vec<Compiled> =
            statements.map(|statement| Compiled::of(&mut arena, &facts, &statement.kind)).collect();
        let is_of_runs = |statement: &Compiled| !matches!(statement, Compiled::Nothing);
        statements.iter().any(is_of_runs).then_some(SpecificationJudge { program, arena, statements })
    }

    /// Returns true if a run still counts in a state at a location. An undecided assumption may be false: such a run
    /// shows nothing.
    pub(crate) fn admit(&self, state: &State, location: LocationId) -> bool {
        let assumed = self.statements.iter().filter_map(|statement| match statement {
            Compiled::Assume(formula, at) if at.contains(&location) => Some(formula),
            Compiled::Assume(..) | Compiled::Assert(..) | Compiled::Ltl(..) | Compiled::Nothing => None,
        });
        let mut here = assumed.peekable();
        if here.peek().is_none() {
            return true;
        }
        let evaluator = AtomEvaluator::new(&self.arena, self.program);
        here.all(|formula| evaluator.formula(state, formula) == Some(true))
    }

    /// Returns true if a state at a location breaks the assertion with this statement index.
    pub(crate) fn breaks(&self, statement: usize, state: &State, location: LocationId) -> bool {
        match self.statements.get(statement) {
            Some(Compiled::Assert(formula, at)) if at.contains(&location) => {
                AtomEvaluator::new(&self.arena, self.program).formula(state, formula) == Some(false)
            }
            _ => false,
        }
    }

    /// Returns the values of the located parts of a temporal formula in a state at a location.
    pub(crate) fn observe(&self, statement: usize, state: &State, location: LocationId) -> Vec<Option<bool>> {
        match self.statements.get(statement) {
            Some(Compiled::Ltl(temporal, formulas)) => {
                let evaluator = AtomEvaluator::new(&self.arena, self.program);
                located_values(&evaluator, (temporal, formulas), state, location)
            }
            _ => Vec::new(),
        }
    }

    /// Returns true if a run that has ended breaks a temporal formula.
    pub(crate) fn refutes(&self, statement: usize, history: &[Vec<Option<bool>>]) -> bool {
        match self.statements.get(statement) {
            Some(Compiled::Ltl(temporal, _)) => temporal_value(temporal, &mut 0, history).first() == Some(&Some(false)),
            _ => false,
        }
    }
}

/// Returns the values of the located parts of a temporal formula in a state at a location.
pub(super) fn located_values(
    evaluator: &AtomEvaluator<'_>,
    (temporal, formulas): (&Temporal, &[Formula]),
    state: &State,
    location: LocationId,
) -> Vec<Option<bool>> {
    let parts = temporal.located_parts();
    let values = parts.iter().zip(formulas).map(|(part, formula)| match part {
        Temporal::At(_, at) if !at.contains(&location) => Some(false),
        _ => evaluator.formula(state, formula),
    });
    values.collect()
}

/// Returns the value of a temporal formula at each position of a finite run that stays in its last state forever, in
/// Kleene's logic. `next` counts the located parts, in the order of `located_parts`.
pub(super) fn temporal_value(formula: &Temporal, next: &mut usize, history: &[Vec<Option<bool>>]) -> Vec<Option<bool>> {
    let mut two = |left: &Temporal, right: &Temporal| {
        let left = temporal_value(left, next, history);
        (left, temporal_value(right, next, history))
    };
    match formula {
        Temporal::At(..) | Temporal::Holds(_) => {
            let part = *next;
            *next += 1;
            history.iter().map(|values| values.get(part).copied().flatten()).collect()
        }
        Temporal::Not(inner) => temporal_value(inner, next, history).into_iter().map(not).collect(),
        Temporal::Next(inner) => {
            let mut values = temporal_value(inner, next, history);
            if values.len() > 1 {
                values.remove(0);
                values.extend(values.last().copied());
            }
            values
        }
        Temporal::Globally(inner) => {
            let inner = temporal_value(inner, next, history);
            release(&vec![Some(false); inner.len()], &inner)
        }
        Temporal::Finally(inner) => {
            let inner = temporal_value(inner, next, history);
            until(&vec![Some(true); inner.len()], &inner)
        }
        Temporal::And(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, and)
        }
        Temporal::Or(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, or)
        }
        Temporal::Implies(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, |a, b| or(not(a), b))
        }
        Temporal::Iff(left, right) => {
            let (left, right) = two(left, right);
            zip(left, right, |a, b| a.zip(b).map(|(a, b)| a == b))
        }
        Temporal::Until(left, right) => {
            let (left, right) = two(left, right);
            until(&left, &right)
        }
        Temporal::Release(left, right) => {
            let (left, right) = two(left, right);
            release(&left, &right)
        }
        Temporal::WeakUntil(left, right) => {
            let (left, right) = two(left, right);
            let either = zip(left, right.clone(), or);
            release(&right, &either)
        }
    }
}

/// A truth value of Kleene's logic; `None` is unknown.
type Truth = Option<bool>;

fn not(value: Truth) -> Truth {
    value.map(|value| !value)
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Truth, b: Truth) -> Truth {
    not(and(not(a), not(b)))
}

fn zip(left: Vec<Truth>, right: Vec<Truth>, join: impl Fn(Truth, Truth) -> Truth) -> Vec<Truth> {
    left.into_iter().zip(right).map(|(a, b)| join(a, b)).collect()
}

/// Returns `l U r` at each position. At the last one, which repeats forever, it is `r`.
fn until(left: &[Truth], right: &[Truth]) -> Vec<Truth> {
    let mut values = right.to_vec();
    for at in (0..values.len().saturating_sub(1)).rev() {
        values[at] = or(right[at], and(left[at], values[at + 1]));
    }
    values
}

/// Returns `l R r` at each position. At the last one, which repeats forever, it is `r`.
fn release(left: &[Truth], right: &[Truth]) -> Vec<Truth> {
    let mut values = right.to_vec();
    for at in (0..values.len().saturating_sub(1)).rev() {
        values[at] = and(right[at], or(left[at], values[at + 1]));
    }
    values
}
