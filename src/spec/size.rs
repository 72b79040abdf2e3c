//! The size of formulas after expanding all connectives to `!`, `&&` and `||`: `a <=> b` contains both sides twice.

use super::{StateFormula, StatementKind, Temporal};
use base::{Diagnostic, Span};

/// Maximum number of operators and operands of an expanded formula. (A chain of 16 `<=>` exceeds it, and so do 16
/// definitions that each use the previous one twice.)
pub(super) const MOST_PARTS: u64 = 50_000;

/// Rejects a statement that is too large.
pub(super) fn check_statement(kind: &StatementKind, span: Span) -> Result<(), Diagnostic> {
    match kind {
        StatementKind::Assume(formula, _) | StatementKind::Assert(formula, _) | StatementKind::Watch(formula, _) => {
            check(of_formula(formula), span)
        }
        StatementKind::Ltl(_, temporal) => check(of_temporal(temporal), span),
    }
}

/// Rejects a formula that is too large.
pub(super) fn check_formula(formula: &StateFormula, span: Span) -> Result<(), Diagnostic> {
    check(of_formula(formula), span)
}

fn check(parts: u64, span: Span) -> Result<(), Diagnostic> {
    if parts <= MOST_PARTS {
        return Ok(());
    }
    let message = format!("this formula has more than {MOST_PARTS} parts once each '<=>' is written out; split it");
    Err(Diagnostic::error(span, message))
}

fn of_formula(formula: &StateFormula) -> u64 {
    match formula {
        StateFormula::True | StateFormula::False | StateFormula::Unknown | StateFormula::Atom(_) => 1,
        StateFormula::Not(inner) => 1 + of_formula(inner),
        StateFormula::And(left, right) | StateFormula::Or(left, right) | StateFormula::Implies(left, right) => {
            of_formula(left).saturating_add(of_formula(right)).saturating_add(1)
        }
        StateFormula::Iff(left, right) => twice(of_formula(left), of_formula(right)),
        StateFormula::IfThenElse(test, one, other) => {
            twice(of_formula(test), 0).saturating_add(of_formula(one)).saturating_add(of_formula(other))
        }
    }
}

fn of_temporal(temporal: &Temporal) -> u64 {
    match temporal {
        Temporal::At(formula, _) | Temporal::Holds(formula) => of_formula(formula),
        Temporal::Not(inner) | Temporal::Next(inner) | Temporal::Globally(inner) | Temporal::Finally(inner) => {
            of_temporal(inner).saturating_add(1)
        }
        Temporal::And(left, right)
        | Temporal::Or(left, right)
        | Temporal::Implies(left, right)
        | Temporal::Until(left, right)
        | Temporal::WeakUntil(left, right)
        | Temporal::Release(left, right) => of_temporal(left).saturating_add(of_temporal(right)).saturating_add(1),
        Temporal::Iff(left, right) => twice(of_temporal(left), of_temporal(right)),
    }
}

fn twice(left: u64, right: u64) -> u64 {
    left.saturating_add(right).saturating_mul(2).saturating_add(3)
}
