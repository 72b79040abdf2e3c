//! The arguments of `main`: `argc`, and the strings of `argv`.
//!
//! `argc` is any non-negative number; `argv` points to as many strings, followed by NULL, as [`Start`] has it. The
//! array and the strings may be written. The leading bytes of the first few strings are modelled. A run that reaches
//! others is cut, at the access and not before: a program that only reads `argc` is followed for any number.
//!
//! A byte that a run does not choose is [`FILLER`], so that no string ends early; [`program::witness`] builds the
//! strings the same way.

use crate::content::ObjectContent;
use crate::limits::{ARGUMENT_BYTES, WRITTEN_ARGUMENTS};
use crate::machine::Machine;
use crate::memory::{ObjectKind, OpenPart};
use crate::state::State;
use crate::term::TermId;
use crate::value::{MemoryCell, Scalar};
use program::start::{Arguments, Initial, Start};
use program::witness::{ChoiceKind, FILLER};

impl Machine<'_> {
    /// Initializes the parameters of `main`, whose frame exists.
    pub fn pass_arguments(&mut self, state: &mut State, start: &Start<'_>, arguments: Arguments) {
        let program = self.task.program;
        let Some(count) = arguments.count else { return };
        let (Some(place), Some(variable)) =
            (self.storage.variable(self.terms, state, count), program.variables.get(count))
        else {
            return;
        };
        let Some(shape) = self.task.shape(variable.ty) else {
            return self.events.give_up(state, "an 'argc' of this type");
        };
        let number = self.events.choose(state, ChoiceKind::Arguments, shape.width);
        if let Some(Initial::Integer(least, most)) = start.initial(count) {
            // No object is larger than half of the address space, so the array with its terminating NULL must fit in
            // there.
            let places = (1_i128 << (self.task.word() - 1)) / i128::from(self.task.word() / 8);
            let most = if arguments.vector.is_some() { most.min(places - 1) } else { most };
            let [least, most] = [least, most].map(|end| self.terms.constant(end as u128, shape.width));
            let (below, above) = match shape.signed {
                true => (self.terms.less_signed(number, least), self.terms.less_signed(most, number)),
                false => (self.terms.less(number, least), self.terms.less(most, number)),
            };
            state.guard = self.terms.and(state.guard, self.terms.not(self.terms.or(below, above)));
        }
        self.store(state, place, Scalar::number(self.terms, number), variable.ty, None);
        let Some(vector) = arguments.vector else { return };
        let (Some(place), Some(variable)) =
            (self.storage.variable(self.terms, state, vector), program.variables.get(vector))
        else {
            return;
        };
        if program.used_variables().contains(&vector) {
            let array = self.argument_vector(state, number);
            self.store(state, place, array, variable.ty, None);
        }
    }

    /// Creates the array that `argv` points to, for this number of strings; returns its address.
    fn argument_vector(&mut self, state: &mut State, number: TermId) -> Scalar {
        let word = self.task.word();
        // It is non-negative and small enough for the array, so it has the same value as a word.
        let number = self.terms.resize(number, word, false);
        let (one, bytes) = (self.terms.word_constant(1), self.terms.word_constant(u64::from(word / 8)));
        let size = self.terms.multiply(self.terms.add(number, one), bytes);
        let when = self.terms.less(self.terms.word_constant(u64::from(WRITTEN_ARGUMENTS)), number);
        let vector = self.memory.new_object(ObjectKind::ArgumentVector, size);
        self.memory.set_open_part(vector, OpenPart { when, from: u64::from(WRITTEN_ARGUMENTS) * u64::from(word / 8) });
        self.memory.begin(state, vector, ObjectContent::Zero);
        let vector = Scalar::address(self.terms, vector);
        for index in 0..WRITTEN_ARGUMENTS {
            let string = self.argument_string(state, index);
            let null = Scalar::null(self.terms);
            let is_there = self.terms.less(self.terms.word_constant(u64::from(index)), number);
            let cell = MemoryCell::of(self.terms, Scalar::choose(self.terms, is_there, string, null));
            let offset = self.terms.word_constant(u64::from(index) * u64::from(word / 8));
            self.memory.write(state, Scalar { bits: offset, ..vector }, cell);
        }
        vector
    }

    /// Creates an argument string of any length; returns its address.
    fn argument_string(&mut self, state: &mut State, index: u32) -> Scalar {
        let word = self.task.word();
        // With its terminating NUL, it is at most half of the address space.
        let length = self.events.choose(state, ChoiceKind::ArgumentLength(index), word - 2);
        let length = self.terms.extend_zero(length, word);
        let size = self.terms.add(length, self.terms.word_constant(1));
        let when = self.terms.at_most(self.terms.word_constant(u64::from(ARGUMENT_BYTES)), length);
        let string = self.memory.new_object(ObjectKind::ArgumentString, size);
        self.memory.set_open_part(string, OpenPart { when, from: u64::from(ARGUMENT_BYTES) });
        self.memory.begin(state, string, ObjectContent::Zero);
        let string = Scalar::address(self.terms, string);
        for position in 0..ARGUMENT_BYTES {
            let byte = self.events.choose(state, ChoiceKind::ArgumentByte(index, position), 8);
            let byte = self.terms.choose(self.terms.is_nonzero(byte), byte, self.terms.constant(u128::from(FILLER), 8));
            let (place, end) = (self.terms.word_constant(u64::from(position)), self.terms.constant(0, 8));
            let byte = self.terms.choose(self.terms.less(place, length), byte, end);
            let cell = MemoryCell::of(self.terms, Scalar::number(self.terms, byte));
            self.memory.write(state, Scalar { bits: place, ..string }, cell);
        }
        string
    }
}
