//! Symbolic constants that a specification treats alike: each demand on two of them also holds with the two exchanged.
//! Of two initial configurations that differ only in such an exchange, one is sufficient.
//!
//! This decides no verdict of the models, but saves time: without it `models/merge/unshared.spec` takes twice as long.

use std::collections::BTreeMap;

use crate::domain::configuration::Configuration;
use crate::property::specified::visit_formula;
use base::ids::Id;
use program::{BinaryOp, Expr, ExprNode, SymbolId};
use spec::{Predicate, Specification, StateFormula, StatementKind, Temporal};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange(SymbolId, SymbolId);

/// Returns the pairs of symbolic constants of one type that can be exchanged in every statement.
pub fn exchanges(specification: &Specification) -> Vec<Exchange> {
    let symbols = specification.symbol_types();
    let pairs = symbols.iter().enumerate().flat_map(|(index, left)| {
        let others = symbols[index + 1..].iter().filter(|right| right.1 == left.1);
        others.map(|right| Exchange(left.0, right.0))
    });
    pairs.filter(|exchange| specification.statements.iter().all(|statement| exchange.keeps(&statement.kind))).collect()
}

/// Keeps one of each class of starts that exchanges map to each other.
pub fn take_out_mirrored(starts: Vec<Configuration>, exchanges: &[Exchange]) -> Vec<Configuration> {
    if exchanges.is_empty() {
        return starts;
    }
    let mut kept: Vec<Configuration> = Vec::new();
    let mut seen: BTreeMap<u64, Vec<Configuration>> = BTreeMap::new();
    for start in starts {
        let is_known = exchanges.iter().any(|exchange| {
            let mirrored = exchange.of(&start);
            seen.get(&mirrored.fingerprint()).is_some_and(|known| known.contains(&mirrored))
        });
        if !is_known {
            let canonical = start.canonical();
            seen.entry(canonical.fingerprint()).or_default().push(canonical);
            kept.push(start);
        }
    }
    kept
}

impl Exchange {
    /// Returns the canonical configuration with the two constants exchanged.
    fn of(self, start: &Configuration) -> Configuration {
        let mut mirrored = start.clone();
        if self.0.index().max(self.1.index()) < mirrored.inputs.len() {
            mirrored.inputs.swap(self.0.index(), self.1.index());
        }
        mirrored.canonical()
    }

    fn image(self, symbol: SymbolId) -> SymbolId {
        match symbol {
            first if first == self.0 => self.1,
            second if second == self.1 => self.0,
            other => other,
        }
    }

    /// Returns true if a statement means the same with the two constants exchanged.
    fn keeps(self, statement: &StatementKind) -> bool {
        match statement {
            StatementKind::Assume(formula, _) | StatementKind::Assert(formula, _) => {
                self.formula(formula, formula, &[])
            }
            StatementKind::Watch(..) => true,
            StatementKind::Ltl(_, temporal) => temporal.located_parts().into_iter().all(|part| match part {
                Temporal::At(formula, _) | Temporal::Holds(formula) => !self.occurs(formula),
                _ => true,
            }),
        }
    }

    /// Returns true if one of the two constants occurs in an expression.
    fn names(self, expr: &Expr) -> bool {
        let mut found = false;
        expr.visit(&mut |part| {
            found |= matches!(part.node, ExprNode::Symbol(symbol) if self.image(symbol) != symbol);
        });
        found
    }

    fn occurs(self, formula: &StateFormula) -> bool {
        let mut found = false;
        visit_formula(formula, &mut |part| {
            found |= matches!(part.node, ExprNode::Symbol(symbol) if self.image(symbol) != symbol);
        });
        found
    }

    /// Returns true if one formula is the other with the two constants exchanged, up to the order of commutative
    /// operands, and up to the equations in `equal`.
    fn formula(self, left: &StateFormula, right: &StateFormula, equal: &Equal<'_>) -> bool {
        let same = |a: &StateFormula, b: &StateFormula| self.formula(a, b, equal);
        match (left, right) {
            (StateFormula::Atom(a), StateFormula::Atom(b)) => self.predicate(a, b, equal),
            (StateFormula::Not(a), StateFormula::Not(b)) => same(a, b),
            (StateFormula::And(..), StateFormula::And(..)) => {
                let (ours, theirs) = (members(left), members(right));
                // Where the other conjuncts matter, the equations among them hold.
                let beside: Vec<_> =
                    equal.iter().copied().chain(theirs.iter().filter_map(|part| equation(part))).collect();
                matched(&ours, &theirs, |a, b| same(a, b) || (equation(b).is_none() && self.formula(a, b, &beside)))
            }
            (StateFormula::Or(..), StateFormula::Or(..)) => matched(&members(left), &members(right), same),
            (StateFormula::Implies(a, b), StateFormula::Implies(c, d)) => same(a, c) && same(b, d),
            (StateFormula::Iff(a, b), StateFormula::Iff(c, d)) => {
                (same(a, c) && same(b, d)) || (same(a, d) && same(b, c))
            }
            (StateFormula::IfThenElse(a, b, c), StateFormula::IfThenElse(d, e, f)) => {
                same(a, d) && same(b, e) && same(c, f)
            }
            _ => left == right,
        }
    }

