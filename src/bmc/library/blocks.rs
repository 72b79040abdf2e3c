//! Functions that allocate and free.

use crate::content::{CopySource, ObjectContent};
use crate::events::Events;
use crate::library::{ErrorNumber, LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::{Scalar, is_object, number_of_object, objects_at};
use program::witness::ChoiceKind;
use program::{FaultKind, LibraryFunction as F};

/// `EINVAL`
const INVALID: u128 = 22;

impl Machine<'_> {
    pub(super) fn library_block(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        match call.function {
            F::Malloc | F::Zalloc | F::Calloc | F::MallocArray | F::AlignedAlloc => self.new_block(state, call),
            F::Realloc | F::Reallocarray => self.reallocate(state, call),
            F::PosixMemalign => self.aligned_block(state, call),
            F::Free => {
                let pointer = self.value(state, call, 0)?;
                self.free(state, pointer);
                Some(LibraryResult::Nothing)
            }
            F::Alloca => self.stack_block(state, call),
            F::EndOfBlock => self.end_of_block(state, call),
            F::ArrayBound => self.array_bound(state, call),
            F::Strdup | F::Strndup | F::Memdup => self.duplicate(state, call),
            F::UsableSize => self.usable_size(state, call),
            _ => None,
        }
    }

    /// Returns the product of two arguments. A product that overflows a word is not modelled.
    pub(super) fn product(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        (count, size): (usize, usize),
    ) -> Option<TermId> {
        let (count, size) = (self.size(state, call, count)?, self.size(state, call, size)?);
        let word = self.task.word();
        let wide_count = self.terms.extend_zero(count, 2 * word);
        let product = self.terms.multiply(wide_count, self.terms.extend_zero(size, 2 * word));
        let is_large = self.terms.is_nonzero(self.terms.extract(product, word, word));
        self.events.unsupported(state, is_large, "a block larger than memory");
        Some(self.terms.extract(product, 0, word))
    }

    /// The `malloc` family.
    fn new_block(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let size = match call.function {
            F::Calloc | F::MallocArray => self.product(state, call, (0, 1))?,
            F::AlignedAlloc => {
                let alignment = self.size(state, call, 0)?;
                let other = self.terms.not(is_power_of_two(self.terms, alignment));
                self.events.unsupported(state, other, "an alignment that not every library has");
                let size = self.size(state, call, 1)?;
                let rest = self.terms.and(size, self.terms.subtract(alignment, self.terms.word_constant(1)));
                let rest = self.terms.is_nonzero(rest);
                self.events.unsupported(state, rest, "a block whose size is no multiple of its alignment");
                size
            }
            _ => self.size(state, call, 0)?,
        };
        let fails = gives_no_bytes(self.terms, &mut self.events, state, self.terms.not(self.terms.is_nonzero(size)));
        self.set_error(state, fails, ErrorNumber::NoMemory);
        let block = self.allocate(state, size, matches!(call.function, F::Calloc | F::Zalloc));
        Some(LibraryResult::Value(unless(self.terms, &mut self.memory, state, fails, block)))
    }

    /// `posix_memalign`: stores the address through argument 0.
    fn aligned_block(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let alignment = self.size(state, call, 1)?;
        let is_power = is_power_of_two(self.terms, alignment);
        let is_small = self.terms.less(alignment, self.terms.word_constant(u64::from(self.task.word() / 8)));
        let is_right = self.terms.and(is_power, self.terms.not(is_small));
        let refused = state.split(self.terms, is_right);
        let (target, size) = (self.value(state, call, 0)?, self.size(state, call, 2)?);
        let fails = gives_no_bytes(self.terms, &mut self.events, state, self.terms.not(self.terms.is_nonzero(size)));
        let block = self.allocate(state, size, false);
        let block = unless(self.terms, &mut self.memory, state, fails, block);
        self.store_word(state, target, block);
        self.memory.join(state, refused);
        let done = self.terms.constant(0, 32);
        Some(LibraryResult::Number(self.terms.choose(is_right, done, self.terms.constant(INVALID, 32)), true))
    }

    /// Stores a word through a pointer, after checking that it is writable.
    pub(super) fn store_word(&mut self, state: &mut State, target: Scalar, value: Scalar) {
        self.check_writable(state, target, self.terms.word_constant(u64::from(self.task.word() / 8)), None);
        self.memory.put(state, target, value);
    }

    /// `realloc`: always moves the content to a new block and frees the old one.
    fn reallocate(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let old = self.value(state, call, 0)?;
        let size = match call.function {
            F::Realloc => self.size(state, call, 1)?,
            _ => self.product(state, call, (1, 2))?,
        };
        let null = old.is_null(self.terms);
        let null = self.terms.and(old.is_defined, null);
        let not_null = self.terms.not(null);
        let none = self.terms.not(self.terms.is_nonzero(size));
        // As in the GNU library, `realloc(p, 0)` frees the block and returns NULL.
        let empties = self.terms.and(not_null, none);
        let fails = gives_no_bytes(self.terms, &mut self.events, state, self.terms.and(null, none));
        self.set_error(state, fails, ErrorNumber::NoMemory);
        let empties = self.terms.or(empties, fails);
        let before = state.clone();
        let new = self.allocate(state, size, false);
        // Errors of the old block are reported before its content moves. Freeing NULL does nothing.
        self.free(state, old);
        // The new block may lie where the old one was.
        if let Some(number) = self.terms.value(new.object) {
            self.memory.record_birth(number);
        }
        let offset = self.terms.word_constant(0);
        for number in objects_at(self.terms, old.object) {
            let Some(old_size) = self.memory.object(number).map(|object| object.size) else { continue };
            let is_it = is_object(self.terms, old.object, number);
            let kept = self.terms.choose(self.terms.less(size, old_size), size, old_size);
            let content = self.memory.state_of(&before, number).content;
            let source = CopySource { content, start: offset, room: self.memory.room_of(number) };
            self.memory.change(state, new.object, |contents, empty| {
                let moved = ObjectContent::Copy { before: empty, offset, length: kept, source };
                let moved = contents.intern(moved);
                contents.choose(is_it, moved, empty)
            });
        }
        Some(LibraryResult::Value(unless(self.terms, &mut self.memory, state, empties, new)))
    }

    /// `alloca`: the block dies when its function returns, or earlier by [`Machine::end_of_block`].
    fn stack_block(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let size = self.size(state, call, 0)?;
        let sign = self.terms.extract(size, self.task.word() - 1, 1);
        self.events.fault(state, sign, FaultKind::UndefinedBehaviour, "an array of negative size");
        Some(LibraryResult::Value(self.allocate_on_stack(state, size)))
    }

    /// Ends the lifetime of a variable-length array and of all later `alloca` blocks, as GCC documents. The numbers of
    /// blocks ascend in the order of allocation.
    fn end_of_block(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let first = self.value(state, call, 0)?;
        let stack: Vec<u128> = state.frames.last().map_or(Vec::new(), |frame| frame.stack.clone());
        let mut ends = self.terms.truth(false);
        for number in stack {
            ends = self.terms.or(ends, self.terms.and(first.is_defined, is_object(self.terms, first.object, number)));
            self.memory.end(state, number_of_object(self.terms, number), ends);
        }
        let other = self.terms.all([first.is_defined, first.leads_somewhere(self.terms), self.terms.not(ends)]);
        self.events.unsupported(state, other, "the end of a block that is not of this function");
        Some(LibraryResult::Nothing)
    }

    /// Checks the length of a variable-length array: it must be positive, and the size at most that of the largest
    /// object.
    fn array_bound(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let ((count, signed), bytes) = (self.number(state, call, 0)?, self.size(state, call, 1)?);
        let (sign, some) = (self.terms.width(count) - 1, self.terms.is_nonzero(count));
        let is_negative = if signed { self.terms.extract(count, sign, 1) } else { self.terms.truth(false) };
        let half = self.terms.word_constant((1 << (self.task.word() - 1)) - 1);
        let one = self.terms.word_constant(1);
        let most = self.terms.quotient(half, self.terms.choose(self.terms.is_nonzero(bytes), bytes, one));
        let wide = self.terms.resize(count, 128, false);
        let is_more = self.terms.less(self.terms.resize(most, 128, false), wide);
        let is_large = self.terms.and(is_more, self.terms.not(is_negative));
        self.events.fault(state, is_large, FaultKind::UndefinedBehaviour, "an array is larger than memory");
        let none = self.terms.not(some);
        let is_empty = self.terms.or(none, is_negative);
        self.events.fault(state, is_empty, FaultKind::UndefinedBehaviour, "an array has no element, or less than none");
        Some(LibraryResult::Nothing)
    }

    fn duplicate(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        if call.function == F::Memdup {
            let size = self.size(state, call, 1)?;
            let new = self.allocate(state, size, false);
            let source = self.value(state, call, 0)?;
            self.move_bytes(state, (new, source), size, true);
            return Some(LibraryResult::Value(new));
        }
        let limit = if call.function == F::Strndup { Some(self.size(state, call, 1)?) } else { None };
        let start = self.value(state, call, 0)?;
        let text = self.read_text(state, start, limit);
        let size = self.terms.add(text.length, self.terms.word_constant(1));
        let new = self.allocate(state, size, false);
        let bytes = text.padded(self.terms);
        self.write_text(state, new, &bytes, size);
        Some(LibraryResult::Value(new))
    }

    /// `malloc_usable_size`: returns the requested size. The block must be one that can be freed.
    fn usable_size(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let pointer = self.value(state, call, 0)?;
        self.check_freeable(state, pointer);
        let mut found = self.terms.word_constant(0);
        for number in objects_at(self.terms, pointer.object) {
            let Some(size) = self.memory.object(number).map(|object| object.size) else { continue };
            found = self.terms.choose(is_object(self.terms, pointer.object, number), size, found);
        }
        Some(LibraryResult::Number(found, false))
    }
}

fn is_power_of_two(terms: &Terms, number: TermId) -> TermId {
    let common = terms.and(number, terms.subtract(number, terms.word_constant(1)));
    terms.and(terms.is_nonzero(number), terms.not(terms.is_nonzero(common)))
}

/// Returns the condition that the allocation of an empty block returns NULL, as in some libraries. The run chooses.
pub fn gives_no_bytes(terms: &Terms, events: &mut Events<'_>, state: &State, is_empty: TermId) -> TermId {
    let happens = terms.and(state.guard, is_empty);
    if terms.is_false(happens) {
        return happens;
    }
    let chosen = events.choose_under(happens, ChoiceKind::Failure, 1);
    terms.and(is_empty, chosen)
}

/// Returns the new block, or NULL where the allocation fails; there the block dies.
fn unless(terms: &Terms, memory: &mut Memory<'_>, state: &mut State, fails: TermId, block: Scalar) -> Scalar {
    memory.end(state, block.object, fails);
    Scalar::choose(terms, fails, Scalar::null(terms), block)
}
