//! Boolean expressions: constructors that keep them small, and their possible values.
//!
//! Each `*` occurs once and is independent of all others, so the set of values of an expression follows exactly from
//! those of its parts. Recursion is bounded: [`BooleanProgram::invariant`](super::BooleanProgram::invariant) rejects
//! expressions deeper than [`super::MAX_DEPTH`].

use super::{BoolExpr, BoolId};
use base::ids::Id;
use std::collections::BTreeSet;

/// The possible values of an expression: at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    pub may_be_true: bool,
    pub may_be_false: bool,
}

impl Values {
    pub const BOTH: Values = Values { may_be_true: true, may_be_false: true };

    pub fn only(value: bool) -> Values {
        Values { may_be_true: value, may_be_false: !value }
    }

    pub fn contains(self, value: bool) -> bool {
        if value { self.may_be_true } else { self.may_be_false }
    }

    /// Returns true if both values are possible.
    pub fn is_choice(self) -> bool {
        self.may_be_true && self.may_be_false
    }
}

/// Selects the connective that is flattened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Connective {
    And,
    Or,
}

impl BoolExpr {
    pub fn constant(value: bool) -> BoolExpr {
        if value { BoolExpr::True } else { BoolExpr::False }
    }

    /// `!operand`; `!*` is `*`.
    #[allow(clippy::should_implement_trait)] // an associated function over the operand, like `and` and `or`
    pub fn not(operand: BoolExpr) -> BoolExpr {
        match operand {
            BoolExpr::True => BoolExpr::False,
            BoolExpr::False => BoolExpr::True,
            BoolExpr::Choice => BoolExpr::Choice,
            BoolExpr::Not(inner) => *inner,
            other => BoolExpr::Not(Box::new(other)),
        }
    }

    /// Returns the conjunction; `true` without operands.
    pub fn and(operands: impl IntoIterator<Item = BoolExpr>) -> BoolExpr {
        junction(Connective::And, operands)
    }

    /// Returns the disjunction; `false` without operands.
    pub fn or(operands: impl IntoIterator<Item = BoolExpr>) -> BoolExpr {
        junction(Connective::Or, operands)
    }

    /// `if condition then yes else no`. The condition must not contain `*`, as it is used twice.
    pub fn if_then_else(condition: BoolExpr, yes: BoolExpr, no: BoolExpr) -> BoolExpr {
        let negated = BoolExpr::not(condition.clone());
        BoolExpr::or([BoolExpr::and([condition, yes]), BoolExpr::and([negated, no])])
    }

    /// Returns true if `*` occurs.
    pub fn has_choice(&self) -> bool {
        match self {
            BoolExpr::Choice => true,
            BoolExpr::True | BoolExpr::False | BoolExpr::Variable(_) => false,
            BoolExpr::Not(inner) => inner.has_choice(),
            BoolExpr::And(items) | BoolExpr::Or(items) => items.iter().any(BoolExpr::has_choice),
        }
    }

    /// Returns the set of possible values, given those of the variables.
    pub fn possible_values(&self, of_variable: &impl Fn(BoolId) -> Values) -> Values {
        match self {
            BoolExpr::True => Values::only(true),
            BoolExpr::False => Values::only(false),
            BoolExpr::Choice => Values::BOTH,
            BoolExpr::Variable(id) => of_variable(*id),
            BoolExpr::Not(inner) => {
                let values = inner.possible_values(of_variable);
                Values { may_be_true: values.may_be_false, may_be_false: values.may_be_true }
            }
            BoolExpr::And(items) => items.iter().fold(Values::only(true), |all, item| {
                let values = item.possible_values(of_variable);
                Values {
                    may_be_true: all.may_be_true && values.may_be_true,
                    may_be_false: all.may_be_false || values.may_be_false,
                }
            }),
            BoolExpr::Or(items) => items.iter().fold(Values::only(false), |all, item| {
                let values = item.possible_values(of_variable);
                Values {
                    may_be_true: all.may_be_true || values.may_be_true,
                    may_be_false: all.may_be_false && values.may_be_false,
                }
            }),
        }
    }

