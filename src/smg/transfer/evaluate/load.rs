//! Loads from memory.

use crate::domain::arithmetic::Format;
use crate::domain::fault::Interruption;
use crate::domain::graph::{Graph, Term};
use crate::domain::object::{Fill, Object, Origin};
use crate::domain::value::{Address, ObjectId, Range, Value};
use crate::transfer::evaluate::{Access, Evaluator, ObjectBytes};
use crate::transfer::message;
use base::integer::wrap;
use ctype::{Type, TypeId};
use program::{Expr, ExprNode, FaultKind};

/// Bytes of a string among the arguments: no system passes longer ones.
const MOST_ARGUMENT_BYTES: i128 = 1 << 31;

/// Adds a string among the arguments of `main`, of any length.
pub fn argument_string(graph: &mut Graph) -> ObjectId {
    let text = graph.add(Object::new(Origin::Argument, Range::up_to(1, MOST_ARGUMENT_BYTES), Fill::Any));
    graph.record_string(text, 0, Value::Any(Range::up_to(0, MOST_ARGUMENT_BYTES - 1)));
    text
}

impl Evaluator<'_> {
    /// Returns the bytes of an access. Of the unit of a bit-field only the bytes with the field are accessed: the
    /// others may lie beyond a packed record.
    pub fn access(&mut self, pointer: Value, ty: TypeId, bits: Option<(u32, u32)>) -> Result<Access, Interruption> {
        let Some((first, width)) = bits else { return Ok(Access { pointer, size: self.size_of(ty)?, bits: None }) };
        let pointer = self.shifted(pointer, Value::Integer(i128::from(first / 8)), 1)?;
        let first = first % 8;
        Ok(Access { pointer, size: i64::from((first + width).div_ceil(8)), bits: Some((first, width)) })
    }

    /// Loads a value of a type from a pointer.
    pub fn load(&mut self, pointer: Value, ty: TypeId, bits: Option<(u32, u32)>) -> Result<Value, Interruption> {
        let Access { pointer, size, bits } = self.access(pointer, ty, bits)?;
        let place = match self.place(pointer, size) {
            Err(Interruption::Fault(fault)) if self.semantics.recovers && fault.kind != FaultKind::Unsupported => {
                return Ok(self.read_perhaps(pointer, size));
            }
            place => place?,
        };
        if let Some(argument) = self.argument(place, ty)? {
            return Ok(argument);
        }
        self.choose_disjunct(place, size)?;
        if size == 1
            && let Some(format) = self.format(ty)
            && let Some(byte) = self.byte_of_string(place, format)?
        {
            return Ok(byte);
        }
        if let Some(value) = bits.and_then(|field| self.of_partly_written(place, size, field, ty)) {
            return Ok(value);
        }
        let mut raw = self.read(place, size);
        if self.semantics.undefined_is_any && !self.program.types.is_pointer(ty) {
            let format = self.format(ty).filter(|_| bits.is_none());
            raw = self.taken_as_any(raw, place, size, format);
        }
        if let Some((first, width)) = bits {
            let field = self.extracted(raw, first, width, ty);
            return Ok(self.maybe_uninitialized([raw], field));
        }
        if matches!(self.program.types.get(ty), Type::Float(_)) && !matches!(raw, Value::Undefined | Value::Integer(0))
        {
            return Ok(if raw.object().is_some() { self.forgotten() } else { Value::ANY });
        }
        Ok(match (raw, self.format(ty)) {
            (Value::Integer(integer), Some((1, _))) => Value::Integer(i128::from(integer != 0)),
            (Value::Integer(integer), Some(format)) => Value::Integer(wrap(integer, format)),
            (Value::Unknown(_), Some(format)) => {
                let number = self.reinterpreted(raw, format, place, size);
                if self.program.types.is_pointer(ty) { number } else { self.maybe_uninitialized([raw], number) }
            }
            _ => raw,
        })
    }

    /// Returns any value of a type if it is read from an object that a function without a body has given: what a pointer
    /// other than NULL leads to, or a member of it.
    pub(super) fn given(&mut self, address: &Expr, ty: TypeId, depth: u32) -> Result<Option<Value>, Interruption> {
        let mut base = address;
        while let ExprNode::FieldAddress(object, _) = &base.node {
            base = object;
        }
        if !message::may_be_given(self.program) || !matches!(base.node, ExprNode::Load(_)) {
            return Ok(None);
        }
        let pointer = self.at_depth(base, depth)?;
        let graph = &self.configuration.graph;
        let is_object = graph.given_type(pointer).is_some_and(|ty| self.program.types.pointee(base.ty) == Some(ty));
        let is_given = is_object && graph.differ(pointer, Value::ZERO);
        Ok(is_given.then(|| self.any_of(ty, self.bits_of(address))))
    }

    /// Records the element of the array of arguments that was read by `argv[1]` or the like, so that it is the same when it is
    /// read again. By other indices, a loop may read any number of elements, whose strings would be kept apart.
    pub(super) fn name_argument(&mut self, address: &Expr, pointer: Value, loaded: Value) {
        let is_fixed =
            matches!(&address.node, ExprNode::ElementAddress(_, index) if matches!(index.node, ExprNode::Integer(_)));
        let (graph, word) = (&mut self.configuration.graph, self.program.types.model().word_bytes() as i64);
        let is = |value: Value, origin| {
            value.object().and_then(|id| graph.object(id)).is_some_and(|object| object.origin == origin)
        };
        if let (Value::Address(cell), true) = (pointer, is_fixed)
            && is(pointer, Origin::Arguments)
            && is(loaded, Origin::Argument)
            && let Some(array) = graph.object_mut(cell.object)
        {
            array.write(cell.offset, word, loaded);
        }
    }

    /// Returns an element of the array of arguments: the address of a string, or NULL behind the last one.
    fn argument(&mut self, place: ObjectBytes, ty: TypeId) -> Result<Option<Value>, Interruption> {
        let (graph, word) = (&mut self.configuration.graph, self.program.types.model().word_bytes() as i64);
        let is_array = graph.object(place.object).is_some_and(|object| object.origin == Origin::Arguments);
        let is_known = |object: &Object| place.low == place.high && object.read(place.low, word) != Value::ANY;
        if !is_array || !self.program.types.is_pointer(ty) || graph.object(place.object).is_some_and(is_known) {
            return Ok(None);
        }
        let offset = place.offset.or_else(|| (place.low == place.high).then(|| Term::constant(place.low.into())));
        let behind = offset.and_then(|offset| Some((offset.plus(word.into())?, offset.plus(2 * i128::from(word))?)));
        if let Some(string) = offset.and_then(|offset| graph.recorded_argument(offset)) {
            return Ok(Some(Value::Address(Address::region(string))));
        }
        let (Some(size), Some((end, next))) = (graph.exact_size(place.object), behind) else { return Ok(None) };
        if graph.most_above(next, size) <= 0 {
            let text = argument_string(graph);
            if let Some(offset) = offset {
                graph.record_argument(offset, text);
            }
            return Ok(Some(Value::Address(Address::region(text))));
        }
        if graph.most_above(size, end) <= 0 {
            return Ok(Some(Value::ZERO));
        }
        let (mut inside, mut last) = (graph.clone(), graph.clone());
        inside.record_order_of_terms(next, size, 0);
        last.record_order_of_terms(size, end, 0);
        // A number that is decided now is no longer part of the size.
        let size_in = |graph: &Graph| graph.exact_size(place.object).unwrap_or(size);
        let is_told = inside.most_above(next, size_in(&inside)) <= 0 && last.most_above(size_in(&last), end) <= 0;
        // Without relations, the cases cannot be told apart.
        if is_told { Err(Interruption::by_number(vec![inside, last], true)) } else { Ok(None) }
    }

    /// Returns any value of a type, or of some of its bits.
    fn any_of(&mut self, ty: TypeId, bits: Option<(u32, u32)>) -> Value {
        let format = self.format(ty).map(|format| bits.map_or(format, |(_, width)| (width.max(1), format.1)));
        match (self.program.types.get(ty), format) {
            (Type::Integer { .. }, Some(format)) => self.configuration.graph.unknown(Range::of_format(format)),
            (Type::Pointer(_), _) => self.given_pointer(ty),
            _ => Value::ANY,
        }
    }

    /// Returns a pointer that a function without a body has given, of this type.
    pub fn given_pointer(&mut self, ty: TypeId) -> Value {
        let target = self.program.types.pointee(ty);
        let is_object = |target: &TypeId| self.program.types.size_of(*target).is_some_and(|size| size > 0);
        match target.filter(|target| !self.program.types.is_void(*target)).filter(is_object) {
            Some(target) => self.configuration.graph.given(target),
            None => self.configuration.graph.unknown(Range::ALL),
        }
    }

    /// Returns a number that may have been stored with a type of the other signedness. It gets a new name in its cell.
    pub(super) fn reinterpreted(&mut self, value: Value, format: Format, place: ObjectBytes, size: i64) -> Value {
        let all = Range::of_format(format);
        let graph = &mut self.configuration.graph;
        match graph.range(value) {
            Some(_) if graph.is_maybe_uninitialized(value) => value,
            Some(range) if range != Range::ALL && !all.includes(range) => {
                let named = graph.dependent(all);
                // A value loaded as `_Bool` does not determine the number stored there.
                if place.low == place.high && i64::from(format.0) == 8 * size {
                    graph.cut_cells(place.object, place.low, place.low + size);
                    if let Some(object) = graph.object_mut(place.object) {
                        object.reinterpret(place.low, size, named);
                    }
                }
                named
            }
            _ => value,
        }
    }

    /// Returns the bytes at a place. An unknown value there is named, so that later reads yield the same value.
    pub fn read(&mut self, place: ObjectBytes, size: i64) -> Value {
        let Some(object) = self.configuration.graph.object(place.object) else { return Value::ANY };
        let (start, end) = (place.low, place.high + size);
        let is_one = place.low == place.high;
        if let (true, Value::Bits(_)) = (is_one, object.read(start, size)) {
            return self.configuration.graph.partly_undefined(Range::of_format((8, false)));
        }
        let value = if is_one { object.read(start, size) } else { Value::ANY };
        let (Value::Any(range) | Value::PerhapsUndefined(range)) = value else { return value };
        let graph = &self.configuration.graph;
        let pieces = graph.pieces(object, start, end);
        if let (false, [first, rest @ ..]) = (is_one, pieces.as_slice())
            && matches!(first.value, Value::Undefined | Value::ZERO)
            && rest.iter().all(|piece| piece.value == first.value)
        {
            return first.value;
        }
        // Part of an address, or one of several.
        if pieces.iter().any(|piece| piece.value.object().is_some()) || object.cuts_an_address(start, end) {
            return self.forgotten();
        }
        let may_be_undefined = pieces.iter().any(|piece| graph.may_be_undefined(piece.value));
        if !is_one {
            return if may_be_undefined { self.configuration.graph.perhaps_undefined(range) } else { value };
        }
        let whole = pieces.len() == 1;
        let width = u32::try_from(size).unwrap_or(u32::MAX).saturating_mul(8);
        let fits = Range::of_format((width, true)).hull(Range::of_format((width, false)));
        let range = fits.intersection(range).unwrap_or(range);
        let partly = pieces.iter().any(|piece| graph.is_undefined(piece.value));
        let graph = &mut self.configuration.graph;
        let named = match (partly, may_be_undefined) {
            (true, _) => graph.partly_undefined(range),
            (false, true) => graph.perhaps_undefined(range),
            (false, false) => graph.dependent(range),
        };
        if whole {
            graph.name(place.object, place.low, size, named);
        }
        named
    }

    fn extracted(&mut self, raw: Value, first: u32, width: u32, ty: TypeId) -> Value {
        let signed = self.format(ty).is_some_and(|format| format.1);
        match raw {
            Value::Undefined => Value::Undefined,
            Value::Integer(unit) if width <= 64 => Value::Integer(wrap(unit >> first, (width, signed))),
            _ if raw.object().is_some() => self.forgotten(),
            _ => self.computed(Range::of_format((width.max(1), signed))),
        }
    }
}
