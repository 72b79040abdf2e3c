//! Comparison of values (paper, section 0.3.4: checking equality and inequality).

use std::collections::BTreeSet;

use crate::domain::arithmetic;
use crate::domain::fault::Interruption;
use crate::domain::graph::Graph;
use crate::domain::object::{Liveness, Object, Origin};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::transfer::limits::LOWEST_OBJECT;
use crate::transfer::segment::{self, End, PointerSize};
use base::integer::wrap;
use program::BinaryOp;
use program::limits::NEAR_NULL;

/// The outcome of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The same in every memory.
    Is(bool),
    /// Unknown.
    Open,
}

/// Compares two defined values. Interrupts with a case split if the outcome depends on the number of nodes of a
/// segment.
pub fn compare(
    graph: &Graph,
    op: BinaryOp,
    left: Value,
    right: Value,
    word: PointerSize,
) -> Result<Comparison, Interruption> {
    let is = Comparison::Is;
    if op == BinaryOp::Equal || op == BinaryOp::NotEqual {
        return Ok(match equal(graph, left, right, word)? {
            Some(equal) => is(equal == (op == BinaryOp::Equal)),
            None => Comparison::Open,
        });
    }
    if left == right && has_identity(left) {
        return Ok(is(op == BinaryOp::LessEqual));
    }
    let related = || related(graph, op, left, right);
    if let (Some(left), Some(right)) = (graph.range(left), graph.range(right)) {
        return Ok(arithmetic::comparison(op, left, right).or_else(related).map_or(Comparison::Open, is));
    }
    for value in [left, right] {
        if let Value::Address(address) = value {
            decide(graph, address, word)?;
        }
    }
    let (a, b) = (span(graph, left), span(graph, right));
    Ok(match (a, b) {
        (Some((a, x)), Some((b, y))) if a == b => {
            let places = || related_places(graph, op, left, right);
            arithmetic::comparison(op, x, y).or_else(places).map_or(Comparison::Open, is)
        }
        // NULL is below every object, and so are addresses near it.
        (_, Some((_, offsets))) if is_below_objects(left, offsets) => is(true),
        (Some((_, offsets)), _) if is_below_objects(right, offsets) => is(false),
        _ => Comparison::Open,
    })
}

/// Returns the outcome of a comparison of two numbers, if their relations determine it.
fn related(graph: &Graph, op: BinaryOp, left: Value, right: Value) -> Option<bool> {
    if !graph.has_relations() {
        return None;
    }
    decided(op, graph.most_above_value(left, right)?, graph.most_above_value(right, left)?)
}

/// As [`related`], for two addresses in one object.
fn related_places(graph: &Graph, op: BinaryOp, left: Value, right: Value) -> Option<bool> {
    let (left, right) = (graph.offset_term(left)?, graph.offset_term(right)?);
    decided(op, graph.most_above(left, right), graph.most_above(right, left))
}

/// Returns the outcome of a comparison, given `left - right <= above` and `right - left <= below`.
fn decided(op: BinaryOp, above: i128, below: i128) -> Option<bool> {
    match op {
        BinaryOp::Less if above < 0 => Some(true),
        BinaryOp::Less if below <= 0 => Some(false),
        BinaryOp::LessEqual if above <= 0 => Some(true),
        BinaryOp::LessEqual if below < 0 => Some(false),
        BinaryOp::Equal if above < 0 || below < 0 => Some(false),
        BinaryOp::Equal if above == 0 && below == 0 => Some(true),
        _ => None,
    }
}

/// Returns true if an integer is below each address with one of these offsets.
fn is_below_objects(integer: Value, offsets: Range) -> bool {
    match integer {
        _ if offsets.low() < -LOWEST_OBJECT => false,
        Value::Integer(integer) => integer == 0 || (offsets.low() >= 0 && (0..NEAR_NULL).contains(&integer)),
        _ => false,
    }
}

/// Returns true if two values are addresses in different valid blocks.
pub fn are_blocks(graph: &Graph, left: Value, right: Value) -> bool {
    let block = |value: Value| match value {
        Value::Address(Address { object, target: Target::Region, .. }) => {
            graph.object(object).filter(|known| known.liveness == Liveness::Valid).map(|_| object)
        }
        _ => None,
    };
    matches!((block(left), block(right)), (Some(left), Some(right)) if left != right)
}

fn has_identity(value: Value) -> bool {
    !matches!(value, Value::Any(_) | Value::Inside { .. })
}