    /// Returns an expression without `*` that is true exactly where this one *may* be true.
    pub fn may_hold(&self) -> BoolExpr {
        self.resolved(true)
    }

    /// Returns an expression without `*` that is true exactly where this one *must* be true.
    pub fn must_hold(&self) -> BoolExpr {
        self.resolved(false)
    }

    /// Replaces each `*` by `choice`, or by its negation under an odd number of negations.
    fn resolved(&self, choice: bool) -> BoolExpr {
        match self {
            BoolExpr::Choice => BoolExpr::constant(choice),
            BoolExpr::True | BoolExpr::False | BoolExpr::Variable(_) => self.clone(),
            BoolExpr::Not(inner) => BoolExpr::not(inner.resolved(!choice)),
            BoolExpr::And(items) => BoolExpr::and(items.iter().map(|item| item.resolved(choice))),
            BoolExpr::Or(items) => BoolExpr::or(items.iter().map(|item| item.resolved(choice))),
        }
    }

    /// Returns the members of a conjunction: none for `True`, the expression itself if it is no conjunction.
    pub fn conjuncts(&self) -> &[BoolExpr] {
        match self {
            BoolExpr::True => &[],
            BoolExpr::And(members) => members,
            single => std::slice::from_ref(single),
        }
    }

    /// Returns the variables that occur, in ascending order.
    pub fn variables(&self) -> BTreeSet<BoolId> {
        let mut found = BTreeSet::new();
        self.collect_variables(&mut found);
        found
    }

    pub(crate) fn collect_variables(&self, into: &mut BTreeSet<BoolId>) {
        match self {
            BoolExpr::True | BoolExpr::False | BoolExpr::Choice => {}
            BoolExpr::Variable(id) => {
                into.insert(*id);
            }
            BoolExpr::Not(inner) => inner.collect_variables(into),
            BoolExpr::And(items) | BoolExpr::Or(items) => items.iter().for_each(|item| item.collect_variables(into)),
        }
    }

    /// Returns true if the expression is deeper than `limit`. Visits at most `limit` levels.
    pub fn is_deeper_than(&self, limit: usize) -> bool {
        let Some(rest) = limit.checked_sub(1) else { return true };
        match self {
            BoolExpr::True | BoolExpr::False | BoolExpr::Choice | BoolExpr::Variable(_) => false,
            BoolExpr::Not(inner) => inner.is_deeper_than(rest),
            BoolExpr::And(items) | BoolExpr::Or(items) => items.iter().any(|item| item.is_deeper_than(rest)),
        }
    }

    /// Returns the expression as text, with `name` naming the variables: `b0 && !(b1 || *)`.
    pub fn to_text(&self, name: &impl Fn(BoolId) -> String) -> String {
        match self {
            BoolExpr::True => "true".to_string(),
            BoolExpr::False => "false".to_string(),
            BoolExpr::Choice => "*".to_string(),
            BoolExpr::Variable(id) => name(*id),
            BoolExpr::Not(inner) => format!("!{}", inner.operand_text(name)),
            BoolExpr::And(items) => join(items, " && ", name),
            BoolExpr::Or(items) => join(items, " || ", name),
        }
    }

    /// Adds parentheses where needed; also around a negation, as `!!` is an operator of its own in Promela.
    fn operand_text(&self, name: &impl Fn(BoolId) -> String) -> String {
        match self {
            BoolExpr::And(_) | BoolExpr::Or(_) | BoolExpr::Not(_) => format!("({})", self.to_text(name)),
            _ => self.to_text(name),
        }
    }
}

fn join(items: &[BoolExpr], operator: &str, name: &impl Fn(BoolId) -> String) -> String {
    let text = |item: &BoolExpr| match item {
        BoolExpr::Not(_) => item.to_text(name),
        _ => item.operand_text(name),
    };
    items.iter().map(text).collect::<Vec<_>>().join(operator)
}

