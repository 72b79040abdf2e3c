//! Calls.

use crate::library::{self, Known, Lowered as Meaning};
use crate::lower::declared::DeclaredCall;
use crate::lower::either_order::has_effects;
use crate::lower::expression::float_constant;
use crate::lower::scope::Binding;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer, exposed};
use crate::{Callee, Expr, ExprNode, FailureKind, FunctionId, Reach, UnknownCalls};
use base::Span;
use ctype::{FloatKind, Type, TypeId, TypeTable};
use frontend::ast::{Expression, ExpressionKind};

/// Returns the constant behind `NAN`, `INFINITY` and `HUGE_VAL` of `<math.h>`.
fn special_float(types: &mut TypeTable, name: &str, arguments: &[Expression]) -> Option<Expr> {
    let plain = name.strip_prefix("__builtin_")?;
    let (value, suffix) = match (plain, arguments) {
        ("inf" | "huge_val", []) => (f64::INFINITY, None),
        ("inff" | "huge_valf", []) => (f64::INFINITY, Some('f')),
        ("infl" | "huge_vall", []) => (f64::INFINITY, Some('l')),
        ("nan" | "nanf" | "nanl", [Expression { kind: ExpressionKind::String { bytes, .. }, .. }])
            if bytes.is_empty() =>
        {
            (f64::NAN, plain.strip_prefix("nan").and_then(|suffix| suffix.chars().next()))
        }
        _ => return None,
    };
    let constant = float_constant(types, value, suffix);
    let long_double = types.intern(Type::Float(FloatKind::LongDouble));
    Some(if suffix == Some('l') { constant.cast(types, long_double) } else { constant })
}

/// Functions that break the nesting of calls and returns.
const JUMPS: &[&str] = &[
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "__builtin_setjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "__builtin_longjmp",
    "vfork",
];

pub(super) struct CalleeType {
    pub(super) result: TypeId,
    pub(super) parameters: Vec<TypeId>,
    pub(super) variadic: bool,
}

pub fn jumps(name: &str) -> bool {
    JUMPS.contains(&name)
}

