//! Memory accesses: their errors and their effects.
//!
//! The errors and their order are those of the interpreter (`program::interp::state`).

use std::rc::Rc;

use crate::claim::{RunCut, What};
use crate::content::ObjectContent;
use crate::events::Events;
use crate::limits::{ARGUMENT_BYTES, MOST_CONSTANT_PARTS, WRITTEN_ARGUMENTS};
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::{MemoryCell, Scalar, is_object, objects_at};
use ctype::{ConstantBits, Type, TypeId};
use program::witness::ChoiceKind;
use program::{FaultKind, UninitializedUse, VariableId};

/// The reason for a cut at a pointer into more objects than are followed.
const TOO_MANY_TARGETS: &str = "an address that may be in too many objects";

impl Machine<'_> {
    /// Checks an access of `size` bytes, a word. Only runs in which it is valid go on.
    pub fn check_access(&mut self, state: &mut State, pointer: Scalar, size: TermId) {
        self.events.uninitialized(
            state,
            self.terms.not(pointer.is_defined),
            UninitializedUse::Dereference,
            "dereference of an uninitialized pointer",
        );
        if self.terms.choices(pointer.object).is_none() {
            return self.events.give_up(state, TOO_MANY_TARGETS);
        }
        self.refuse_unmodelled(state, pointer);
        let is_number = pointer.is_number(self.terms);
        let is_null = pointer.is_null(self.terms);
        self.events.fault(state, is_null, FaultKind::InvalidDereference, "dereference of a NULL pointer");
        let is_none = self.terms.or(is_number, pointer.is_function(self.terms));
        self.events.fault(state, is_none, FaultKind::InvalidDereference, "dereference of an address of no object");
        for number in objects_at(self.terms, pointer.object) {
            self.check_target(state, pointer, number, size);
        }
    }

    fn check_target(&mut self, state: &mut State, pointer: Scalar, number: u128, size: TermId) {
        let Some(object) = self.memory.object(number).copied() else { return };
        let is_it = is_object(self.terms, pointer.object, number);
        let is_live = self.memory.state_of(state, number).is_live;
        let is_dead = self.terms.and(is_it, self.terms.not(is_live));
        let (kind, message) = match object.kind {
            ObjectKind::Heap | ObjectKind::External => (FaultKind::UseAfterFree, "access to a freed block"),
            _ => (FaultKind::UseAfterScope, "access to a variable after the end of its scope"),
        };
        self.events.fault(state, is_dead, kind, message);
        let fits = self.terms.at_most(size, object.size);
        let inside = self.terms.and(fits, self.terms.at_most(pointer.bits, self.terms.subtract(object.size, size)));
        let outside = self.terms.not(inside);
        self.events.fault(state, self.terms.and(is_it, outside), FaultKind::OutOfBounds, "access outside the block");
        if let Some(open) = object.open {
            let reaches = self.terms.less(self.terms.word_constant(open.from), self.terms.add(pointer.bits, size));
            let reaches = self.terms.all([is_it, open.when, reaches]);
            let what = match object.kind {
                ObjectKind::ArgumentVector => format!("more than {WRITTEN_ARGUMENTS} arguments of the program"),
                _ => format!("an argument of the program of more than {ARGUMENT_BYTES} bytes"),
            };
            self.events.unsupported(state, reaches, what);
        }
    }

    /// Checks that `size` bytes may be written. The variable `unlocked`, whose initializer this is, may be written
    /// although it is `const`.
    pub fn check_writable(&mut self, state: &mut State, pointer: Scalar, size: TermId, unlocked: Option<VariableId>) {
        self.check_bits_writable(state, (pointer, size), None, unlocked);
    }

    /// Like [`Machine::check_writable`], but for a bit range (first bit, width) if the write does not cover all bits of
    /// these bytes.
    fn check_bits_writable(
        &mut self,
        state: &mut State,
        (pointer, size): (Scalar, TermId),
        bits: Option<(u32, u32)>,
        unlocked: Option<VariableId>,
    ) {
        self.check_access(state, pointer, size);
        for number in objects_at(self.terms, pointer.object) {
            let Some(object) = self.memory.object(number).copied() else { continue };
            let is_it = is_object(self.terms, pointer.object, number);
            match object.kind {
                ObjectKind::String(_) => {
                    self.events.fault(state, is_it, FaultKind::ConstantWritten, "write to a string literal");
                }
                ObjectKind::Local(variable) if object.is_locked && unlocked != Some(variable) => {
                    self.check_constant(state, (pointer, size), bits, (is_it, variable));
                }
                ObjectKind::Global(variable) if object.is_locked => {
                    self.check_constant(state, (pointer, size), bits, (is_it, variable));
                }
                _ => {}
            }
        }
    }

    /// Checks that a write changes no `const` part of an initialized variable.
    fn check_constant(
        &mut self,
        state: &mut State,
        (pointer, size): (Scalar, TermId),
        bits: Option<(u32, u32)>,
        (is_it, variable): (TermId, VariableId),
    ) {
        let constant = self.task.program.constant_bits(variable);
        if !may_meet(self.terms, &constant, (pointer.bits, size), bits) {
            return;
        }
        let some = self.terms.is_nonzero(size);
        let end = self.terms.add(pointer.bits, size);
        let (first, width) = bits.unwrap_or((0, 8));
        let (first, last) = (u64::from(first), u64::from(first + width));
        let most = u64::MAX >> (64 - self.task.word().min(64)) >> 1;
        let parts: Vec<_> = constant.parts().take(MOST_CONSTANT_PARTS + 1).collect();
        if parts.len() > MOST_CONSTANT_PARTS {
            let what = format!("a write to an object with more than {MOST_CONSTANT_PARTS} 'const' members");
            return self.events.unsupported(state, is_it, what);
        }
        for (from, behind) in parts {
            // Byte offsets are compared with bit offsets, rounded so that the result is the same.
            let before = behind.saturating_sub(first).div_ceil(8).min(most);
            let is_before = self.terms.less(pointer.bits, self.terms.word_constant(before));
            let reaches = match bits {
                None => self.terms.less(self.terms.word_constant((from / 8).min(most)), end),
                Some(_) if from < last => self.terms.truth(true),
                Some(_) => self.terms.less(self.terms.word_constant(((from - last) / 8).min(most)), pointer.bits),
            };
            let meets = self.terms.all([is_it, some, is_before, reaches]);
            self.events.fault(state, meets, FaultKind::ConstantWritten, "write to a 'const' object");
        }
    }

    /// Loads a scalar of type `ty`.
    pub fn load(&mut self, state: &mut State, pointer: Scalar, ty: TypeId) -> Scalar {
        let Some(shape) = self.task.shape(ty) else { return self.no_scalar(state, ty) };
        self.check_access(state, pointer, self.terms.word_constant(u64::from(shape.bytes)));
        let cell = self.memory.read(state, pointer, shape.bytes);
        self.events.unsupported(state, cell.is_torn, "a part of a pointer is read");
        let is_word = shape.width == self.task.word() && !matches!(self.task.program.types.get(ty), Type::Float(_));
        let mut value = cell.scalar(self.terms);
        if self.task.settings.undefined_is_any && matches!(self.task.program.types.get(ty), Type::Integer { .. }) {
            value = self.any_if_unwritten(state, pointer, value);
        }
        let has_address = self.terms.is_nonzero(value.object);
        if !is_word {
            self.events.unsupported(state, has_address, "a part of a pointer is read");
        }
        match shape.width == 8 * shape.bytes {
            true => value,
            // Any byte but zero is `true`.
            false => Scalar { bits: self.terms.is_nonzero(value.bits), ..value },
        }
    }

    /// Returns the number that was read from a checked address. Where it was never written, the run chooses it, and it
    /// is stored there.
    fn any_if_unwritten(&mut self, state: &mut State, pointer: Scalar, value: Scalar) -> Scalar {
        let happens = self.terms.and(state.guard, self.terms.not(value.is_defined));
        if self.terms.is_false(happens) {
            return value;
        }
        let width = self.terms.width(value.bits);
        let chosen = self.events.choose_under(happens, ChoiceKind::Unwritten(width, None), width);
        let value = Scalar::choose(self.terms, value.is_defined, value, Scalar::number(self.terms, chosen));
        self.memory.write(state, pointer, MemoryCell::of(self.terms, value));
        value
    }

    /// Stores a scalar of type `ty`.
    pub fn store(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        value: Scalar,
        ty: TypeId,
        unlocked: Option<VariableId>,
    ) {
        let Some(shape) = self.task.shape(ty) else {
            self.no_scalar(state, ty);
            return;
        };
        self.check_writable(state, pointer, self.terms.word_constant(u64::from(shape.bytes)), unlocked);
        let bits = self.terms.resize(value.bits, 8 * shape.bytes, false);
        let cell = MemoryCell::of(self.terms, Scalar { bits, ..value });
        self.memory.write(state, pointer, cell);
    }

    /// Loads a word: an address, or a number of that width.
    pub fn load_word(&mut self, state: &mut State, pointer: Scalar) -> Scalar {
        let bytes = self.task.word() / 8;
        self.check_access(state, pointer, self.terms.word_constant(u64::from(bytes)));
        let cell = self.memory.read(state, pointer, bytes);
        self.events.unsupported(state, cell.is_torn, "a part of a pointer is read");
        cell.scalar(self.terms)
    }

    /// Ends the runs at a value of a type that is not modelled; returns an undefined value.
    pub fn no_scalar(&mut self, state: &mut State, ty: TypeId) -> Scalar {
        let name = self.task.program.types.display(ty);
        self.events.give_up(state, format!("a value of type {name}"));
        Scalar::undefined(self.terms, self.task.word())
    }

    /// Loads a bit-field of `width` bits from bit `first` after an address, extended to `wanted` bits.
    pub fn load_bits(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        (first, width, signed): (u32, u32, bool),
        wanted: u32,
    ) -> Scalar {
        let (place, bytes) = self.covering(state, pointer, first, width, None);
        let cell = self.memory.read(state, place, bytes);
        not_an_address(self.terms, &mut self.events, state, cell, "a part of a pointer is read");
        let from = first % 8;
        let number = self.terms.extract(cell.bits, from, width);
        let is_defined = self.terms.equal(self.terms.extract(cell.written, from, width), self.terms.ones(width));
        let mut value = Scalar { is_defined, ..Scalar::number(self.terms, number) };
        if self.task.settings.undefined_is_any && !self.terms.is_true(is_defined) {
            let happens = self.terms.and(state.guard, self.terms.not(is_defined));
            let chosen = self.events.choose_under(happens, ChoiceKind::Unwritten(width, None), width);
            value = Scalar::choose(self.terms, is_defined, value, Scalar::number(self.terms, chosen));
            self.put_bits(state, (place, bytes), (first, width), value);
        }
        Scalar { bits: self.terms.resize(value.bits, wanted, signed), ..value }
    }

    /// Stores into a bit-field. The other bits of its bytes keep their values.
    pub fn store_bits(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        (first, width): (u32, u32),
        value: Scalar,
        unlocked: Option<VariableId>,
    ) {
        let covering = self.covering(state, pointer, first, width, Some(unlocked));
        self.put_bits(state, covering, (first, width), value);
    }

    /// Writes a bit-field into its bytes, which were checked. The other bits of these bytes keep their values.
    fn put_bits(
        &mut self,
        state: &mut State,
        (place, bytes): (Scalar, u32),
        (first, width): (u32, u32),
        value: Scalar,
    ) {
        let old = self.memory.read(state, place, bytes);
        not_an_address(self.terms, &mut self.events, state, old, "a part of a pointer is written");
        let (from, total) = (first % 8, 8 * bytes);
        let terms = self.terms;
        let shifted = |bits: TermId| {
            let wide = terms.resize(terms.resize(bits, width, false), total, false);
            terms.shift_left(wide, terms.constant(u128::from(from), total))
        };
        let mask = shifted(terms.ones(width));
        let others = self.terms.not(mask);
        let written = self.terms.choose(value.is_defined, mask, self.terms.constant(0, total));
        let new = shifted(value.bits);
        let (kept, kept_written) = (self.terms.and(old.bits, others), self.terms.and(old.written, others));
        let cell = MemoryCell { bits: self.terms.or(kept, new), written: self.terms.or(kept_written, written), ..old };
        self.memory.write(state, place, cell);
    }

    /// Returns the checked bytes that hold a bit-field: the address of the first one, and their number.
    fn covering(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        first: u32,
        width: u32,
        written: Option<Option<VariableId>>,
    ) -> (Scalar, u32) {
        let bytes = (first % 8 + width).div_ceil(8);
        let skip = self.terms.word_constant(u64::from(first / 8));
        // NULL plus some bytes would be another number, but the same error.
        let bits = self.terms.add(pointer.bits, skip);
        let place = Scalar { bits: self.terms.choose(pointer.is_number(self.terms), pointer.bits, bits), ..pointer };
        let size = self.terms.word_constant(u64::from(bytes));
        match written {
            Some(unlocked) => self.check_bits_writable(state, (place, size), Some((first % 8, width)), unlocked),
            None => self.check_access(state, place, size),
        }
        (place, bytes)
    }

    /// Allocates a heap block and returns its address. A block over [`crate::Settings::largest_block`] is a cut.
    pub fn allocate(&mut self, state: &mut State, size: TermId, zeroed: bool) -> Scalar {
        self.allocate_as(state, ObjectKind::Heap, size, zeroed)
    }

    /// Allocates a block that is freed when the current function returns; returns its address.
    pub fn allocate_on_stack(&mut self, state: &mut State, size: TermId) -> Scalar {
        let block = self.allocate_as(state, ObjectKind::Stack, size, false);
        if let (Some(number), Some(frame)) = (self.terms.value(block.object), state.frames.last_mut()) {
            Rc::make_mut(frame).stack.push(number);
        }
        block
    }

    fn allocate_as(&mut self, state: &mut State, kind: ObjectKind, size: TermId, zeroed: bool) -> Scalar {
        let limit = self.task.settings.largest_block;
        // With 32-bit words, no size is that large.
        if limit.checked_shr(self.task.word()).unwrap_or(0) == 0 {
            let is_large = self.terms.less(self.terms.word_constant(limit), size);
            self.events.ends(state, is_large, What::Cut(RunCut::LargeBlock(limit)));
        }
        let object = self.memory.new_object(kind, size);
        let content = if zeroed { ObjectContent::Zero } else { ObjectContent::Unwritten };
        self.memory.begin(state, object, content);
        Scalar::address(self.terms, object)
    }

    pub fn free(&mut self, state: &mut State, pointer: Scalar) {
        self.check_freeable(state, pointer);
        self.memory.end(state, pointer.object, self.terms.truth(true));
    }

    /// Checks that a pointer may be freed: it is NULL, or the start of a live heap block.
    pub fn check_freeable(&mut self, state: &mut State, pointer: Scalar) {
        let undefined = self.terms.not(pointer.is_defined);
        self.events.uninitialized(state, undefined, UninitializedUse::Free, "free of an uninitialized pointer");
        if self.terms.choices(pointer.object).is_none() {
            return self.events.give_up(state, TOO_MANY_TARGETS);
        }
        self.refuse_unmodelled(state, pointer);
        let mut is_block = self.terms.truth(false);
        for number in objects_at(self.terms, pointer.object) {
            if !matches!(self.memory.object(number), Some(object) if object.kind == ObjectKind::Heap) {
                continue;
            }
            let is_it = is_object(self.terms, pointer.object, number);
            is_block = self.terms.or(is_block, is_it);
            let is_live = self.memory.state_of(state, number).is_live;
            let is_dead = self.terms.and(is_it, self.terms.not(is_live));
            self.events.fault(state, is_dead, FaultKind::DoubleFree, "double free of a block");
        }
        let is_wrong = self.terms.not(self.terms.or(pointer.is_null(self.terms), is_block));
        self.events.fault(state, is_wrong, FaultKind::InvalidFree, "free of an address that is no heap block");
        let inside = self.terms.is_nonzero(pointer.bits);
        let is_inside = self.terms.and(is_block, inside);
        self.events.fault(state, is_inside, FaultKind::InvalidFree, "free of an address inside a block");
    }
}

