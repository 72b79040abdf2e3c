//! Evaluation of expressions in a configuration (paper, section 0.3.5).
//!
//! An expression that accesses a list segment gets no value: evaluation is interrupted with the cases of the segment.
//! Memory errors are faults.

mod alignment;
mod distance;
mod index;
mod load;
mod operators;
mod result;
mod samples;
mod string;
mod sum;
mod unconstrained;
mod uninitialized;

use crate::domain::arithmetic::Format;
use crate::domain::configuration::Configuration;
use crate::domain::equations::LinearForm;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::graph::{Graph, Quantity, Term};
use crate::domain::object::{Fill, Liveness, Object, Origin};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use crate::transfer::array::{self, Accessed};
use crate::transfer::choice;
use crate::transfer::compare;
use crate::transfer::disjuncts;
pub use crate::transfer::evaluate::load::argument_string;
use crate::transfer::message;
use crate::transfer::segment::{self, End};
use crate::transfer::semantics::Semantics;
use base::ids::Id;
use ctype::{FieldId, Type, TypeId};
use program::limits::DEEPEST_EXPRESSION;
use program::{BinaryOp, Expr, ExprNode, FaultKind, Program, SymbolId, VariableId, display};

/// Bytes of an object that start between the offsets `low` and `high`.
#[derive(Clone, Copy, Debug)]
pub struct ObjectBytes {
    /// A region that may be accessed.
    pub object: ObjectId,
    pub low: i64,
    pub high: i64,
    /// The offset as a linear form, if there is one.
    pub offset: Option<Term>,
}

impl ObjectBytes {
    /// Returns a known offset in an object.
    pub fn at(object: ObjectId, offset: i64) -> ObjectBytes {
        ObjectBytes { object, low: offset, high: offset, offset: None }
    }

    /// Returns the place this many bytes further on.
    pub fn moved(self, bytes: i64) -> ObjectBytes {
        let offset = self.offset.and_then(|offset| offset.plus(bytes.into()));
        ObjectBytes { low: self.low + bytes, high: self.high + bytes, offset, ..self }
    }

    /// Returns the offset as a linear form, also where it is known.
    fn start(self) -> Option<Term> {
        self.offset.or((self.low == self.high).then_some(Term::constant(self.low.into())))
    }

    /// Returns true if `size` bytes at two places may overlap in part: neither one begins behind the other, nor are both
    /// elements of one array. They may be the same: an object may be copied onto itself.
    pub fn may_overlap(self, other: ObjectBytes, size: i64, graph: &Graph) -> bool {
        let is_behind = |first: ObjectBytes, next: ObjectBytes| first.high.saturating_add(size) <= next.low;
        let is_apart = self.object != other.object || is_behind(self, other) || is_behind(other, self);
        !is_apart && !self.is_apart_or_same(other, size.into(), graph)
    }

    /// Returns true if `size` bytes at two places of one object do not overlap in part, as their linear forms tell.
    fn is_apart_or_same(self, other: ObjectBytes, size: i128, graph: &Graph) -> bool {
        let (Some(one), Some(other)) = (self.start(), other.start()) else { return false };
        let is_behind = |start: Term, next: Term| start.plus(size).is_some_and(|end| graph.most_above(end, next) <= 0);
        let is_multiple = |distance: LinearForm<Quantity>| {
            let mut parts = distance.factors().map(|(_, factor)| factor).chain([distance.constant_part()]);
            parts.all(|part| part.checked_rem(size) == Some(0))
        };
        is_behind(one, other)
            || is_behind(other, one)
            || LinearForm::from(one).minus(&other.into()).is_some_and(is_multiple)
    }
}

/// The bytes that an access of a type actually uses.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub pointer: Value,
    pub size: i64,
    /// For a bit-field: the first bit in these bytes, and the number of bits.
    pub bits: Option<(u32, u32)>,
}

/// Evaluates expressions of a program in a configuration.
pub struct Evaluator<'e> {
    pub program: &'e Program,
    pub semantics: Semantics,
    /// Loads may name unknown values in it.
    pub configuration: &'e mut Configuration,
    /// True if the expression evaluated next is the address of an access.
    pub is_accessed: bool,
    /// The error if the address evaluated last is accessed, even though it may lie in its object.
    pub beyond: Option<Fault>,
}

