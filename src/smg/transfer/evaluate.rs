//! Values of expressions in a configuration (paper, section 0.3.5).
//!
//! An expression that looks into a list segment does not get a value: the answer is then the list of graphs that the
//! segment may be. Errors of memory are faults.

mod alignment;
mod distance;
mod doubt;
mod free;
mod index;
mod load;
mod result;
mod samples;
mod string;
mod sum;

use crate::base::ids::Id;
use crate::ctype::{FieldId, FloatKind, Type, TypeId};
use crate::program::{BinaryOp, Expr, ExprNode, FaultKind, Program, SymbolId, UnaryOp, VariableId};
use crate::smg::domain::arithmetic::{self, Format};
use crate::smg::domain::configuration::Configuration;
use crate::smg::domain::fault::{Fault, Stop};
use crate::smg::domain::graph::{Graph, Term};
use crate::smg::domain::object::{Fill, Liveness, Object, Origin};
use crate::smg::domain::value::{Address, ObjectId, Range, Target, UnknownId, Value};
use crate::smg::transfer::compare::{self, Comparison, compare};
use crate::smg::transfer::message;
use crate::smg::transfer::segment::{self, End};
use crate::smg::transfer::varied;

/// Expressions nested deeper are not evaluated: the evaluator recurses.
const MAX_DEPTH: u32 = 500;
/// A choice between so many integers is made one by one where an address depends on it.
const MOST_CASES: i128 = 16;

/// Bytes of an object: `size` bytes from `low` on, or from some place up to `high` on.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The object, a region that may be used.
    pub object: ObjectId,
    /// The least offset.
    pub low: i64,
    /// The greatest offset.
    pub high: i64,
    /// The offset as a number tells it, if one does.
    pub offset: Option<Term>,
}

impl Place {
    /// A place that is known.
    pub fn at(object: ObjectId, offset: i64) -> Place {
        Place { object, low: offset, high: offset, offset: None }
    }

    /// The place so many bytes behind.
    pub fn moved(self, bytes: i64) -> Place {
        let offset = self.offset.and_then(|offset| offset.plus(bytes.into()));
        Place { low: self.low + bytes, high: self.high + bytes, offset, ..self }
    }
}

/// What an access of a type really uses.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Where it starts.
    pub pointer: Value,
    /// The number of bytes.
    pub size: i64,
    /// For a bit-field: the first bit in these bytes, and the number of bits.
    pub bits: Option<(u32, u32)>,
}

/// Evaluates expressions of a program in a configuration.
pub struct Evaluator<'e> {
    /// The program.
    pub program: &'e Program,
    /// The configuration. Reading gives names to unknown values in it.
    pub configuration: &'e mut Configuration,
    /// Whether numbers are followed as exactly as can be, whatever the number of cases.
    pub follows_numbers: bool,
    /// Whether a few numbers stand for all that an input may be, where something is computed from it.
    pub samples: bool,
    /// Whether to use an address that is not aligned for its type is an error.
    pub checks_alignment: bool,
    /// Whether to select a field of NULL is an error, as C says; much code that only computes with such addresses works.
    pub is_strict: bool,
    /// Whether inputs may lead to blocks that are freed though nothing is known of where they lead (`void *`).
    pub opaque_may_dangle: bool,
    /// Whether a number that was never written is any number.
    pub undefined_is_any: bool,
    /// Whether undefined behaviour that is no error of memory was reported before.
    pub tolerates: bool,
    /// Whether the expression evaluated next is the address of an access.
    pub is_accessed: bool,
    /// Whether an access that is an error gives some value: the error was reported before.
    pub recovers: bool,
    /// What is wrong if the address that was evaluated last is used, although it may lie in its object.
    pub beyond: Option<Fault>,
}

