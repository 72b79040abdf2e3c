//! Evaluation of expressions in a state.
//!
//! An address outside its block may be computed, as the kernel's lists do; only an access is a fault. Two kinds of
//! undefined behaviour do not end a run: computing the address of a field of NULL without an access, and arithmetic on
//! an undefined number that is undefined for some values. [`State::silent_faults`] reports them. The difference of
//! pointers into different blocks is undefined; their order has either outcome. Undefined values may be copied; to
//! branch on one, or to dereference, free or print it, is a fault. As on the machine, accesses need not be aligned.
//!
//! An access beyond an inner array that stays in its object is a fault if the expression itself names the array
//! (`a[0][3]` of `int a[2][3]`); as in GCC, an array at the end of a record may have any number of elements.
//!
//! Types carry neither qualifiers nor the provenance of addresses, so the following is not detected: such accesses
//! through a pointer, writes to `const` members, and violations of the aliasing rules.

mod compare;

use std::collections::BTreeSet;

use crate::interp::arithmetic::{self, convert_number, operate_on_floats};
use crate::interp::choice::Chooser;
use crate::interp::fault::Fault;
use crate::interp::guesses::Guesses;
use crate::interp::memory::{BlockId, BlockKind, Pointer, Value};
use crate::interp::state::State;
use crate::limits::DEEPEST_EXPRESSION;
use crate::{BinaryOp, Command, Expr, ExprNode, FaultKind, Program, UnaryOp, bounds};
use base::extended;
use base::integer::wrap;
use ctype::{FieldId, Type, TypeId};

impl State {
    /// Evaluates an expression. Comparing a dangling pointer, or ordering pointers into different blocks, has either
    /// outcome: unless the run has already determined it, this is a fault of kind [`FaultKind::Indeterminate`].
    pub fn evaluate(&self, expr: &Expr, program: &Program) -> Result<Value, Fault> {
        Evaluator::new(self, program, None, self.guesses.clone()).value(expr, 0)
    }

    /// As [`State::evaluate`], but a chooser decides unspecified outcomes; the state records them.
    pub fn evaluate_with(&mut self, expr: &Expr, program: &Program, chooser: &mut dyn Chooser) -> Result<Value, Fault> {
        let guesses = std::mem::take(&mut self.guesses);
        let mut evaluator = Evaluator::new(self, program, Some(chooser), guesses);
        let value = evaluator.value(expr, 0);
        self.guesses = evaluator.guesses;
        value
    }

    /// Returns the undefined behaviour in a command that does not end the run.
    pub fn silent_faults(&self, command: &Command, program: &Program) -> BTreeSet<FaultKind> {
        let mut found = BTreeSet::new();
        for expr in command.expressions().into_iter().filter(|expr| may_fail_silently(expr)) {
            // The outcome of comparisons does not matter here.
            let mut chooser = |_: usize| 0;
            let mut evaluator = Evaluator::new(self, program, Some(&mut chooser), self.guesses.clone());
            // Evaluation stops at a fault.
            let _ = evaluator.value(expr, 0);
            found.append(&mut evaluator.silent);
        }
        found
    }

    /// Returns true if a command computes the address of a member of NULL, which has no determinate value.
    pub fn selects_field_of_null(&self, command: &Command, program: &Program) -> bool {
        self.silent_faults(command, program).contains(&FaultKind::FieldOfNull)
    }

    /// As [`State::evaluate_with`], for an address that is about to be written. Also returns whether it is beyond the
    /// end of an indexed array.
    pub(super) fn evaluate_place(
        &mut self,
        address: &Expr,
        program: &Program,
        chooser: &mut dyn Chooser,
    ) -> Result<(Value, bool), Fault> {
        let guesses = std::mem::take(&mut self.guesses);
        let mut evaluator = Evaluator { is_accessed: true, ..Evaluator::new(self, program, Some(chooser), guesses) };
        let value = evaluator.value(address, 0);
        let is_beyond = evaluator.is_beyond;
        self.guesses = evaluator.guesses;
        Ok((value?, is_beyond))
    }