fn is_place(value: Value) -> bool {
    matches!(value, Value::Address(_) | Value::Function(_))
}

/// Returns the object and target specifier of an address, and its range of offsets.
fn span(graph: &Graph, value: Value) -> Option<((ObjectId, Target), Range)> {
    match value {
        Value::Address(address) => Some(((address.object, address.target), Range::exactly(i128::from(address.offset)))),
        _ => {
            let (object, low, high) = graph.offsets(value)?;
            Some(((object, Target::Region), Range::new(low.into(), high.into())?))
        }
    }
}

/// Returns whether two values are equal, if that is known.
fn equal(graph: &Graph, left: Value, right: Value, word: PointerSize) -> Result<Option<bool>, Interruption> {
    if left == right && (has_identity(left) || left.steps().is_some()) {
        return Ok(Some(true));
    }
    if graph.differ(left, right) {
        return Ok(Some(false));
    }
    match (left, right) {
        (Value::Address(a), Value::Address(b)) => addresses(graph, a, b, word),
        (Value::Function(_), Value::Function(_)) => Ok(Some(false)),
        (place @ Value::Inside { .. }, Value::Function(_)) | (Value::Function(_), place @ Value::Inside { .. })
            if leaves_its_object(graph, place) =>
        {
            Ok(None)
        }
        (Value::Inside { low, .. }, Value::Integer(_)) | (Value::Integer(_), Value::Inside { low, .. })
            if i128::from(low) < -LOWEST_OBJECT =>
        {
            Ok(None)
        }
        (Value::Function(_), Value::Address(_) | Value::Inside { .. } | Value::Integer(_)) => Ok(Some(false)),
        (Value::Address(_) | Value::Inside { .. } | Value::Integer(_), Value::Function(_)) => Ok(Some(false)),
        (Value::Address(address), Value::Integer(integer)) | (Value::Integer(integer), Value::Address(address)) => {
            with_integer(graph, address, integer, word)
        }
        (Value::Address(address), number @ Value::Unknown(_))
        | (number @ Value::Unknown(_), Value::Address(address))
            if graph.range(number).is_some_and(|range| !may_be_address(range, word)) =>
        {
            decide(graph, address, word)?;
            Ok(Some(false))
        }
        (Value::Address(address), end @ Value::Unknown(_)) | (end @ Value::Unknown(_), Value::Address(address))
            if may_be_the_end(graph, address, end, word) =>
        {
            decide(graph, address, word)?;
            Ok(None)
        }
        (Value::Inside { .. }, Value::Integer(0)) | (Value::Integer(0), Value::Inside { .. }) => Ok(Some(false)),
        _ => {
            match (span(graph, left), span(graph, right), graph.range(left), graph.range(right)) {
                (Some((a, x)), Some((b, y)), ..) if a == b => Ok(arithmetic::comparison(BinaryOp::Equal, x, y)
                    .or_else(|| steps_differ(graph, left, right))
                    .or_else(|| related_places(graph, BinaryOp::Equal, left, right))),
                (_, _, Some(x), Some(y)) => Ok(arithmetic::comparison(BinaryOp::Equal, x, y)
                    .or_else(|| related(graph, BinaryOp::Equal, left, right))),
                _ => Ok(None),
            }
        }
    }
}

/// Returns true if one of the numbers may be the address of an object: not near NULL from either side. Addresses in the
/// upper half are negative if they are taken as signed, and 32-bit systems use some of them.
fn may_be_address(numbers: Range, word: PointerSize) -> bool {
    let bits = 8 * word as u32;
    let last = Range::of_format((bits, false)).high();
    let negative = Range::up_to(Range::of_format((bits, true)).low(), -NEAR_NULL);
    let is_in = |addresses: Range| addresses.intersection(numbers).is_some();
    is_in(Range::up_to(NEAR_NULL, last - NEAR_NULL)) || bits == 32 && is_in(negative)
}

/// Returns true if a sum of an address and a number may lie outside of its object.
fn leaves_its_object(graph: &Graph, place: Value) -> bool {
    let Some((object, low, high)) = graph.offsets(place) else { return true };
    graph.object(object).is_none_or(|object| low < 0 || high > object.possible_end())
}

/// Splits on whether the segment of an address is empty, if it may be.
pub fn decide(graph: &Graph, address: Address, word: PointerSize) -> Result<(), Interruption> {
    match graph.object(address.object) {
        Some(object) if object.minimum() == 0 && address.target != Target::All => {
            Err(Interruption::by_segment(segment::decided(graph, address.object, word)))
        }
        _ => Ok(()),
    }
}

