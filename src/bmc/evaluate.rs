//! Evaluates expressions in a state to terms.
//!
//! Semantics, errors and their order are those of the interpreter (`program::interp::evaluate`), with the same
//! messages. What is not modelled ends the run as a cut, and so does floating-point arithmetic on operands that are not
//! constants.

mod address;
mod arithmetic;
mod compare;
mod float;

use std::borrow::Cow;

use crate::events::Events;
use crate::machine::Machine;
use crate::state::State;
use crate::task::Shape;
use crate::term::{TermId, Terms};
use crate::value::{FUNCTIONS, OBJECT_BITS, Scalar};
use base::ids::Id;
use ctype::{FieldId, FloatKind, Type, TypeId};
use program::limits::DEEPEST_EXPRESSION;
use program::{BinaryOp, Expr, ExprNode, FaultKind, UnaryOp, VariableId, bounds};

/// Evaluation of one expression.
pub struct Evaluation<'m, 'p> {
    pub(super) machine: &'m mut Machine<'p>,
    pub(super) terms: &'p Terms,
    pub(super) state: &'m mut State,
    /// Boolean: the address evaluated last is beyond the end of an array that the expression names.
    is_beyond: TermId,
    /// True if the expression evaluated next is the address of an access.
    is_accessed: bool,
}

impl<'p> Machine<'p> {
    pub fn evaluate(&mut self, state: &mut State, expr: &Expr) -> Scalar {
        Evaluation::new(self, state).value(expr, 0)
    }

    /// Evaluates an address about to be accessed. Also returns the condition that an array is indexed beyond its end.
    pub fn evaluate_place(&mut self, state: &mut State, address: &Expr) -> (Scalar, TermId) {
        let mut evaluation = Evaluation::new(self, state);
        (evaluation.accessed(address, 0), evaluation.is_beyond)
    }

    /// Returns the condition that two addresses or numbers compare equal in the program.
    pub fn evaluate_equal(&mut self, state: &mut State, (a, b): (Scalar, Scalar)) -> TermId {
        let always = self.terms.truth(true);
        Evaluation::new(self, state).compare(BinaryOp::Equal, (a, b), false, always)
    }

    /// Evaluates a condition. Reports an error if its value is undefined.
    pub fn evaluate_condition(&mut self, state: &mut State, condition: &Expr) -> TermId {
        let value = self.evaluate(state, condition);
        let truth = Evaluation::new(self, state).truth(condition.ty, value);
        let undefined = self.terms.not(value.is_defined);
        self.events.fault(state, undefined, FaultKind::UndefinedValue, "branch on an uninitialized value");
        truth
    }

    /// Stores through the evaluated address expression, which may denote a bit-field.
    pub fn store_through(
        &mut self,
        state: &mut State,
        (pointer, address): (Scalar, &Expr),
        value: Scalar,
        unlocked: Option<VariableId>,
    ) {
        if let Some((first, width, _)) = self.task.bit_field(address) {
            return self.store_bits(state, pointer, (first, width), value, unlocked);
        }
        match self.task.program.types.pointee(address.ty) {
            Some(ty) => self.store(state, pointer, value, ty, unlocked),
            None => self.events.give_up(state, "a store through something that is no pointer"),
        }
    }
}

impl<'m, 'p> Evaluation<'m, 'p> {
    fn new(machine: &'m mut Machine<'p>, state: &'m mut State) -> Self {
        let terms = machine.terms;
        Evaluation { machine, terms, state, is_beyond: terms.truth(false), is_accessed: false }
    }

    /// Evaluates the address of an access.
    fn accessed(&mut self, address: &Expr, depth: u32) -> Scalar {
        self.is_accessed = true;
        self.value(address, depth)
    }

    fn value(&mut self, expr: &Expr, depth: u32) -> Scalar {
        let is_accessed = std::mem::take(&mut self.is_accessed);
        let value = self.value_of(expr, is_accessed, depth);
        if !bounds::is_part(&self.machine.task.program.types, expr) {
            self.is_beyond = self.terms.truth(false);
        }
        value
    }

    /// Converts a value to a Boolean: true if it is not zero.
    fn truth(&mut self, ty: TypeId, value: Scalar) -> TermId {
        if self.is_float(ty) {
            // Ignores the sign: -0.0 is zero, too.
            return self.terms.is_nonzero(self.terms.extract(value.bits, 0, self.terms.width(value.bits) - 1));
        }
        let zero = Scalar::constant(self.terms, 0, self.terms.width(value.bits));
        let is_zero = self.compare(BinaryOp::Equal, (value, zero), false, value.is_defined);
        self.terms.not(is_zero)
    }

