//! Results that the environment determines: random numbers and clocks.

use std::rc::Rc;

use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Scalar;
use program::LibraryFunction as F;
use program::witness::ChoiceKind;

/// Width in bits of the numbers that `rand` and the clocks return.
const OUTSIDE_BITS: u32 = 31;

impl Machine<'_> {
    pub(super) fn library_outside(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        match call.function {
            F::Srand => {
                self.number(state, call, 0)?;
                let library = Rc::make_mut(&mut state.library);
                library.is_reseeded = self.terms.or(library.is_reseeded, library.has_drawn);
                Some(LibraryResult::Nothing)
            }
            F::Rand => {
                let repeats = state.library.is_reseeded;
                self.events.unsupported(state, repeats, "a number of 'rand' after another seed");
                let number = self.events.choose(state, ChoiceKind::Integer(OUTSIDE_BITS, false), OUTSIDE_BITS);
                Rc::make_mut(&mut state.library).has_drawn = self.terms.truth(true);
                Some(LibraryResult::Number(number, false))
            }
            F::Clock => {
                let now = self.events.choose(state, ChoiceKind::Integer(32, false), 32);
                Some(LibraryResult::Number(self.terms.extract(now, 0, OUTSIDE_BITS), false))
            }
            _ => {
                let now = self.events.choose(state, ChoiceKind::Integer(32, false), 32);
                let now = self.terms.extract(now, 0, OUTSIDE_BITS);
                let target = self.value(state, call, 0)?;
                let ty = self.task.program.types.pointee(call.arguments.first()?.ty)?;
                let shape = self.task.shape(ty)?;
                let value = self.terms.resize(now, shape.width, false);
                let value = Scalar::number(self.terms, value);
                let is_wanted = self.terms.not(self.terms.and(target.is_defined, target.is_null(self.terms)));
                self.where_holds(state, is_wanted, |machine, state| machine.store(state, target, value, ty, None));
                Some(LibraryResult::Number(now, false))
            }
        }
    }
}
