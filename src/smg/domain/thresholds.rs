//! Widening thresholds taken from the constants of a program, in addition to the bounds of C's types, and the factors by
//! which it lets numbers grow.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::domain::limits::{LARGEST_GROWTH, MOST_THRESHOLDS};
use crate::domain::roles::VariableRoles;
use crate::domain::value::Range;
use program::{BinaryOp, Command, Expr, ExprNode, Program};

/// Widening thresholds and factors, ascending, and the roles of variables; empty if none are requested.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thresholds {
    integers: Arc<[i128]>,
    factors: Arc<[i128]>,
    roles: Arc<VariableRoles>,
}

impl Thresholds {
    /// Collects the integers in a program's commands, and the neighbours of those in comparisons.
    pub fn of(program: &Program) -> Thresholds {
        let mut found = Vec::new();
        for edge in program.edges() {
            for expr in edge.command.expressions() {
                expr.visit(&mut |part| match &part.node {
                    ExprNode::Integer(integer) => found.push(*integer),
                    ExprNode::Binary(op, left, right) if op.is_comparison() => {
                        for side in [left, right] {
                            if let ExprNode::Integer(integer) = side.node {
                                found.extend([integer.saturating_sub(1), integer.saturating_add(1)]);
                            }
                        }
                    }
                    _ => {}
                });
            }
        }
        let stored = program.edges().filter_map(|edge| match &edge.command {
            Command::Store { value, .. } => factor(value),
            _ => None,
        });
        let factors: BTreeSet<i128> = stored.filter(|factor| (2..=LARGEST_GROWTH).contains(factor)).collect();
        Thresholds { factors: factors.into_iter().collect(), ..Thresholds::new(found) }
    }

    /// Makes thresholds of these numbers; the smallest by absolute value if there are more than [`MOST_THRESHOLDS`].
    pub fn new(mut found: Vec<i128>) -> Thresholds {
        found.sort_unstable_by_key(|integer| (integer.unsigned_abs(), *integer));
        found.dedup();
        found.truncate(MOST_THRESHOLDS);
        found.sort_unstable();
        Thresholds { integers: found.into(), ..Thresholds::default() }
    }

    /// Returns the same thresholds with the roles of the program's variables.
    #[must_use]
    pub fn with_roles(self, roles: VariableRoles) -> Thresholds {
        Thresholds { roles: Arc::new(roles), ..self }
    }

    /// Returns the roles of the program's variables.
    pub fn roles(&self) -> &VariableRoles {
        &self.roles
    }

    /// Returns all thresholds, ascending.
    pub fn all(&self) -> &[i128] {
        &self.integers
    }

    /// Returns the factors by which the program multiplies what it stores, as where a vector doubles its capacity.
    pub fn factors(&self) -> &[i128] {
        &self.factors
    }

    /// Returns the smallest range between thresholds that includes `range`.
    pub fn around(&self, range: Range) -> Range {
        range.rounded(&self.integers)
    }
}

/// Returns the factor of a product with a constant.
fn factor(value: &Expr) -> Option<i128> {
    match &value.node {
        ExprNode::Cast(inner) => factor(inner),
        ExprNode::Binary(BinaryOp::Mul, left, right) => [left, right].into_iter().find_map(|side| match side.node {
            ExprNode::Integer(integer) => Some(integer),
            _ => None,
        }),
        ExprNode::Binary(BinaryOp::ShiftLeft, _, by) => match by.node {
            ExprNode::Integer(by) => 1i128.checked_shl(u32::try_from(by).ok()?),
            _ => None,
        },
        _ => None,
    }
}

/// Hashes nothing: all graphs of an analysis have the same thresholds.
impl Hash for Thresholds {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
