//! Functions on numbers and characters, `errno`, and the tables behind `<ctype.h>`.

use crate::content::{ContentId, ObjectContent};
use crate::events::Events;
use crate::library::strings::is_between;
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind};
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::{MemoryCell, Scalar, number_of_object};
use program::library::characters;
use program::{FaultKind, LibraryFunction as F};

/// Table entries before that of character code 0.
const NEGATIVE_CHARACTERS: i32 = 128;

/// Size of `errno` in bytes.
const ERRNO_BYTES: u64 = 4;

/// A value of `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorNumber {
    /// `ENOENT`
    NoSuchFile,
    /// `ENOMEM`
    NoMemory,
    /// `ERANGE`
    OutOfRange,
}

impl ErrorNumber {
    fn number(self) -> u128 {
        match self {
            ErrorNumber::NoSuchFile => 2,
            ErrorNumber::NoMemory => 12,
            ErrorNumber::OutOfRange => 34,
        }
    }
}

impl Machine<'_> {
    /// Executes functions that depend only on numbers.
    pub(super) fn library_number(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let function = call.function;
        let bits = |machine: &Self| match function {
            F::Abs | F::Clz | F::Popcount | F::Bswap32 => 32,
            F::Labs | F::ClzLong | F::PopcountLong => machine.task.word(),
            F::Bswap16 => 16,
            _ => 64,
        };
        let (number, signed) = match function {
            F::Abs | F::Labs | F::Llabs | F::Clz | F::ClzLong | F::ClzLongLong | F::Ctz | F::Ffs => {
                self.number(state, call, 0)?
            }
            F::Popcount | F::PopcountLong | F::PopcountLongLong | F::Parity => self.number(state, call, 0)?,
            F::Bswap16 | F::Bswap32 | F::Bswap64 => self.number(state, call, 0)?,
            _ => return self.library_character(state, call),
        };
        let width = bits(self);
        // The program may declare them with other types.
        if self.terms.width(number) != width {
            return None;
        }
        if matches!(function, F::Abs | F::Labs | F::Llabs) {
            let is_least = self.terms.equal(number, self.terms.constant(1 << (width - 1), width));
            self.events.fault(state, is_least, FaultKind::UndefinedBehaviour, "a signed integer overflows");
            let (sign, negative) = (self.terms.extract(number, width - 1, 1), self.terms.negate(number));
            return signed.then(|| LibraryResult::Number(self.terms.choose(sign, negative, number), true));
        }
        if matches!(function, F::Bswap16 | F::Bswap32 | F::Bswap64) {
            let bytes = (0..width / 8).map(|byte| self.terms.extract(number, 8 * byte, 8));
            let bytes: Vec<TermId> = bytes.collect();
            let swapped = bytes.into_iter().reduce(|high, low| self.terms.concat(high, low))?;
            return Some(LibraryResult::Number(swapped, false));
        }
        Some(LibraryResult::Number(counted(self.terms, &mut self.events, state, call, number), true))
    }

    /// The `isalpha` family, `tolower` and `toupper`, of a byte or of EOF.
    fn library_character(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let function = call.function;
        let letters = match function {
            F::Tolower => Some((b'A', b'Z')),
            F::Toupper => Some((b'a', b'z')),
            _ if characters::is_in(function, 0).is_some() => None,
            _ => return None,
        };
        let (number, signed) = self.number(state, call, 0)?;
        let number = self.terms.resize(number, 64, signed);
        let (most, end) = (self.terms.constant(256, 64), self.terms.ones(64));
        let is_byte = self.terms.less(number, most);
        let is_wrong = self.terms.not(self.terms.or(is_byte, self.terms.equal(number, end)));
        self.events.fault(state, is_wrong, FaultKind::UndefinedBehaviour, format!("'{}' of no character", call.name));
        let byte = self.terms.extract(number, 0, 8);
        if let Some(range) = letters {
            let changes = self.terms.and(is_byte, is_between(self.terms, byte, range));
            let other = self.terms.xor(number, self.terms.constant(32, 64));
            return Some(LibraryResult::Number(self.terms.choose(changes, other, number), true));
        }
        let is_in = is_in_class(self.terms, byte, |byte| characters::is_in(function, byte) == Some(true));
        Some(LibraryResult::Number(self.terms.extend_zero(self.terms.and(is_byte, is_in), 32), true))
    }

    /// The `__builtin_add_overflow` family.
    pub(super) fn library_overflow(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let ((left, left_signed), (right, right_signed)) = (self.number(state, call, 0)?, self.number(state, call, 1)?);
        let target = self.value(state, call, 2)?;
        let ty = self.task.program.types.pointee(call.arguments.get(2)?.ty)?;
        let (width, signed) = self.task.program.types.integer_format(ty)?;
        let (a, b) = (self.terms.width(left), self.terms.width(right));
        let needed = if call.function == F::MulOverflow { a + b } else { a.max(b) + 1 };
        // One more bit holds the sign.
        let exact_width = needed.max(width) + 1;
        if exact_width > 128 {
            return None;
        }
        let (left, right) =
            (self.terms.resize(left, exact_width, left_signed), self.terms.resize(right, exact_width, right_signed));
        let exact = match call.function {
            F::AddOverflow => self.terms.add(left, right),
            F::SubOverflow => self.terms.subtract(left, right),
            _ => self.terms.multiply(left, right),
        };
        let wrapped = self.terms.extract(exact, 0, width);
        self.store(state, target, Scalar::number(self.terms, wrapped), ty, None);
        let fits = self.terms.equal(self.terms.resize(wrapped, exact_width, signed), exact);
        Some(LibraryResult::Number(self.terms.not(fits), false))
    }

    /// Returns a pointer to a pointer to the table entry of character 0.
    pub(super) fn library_table(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let function = call.function;
        let width = characters::width(function);
        let entry = |code: i32| characters::entry(function, code).to_le_bytes();
        let entries: Vec<u8> =
            (-NEGATIVE_CHARACTERS..256).flat_map(|code| entry(code).into_iter().take(width)).collect();
        let word_bytes = u64::from(self.task.word() / 8);
        // All runs share the same two objects.
        let (memory, terms) = (&mut self.memory, self.terms);
        let outer = self.storage.external(function, || {
            external_object(memory, terms, entries.len() as u64);
            external_object(memory, terms, word_bytes)
        });
        let number = self.terms.value(outer)?;
        let table = number.checked_sub(1)?;
        let content = self.memory.contents.intern(ObjectContent::Bytes(entries.as_slice().into()));
        self.memory.begin_again(state, table, content);
        let object = number_of_object(self.terms, table);
        let skipped = self.terms.word_constant(NEGATIVE_CHARACTERS as u64 * width as u64);
        let middle = Scalar { bits: skipped, ..Scalar::address(self.terms, object) };
        let cell = MemoryCell::of(self.terms, middle);
        let empty = self.memory.contents.intern(ObjectContent::Zero);
        let content = self.memory.contents.write(empty, self.terms.word_constant(0), cell);
        self.memory.begin_again(state, number, content);
        Some(LibraryResult::Value(Scalar::address(self.terms, outer)))
    }

    /// Returns the address of the object that the library keeps for a function, with its initial content.
    pub(super) fn external_of(
        &mut self,
        state: &mut State,
        function: F,
        (bytes, content): (u64, ContentId),
    ) -> Option<Scalar> {
        let (memory, terms) = (&mut self.memory, self.terms);
        let object = self.storage.external(function, || external_object(memory, terms, bytes));
        let number = self.terms.value(object)?;
        self.memory.begin_again(state, number, content);
        Some(Scalar::address(self.terms, object))
    }

    pub(super) fn library_errno(&mut self, state: &mut State) -> Option<LibraryResult> {
        let empty = self.memory.contents.intern(ObjectContent::Zero);
        Some(LibraryResult::Value(self.external_of(state, F::Errno, (ERRNO_BYTES, empty))?))
    }

    /// Sets `errno` where the condition holds, if the program can read it.
    pub fn set_error(&mut self, state: &mut State, condition: TermId, error: ErrorNumber) {
        let first = state.frames.first().and_then(|frame| self.task.program.functions.get(frame.function));
        let is_whole = first.is_some_and(|function| function.name == "main");
        // As in the interpreter, a procedure that is analysed alone does not see ENOMEM.
        let is_unseen = error == ErrorNumber::NoMemory && !is_whole;
        if self.task.program.exposed.errno.is_none() || self.terms.is_false(condition) || is_unseen {
            return;
        }
        self.where_holds(state, condition, |machine, state| {
            let Some(LibraryResult::Value(place)) = machine.library_errno(state) else { return };
            let number = Scalar::constant(machine.terms, error.number(), 8 * ERRNO_BYTES as u32);
            machine.memory.put(state, place, number);
        });
    }
}