/// Returns false if constant offsets show that a write touches no `const` bits; true if it may touch them.
fn may_meet(terms: &Terms, constant: &ConstantBits, (start, size): (TermId, TermId), bits: Option<(u32, u32)>) -> bool {
    let number = |term: TermId| terms.value(term).and_then(|value| u64::try_from(value).ok());
    let (Some(start), Some(size)) = (number(start), number(size)) else { return true };
    let bit = |byte: u64, bits: u64| byte.saturating_mul(8).saturating_add(bits);
    match bits {
        Some((first, width)) => constant.meets(bit(start, first.into()), bit(start, (first + width).into())),
        None => constant.meets(bit(start, 0), bit(start.saturating_add(size), 0)),
    }
}

fn not_an_address(terms: &Terms, events: &mut Events<'_>, state: &mut State, cell: MemoryCell, what: &'static str) {
    events.unsupported(state, terms.or(terms.is_nonzero(cell.object), cell.is_torn), what);
}

/// Checks that the two ranges of a copy are the same or do not overlap.
pub fn check_apart(
    terms: &Terms,
    events: &mut Events<'_>,
    state: &mut State,
    target: Scalar,
    source: Scalar,
    length: TermId,
) {
    let one_object = terms.equal(source.object, target.object);
    let (up, down) = (terms.subtract(source.bits, target.bits), terms.subtract(target.bits, source.bits));
    let near = terms.or(terms.less(up, length), terms.less(down, length));
    let overlaps = terms.all([one_object, near, terms.is_nonzero(up)]);
    events.fault(state, overlaps, FaultKind::OverlappingCopy, "source and target of a copy overlap");
}
