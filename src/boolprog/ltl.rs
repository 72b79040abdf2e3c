//! Syntactic properties of LTL formulas.

use super::{Ltl, PointId};
use std::collections::BTreeSet;

impl Ltl {
    /// Returns the direct subformulas.
    pub fn operands(&self) -> Vec<&Ltl> {
        match self {
            Ltl::True | Ltl::False | Ltl::At(..) => Vec::new(),
            Ltl::Not(inner) | Ltl::Next(inner) => vec![inner],
            Ltl::And(left, right) | Ltl::Or(left, right) | Ltl::Until(left, right) | Ltl::Release(left, right) => {
                vec![left, right]
            }
        }
    }

    /// Returns all subformulas, including the formula itself, in no particular order.
    pub fn parts(&self) -> Vec<&Ltl> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(formula) = open.pop() {
            found.push(formula);
            open.extend(formula.operands());
        }
        found
    }

    /// Returns true if `X` occurs.
    pub fn uses_next(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Ltl::Next(_)))
    }

    /// Returns the locations that atoms mention.
    pub fn points(&self) -> BTreeSet<PointId> {
        let point = |part: &&Ltl| match part {
            Ltl::At(point, _) => Some(*point),
            _ => None,
        };
        self.parts().iter().filter_map(point).collect()
    }

    /// Returns the value at a position where no atom holds; `None` if it depends on other positions.
    pub fn value_where_nothing_holds(&self) -> Option<bool> {
        match self {
            Ltl::True => Some(true),
            Ltl::False | Ltl::At(..) => Some(false),
            Ltl::Not(inner) => inner.value_where_nothing_holds().map(|value| !value),
            Ltl::And(left, right) => match (left.value_where_nothing_holds(), right.value_where_nothing_holds()) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Ltl::Or(left, right) => match (left.value_where_nothing_holds(), right.value_where_nothing_holds()) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Ltl::Next(_) | Ltl::Until(..) | Ltl::Release(..) => None,
        }
    }

    /// Returns true if adding or removing positions at which no atom holds cannot change the formula's value (as long
    /// as a position remains after each). At such a position, if `f` is true and `g` false, `f U g` has the value that
    /// it has one position later; likewise `f R g` if `f` is false and `g` true. The rest follows by induction.
    pub fn ignores_empty_positions(&self) -> bool {
        self.parts().iter().all(|part| match part {
            Ltl::Next(_) => false,
            Ltl::Until(left, right) => {
                left.value_where_nothing_holds() == Some(true) && right.value_where_nothing_holds() == Some(false)
            }
            Ltl::Release(left, right) => {
                left.value_where_nothing_holds() == Some(false) && right.value_where_nothing_holds() == Some(true)
            }
            _ => true,
        })
    }
}