impl Evaluator<'_> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Result<Value, Stop> {
        self.at_depth(expr, 0)
    }

    /// Bytes of a pointer.
    pub fn word(&self) -> i64 {
        self.program.types.model().word_bytes() as i64
    }

    /// The format of a distance between addresses.
    pub fn distance_format(&self) -> Format {
        (8 * self.word() as u32, true)
    }

    fn at_depth(&mut self, expr: &Expr, depth: u32) -> Result<Value, Stop> {
        let is_accessed = std::mem::take(&mut self.is_accessed);
        if depth > MAX_DEPTH {
            return Err(Fault::unsupported("an expression is nested too deeply").into());
        }
        let value = self.of_node(expr, is_accessed, depth + 1)?;
        Ok(self.of_wide(value, expr.ty))
    }

    /// Of a type of more than 64 bits only numbers are followed that fit 64.
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

    fn of_node(&mut self, expr: &Expr, is_accessed: bool, depth: u32) -> Result<Value, Stop> {
        match &expr.node {
            ExprNode::Integer(value) => Ok(Value::Integer(*value)),
            ExprNode::Float(bits) => Ok(if *bits == 0 { Value::ZERO } else { Value::ANY }),
            // Not even of zero: a store leaves the padding as it is.
            ExprNode::LongDouble(_) => Ok(Value::ANY),
            ExprNode::Null => Ok(Value::ZERO),
            ExprNode::Symbol(symbol) => self.symbol(*symbol, expr.ty),
            ExprNode::FunctionAddress(function) => Ok(Value::Function(*function)),
            ExprNode::VariableAddress(variable) => {
                let object = self.storage(*variable)?;
                Ok(Value::Address(Address::region(object)))
            }
            ExprNode::StringAddress(string) => Ok(Value::Address(Address::region(self.literal(*string)))),
            ExprNode::FieldAddress(base, field) => {
                self.is_accessed = is_accessed;
                let whole = self.at_depth(base, depth)?;
                self.beyond = self.take_beyond(base);
                self.check_selected(whole, is_accessed)?;
                if self.is_strict && whole == Value::ZERO && !is_accessed {
                    return Ok(Value::Undefined);
                }
                let offset = self.field(*field)?.offset;
                self.shifted(whole, Value::Integer(i128::from(offset)), 1)
            }
            ExprNode::ElementAddress(base, index) => {
                let size = self.element_size(base.ty)?;
                self.is_accessed = is_accessed;
                let first = self.at_depth(base, depth)?;
                let beyond = self.take_beyond(base);
                let index = self.at_depth(index, depth)?;
                self.beyond = index::worse(beyond, self.beyond_array(base, index));
                let sum = self.shifted(first, index, size)?;
                if size == 1 { self.as_noted(sum, base, index, depth) } else { Ok(sum) }
            }
            ExprNode::Load(address) => {
                self.is_accessed = true;
                let pointer = self.at_depth(address, depth)?;
                let beyond = self.take_beyond(address).filter(|_| !self.recovers && !self.tolerates);
                self.check_alignment(address)?;
                let loaded = self.load(pointer, expr.ty, self.bits_of(address));
                let value = loaded.map_err(|stop| stop.through(|| message::pointer_name(self.program, address)))?;
                beyond.map_or(Ok(value), |fault| Err(fault.into()))
            }
            ExprNode::Unary(op, operand) => {
                let value = self.at_depth(operand, depth)?;
                let result = self.unary(*op, value, operand.ty, expr.ty)?;
                Ok(self.doubted([value], result))
            }
            ExprNode::Binary(op, left, right) => {
                let values = [self.at_depth(left, depth)?, self.at_depth(right, depth)?];
                let result = self.binary(*op, values[0], values[1], left.ty)?;
                let result = self.doubted(values, result);
                match op {
                    BinaryOp::Add if values[0].object().is_some() => self.as_noted(result, left, values[1], depth),
                    BinaryOp::Add => self.as_noted(result, right, values[0], depth),
                    _ => Ok(result),
                }
            }
            ExprNode::PointerDifference(left, right) => {
                let size = self.element_size(left.ty)?;
                let (left, right) = (self.at_depth(left, depth)?, self.at_depth(right, depth)?);
                self.difference(left, right, size)
            }
            ExprNode::Cast(operand) => {
                self.is_accessed = is_accessed;
                let value = self.at_depth(operand, depth)?;
                self.beyond = self.take_beyond(operand);
                let result = self.cast(value, operand.ty, expr.ty)?;
                Ok(self.doubted([value], result))
            }
        }
    }

    /// Something must be there of which a field is selected, where it is to be accessed or not.
    fn check_selected(&self, base: Value, is_accessed: bool) -> Result<(), Stop> {
        if !self.is_strict || self.recovers || self.tolerates {
            return Ok(());
        }
        let kind = if is_accessed { FaultKind::InvalidDereference } else { FaultKind::FieldOfNull };
        let message = "member access through a NULL pointer";
        match base {
            Value::ZERO => Err(Fault::new(kind, message).of_pointer().into()),
            Value::Address(address) => compare::decide(&self.configuration.graph, address, self.word()),
            // Of an undefined value nothing keeps it from being NULL.
            Value::Undefined | Value::PerhapsUndefined(_) | Value::Bits(_) | Value::Unknown(_) | Value::Any(_) => {
                Err(Fault::possible(kind, message).of_pointer().into())
            }
            _ => Ok(()),
        }
    }

    /// The object of a variable, which is made when it is first needed.
    pub fn storage(&mut self, id: VariableId) -> Result<ObjectId, Fault> {
        match self.configuration.variable(id) {
            Some(object) => Ok(object),
            None => self.configuration.give_storage(self.program, id),
        }
    }

    /// The value of a symbolic constant of the specification.
    fn symbol(&mut self, symbol: SymbolId, ty: TypeId) -> Result<Value, Stop> {
        let size = self.size_of(ty)?;
        let cell = self.configuration.inputs.get(symbol.index()).copied();
        let object = cell.ok_or_else(|| Fault::unsupported("an unknown symbolic constant"))?;
        Ok(self.read(Place::at(object, 0), size))
    }

    fn literal(&mut self, string: crate::program::StringId) -> ObjectId {
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

    fn field(&self, field: FieldId) -> Result<&crate::ctype::Field, Fault> {
        let found = self.program.types.fields(field.record).get(field.index as usize);
        found.ok_or_else(|| Fault::unsupported("a field of an incomplete record"))
    }

    /// First bit and width, where an address is that of a bit-field.
    pub fn bits_of(&self, address: &Expr) -> Option<(u32, u32)> {
        match &address.node {
            ExprNode::FieldAddress(_, field) => self.field(*field).ok()?.bits,
            _ => None,
        }
    }

    /// The size of a type.
    pub fn size_of(&self, ty: TypeId) -> Result<i64, Fault> {
        let size = self.program.types.size_of(ty).and_then(|size| i64::try_from(size).ok());
        size.ok_or_else(|| Fault::unsupported("an object of incomplete type"))
    }

    /// How many bytes a pointer of a type goes on by one.
    pub fn element_size(&self, pointer: TypeId) -> Result<i64, Fault> {
        let element = self.program.types.pointee(pointer);
        let size = element.and_then(|element| self.program.types.size_of(element));
        // GCC counts `void` and functions as one byte.
        Ok(size.and_then(|size| i64::try_from(size).ok()).unwrap_or(1))
    }

    /// What an operation makes of an address that nothing can follow: the address may still be in it.
    fn forgotten(&mut self) -> Value {
        self.configuration.doubt();
        Value::ANY
    }

    /// A computed integer of which a range is known. What it was computed from is forgotten.
    fn computed(&mut self, range: Range) -> Value {
        self.configuration.graph.derived(range)
    }

    /// Where `size` bytes from a pointer on are, if they may be used. A segment that they lie in is looked into.
    pub fn place(&mut self, pointer: Value, size: i64) -> Result<Place, Stop> {
        if self.configuration.graph.is_undefined(pointer) {
            return Err(message::undefined_pointer().into());
        }
        self.settle(pointer)?;
        let (object, low, high) = match pointer {
            Value::Integer(address) => return Err(message::address_of_nothing(address).into()),
            Value::Function(_) => return Err(message::address_of_function().into()),
            Value::Undefined | Value::PerhapsUndefined(_) | Value::Bits(_) | Value::Unknown(_) | Value::Any(_) => {
                return Err(message::unknown_pointer().into());
            }
            Value::Inside { object, low, high, .. } => {
                self.configuration.graph.offsets(pointer).unwrap_or((object, low, high))
            }
            Value::Address(address) => (self.node(address)?, address.offset, address.offset),
        };
        self.check_alive(object)?;
        let offset = self.configuration.graph.offset_term(pointer).filter(|offset| offset.integer().is_none());
        let place = Place { object, low, high, offset };
        self.within(place, size, self.configuration.graph.room(pointer))
    }

    /// What bytes of a block hold may depend on what others do: that is looked at case by case. They may tell how large another block
    /// is: that is noted.
    fn choose_variant(&self, place: Place, size: i64) -> Result<(), Stop> {
        let graph = &self.configuration.graph;
        let end = place.low + size;
        let is_told = |object: &Object| {
            object.variants().tell(place.low, end)
                || object.lengths().iter().any(|it| it.meets(place.low, end) && !varied::is_noted(graph, object, it))
        };
        match place.low == place.high && graph.object(place.object).is_some_and(is_told) {
            true => Err(Stop::by_number(varied::cases(graph, place.object, self.word()), false)),
            false => Ok(()),
        }
    }

    /// The region that an address leads to; a node of a segment is taken out first.
    fn node(&self, address: Address) -> Result<ObjectId, Stop> {
        let graph = &self.configuration.graph;
        let end = match address.target {
            Target::Region => return Ok(address.object),
            Target::First => End::First,
            Target::Last => End::Last,
            Target::All => return Err(Fault::unsupported("an address of every node of a segment").into()),
        };
        Err(Stop::by_segment(segment::materialised(graph, address.object, end, self.word())))
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

    /// A place of so many bytes which has to lie in its object. So many bytes are known to follow where it starts.
    fn within(&self, place: Place, size: i64, room: i64) -> Result<Place, Stop> {
        let Place { object: id, low, high, .. } = place;
        let graph = &self.configuration.graph;
        let object = graph.object(id).ok_or_else(|| Fault::unsupported("an object that is gone"))?;
        let told = graph.noted_size(id).map_or(0, |told| -graph.most_above(Term::constant(0), told));
        let (least, most) = (object.size.low().max(told), object.size.high());
        let end = |offset: i64| i128::from(offset) + i128::from(size);
        if low >= 0 && (end(high) <= least || size <= room) {
            let last = i64::try_from(most - i128::from(size)).unwrap_or(i64::MAX);
            // What the size may be at most need not be the most that its relations to other numbers allow.
            return if last < low { Err(Stop::impossible()) } else { Ok(Place { high: high.min(last), ..place }) };
        }
        let certain = high < 0 || end(low) > most;
        let fault = message::out_of_bounds(self.program, object, (low, high), size, least);
        Err(Fault { certain, ..fault }.into())
    }

    /// Width and signedness of an integer type, or of a pointer as an integer.
    pub fn format(&self, ty: TypeId) -> Option<Format> {
        match self.program.types.get(ty) {
            Type::Pointer(_) => Some((8 * self.word() as u32, false)),
            _ => self.program.types.integer_format(ty),
        }
    }

    fn unary(&mut self, op: UnaryOp, value: Value, operand: TypeId, ty: TypeId) -> Result<Value, Stop> {
        if value == Value::Undefined {
            return Ok(value);
        }
        if op == UnaryOp::LogicalNot {
            return self.binary(BinaryOp::Equal, value, Value::ZERO, operand);
        }
        let (Some(range), Some(format)) = (self.configuration.graph.range(value), self.format(ty)) else {
            return Ok(if value.object().is_some() { self.forgotten() } else { Value::ANY });
        };
        let minus_one = Range::exactly(-1);
        let negated = arithmetic::binary(BinaryOp::Mul, range, minus_one, format);
        Ok(match op {
            UnaryOp::Negate => self.computed(negated),
            _ => self.computed(arithmetic::binary(BinaryOp::Sub, negated, Range::exactly(1), format)),
        })
    }

    /// `op` on values of type `ty`.
    fn binary(&mut self, op: BinaryOp, left: Value, right: Value, ty: TypeId) -> Result<Value, Stop> {
        if left == Value::Undefined || right == Value::Undefined {
            return Ok(self.of_undefined(op, left, right, ty));
        }
        if op.is_comparison() {
            let outcome = self.compared(op, [left, right], ty)?;
            return Ok(match outcome {
                Comparison::Is(outcome) => Value::Integer(i128::from(outcome)),
                Comparison::Open if self.is_never_told(op, [left, right], ty) => {
                    self.forgotten();
                    Value::Any(Range::of_format((1, false)))
                }
                Comparison::Open => {
                    self.split_by_equality(op, left, right)?;
                    let (source, other) =
                        if matches!(right, Value::Integer(_)) { (left, right) } else { (right, left) };
                    self.image(source, Range::of_format((1, false)), matches!(other, Value::Integer(_)))
                }
            });
        }
        if matches!(self.program.types.get(ty), Type::Float(_)) {
            return Ok(Value::ANY);
        }
        if op == BinaryOp::Mul && self.follows_numbers {
            // Mostly this is the size of so many elements, on which it depends what may be used.
            self.one_by_one(left)?;
            self.one_by_one(right)?;
        }
        let graph = &self.configuration.graph;
        if let (Some(a), Some(b), Some(format)) = (graph.range(left), graph.range(right), self.format(ty)) {
            return Ok(match (op, left, right) {
                // What changes nothing keeps the identity of the value.
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
                    self.calculated(op, [left, right], [a, b], format)
                }
            });
        }
        match op {
            BinaryOp::Add if left.object().is_some() => self.shifted(left, right, 1),
            BinaryOp::Add if right.object().is_some() => self.shifted(right, left, 1),
            BinaryOp::Sub if left.object().is_some() && right.object().is_some() => {
                if left.object() != right.object() {
                    // The one block can be found by it from the other.
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
    pub fn compared(&self, op: BinaryOp, [left, right]: [Value; 2], ty: TypeId) -> Result<Comparison, Stop> {
        let is_order = matches!(op, BinaryOp::Less | BinaryOp::LessEqual);
        let is_address = left.object().is_some() || right.object().is_some();
        match (op, self.format(ty)) {
            (BinaryOp::Less, Some((_, false))) if right == Value::ZERO => Ok(Comparison::Is(false)),
            (BinaryOp::LessEqual, Some((_, false))) if left == Value::ZERO => Ok(Comparison::Is(true)),
            // Addresses in the upper half are negative then, and of 32 bits some are there.
            (_, Some((32, true))) if is_order && is_address => Ok(Comparison::Open),
            _ if self.is_never_told(op, [left, right], ty) => Ok(Comparison::Open),
            _ => compare(&self.configuration.graph, op, left, right, self.word()),
        }
    }

    /// Whether a comparison has either outcome each time, so that nothing is learnt from it: the order of unsigned numbers of 128
    /// bits, whose upper half ranges hold as negative numbers; and the equality of inputs that may dangle.
    pub fn is_never_told(&self, op: BinaryOp, [left, right]: [Value; 2], ty: TypeId) -> bool {
        let orders = matches!(op, BinaryOp::Less | BinaryOp::LessEqual) && self.format(ty) == Some((128, false));
        let is_opaque = |value| matches!(value, Value::Unknown(_) | Value::Any(_));
        let may_dangle = self.opaque_may_dangle && self.program.types.is_pointer(ty);
        orders || may_dangle && left != right && is_opaque(left) && is_opaque(right)
    }

    /// A comparison that the graph can remember is decided by cases.
    fn split_by_equality(&self, op: BinaryOp, left: Value, right: Value) -> Result<(), Stop> {
        let unknown = matches!(left, Value::Unknown(_)) || matches!(right, Value::Unknown(_));
        let any = matches!(left, Value::Any(_)) || matches!(right, Value::Any(_));
        let graph = &self.configuration.graph;
        let is_kept = |value: Value| !matches!(value, Value::Unknown(id) if !graph.holds(id));
        let decides = unknown && !any && is_kept(left) && is_kept(right);
        if !decides || !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            return Ok(());
        }
        let (mut equal, mut different) = (graph.clone(), graph.clone());
        let different = different.note_different(left, right).then_some(different);
        if !crate::smg::transfer::compare::assume_equal(&mut equal, left, right, self.word()) {
            return Ok(());
        }
        let has_room = |graph: &Graph| graph.has_room(left) && graph.has_room(right);
        let free = graph.is_free(left) && graph.is_free(right) && has_room(&equal);
        let free = free && different.as_ref().is_none_or(has_room);
        match different {
            Some(different) => Err(Stop::by_number(vec![equal, different], free)),
            None => Ok(()),
        }
    }

    /// What a conversion changes differs for negative values and others.
    fn split_by_sign(&self, id: UnknownId, range: Range) -> Result<(), Stop> {
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
        let free = graph.is_free(value) && cases.iter().all(|case| case.has_room(value));
        Err(Stop::by_number(cases.into(), free))
    }

    /// Conversion between types.
    fn cast(&mut self, value: Value, from: TypeId, to: TypeId) -> Result<Value, Stop> {
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
        // A type of more bytes than an address has has other numbers, too.
        if format.0 > 8 * self.word() as u32 && (value.object().is_some() || matches!(value, Value::Function(_))) {
            return Ok(self.forgotten());
        }
        let is_narrower = self.format(from).is_some_and(|from| from.0 > format.0);
        Ok(match (value, self.configuration.graph.range(value)) {
            (Value::Integer(integer), _) => Value::Integer(arithmetic::wrap(integer, format)),
            (_, Some(range)) if Range::of_format(format).includes(range) => value,
            // A value of unknown sort, such as an address, keeps its identity in a word.
            (_, Some(Range::ALL)) if format.0 >= 8 * self.word() as u32 && !is_narrower => value,
            (Value::Unknown(id), Some(range)) if self.follows_numbers => {
                self.split_by_sign(id, range)?;
                self.sample(value)?;
                self.computed(arithmetic::wrapped(range, format))
            }
            (_, Some(range)) => self.image(value, arithmetic::wrapped(range, format), free::fills(range, format)),
            (Value::Undefined, _) => value,
            _ if format.0 < 8 * self.word() as u32 => {
                self.configuration.doubt();
                self.computed(Range::of_format(format))
            }
            _ => value,
        })
    }
}
