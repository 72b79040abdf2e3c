//! Results that the environment determines: random numbers, clocks, the process, and whether files can be used.

use std::rc::Rc;

use crate::library::{ErrorNumber, LibraryCall, LibraryResult};
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

    /// Functions about the process and its terminal. The interpreter has one value for each; the others are not confirmed.
    pub(super) fn library_process(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let number = match call.function {
            F::Getpid => {
                let number = self.terms.variable(OUTSIDE_BITS);
                self.terms.choose(self.terms.is_nonzero(number), number, self.terms.constant(1, OUTSIDE_BITS))
            }
            F::Getuid => self.terms.variable(32),
            F::Isatty => {
                self.number(state, call, 0)?;
                self.terms.variable(1)
            }
            _ => {
                self.number(state, call, 0)?;
                self.terms.constant(0, 32)
            }
        };
        Some(LibraryResult::Number(number, false))
    }

    /// Functions on a file or a directory by its name, which a run may find or not. Nothing is there under an empty name.
    pub(super) fn library_path(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let path = self.value(state, call, 0)?;
        let path = self.read_text(state, path, None);
        if call.function != F::Chdir {
            self.number(state, call, 1)?;
        }
        if state.is_empty(self.terms) {
            return None;
        }
        let is_there = self.events.choose_under(state.guard, ChoiceKind::Way(2), 1);
        let is_done = self.terms.and(is_there, self.terms.is_nonzero(path.length));
        self.set_error(state, self.terms.not(is_done), ErrorNumber::NoSuchFile);
        let (done, failed) = (self.terms.constant(0, 32), self.terms.constant(u128::from(u32::MAX), 32));
        Some(LibraryResult::Number(self.terms.choose(is_done, done, failed), true))
    }
}
