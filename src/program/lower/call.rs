//! Calls.

use crate::base::Span;
use crate::ctype::{IntegerKind, Type, TypeId};
use crate::frontend::ast::{Expression, ExpressionKind};
use crate::program::lower::library::{Library, known, returns_pointer};
use crate::program::lower::scope::Binding;
use crate::program::lower::value::Value;
use crate::program::lower::{Lowered, Lowerer};
use crate::program::{BinaryOp, Callee, Command, Expr, ExprNode, Failure, FailureKind, VariableKind};

/// The type of a called function.
struct Signature {
    result: TypeId,
    parameters: Vec<TypeId>,
    variadic: bool,
}

impl Lowerer<'_> {
    pub(super) fn call(&mut self, callee: &Expression, arguments: &[Expression], span: Span) -> Lowered<Value> {
        if let ExpressionKind::Identifier(name) = &callee.kind {
            match self.lookup(name) {
                Some(Binding::Function(_)) | None => return self.named_call(name, arguments, span),
                _ => {}
            }
        }
        let pointer = self.operand(callee)?;
        if let ExprNode::FunctionAddress(function) = pointer.node {
            let name = self.program.functions[function].name.clone();
            return self.named_call(&name, arguments, span);
        }
        let Some(signature) = self.signature(pointer.ty) else {
            let ty = self.show(pointer.ty);
            return self.fail(span, format!("a value of type '{ty}' cannot be called"));
        };
        let arguments = self.arguments("the function", &signature, arguments, span)?;
        Ok(Value::Call { callee: Callee::Indirect(pointer), arguments, ty: signature.result })
    }

    fn signature(&self, ty: TypeId) -> Option<Signature> {
        let types = &self.program.types;
        let function = match types.get(ty) {
            Type::Pointer(target) => types.get(*target),
            other => other,
        };
        match function {
            Type::Function { result, parameters, variadic } => {
                Some(Signature { result: *result, parameters: parameters.clone(), variadic: *variadic })
            }
            _ => None,
        }
    }

    fn named_call(&mut self, name: &str, arguments: &[Expression], span: Span) -> Lowered<Value> {
        let defined = self.defined.contains(name);
        let mut declared = match self.lookup(name) {
            Some(Binding::Function(function)) => Some(function),
            _ => self.functions.get(name).copied(),
        };
        let library = known(name, defined);
        if declared.is_none() && defined {
            declared = Some(self.declare_implicitly(name, span)?);
        }
        if declared.is_none() && library.is_none() {
            self.warn_once(format!("implicit {name}"), span, format!("function '{name}' is not declared"));
        }
        let signature = match declared {
            Some(function) => self.signature(self.program.functions[function].ty),
            None => None,
        };
        let signature = signature.unwrap_or_else(|| self.implicit_signature(library));
        if let Some(library) = library {
            return self.library_call(library, name, &signature, arguments, span);
        }
        let arguments = self.arguments(&format!("'{name}'"), &signature, arguments, span)?;
        match declared {
            Some(function) if defined => {
                Ok(Value::Call { callee: Callee::Direct(function), arguments, ty: signature.result })
            }
            _ => self.bodiless_call(name, arguments, signature.result, span),
        }
    }

    /// A call that nothing is known about.
    fn bodiless_call(&mut self, name: &str, arguments: Vec<Expr>, result: TypeId, span: Span) -> Lowered<Value> {
        for argument in arguments {
            self.discard(Value::Pure(argument), span)?;
        }
        self.unsupported(&format!("call {name}"), format!("function '{name}' has no body"), span);
        Ok(if self.is_void(result) { Value::Void } else { Value::Havoc { ty: result } })
    }

    /// What C assumes of a function without a declaration; `malloc` and its kin give a pointer all the same.
    fn implicit_signature(&mut self, library: Option<Library>) -> Signature {
        let types = &mut self.program.types;
        let result = match library {
            Some(library) if returns_pointer(library) => {
                let void = types.void();
                types.pointer(void)
            }
            Some(Library::Free | Library::Halt | Library::Assert | Library::Assume | Library::ReachError) => {
                types.void()
            }
            _ => types.int(),
        };
        Signature { result, parameters: Vec::new(), variadic: true }
    }

    /// The arguments, converted to the types of the parameters. Effects inside them are done before the call.
    fn arguments(
        &mut self,
        name: &str,
        signature: &Signature,
        arguments: &[Expression],
        span: Span,
    ) -> Lowered<Vec<Expr>> {
        let (wanted, given) = (signature.parameters.len(), arguments.len());
        if given < wanted || (given > wanted && !signature.variadic) {
            let few = if given < wanted { "few" } else { "many" };
            return self.fail(span, format!("too {few} arguments to {name}: {given} given, {wanted} needed"));
        }
        self.at_once(|lowerer| {
            let mut converted = Vec::with_capacity(given);
            for (index, argument) in arguments.iter().enumerate() {
                let value = lowerer.value(argument)?;
                let expr = match signature.parameters.get(index) {
                    Some(ty) => {
                        let purpose = format!("argument {} of {name}", index + 1);
                        let value = lowerer.assign_convert(value, *ty, &purpose, argument.span)?;
                        lowerer.materialize(value, argument.span)?
                    }
                    None => {
                        let expr = lowerer.materialize(value, argument.span)?;
                        lowerer.promote_argument(expr)
                    }
                };
                converted.push(expr);
            }
            Ok(converted)
        })
    }

    fn library_call(
        &mut self,
        library: Library,
        name: &str,
        signature: &Signature,
        arguments: &[Expression],
        span: Span,
    ) -> Lowered<Value> {
        match (library, arguments) {
            (Library::Assert, [condition]) => return self.assertion(condition, span),
            (Library::Assume, [condition]) => {
                let (yes, no) = (self.builder.node(), self.builder.blocked());
                self.branch(condition, yes, no)?;
                self.builder.current = yes;
                return Ok(Value::Void);
            }
            (Library::AssertFail, [text, ..]) => {
                let message = match &text.kind {
                    ExpressionKind::String { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
                    _ => String::new(),
                };
                return Ok(self.failure(FailureKind::Assertion, message, span));
            }
            (Library::ReachError, _) => return Ok(self.failure(FailureKind::ReachError, String::new(), span)),
            (Library::Nondeterministic, []) if !self.is_void(signature.result) => {
                let ty = self.nondeterministic_type(name, signature.result);
                return Ok(Value::Havoc { ty });
            }
            _ => {}
        }
        let arguments = self.arguments(&format!("'{name}'"), signature, arguments, span)?;
        self.library_command(library, name, signature.result, arguments, span)
    }

    fn library_command(
        &mut self,
        library: Library,
        name: &str,
        result: TypeId,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Lowered<Value> {
        let size_type = self.program.types.size_type();
        match (library, arguments.as_slice()) {
            (Library::Malloc, [bytes]) if self.program.types.is_pointer(result) => {
                let bytes = self.cast(bytes.clone(), size_type);
                Ok(Value::Allocate { bytes, zeroed: false, ty: result })
            }
            (Library::Calloc, [count, size]) if self.program.types.is_pointer(result) => {
                let (count, size) = (self.cast(count.clone(), size_type), self.cast(size.clone(), size_type));
                self.calloc(count, size, result, span)
            }
            (Library::Realloc, [pointer, bytes]) if self.is_null(pointer) => {
                let bytes = self.cast(bytes.clone(), size_type);
                Ok(Value::Allocate { bytes, zeroed: false, ty: result })
            }
            (Library::Alloca, [bytes]) => self.alloca(bytes.clone(), result, name, span),
            (Library::Free, [pointer]) if self.program.types.is_pointer(pointer.ty) => {
                // `free` sees the pointer, not the `void *` that the prototype makes of it.
                let pointer = match &pointer.node {
                    ExprNode::Cast(inner) if self.program.types.is_pointer(inner.ty) => inner.as_ref().clone(),
                    _ => pointer.clone(),
                };
                self.emit(Command::Free(pointer), span);
                Ok(Value::Void)
            }
            (Library::Halt, arguments) => {
                let stop = self.builder.stop();
                let status = arguments.first().cloned();
                let status = if name == "abort" || status.is_none() { None } else { status };
                self.builder.edge(self.builder.current, stop, Command::Halt(status), span);
                self.builder.dead_end();
                Ok(Value::Void)
            }
            (Library::Unreachable, _) => {
                self.unsupported(name, "what happens at __builtin_unreachable is undefined".into(), span);
                let blocked = self.builder.blocked();
                self.builder.skip_to(blocked, span);
                self.builder.dead_end();
                Ok(Value::Void)
            }
            (Library::Expect, [value, _]) => Ok(Value::Pure(value.clone())),
            (Library::Print, _) => {
                self.emit(Command::Print { function: name.to_string(), arguments }, span);
                Ok(if self.is_void(result) { Value::Void } else { Value::Havoc { ty: result } })
            }
            _ => self.bodiless_call(name, arguments, result, span),
        }
    }

    fn calloc(&mut self, count: Expr, size: Expr, ty: TypeId, span: Span) -> Lowered<Value> {
        use crate::frontend::ast::Binary;
        // A product that overflows would make calloc fail: such a run is not followed.
        let bytes = self.operation(Binary::Multiply, count.clone(), size.clone(), span)?;
        let one = |expr: &Expr| matches!(expr.node, ExprNode::Integer(0 | 1));
        if !matches!(bytes.node, ExprNode::Integer(_)) && !one(&count) && !one(&size) {
            let largest = self.wrapped(-1, size.ty);
            let bound = self.operation(Binary::Divide, largest, size, span)?;
            let (fits, overflows) = (self.builder.node(), self.builder.node());
            let condition = self.compare(BinaryOp::LessEqual, count, bound);
            self.assume_both(condition, fits, overflows, span);
            self.builder.current = overflows;
            self.unsupported("calloc", "calloc of more bytes than an address can count".into(), span);
            self.builder.skip_to(fits, span);
            self.builder.current = fits;
        }
        Ok(Value::Allocate { bytes, zeroed: true, ty })
    }

    fn assume_both(&mut self, condition: Expr, yes: usize, no: usize, span: Span) {
        let start = self.builder.current;
        for (target, holds) in [(yes, true), (no, false)] {
            self.builder.edge(start, target, Command::Assume { condition: condition.clone(), holds }, span);
        }
    }

    /// A block that lives until the function returns: a local variable, where it is executed once.
    fn alloca(&mut self, bytes: Expr, ty: TypeId, name: &str, span: Span) -> Lowered<Value> {
        let once = self.function.as_ref().is_some_and(|function| !function.repeats());
        let ExprNode::Integer(size) = bytes.node else {
            return self.bodiless_call(name, vec![bytes], ty, span);
        };
        let Some(size) = u64::try_from(size).ok().filter(|size| once && *size < 1 << 40) else {
            return self.bodiless_call(name, vec![bytes], ty, span);
        };
        let char = self.char_type();
        let array = self.program.types.intern(Type::Array(char, Some(size)));
        let number = self.fresh_number();
        let variable = self.variable(&format!("alloca#{number}"), array, VariableKind::Local, span);
        self.program.variables[variable].address_taken = true;
        let address = self.address_of(variable);
        Ok(Value::Pure(self.cast(address, ty)))
    }

    /// `assert(e)`: a failure where `e` is false.
    fn assertion(&mut self, condition: &Expression, span: Span) -> Lowered<Value> {
        let (holds, fails) = (self.builder.node(), self.builder.node());
        self.branch(condition, holds, fails)?;
        self.builder.current = fails;
        let message = self.sources.map_or(String::new(), |sources| sources.snippet(condition.span).to_string());
        self.failure(FailureKind::Assertion, message, span);
        self.builder.current = holds;
        Ok(Value::Void)
    }

    fn failure(&mut self, kind: FailureKind, message: String, span: Span) -> Value {
        let stop = self.builder.stop();
        self.builder.edge(self.builder.current, stop, Command::Fail(Failure { kind, message }), span);
        self.builder.dead_end();
        Value::Void
    }

    /// The type of an input: that of the declaration; without one, by the name.
    fn nondeterministic_type(&mut self, name: &str, declared: TypeId) -> TypeId {
        if self.functions.contains_key(name) {
            return declared;
        }
        let types = &mut self.program.types;
        let signed = !name.contains("_u") || name.ends_with("unsigned_int");
        match name.rsplit('_').next().unwrap_or(name) {
            "bool" | "_Bool" => types.integer(IntegerKind::Bool, false),
            "char" | "uchar" => types.integer(IntegerKind::Char, signed),
            "short" | "ushort" => types.integer(IntegerKind::Short, signed),
            "long" | "ulong" => types.integer(IntegerKind::Long, signed),
            "uint" | "unsigned" => types.integer(IntegerKind::Int, false),
            "pointer" => {
                let void = types.void();
                types.pointer(void)
            }
            _ => declared,
        }
    }

    /// Whether a call is an input that only chooses where a condition is wanted.
    pub(super) fn is_nondeterministic_integer(&self, callee: &Expression) -> bool {
        match &callee.kind {
            ExpressionKind::Identifier(name) => {
                !matches!(self.lookup(name), Some(Binding::Variable(_)))
                    && known(name, self.defined.contains(name)) == Some(Library::Nondeterministic)
            }
            _ => false,
        }
    }
}
