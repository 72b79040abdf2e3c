//! Widening thresholds taken from the constants of a program, in addition to the bounds of C's types.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::domain::limits::MOST_THRESHOLDS;
use crate::domain::value::Range;
use program::{ExprNode, Program};

/// Widening thresholds, ascending; empty if none are requested.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thresholds(Arc<[i128]>);

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
        Thresholds::new(found)
    }

    /// Makes thresholds of these numbers; the smallest by absolute value if there are more than [`MOST_THRESHOLDS`].
    pub fn new(mut found: Vec<i128>) -> Thresholds {
        found.sort_unstable_by_key(|integer| (integer.unsigned_abs(), *integer));
        found.dedup();
        found.truncate(MOST_THRESHOLDS);
        found.sort_unstable();
        Thresholds(found.into())
    }

    /// Returns all thresholds, ascending.
    pub fn all(&self) -> &[i128] {
        &self.0
    }

    /// Returns the smallest range between thresholds that includes `range`.
    pub fn around(&self, range: Range) -> Range {
        range.rounded(&self.0)
    }
}

/// Hashes nothing: all graphs of an analysis have the same thresholds.
impl Hash for Thresholds {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
