//! Variable arguments: `va_start`, `va_arg`, `va_copy`, `va_end`.
//!
//! The variadic arguments of a call lie in one object, each at a multiple of 16 bytes, as in the interpreter. The
//! object dies with the call. The first word of a `va_list` holds a pointer to the next argument.

use crate::events::Events;
use crate::library::{LibraryCall, LibraryResult};
use crate::machine::Machine;
use crate::state::State;
use crate::term::{TermId, Terms};
use crate::value::{Scalar, is_object, number_of_object, objects_at};
use ctype::{Type, TypeId};
use program::{Expr, FaultKind, LibraryFunction as F};

/// Returns the bytes that an argument of a size occupies.
pub fn room(size: u64) -> u64 {
    size.div_ceil(16).max(1).saturating_mul(16)
}

impl Machine<'_> {
    pub(super) fn library_list(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        let list = self.value(state, call, 0)?;
        let place = match call.function {
            F::VaStart => {
                let rest = state.frames.last().and_then(|frame| frame.variadic);
                let Some(rest) = rest else {
                    self.events.give_up(state, "va_start in a function without '...'");
                    return None;
                };
                Scalar::address(self.terms, number_of_object(self.terms, rest))
            }
            F::VaCopy => {
                let (other, ty) = (self.value(state, call, 1)?, call.arguments.get(1)?.ty);
                self.load(state, other, ty)
            }
            _ => Scalar::undefined(self.terms, self.task.word()),
        };
        self.store_word(state, list, place);
        Some(LibraryResult::Nothing)
    }

    /// Returns the address of the next argument of a `va_list` parameter, which is a pointer to the list's first word,
    /// or that word itself.
    pub(super) fn list_place(&mut self, state: &mut State, call: &LibraryCall<'_>, index: usize) -> Option<Scalar> {
        let (value, ty) = (self.value(state, call, index)?, call.arguments.get(index)?.ty);
        let types = &self.task.program.types;
        match types.pointee(ty) {
            Some(target) if matches!(types.get(target), Type::Record(_)) => Some(self.load(state, value, ty)),
            _ => Some(value),
        }
    }

    /// Takes the next argument, which must be a scalar.
    pub(super) fn take_variadic(&mut self, state: &mut State, place: &mut Scalar, ty: TypeId) -> Scalar {
        let Some(size) = self.task.program.types.size_of(ty) else { return self.no_scalar(state, ty) };
        let at = advance(self.terms, &mut self.events, state, place, size);
        self.more_than_passed(state, at, self.terms.word_constant(size));
        self.load(state, at, ty)
    }

    /// Reports an error if more arguments are taken than were passed.
    fn more_than_passed(&mut self, state: &mut State, at: Scalar, size: TermId) {
        for number in objects_at(self.terms, at.object) {
            let Some(object) = self.memory.object(number).map(|object| object.size) else { continue };
            let (is_it, is_live) =
                (is_object(self.terms, at.object, number), self.memory.state_of(state, number).is_live);
            let fits = self.terms.at_most(size, object);
            let inside = self.terms.and(fits, self.terms.at_most(at.bits, self.terms.subtract(object, size)));
            let condition = self.terms.all([is_it, is_live, self.terms.not(inside)]);
            let message = "more arguments are taken than there are";
            self.events.fault(state, condition, FaultKind::UndefinedBehaviour, message);
        }
    }

    /// `va_arg`, also for structs.
    pub(super) fn library_argument(&mut self, state: &mut State, arguments: &[Expr], result: Option<&Expr>) {
        let ([list], Some(result)) = (arguments, result) else {
            return self.events.give_up(state, "va_arg without a list or a result");
        };
        let address = self.evaluate(state, list);
        let mut place = self.load(state, address, list.ty);
        let Some(ty) = self.task.program.types.pointee(result.ty) else {
            return self.events.give_up(state, "va_arg without a result");
        };
        let target = self.evaluate(state, result);
        if self.task.program.types.is_scalar(ty) {
            let value = self.take_variadic(state, &mut place, ty);
            self.store_through(state, (target, result), value, result.root_variable());
        } else {
            let Some(size) = self.task.program.types.size_of(ty) else {
                return self.events.give_up(state, "an argument of incomplete type");
            };
            let source = advance(self.terms, &mut self.events, state, &mut place, size);
            let length = self.terms.word_constant(size);
            self.check_access(state, source, length);
            self.check_writable(state, target, length, result.root_variable());
            self.memory.copy(state, target, source, length);
        }
        self.store_word(state, address, place);
    }
}

/// Returns the address of the next argument, and advances the list beyond it.
fn advance(terms: &Terms, events: &mut Events<'_>, state: &mut State, place: &mut Scalar, size: u64) -> Scalar {
    let current = *place;
    let message = "use of a `va_list` that is not started";
    events.fault(state, terms.not(current.is_defined), FaultKind::UndefinedValue, message);
    *place = current.moved(terms, terms.word_constant(room(size)));
    current
}