    /// Evaluates a condition; an undefined one is a fault of kind [`FaultKind::UndefinedValue`].
    pub fn evaluate_condition(
        &mut self,
        condition: &Expr,
        program: &Program,
        chooser: &mut dyn Chooser,
    ) -> Result<bool, Fault> {
        let guesses = std::mem::take(&mut self.guesses);
        let mut evaluator = Evaluator::new(self, program, Some(chooser), guesses);
        let truth = evaluator.value(condition, 0).and_then(|value| evaluator.truth(value));
        self.guesses = evaluator.guesses;
        truth?.ok_or_else(|| Fault::new(FaultKind::UndefinedValue, "branch on an uninitialized value"))
    }
}

/// Returns a fault if the accessed element is beyond the array.
pub(super) fn refuse_beyond(is_beyond: bool) -> Result<(), Fault> {
    if is_beyond { Err(beyond_array()) } else { Ok(()) }
}

struct Evaluator<'s> {
    state: &'s State,
    program: &'s Program,
    chooser: Option<&'s mut dyn Chooser>,
    guesses: Guesses,
    /// True if the last expression evaluated is an address past the end of an array that it names.
    is_beyond: bool,
    /// True if the next expression evaluated is the address of an access.
    is_accessed: bool,
    /// The undefined behaviour so far that does not end the run.
    silent: BTreeSet<FaultKind>,
}

/// Returns true if a part of the expression may have undefined behaviour that does not end the run.
fn may_fail_silently(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        found |= match &part.node {
            ExprNode::FieldAddress(base, _) => !base.is_in_variable(),
            ExprNode::Binary(op, ..) => op.needs_known(true) != [false; 2],
            ExprNode::Unary(op, _) => *op == UnaryOp::Negate,
            _ => false,
        }
    });
    found
}

fn beyond_array() -> Fault {
    Fault::new(FaultKind::BeyondArray, "access to an element beyond the end of an array")
}