/// Creates a library object that is not alive in any state yet.
fn external_object(memory: &mut Memory<'_>, terms: &Terms, bytes: u64) -> TermId {
    memory.new_object(ObjectKind::External, terms.word_constant(bytes))
}

fn int(terms: &Terms, value: u32) -> TermId {
    terms.constant(u128::from(value), 32)
}

/// Returns the condition that a byte is in a class.
pub(super) fn is_in_class(terms: &Terms, byte: TermId, class: impl Fn(u8) -> bool) -> TermId {
    let mut found = terms.truth(false);
    let mut first = None;
    for code in 0..=u8::MAX {
        let begins = class(code);
        if begins && first.is_none() {
            first = Some(code);
        }
        let last = if begins { (code == u8::MAX).then_some(code) } else { code.checked_sub(1) };
        if let (Some(low), Some(high)) = (first, last) {
            found = terms.or(found, is_between(terms, byte, (low, high)));
            first = None;
        }
    }
    found
}

/// Computes the bit-counting functions.
fn counted(
    terms: &Terms,
    events: &mut Events<'_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: TermId,
) -> TermId {
    let width = terms.width(number);
    let some = terms.is_nonzero(number);
    if matches!(call.function, F::Clz | F::ClzLong | F::ClzLongLong | F::Ctz) {
        events.fault(state, terms.not(some), FaultKind::UndefinedBehaviour, format!("'{}' of 0", call.name));
    }
    let mut result = terms.constant(0, 32);
    match call.function {
        F::Clz | F::ClzLong | F::ClzLongLong => {
            for index in 0..width {
                result = terms.choose(terms.extract(number, index, 1), int(terms, width - 1 - index), result);
            }
        }
        F::Ctz | F::Ffs => {
            let first = u32::from(call.function == F::Ffs);
            for index in (0..width).rev() {
                result = terms.choose(terms.extract(number, index, 1), int(terms, index + first), result);
            }
        }
        _ => {
            for index in 0..width {
                let bit = terms.extract(number, index, 1);
                let bit = terms.extend_zero(bit, 32);
                result = match call.function {
                    F::Parity => terms.xor(result, bit),
                    _ => terms.add(result, bit),
                };
            }
        }
    }
    result
}
