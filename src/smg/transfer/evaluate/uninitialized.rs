//! Maybe uninitialized values.
//!
//! A cell that was written only on some paths holds [`Value::PerhapsUndefined`]. Such a value may be loaded, copied and
//! computed with. It matters only if a branch depends on it, or if it is used as an address or a size.

use crate::domain::arithmetic::Format;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::Liveness;
use crate::domain::value::{Byte, Range, Value};
use crate::transfer::evaluate::{Evaluator, ObjectBytes};
use base::integer::wrap;
use ctype::TypeId;
use program::{BinaryOp, FaultClass, FaultKind};

impl Evaluator<'_> {
    /// Splits a maybe uninitialized value that is about to be used: it was never written, or it was.
    pub fn settle(&self, value: Value) -> Result<(), Interruption> {
        self.settle_as(FaultKind::Uninitialized, value)
    }

    /// As [`Evaluator::settle`], if the use of an undefined value is an error of this kind.
    pub fn settle_as(&self, kind: FaultKind, value: Value) -> Result<(), Interruption> {
        let graph = &self.configuration.graph;
        match value {
            Value::Unknown(id) if graph.is_maybe_uninitialized(value) && graph.holds(id) => {
                Err(Interruption::by_number(graph.written_or_not(id), false))
            }
            _ if kind.class() == FaultClass::UndefinedBehaviour && self.semantics.tolerates => Ok(()),
            _ if graph.is_maybe_uninitialized(value) && !self.semantics.recovers => {
                Err(Fault::possible(kind, "use of a value that may be uninitialized").into())
            }
            _ => Ok(()),
        }
    }

    /// Returns the result of an operation on a value that was never written: undefined, unless a mask or a shift may
    /// leave nothing of the value, or sets some bits.
    pub(super) fn of_undefined(&mut self, op: BinaryOp, left: Value, right: Value, ty: TypeId) -> Value {
        let known = if left == Value::Undefined { right } else { left };
        let format = self.format(ty);
        let sets_all = |mask: i128| format.is_some_and(|format| wrap(!mask, format) == 0);
        let graph = &mut self.configuration.graph;
        match (op, known) {
            (BinaryOp::BitAnd | BinaryOp::Mul, Value::ZERO) => graph.perhaps_undefined(Range::exactly(0)),
            (BinaryOp::BitOr, Value::Integer(mask)) if sets_all(mask) => graph.perhaps_undefined(Range::exactly(mask)),
            // A value that was converted from a smaller type may have undefined bits only in its lowest byte.
            (BinaryOp::BitAnd, Value::Integer(mask)) if mask & 0xff != 0 => Value::Undefined,
            (BinaryOp::BitOr, Value::ZERO) => Value::Undefined,
            (BinaryOp::BitAnd | BinaryOp::ShiftLeft | BinaryOp::ShiftRight, _)
            | (BinaryOp::BitOr, Value::Integer(_)) => {
                graph.partly_undefined(format.map_or(Range::ALL, Range::of_format))
            }
            _ => Value::Undefined,
        }
    }

    /// Returns the value loaded by an access that may be an error which was already reported. If it is not, bytes of
    /// the object are loaded.
    pub(super) fn read_perhaps(&mut self, pointer: Value, size: i64) -> Value {
        let graph = &mut self.configuration.graph;
        let bytes = graph.offsets(pointer).and_then(|(id, low, high)| {
            let object = graph.object(id).filter(|object| object.liveness == Liveness::Valid)?;
            let (start, end) = (low.max(0), high.saturating_add(size).min(object.possible_end()));
            (start < end).then(|| graph.pieces(object, start, end))
        });
        let is_maybe_uninitialized = bytes.into_iter().flatten().any(|piece| graph.may_be_undefined(piece.value));
        match is_maybe_uninitialized && !self.semantics.undefined_is_any {
            true => graph.perhaps_undefined(Range::ALL),
            false => graph.dependent(Range::ALL),
        }
    }

    /// Replaces a maybe uninitialized value loaded from a place by any number of a format, which is stored there so
    /// that later loads yield the same number.
    pub(super) fn taken_as_any(&mut self, raw: Value, place: ObjectBytes, size: i64, format: Option<Format>) -> Value {
        let graph = &mut self.configuration.graph;
        if !graph.may_be_undefined(raw) {
            return raw;
        }
        let all = Range::of_format(format.unwrap_or((8 * size.clamp(1, 12) as u32, false)));
        // A copy of an uninitialized value is the same number.
        let is_unconstrained = raw == Value::Undefined && !self.configuration.undefined.copied;
        let named = if is_unconstrained { graph.unknown(all) } else { graph.dependent(all) };
        if place.low == place.high {
            graph.name(place.object, place.low, size, named);
        }
        named
    }

    /// Returns the value of a bit-field, `width` bits from bit `first` on, if some of its bytes were only partly
    /// written.
    pub(super) fn of_partly_written(
        &mut self,
        place: ObjectBytes,
        size: i64,
        (first, width): (u32, u32),
        ty: TypeId,
    ) -> Option<Value> {
        let format = (width.max(1), self.format(ty).is_some_and(|format| format.1));
        let graph = &mut self.configuration.graph;
        let bytes: Option<Vec<Byte>> = (place.low..place.low + size).map(|at| graph.byte(place.object, at)).collect();
        let bytes = bytes.filter(|_| place.low == place.high && width <= 64)?;
        let is_mixed = |byte: &Byte| ![0, u8::MAX].contains(&byte.unwritten());
        if !bytes.iter().any(is_mixed) {
            return None;
        }
        let of_field = |bits: fn(Byte) -> u8| {
            let whole = bytes.iter().rev().fold(0_i128, |whole, byte| whole << 8 | i128::from(bits(*byte)));
            wrap(whole >> first, (width, false))
        };
        let (unwritten, unknown) = (of_field(Byte::unwritten), of_field(Byte::unknown));
        let range = Range::of_format(format);
        Some(match (unwritten, unknown) {
            (0, 0) => Value::Integer(wrap(of_field(Byte::bits), format)),
            (0, _) => graph.dependent(range),
            _ if self.semantics.undefined_is_any => graph.dependent(range),
            _ if unwritten == wrap(-1, (width, false)) => Value::Undefined,
            _ => graph.partly_undefined(range),
        })
    }

    /// Marks a value computed from others as maybe uninitialized if one of them is.
    pub(super) fn maybe_uninitialized<const N: usize>(&mut self, sources: [Value; N], value: Value) -> Value {
        let graph = &mut self.configuration.graph;
        let is_new =
            sources.iter().any(|source| graph.is_maybe_uninitialized(*source)) && !graph.is_maybe_uninitialized(value);
        match (value, graph.range(value)) {
            (Value::Integer(_) | Value::Unknown(_) | Value::Any(_), Some(range)) if is_new => {
                graph.perhaps_undefined(range)
            }
            _ => value,
        }
    }
}