    fn predicate(self, left: &Predicate, right: &Predicate, equal: &Equal<'_>) -> bool {
        let same = |a: &Expr, b: &Expr| self.expression(a, b, equal);
        let all = |a: &[Expr], b: &[Expr]| {
            let (a, b): (Vec<&Expr>, Vec<&Expr>) = (a.iter().collect(), b.iter().collect());
            matched(&a, &b, same)
        };
        match (left, right) {
            (
                Predicate::Reach { at_least_one: p, avoid: a, fields: f, from: x, to: y },
                Predicate::Reach { at_least_one: q, avoid: b, fields: g, from: u, to: v },
            ) => p == q && f == g && all(a, b) && same(x, u) && same(y, v),
            (
                Predicate::Dshared { avoid: a, fields: f, left: x, right: y },
                Predicate::Dshared { avoid: b, fields: g, left: u, right: v },
            ) => f == g && all(a, b) && either_way([x, y], [u, v], same),
            (
                Predicate::Cyclic { avoid: a, fields: f, from: x },
                Predicate::Cyclic { avoid: b, fields: g, from: u },
            ) => f == g && all(a, b) && same(x, u),
            (Predicate::Structure { .. }, Predicate::Structure { .. })
            | (Predicate::Count { .. }, Predicate::Count { .. }) => {
                left == right && !left.expressions().into_iter().any(|expr| self.names(expr))
            }
            (Predicate::String(a), Predicate::String(b))
            | (Predicate::Allocated(a), Predicate::Allocated(b))
            | (Predicate::Condition(a), Predicate::Condition(b)) => same(a, b),
            _ => false,
        }
    }

    fn expression(self, left: &Expr, right: &Expr, equal: &Equal<'_>) -> bool {
        let is_other = |a: &Expr, b: &Expr| a == right && self.expression(left, b, &[]);
        self.node(left, right, equal) || equal.iter().any(|(a, b)| is_other(a, b) || is_other(b, a))
    }

    fn node(self, left: &Expr, right: &Expr, equal: &Equal<'_>) -> bool {
        use ExprNode::{Binary, Cast, ElementAddress, FieldAddress, Load, PointerDifference, Symbol, Unary};
        let same = |a: &Expr, b: &Expr| self.expression(a, b, equal);
        left.ty == right.ty
            && match (&left.node, &right.node) {
                (Symbol(a), Symbol(b)) => self.image(*a) == *b,
                (FieldAddress(a, f), FieldAddress(b, g)) => f == g && same(a, b),
                (Load(a), Load(b)) | (Cast(a), Cast(b)) => same(a, b),
                (Unary(f, a), Unary(g, b)) => f == g && same(a, b),
                (Binary(f @ (BinaryOp::Equal | BinaryOp::NotEqual), a, b), Binary(g, c, d)) if f == g => {
                    either_way([a, b], [c, d], same)
                }
                (Binary(f, a, b), Binary(g, c, d)) => f == g && same(a, c) && same(b, d),
                (ElementAddress(a, b), ElementAddress(c, d)) | (PointerDifference(a, b), PointerDifference(c, d)) => {
                    same(a, c) && same(b, d)
                }
                (a, b) => a == b,
            }
    }
}

/// Pairs of expressions with the same value.
type Equal<'f> = [(&'f Expr, &'f Expr)];

fn equation(formula: &StateFormula) -> Option<(&Expr, &Expr)> {
    match formula {
        StateFormula::Atom(Predicate::Condition(Expr {
            node: ExprNode::Binary(BinaryOp::Equal, left, right), ..
        })) => Some((left, right)),
        _ => None,
    }
}

fn either_way(left: [&Expr; 2], right: [&Expr; 2], same: impl Fn(&Expr, &Expr) -> bool) -> bool {
    (same(left[0], right[0]) && same(left[1], right[1])) || (same(left[0], right[1]) && same(left[1], right[0]))
}

/// Returns the members of a conjunction or disjunction, including those of nested ones of the same kind.
fn members(whole: &StateFormula) -> Vec<&StateFormula> {
    let mut open = vec![whole];
    let mut found = Vec::new();
    while let Some(part) = open.pop() {
        match (whole, part) {
            (StateFormula::And(..), StateFormula::And(left, right))
            | (StateFormula::Or(..), StateFormula::Or(left, right)) => {
                open.extend([&**left, &**right]);
            }
            _ => found.push(part),
        }
    }
    found
}

/// Returns true if the elements of both lists can be paired so that each pair is the same. Greedy: any such partner
/// will do.
fn matched<P>(ones: &[&P], others: &[&P], same: impl Fn(&P, &P) -> bool) -> bool {
    let mut left: Vec<&P> = others.to_vec();
    ones.len() == left.len()
        && ones.iter().all(|one| match left.iter().position(|other| same(one, other)) {
            Some(index) => {
                left.swap_remove(index);
                true
            }
            None => false,
        })
}
