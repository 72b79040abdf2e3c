//! Address arithmetic: moved addresses, and differences between addresses.

use crate::domain::arithmetic;
use crate::domain::fault::Interruption;
use crate::domain::graph::Graph;
use crate::domain::object::{Liveness, Origin};
use crate::domain::value::{ANYWHERE, Address, Range, Steps, Target, Value};
use crate::transfer::evaluate::Evaluator;
use crate::transfer::limits::MOST_CASES;
use crate::transfer::limits::MOST_SMALL_COUNTS;
use base::integer::wrap;
use ctype::TypeId;
use program::{BinaryOp, Expr, ExprNode};

/// An offset in an object after steps.
enum Moved {
    To(i64),
    By(Steps),
}

impl Evaluator<'_> {
    /// Returns an address at any distance from `base`; unknown if `base` points into a segment.
    pub(super) fn anywhere_from(&mut self, base: Value) -> Value {
        match base.offsets() {
            Some((object, ..)) => Value::Inside { object, low: -ANYWHERE, high: ANYWHERE, room: 0, steps: None },
            None if base.object().is_some() => self.forgotten(),
            None => Value::ANY,
        }
    }

    /// Returns `base` moved by `count * size` bytes.
    pub fn shifted(&mut self, base: Value, count: Value, size: i64) -> Result<Value, Interruption> {
        if count == Value::ZERO || size == 0 {
            return Ok(base);
        }
        if base.object().is_some() {
            self.settle(count)?;
        }
        let count = self.as_signed(count);
        if let (Value::Address(address), Value::Integer(count)) = (base, count) {
            let recorded = count.saturating_mul(i128::from(size));
            let bytes = wrap(recorded, self.distance_format());
            if bytes != recorded {
                // In C the offset does not wrap: even if the machine address is in the object again, it denotes none of
                // its bytes.
                return Ok(self.anywhere_from(base));
            }
            return Ok(address.moved(bytes).map_or_else(|| self.anywhere_from(base), Value::Address));
        }
        let (Some(counts), true) = (self.configuration.graph.range(count), base.object().is_some()) else {
            return Ok(self.shifted_integer(base, count, size));
        };
        self.one_by_one(count)?;
        self.sample(count)?;
        let bytes = counts.corners(Range::exactly(i128::from(size)), i128::checked_mul).unwrap_or(Range::ALL);
        let Some((object, low, high)) = self.configuration.graph.offsets(base) else { return Ok(self.forgotten()) };
        let room = self.room(base, count, size, bytes.high());
        // Adding a large unsigned number moves backwards, unless it is known not to go that far.
        let may_lead_back = room.is_none() && !self.reach().includes(bytes);
        if may_lead_back {
            return Ok(self.anywhere_from(base));
        }
        let bound = |offset: i64, by: i128| {
            let far = i128::from(ANYWHERE);
            (i128::from(offset) + by).clamp(-far, far) as i64
        };
        let (low, high) = (bound(low, bytes.low()), bound(high, bytes.high()));
        let steps = match self.steps(base, count, size) {
            Some(Moved::To(offset)) => return Ok(Value::Address(Address { object, target: Target::Region, offset })),
            Some(Moved::By(steps)) => Some(steps),
            None => None,
        };
        let room = room.unwrap_or(0);
        // The offset may be known better, as a difference of related numbers.
        let offsets = steps.and_then(|steps| self.offsets_after(steps));
        let known = offsets.and_then(|offsets| offsets.intersection(Range::up_to(low.into(), high.into())));
        let (low, high) = known.map_or((low, high), |known| (bound(0, known.low()), bound(0, known.high())));
        Ok(Value::Inside { object, low, high, room, steps })
    }

    /// Returns true if an index of a type wider than a word may change its value when it is truncated to a word.
    pub(super) fn may_be_cut(&self, index: Value, ty: TypeId) -> bool {
        let word = (8 * self.word() as u32, true);
        let Some((_, signed)) = self.format(ty).filter(|(width, _)| *width > word.0) else { return false };
        let kept = if signed { Range::of_format(word) } else { Range::of_format((word.0 - 1, false)) };
        !self.configuration.graph.range(index).is_some_and(|range| kept.includes(range))
    }

    /// Returns the distances that lead no address past the end of memory, where it would wrap. On 32-bit systems the
    /// stack is near the end.
    fn reach(&self) -> Range {
        match self.word() {
            4 => Range::of_format((24, true)),
            _ => Range::of_format(self.distance_format()),
        }
    }

    /// Returns the offset of `base` moved by `count * size` bytes, if numbers are related.
    fn steps(&mut self, base: Value, count: Value, size: i64) -> Option<Moved> {
        if !self.configuration.graph.keeps_relations() {
            return None;
        }
        match (base, count) {
            (Value::Address(Address { target: Target::Region, offset, .. }), Value::Unknown(number)) => {
                Steps::new(number, size, offset).map(Moved::By)
            }
            (Value::Inside { steps: Some(steps), .. }, Value::Integer(count)) => {
                let bytes = i64::try_from(count.checked_mul(size.into())?).ok()?;
                if bytes % steps.size() != 0 {
                    let start = steps.start().checked_add(bytes)?;
                    return Steps::new(steps.number(), steps.size(), start).map(Moved::By);
                }
                self.more_steps(steps, Value::Integer(i128::from(bytes / steps.size())))
            }
            (Value::Inside { steps: Some(steps), .. }, Value::Unknown(_)) if steps.size() == size => {
                self.more_steps(steps, count)
            }
            _ => None,
        }
    }

    /// Returns the range of the offset after steps.
    fn offsets_after(&self, steps: Steps) -> Option<Range> {
        let counts = self.configuration.graph.range(Value::Unknown(steps.number()))?;
        let bytes = counts.corners(Range::exactly(steps.size().into()), i128::checked_mul)?;
        bytes.corners(Range::exactly(steps.start().into()), i128::checked_add)
    }

    /// Returns `more` steps of the same size behind others.
    fn more_steps(&mut self, steps: Steps, more: Value) -> Option<Moved> {
        match self.computed_from(BinaryOp::Add, [Value::Unknown(steps.number()), more])? {
            Value::Unknown(number) => Some(Moved::By(steps.with_number(number))),
            Value::Integer(count) => steps.offset_after(count).map(Moved::To),
            _ => None,
        }
    }

    /// Returns the number of bytes that certainly follow `base` moved by `count * size` bytes, which is at most `most`.
    /// `None` if the address may lie past the end of its object.
    fn room(&self, base: Value, count: Value, size: i64, most: i128) -> Option<i64> {
        let graph = &self.configuration.graph;
        let known = match base {
            Value::Inside { room, .. } => Some(i128::from(room).saturating_sub(most)),
            Value::Address(Address { object, offset, .. }) => graph.recorded_size(object).and_then(|end| {
                let start = graph.term(count)?.times(size.into())?.plus(offset.into())?;
                Some(-graph.most_above(start, end))
            }),
            _ => None,
        };
        known.and_then(|known| i64::try_from(known).ok()).filter(|known| *known >= 0)
    }

    fn shifted_integer(&mut self, base: Value, count: Value, size: i64) -> Value {
        let graph = &self.configuration.graph;
        match (base, graph.range(base), graph.range(count)) {
            (Value::Undefined, ..) => Value::Undefined,
            (_, Some(all), Some(_)) if graph.is_undefined(base) => self.configuration.graph.partly_undefined(all),
            (_, Some(base), Some(count)) => {
                let bytes = count.corners(Range::exactly(i128::from(size)), i128::checked_mul).unwrap_or(Range::ALL);
                let format = (8 * self.word() as u32, false);
                self.computed(arithmetic::binary(BinaryOp::Add, base, bytes, format))
            }
            _ if count == Value::Undefined => Value::Undefined,
            _ => Value::ANY,
        }
    }

    /// Splits by the value of an unknown integer, if there are few.
    pub(super) fn one_by_one(&mut self, value: Value) -> Result<(), Interruption> {
        let Value::Unknown(id) = value else { return Ok(()) };
        let graph = &self.configuration.graph;
        match graph.range(value) {
            Some(range) if range.high() - range.low() < MOST_CASES && graph.holds(id) => {
                let possible = (range.low()..=range.high()).filter(|case| !graph.differ(value, Value::Integer(*case)));
                let cases = possible.map(|case| graph.where_it_is(id, case)).filter(|case| !case.contradicts_itself());
                Err(Interruption::by_number(cases.collect(), graph.is_unconstrained(value)))
            }
            _ => Ok(()),
        }
    }

    /// As [`Evaluator::one_by_one`], for all numbers that an expression loads. If a number has many values, only a
    /// small least value is split off: a block of so few bytes is the most likely to be too small.
    pub fn numbers_one_by_one(&mut self, expr: &Expr) -> Result<(), Interruption> {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.node {
                ExprNode::Unary(_, operand) | ExprNode::Cast(operand) => open.push(operand),
                ExprNode::Binary(_, left, right) => open.extend([left, right].map(|side| &**side)),
                ExprNode::Load(_) => {
                    let value = self.value(expr)?;
                    self.one_by_one(value)?;
                    self.least_apart(value)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Splits off the least value of a number, if it is small and certainly occurs.
    fn least_apart(&mut self, value: Value) -> Result<(), Interruption> {
        let Value::Unknown(id) = value else { return Ok(()) };
        let graph = &self.configuration.graph;
        let range = graph
            .range(value)
            .filter(|range| (0..MOST_SMALL_COUNTS).contains(&range.low()) && graph.is_unconstrained(value));
        let Some((least, above)) =
            range.and_then(|range| Some((range.low(), Range::new(range.low() + 1, range.high())?)))
        else {
            return Ok(());
        };
        let mut more = graph.clone();
        more.narrow(id, above);
        let mut cases = vec![more];
        if !graph.differ(value, Value::Integer(least)) {
            cases.insert(0, graph.where_it_is(id, least));
        }
        let occur = cases.iter().all(|case| case.has_room(value));
        Err(Interruption::by_number(cases, occur))
    }

    pub(super) fn difference(&mut self, left: Value, right: Value, size: i64) -> Result<Value, Interruption> {
        let bytes = match (left, right) {
            (Value::Undefined, _) | (_, Value::Undefined) => return Ok(Value::Undefined),
            // With a member's address in a hypothetical object at NULL, this computes the address of a block from that
            // of its member.
            (_, Value::Integer(offset)) if left.object().is_some() && size == 1 => {
                return self.shifted(left, Value::Integer(offset.saturating_neg()), 1);
            }
            (Value::Address(a), Value::Address(b)) if a.object == b.object && a.target == b.target => {
                Range::exactly(i128::from(a.offset) - i128::from(b.offset))
            }
            _ => {
                if let Some(elements) = self.elements_between(left, right, size) {
                    return Ok(elements);
                }
                let graph = &self.configuration.graph;
                match (graph.range(left), graph.range(right)) {
                    // The distance between two blocks is up to the machine.
                    (None, None) if left.object() != right.object() => {
                        return Ok(self.distance(left, right, size.max(1)));
                    }
                    (Some(a), Some(b)) => a.corners(b, i128::checked_sub).unwrap_or(Range::ALL),
                    _ => Range::of_format(self.distance_format()),
                }
            }
        };
        let size = Range::exactly(i128::from(size.max(1)));
        let count = bytes.corners(size, i128::checked_div).unwrap_or(Range::ALL);
        Ok(self.computed(count))
    }

    /// Returns the number of elements from `right` to `left`, if both are known numbers of elements away from one place.
    fn elements_between(&mut self, left: Value, right: Value, size: i64) -> Option<Value> {
        let place = |value: Value| match value {
            Value::Address(Address { object, target: Target::Region, offset }) => Some((object, Value::ZERO, offset)),
            Value::Inside { object, steps: Some(steps), .. } if steps.size() == size => {
                Some((object, Value::Unknown(steps.number()), steps.start()))
            }
            _ => None,
        };
        let ((object, one, start), (other_object, other, other_start)) = (place(left)?, place(right)?);
        let more = start.checked_sub(other_start)?;
        if object != other_object || size < 1 || more % size != 0 {
            return None;
        }
        let steps = self.computed_from(BinaryOp::Sub, [one, other])?;
        self.computed_from(BinaryOp::Add, [steps, Value::Integer((more / size).into())])
    }

    /// Returns the result of an operation on two numbers of elements.
    fn computed_from(&mut self, op: BinaryOp, values: [Value; 2]) -> Option<Value> {
        if values[1] == Value::ZERO {
            return Some(values[0]);
        }
        let [a, b] = values.map(|value| self.configuration.graph.range(value));
        Some(self.calculated(op, values, [a?, b?], self.distance_format()))
    }

    /// Reinterprets a number that is added to an address as a signed distance: large unsigned numbers move backwards.
    fn as_signed(&self, value: Value) -> Value {
        match value {
            Value::Integer(integer) => Value::Integer(wrap(integer, self.distance_format())),
            _ => value,
        }
    }

    /// Returns the distance between two blocks in elements of a size. It differs from the distance at which they would
    /// coincide.
    fn distance(&mut self, left: Value, right: Value, size: i64) -> Value {
        let distance = self.computed(Range::of_format(self.distance_format()));
        let graph = &mut self.configuration.graph;
        let offset = |graph: &Graph, value: Value| match value {
            Value::Address(Address { object, target: Target::Region, offset }) => {
                // String literals may coincide.
                let found = graph.object(object).filter(|it| !matches!(it.origin, Origin::Literal(_)))?;
                (found.liveness == Liveness::Valid && found.size.low() >= size.into()).then_some(offset)
            }
            _ => None,
        };
        if let (Some(a), Some(b)) = (offset(graph, left), offset(graph, right)) {
            graph.record_different(distance, Value::Integer(i128::from(a.saturating_sub(b) / size)));
        }
        distance
    }
}