/// Returns true if segments that may be empty lead from an address to an unknown value. If they are empty, the address
/// equals that value, whatever it is. Substituting the address of the segment for the value would lose these cases.
fn may_be_the_end(graph: &Graph, address: Address, end: Value, word: PointerSize) -> bool {
    let (mut at, mut passed) = (address, BTreeSet::new());
    loop {
        let object = graph.object(at.object).filter(|object| object.minimum() == 0);
        let link = object.and_then(Object::linkage).and_then(|linkage| linkage.beyond(at.target));
        match object.zip(link).map(|(object, link)| object.read(link, word)) {
            Some(value) if value == end => return true,
            Some(Value::Address(next)) if passed.insert(at.object) => at = next,
            _ => return false,
        }
    }
}

fn addresses(graph: &Graph, a: Address, b: Address, word: PointerSize) -> Result<Option<bool>, Interruption> {
    if a.object == b.object && a.target == b.target {
        return Ok(Some(a.offset == b.offset));
    }
    decide(graph, a, word)?;
    decide(graph, b, word)?;
    if blocks(graph, (a.object, a.target), (b.object, b.target), word)? != Some(false) {
        return Ok(None);
    }
    // Each heap block has a distinct address, even one of no bytes.
    let is_inside = |address: Address| {
        graph.object(address.object).is_some_and(|object| {
            let is_empty_block = object.is_heap() && address.offset == 0 && object.size.low() == 0;
            address.offset >= 0 && (i128::from(address.offset) < object.size.low() || is_empty_block)
        })
    };
    // The end address of one object may be the start address of another.
    Ok((is_inside(a) && is_inside(b)).then_some(false))
}

/// Returns whether two objects, given with the targets by which they are entered, are the same block, if that is known.
/// Segments that may be empty must have been decided.
fn blocks(
    graph: &Graph,
    a: (ObjectId, Target),
    b: (ObjectId, Target),
    word: PointerSize,
) -> Result<Option<bool>, Interruption> {
    let (Some(first), Some(second)) = (graph.object(a.0), graph.object(b.0)) else { return Ok(None) };
    if a.0 == b.0 {
        // The first and the last node of a segment are one node or two.
        return match first.minimum() {
            _ if a.1 == Target::All || b.1 == Target::All => Ok(None),
            _ if a.1 == b.1 => Ok(Some(true)),
            0 | 1 => Err(Interruption::by_segment(segment::materialised(graph, a.0, End::First, word))),
            _ => Ok(Some(false)),
        };
    }
    // A dangling pointer is indeterminate in C: the interpreter allows either outcome of such a comparison.
    if first.liveness != Liveness::Valid || second.liveness != Liveness::Valid {
        return Ok(None);
    }
    // C leaves open whether string literals share bytes, and whether the library returns the same address again. Two
    // objects may represent one argument.
    let is_open = matches!(
        (first.origin, second.origin),
        (Origin::Literal(_), Origin::Literal(_))
            | (Origin::Library(_), Origin::Library(_))
            | (Origin::Argument, Origin::Argument)
    );
    Ok((!is_open).then_some(false))
}

/// Returns whether two values point into the same block, if that is known. One object of a graph may represent several
/// blocks.
pub fn are_one_block(
    graph: &Graph,
    left: Value,
    right: Value,
    word: PointerSize,
) -> Result<Option<bool>, Interruption> {
    for value in [left, right] {
        if let Value::Address(address) = value {
            decide(graph, address, word)?;
        }
    }
    // The block of an address that has left its object is unknown.
    let inside = |value: Value| {
        let (place, offsets) = span(graph, value)?;
        let size = graph.object(place.0)?.size;
        (offsets.low() >= 0 && offsets.high() <= size.low()).then_some(place)
    };
    match (inside(left), inside(right)) {
        (Some(a), Some(b)) => blocks(graph, a, b, word),
        (Some(_), None) if right == Value::ZERO => Ok(Some(false)),
        (None, Some(_)) if left == Value::ZERO => Ok(Some(false)),
        _ => Ok(None),
    }
}

fn with_integer(
    graph: &Graph,
    address: Address,
    integer: i128,
    word: PointerSize,
) -> Result<Option<bool>, Interruption> {
    decide(graph, address, word)?;
    let near_null = (-NEAR_NULL..NEAR_NULL).contains(&wrap(integer, (8 * word as u32, true)));
    Ok(near_null.then_some(false))
}

