//! Commands: the effect of each on the runs that reach it.
//!
//! The errors and their order are those of the interpreter (`program::interp::step`, `call`). Runs that reach what is
//! not modelled end in a cut; nothing is skipped.

use std::rc::Rc;

use crate::access::check_apart;
use crate::claim::{RunCut, What};
use crate::content::{ObjectContent, Place};
use crate::evaluate::beyond_array;
use crate::events::Events;
use crate::leak::Ending;
use crate::library::{ErrorNumber, gives_no_bytes, room};
use crate::limits::MOST_FRAMES;
use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind};
use crate::state::{Frame, State};
use crate::task::BoundedTask;
use crate::temporal::end_temporal;
use crate::term::{TermId, Terms};
use crate::unroll::Unrolling;
use crate::value::{FUNCTIONS, Scalar, is_object, number_of_object, objects_at};
use base::ids::Id;
use ctype::{Type, TypeId};
use program::{
    Callee, Command, Expr, ExprNode, FaultKind, FunctionId, LibraryFunction, Reach, VariableId, VariableKind,
};

/// The value of an argument.
enum Argument {
    Scalar(Scalar),
    /// A record, to be copied from a checked address: the address, and the size in bytes.
    Whole(Scalar, TermId),
}

impl Unrolling<'_> {
    /// Executes a command other than a condition. Runs in which the program exits are removed.
    pub fn execute(&mut self, state: &mut State, command: &Command) {
        match command {
            Command::Skip | Command::Assume { .. } => {}
            // Runs in the interpreter's evaluation order are followed; other orders are a cut.
            Command::Unsupported { reach: Reach::Order, reason } => {
                let always = self.terms.truth(true);
                self.machine.events.notice(state, always, What::Cut(RunCut::Unsupported(reason.clone().into())));
            }
            Command::Store { address, value } => self.machine.assign(state, address, value),
            Command::Copy { target, source, ty } => self.machine.copy_object(state, target, source, *ty),
            Command::Allocate { address, bytes, zeroed, may_fail, .. } => {
                self.machine.allocation(state, address, bytes, *zeroed, *may_fail);
            }
            Command::Free(pointer) => {
                let pointer = self.machine.evaluate(state, pointer);
                self.machine.free(state, pointer);
            }
            Command::Havoc { address } => self.machine.havoc(state, address),
            Command::ScopeStart(variable) => self.machine.start_scope(state, *variable),
            Command::ScopeEnd(variable) => {
                if let Some(address) = self.machine.storage.variable(self.terms, state, *variable) {
                    self.machine.memory.end(state, address.object, self.terms.truth(true));
                }
            }
            Command::Call { callee, arguments, result } => self.call(state, callee, arguments, result.as_ref()),
            Command::Fail(failure) => {
                self.machine.events.fault(state, self.terms.truth(true), failure.kind.into(), failure.message.clone());
            }
            Command::Halt(status) => self.halt(state, status.as_ref()),
            Command::Print { function, name, arguments } => self.library(state, (*function, name), arguments, None),
            Command::Library { function, name, arguments, result } => {
                self.library(state, (*function, name), arguments, result.as_ref());
            }
            Command::Unsupported { reach: Reach::Elsewhere, reason } => {
                self.machine.events.cut(state, RunCut::NoBody(reason.clone().into()))
            }
            Command::Unsupported { reason, .. } => self.machine.events.give_up(state, reason.clone()),
        }
    }

    /// Ends the program: by `exit` if there is a status (then handlers run), else at once.
    fn halt(&mut self, state: &mut State, status: Option<&Expr>) {
        if self.is_ending {
            let (always, message) = (self.terms.truth(true), "exit is called by a function that runs at the exit");
            self.machine.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
        }
        if let Some(status) = status {
            self.machine.evaluate(state, status);
            self.run_handlers(state);
        }
        self.machine.end_program(state);
    }

    fn call(&mut self, state: &mut State, callee: &Callee, arguments: &[Expr], result: Option<&Expr>) {
        match callee {
            Callee::Direct(function) => self.call_function(state, *function, arguments, result),
            Callee::Declared(declared) => self.machine.call_declared(state, declared, (arguments, result)),
            Callee::Indirect(pointer) => {
                let pointer = self.machine.evaluate(state, pointer);
                self.call_through(state, pointer, arguments, result);
            }
        }
    }

    /// Calls each function that a pointer may lead to.
    fn call_through(&mut self, state: &mut State, pointer: Scalar, arguments: &[Expr], result: Option<&Expr>) {
        let undefined = self.terms.not(pointer.is_defined);
        self.machine.events.fault(state, undefined, FaultKind::Uninitialized, "call through an uninitialized pointer");
        let Some(targets) = self.terms.choices(pointer.object) else {
            return self.machine.events.give_up(state, "a call through a pointer to too many functions");
        };
        self.machine.refuse_unmodelled(state, pointer);
        let before = std::mem::replace(state, State::nowhere(self.terms));
        let mut wrong = before.clone();
        for number in targets.iter().copied().filter(|number| *number >= FUNCTIONS) {
            let Ok(index) = usize::try_from(number - FUNCTIONS) else { continue };
            let is_it = is_object(self.terms, pointer.object, number);
            let mut called = before.part(self.terms, is_it);
            wrong.guard = self.terms.and(wrong.guard, self.terms.not(is_it));
            if !called.is_empty(self.terms) {
                self.call_function(&mut called, FunctionId::from_index(index), arguments, result);
                self.machine.memory.join(state, called);
            }
        }
        self.machine.events.fault(
            &mut wrong,
            self.terms.truth(true),
            FaultKind::InvalidDereference,
            "call through a pointer to no function",
        );
    }

    /// Calls a function without a body: a library function, if it is known.
    fn call_without_body(
        &mut self,
        state: &mut State,
        (function, name): (Option<LibraryFunction>, &str),
        arguments: &[Expr],
        result: Option<&Expr>,
    ) {
        match function {
            Some(LibraryFunction::Exit) if !arguments.is_empty() => self.halt(state, arguments.first()),
            Some(LibraryFunction::Abort) => self.machine.end_program(state),
            Some(LibraryFunction::ForgetHandlers) => {
                for status in arguments {
                    self.machine.evaluate(state, status);
                }
                self.machine.end_program(state);
            }
            Some(function) => self.library(state, (function, name), arguments, result),
            None => self
                .machine
                .events
                .cut(state, RunCut::NoBody(format!("the function '{name}', which has no body").into())),
        }
    }

    fn call_function(&mut self, state: &mut State, id: FunctionId, arguments: &[Expr], result: Option<&Expr>) {
        let Some(function) = self.machine.task.program.functions.get(id) else {
            return self.machine.events.give_up(state, "an unknown function");
        };
        if function.flowchart.is_none() {
            let known = self.machine.task.program.library_function(id).map(|known| known.function);
            return self.call_without_body(state, (known, &function.name), arguments, result);
        }
        if !may_enter(self.machine.task, &mut self.machine.events, state, id) {
            return;
        }
        if arguments.len() < function.parameters.len() {
            let always = self.terms.truth(true);
            let message = format!("too few arguments in a call of '{}'", function.name);
            return self.machine.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
        }
        let passed: Vec<Argument> = arguments.iter().map(|argument| self.machine.argument(state, argument)).collect();
        self.machine.push_frame(state, id);
        self.machine.receive(state, id, passed, arguments);
        if self.follow_entered(state, id) {
            self.machine.give_back(state, result);
        }
    }

    /// Executes a function whose frame exists and whose parameters are set. Returns true if some run returns from it.
    pub fn follow_entered(&mut self, state: &mut State, id: FunctionId) -> bool {
        self.machine.events.tell_silent(state);
        let caller = self.enter(id);
        let left = self.run_flowchart(id, std::mem::replace(state, State::nowhere(self.terms)));
        self.machine.events.come_back(caller);
        let comes_back = left.is_some();
        if let Some(left) = left {
            *state = left;
        }
        comes_back
    }
}

