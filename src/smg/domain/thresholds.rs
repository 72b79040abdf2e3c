//! Widening thresholds, numbers at which widening stops for a while: the constants of the program, beside the bounds of C's types.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::domain::limits::MOST_THRESHOLDS;
use crate::domain::value::Range;
use program::{ExprNode, Program};

/// The thresholds of a program; none where they are not asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thresholds(Arc<[i128]>);

impl Thresholds {
    /// The numbers in a program's commands, and what lies beside those that something is compared with.
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

    /// Thresholds at these numbers, the smallest ones if there are too many.
    pub fn new(mut found: Vec<i128>) -> Thresholds {
        found.sort_unstable_by_key(|integer| (integer.unsigned_abs(), *integer));
        found.dedup();
        found.truncate(MOST_THRESHOLDS);
        found.sort_unstable();
        Thresholds(found.into())
    }

    /// All of them, ascending.
    pub fn all(&self) -> &[i128] {
        &self.0
    }

    /// The range between thresholds that a range lies in.
    pub fn around(&self, range: Range) -> Range {
        range.rounded(&self.0)
    }
}

/// All graphs of an analysis have the same.
impl Hash for Thresholds {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
