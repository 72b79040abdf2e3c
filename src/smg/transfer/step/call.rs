//! Calls of functions of the program: the callee, entering and leaving.

use crate::domain::configuration::{Configuration, Frame};
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::Object;
use crate::domain::value::{ObjectId, Value};
use crate::transfer::step::{CommandOutcome, Executor, all_bits, retire, write};
use base::Span;
use program::{Callee, Expr, ExprNode, FaultKind, FunctionId, LibraryFunction, VariableId, library};

/// An argument on its way to a parameter.
enum Argument {
    Scalar(Value),
    Whole(Box<Object>, i64),
}

impl Executor<'_> {
    /// Calls what a call names, or what a pointer leads to. `after`: a copy of the configuration before.
    pub(super) fn call(
        &self,
        (before, mut after): (&Configuration, Configuration),
        callee: &Callee,
        (arguments, result): (&[Expr], Option<&Expr>),
        span: Span,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        if let Callee::Declared(callee) = callee {
            return self.call_declared(after, callee, (arguments, result));
        }
        let function = self.called(&mut after, callee)?;
        if let Some(known) = self.library_function(function) {
            let found = self.library(before, known, (arguments, result), span)?;
            return Ok(found.into_iter().map(|outcome| outcome.called_by_pointer(known.0)).collect());
        }
        self.enter(&mut after, function, arguments)?;
        Ok(vec![CommandOutcome::Entered(function, after)])
    }

    fn called(&self, configuration: &mut Configuration, callee: &Callee) -> Result<FunctionId, Interruption> {
        let pointer = match callee {
            Callee::Direct(function) => return Ok(*function),
            Callee::Declared(declared) => return Ok(declared.function),
            Callee::Indirect(pointer) => self.evaluator(configuration).value(pointer)?,
        };
        self.evaluator(configuration).settle(pointer)?;
        match pointer {
            Value::Function(function) => Ok(function),
            Value::Undefined => {
                Err(Fault::new(FaultKind::Uninitialized, "call through an uninitialized function pointer").into())
            }
            Value::Unknown(_) | Value::Any(_) => {
                Err(Fault::unsupported("a call through an unknown function pointer").into())
            }
            _ => Err(Fault::new(
                FaultKind::InvalidDereference,
                "call through a pointer that is no address of a function",
            )
            .into()),
        }
    }

    /// Returns the library function that is called through a pointer, with its name.
    pub(super) fn library_function(&self, id: FunctionId) -> Option<(LibraryFunction, &str)> {
        let (known, function) = (self.program.library_function(id)?, self.program.functions.get(id)?);
        Some((known.function, library::shown(&function.name)))
    }

    /// Pushes the stack frame of a function and initialises its parameters.
    pub(super) fn enter(
        &self,
        configuration: &mut Configuration,
        id: FunctionId,
        arguments: &[Expr],
    ) -> Result<(), Interruption> {
        let function = self.program.functions.get(id).ok_or_else(|| Fault::unsupported("an unknown function"))?;
        if function.flowchart.is_none() {
            return Err(Fault::without_body(format!("the function '{}' has no body", function.name)).into());
        }
        if let Some(problem) = self.program.wrong_call(id, arguments) {
            return Err(Fault::new(FaultKind::UndefinedBehaviour, problem).into());
        }
        let mut passed = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&function.parameters) {
            let value = self.argument(configuration, argument)?;
            passed.push((*parameter, self.as_kept(configuration, value, *parameter)));
        }
        for argument in arguments.iter().skip(function.parameters.len()) {
            if !matches!(self.argument(configuration, argument)?, Argument::Scalar(value) if value.object().is_none()) {
                // The function may access it by `va_arg`, which is not followed.
                configuration.hide_address();
            }
        }
        configuration.frames.push(Frame::of(id));
        for (parameter, passed) in passed {
            let storage = configuration.give_storage(self.program, parameter)?;
            let Some(object) = configuration.graph.object_mut(storage) else { continue };
            let size = object.sure_end();
            match passed {
                Argument::Scalar(value) => {
                    object.write(0, size, value);
                    configuration.undefined.copied |= value == Value::Undefined;
                }
                Argument::Whole(contents, start) => {
                    object.paste(0, &contents, start, size);
                    configuration.undefined.copied = true;
                }
            }
        }
        Ok(())
    }

    /// Returns an argument as its parameter keeps it: a number without influence is forgotten.
    fn as_kept(&self, configuration: &Configuration, passed: Argument, parameter: VariableId) -> Argument {
        match (passed, self.influence) {
            (Argument::Scalar(value), Some(known)) if known.variable_has_none(self.program, parameter) => {
                Argument::Scalar(configuration.graph.forgotten(value))
            }
            (passed, _) => passed,
        }
    }

    /// Evaluates an argument: a scalar, or a whole record.
    fn argument(&self, configuration: &mut Configuration, argument: &Expr) -> Result<Argument, Interruption> {
        let mut evaluator = self.evaluator(configuration);
        if let (ExprNode::Load(source), false) = (&argument.node, self.program.types.is_scalar(argument.ty)) {
            let size = evaluator.size_of(argument.ty)?;
            let source = evaluator.sound_address(source)?;
            let place = evaluator.place(source, size)?;
            let graph = &configuration.graph;
            let (start, end) = (place.low, place.low + size);
            let object = graph.object(place.object).map(|object| graph.to_be_copied(object, start, end));
            let object = object.ok_or_else(|| Fault::unsupported("an object that is gone"))?;
            if place.low != place.high {
                return Err(Fault::unsupported("a struct argument at an unknown address").into());
            }
            return Ok(Argument::Whole(Box::new(object), place.low));
        }
        Ok(Argument::Scalar(evaluator.value(argument)?))
    }

    /// Returns the same configuration, where the function on top has lost all of its variables except for the result.
    pub fn with_result_only(&self, before: &Configuration) -> Configuration {
        let mut after = before.clone();
        let Some(frame) = after.frames.last_mut() else { return after };
        let result = self.program.functions.get(frame.function).and_then(|function| function.result);
        let kept = result.and_then(|id| Some((id, *frame.variables.get(&id)?)));
        let variables = std::mem::replace(&mut frame.variables, kept.into_iter().collect());
        let gone = variables.into_values().filter(|id| kept.is_none_or(|(_, result)| result != *id));
        let gone: Vec<ObjectId> = gone.chain(std::mem::take(&mut frame.blocks)).collect();
        gone.into_iter().for_each(|id| retire(&mut after, id));
        after
    }

    /// Returns from the function on top: pops its stack frame, and stores its result at `result`.
    pub fn leave(&self, before: &Configuration, result: Option<&Expr>) -> Result<Configuration, Interruption> {
        let mut after = before.clone();
        let Some(frame) = after.frames.pop() else { return Ok(after) };
        let returned = self.program.functions.get(frame.function).and_then(|function| function.result);
        let returned = returned.and_then(|id| frame.variables.get(&id)).and_then(|id| after.graph.object(*id)).cloned();
        if let Some(address) = result {
            let pointer = self.evaluator(&mut after).sound_address(address)?;
            let ty = self.program.types.pointee(address.ty);
            let ty = ty.ok_or_else(|| Fault::unsupported("a result to no address"))?;
            let mut evaluator = self.evaluator(&mut after);
            let size = evaluator.size_of(ty)?;
            let place = evaluator.place(pointer, size)?;
            match returned {
                _ if self.check_writable(&after, place, all_bits(size), address.root_variable())? => {}
                Some(returned) if place.low == place.high => {
                    after.undefined.copied |= returned.read(0, size) == Value::Undefined;
                    if let Some(object) = after.graph.object_mut(place.object) {
                        object.paste(place.low, &returned, 0, size);
                    }
                }
                returned => {
                    if returned.as_ref().is_some_and(|returned| returned.holds_an_address(0, size)) {
                        // The address may be restored from there.
                        after.hide_address();
                    }
                    let is_maybe_uninitialized = |returned: &Object| {
                        let mut pieces = returned.pieces(0, size).into_iter();
                        pieces.any(|piece| after.graph.may_be_undefined(piece.value))
                    };
                    let value = match returned.as_ref().map(is_maybe_uninitialized) {
                        None => Value::Undefined,
                        Some(true) => Value::PERHAPS_UNDEFINED,
                        Some(false) => Value::ANY,
                    };
                    write(&mut after, place, size, value);
                }
            }
        }
        for object in frame.variables.into_values().chain(frame.blocks) {
            retire(&mut after, object);
        }
        Ok(after)
    }
}
