//! The C expressions of specifications and hints.

use super::{Hint, Predicate, Specification, StateFormula, Statement, StatementKind, Temporal};
use program::Expr;

impl Specification {
    /// Returns all expressions of all statements.
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.formulas().into_iter().for_each(|formula| of_formula(formula, &mut found));
        found
    }

    /// Returns the state formulas of all statements.
    pub(super) fn formulas(&self) -> Vec<&StateFormula> {
        self.statements.iter().flat_map(Statement::formulas).collect()
    }
}

impl Statement {
    /// Returns its state formulas.
    pub(super) fn formulas(&self) -> Vec<&StateFormula> {
        match &self.kind {
            StatementKind::Assume(formula, _)
            | StatementKind::Assert(formula, _)
            | StatementKind::Watch(formula, _) => vec![formula],
            StatementKind::Ltl(_, temporal) => {
                let parts = temporal.located_parts().into_iter();
                let formulas = parts.filter_map(|part| match part {
                    Temporal::At(formula, _) | Temporal::Holds(formula) => Some(formula),
                    _ => None,
                });
                formulas.collect()
            }
        }
    }
}

impl Hint {
    /// Returns all expressions of the pattern, the chains and the replacement.
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut found = self.pattern.expressions();
        found.extend(self.chains.iter().map(|chain| &chain.base));
        of_formula(&self.replacement, &mut found);
        found
    }
}

impl Predicate {
    /// Returns the arguments and the avoid set, and all expressions in the body of a claim.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Predicate::Reach { avoid, from, to, .. } => avoid.iter().chain([from, to]).collect(),
            Predicate::Dshared { avoid, left, right, .. } => avoid.iter().chain([left, right]).collect(),
            Predicate::Cyclic { avoid, from, .. } => avoid.iter().chain([from]).collect(),
            Predicate::Structure { claim, avoid, from, .. } => {
                let mut found: Vec<&Expr> = avoid.iter().chain([from]).collect();
                claim.body().into_iter().for_each(|body| of_formula(body, &mut found));
                found
            }
            Predicate::Count { comparison, avoid, .. } => avoid.iter().chain(comparison.operands()).collect(),
            Predicate::Room(pointer, count) => vec![pointer, count],
            Predicate::Allocated(value) | Predicate::String(value) | Predicate::Condition(value) => vec![value],
        }
    }

    /// Maps the expressions of a predicate, including those in formulas within it.
    fn map_expressions(&self, map: &dyn Fn(&Expr) -> Expr) -> Predicate {
        let all = |list: &[Expr]| list.iter().map(map).collect();
        match self {
            Predicate::Reach { at_least_one, avoid, fields, from, to } => Predicate::Reach {
                at_least_one: *at_least_one,
                avoid: all(avoid),
                fields: fields.clone(),
                from: map(from),
                to: map(to),
            },
            Predicate::Dshared { avoid, fields, left, right } => {
                Predicate::Dshared { avoid: all(avoid), fields: fields.clone(), left: map(left), right: map(right) }
            }
            Predicate::Cyclic { avoid, fields, from } => {
                Predicate::Cyclic { avoid: all(avoid), fields: fields.clone(), from: map(from) }
            }
            Predicate::Structure { claim, avoid, fields, from } => Predicate::Structure {
                claim: claim.with_body(|body| body.map_predicates(&|predicate| predicate.map_expressions(map))),
                avoid: all(avoid),
                fields: fields.clone(),
                from: map(from),
            },
            Predicate::Count { comparison, avoid, fields } => {
                Predicate::Count { comparison: comparison.map(map), avoid: all(avoid), fields: fields.clone() }
            }
            Predicate::Allocated(value) => Predicate::Allocated(map(value)),
            Predicate::String(pointer) => Predicate::String(map(pointer)),
            Predicate::Room(pointer, count) => Predicate::Room(map(pointer), map(count)),
            Predicate::Condition(value) => Predicate::Condition(map(value)),
        }
    }
}

impl StateFormula {
    /// Returns all expressions of its predicates.
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        of_formula(self, &mut found);
        found
    }

    /// Visits its predicates, left to right; not those in claims.
    pub(super) fn visit_predicates<'f>(&'f self, visit: &mut dyn FnMut(&'f Predicate)) {
        match self {
            StateFormula::True | StateFormula::False | StateFormula::Unknown => {}
            StateFormula::Atom(predicate) => visit(predicate),
            StateFormula::Not(inner) => inner.visit_predicates(visit),
            StateFormula::And(left, right)
            | StateFormula::Or(left, right)
            | StateFormula::Implies(left, right)
            | StateFormula::Iff(left, right) => [left, right].into_iter().for_each(|part| part.visit_predicates(visit)),
            StateFormula::IfThenElse(test, one, other) => {
                [test, one, other].into_iter().for_each(|part| part.visit_predicates(visit));
            }
        }
    }

    /// Maps the expressions of conditions; path predicates are unchanged.
    pub fn map_expressions(&self, map: &dyn Fn(&Expr) -> Expr) -> StateFormula {
        self.map_predicates(&|predicate| match predicate {
            Predicate::Condition(_) | Predicate::Allocated(_) => predicate.map_expressions(map),
            other => other.clone(),
        })
    }

    /// Replaces subexpressions by others of the same type.
    pub fn replace(&self, other: &dyn Fn(&Expr) -> Option<Expr>) -> StateFormula {
        self.map_predicates(&|predicate| predicate.map_expressions(&|expr| expr.replace(other)))
    }

    fn map_predicates(&self, map: &dyn Fn(&Predicate) -> Predicate) -> StateFormula {
        let of = |part: &StateFormula| Box::new(part.map_predicates(map));
        match self {
            StateFormula::Atom(predicate) => StateFormula::Atom(map(predicate)),
            StateFormula::Not(inner) => StateFormula::Not(of(inner)),
            StateFormula::And(left, right) => StateFormula::And(of(left), of(right)),
            StateFormula::Or(left, right) => StateFormula::Or(of(left), of(right)),
            StateFormula::Implies(left, right) => StateFormula::Implies(of(left), of(right)),
            StateFormula::Iff(left, right) => StateFormula::Iff(of(left), of(right)),
            StateFormula::IfThenElse(test, one, other) => StateFormula::IfThenElse(of(test), of(one), of(other)),
            StateFormula::True | StateFormula::False | StateFormula::Unknown => self.clone(),
        }
    }
}

fn of_formula<'f>(formula: &'f StateFormula, found: &mut Vec<&'f Expr>) {
    formula.visit_predicates(&mut |predicate| found.extend(predicate.expressions()));
}