impl<'s> Evaluator<'s> {
    fn new(
        state: &'s State,
        program: &'s Program,
        chooser: Option<&'s mut dyn Chooser>,
        guesses: Guesses,
    ) -> Evaluator<'s> {
        Evaluator { state, program, chooser, guesses, is_beyond: false, is_accessed: false, silent: BTreeSet::new() }
    }

    /// Evaluates the address of an access.
    fn accessed(&mut self, address: &Expr, depth: u32) -> Result<Value, Fault> {
        self.is_accessed = true;
        self.value(address, depth)
    }

    fn value(&mut self, expr: &Expr, depth: u32) -> Result<Value, Fault> {
        let is_accessed = std::mem::take(&mut self.is_accessed);
        let value = self.value_of(expr, is_accessed, depth)?;
        self.is_beyond &= bounds::is_part(&self.program.types, expr);
        Ok(value)
    }

    fn value_of(&mut self, expr: &Expr, is_accessed: bool, depth: u32) -> Result<Value, Fault> {
        if depth > DEEPEST_EXPRESSION {
            return Err(Fault::unsupported("an expression is nested too deeply"));
        }
        let depth = depth + 1;
        match &expr.node {
            ExprNode::Integer(value) => Ok(Value::Integer(*value)),
            ExprNode::Float(bits) => Ok(Value::Float(*bits)),
            ExprNode::LongDouble(bits) => Ok(Value::LongDouble(*bits)),
            ExprNode::Null => Ok(Value::NULL),
            ExprNode::FunctionAddress(function) => Ok(Value::Function(*function)),
            ExprNode::Symbol(symbol) => {
                self.state.symbol(*symbol).ok_or_else(|| Fault::unsupported("a symbolic constant without a value"))
            }
            ExprNode::VariableAddress(variable) => {
                let address = self.state.variable_address(*variable).map(Value::Pointer);
                address.ok_or_else(|| Fault::unsupported("a variable that has no storage here"))
            }
            ExprNode::StringAddress(string) => {
                let address = self.state.string_address(*string).map(Value::Pointer);
                address.ok_or_else(|| Fault::unsupported("a string literal that has no storage here"))
            }
            ExprNode::FieldAddress(base, field) => {
                self.is_accessed = is_accessed;
                let base = self.value(base, depth)?;
                // There is no object, so the address of its field is undefined.
                if self.guesses.resolve(base) == Value::NULL {
                    return match is_accessed {
                        true => Err(Fault::new(FaultKind::InvalidDereference, "member access through a NULL pointer")
                            .of_pointer("")),
                        false => {
                            self.silent.insert(FaultKind::FieldOfNull);
                            Ok(Value::Undefined)
                        }
                    };
                }
                let offset = self.field(*field)?.offset;
                self.shifted(base, i128::from(offset))
            }
            ExprNode::ElementAddress(base, index) => self.element_address(base, index, is_accessed, depth),
            ExprNode::Load(address) => self.load(expr.ty, address, depth),
            ExprNode::Unary(op, operand) => {
                let value = self.value(operand, depth)?;
                let is_needed = *op == UnaryOp::Negate && self.is_signed(expr.ty);
                self.note_undefined([value], [is_needed], expr.ty);
                self.unary(*op, value, expr.ty)
            }
            ExprNode::Binary(op, left, right) => {
                let (ty, left, right) = (left.ty, self.value(left, depth)?, self.value(right, depth)?);
                self.note_undefined([left, right], op.needs_known(self.is_signed(ty)), ty);
                self.binary(*op, left, right, ty)
            }
            ExprNode::PointerDifference(left, right) => self.difference(left, right, depth),
            ExprNode::Cast(operand) => {
                self.is_accessed = is_accessed;
                let value = self.value(operand, depth)?;
                self.cast(value, operand.ty, expr.ty)
            }
        }
    }

    fn field(&self, field: FieldId) -> Result<&ctype::Field, Fault> {
        let found = self.program.types.fields(field.record).get(field.index as usize);
        found.ok_or_else(|| Fault::unsupported("a field of an incomplete record"))
    }

    /// Moves an address by a number of bytes, wrapping around as on the machine.
    fn shifted(&self, value: Value, bytes: i128) -> Result<Value, Fault> {
        let word = (8 * self.program.types.model().word_bytes() as u32, true);
        let bytes = wrap(bytes, word);
        match value {
            Value::Pointer(Pointer::To { block, offset }) => {
                let moved = wrap(i128::from(offset) + bytes, word);
                let offset = i64::try_from(moved).map_err(|_| Fault::unsupported("an address far out of its block"))?;
                Ok(Value::Pointer(Pointer::To { block, offset }))
            }
            Value::Pointer(Pointer::Null) => Ok(absolute(bytes, word.0)),
            Value::Integer(address) => Ok(absolute(address + bytes, word.0)),
            Value::Undefined => Ok(Value::Undefined),
            _ if bytes == 0 => Ok(value),
            _ => Err(Fault::unsupported("arithmetic on the address of a function")),
        }
    }

    fn element_address(&mut self, base: &Expr, index: &Expr, is_accessed: bool, depth: u32) -> Result<Value, Fault> {
        let size = self.element_size(base.ty)?;
        self.is_accessed = is_accessed;
        let value = self.value(base, depth)?;
        let is_beyond = self.is_beyond;
        match self.value(index, depth)? {
            Value::Integer(count) => {
                let array = bounds::inner_array(&self.program.types, base);
                let is_outside = array.is_some_and(|array| !(0..i128::from(array.count)).contains(&count));
                self.is_beyond = is_beyond || is_outside;
                let word = (8 * self.program.types.model().word_bytes() as u32, true);
                let count = self.steps(count, index.ty, word);
                let bytes = count.map(|count| count.saturating_mul(i128::from(size)));
                let bytes = bytes.filter(|bytes| wrap(*bytes, word) == *bytes);
                match bytes {
                    Some(bytes) => self.shifted(value, bytes),
                    None if is_accessed => {
                        let message = "an element is accessed that no object can have";
                        Err(Fault::new(FaultKind::OutOfBounds, message))
                    }
                    None => Err(Fault::unsupported("an address far out of its block")),
                }
            }
            Value::Undefined => Ok(Value::Undefined),
            _ => Err(Fault::unsupported("an index that is an address")),
        }
    }

    /// Returns the number of elements that an index counts. A word-sized unsigned index may be a converted negative
    /// number; `None` if a wider index is truncated.
    fn steps(&self, index: i128, ty: TypeId, word: (u32, bool)) -> Option<i128> {
        let (width, signed) = self.program.types.integer_format(ty).unwrap_or(word);
        let wrapped = wrap(index, word);
        // For an unsigned 128-bit type, negative numbers represent large ones.
        let is_kept = width <= word.0 || wrapped == index && (signed || index >= 0);
        is_kept.then_some(wrapped)
    }

    fn element_size(&self, pointer: TypeId) -> Result<u64, Fault> {
        let size = self.program.types.pointee(pointer).and_then(|element| self.program.types.size_of(element));
        size.ok_or_else(|| Fault::unsupported("arithmetic on a pointer to an incomplete type"))
    }

    fn load(&mut self, ty: TypeId, address: &Expr, depth: u32) -> Result<Value, Fault> {
        let pointer = self.accessed(address, depth)?;
        let is_beyond = self.is_beyond;
        let value = self.state.load_through(pointer, address, ty, self.program)?;
        refuse_beyond(is_beyond).map(|()| value)
    }

    fn is_signed(&self, ty: TypeId) -> bool {
        self.program.types.integer_format(ty).is_some_and(|(_, signed)| signed)
    }

    /// Records undefined behaviour if an operand of an integer operation is undefined, but needed.
    fn note_undefined<const N: usize>(&mut self, operands: [Value; N], needed: [bool; N], ty: TypeId) {
        let is_undefined =
            operands.iter().zip(needed).any(|(operand, is_needed)| is_needed && *operand == Value::Undefined);
        if is_undefined && self.program.types.is_integer(ty) {
            self.silent.insert(FaultKind::UndefinedOperand);
        }
    }

    fn unary(&mut self, op: UnaryOp, value: Value, ty: TypeId) -> Result<Value, Fault> {
        match (op, value) {
            (UnaryOp::LogicalNot, _) => {
                Ok(self.truth(value)?.map_or(Value::Undefined, |truth| Value::Integer(i128::from(!truth))))
            }
            (_, Value::Undefined) => Ok(Value::Undefined),
            (_, Value::Integer(integer)) => arithmetic::negate_or_complement(op, integer, self.format(ty)?),
            (UnaryOp::Negate, Value::Float(bits)) => Ok(Value::Float((-f64::from_bits(bits)).to_bits())),
            (UnaryOp::Negate, Value::LongDouble(bits)) => Ok(Value::LongDouble(extended::negated(bits))),
            _ => Err(Fault::unsupported("arithmetic on an address")),
        }
    }

    fn format(&self, ty: TypeId) -> Result<(u32, bool), Fault> {
        let word = 8 * self.program.types.model().word_bytes() as u32;
        match self.program.types.get(ty) {
            // Pointers made from integers compare as unsigned words.
            Type::Pointer(_) => Ok((word, false)),
            _ => {
                self.program.types.integer_format(ty).ok_or_else(|| Fault::unsupported("an integer of no integer type"))
            }
        }
    }

    /// Computes `op` on values that both have type `ty`, except for the right operand of a shift.
    fn binary(&mut self, op: BinaryOp, left: Value, right: Value, ty: TypeId) -> Result<Value, Fault> {
        match (left, right) {
            (Value::Undefined, _) | (_, Value::Undefined) => Ok(Value::Undefined),
            (Value::Integer(left), Value::Integer(right)) => arithmetic::integers(op, left, right, self.format(ty)?),
            (Value::Float(_), Value::Float(_)) => operate_on_floats(op, left, right, ty, &self.program.types),
            (Value::LongDouble(left), Value::LongDouble(right)) => arithmetic::long_doubles(op, left, right),
            _ if op.is_comparison() => self.compare(op, left, right),
            // Addresses stored in integers can still be moved.
            (Value::Pointer(_), Value::Integer(bytes)) if op == BinaryOp::Add => self.shifted(left, bytes),
            (Value::Pointer(_), Value::Integer(bytes)) if op == BinaryOp::Sub => self.shifted(left, -bytes),
            (Value::Integer(bytes), Value::Pointer(_)) if op == BinaryOp::Add => self.shifted(right, bytes),
            _ => self.word_of_address(op, left, right),
        }
    }

    /// Computes an operation on an address converted to an integer if the result does not depend on the layout of
    /// blocks: differences within a block, and the low bits, which are zero by the alignment of the block.
    fn word_of_address(&self, op: BinaryOp, left: Value, right: Value) -> Result<Value, Fault> {
        use Pointer::To;
        let refused = || Fault::unsupported("arithmetic on an address");
        match (op, left, right) {
            (BinaryOp::Sub, Value::Pointer(To { block: a, offset: x }), Value::Pointer(To { block: b, offset: y }))
                if a == b =>
            {
                let word = (8 * self.program.types.model().word_bytes() as u32, false);
                Ok(Value::Integer(wrap(i128::from(x) - i128::from(y), word)))
            }
            (_, Value::Integer(_), Value::Pointer(_)) if matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr) => {
                self.word_of_address(op, right, left)
            }
            (_, Value::Pointer(To { block, offset }), Value::Integer(bits)) => {
                let align = i64::try_from(self.alignment(block)).map_err(|_| refused())?;
                let word = 8 * self.program.types.model().word_bytes() as u32;
                let bits = wrap(bits, (word, true)) as i64;
                let at = |offset| Ok(Value::Pointer(To { block, offset }));
                let low = |offset: i64| Ok(Value::Integer(i128::from(offset)));
                match op {
                    BinaryOp::BitAnd if (0..align).contains(&bits) => low(offset & bits),
                    BinaryOp::BitAnd if (0..align).contains(&!bits) => at(offset & bits),
                    BinaryOp::BitOr if (0..align).contains(&bits) => at(offset | bits),
                    BinaryOp::BitXor if (0..align).contains(&bits) => at(offset ^ bits),
                    BinaryOp::Rem if bits > 0 && align % bits == 0 => low(offset.rem_euclid(bits)),
                    _ => Err(refused()),
                }
            }
            _ => Err(refused()),
        }
    }

    /// Returns a power of two that divides the address of a block.
    fn alignment(&self, block: BlockId) -> u64 {
        match self.state.block(block).map(|block| block.kind) {
            Some(BlockKind::Heap(_) | BlockKind::Arguments | BlockKind::Stack) => 16,
            Some(BlockKind::Global(id) | BlockKind::Local(id)) => {
                let variable = self.program.variables.get(id);
                variable.map_or(1, |variable| self.program.types.align_of(variable.ty).max(1))
            }
            Some(BlockKind::String(_) | BlockKind::Outside { .. }) | None => 1,
        }
    }

    /// Returns whether a value is non-zero; `None` if it is undefined.
    fn truth(&mut self, value: Value) -> Result<Option<bool>, Fault> {
        match value {
            Value::Undefined => Ok(None),
            Value::Integer(integer) => Ok(Some(integer != 0)),
            Value::Float(bits) => Ok(Some(f64::from_bits(bits) != 0.0)),
            Value::LongDouble(bits) => Ok(Some(!extended::is_zero(bits))),
            Value::Function(_) => Ok(Some(true)),
            Value::Pointer(Pointer::Null) => Ok(Some(false)),
            Value::Pointer(_) => self.equal(value, Value::NULL).map(|is_null| Some(!is_null)),
        }
    }

    fn difference(&mut self, left: &Expr, right: &Expr, depth: u32) -> Result<Value, Fault> {
        let size = i128::from(self.element_size(left.ty)?);
        let (a, b) = (self.value(left, depth)?, self.value(right, depth)?);
        let bytes = match (a, b) {
            (Value::Undefined, _) | (_, Value::Undefined) => return Ok(Value::Undefined),
            (
                Value::Pointer(Pointer::To { block: a, offset: x }),
                Value::Pointer(Pointer::To { block: b, offset: y }),
            ) if a == b => i128::from(x) - i128::from(y),
            (Value::Pointer(Pointer::Null) | Value::Integer(_), Value::Pointer(Pointer::Null) | Value::Integer(_)) => {
                plain_address(a) - plain_address(b)
            }
            _ => return Err(Fault::undefined("the difference of pointers into different objects")),
        };
        if size == 0 || bytes % size != 0 {
            return Err(Fault::undefined("the difference of pointers that are not a whole number of elements apart"));
        }
        Ok(Value::Integer(bytes / size))
    }

    fn cast(&mut self, value: Value, from: TypeId, to: TypeId) -> Result<Value, Fault> {
        let types = &self.program.types;
        let word = 8 * types.model().word_bytes() as u32;
        match (value, types.get(to)) {
            (Value::Undefined, _) | (_, Type::Void) => Ok(Value::Undefined),
            (Value::Integer(integer), Type::Pointer(_)) => Ok(absolute(integer, word)),
            (Value::Integer(_) | Value::Float(_) | Value::LongDouble(_), _) => convert_number(value, from, to, types),
            (_, Type::Pointer(_)) => Ok(value),
            (Value::Pointer(Pointer::Null), Type::Integer { .. }) => Ok(Value::Integer(0)),
            (_, Type::Integer { .. }) => match types.integer_format(to) {
                Some((1, _)) => {
                    Ok(self.truth(value)?.map_or(Value::Undefined, |truth| Value::Integer(i128::from(truth))))
                }
                Some((width, _)) if width == word => Ok(value),
                _ => Err(Fault::unsupported("an address converted to an integer of another size")),
            },
            _ => Err(Fault::unsupported("a conversion of an address")),
        }
    }
}