/// Flattens, folds constants, drops repetitions. Several `*` become one, as only the set of values matters.
fn junction(connective: Connective, operands: impl IntoIterator<Item = BoolExpr>) -> BoolExpr {
    let mut items: Vec<BoolExpr> = Vec::new();
    for operand in operands {
        match (connective, operand) {
            (Connective::And, BoolExpr::And(inner)) | (Connective::Or, BoolExpr::Or(inner)) => {
                inner.into_iter().for_each(|item| push_new(&mut items, item));
            }
            (_, other) => push_new(&mut items, other),
        }
    }
    let (unit, zero) = match connective {
        Connective::And => (BoolExpr::True, BoolExpr::False),
        Connective::Or => (BoolExpr::False, BoolExpr::True),
    };
    items.retain(|item| *item != unit);
    if items.contains(&zero) || has_complements(&items) {
        return zero;
    }
    match items.len() {
        0 => unit,
        1 => items.swap_remove(0),
        _ if connective == Connective::And => BoolExpr::And(items),
        _ => BoolExpr::Or(items),
    }
}

fn push_new(items: &mut Vec<BoolExpr>, item: BoolExpr) {
    // Equal operands with `*` are independent, but that does not change the set of values: `a && *` twice can be true
    // and can be false exactly if it can once.
    if !items.contains(&item) {
        items.push(item);
    }
}

/// Returns true if some variable occurs both plain and negated.
fn has_complements(items: &[BoolExpr]) -> bool {
    let plain: BTreeSet<usize> = items
        .iter()
        .filter_map(|item| match item {
            BoolExpr::Variable(id) => Some(id.index()),
            _ => None,
        })
        .collect();
    items.iter().any(
        |item| matches!(item, BoolExpr::Not(inner) if matches!(**inner, BoolExpr::Variable(id) if plain.contains(&id.index()))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(index: usize) -> BoolExpr {
        BoolExpr::Variable(BoolId::from_index(index))
    }

    #[test]
    fn choice_stays_choice_under_negation_and_conjunction() {
        assert_eq!(BoolExpr::not(BoolExpr::Choice), BoolExpr::Choice);
        assert_eq!(BoolExpr::and([BoolExpr::Choice, BoolExpr::False]), BoolExpr::False);
        assert_eq!(BoolExpr::and([BoolExpr::Choice, BoolExpr::Choice]), BoolExpr::Choice);
        assert_eq!(BoolExpr::or([BoolExpr::Choice, BoolExpr::True]), BoolExpr::True);
    }

    #[test]
    fn junctions_are_flat_and_without_units() {
        let inner = BoolExpr::and([variable(0), variable(1)]);
        assert_eq!(
            BoolExpr::and([inner, BoolExpr::True, variable(0), variable(2)]),
            BoolExpr::And(vec![variable(0), variable(1), variable(2)])
        );
        assert_eq!(BoolExpr::or([variable(0), BoolExpr::not(variable(0))]), BoolExpr::True);
        assert_eq!(BoolExpr::and([]), BoolExpr::True);
    }

    #[test]
    fn may_and_must_agree_with_the_possible_values() {
        // !(b0 && *) || b1
        let expr = BoolExpr::or([BoolExpr::not(BoolExpr::and([variable(0), BoolExpr::Choice])), variable(1)]);
        for bits in 0..4_usize {
            let of_variable = |id: BoolId| Values::only(bits >> id.index() & 1 == 1);
            let values = expr.possible_values(&of_variable);
            assert_eq!(expr.may_hold().possible_values(&of_variable), Values::only(values.may_be_true));
            assert_eq!(expr.must_hold().possible_values(&of_variable), Values::only(!values.may_be_false));
        }
        assert_eq!(expr.variables().len(), 2);
    }
}
