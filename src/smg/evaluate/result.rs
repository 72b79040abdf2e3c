//! The result of an operation on two numbers, which is remembered if it is looked at one by one: it is the same wherever it is
//! computed again.

use crate::program::BinaryOp;
use crate::smg::arithmetic::{self, Format};
use crate::smg::evaluate::{Evaluator, MOST_CASES, free};
use crate::smg::graph::Operation;
use crate::smg::value::{Range, Value};

impl Evaluator<'_> {
    /// The result of an operation on two integers.
    pub(super) fn calculated(&mut self, op: BinaryOp, values: [Value; 2], ranges: [Range; 2], format: Format) -> Value {
        let operation = match values {
            [Value::Unknown(left), Value::Integer(right)] => Some(Operation { op, left, right, format }),
            _ => None,
        };
        if let Some(known) = operation.and_then(|operation| self.configuration.graph.noted_result(operation)) {
            return known;
        }
        let result = self.newly_calculated(op, values, ranges, format);
        // It may be looked at one by one.
        let graph = &mut self.configuration.graph;
        let is_small = graph.range(result).is_some_and(|range| range.high() - range.low() < MOST_CASES);
        if let (Some(operation), Value::Unknown(_), true) = (operation, result, is_small) {
            graph.note_result(operation, result);
        }
        result
    }

    fn newly_calculated(&mut self, op: BinaryOp, values: [Value; 2], ranges: [Range; 2], format: Format) -> Value {
        let zeros = arithmetic::zero_bits(op, values.map(|value| self.configuration.graph.zero_bits(value)), values[1]);
        if format.0 <= 64 && zeros.trailing_ones() >= format.0 {
            return Value::ZERO;
        }
        let range = arithmetic::binary(op, ranges[0], ranges[1], format);
        let result = self.image(values[0], range, free::covers(op, ranges[0], values[1], range));
        if format.0 <= 64 {
            // The sign is in all bits above as well.
            let told = (1_u128 << (format.0 - u32::from(format.1))) - 1;
            self.configuration.graph.note_zero_bits(result, zeros & told as u64);
        }
        result
    }
}