/// Returns an address made from an integer.
fn absolute(address: i128, word: u32) -> Value {
    match wrap(address, (word, false)) {
        0 => Value::NULL,
        address => Value::Integer(address),
    }
}

fn plain_address(value: Value) -> i128 {
    match value {
        Value::Integer(address) => address,
        _ => 0,
    }
}

/// Returns the bit-field that an address denotes: first bit, width, signedness.
fn bit_field(address: &Expr, program: &Program) -> Option<(u32, u32, bool)> {
    let ExprNode::FieldAddress(_, id) = &address.node else { return None };
    let field = program.types.fields(id.record).get(id.index as usize)?;
    let (first, width) = field.bits?;
    let (_, signed) = program.types.integer_format(field.ty)?;
    Some((first, width, signed))
}

/// Returns the offset and number of the bytes that a bit-field touches.
fn touched(first: u32, width: u32) -> (i64, u64) {
    (i64::from(first / 8), u64::from((first % 8 + width).div_ceil(8)))
}

/// Moves a pointer by this many bytes.
pub(super) fn moved(pointer: Value, bytes: i64) -> Value {
    match pointer {
        Value::Pointer(Pointer::To { block, offset }) => {
            Value::Pointer(Pointer::To { block, offset: offset.saturating_add(bytes) })
        }
        _ => pointer,
    }
}