impl CalleeType {
    pub(super) fn of(types: &TypeTable, ty: TypeId) -> Option<CalleeType> {
        let function = match types.get(ty) {
            Type::Pointer(target) => types.get(*target),
            other => other,
        };
        match function {
            Type::Function { result, parameters, variadic } => {
                Some(CalleeType { result: *result, parameters: parameters.clone(), variadic: *variadic })
            }
            _ => None,
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn call(&mut self, callee: &Expression, arguments: &[Expression], span: Span) -> Lowered<LoweredValue> {
        if let ExpressionKind::Identifier(name) = &callee.kind {
            match self.scopes.lookup(name) {
                Some(Binding::Function(_)) | None => return self.named_call(name, arguments, span),
                _ => {}
            }
        }
        // A sequence point separates the evaluation of callee and arguments from the call.
        if self.orders.is_backward() {
            return self.call_from_behind(callee, arguments, span);
        }
        let mut pointer = self.at_once(|lowerer| lowerer.operand(callee))?;
        if self.orders.is_forward() {
            pointer = self.fixed(pointer, callee.span)?;
        }
        if let ExprNode::FunctionAddress(function) = pointer.node {
            return self.named_call(&self.program.functions[function].name.clone(), arguments, span);
        }
        let Some(signature) = CalleeType::of(&self.program.types, pointer.ty) else {
            let ty = self.program.types.display(pointer.ty);
            return self.reporter.fail(span, format!("a value of type '{ty}' cannot be called"));
        };
        let arguments = self.arguments("the function", &signature, arguments, span)?;
        Ok(LoweredValue::Call { callee: Callee::Indirect(Box::new(pointer)), arguments, ty: signature.result })
    }

    /// Lowers a call through a pointer that is evaluated after the arguments.
    fn call_from_behind(&mut self, callee: &Expression, arguments: &[Expression], span: Span) -> Lowered<LoweredValue> {
        let ty = self.type_of(callee)?;
        let Some(signature) = CalleeType::of(&self.program.types, ty) else {
            let ty = self.program.types.display(ty);
            return self.reporter.fail(span, format!("a value of type '{ty}' cannot be called"));
        };
        let mut values = Vec::with_capacity(arguments.len());
        for (value, argument) in self.arguments("the function", &signature, arguments, span)?.into_iter().zip(arguments)
        {
            values.push(if has_effects(callee) { self.fixed(value, argument.span)? } else { value });
        }
        let pointer = self.at_once(|lowerer| lowerer.operand(callee))?;
        Ok(LoweredValue::Call { callee: Callee::Indirect(Box::new(pointer)), arguments: values, ty: signature.result })
    }

    fn named_call(&mut self, name: &str, arguments: &[Expression], span: Span) -> Lowered<LoweredValue> {
        if let Some(constant) = special_float(&mut self.emitter.program.types, name, arguments) {
            return Ok(LoweredValue::Pure(constant));
        }
        let defined = self.linkage.is_defined_function(name);
        let mut declared = match self.scopes.lookup(name) {
            Some(Binding::Function(function)) => Some(function),
            _ => self.linkage.function(name),
        };
        if !defined && jumps(name) {
            return self.jump_call(name, arguments, span);
        }
        let library = library::find(name, defined).filter(|known| !(defined && self.is_no_error(known)));
        if declared.is_none() && defined {
            declared = Some(self.linkage.declare_implicitly(&mut self.emitter, name, span)?);
        }
        if declared.is_none() && library.is_none() && !name.starts_with("__builtin_") {
            self.reporter.warn_once(format!("implicit {name}"), span, format!("function '{name}' is not declared"));
        }
        let signature = match declared {
            Some(function) => CalleeType::of(&self.program.types, self.program.functions[function].ty),
            None => None,
        };
        if self.program.error_function.as_deref() == Some(name) {
            let signature = signature.unwrap_or_else(|| self.implicit_signature(name, library));
            return Ok(self.error_call(name, signature.result, span));
        }
        let is_other = library.zip(signature.as_ref()).is_some_and(|(known, signature)| {
            !known.reserved && !signature.fits(&mut self.emitter.program.types, known)
        });
        if is_other {
            let message = format!("'{name}' is not declared as in the C library: it is taken as another function");
            self.reporter.warn_once(format!("other {name}"), span, message);
        }
        let library = library.filter(|_| !is_other);
        let signature = signature.unwrap_or_else(|| self.implicit_signature(name, library));
        if let Some(library) = library {
            return self.library_call(library, name, &signature, arguments, span);
        }
        let arguments = match defined && self.linkage.is_old_style(name) {
            true => self.old_style_arguments(name, &signature, arguments, span)?,
            false => self.arguments(&format!("'{name}'"), &signature, arguments, span)?,
        };
        if declared.is_none() && is_instruction(&self.program.types, name, &arguments) {
            return self.instruction(name, arguments, signature.result, span);
        }
        match declared {
            Some(function) if defined || self.program.contracted.contains_key(name) => {
                Ok(LoweredValue::Call { callee: Callee::Direct(function), arguments, ty: signature.result })
            }
            _ => self.unknown_call((name, declared), &signature, arguments, span),
        }
    }

    /// Returns true if a function is called like an error function, and the question names another one.
    fn is_no_error(&self, known: &Known) -> bool {
        known.function.entry().lowered == Meaning::Failure(FailureKind::ReachError)
            && self.program.error_function.is_some()
    }

    /// Lowers a call of a function that has neither a body nor a contract.
    fn unknown_call(
        &mut self,
        (name, declared): (&str, Option<FunctionId>),
        signature: &CalleeType,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Lowered<LoweredValue> {
        match (self.program.unknown_calls, declared) {
            (UnknownCalls::Nothing, _) => self.harmless_call(name, arguments, signature.result, span),
            (UnknownCalls::ByType, Some(function)) if !self.linkage.has_body_elsewhere(name) => {
                let (promises, never_returns) = (self.linkage.promises(name), self.linkage.never_returns(name));
                let call = DeclaredCall { function, name, signature, promises, never_returns };
                self.declared_call(&call, arguments, span)
            }
            (UnknownCalls::ByType | UnknownCalls::Anything, _) => {
                self.bodiless_call(name, arguments, signature.result, span)
            }
        }
    }

    /// Lowers `setjmp`, which may return more than once, and its kin, which are never treated as ordinary functions.
    fn jump_call(&mut self, name: &str, arguments: &[Expression], span: Span) -> Lowered<LoweredValue> {
        for argument in arguments {
            let operand = self.at_once(|lowerer| lowerer.operand(argument))?;
            self.discard(LoweredValue::Pure(operand), span)?;
        }
        let reason = format!("'{name}' jumps between calls, or returns more than once");
        self.unsupported(&format!("{name} at {}", span.start), reason, span);
        if name.contains("long") {
            let stop = self.builder.stop();
            self.builder.jump_to(stop, span);
            return Ok(LoweredValue::Void);
        }
        Ok(LoweredValue::Havoc { ty: self.program.types.int() })
    }

    /// Lowers the arguments of a function whose parameters are declared in the old style. They are promoted, not
    /// converted. If they do not fit the parameters, the behaviour of the call is undefined, and the engines report it
    /// when a run makes the call ([`Program::wrong_call`](crate::Program::wrong_call)).
    fn old_style_arguments(
        &mut self,
        name: &str,
        signature: &CalleeType,
        arguments: &[Expression],
        span: Span,
    ) -> Lowered<Vec<Expr>> {
        let unknown = CalleeType { result: signature.result, parameters: Vec::new(), variadic: true };
        let values = self.arguments(&format!("'{name}'"), &unknown, arguments, span)?;
        let (wanted, given) = (signature.parameters.len(), values.len());
        if given != wanted {
            let few = if given < wanted { "few" } else { "many" };
            let message =
                format!("too {few} arguments to '{name}': {given} given, {wanted} needed; the call is undefined");
            self.reporter.warn_once(format!("arguments of {name} at {}", span.start), span, message);
        }
        let types = &mut self.emitter.program.types;
        let mut passed = Vec::with_capacity(given);
        for (index, value) in values.into_iter().enumerate() {
            // The parameter has the promoted type when it is passed, and is converted in the function.
            let own = signature.parameters.get(index).copied();
            passed.push(match own.map(|own| (own, promoted_parameter(types, own))) {
                Some((own, promoted)) if types.passes_as(value.ty, promoted) => value.cast(types, own),
                _ => value,
            });
        }
        Ok(passed)
    }

    /// Lowers the arguments and converts them to the parameter types. Their side effects are complete before the call.
    pub(super) fn arguments(
        &mut self,
        name: &str,
        signature: &CalleeType,
        arguments: &[Expression],
        span: Span,
    ) -> Lowered<Vec<Expr>> {
        let (wanted, given) = (signature.parameters.len(), arguments.len());
        if given < wanted || (given > wanted && !signature.variadic) {
            let few = if given < wanted { "few" } else { "many" };
            return self.reporter.fail(span, format!("too {few} arguments to {name}: {given} given, {wanted} needed"));
        }
        self.at_once(|lowerer| {
            lowerer.in_order(&arguments.iter().collect::<Vec<_>>(), |lowerer, index| {
                let argument = &arguments[index];
                match signature.parameters.get(index) {
                    Some(ty) => {
                        let value = lowerer.value_to_convert(argument)?;
                        let value = lowerer.in_transparent_union(value, *ty, argument.span)?;
                        let purpose = format!("argument {} of {name}", index + 1);
                        let value = lowerer.assign_convert(value, *ty, &purpose, argument.span)?;
                        lowerer.materialize(value, argument.span)
                    }
                    None => {
                        let expr = lowerer.operand(argument)?;
                        Ok(expr.promote_argument(&mut lowerer.program.types))
                    }
                }
            })
        })
    }
}

impl Emitter<'_> {
    fn instruction(&mut self, name: &str, arguments: Vec<Expr>, result: TypeId, span: Span) -> Lowered<LoweredValue> {
        self.discard_all(arguments, span)?;
        self.unsupported_within(&format!("call {name}"), Reach::Nothing, format!("the instruction '{name}'"), span);
        Ok(LoweredValue::any(&self.program.types, result))
    }

    /// Lowers a call that is assumed to change nothing ([`UnknownCalls::Nothing`]).
    fn harmless_call(&mut self, name: &str, arguments: Vec<Expr>, result: TypeId, span: Span) -> Lowered<LoweredValue> {
        self.discard_all(arguments, span)?;
        self.program.followed_by_assumption.entry(name.to_string()).or_insert(span);
        Ok(LoweredValue::any(&self.program.types, result))
    }

    pub(super) fn bodiless_call(
        &mut self,
        name: &str,
        arguments: Vec<Expr>,
        result: TypeId,
        span: Span,
    ) -> Lowered<LoweredValue> {
        self.discard_all(arguments, span)?;
        self.program.exposed.buffers |= exposed::MAKERS_OF_STREAMS.contains(&name);
        let reason = format!("function '{name}' has no body");
        self.unsupported_within(&format!("call {name}"), Reach::Elsewhere, reason, span);
        Ok(LoweredValue::any(&self.program.types, result))
    }

    /// Returns the type that C assumes for an undeclared function, and GCC for one that it knows.
    fn implicit_signature(&mut self, name: &str, library: Option<Known>) -> CalleeType {
        let result = match library {
            Some(known) => return CalleeType::of_library(&mut self.program.types, known),
            None if name.starts_with("__builtin_") => self.untyped(),
            None => self.program.types.int(),
        };
        CalleeType { result, parameters: Vec::new(), variadic: true }
    }
}

/// Returns the type that an argument of a parameter of this type has without a prototype.
fn promoted_parameter(types: &mut TypeTable, ty: TypeId) -> TypeId {
    match types.get(ty) {
        Type::Float(FloatKind::Float) => types.intern(Type::Float(FloatKind::Double)),
        _ if types.is_integer(ty) => types.promoted(ty),
        _ => ty,
    }
}

/// Returns true if GCC compiles a call to an instruction on numbers. Such builtins have no declaration, and without an
/// address they access no memory.
fn is_instruction(types: &TypeTable, name: &str, arguments: &[Expr]) -> bool {
    let is_address = |argument: &Expr| types.is_pointer(argument.ty);
    name.starts_with("__builtin_ia32_") && !arguments.iter().any(is_address)
}
