//! Operators and conversions on values: arithmetic, comparisons, casts.

use crate::domain::arithmetic::{self, Format};
use crate::domain::fault::Interruption;
use crate::domain::graph::{Graph, Operation, Operator};
use crate::domain::value::{Range, UnknownId, Value};
use crate::transfer::compare::{self, Comparison, compare};
use crate::transfer::evaluate::{Evaluator, unconstrained};
use base::integer::wrap;
use ctype::{FloatKind, Type, TypeId};
use program::{BinaryOp, UnaryOp};

impl Evaluator<'_> {
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        value: Value,
        operand: TypeId,
        ty: TypeId,
    ) -> Result<Value, Interruption> {
        if value == Value::Undefined {
            return Ok(value);
        }
        if op == UnaryOp::LogicalNot {
            return self.binary(BinaryOp::Equal, value, Value::ZERO, operand);
        }
        let (Some(range), Some(format)) = (self.configuration.graph.range(value), self.format(ty)) else {
            return Ok(if value.object().is_some() { self.forgotten() } else { Value::ANY });
        };
        // In two's complement, `~x` is `-1 - x`.
        let from = if op == UnaryOp::Negate { 0 } else { -1 };
        let (values, ranges) = ([Value::Integer(from), value], [Range::exactly(from), range]);
        Ok(self.calculated(BinaryOp::Sub, values, ranges, format))
    }

    /// Evaluates `op` on values of type `ty`.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        ty: TypeId,
    ) -> Result<Value, Interruption> {
        if left == Value::Undefined || right == Value::Undefined {
            return Ok(self.of_undefined(op, left, right, ty));
        }
        if op.is_comparison() {
            return self.comparison(op, [left, right], ty);
        }
        if matches!(self.program.types.get(ty), Type::Float(_)) {
            return Ok(Value::ANY);
        }
        if op == BinaryOp::Mul && self.semantics.follows_numbers {
            // This is usually the size of a number of elements, which determines the bytes that may be accessed.
            self.one_by_one(left)?;
            self.one_by_one(right)?;
        }
        let graph = &self.configuration.graph;
        if let (Some(a), Some(b), Some(format)) = (graph.range(left), graph.range(right), self.format(ty)) {
            return self.of_numbers(op, [left, right], [a, b], format);
        }
        self.of_addresses(op, left, right, ty)
    }

    /// Returns the outcome of a comparison of defined values of type `ty`.
    fn comparison(&mut self, op: BinaryOp, [left, right]: [Value; 2], ty: TypeId) -> Result<Value, Interruption> {
        Ok(match self.compared(op, [left, right], ty)? {
            Comparison::Is(outcome) => Value::Integer(i128::from(outcome)),
            Comparison::Open if self.is_never_known(op, [left, right], ty) => {
                self.forgotten();
                Value::Any(Range::of_format((1, false)))
            }
            Comparison::Open => {
                self.split_by_equality(op, left, right)?;
                let (source, other) = if matches!(right, Value::Integer(_)) { (left, right) } else { (right, left) };
                self.image(source, Range::of_format((1, false)), matches!(other, Value::Integer(_)))
            }
        })
    }

    /// Evaluates `op` on two numbers with these ranges.
    fn of_numbers(
        &mut self,
        op: BinaryOp,
        [left, right]: [Value; 2],
        ranges: [Range; 2],
        format: Format,
    ) -> Result<Value, Interruption> {
        Ok(match (op, left, right) {
            // Operations without effect preserve the identity of the value.
            (
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::BitOr | BinaryOp::ShiftLeft | BinaryOp::ShiftRight,
                _,
                Value::ZERO,
            ) => left,
            (BinaryOp::Add | BinaryOp::BitOr, Value::ZERO, _) => right,
            (BinaryOp::Sub, ..) if left == right && !matches!(left, Value::Any(_)) => Value::ZERO,
            _ => {
                self.sample(left)?;
                self.sample(right)?;
                self.calculated(op, [left, right], ranges, format)
            }
        })
    }

    /// Evaluates `op` on values that are not both numbers: one is an address, or unknown.
    fn of_addresses(&mut self, op: BinaryOp, left: Value, right: Value, ty: TypeId) -> Result<Value, Interruption> {
        match op {
            BinaryOp::Add if left.object().is_some() => self.shifted(left, right, 1),
            BinaryOp::Add if right.object().is_some() => self.shifted(right, left, 1),
            BinaryOp::Sub if left.object().is_some() && right.object().is_some() => {
                // The first and the last node of a segment may be two blocks.
                let is_of_one_end = match (left, right) {
                    (Value::Address(a), Value::Address(b)) => a.target == b.target,
                    _ => true,
                };
                if left.object() != right.object() || !is_of_one_end {
                    // One block can be reached from the other by the difference.
                    self.forgotten();
                }
                self.difference(left, right, 1)
            }
            BinaryOp::Sub if left.object().is_some() => {
                let negated = self.unary(UnaryOp::Negate, right, ty, ty)?;
                self.shifted(left, negated, 1)
            }
            BinaryOp::Rem => Ok(self.remainder(left, right, self.format(ty))),
            BinaryOp::BitAnd if left.object().is_none() => Ok(self.aligned(right, left)),
            BinaryOp::BitAnd => Ok(self.aligned(left, right)),
            BinaryOp::BitOr => match (left, right) {
                (Value::Address(address), Value::Integer(bits)) | (Value::Integer(bits), Value::Address(address))
                    if self.last_bits(address, bits) == Some(0) =>
                {
                    self.shifted(Value::Address(address), Value::Integer(bits), 1)
                }
                _ => Ok(self.forgotten()),
            },
            _ => Ok(self.forgotten()),
        }
    }

    /// Compares two defined values of a type, as [`compare`] does.
    pub fn compared(&self, op: BinaryOp, [left, right]: [Value; 2], ty: TypeId) -> Result<Comparison, Interruption> {
        let is_order = matches!(op, BinaryOp::Less | BinaryOp::LessEqual);
        let is_address = left.object().is_some() || right.object().is_some();
        match (op, self.format(ty)) {
            (BinaryOp::Less, Some((_, false))) if right == Value::ZERO => Ok(Comparison::Is(false)),
            (BinaryOp::LessEqual, Some((_, false))) if left == Value::ZERO => Ok(Comparison::Is(true)),
            // Addresses in the upper half are negative then, and 32-bit systems use some of them.
            (_, Some((32, true))) if is_order && is_address => Ok(Comparison::Open),
            _ if self.is_never_known(op, [left, right], ty) => Ok(Comparison::Open),
            _ => compare(&self.configuration.graph, op, left, right, self.word()),
        }
    }

    /// Takes values of unknown kind, such as pointers, for numbers of the type in which their order is compared: the
    /// order of signed numbers differs from that of addresses. A later read as another type gives other numbers, whose
    /// order stays unknown.
    pub fn take_as_numbers(&mut self, op: BinaryOp, values: [Value; 2], ty: TypeId) {
        let format = self.format(ty).filter(|_| matches!(op, BinaryOp::Less | BinaryOp::LessEqual));
        let Some(numbers) = format.map(Range::of_format) else { return };
        let graph = &mut self.configuration.graph;
        for value in values {
            if let (Value::Unknown(id), Some(Range::ALL)) = (value, graph.range(value)) {
                graph.narrow(id, numbers);
            }
        }
    }

    /// Returns true for comparisons with an unknown outcome that is not recorded, since it may differ each time: the
    /// order of unsigned 128-bit numbers, whose upper half is negative in ranges, and the equality of inputs that may
    /// dangle.
    pub fn is_never_known(&self, op: BinaryOp, [left, right]: [Value; 2], ty: TypeId) -> bool {
        let orders = matches!(op, BinaryOp::Less | BinaryOp::LessEqual) && self.format(ty) == Some((128, false));
        let is_opaque = |value| matches!(value, Value::Unknown(_) | Value::Any(_));
        let may_dangle = self.semantics.opaque_may_dangle && self.program.types.is_pointer(ty);
        orders || may_dangle && left != right && is_opaque(left) && is_opaque(right)
    }

    /// Splits on the outcome of an equality that the graph can record.
    fn split_by_equality(&self, op: BinaryOp, left: Value, right: Value) -> Result<(), Interruption> {
        let unknown = matches!(left, Value::Unknown(_)) || matches!(right, Value::Unknown(_));
        let any = matches!(left, Value::Any(_)) || matches!(right, Value::Any(_));
        let graph = &self.configuration.graph;
        let is_kept = |value: Value| !matches!(value, Value::Unknown(id) if !graph.holds(id));
        let decides = unknown && !any && is_kept(left) && is_kept(right);
        if !decides || !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            return Ok(());
        }
        let (mut equal, mut different) = (graph.clone(), graph.clone());
        let different = different.record_different(left, right).then_some(different);
        if !compare::assume_equal(&mut equal, left, right, self.word()) {
            return Ok(());
        }
        let has_room = |graph: &Graph| graph.has_room(left) && graph.has_room(right);
        let free = graph.is_unconstrained(left) && graph.is_unconstrained(right) && has_room(&equal);
        let free = free && different.as_ref().is_none_or(has_room);
        match different {
            Some(different) => Err(Interruption::by_number(vec![equal, different], free)),
            None => Ok(()),
        }
    }

    /// Splits an unknown number into negative values and others, which a conversion treats differently.
    fn split_by_sign(&self, id: UnknownId, range: Range) -> Result<(), Interruption> {
        let graph = &self.configuration.graph;
        let (Some(negative), Some(other)) = (Range::new(range.low(), -1), Range::new(0, range.high())) else {
            return Ok(());
        };
        if !graph.holds(id) {
            return Ok(());
        }
        let cases = [other, negative].map(|part| {
            let mut case = graph.clone();
            case.narrow(id, part);
            case
        });
        let value = Value::Unknown(id);
        let free = graph.is_unconstrained(value) && cases.iter().all(|case| case.has_room(value));
        Err(Interruption::by_number(cases.into(), free))
    }

    /// Converts a value between types.
    pub(super) fn cast(&mut self, value: Value, from: TypeId, to: TypeId) -> Result<Value, Interruption> {
        let types = &self.program.types;
        let is_float = |ty| matches!(types.get(ty), Type::Float(_));
        let Some(format) = self.format(to) else {
            let has_padding = *types.get(to) == Type::Float(FloatKind::LongDouble);
            let kept = (value == Value::ZERO && !has_padding) || value == Value::Undefined;
            return Ok(match kept {
                true => value,
                false if value.object().is_some() => self.forgotten(),
                false => Value::ANY,
            });
        };
        if is_float(from) && value != Value::ZERO && value != Value::Undefined {
            return Ok(self.computed(Range::of_format(format)));
        }
        if format.0 == 1 && value != Value::Undefined {
            return self.binary(BinaryOp::NotEqual, value, Value::ZERO, from);
        }
        // A type wider than an address also has numbers that are not addresses.
        if format.0 > 8 * self.word() as u32 && (value.object().is_some() || matches!(value, Value::Function(_))) {
            return Ok(self.forgotten());
        }
        let is_narrower = self.format(from).is_some_and(|from| from.0 > format.0);
        Ok(match (value, self.configuration.graph.range(value)) {
            (Value::Integer(integer), _) => Value::Integer(wrap(integer, format)),
            (_, Some(range)) if Range::of_format(format).includes(range) => value,
            // A value of unknown kind, such as an address, keeps its identity in a word.
            (_, Some(Range::ALL)) if format.0 >= 8 * self.word() as u32 && !is_narrower => value,
            (Value::Unknown(id), Some(range)) if self.semantics.follows_numbers => {
                self.split_by_sign(id, range)?;
                self.sample(value)?;
                self.computed(arithmetic::wrapped(range, format))
            }
            (_, Some(range)) => {
                let operation = Operation::on(Operator::Conversion, [value, Value::ZERO], format);
                let (wrapped, is_any) = (arithmetic::wrapped(range, format), unconstrained::fills(range, format));
                self.recorded(operation, |evaluator| evaluator.image(value, wrapped, is_any))
            }
            (Value::Undefined, _) => value,
            _ if format.0 < 8 * self.word() as u32 => {
                self.configuration.mark_possibly_infeasible();
                self.computed(Range::of_format(format))
            }
            _ => value,
        })
    }
}