impl State {
    /// Loads through the value of an address expression, which may denote a bit-field.
    fn load_through(&self, pointer: Value, address: &Expr, ty: TypeId, program: &Program) -> Result<Value, Fault> {
        let Some((first, width, signed)) = bit_field(address, program) else {
            return self.load_at(pointer, ty, &program.types);
        };
        let (skip, size) = touched(first, width);
        let (id, offset) = self.check_access(moved(pointer, skip), size)?;
        self.block(id).map_or(Ok(Value::Undefined), |block| block.read_field(offset, first % 8, width, signed))
    }

    /// Stores through the value of an address expression, which may denote a bit-field.
    pub(super) fn store_through(
        &mut self,
        pointer: Value,
        address: &Expr,
        value: Value,
        program: &Program,
    ) -> Result<(), Fault> {
        let Some((first, width, _)) = bit_field(address, program) else {
            let ty = program.types.pointee(address.ty);
            let ty = ty.ok_or_else(|| Fault::unsupported("a store through something that is no pointer"))?;
            return self.store_at(pointer, value, ty, &program.types);
        };
        // A bit-field through NULL or a similar pointer: the check of a plain access reports the fault.
        let Value::Pointer(pointer) = pointer else { return self.check_access(pointer, 1).map(|_| ()) };
        self.store_bits(pointer, first, width, value)
    }

    /// Stores into `width` bits, starting `first` bits after an address.
    pub fn store_bits(&mut self, pointer: Pointer, first: u32, width: u32, value: Value) -> Result<(), Fault> {
        let (skip, size) = touched(first, width);
        let bits = (u64::from(first % 8), u64::from(first % 8 + width));
        let (id, offset) = self.check_bits_writable(moved(Value::Pointer(pointer), skip), size, bits)?;
        self.block_mut(id)?.write_field(offset, first % 8, width, value)
    }
}