impl Machine<'_> {
    fn assign(&mut self, state: &mut State, address: &Expr, value: &Expr) {
        let (pointer, is_beyond) = self.evaluate_place(state, address);
        let value = self.evaluate(state, value);
        self.store_through(state, (pointer, address), value, address.root_variable());
        beyond_array(&mut self.events, state, is_beyond);
    }

    fn copy_object(&mut self, state: &mut State, target: &Expr, source: &Expr, ty: TypeId) {
        let unlocked = target.root_variable();
        let (target, target_beyond) = self.evaluate_place(state, target);
        let (source, source_beyond) = self.evaluate_place(state, source);
        let Some(bytes) = self.task.program.types.size_of(ty) else {
            return self.events.give_up(state, "an object of incomplete type");
        };
        if bytes == 0 {
            return;
        }
        let size = self.terms.word_constant(bytes);
        self.check_access(state, source, size);
        self.check_writable(state, target, size, unlocked);
        check_apart(self.terms, &mut self.events, state, target, source, size);
        self.memory.copy(state, target, source, size);
        beyond_array(&mut self.events, state, self.terms.or(target_beyond, source_beyond));
    }

    fn allocation(&mut self, state: &mut State, address: &Expr, bytes: &Expr, zeroed: bool, may_fail: bool) {
        let size = self.evaluate(state, bytes);
        let Some(shape) = self.task.shape(bytes.ty) else {
            return self.events.give_up(state, "an allocation of this size");
        };
        // The interpreter decides if an allocation fails before it reads the size.
        let fails = match may_fail {
            true => self.events.fails(state, true),
            false => {
                let some = [size.bits, size.object].map(|word| self.terms.is_nonzero(word));
                let none = some.map(|some| self.terms.not(some));
                gives_no_bytes(self.terms, &mut self.events, state, self.terms.all([size.is_defined, none[0], none[1]]))
            }
        };
        self.set_error(state, fails, ErrorNumber::NoMemory);
        let undefined = self.terms.not(size.is_defined);
        let succeeds = self.terms.not(fails);
        let undefined = self.terms.and(succeeds, undefined);
        self.events.fault(state, undefined, FaultKind::UndefinedValue, "the size of an allocation is uninitialized");
        let address_size = self.terms.is_nonzero(size.object);
        let address_size = self.terms.and(succeeds, address_size);
        self.events.unsupported(state, address_size, "the size of an allocation is an address");
        if shape.signed {
            let negative = self.terms.and(succeeds, self.terms.extract(size.bits, shape.width - 1, 1));
            self.events.unsupported(state, negative, "an allocation of a negative size");
        }
        let word = self.task.word();
        let bits = self.terms.resize(size.bits, word, shape.signed);
        let block = self.allocate(state, self.terms.choose(fails, self.terms.constant(0, word), bits), zeroed);
        // In runs in which the allocation fails there is no block.
        self.memory.end(state, block.object, fails);
        let block = Scalar::choose(self.terms, fails, Scalar::null(self.terms), block);
        let (pointer, is_beyond) = self.evaluate_place(state, address);
        self.store_through(state, (pointer, address), block, address.root_variable());
        beyond_array(&mut self.events, state, is_beyond);
    }

    /// Starts the lifetime of a variable in a new object, so that pointers to the previous one stay invalid.
    fn start_scope(&mut self, state: &mut State, id: VariableId) {
        let Some(size) =
            self.task.program.variables.get(id).and_then(|variable| self.task.program.types.size_of(variable.ty))
        else {
            return self.events.give_up(state, "a local variable of incomplete type");
        };
        let is_taken = self.task.program.variables.get(id).is_some_and(|variable| variable.address_taken);
        let old = state.frames.last().and_then(|frame| frame.variables.get(&id)).copied();
        // If control came back to the declaration within its block, or no pointer can tell, the object is the same.
        let reused = match old {
            Some(object) if is_taken => {
                let dead = self.memory.is_dead(state, object);
                self.terms.not(dead)
            }
            Some(_) => self.terms.truth(true),
            None => self.terms.truth(false),
        };
        if let Some(object) = old.filter(|_| !self.terms.is_false(reused)) {
            let empty = self.memory.contents.intern(ObjectContent::Unwritten);
            for number in objects_at(self.terms, object) {
                let is_it = is_object(self.terms, object, number);
                let is_it = self.terms.and(is_it, reused);
                let mut known = self.memory.state_of(state, number);
                known.content = self.memory.contents.choose(is_it, empty, known.content);
                known.is_live = self.terms.or(known.is_live, is_it);
                self.memory.set_object(state, number, known);
            }
        }
        let mut object = old;
        if !self.terms.is_true(reused) {
            let fresh = new_local(self.task, self.terms, &mut self.memory, state, id, size);
            let end = self.terms.and(reused, state.guard);
            self.memory.end(state, fresh, end);
            object = Some(match old {
                Some(old) => self.terms.choose(reused, old, fresh),
                None => fresh,
            });
        }
        if let (Some(frame), Some(object)) = (state.frames.last_mut(), object) {
            Rc::make_mut(frame).variables.insert(id, object);
        }
    }

    /// Ends the program in all runs of a state.
    fn end_program(&mut self, state: &mut State) {
        end_temporal(self.terms, &mut self.events, state);
        self.check_leaks(state, Ending::Ended);
        self.events.end_runs();
        *state = State::nowhere(self.terms);
    }

    fn argument(&mut self, state: &mut State, argument: &Expr) -> Argument {
        if let (ExprNode::Load(source), Type::Record(_)) = (&argument.node, self.task.program.types.get(argument.ty)) {
            let (source, is_beyond) = self.evaluate_place(state, source);
            beyond_array(&mut self.events, state, is_beyond);
            let Some(bytes) = self.task.program.types.size_of(argument.ty) else {
                self.events.give_up(state, "an argument of incomplete type");
                return Argument::Scalar(source);
            };
            let size = self.terms.word_constant(bytes);
            self.check_access(state, source, size);
            return Argument::Whole(source, size);
        }
        Argument::Scalar(self.evaluate(state, argument))
    }

    /// Pushes a frame with uninitialized variables.
    pub fn push_frame(&mut self, state: &mut State, id: FunctionId) {
        let mut frame = Frame { function: id, variables: Default::default(), stack: Vec::new(), variadic: None };
        let level = state.frames.iter().filter(|frame| frame.function == id).count();
        let locals = self.task.program.functions.get(id).map_or(&[][..], |function| &function.locals);
        for local in locals {
            let ty = self.task.program.variables.get(*local).map(|variable| variable.ty);
            let Some(bytes) = ty.and_then(|ty| self.task.program.types.size_of(ty)) else {
                return self.events.give_up(state, "a local variable of incomplete type");
            };
            let is_taken = self.task.program.variables.get(*local).is_none_or(|variable| variable.address_taken);
            // No pointer leads to the variable of an earlier call, so its object is reused.
            let known = self.storage.local(*local, level).filter(|_| !is_taken);
            let object = match known {
                Some(object) => {
                    self.memory.begin(state, object, ObjectContent::Unwritten);
                    object
                }
                None => new_local(self.task, self.terms, &mut self.memory, state, *local, bytes),
            };
            self.storage.add_local(*local, level, object);
            frame.variables.insert(*local, object);
        }
        state.frames.push(Rc::new(frame));
    }

    /// Stores the arguments in the parameters. They were evaluated before the frame was pushed.
    fn receive(&mut self, state: &mut State, id: FunctionId, passed: Vec<Argument>, arguments: &[Expr]) {
        let Some(function) = self.task.program.functions.get(id) else { return };
        let mut given = passed.into_iter().zip(arguments);
        for parameter in &function.parameters {
            let Some((argument, expr)) = given.next() else { break };
            let (Some(place), Some(variable)) =
                (self.storage.variable(self.terms, state, *parameter), self.task.program.variables.get(*parameter))
            else {
                return self.events.give_up(state, "a parameter without storage");
            };
            // A call through a pointer or without a prototype may pass another type.
            if !self.task.program.types.passes_as(expr.ty, variable.ty) {
                let always = self.terms.truth(true);
                let message = format!("an argument of '{}' has another type than the parameter", function.name);
                return self.events.fault(state, always, FaultKind::UndefinedBehaviour, message);
            }
            self.put_argument(state, place, argument, (variable.ty, Some(*parameter)));
            if variable.kind == VariableKind::Parameter {
                self.memory.lock(place.object);
            }
        }
        let is_variadic = matches!(self.task.program.types.get(function.ty), Type::Function { variadic: true, .. });
        if is_variadic {
            self.pass_rest(state, given.collect());
        }
    }

    fn put_argument(
        &mut self,
        state: &mut State,
        place: Scalar,
        argument: Argument,
        (ty, parameter): (TypeId, Option<VariableId>),
    ) {
        match argument {
            Argument::Scalar(value) => self.store(state, place, value, ty, parameter),
            Argument::Whole(source, size) => self.memory.copy(state, place, source, size),
        }
    }

    /// Stores the variadic arguments in an object of their own, whose lifetime ends with the call.
    fn pass_rest(&mut self, state: &mut State, rest: Vec<(Argument, &Expr)>) {
        let sizes: Option<Vec<u64>> = rest.iter().map(|(_, expr)| self.task.program.types.size_of(expr.ty)).collect();
        let Some(sizes) = sizes else {
            return self.events.give_up(state, "an argument of incomplete type");
        };
        let size = self.terms.word_constant(sizes.iter().map(|size| room(*size)).sum());
        let block = self.allocate_on_stack(state, size);
        if let (Some(number), Some(frame)) = (self.terms.value(block.object), state.frames.last_mut()) {
            Rc::make_mut(frame).variadic = Some(number);
        }
        let mut offset = 0;
        for ((argument, expr), size) in rest.into_iter().zip(sizes) {
            let place = Scalar { bits: self.terms.word_constant(offset), ..block };
            self.put_argument(state, place, argument, (expr.ty, None));
            offset += room(size);
        }
    }

    /// Pops the top frame, and stores the function's result where the caller wants it.
    fn give_back(&mut self, state: &mut State, target: Option<&Expr>) {
        let result = state.frames.last().and_then(|frame| self.task.program.functions.get(frame.function)?.result);
        let source = result.and_then(|variable| {
            Some((self.storage.variable(self.terms, state, variable)?, self.task.program.variables.get(variable)?.ty))
        });
        let kept = match (source, target) {
            (Some((source, ty)), Some(target)) => {
                let is_scalar = self.task.program.types.is_scalar(ty);
                let source = self.memory.source_at(state, source);
                self.task.program.types.size_of(ty).map(|bytes| (source, (bytes, is_scalar), target))
            }
            _ => None,
        };
        pop_frame(self.terms, &mut self.memory, state);
        let Some((source, (bytes, is_scalar), target)) = kept else { return };
        let unlocked = target.root_variable();
        let (pointer, is_beyond) = self.evaluate_place(state, target);
        let length = self.terms.word_constant(bytes);
        self.check_writable(state, pointer, length, unlocked);
        beyond_array(&mut self.events, state, is_beyond);
        let scalar = u32::try_from(bytes).ok().filter(|_| is_scalar);
        let Some(bytes) = scalar else {
            return self.memory.copy_from(state, pointer, source, length);
        };
        let place = Place { offset: source.start, bytes, room: source.room };
        let cell = self.memory.contents.read(source.content, place);
        self.memory.write(state, pointer, cell);
    }
}

