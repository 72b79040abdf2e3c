//! Results of operations on two numbers. Results that may be split into their values are recorded, so that computing
//! them again yields the same value.

use crate::domain::arithmetic::{self, Format};
use crate::domain::graph::{Operation, Operator, Term};
use crate::domain::value::{Range, Value};
use crate::transfer::evaluate::{Evaluator, unconstrained};
use crate::transfer::limits::MOST_CASES;
use program::BinaryOp;

impl Evaluator<'_> {
    /// Returns the result of an operation on two integers.
    pub(super) fn calculated(&mut self, op: BinaryOp, values: [Value; 2], ranges: [Range; 2], format: Format) -> Value {
        let operation = Operation::on(Operator::Binary(op), values, format);
        self.recorded(operation, |evaluator| evaluator.newly_calculated(op, values, ranges, format))
    }

    /// Returns the result of an operation that was carried out before, or computes it.
    pub(super) fn recorded(&mut self, operation: Option<Operation>, compute: impl FnOnce(&mut Self) -> Value) -> Value {
        if let Some(known) = operation.and_then(|operation| self.configuration.graph.recorded_result(operation)) {
            return known;
        }
        let result = compute(self);
        let graph = &mut self.configuration.graph;
        // It may be split into its values, or at the runs of an array that it is an index of.
        let is_small = graph.range(result).is_some_and(|range| range.high() - range.low() < MOST_CASES);
        let is_by_constant = operation.is_some_and(|operation| matches!(operation.operands[1], Value::Integer(_)));
        let may_be_split = graph.keeps_relations() || (is_small && is_by_constant);
        if let (Some(operation), Value::Unknown(_), true) = (operation, result, may_be_split) {
            graph.record_result(operation, result);
        }
        result
    }

    /// Returns the product of two integers as a number of bytes. One that is certainly too large becomes a size that no
    /// library can allocate.
    pub fn product(&mut self, values: [Value; 2]) -> Option<Value> {
        let ranges = [self.configuration.graph.range(values[0])?, self.configuration.graph.range(values[1])?];
        let largest = Range::of_format((8 * self.word() as u32, false)).high();
        if ranges[0].low().checked_mul(ranges[1].low()).is_none_or(|least| least > largest) {
            return Some(Value::Integer(largest));
        }
        // Functions that multiply sizes check that the product does not wrap.
        Some(self.newly_calculated(BinaryOp::Mul, values, ranges, (16 * self.word() as u32, true)))
    }

    fn newly_calculated(&mut self, op: BinaryOp, values: [Value; 2], ranges: [Range; 2], format: Format) -> Value {
        let zeros = arithmetic::zero_bits(op, values.map(|value| self.configuration.graph.zero_bits(value)), values[1]);
        if format.0 <= 64 && zeros.trailing_ones() >= format.0 {
            return Value::ZERO;
        }
        let range = self.difference_of_related(op, values, format);
        let range = range.unwrap_or_else(|| arithmetic::binary(op, ranges[0], ranges[1], format));
        let result = self.image(values[0], range, unconstrained::covers(op, ranges[0], values[1], range));
        if format.0 <= 64 {
            // The sign is in all higher bits as well.
            let recorded = (1_u128 << (format.0 - u32::from(format.1))) - 1;
            self.configuration.graph.record_zero_bits(result, zeros & recorded as u64);
        }
        if self.configuration.graph.keeps_relations() {
            self.relate(op, values, ranges, format, result);
        }
        result
    }

    /// Returns the range of the difference of two related numbers, or of the sum with a negated one, if it fits in the format.
    fn difference_of_related(&self, op: BinaryOp, [left, right]: [Value; 2], format: Format) -> Option<Range> {
        let graph = &self.configuration.graph;
        if !graph.has_relations() {
            return None;
        }
        let is_negated =
            |value: Value| graph.term(value).and_then(Term::parts).is_some_and(|(_, factor, _)| factor < 0);
        let range = match op {
            BinaryOp::Sub => Range::new(-graph.most_above_value(right, left)?, graph.most_above_value(left, right)?)?,
            BinaryOp::Add if is_negated(left) || is_negated(right) => {
                graph.range_of_form(&graph.form(left)?.plus(&graph.form(right)?, 1)?)?
            }
            _ => return None,
        };
        Range::of_format(format).includes(range).then_some(range)
    }

    /// Records how a result is related to its operands.
    fn relate(&mut self, op: BinaryOp, values: [Value; 2], ranges: [Range; 2], format: Format, result: Value) {
        let term = match (op, values[1]) {
            // A shift is a product.
            (BinaryOp::ShiftLeft, Value::Integer(by @ 0..64)) => {
                let factor = Value::Integer(1 << by);
                self.term_of(BinaryOp::Mul, [values[0], factor], [ranges[0], Range::exactly(1 << by)], format)
            }
            _ => self.term_of(op, values, ranges, format),
        };
        let is_exact = arithmetic::unwrapped(op, ranges[0], ranges[1])
            .is_some_and(|exact| Range::of_format(format).includes(exact))
            || self.difference_of_related(op, values, format).is_some();
        let graph = &mut self.configuration.graph;
        match (term, op) {
            (Some(term), _) => graph.define(result, term),
            (None, BinaryOp::Add) if is_exact => graph.record_sum_of(result, values[0], (values[1], 1)),
            (None, BinaryOp::Sub) if is_exact => graph.record_sum_of(result, values[0], (values[1], -1)),
            _ => {}
        }
        let ([left, right], [low, by]) = (values, ranges.map(Range::low));
        match op {
            BinaryOp::Div if low >= 0 && by > 0 => {
                // The loss by division is least for the smallest number.
                graph.record_order(result, left, low / by - low);
                if let Value::Integer(by) = right {
                    graph.record_quotient(result, left, by);
                }
            }
            BinaryOp::ShiftRight if low >= 0 && matches!(right, Value::Integer(0..64)) => {
                graph.record_quotient(result, left, 1 << by);
            }
            BinaryOp::Rem if low >= 0 && by > 0 => {
                graph.record_order(result, right, -1);
                graph.record_order(result, left, 0);
            }
            BinaryOp::BitAnd if low >= 0 && by >= 0 => {
                graph.record_order(result, left, 0);
                graph.record_order(result, right, 0);
            }
            _ => {}
        }
    }

    /// Returns the result of a sum, a difference or a product as a linear form of the only number in it, if nothing
    /// wraps.
    fn term_of(&self, op: BinaryOp, values: [Value; 2], ranges: [Range; 2], format: Format) -> Option<Term> {
        arithmetic::unwrapped(op, ranges[0], ranges[1]).filter(|exact| Range::of_format(format).includes(*exact))?;
        let [left, right] = values.map(|value| self.configuration.graph.term(value));
        match (op, [left?, right?].map(Term::integer)) {
            (BinaryOp::Add, [_, Some(more)]) => left?.plus(more),
            (BinaryOp::Add, [Some(more), _]) => right?.plus(more),
            (BinaryOp::Sub, [_, Some(less)]) => left?.plus(-less),
            (BinaryOp::Sub, [Some(more), _]) => right?.times(-1)?.plus(more),
            (BinaryOp::Mul, [_, Some(factor)]) => left?.times(factor),
            (BinaryOp::Mul, [Some(factor), _]) => right?.times(factor),
            _ => None,
        }
    }
}
