//! What the outcome of a comparison says of the cells that were read for it.
//!
//! An address of which only is known from where to where it may lead has no identity: what a comparison says of it is
//! noted in the cell that holds it, and nowhere else.

use crate::program::{BinaryOp, Expr, ExprNode};
use crate::smg::compare;
use crate::smg::configuration::Configuration;
use crate::smg::fault::Stop;
use crate::smg::object::Object;
use crate::smg::step::Executor;
use crate::smg::value::Value;

/// Narrows the cells that the two sides of a comparison were read from, which had the given values.
pub fn cells(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    (op, holds): (BinaryOp, bool),
    sides: [(&Expr, Value); 2],
) -> Result<(), Stop> {
    // The one that is not greater, the other one, and by how much at least it is less.
    let [left, right] = sides;
    let (less, more, gap) = match (op, holds) {
        (BinaryOp::Less, true) => (left, right, 1),
        (BinaryOp::LessEqual, true) => (left, right, 0),
        (BinaryOp::Less, false) => (right, left, 0),
        (BinaryOp::LessEqual, false) => (right, left, 1),
        _ => return Ok(()),
    };
    let (Some((object, low, _)), Some((other, _, high))) = (less.1.offsets(), more.1.offsets()) else { return Ok(()) };
    if object == other {
        write_back(executor, configuration, less, i64::MIN, high.saturating_sub(gap))?;
        write_back(executor, configuration, more, low.saturating_add(gap), i64::MAX)?;
    }
    Ok(())
}

/// Notes that an address lies between two offsets in the cell that it was read from. Of the sum of an address and a number,
/// both are narrowed.
fn write_back(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    (expr, value): (&Expr, Value),
    least: i64,
    most: i64,
) -> Result<(), Stop> {
    match &expr.node {
        ExprNode::Cast(operand) => write_back(executor, configuration, (operand, value), least, most),
        ExprNode::Load(address) => write_to_cell(executor, configuration, (address, value), least, most),
        ExprNode::Binary(BinaryOp::Add, left, right) => {
            let mut evaluator = executor.evaluator(configuration);
            let (first, second) = (evaluator.value(left)?, evaluator.value(right)?);
            let sides = if first.offsets().is_some() {
                [(&**left, first), (&**right, second)]
            } else {
                [(&**right, second), (&**left, first)]
            };
            narrow_sum(executor, configuration, sides, least, most)
        }
        _ => Ok(()),
    }
}

/// Narrows an address and a number whose sum lies between two offsets.
fn narrow_sum(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    [address, (_, number)]: [(&Expr, Value); 2],
    least: i64,
    most: i64,
) -> Result<(), Stop> {
    let (Some((_, low, high)), Some(range)) = (address.1.offsets(), configuration.graph.range(number)) else {
        return Ok(());
    };
    let offset = |bound: i64, number: i128| (i128::from(bound) - number).clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    let bounds = [
        (BinaryOp::LessEqual, i128::from(most) - i128::from(low)),
        (BinaryOp::Less, i128::from(least) - i128::from(high)),
    ];
    for (op, bound) in bounds {
        // What can't be is noticed where the numbers are compared.
        let _ = compare::assume(&mut configuration.graph, op, op == BinaryOp::LessEqual, number, Value::Integer(bound));
    }
    write_back(executor, configuration, address, offset(least, range.high()), offset(most, range.low()))
}

/// Writes an address that lies between two offsets to the cell that it was read from.
fn write_to_cell(
    executor: &Executor<'_>,
    configuration: &mut Configuration,
    (address, value): (&Expr, Value),
    least: i64,
    most: i64,
) -> Result<(), Stop> {
    let Value::Inside { object, low, high } = value else { return Ok(()) };
    let (low, high) = (low.max(least), high.min(most));
    let mut evaluator = executor.evaluator(configuration);
    let word = evaluator.word();
    let pointer = evaluator.value(address)?;
    let place = evaluator.place(pointer, word)?;
    let cell = configuration.graph.object_mut(place.object);
    let holds = |cell: &&mut Object| place.low == place.high && cell.read(place.low, word) == value;
    if let Some(cell) = cell.filter(holds).filter(|_| low <= high) {
        cell.write(place.low, word, Value::Inside { object, low, high });
    }
    Ok(())
}
