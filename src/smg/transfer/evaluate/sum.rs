//! Sums of an address and a number that branches have restricted.

use crate::domain::fault::Interruption;
use crate::domain::value::{ObjectId, Range, Value};
use crate::transfer::evaluate::Evaluator;
use crate::transfer::limits::MOST_NESTED_SUMS;
use program::{Expr, ExprNode};

impl Evaluator<'_> {
    /// Returns the cell from which an expression loads an address, as object and offset; `None` for other expressions.
    pub fn cell_of(&mut self, expr: &Expr) -> Result<Option<(ObjectId, i64)>, Interruption> {
        self.cell_at_depth(expr, 0)
    }

    fn cell_at_depth(&mut self, expr: &Expr, depth: u32) -> Result<Option<(ObjectId, i64)>, Interruption> {
        match &expr.node {
            ExprNode::Cast(operand) => self.cell_at_depth(operand, depth + 1),
            ExprNode::Load(address) if self.size_of(expr.ty)? == self.word() => {
                self.is_accessed = true;
                let pointer = self.at_depth(address, depth + 1)?;
                let place = self.place(pointer, self.word())?;
                Ok((place.low == place.high).then_some((place.object, place.low)))
            }
            _ => Ok(None),
        }
    }

    /// Returns the sum of an address and a number, narrowed by the recorded facts about it.
    pub(super) fn as_recorded(
        &mut self,
        sum: Value,
        address: &Expr,
        number: Value,
        depth: u32,
    ) -> Result<Value, Interruption> {
        let (Value::Inside { object, low, high, room, steps }, Value::Unknown(id)) = (sum, number) else {
            return Ok(sum);
        };
        if !self.configuration.graph.has_sums() || depth > MOST_NESTED_SUMS {
            return Ok(sum);
        }
        let beyond = self.beyond.take();
        let cell = self.cell_at_depth(address, depth)?;
        self.beyond = beyond;
        let recorded = cell.and_then(|cell| self.configuration.graph.recorded_sum(cell, id));
        let left = recorded.and_then(|recorded| recorded.intersection(Range::new(low.into(), high.into())?));
        Ok(match left.map(|left| (i64::try_from(left.low()), i64::try_from(left.high()))) {
            Some((Ok(low), Ok(high))) => Value::Inside { object, low, high, room, steps },
            _ => sum,
        })
    }
}
