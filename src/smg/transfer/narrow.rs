//! Refines the cells that were read for a comparison by its outcome.
//!
//! An address that is known only as a range of offsets has no identity: the outcome of a comparison is recorded only in
//! the cell that holds it. The outcome for a sum of such an address and a number is recorded for the cell and the
//! number, until something is written there.

use crate::domain::arithmetic;
use crate::domain::configuration::Configuration;
use crate::domain::fault::Interruption;
use crate::domain::object::Object;
use crate::domain::value::{Range, Value};
use crate::transfer::step::Executor;
use program::{BinaryOp, Expr, ExprNode};

/// Narrows the cells from which the two sides of a comparison, with the given values, were read.
pub fn cells(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    (op, holds): (BinaryOp, bool),
    sides: [(&Expr, Value); 2],
) -> Result<(), Interruption> {
    let Some((less, more, gap)) = arithmetic::in_order(op, holds, sides) else { return Ok(()) };
    let (Some((object, low, _)), Some((other, _, high))) = (less.1.offsets(), more.1.offsets()) else { return Ok(()) };
    let bounds = [
        (less, Range::new(Range::ALL.low(), i128::from(high) - gap)),
        (more, Range::new(i128::from(low) + gap, Range::ALL.high())),
    ];
    for (side, bounds) in bounds.into_iter().filter(|_| object == other) {
        let Some(bounds) = bounds else { continue };
        write_back(executor, configuration, side, bounds)?;
    }
    Ok(())
}

/// Narrows an address to a range of offsets, in the cell that it was read from. For the sum of an address and a number,
/// narrows both.
fn write_back(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    (expr, value): (&Expr, Value),
    bounds: Range,
) -> Result<(), Interruption> {
    match &expr.node {
        ExprNode::Cast(operand) => write_back(executor, configuration, (operand, value), bounds),
        ExprNode::Load(address) => write_to_cell(executor, configuration, (address, value), bounds),
        ExprNode::Binary(BinaryOp::Add, left, right) => {
            let mut evaluator = executor.evaluator(configuration);
            let (first, second) = (evaluator.value(left)?, evaluator.value(right)?);
            let (address, number) =
                if first.offsets().is_some() { ((&**left, first), second) } else { ((&**right, second), first) };
            narrow_sum(executor, configuration, address, number, bounds)
        }
        ExprNode::ElementAddress(base, index) if executor.evaluator(configuration).element_size(base.ty) == 1 => {
            let mut evaluator = executor.evaluator(configuration);
            let (first, second) = (evaluator.value(base)?, evaluator.value(index)?);
            narrow_sum(executor, configuration, (base, first), second, bounds)
        }
        _ => Ok(()),
    }
}

/// Narrows an address and a number whose sum has an offset within `bounds`.
fn narrow_sum(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    address: (&Expr, Value),
    number: Value,
    bounds: Range,
) -> Result<(), Interruption> {
    let offsets = address.1.offsets().and_then(|(_, low, high)| Range::new(low.into(), high.into()));
    let (Some(offsets), Some(range)) = (offsets, configuration.graph.range(number)) else { return Ok(()) };
    // Adding a large unsigned number moves backwards.
    if !Range::of_format(executor.evaluator(configuration).distance_format()).includes(range) {
        return Ok(());
    }
    let without = |part: Range| bounds.corners(part, i128::checked_sub);
    if let (Value::Unknown(id), Some(left)) = (number, without(offsets).and_then(|left| left.intersection(range))) {
        configuration.graph.narrow(id, left);
    }
    if let Some(left) = without(range) {
        write_back(executor, configuration, address, left)?;
    }
    let cell = executor.evaluator(configuration).cell_of(address.0)?;
    if let (Value::Unknown(id), Some(cell)) = (number, cell) {
        configuration.graph.record_sum(cell, id, bounds);
    }
    Ok(())
}

/// Narrows the offsets of an address in the cell that it was read from.
fn write_to_cell(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    (address, value): (&Expr, Value),
    bounds: Range,
) -> Result<(), Interruption> {
    let Value::Inside { object, low, high, room, steps } = value else { return Ok(()) };
    let mut evaluator = executor.evaluator(configuration);
    let word = evaluator.word();
    let pointer = evaluator.value(address)?;
    let place = evaluator.place(pointer, word)?;
    let cell = configuration.graph.object_mut(place.object);
    let holds = |cell: &&mut Object| place.low == place.high && cell.read(place.low, word) == value;
    let left = Range::new(low.into(), high.into()).and_then(|offsets| offsets.intersection(bounds));
    if let (Some(cell), Some(left)) = (cell.filter(holds), left)
        && let (Ok(low), Ok(high)) = (left.low().try_into(), left.high().try_into())
    {
        cell.write(place.low, word, Value::Inside { object, low, high, room, steps });
    }
    Ok(())
}