    /// Cuts the run at a construct that is not modelled, and returns an undefined value.
    fn give_up(&mut self, what: impl Into<Cow<'static, str>>, ty: TypeId) -> Scalar {
        self.machine.events.give_up(self.state, what);
        let width = self.machine.task.shape(ty).map_or(self.machine.task.word(), |shape| shape.width);
        Scalar::undefined(self.terms, width)
    }

    fn fault(&mut self, condition: TermId, kind: FaultKind, message: &'static str) {
        self.machine.events.fault(self.state, condition, kind, message);
    }

    fn unsupported(&mut self, condition: TermId, what: &'static str) {
        self.machine.events.unsupported(self.state, condition, what);
    }

    /// Records undefined behaviour that does not end the run. It matters only if this kind of error is reported.
    fn note_silent(&mut self, condition: TermId, kind: FaultKind) {
        if self.machine.task.settings.reports(kind) {
            self.machine.events.note_silent(self.state, condition, kind);
        }
    }

    fn shape(&mut self, ty: TypeId) -> Option<Shape> {
        self.machine.task.shape(ty)
    }

    fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.machine.task.program.types.get(ty), Type::Float(_))
    }

    fn value_of(&mut self, expr: &Expr, is_accessed: bool, depth: u32) -> Scalar {
        if depth > DEEPEST_EXPRESSION {
            return self.give_up("an expression that is nested too deeply", expr.ty);
        }
        let depth = depth + 1;
        match &expr.node {
            ExprNode::Integer(value) => match self.shape(expr.ty) {
                Some(shape) => Scalar::constant(self.terms, *value as u128, shape.width),
                None => self.give_up("an integer of no integer type", expr.ty),
            },
            ExprNode::Float(bits) => self.float(*bits, expr.ty),
            ExprNode::LongDouble(_) => self.give_up("a value of type long double", expr.ty),
            ExprNode::Null => Scalar::null(self.terms),
            ExprNode::FunctionAddress(function) => {
                let number = FUNCTIONS + function.index() as u128;
                Scalar::address(self.terms, self.terms.constant(number, OBJECT_BITS))
            }
            ExprNode::Symbol(symbol) => match self.machine.inputs.symbol(*symbol) {
                Some(value) => value,
                None => self.give_up("a symbolic constant", expr.ty),
            },
            ExprNode::VariableAddress(variable) => {
                match self.machine.storage.variable(self.terms, self.state, *variable) {
                    Some(address) => address,
                    None => self.give_up("a variable that has no storage here", expr.ty),
                }
            }
            ExprNode::StringAddress(string) => match self.machine.storage.string(*string) {
                Some(object) => Scalar::address(self.terms, object),
                None => self.give_up("a string literal that has no storage here", expr.ty),
            },
            ExprNode::FieldAddress(base, field) => self.field_address((base, *field), is_accessed, expr.ty, depth),
            ExprNode::ElementAddress(base, index) => self.element_address(base, index, is_accessed, depth),
            ExprNode::Load(address) => self.load(expr.ty, address, depth),
            ExprNode::Unary(op, operand) => {
                let value = self.value(operand, depth);
                if *op == UnaryOp::Negate {
                    self.note_undefined([value, value], BinaryOp::Sub, operand.ty);
                }
                self.unary(*op, value, operand.ty, expr.ty)
            }
            ExprNode::Binary(op, left, right) => {
                let (a, b) = (self.value(left, depth), self.value(right, depth));
                self.note_undefined([a, b], *op, left.ty);
                self.binary(*op, (a, b), left.ty, expr.ty)
            }
            ExprNode::PointerDifference(left, right) => self.difference(left, right, expr.ty, depth),
            ExprNode::Cast(operand) => {
                self.is_accessed = is_accessed;
                let value = self.value(operand, depth);
                self.cast(value, operand.ty, expr.ty)
            }
        }
    }

    /// Converts a constant, given by the bits of the `double` of its value.
    fn float(&mut self, bits: u64, ty: TypeId) -> Scalar {
        match self.machine.task.program.types.get(ty) {
            Type::Float(FloatKind::Double) => Scalar::constant(self.terms, u128::from(bits), 64),
            Type::Float(FloatKind::Float) => {
                let single = (f64::from_bits(bits) as f32).to_bits();
                Scalar::constant(self.terms, u128::from(single), 32)
            }
            _ => self.give_up("a floating-point number of this type", ty),
        }
    }

    /// Records undefined operands of an integer operation that requires defined ones.
    fn note_undefined(&mut self, operands: [Scalar; 2], op: BinaryOp, ty: TypeId) {
        let Some((_, signed)) = self.machine.task.program.types.integer_format(ty) else { return };
        for (operand, is_needed) in operands.into_iter().zip(op.needs_known(signed)) {
            if is_needed {
                self.note_silent(self.terms.not(operand.is_defined), FaultKind::UndefinedOperand);
            }
        }
    }

    fn field_address(&mut self, (base, field): (&Expr, FieldId), is_accessed: bool, ty: TypeId, depth: u32) -> Scalar {
        self.is_accessed = is_accessed;
        let base = self.value(base, depth);
        let Some(offset) =
            self.machine.task.program.types.fields(field.record).get(field.index as usize).map(|f| f.offset)
        else {
            return self.give_up("a field of an incomplete record", ty);
        };
        let is_null = base.is_null(self.terms);
        let is_null = self.terms.and(base.is_defined, is_null);
        let mut base = base;
        if is_accessed {
            self.fault(is_null, FaultKind::InvalidDereference, "member access through a NULL pointer");
        } else {
            // C gives the address of a member of no object no meaning, so the value is undefined. The run continues.
            self.note_silent(is_null, FaultKind::FieldOfNull);
            base.is_defined = self.terms.and(base.is_defined, self.terms.not(is_null));
        }
        self.shifted(base, self.terms.word_constant(offset))
    }

    /// Moves an address by a number of bytes, wrapping as on the machine.
    fn shifted(&mut self, value: Scalar, bytes: TermId) -> Scalar {
        let condition = self.terms.all([value.is_defined, self.terms.is_nonzero(bytes), value.is_function(self.terms)]);
        self.unsupported(condition, "arithmetic on the address of a function");
        Scalar { bits: self.terms.add(value.bits, bytes), ..value }
    }

    fn element_address(&mut self, base: &Expr, index: &Expr, is_accessed: bool, depth: u32) -> Scalar {
        let element = self.machine.task.program.types.pointee(base.ty);
        let Some(size) = element.and_then(|element| self.machine.task.program.types.size_of(element)) else {
            return self.give_up("arithmetic on a pointer to an incomplete type", base.ty);
        };
        self.is_accessed = is_accessed;
        let pointer = self.value(base, depth);
        let is_beyond = self.is_beyond;
        let count = self.value(index, depth);
        let Some(shape) = self.shape(index.ty) else {
            return self.give_up("an index of this type", base.ty);
        };
        let is_defined = self.terms.and(pointer.is_defined, count.is_defined);
        let address = self.terms.is_nonzero(count.object);
        let address = self.terms.and(is_defined, address);
        self.unsupported(address, "an index that is an address");
        self.note_beyond(base, (count, shape), is_beyond);
        let word = self.machine.task.word();
        let is_cut = self.is_cut(count.bits, shape);
        // A negative index may have been converted to an unsigned type.
        let count = self.terms.resize(count.bits, word, shape.signed);
        let is_far = self.is_far(count, size);
        let is_far = self.terms.or(is_far, is_cut);
        let is_far = self.terms.and(is_defined, is_far);
        match is_accessed {
            true => self.fault(is_far, FaultKind::OutOfBounds, "an element is accessed that no object can have"),
            false => self.unsupported(is_far, "an address far out of its block"),
        }
        let bytes = self.terms.multiply(count, self.terms.word_constant(size));
        let pointer = Scalar { is_defined, ..pointer };
        self.shifted(pointer, bytes)
    }

    /// Returns the condition that an index wider than a word changes its value as a signed word.
    fn is_cut(&mut self, index: TermId, shape: Shape) -> TermId {
        let (word, terms) = (self.machine.task.word(), self.terms);
        if shape.width <= word {
            return terms.truth(false);
        }
        let is_same = terms.equal(terms.extend_sign(terms.extract(index, 0, word), shape.width), index);
        let sign = terms.extract(index, shape.width - 1, 1);
        let is_large = match shape.signed {
            true => terms.truth(false),
            false => terms.is_nonzero(sign),
        };
        terms.or(terms.not(is_same), is_large)
    }

    /// Records in `is_beyond` that the index is beyond an inner array that the expression names.
    fn note_beyond(&mut self, base: &Expr, (count, shape): (Scalar, Shape), is_beyond: TermId) {
        let Some(array) = bounds::inner_array(&self.machine.task.program.types, base) else {
            self.is_beyond = is_beyond;
            return;
        };
        // At this width, every index compares with the number of elements: a negative one is large.
        let wide = self.terms.resize(count.bits, 128, shape.signed);
        let is_inside = self.terms.less(wide, self.terms.constant(u128::from(array.count), 128));
        self.is_beyond = self.terms.or(is_beyond, self.terms.not(is_inside));
    }

    /// Returns the condition that `count` elements of a size span more bytes than an offset can represent.
    fn is_far(&mut self, count: TermId, size: u64) -> TermId {
        let half = 1_i128 << (self.machine.task.word() - 1);
        let size = i128::from(size).max(1);
        let (least, most) = (-(half / size), (half - 1) / size);
        let word = self.machine.task.word();
        let least = self.terms.constant(least as u128, word);
        let most = self.terms.constant(most as u128, word);
        self.terms.or(self.terms.less_signed(count, least), self.terms.less_signed(most, count))
    }

    fn load(&mut self, ty: TypeId, address: &Expr, depth: u32) -> Scalar {
        let pointer = self.accessed(address, depth);
        let is_beyond = self.is_beyond;
        let value = match (self.machine.task.bit_field(address), self.shape(ty)) {
            (Some(field), Some(shape)) => self.machine.load_bits(self.state, pointer, field, shape.width),
            _ => self.machine.load(self.state, pointer, ty),
        };
        beyond_array(&mut self.machine.events, self.state, is_beyond);
        value
    }

    fn unary(&mut self, op: UnaryOp, value: Scalar, from: TypeId, ty: TypeId) -> Scalar {
        let Some(shape) = self.shape(ty) else { return self.give_up("arithmetic on a value of this type", ty) };
        if op == UnaryOp::LogicalNot {
            let truth = self.truth(from, value);
            let bits = self.terms.resize(self.terms.not(truth), shape.width, false);
            return Scalar { is_defined: value.is_defined, ..Scalar::number(self.terms, bits) };
        }
        if self.is_float(ty) {
            // Negation flips the sign bit.
            if op != UnaryOp::Negate {
                return self.give_up("arithmetic on a floating-point number", ty);
            }
            let sign = self.terms.constant(1 << (shape.width - 1), shape.width);
            return Scalar { bits: self.terms.xor(value.bits, sign), ..value };
        }
        let address = self.terms.is_nonzero(value.object);
        let address = self.terms.and(value.is_defined, address);
        self.unsupported(address, "arithmetic on an address");
        let bits = match op {
            UnaryOp::Negate => {
                if shape.signed {
                    let least = self.terms.constant(1 << (shape.width - 1), shape.width);
                    self.overflow(self.terms.equal(value.bits, least), value.is_defined);
                }
                self.terms.negate(value.bits)
            }
            _ => self.terms.not(value.bits),
        };
        Scalar { bits, ..value }
    }

    fn difference(&mut self, left: &Expr, right: &Expr, ty: TypeId, depth: u32) -> Scalar {
        let element = self.machine.task.program.types.pointee(left.ty);
        let Some(size) = element.and_then(|element| self.machine.task.program.types.size_of(element)) else {
            return self.give_up("arithmetic on a pointer to an incomplete type", ty);
        };
        let (a, b) = (self.value(left, depth), self.value(right, depth));
        let is_defined = self.terms.and(a.is_defined, b.is_defined);
        self.machine.refuse_unmodelled_pair(self.state, (a, b));
        let apart = self.terms.not(self.terms.equal(a.object, b.object));
        let apart = self.terms.and(is_defined, apart);
        let message = "the difference of pointers into different objects";
        self.fault(apart, FaultKind::UndefinedBehaviour, message);
        self.fault(self.terms.and(is_defined, a.is_function(self.terms)), FaultKind::UndefinedBehaviour, message);
        let bytes = self.terms.subtract(a.bits, b.bits);
        // The interpreter computes the difference of two numbers exactly, which may need one more bit than a word.
        self.far_numbers((a, b), bytes, is_defined);
        if size == 0 {
            self.fault(
                is_defined,
                FaultKind::UndefinedBehaviour,
                "the difference of pointers to objects without a size",
            );
        }
        let (quotient, remainder) = self.divided(bytes, self.terms.word_constant(size), true);
        let uneven = self.terms.is_nonzero(remainder);
        let message = "the difference of pointers that are not a whole number of elements apart";
        self.fault(self.terms.and(is_defined, uneven), FaultKind::UndefinedBehaviour, message);
        Scalar { is_defined, ..Scalar::number(self.terms, quotient) }
    }

    /// Cuts the runs in which a difference of addresses overflows a signed word.
    fn far_numbers(&mut self, (a, b): (Scalar, Scalar), bytes: TermId, is_defined: TermId) {
        let terms = self.terms;
        let zero = terms.constant(0, terms.width(bytes));
        let is_address = terms.is_nonzero(a.object);
        let (less, less_unsigned) = (terms.less_signed(a.bits, b.bits), terms.less(a.bits, b.bits));
        // Offsets are signed, numbers unsigned.
        let differ = terms.xor(terms.choose(is_address, less, less_unsigned), terms.less_signed(bytes, zero));
        let far = terms.and(is_defined, differ);
        self.unsupported(far, "the difference of addresses that are far apart");
    }
}

/// Reports, under a condition, an access to an element beyond the end of an array.
pub fn beyond_array(events: &mut Events<'_>, state: &mut State, condition: TermId) {
    events.fault(state, condition, FaultKind::BeyondArray, "access to an element beyond the end of an array");
}
