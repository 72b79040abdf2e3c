//! Numbers of nodes: of the places that a path may visit, those that are visited and are nodes.

use super::{FormulaEvaluation, FormulaValue, KleeneTruth};
use crate::term::TermId;
use ctype::FieldId;
use program::{BinaryOp, Expr};
use spec::{CountComparison, CountSum};

/// Width of sums. No sum of numbers of [`MOST_NUMBER_BITS`] bits needs more.
const SUM_BITS: u32 = 128;
/// Maximum width of a number. Sums with wider numbers are unknown.
const MOST_NUMBER_BITS: u32 = 64;

/// A sum, and its operands.
struct WordSum {
    total: TermId,
    operands: Vec<FormulaValue>,
    /// The condition under which the sum is unknown.
    open: TermId,
}

impl FormulaEvaluation<'_, '_> {
    /// Compares two numbers of nodes.
    pub(super) fn count(&mut self, comparison: &CountComparison<Expr>, way: (&[Expr], &[FieldId])) -> KleeneTruth {
        let (Some(left), Some(right)) = (self.sum(&comparison.left, way), self.sum(&comparison.right, way)) else {
            return self.unknown();
        };
        let terms = self.terms;
        let holds = match comparison.op {
            BinaryOp::Equal => terms.equal(left.total, right.total),
            BinaryOp::NotEqual => terms.not(terms.equal(left.total, right.total)),
            BinaryOp::Less => terms.less_signed(left.total, right.total),
            _ => terms.not(terms.less_signed(right.total, left.total)),
        };
        let (known, fails) = (terms.or(left.open, right.open), terms.not(holds));
        let known = terms.not(known);
        let truth = KleeneTruth { holds: terms.and(holds, known), fails: terms.and(fails, known) };
        let operands: Vec<FormulaValue> = left.operands.into_iter().chain(right.operands).collect();
        self.atom(&operands, truth)
    }

    /// Evaluates a sum; `None` if paths meet too many places, or an operand is too wide.
    fn sum(&mut self, sum: &CountSum<Expr>, way: (&[Expr], &[FieldId])) -> Option<WordSum> {
        // A sum may be negative: two's complement.
        let mut total = self.terms.constant(sum.more as u128, SUM_BITS);
        let (mut operands, mut open) = (Vec::new(), Vec::new());
        for start in &sum.starts {
            let start = self.argument(start, false);
            let (visited, is_open) = self.visited_nodes(start, way)?;
            for visited in visited {
                let terms = self.terms;
                let number = terms.choose(visited, terms.constant(1, SUM_BITS), terms.constant(0, SUM_BITS));
                total = terms.add(total, number);
            }
            open.push(is_open);
            operands.push(start);
        }
        for number in &sum.numbers {
            let types = &self.machine.task.program.types;
            let (_, signed) = types.integer_format(number.ty).filter(|(width, _)| *width <= MOST_NUMBER_BITS)?;
            let number = self.argument(number, true);
            let terms = self.terms;
            total = terms.add(total, terms.resize(number.value.bits, SUM_BITS, signed));
            open.push(terms.not(number.value.is_number(terms)));
            operands.push(number);
        }
        Some(WordSum { total, operands, open: self.terms.any(open) })
    }
}
