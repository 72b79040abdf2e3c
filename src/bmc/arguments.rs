//! The arguments of `main`: how many there are, and their strings.
//!
//! `argc` is any number that is not negative, `argv` leads to as many strings and NULL behind them, as [`Start`] has it; strings
//! and array may be written. What the first few hold is written down, byte by byte. A run that reaches more of them is a cut, at the
//! access and not before: a program that only asks how many there are is followed for any number.
//!
//! A byte that a run does not choose is [`FILLER`], so that no string ends early; [`program::witness`] builds the strings the same way.

use crate::limits::{ARGUMENT_BYTES, WRITTEN_ARGUMENTS};
use crate::machine::{Machine, ObjectKind, OpenPart, State};
use crate::memory::ObjectContent;
use crate::term::TermId;
use crate::value::{MemoryCell, Scalar};
use program::start::{Arguments, Initial, Start};
use program::witness::{ChoiceKind, FILLER};

impl Machine<'_> {
    /// Gives `main`, whose frame is there, its arguments.
    pub fn pass_arguments(&mut self, state: &mut State, start: &Start<'_>, arguments: Arguments) {
        let program = self.program;
        let Some(count) = arguments.count else { return };
        let (Some(place), Some(variable)) = (self.variable(state, count), program.variables.get(count)) else { return };
        let Some(shape) = self.shape(variable.ty) else { return self.give_up(state, "an 'argc' of this type") };
        let number = self.choose(state, ChoiceKind::Arguments, shape.width);
        if let Some(Initial::Integer(least, most)) = start.initial(count) {
            // No object is larger than half of the addresses, so that the array of the strings with its end fits there.
            let places = (1_i128 << (self.word() - 1)) / i128::from(self.word() / 8);
            let most = if arguments.vector.is_some() { most.min(places - 1) } else { most };
            let [least, most] = [least, most].map(|end| self.terms.constant(end as u128, shape.width));
            let (below, above) = match shape.signed {
                true => (self.terms.less_signed(number, least), self.terms.less_signed(most, number)),
                false => (self.terms.less(number, least), self.terms.less(most, number)),
            };
            let outside = self.terms.or(below, above);
            let inside = self.terms.not(outside);
            state.guard = self.terms.and(state.guard, inside);
        }
        let value = Scalar::number(&mut self.terms, number);
        self.store(state, place, value, variable.ty, None);
        let Some(vector) = arguments.vector else { return };
        let (Some(place), Some(variable)) = (self.variable(state, vector), program.variables.get(vector)) else {
            return;
        };
        // What nobody reads need not be there.
        if program.used_variables().contains(&vector) {
            let array = self.argument_vector(state, number);
            self.store(state, place, array, variable.ty, None);
        }
    }

    /// Makes the array that `argv` points to, for this number of strings, and gives its address.
    fn argument_vector(&mut self, state: &mut State, number: TermId) -> Scalar {
        let word = self.word();
        // Not negative, and small enough for the array, it has the same value as a word.
        let number = self.terms.resize(number, word, false);
        let (one, bytes) = (self.word_constant(1), self.word_constant(u64::from(word / 8)));
        let places = self.terms.add(number, one);
        let size = self.terms.multiply(places, bytes);
        let known = self.word_constant(u64::from(WRITTEN_ARGUMENTS));
        let when = self.terms.less(known, number);
        let vector = self.new_object(ObjectKind::ArgumentVector, size);
        self.set_open_part(vector, OpenPart { when, from: u64::from(WRITTEN_ARGUMENTS) * u64::from(word / 8) });
        self.begin(state, vector, ObjectContent::Zero);
        let vector = Scalar::address(&mut self.terms, vector, word);
        for index in 0..WRITTEN_ARGUMENTS {
            let string = self.argument_string(state, index);
            let null = Scalar::constant(&mut self.terms, 0, word);
            let index_term = self.word_constant(u64::from(index));
            let is_there = self.terms.less(index_term, number);
            let value = Scalar::choose(&mut self.terms, is_there, string, null);
            let cell = MemoryCell::of(&mut self.terms, value);
            let offset = self.word_constant(u64::from(index) * u64::from(word / 8));
            self.change(state, vector.object, |machine, before| {
                machine.contents.write(&machine.terms, before, offset, cell)
            });
        }
        vector
    }

    /// One of the arguments, a string of any length: its address.
    fn argument_string(&mut self, state: &mut State, index: u32) -> Scalar {
        let word = self.word();
        // With the byte that ends it, it is no larger than half of the addresses.
        let length = self.choose(state, ChoiceKind::ArgumentLength(index), word - 2);
        let length = self.terms.extend_zero(length, word);
        let one = self.word_constant(1);
        let size = self.terms.add(length, one);
        let known = self.word_constant(u64::from(ARGUMENT_BYTES));
        let when = self.terms.at_most(known, length);
        let string = self.new_object(ObjectKind::ArgumentString, size);
        self.set_open_part(string, OpenPart { when, from: u64::from(ARGUMENT_BYTES) });
        self.begin(state, string, ObjectContent::Zero);
        let string = Scalar::address(&mut self.terms, string, word);
        for position in 0..ARGUMENT_BYTES {
            let byte = self.choose(state, ChoiceKind::ArgumentByte(index, position), 8);
            let (is_some, filler) = (self.terms.is_nonzero(byte), self.terms.constant(u128::from(FILLER), 8));
            let byte = self.terms.choose(is_some, byte, filler);
            let (place, end) = (self.word_constant(u64::from(position)), self.terms.constant(0, 8));
            let is_inside = self.terms.less(place, length);
            let byte = self.terms.choose(is_inside, byte, end);
            let byte = Scalar::number(&mut self.terms, byte);
            let cell = MemoryCell::of(&mut self.terms, byte);
            self.change(state, string.object, |machine, before| {
                machine.contents.write(&machine.terms, before, place, cell)
            });
        }
        string
    }
}
