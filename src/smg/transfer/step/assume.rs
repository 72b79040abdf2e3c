//! Conditions of branches: their possible outcomes, and refinement by them.

use crate::domain::configuration::Configuration;
use crate::domain::fault::Interruption;
use crate::domain::value::{Range, Value};
use crate::transfer::compare::{self, Comparison};
use crate::transfer::evaluate::Access;
use crate::transfer::narrow;
use crate::transfer::step::{Executor, write};
use ctype::Type;
use program::{BinaryOp, Expr, ExprNode, UnaryOp};

/// The result of assuming that a condition has an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Assumed {
    /// The outcome is possible.
    Holds,
    /// The outcome is impossible.
    Fails,
    /// The condition depends on a value that was never written.
    Undefined,
    /// The outcome is possible, but the condition depends on a value that was perhaps never written.
    HoldsIfDefined,
}

impl Executor<'_> {
    /// Assumes that a condition has an outcome, and refines the configuration by it.
    pub(super) fn assume(
        &self,
        configuration: &mut Configuration,
        condition: &Expr,
        holds: bool,
    ) -> Result<Assumed, Interruption> {
        if let ExprNode::Unary(UnaryOp::LogicalNot, operand) = &condition.node {
            return self.assume(configuration, operand, !holds);
        }
        let mut evaluator = self.evaluator(configuration);
        let word = evaluator.word();
        let (op, left, right, ty) = match &condition.node {
            ExprNode::Binary(op, left, right) if op.is_comparison() => {
                (*op, evaluator.value(left)?, evaluator.value(right)?, left.ty)
            }
            _ => (BinaryOp::NotEqual, evaluator.value(condition)?, Value::ZERO, condition.ty),
        };
        if left == Value::Undefined || right == Value::Undefined {
            return Ok(Assumed::Undefined);
        }
        if [left, right].iter().any(|value| configuration.graph.is_maybe_uninitialized(*value)) {
            return self.assume_maybe_uninitialized(configuration, op, [left, right], holds);
        }
        match self.evaluator(configuration).compared(op, [left, right], ty)? {
            Comparison::Is(outcome) => Ok(if outcome == holds { Assumed::Holds } else { Assumed::Fails }),
            Comparison::Open if self.evaluator(configuration).is_never_known(op, [left, right], ty) => {
                configuration.mark_possibly_infeasible();
                Ok(Assumed::Holds)
            }
            Comparison::Open => {
                self.evaluator(configuration).take_as_numbers(op, [left, right], ty);
                let graph = &mut configuration.graph;
                let free = graph.is_unconstrained(left) && graph.is_unconstrained(right);
                // The order of two blocks is up to the machine, the first time that it matters.
                let is_order = !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
                    && (left.object().is_some() || right.object().is_some());
                let is_new_order =
                    is_order && compare::are_blocks(graph, left, right) && !configuration.undefined.ordered;
                configuration.undefined.ordered |= is_order;
                let assumed = compare::assume(graph, op, holds, (left, right), word);
                if let ExprNode::Binary(_, first, second) = &condition.node {
                    let sides = [(&**first, left), (&**second, right)];
                    narrow::cells(self, configuration, (op, holds), sides)?;
                }
                match assumed {
                    None => Ok(Assumed::Fails),
                    Some(said) => {
                        let graph = &configuration.graph;
                        let is_recorded = said && free && graph.has_room(left) && graph.has_room(right);
                        if !is_recorded && !is_new_order {
                            configuration.mark_possibly_infeasible();
                        }
                        Ok(Assumed::Holds)
                    }
                }
            }
        }
    }

    /// As [`Executor::assume`], for two values if one of them may never have been written. It is not refined.
    fn assume_maybe_uninitialized(
        &self,
        configuration: &mut Configuration,
        op: BinaryOp,
        [left, right]: [Value; 2],
        holds: bool,
    ) -> Result<Assumed, Interruption> {
        configuration.mark_possibly_infeasible();
        let word = self.program.types.model().word_bytes() as i64;
        Ok(match compare::compare(&configuration.graph, op, left, right, word)? {
            Comparison::Is(outcome) if outcome != holds => Assumed::Fails,
            _ => Assumed::HoldsIfDefined,
        })
    }

    /// As [`Executor::assume`], for a condition that depends on values that were never written: from here on they are
    /// fixed values. Returns true if the outcome is possible.
    pub(super) fn assume_of_undefined(
        &self,
        configuration: &mut Configuration,
        condition: &Expr,
        holds: bool,
    ) -> Result<bool, Interruption> {
        let before = configuration.undefined;
        let given = self.give_values(configuration, condition)?;
        configuration.undefined.chosen |= given > 0;
        let assumed = self.assume(configuration, condition, holds)?;
        // The chosen value is forgotten, so the next decision may contradict it. Also, one value may be a copy of the
        // other, or of one that was chosen before.
        let may_be_copy = given > 1 && !says_equal(condition, holds) || given > 0 && before.chosen;
        let may_be_copy = may_be_copy && before.copied;
        if assumed == Assumed::Undefined || may_be_copy {
            configuration.mark_possibly_infeasible();
        }
        Ok(assumed != Assumed::Fails)
    }

    /// Chooses a value for each pointer that a condition reads and that was never written, and returns the number of
    /// choices. Numbers stay undefined unless they are followed, so that programs that branch on many of them do not
    /// get a case for each combination.
    fn give_values(&self, configuration: &mut Configuration, condition: &Expr) -> Result<u32, Interruption> {
        let mut open = vec![condition];
        let mut given = 0;
        while let Some(expr) = open.pop() {
            match &expr.node {
                ExprNode::Unary(_, operand) | ExprNode::Cast(operand) => open.push(operand),
                ExprNode::Binary(_, left, right) | ExprNode::PointerDifference(left, right) => {
                    open.extend([left, right].map(|side| &**side))
                }
                ExprNode::Load(address) => {
                    let mut evaluator = self.evaluator(configuration);
                    let pointer = evaluator.value(address)?;
                    let Access { pointer, size, bits } =
                        evaluator.access(pointer, expr.ty, evaluator.bits_of(address))?;
                    let place = evaluator.place(pointer, size)?;
                    let cell = configuration.graph.object(place.object).filter(|_| bits.is_none());
                    let is_undefined = cell.is_some_and(|cell| cell.read(place.low, size) == Value::Undefined);
                    let range = match self.program.types.get(expr.ty) {
                        Type::Pointer(_) => Some(Range::ALL),
                        _ => self.program.types.integer_format(expr.ty).map(Range::of_format),
                    };
                    let is_followed = self.semantics.follows_numbers || self.program.types.is_pointer(expr.ty);
                    if let Some(range) = range.filter(|_| is_followed && is_undefined && place.low == place.high) {
                        let value = configuration.graph.assumed(range);
                        write(configuration, place, size, value);
                        given += 1;
                    }
                }
                _ => {}
            }
        }
        Ok(given)
    }
}

/// Returns true if a condition with this outcome makes two values equal.
fn says_equal(condition: &Expr, holds: bool) -> bool {
    match &condition.node {
        ExprNode::Unary(UnaryOp::LogicalNot, operand) => says_equal(operand, !holds),
        ExprNode::Binary(BinaryOp::Equal, ..) => holds,
        ExprNode::Binary(BinaryOp::NotEqual, ..) => !holds,
        _ => false,
    }
}