/// Makes two values equal that may be. Returns true if the graph now expresses this.
pub fn assume_equal(graph: &mut Graph, left: Value, right: Value, word: PointerSize) -> bool {
    match (left, right) {
        (Value::Unknown(a), Value::Unknown(b)) => {
            let (x, y) = (graph.range(left).unwrap_or(Range::ALL), graph.range(right).unwrap_or(Range::ALL));
            let zeros = graph.zero_bits(left) | graph.zero_bits(right);
            graph.substitute(b.max(a), Value::Unknown(a.min(b)));
            graph.record_zero_bits(Value::Unknown(a.min(b)), zeros);
            if let Some(both) = x.intersection(y) {
                graph.narrow(a.min(b), both);
            }
            true
        }
        (Value::Unknown(id), other) | (other, Value::Unknown(id))
            if has_identity(other)
                && other != Value::Undefined
                // A number of fewer bytes cannot hold an address.
                && !(is_place(other) && graph.is_held_in_less(id, word)) =>
        {
            graph.substitute(id, other);
            true
        }
        _ => false,
    }
}

/// Records the outcome of a comparison of two values that was open. Returns `None` if the outcome is impossible, and
/// otherwise true if the graph expresses all of it.
pub fn assume(
    graph: &mut Graph,
    op: BinaryOp,
    holds: bool,
    (left, right): (Value, Value),
    word: PointerSize,
) -> Option<bool> {
    if let Some(recorded) = assume_places(graph, op, holds, (left, right), word) {
        return recorded;
    }
    if let Some((less, more, gap)) = arithmetic::in_order(op, holds, [left, right]) {
        return assume_below(graph, less, more, gap);
    }
    match (op, holds) {
        (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => Some(assume_equal(graph, left, right, word)),
        (BinaryOp::Equal, false) | (BinaryOp::NotEqual, true) => Some(graph.record_different(left, right)),
        _ => Some(false),
    }
}

/// Returns the numbers that give the offsets of two addresses in one object, if equal numbers mean equal offsets.
fn numbers_of_steps(left: Value, right: Value) -> Option<(Value, Value)> {
    let steps = left.steps().or(right.steps())?;
    (left.object() == right.object()).then_some((steps.to_place(left)?, steps.to_place(right)?))
}

/// Returns `Some(false)` if two addresses in one object are known to differ, and `None` otherwise.
fn steps_differ(graph: &Graph, left: Value, right: Value) -> Option<bool> {
    let (left, right) = numbers_of_steps(left, right)?;
    graph.differ(left, right).then_some(false)
}

/// As [`assume`], for two addresses in one object whose offsets are given by numbers. `None` for other values.
fn assume_places(
    graph: &mut Graph,
    op: BinaryOp,
    holds: bool,
    (left, right): (Value, Value),
    word: PointerSize,
) -> Option<Option<bool>> {
    let (a, b) = (graph.offset_term(left)?, graph.offset_term(right)?);
    if left.object() != right.object() || (left.steps().is_none() && right.steps().is_none()) {
        return None;
    }
    let Some((less, more, gap)) = arithmetic::in_order(op, holds, [a, b]) else {
        let (left, right) = numbers_of_steps(left, right)?;
        return Some(Some(match (op == BinaryOp::Equal) == holds {
            true => assume_equal(graph, left, right, word),
            false => graph.record_different(left, right),
        }));
    };
    if graph.most_above(more, less) < gap {
        return Some(None);
    }
    graph.record_order_of_terms(less, more, -gap);
    Some(Some(false))
}

/// Assumes `left + gap <= right`, as [`assume`] does.
fn assume_below(graph: &mut Graph, left: Value, right: Value, gap: i128) -> Option<bool> {
    let (Some(a), Some(b)) = (graph.range(left), graph.range(right)) else { return Some(false) };
    let lower = Range::new(a.low(), a.high().min(b.high() - gap))?;
    let upper = Range::new(b.low().max(a.low() + gap), b.high())?;
    if graph.has_relations() && graph.most_above_value(right, left).is_some_and(|most| most < gap) {
        return None;
    }
    if let Value::Unknown(id) = left {
        graph.narrow(id, lower);
    }
    if let Value::Unknown(id) = right {
        graph.narrow(id, upper);
    }
    graph.record_order(left, right, -gap);
    Some(a.single().is_some() || b.single().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_may_be_addresses_in_32_bits() {
        let negative = Range::up_to(-(1 << 31), -1);
        assert_eq!([4, 8].map(|word| may_be_address(negative, word)), [true, false]);
    }
}