impl Evaluator<'_> {
    pub fn value(&mut self, expr: &Expr) -> Result<Value, Interruption> {
        self.at_depth(expr, 0)
    }

    /// Returns the bytes of a pointer.
    pub fn word(&self) -> i64 {
        self.program.types.model().word_bytes() as i64
    }

    /// Returns the integer format of a distance between addresses.
    pub fn distance_format(&self) -> Format {
        (8 * self.word() as u32, true)
    }

    fn at_depth(&mut self, expr: &Expr, depth: u32) -> Result<Value, Interruption> {
        let is_accessed = std::mem::take(&mut self.is_accessed);
        if depth > DEEPEST_EXPRESSION {
            return Err(Fault::unsupported("an expression is nested too deeply").into());
        }
        let value = self.of_node(expr, is_accessed, depth + 1)?;
        Ok(self.of_wide(value, expr.ty))
    }

    /// Restricts values of types wider than 64 bits to numbers that fit in 64 bits; others become unknown.
    fn of_wide(&self, value: Value, ty: TypeId) -> Value {
        let Some(format) = self.format(ty).filter(|format| format.0 > 64) else { return value };
        let graph = &self.configuration.graph;
        match graph.range(value) {
            _ if value == Value::Undefined => value,
            Some(range) if range.is_of_word() && (format.1 || range.low() >= 0) => value,
            _ if graph.may_be_undefined(value) => Value::PERHAPS_UNDEFINED,
            _ => Value::ANY,
        }
    }

    fn of_node(&mut self, expr: &Expr, is_accessed: bool, depth: u32) -> Result<Value, Interruption> {
        match &expr.node {
            ExprNode::Integer(value) => Ok(Value::Integer(*value)),
            ExprNode::Float(bits) => Ok(if *bits == 0 { Value::ZERO } else { Value::ANY }),
            // Not known even for zero: a store leaves the padding unchanged.
            ExprNode::LongDouble(_) => Ok(Value::ANY),
            ExprNode::Null => Ok(Value::ZERO),
            ExprNode::Symbol(symbol) => self.symbol(*symbol, expr.ty),
            ExprNode::FunctionAddress(function) => Ok(Value::Function(*function)),
            ExprNode::VariableAddress(variable) => {
                let object = self.storage(*variable)?;
                Ok(Value::Address(Address::region(object)))
            }
            ExprNode::StringAddress(string) => Ok(Value::Address(Address::region(self.literal(*string)))),
            ExprNode::FieldAddress(base, field) => self.field_address(base, *field, is_accessed, depth),
            ExprNode::ElementAddress(base, index) => self.element_address(base, index, is_accessed, depth),
            ExprNode::Load(address) => self.load_from(address, expr.ty, depth),
            ExprNode::Unary(op, operand) => {
                let value = self.at_depth(operand, depth)?;
                let result = self.unary(*op, value, operand.ty, expr.ty)?;
                Ok(self.maybe_uninitialized([value], result))
            }
            ExprNode::Binary(op, left, right) => {
                let values = [self.at_depth(left, depth)?, self.at_depth(right, depth)?];
                let result = self.binary(*op, values[0], values[1], left.ty)?;
                let result = self.maybe_uninitialized(values, result);
                match op {
                    BinaryOp::Add if values[0].object().is_some() => self.as_recorded(result, left, values[1], depth),
                    BinaryOp::Add => self.as_recorded(result, right, values[0], depth),
                    _ => Ok(result),
                }
            }
            ExprNode::PointerDifference(left, right) => {
                let size = self.element_size(left.ty);
                let (left, right) = (self.at_depth(left, depth)?, self.at_depth(right, depth)?);
                self.difference(left, right, size)
            }
            ExprNode::Cast(operand) => {
                self.is_accessed = is_accessed;
                let value = self.at_depth(operand, depth)?;
                self.beyond = self.take_beyond(operand);
                let result = self.cast(value, operand.ty, expr.ty)?;
                Ok(self.maybe_uninitialized([value], result))
            }
        }
    }

    fn field_address(
        &mut self,
        base: &Expr,
        field: FieldId,
        is_accessed: bool,
        depth: u32,
    ) -> Result<Value, Interruption> {
        self.is_accessed = is_accessed;
        let whole = self.at_depth(base, depth)?;
        self.beyond = self.take_beyond(base);
        self.check_selected(whole, is_accessed)?;
        if self.semantics.is_strict && whole == Value::ZERO && !is_accessed {
            return Ok(Value::Undefined);
        }
        let offset = self.field(field)?.offset;
        self.shifted(whole, Value::Integer(i128::from(offset)), 1)
    }

    fn element_address(
        &mut self,
        base: &Expr,
        index: &Expr,
        is_accessed: bool,
        depth: u32,
    ) -> Result<Value, Interruption> {
        let size = self.element_size(base.ty);
        self.is_accessed = is_accessed;
        let first = self.at_depth(base, depth)?;
        let beyond = self.take_beyond(base);
        let count = self.at_depth(index, depth)?;
        self.beyond = index::worse(beyond, self.beyond_array(base, count));
        if self.may_be_cut(count, index.ty) {
            return Ok(self.anywhere_from(first));
        }
        let sum = self.shifted(first, count, size)?;
        if size == 1 { self.as_recorded(sum, base, count, depth) } else { Ok(sum) }
    }

    fn load_from(&mut self, address: &Expr, ty: TypeId, depth: u32) -> Result<Value, Interruption> {
        if let Some(value) = self.given(address, ty, depth)? {
            return Ok(value);
        }
        self.is_accessed = true;
        let pointer = self.at_depth(address, depth)?;
        let beyond = self.take_beyond(address).filter(|_| !self.semantics.recovers && !self.semantics.tolerates);
        self.check_alignment(address)?;
        let loaded = self.load(pointer, ty, self.bits_of(address));
        let value = loaded.map_err(|stop| stop.through(|| display::pointer_name(self.program, address)))?;
        self.name_argument(address, pointer, value);
        beyond.map_or(Ok(value), |fault| Err(fault.into()))
    }

    /// Checks that an object exists where a field is selected, even if the field is not accessed.
    fn check_selected(&self, base: Value, is_accessed: bool) -> Result<(), Interruption> {
        if !self.semantics.is_strict || self.semantics.recovers || self.semantics.tolerates {
            return Ok(());
        }
        let kind = if is_accessed { FaultKind::InvalidDereference } else { FaultKind::FieldOfNull };
        let message = "member access through a NULL pointer";
        match base {
            Value::ZERO => Err(Fault::new(kind, message).into()),
            Value::Address(address) => compare::decide(&self.configuration.graph, address, self.word()),
            // An undefined value may be NULL.
            Value::Undefined | Value::PerhapsUndefined(_) | Value::Bits(_) | Value::Unknown(_) | Value::Any(_) => {
                Err(Fault::possible(kind, message).into())
            }
            _ => Ok(()),
        }
    }

    /// Returns the object of a variable, which is created on first use.
    pub fn storage(&mut self, id: VariableId) -> Result<ObjectId, Fault> {
        match self.configuration.variable(id) {
            Some(object) => Ok(object),
            None => self.configuration.give_storage(self.program, id),
        }
    }

    /// Returns the value of a symbolic constant of the specification.
    fn symbol(&mut self, symbol: SymbolId, ty: TypeId) -> Result<Value, Interruption> {
        let size = self.size_of(ty)?;
        let cell = self.configuration.inputs.get(symbol.index()).copied();
        let object = cell.ok_or_else(|| Fault::unsupported("an unknown symbolic constant"))?;
        Ok(self.read(ObjectBytes::at(object, 0), size))
    }

    fn literal(&mut self, string: program::StringId) -> ObjectId {
        if let Some(object) = self.configuration.literals.get(&string) {
            return *object;
        }
        let bytes: &[u8] = self.program.strings.get(string).map_or(&[], |bytes| bytes);
        let size = Range::exactly(bytes.len() as i128 + 1);
        let mut object = Object::new(Origin::Literal(string), size, Fill::Zero);
        for (offset, byte) in bytes.iter().enumerate() {
            object.write(offset as i64, 1, Value::Integer(i128::from(*byte)));
        }
        let object = self.configuration.graph.add(object);
        self.configuration.literals.insert(string, object);
        object
    }

    fn field(&self, field: FieldId) -> Result<&ctype::Field, Fault> {
        let found = self.program.types.fields(field.record).get(field.index as usize);
        found.ok_or_else(|| Fault::unsupported("a field of an incomplete record"))
    }

    /// Returns the first bit and the width, if the address is that of a bit-field.
    pub fn bits_of(&self, address: &Expr) -> Option<(u32, u32)> {
        match &address.node {
            ExprNode::FieldAddress(_, field) => self.field(*field).ok()?.bits,
            _ => None,
        }
    }

    pub fn size_of(&self, ty: TypeId) -> Result<i64, Fault> {
        let size = self.program.types.size_of(ty).and_then(|size| i64::try_from(size).ok());
        size.ok_or_else(|| Fault::unsupported("an object of incomplete type"))
    }

    /// Returns the number of bytes by which an increment advances a pointer of this type.
    pub fn element_size(&self, pointer: TypeId) -> i64 {
        let element = self.program.types.pointee(pointer);
        let size = element.and_then(|element| self.program.types.size_of(element));
        // In GCC's pointer arithmetic `void` and functions have size 1.
        size.and_then(|size| i64::try_from(size).ok()).unwrap_or(1)
    }

    /// Returns the result of an operation on an address that is not followed. The result may still contain the address.
    fn forgotten(&mut self) -> Value {
        self.configuration.hide_address();
        Value::ANY
    }

    /// Returns a computed integer with a known range. How it was computed is forgotten.
    fn computed(&mut self, range: Range) -> Value {
        self.configuration.graph.dependent(range)
    }

    /// Returns the place of `size` bytes at a pointer, if they may be accessed. Materialises the node of a segment.
    pub fn place(&mut self, pointer: Value, size: i64) -> Result<ObjectBytes, Interruption> {
        if self.configuration.graph.is_undefined(pointer) {
            return Err(message::undefined_pointer().into());
        }
        self.settle(pointer)?;
        let (object, low, high) = match pointer {
            Value::Integer(address) => return Err(message::address_of_nothing(address).into()),
            Value::Function(_) => return Err(message::address_of_function().into()),
            Value::Undefined | Value::PerhapsUndefined(_) | Value::Bits(_) | Value::Unknown(_) | Value::Any(_) => {
                let what = "dereference of an unknown pointer";
                return Err(message::unknown_pointer(self.program, FaultKind::InvalidDereference, what).into());
            }
            Value::Inside { object, low, high, .. } => {
                self.configuration.graph.offsets(pointer).unwrap_or((object, low, high))
            }
            Value::Address(address) => (self.node(address)?, address.offset, address.offset),
        };
        self.check_alive(object)?;
        let offset = self.configuration.graph.offset_term(pointer).filter(|offset| offset.integer().is_none());
        let place = ObjectBytes { object, low, high, offset };
        let place = self.within(place, size, self.configuration.graph.room(pointer))?;
        self.in_array(place, size)
    }

    /// Returns the bytes of the element if a place lies in a summarised array.
    fn in_array(&mut self, place: ObjectBytes, size: i64) -> Result<ObjectBytes, Interruption> {
        let found = array::accessed(&self.configuration.graph, place, size, self.word()).filter(|_| size > 0);
        match found {
            None => Ok(place),
            Some(Accessed::Element(place)) => Ok(place),
            Some(Accessed::Cases(graphs)) => {
                let is_one = graphs.len() == 1;
                Err(Interruption::by_number(graphs, is_one))
            }
            Some(Accessed::Unknown(row)) => {
                let word = self.word();
                array::forget(self.configuration, place.object, row, word);
                self.in_array(place, size)
            }
        }
    }

    /// Splits on the disjunctive invariant of a block if it concerns these bytes, and on the choices among them. Also
    /// records their size relations with other blocks in the graph.
    pub(super) fn choose_disjunct(&self, place: ObjectBytes, size: i64) -> Result<(), Interruption> {
        let graph = &self.configuration.graph;
        let end = place.low + size;
        let is_recorded = |object: &Object| {
            object.disjuncts().describe(place.low, end)
                || object
                    .size_relations()
                    .iter()
                    .any(|it| it.meets(place.low, end) && !disjuncts::is_recorded(graph, place.object, it))
        };
        match place.low == place.high && graph.object(place.object).is_some_and(is_recorded) {
            true => Err(Interruption::by_number(disjuncts::cases(graph, place.object, self.word()), false)),
            false => self.choose(place, size),
        }
    }

    /// Returns the first choice among some bytes.
    fn choice_among(&self, place: ObjectBytes, size: i64) -> Option<ObjectId> {
        let graph = &self.configuration.graph;
        choice::among(graph, graph.object(place.object)?, place.low, place.high + size)
    }

    /// Splits on a choice among these bytes, which are written.
    pub fn choose(&self, place: ObjectBytes, size: i64) -> Result<(), Interruption> {
        let Some(choice) = self.choice_among(place, size) else { return Ok(()) };
        let graph = &self.configuration.graph;
        // An alternative tells the size of the block only together with the disjuncts.
        let is_sized = graph.object(place.object).is_some_and(|object| object.disjuncts().tell_sizes());
        let cases = match is_sized {
            true => disjuncts::cases(graph, place.object, self.word()),
            false => choice::chosen(graph, choice, self.word()),
        };
        Err(Interruption::by_number(cases, false))
    }

    /// Splits on the choices among these bytes, which are copied, and on what is recorded about them.
    pub fn choose_to_copy(&self, place: ObjectBytes, size: i64) -> Result<(), Interruption> {
        match self.choice_among(place, size) {
            Some(_) => self.choose_disjunct(place, size),
            None => Ok(()),
        }
    }

    /// Returns the region that an address points to. Materialises the node of a segment.
    fn node(&self, address: Address) -> Result<ObjectId, Interruption> {
        let graph = &self.configuration.graph;
        let end = match address.target {
            Target::Region => return Ok(address.object),
            Target::First => End::First,
            Target::Last => End::Last,
            Target::All => return Err(Fault::unsupported("an address of every node of a segment").into()),
        };
        Err(Interruption::by_segment(segment::materialised(graph, address.object, end, self.word())))
    }

    fn check_alive(&self, id: ObjectId) -> Result<(), Fault> {
        let object = self.configuration.graph.object(id);
        let object = object.ok_or_else(|| Fault::unsupported("an object that is gone"))?;
        match object.liveness {
            Liveness::Valid => Ok(()),
            Liveness::Freed => Err(message::freed_block(object)),
            Liveness::OutOfScope => Err(message::out_of_scope(self.program, object)),
        }
    }

    /// Checks that `size` bytes at a place lie in their object. At least `room` bytes are known to follow the place.
    fn within(&self, place: ObjectBytes, size: i64, room: i64) -> Result<ObjectBytes, Interruption> {
        let ObjectBytes { object: id, low, high, .. } = place;
        let graph = &self.configuration.graph;
        let object = graph.object(id).ok_or_else(|| Fault::unsupported("an object that is gone"))?;
        let recorded = graph.recorded_size(id).map_or(0, |recorded| -graph.most_above(Term::constant(0), recorded));
        let (least, most) = (object.size.low().max(recorded), object.size.high());
        let end = |offset: i64| i128::from(offset) + i128::from(size);
        if low >= 0 && (end(high) <= least || size <= room) {
            let last = i64::try_from(most - i128::from(size)).unwrap_or(i64::MAX);
            // The maximum size may exceed what relations to other numbers allow.
            return if last < low {
                Err(Interruption::impossible())
            } else {
                Ok(ObjectBytes { high: high.min(last), ..place })
            };
        }
        if low >= 0 && end(low) <= most && disjuncts::may_tell_size(graph, id) {
            return Err(Interruption::by_number(disjuncts::cases(graph, id, self.word()), false));
        }
        let certain = high < 0 || end(low) > most;
        let fault = message::out_of_bounds(self.program, object, (low, high), size, least);
        Err(Fault { certain, ..fault }.into())
    }

    /// Returns the width and signedness of an integer type, or of a pointer as an integer.
    pub fn format(&self, ty: TypeId) -> Option<Format> {
        match self.program.types.get(ty) {
            Type::Pointer(_) => Some((8 * self.word() as u32, false)),
            _ => self.program.types.integer_format(ty),
        }
    }
}