/// Pops the top frame; its variables go out of scope.
pub fn pop_frame(terms: &Terms, memory: &mut Memory<'_>, state: &mut State) {
    let Some(frame) = state.frames.pop() else { return };
    let always = terms.truth(true);
    for object in frame.variables.values() {
        memory.end(state, *object, always);
    }
    for number in &frame.stack {
        memory.end(state, number_of_object(terms, *number), always);
    }
}

/// Returns true if a called function is entered. Otherwise the call is too deep, and its runs end in a cut.
pub fn may_enter(task: &BoundedTask<'_>, events: &mut Events<'_>, state: &mut State, id: FunctionId) -> bool {
    if state.frames.len() > MOST_FRAMES {
        events.give_up(state, format!("more than {MOST_FRAMES} calls within each other"));
        return false;
    }
    let calls = state.frames.iter().filter(|frame| frame.function == id).count();
    if calls > task.bounds.of_recursion(id) as usize {
        events.cut(state, RunCut::Recursion(id));
        return false;
    }
    true
}

/// Creates the object of a local variable and makes it live.
fn new_local(
    task: &BoundedTask<'_>,
    terms: &Terms,
    memory: &mut Memory<'_>,
    state: &mut State,
    id: VariableId,
    bytes: u64,
) -> TermId {
    let size = terms.word_constant(bytes);
    let object = memory.new_object(ObjectKind::Local(id), size);
    let variable = task.program.variables.get(id);
    let is_locked = variable.is_some_and(|variable| variable.kind == VariableKind::Local);
    if is_locked {
        memory.lock(object);
    }
    memory.begin(state, object, ObjectContent::Unwritten);
    object
}
