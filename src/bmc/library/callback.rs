//! Callbacks from the library into the program, and the exit handlers of `atexit`.

use std::rc::Rc;

use crate::RunCut;
use crate::execute::{may_enter, pop_frame};
use crate::leak::Ending;
use crate::library::state::ExitHandler;
use crate::library::{LibraryCall, LibraryResult};
use crate::limits::MOST_HANDLERS;
use crate::machine::Machine;
use crate::state::State;
use crate::temporal::end_temporal;
use crate::unroll::Unrolling;
use crate::value::{FUNCTIONS, Scalar, is_object};
use base::ids::Id;
use ctype::TypeId;
use program::{FaultKind, FunctionId, LibraryFunction as F};

impl Unrolling<'_> {
    /// Runs the exit handlers, the last registered one first.
    pub fn run_handlers(&mut self, state: &mut State) {
        self.is_ending = true;
        let mut runs = 0;
        while let Some(handler) = Rc::make_mut(&mut state.library).handlers.pop() {
            let others = state.split(self.terms, handler.when);
            runs += 1;
            if runs > MOST_HANDLERS {
                self.machine.events.give_up(state, format!("more than {MOST_HANDLERS} functions that run at the exit"));
            }
            if !state.is_empty(self.terms) {
                self.call_through_library(state, handler.function, &[]);
            }
            self.machine.memory.join(state, others);
        }
        self.is_ending = false;
    }

    /// Finishes a run after `main` has returned. If exit handlers run, its variables are dead by then, except the
    /// result.
    pub fn return_from_main(&mut self, state: &mut State) {
        let frame = state.frames.last().cloned();
        let function = frame.as_ref().and_then(|frame| self.machine.task.program.functions.get(frame.function));
        let is_main = function.is_some_and(|function| function.name == "main");
        if is_main && !state.library.handlers.is_empty() {
            let result = function.and_then(|function| function.result);
            let always = self.terms.truth(true);
            for (variable, object) in frame.iter().flat_map(|frame| &frame.variables) {
                if Some(*variable) != result {
                    self.machine.memory.end(state, *object, always);
                }
            }
            self.run_handlers(state);
        }
        end_temporal(self.terms, &mut self.machine.events, state);
        self.machine.check_leaks(state, Ending::Returned);
    }

    /// Calls the functions that a checked pointer may point to, with pointer arguments. Returns the typed result, if
    /// any.
    pub(super) fn call_through_library(
        &mut self,
        state: &mut State,
        function: Scalar,
        arguments: &[Scalar],
    ) -> Option<(Scalar, TypeId)> {
        let Some(targets) = self.terms.choices(function.object) else {
            self.machine.events.give_up(state, "a call through a pointer to too many functions");
            return None;
        };
        let before = std::mem::replace(state, State::nowhere(self.terms));
        let mut result: Option<(Scalar, TypeId)> = None;
        for number in targets.iter().copied().filter(|number| *number >= FUNCTIONS) {
            let Ok(index) = usize::try_from(number - FUNCTIONS) else { continue };
            let is_it = is_object(self.terms, function.object, number);
            let mut called = before.part(self.terms, is_it);
            if called.is_empty(self.terms) {
                continue;
            }
            let given = self.call_back(&mut called, FunctionId::from_index(index), arguments);
            result = match (result, given) {
                (Some((known, ty)), Some((value, other))) if ty == other => {
                    Some((Scalar::choose(self.terms, is_it, value, known), ty))
                }
                (Some(known), None) => Some(known),
                (None, given) => given,
                (Some(known), Some(_)) => {
                    self.machine.events.give_up(&mut called, "functions with results of several types");
                    Some(known)
                }
            };
            self.machine.memory.join(state, called);
        }
        result
    }

    /// Calls a function of the program with pointer arguments. Returns the result with its type, if there is one.
    fn call_back(&mut self, state: &mut State, id: FunctionId, arguments: &[Scalar]) -> Option<(Scalar, TypeId)> {
        let program = self.machine.task.program;
        let function = program.functions.get(id)?;
        let name = &function.name;
        if function.flowchart.is_none() {
            let what = format!("the library calls the function '{name}', which has no body");
            self.machine.events.cut(state, RunCut::NoBody(what.into()));
            return None;
        }
        if !may_enter(self.machine.task, &mut self.machine.events, state, id) {
            return None;
        }
        let types: Vec<TypeId> = function
            .parameters
            .iter()
            .filter_map(|parameter| program.variables.get(*parameter).map(|variable| variable.ty))
            .collect();
        if types.len() != arguments.len() || !types.iter().all(|ty| program.types.is_pointer(*ty)) {
            let always = self.terms.truth(true);
            let message = format!("the library calls '{name}' with arguments of other types");
            self.machine.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
            return None;
        }
        self.machine.push_frame(state, id);
        for ((parameter, value), ty) in function.parameters.iter().zip(arguments).zip(types) {
            if let Some(place) = self.machine.storage.variable(self.terms, state, *parameter) {
                self.machine.store(state, place, *value, ty, Some(*parameter));
            }
        }
        if !self.follow_entered(state, id) {
            return None;
        }
        let result = function.result.and_then(|result| {
            let ty = program.variables.get(result)?.ty;
            let place = self.machine.storage.variable(self.terms, state, result)?;
            Some((self.machine.load(state, place, ty), ty))
        });
        pop_frame(self.terms, &mut self.machine.memory, state);
        result
    }
}

impl Machine<'_> {
    /// `atexit`, and `_exit`, which discards the registered handlers.
    pub(super) fn library_handlers(&mut self, state: &mut State, call: &LibraryCall<'_>) -> Option<LibraryResult> {
        if call.function == F::ForgetHandlers {
            Rc::make_mut(&mut state.library).handlers.clear();
            return Some(LibraryResult::Nothing);
        }
        let function = self.value(state, call, 0)?;
        self.check_function(state, function);
        let when = self.terms.truth(true);
        Rc::make_mut(&mut state.library).handlers.push(ExitHandler { when, function });
        Some(LibraryResult::Number(self.terms.constant(0, 32), true))
    }

    /// Reports an error unless a pointer is the address of a function.
    pub(super) fn check_function(&mut self, state: &mut State, function: Scalar) {
        let message = "call through an uninitialized function pointer";
        self.events.fault(state, self.terms.not(function.is_defined), FaultKind::Uninitialized, message);
        self.refuse_unmodelled(state, function);
        let other = self.terms.not(function.is_function(self.terms));
        let message = "call through a pointer that is no address of a function";
        self.events.fault(state, other, FaultKind::InvalidDereference, message);
    }
}
