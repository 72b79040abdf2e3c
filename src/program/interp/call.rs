//! Calls and returns.

use std::io::Write;

use crate::interp::choice::Chooser;
use crate::interp::evaluate::refuse_beyond;
use crate::interp::fault::Fault;
use crate::interp::memory::{CopiedBytes, Value};
use crate::interp::state::State;
use crate::interp::step::{ControlEffect, Interpreter, StepOutcome};
use crate::interp::variadic;
use crate::{Callee, Command, EdgeId, Expr, ExprNode, FaultKind, FunctionId, LibraryFunction, LocationId};
use base::integer::wrap;
use ctype::{Type, TypeId};

impl Interpreter<'_> {
    /// Calls what a call names, or what a pointer leads to.
    pub(super) fn call_any(
        &self,
        state: &mut State,
        edge: EdgeId,
        callee: &Callee,
        call: (&[Expr], Option<&Expr>),
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> Result<ControlEffect, Fault> {
        let function = match callee {
            Callee::Direct(function) => *function,
            Callee::Indirect(pointer) => self.function_of(state.evaluate_with(pointer, self.program, chooser)?)?,
            Callee::Declared(declared) => return self.call_declared(state, declared, call, chooser),
        };
        self.call(state, edge, function, call, chooser, output)
    }

    pub(super) fn call(
        &self,
        state: &mut State,
        edge: EdgeId,
        id: FunctionId,
        (arguments, result): (&[Expr], Option<&Expr>),
        chooser: &mut dyn Chooser,
        output: &mut dyn Write,
    ) -> Result<ControlEffect, Fault> {
        let function = self.program.functions.get(id).ok_or_else(|| Fault::unsupported("an unknown function"))?;
        let Some(flowchart) = &function.flowchart else {
            // Called through a pointer.
            return match self.program.library_function(id) {
                Some(known) if known.function == LibraryFunction::ForgetHandlers => {
                    state.handlers.clear();
                    let status = arguments.first().map(|status| state.evaluate_with(status, self.program, chooser));
                    Ok(ControlEffect::Halted(status.transpose()?))
                }
                Some(known) => {
                    let called = (known.function, function.name.as_str());
                    self.library(state, edge, called, (arguments, result), chooser, output)
                }
                None => Err(Fault::unsupported(format!("the function '{}' has no body", function.name))),
            };
        };
        if state.frames.len() >= self.max_frames {
            return Err(Fault::unsupported(format!("more than {} nested calls", self.max_frames)));
        }
        if arguments.len() < function.parameters.len() {
            return Err(Fault::undefined(format!("too few arguments in a call of '{}'", function.name)));
        }
        let passed: Vec<Argument> =
            arguments.iter().map(|argument| self.argument(state, argument, chooser)).collect::<Result<_, Fault>>()?;
        state.push_frame(self.program, id, Some(edge))?;
        match self.receive(state, id, passed, arguments) {
            Ok(()) => Ok(ControlEffect::Entered(flowchart.entry)),
            Err(fault) => {
                // The fault is at the call, where control still is in the caller.
                state.pop_frame(self.program);
                Err(fault)
            }
        }
    }

    /// Assigns the arguments to the parameters.
    fn receive(
        &self,
        state: &mut State,
        id: FunctionId,
        passed: Vec<Argument>,
        arguments: &[Expr],
    ) -> Result<(), Fault> {
        let function = self.program.functions.get(id).ok_or_else(|| Fault::unsupported("an unknown function"))?;
        let mut passed = passed.into_iter().zip(arguments);
        for parameter in &function.parameters {
            let address = state.variable_address(*parameter).map(Value::Pointer);
            let address = address.ok_or_else(|| Fault::unsupported("a parameter without storage"))?;
            let ty = self.program.variables.get(*parameter).map(|variable| variable.ty);
            let ty = ty.ok_or_else(|| Fault::unsupported("an unknown parameter"))?;
            if let Some((contents, argument)) = passed.next() {
                self.check_argument(&function.name, argument.ty, ty)?;
                self.put_argument(state, address, contents, ty)?;
            }
        }
        state.lock_parameters(self.program, &function.parameters)?;
        self.pass_rest(state, passed)
    }

    /// Checks the type of an argument: a call through a pointer or without a prototype may pass another type than the
    /// parameter has.
    fn check_argument(&self, function: &str, given: TypeId, wanted: TypeId) -> Result<(), Fault> {
        if self.program.types.passes_as(given, wanted) {
            return Ok(());
        }
        Err(Fault::undefined(format!("an argument of '{function}' has another type than the parameter")))
    }

    fn put_argument(&self, state: &mut State, place: Value, argument: Argument, ty: TypeId) -> Result<(), Fault> {
        match argument {
            Argument::Scalar(value) => {
                let value = match (value, self.program.types.integer_format(ty)) {
                    (Value::Integer(value), Some(format)) => Value::Integer(wrap(value, format)),
                    _ => value,
                };
                state.store_at(place, value, ty, &self.program.types)
            }
            Argument::Whole(contents, size) => self.paste(state, place, &contents, size),
        }
    }

    /// Stores the variable arguments in a block of their own.
    fn pass_rest<'e>(&self, state: &mut State, rest: impl Iterator<Item = (Argument, &'e Expr)>) -> Result<(), Fault> {
        let rest: Vec<(Argument, &Expr)> = rest.collect();
        let function = state.function().and_then(|function| self.program.functions.get(function));
        let ty = function.map(|function| self.program.types.get(function.ty));
        if !matches!(ty, Some(Type::Function { variadic: true, .. })) {
            return Ok(());
        }
        let sizes: Vec<u64> = rest.iter().map(|(_, expr)| self.size_of(expr.ty)).collect::<Result<_, Fault>>()?;
        let (block, places) = variadic::block(state, &sizes)?;
        if let Some(frame) = state.frames.last_mut() {
            frame.variadic = block.block();
        }
        for ((argument, expr), place) in rest.into_iter().zip(places) {
            self.put_argument(state, place, argument, expr.ty)?;
        }
        Ok(())
    }

    /// Evaluates an argument: a scalar, or a whole record.
    fn argument(&self, state: &mut State, argument: &Expr, chooser: &mut dyn Chooser) -> Result<Argument, Fault> {
        if let (ExprNode::Load(source), Type::Record(_)) = (&argument.node, self.program.types.get(argument.ty)) {
            let size = self.size_of(argument.ty)?;
            let (source, is_beyond) = state.evaluate_place(source, self.program, chooser)?;
            refuse_beyond(is_beyond)?;
            return Ok(Argument::Whole(self.contents(state, source, size)?, size));
        }
        Ok(Argument::Scalar(state.evaluate_with(argument, self.program, chooser)?))
    }

    /// Leaves the function of the top frame, whose exit control has reached.
    pub(super) fn leave(&self, state: &mut State, chooser: &mut dyn Chooser) -> StepOutcome {
        state.clock.0.step = None;
        if let Some(callback) = state.frames.last_mut().and_then(|frame| frame.callback.take()) {
            return self.leave_callback(state, callback, chooser);
        }
        if state.frames.len() <= 1 {
            if self.has_handlers(state) {
                self.end_locals(state);
                return self.end_program(state, None);
            }
            return self.finish(state);
        }
        let (frames, call) = (state.frames.len(), state.frames.last().and_then(|frame| frame.call));
        let returned = self.give_back(state, chooser).and_then(|to| self.check_leaks(state).map(|()| to));
        match returned {
            Ok(to) => StepOutcome::Moved { edge: None, to },
            // Once the frame is popped, the fault is at the call.
            Err(fault) => StepOutcome::Failed { edge: call.filter(|_| state.frames.len() < frames), fault },
        }
    }

    /// Ends the run after its first function has returned.
    pub(super) fn finish(&self, state: &State) -> StepOutcome {
        if self.leak_checks
            && !state.leaked_blocks(state.exit_roots(self.program), self.program.types.model().word_bytes()).is_empty()
        {
            let fault = Fault::new(
                FaultKind::MemoryLeak,
                "memory leak: the last pointer to a block is lost when the program ends",
            );
            return StepOutcome::Failed { edge: None, fault };
        }
        StepOutcome::Finished
    }

    /// Pops the top frame and stores the function's result for the caller.
    fn give_back(&self, state: &mut State, chooser: &mut dyn Chooser) -> Result<LocationId, Fault> {
        let result = state.function().and_then(|function| self.program.functions.get(function)?.result);
        let result = result
            .and_then(|variable| Some((state.variable_address(variable)?, self.program.variables.get(variable)?.ty)));
        let contents = match result {
            Some((address, ty)) => {
                let size = self.size_of(ty)?;
                Some((self.contents(state, Value::Pointer(address), size)?, size))
            }
            None => None,
        };
        let call = state.pop_frame(self.program).and_then(|frame| frame.call);
        let (Some(edge), Some(flowchart)) = (call, self.flowchart(state)) else {
            return Err(Fault::unsupported("a call that came from nowhere returns"));
        };
        if let (Command::Call { result: Some(target), .. }, Some((contents, size))) =
            (&flowchart.edge(edge).command, contents)
        {
            let (target, is_beyond) = state.evaluate_place(target, self.program, chooser)?;
            let unlocked = state.unlock(flowchart.edge(edge).command.written(), self.program);
            let pasted = self.paste(state, target, &contents, size);
            state.lock(unlocked);
            pasted.and_then(|()| refuse_beyond(is_beyond))?;
        }
        Ok(flowchart.target(edge))
    }
}

/// The value of an argument.
enum Argument {
    Scalar(Value),
    Whole(CopiedBytes, u64),
}
