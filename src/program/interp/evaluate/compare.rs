//! Comparisons of values: equality, and the order of numbers and addresses.

use crate::interp::evaluate::Evaluator;
use crate::interp::fault::Fault;
use crate::interp::history::Lifetimes;
use crate::interp::limits::ROOM_BETWEEN_BLOCKS;
use crate::interp::memory::{BlockId, BlockKind, Pointer, Value};
use crate::limits::NEAR_NULL;
use crate::{BinaryOp, FaultKind};
use base::integer::wrap;

/// The result of comparing two pointers.
enum Ordering {
    Is(std::cmp::Ordering),
    /// Places in two blocks with known lifetimes.
    Blocks((BlockId, i64), (BlockId, i64)),
    /// Unequal, and not both in objects.
    Different,
    /// Unspecified.
    Open,
}

impl Evaluator<'_> {
    pub(super) fn compare(&mut self, op: BinaryOp, left: Value, right: Value) -> Result<Value, Fault> {
        let outcome = match op {
            BinaryOp::Equal => self.equal(left, right)?,
            BinaryOp::NotEqual => !self.equal(left, right)?,
            BinaryOp::Less => self.less(left, right)?,
            _ => !self.less(right, left)?,
        };
        Ok(Value::Integer(i128::from(outcome)))
    }

    pub(super) fn equal(&mut self, left: Value, right: Value) -> Result<bool, Fault> {
        let (left, right) = (self.guesses.resolve(left), self.guesses.resolve(right));
        self.refuse_outside(left, right)?;
        if self.may_be_one_literal(left, right) {
            return Err(Fault::unsupported("whether equal string literals are one object"));
        }
        match self.order(left, right) {
            Ordering::Is(order) => Ok(order == std::cmp::Ordering::Equal),
            Ordering::Different => Ok(false),
            Ordering::Blocks(a, b) => self.are_equal(a, b),
            Ordering::Open if self.guesses.differ(left, right) => Ok(false),
            Ordering::Open => {
                let outcome = self.either()?;
                // NULL is not another value.
                let is_first = self.state.is_dangling(left) || right == Value::NULL || right == Value::Integer(0);
                let (dead, other) = if is_first { (left, right) } else { (right, left) };
                self.guesses.record_equal(dead, other, outcome);
                Ok(outcome)
            }
        }
    }

    /// Fails for addresses of two blocks if nothing is known of one of them.
    fn refuse_outside(&self, left: Value, right: Value) -> Result<(), Fault> {
        let (Some(left), Some(right)) = (left.block(), right.block()) else { return Ok(()) };
        let is_outside = |id| self.state.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Outside { .. }));
        match left != right && (is_outside(left) || is_outside(right)) {
            true => Err(Fault::without_body("a pointer that a function without a body has given, or was given")),
            false => Ok(()),
        }
    }

    /// Returns true if two addresses point into different string literals and may be the same byte, as a compiler may
    /// merge the shorter literal into the longer one.
    fn may_be_one_literal(&self, left: Value, right: Value) -> bool {
        let rest = |value| {
            let Value::Pointer(Pointer::To { block, offset }) = value else { return None };
            let BlockKind::String(string) = self.state.block(block)?.kind else { return None };
            let text = self.program.strings.get(string)?;
            Some((string, text.as_slice(), i64::try_from(text.len()).ok()?.checked_sub(offset)?))
        };
        let (Some((left, a, to_end)), Some((right, b, other))) = (rest(left), rest(right)) else { return false };
        left != right && to_end == other && (a.ends_with(b) || b.ends_with(a))
    }

    fn less(&mut self, left: Value, right: Value) -> Result<bool, Fault> {
        let (left, right) = (self.guesses.resolve(left), self.guesses.resolve(right));
        self.refuse_outside(left, right)?;
        match (self.order(left, right), self.guesses.less(left, right)) {
            (Ordering::Is(order), _) => Ok(order == std::cmp::Ordering::Less),
            (Ordering::Blocks(a, b), _) => self.is_before(a, b),
            (Ordering::Different, _) => self.is_below(left, right),
            (_, Some(known)) => Ok(known),
            _ => {
                let outcome = self.either()?;
                self.guesses.record_less(left, right, outcome);
                Ok(outcome)
            }
        }
    }

    /// Returns true if two places in different blocks with known lifetimes are equal. Blocks are disjoint, or begin at
    /// the same address.
    fn are_equal(&mut self, (a, x): (BlockId, i64), (b, y): (BlockId, i64)) -> Result<bool, Fault> {
        match self.guesses.layout.order(a, b) {
            Some(order) => Ok(order.is_eq() && x == y),
            None => Ok(x == y && self.begin_together(a, b)?),
        }
    }

    /// Returns true if a place comes before one in another block with a known lifetime.
    fn is_before(&mut self, (a, x): (BlockId, i64), (b, y): (BlockId, i64)) -> Result<bool, Fault> {
        if !self.is_near(a, x) || !self.is_near(b, y) {
            return Err(Fault::unsupported("the order of addresses far out of their blocks"));
        }
        match self.guesses.layout.order(a, b) {
            Some(std::cmp::Ordering::Equal) => return Ok(x < y),
            Some(order) => return Ok(order.is_lt()),
            None => {}
        }
        if self.begin_together(a, b)? {
            return Ok(x < y);
        }
        let outcome = self.either()?;
        let (first, second) = if outcome { (a, b) } else { (b, a) };
        self.guesses.layout.record_before(first, second);
        Ok(outcome)
    }

    /// Decides whether two blocks of unknown order begin at the same address.
    fn begin_together(&mut self, a: BlockId, b: BlockId) -> Result<bool, Fault> {
        let layout = &self.guesses.layout;
        let others = layout.together(b);
        let fit = |one: &BlockId, other: &BlockId| {
            self.state.lifetimes(*one, *other) == Lifetimes::Disjoint && self.state.is_reused(*one, *other)
        };
        let may = layout.together(a).iter().all(|one| others.iter().all(|other| fit(one, other)));
        if !may || layout.are_apart(a, b) {
            return Ok(false);
        }
        let outcome = self.either()?;
        match outcome {
            true => self.guesses.layout.record_together(a, b),
            false => self.guesses.layout.record_apart(a, b),
        }
        Ok(outcome)
    }

    /// Returns true if an address is so close to its block that no other block lies between.
    fn is_near(&self, block: BlockId, offset: i64) -> bool {
        let size = self.state.block(block).map_or(0, |block| i64::try_from(block.size()).unwrap_or(i64::MAX));
        (-ROOM_BETWEEN_BLOCKS..=size.saturating_add(ROOM_BETWEEN_BLOCKS)).contains(&offset)
    }

    /// Returns true if `left` is below `right`. Supported only for a small or large integer and any other value.
    fn is_below(&self, left: Value, right: Value) -> Result<bool, Fault> {
        let word = 8 * self.program.types.model().word_bytes() as u32;
        // There are no objects in the first page, or at the end of the address space.
        let is_low = |number: i128| (0..NEAR_NULL).contains(&wrap(number, (word, false)));
        let is_high = |number: i128| (-NEAR_NULL..0).contains(&wrap(number, (word, true)));
        match (left, right) {
            (Value::Integer(number), _) if is_low(number) => Ok(true),
            (_, Value::Integer(number)) if is_low(number) => Ok(false),
            (Value::Integer(number), _) if is_high(number) => Ok(false),
            (_, Value::Integer(number)) if is_high(number) => Ok(true),
            _ => Err(Fault::unsupported("the order of an address and something that is no address of an object")),
        }
    }

    /// Returns true if an address may be NULL.
    fn may_be_null(&self, block: BlockId, offset: i64) -> bool {
        let kind = self.state.block(block).map(|block| block.kind);
        offset == 0 && kind == Some(BlockKind::Outside { may_be_null: true })
    }

    /// Compares two values, at least one of which is an address. No object lies at an address made from an integer.
    fn order(&self, left: Value, right: Value) -> Ordering {
        use std::cmp::Ordering as Order;
        match (left, right) {
            (
                Value::Pointer(Pointer::To { block: a, offset: x }),
                Value::Pointer(Pointer::To { block: b, offset: y }),
            ) if a == b => Ordering::Is(x.cmp(&y)),
            (Value::Pointer(Pointer::Null) | Value::Integer(0), Value::Pointer(Pointer::To { block, offset }))
            | (Value::Pointer(Pointer::To { block, offset }), Value::Pointer(Pointer::Null) | Value::Integer(0))
                if self.may_be_null(block, offset) =>
            {
                Ordering::Open
            }
            // A dangling pointer keeps its bits: it was not NULL, and is not now.
            (Value::Pointer(Pointer::Null) | Value::Integer(0), Value::Pointer(Pointer::To { .. })) => {
                Ordering::Is(Order::Less)
            }
            (Value::Pointer(Pointer::To { .. }), Value::Pointer(Pointer::Null) | Value::Integer(0)) => {
                Ordering::Is(Order::Greater)
            }
            (
                Value::Pointer(Pointer::To { block: a, offset: x }),
                Value::Pointer(Pointer::To { block: b, offset: y }),
            ) if self.state.lifetimes(a, b) != Lifetimes::Unknown => Ordering::Blocks((a, x), (b, y)),
            _ if self.is_open(left) || self.is_open(right) => Ordering::Open,
            _ if left == right => Ordering::Is(Order::Equal),
            (Value::Pointer(Pointer::Null), Value::Integer(0)) | (Value::Integer(0), Value::Pointer(Pointer::Null)) => {
                Ordering::Is(Order::Equal)
            }
            (Value::Pointer(Pointer::Null), _) => Ordering::Is(Order::Less),
            (_, Value::Pointer(Pointer::Null)) => Ordering::Is(Order::Greater),
            _ => Ordering::Different,
        }
    }

    /// Returns true if nothing is known about comparisons of the value.
    fn is_open(&self, value: Value) -> bool {
        self.state.is_dangling(value) && !self.state.clock.0.is_whole
    }

    /// Lets the chooser pick an outcome.
    fn either(&mut self) -> Result<bool, Fault> {
        match &mut self.chooser {
            Some(chooser) => Ok(chooser.choose(2) == 1),
            None => Err(Fault::new(FaultKind::Indeterminate, "the comparison has either outcome")),
        }
    }
}
