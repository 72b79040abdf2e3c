//! Calls of functions that are known without a body. Some become commands of their own, some become values; the rest
//! are left to the engines as [`Command::Library`].

use crate::library::{self, AccessSize, Contents, Effect, Known, Lowered as Meaning};
use crate::lower::call::CalleeType;
use crate::lower::linkage::LinkageTable;
use crate::lower::scope::{Binding, Scopes};
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{BinaryOp, Command, Expr, ExprNode, Failure, FailureKind, LibraryFunction, Program, VariableKind};
use base::Span;
use ctype::{FloatKind, IntegerKind, Type, TypeId, TypeTable};
use frontend::ast::{Binary, Expression, ExpressionKind};

/// The allocators of the C library: if a program defines one, the library uses that definition, too.
const ALLOCATORS: [&str; 6] = ["malloc", "calloc", "realloc", "free", "aligned_alloc", "memalign"];
/// Functions that GCC calls instead of `printf` and its kin if the output is the same.
const PRINTERS: [&str; 7] = ["putchar", "puts", "putc", "fputc", "fputs", "fwrite", "printf"];

impl CalleeType {
    /// Returns the type of a function in the table; dropped arguments are integers.
    pub(super) fn of_library(types: &mut TypeTable, known: Known) -> CalleeType {
        let mut signature = CalleeType::of_prototype(types, known.function);
        let size = types.size_type();
        for place in known.dropped {
            if *place <= signature.parameters.len() {
                signature.parameters.insert(*place, size);
            }
        }
        signature
    }

    fn of_prototype(types: &mut TypeTable, function: LibraryFunction) -> CalleeType {
        let text = function.entry().prototype;
        let (result, parameters) = text.split_once('(').unwrap_or((text, ""));
        let parameters = parameters.strip_suffix(')').unwrap_or(parameters);
        let parts = split_parameters(parameters);
        let variadic = parts.last().is_none_or(|last| *last == "...");
        let named = parts.iter().filter(|part| !matches!(**part, "..." | "void"));
        CalleeType {
            result: prototype_type(types, result),
            parameters: named.map(|part| prototype_type(types, part)).collect(),
            variadic,
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn library_call(
        &mut self,
        known: Known,
        name: &str,
        signature: &CalleeType,
        arguments: &[Expression],
        span: Span,
    ) -> Lowered<LoweredValue> {
        match (known.function.entry().lowered, arguments) {
            (Meaning::Assertion, [condition, ..]) => return self.assertion(condition, signature, span),
            (Meaning::Assumption, [condition]) => return self.assumption(condition, signature),
            (Meaning::Failure(kind @ FailureKind::Assertion), [text, ..]) => {
                let message = match &text.kind {
                    ExpressionKind::String { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
                    _ => String::new(),
                };
                self.failure(Failure { kind, message, ends: true }, span);
                return Ok(LoweredValue::any(&self.program.types, signature.result));
            }
            (Meaning::Failure(FailureKind::ReachError), _) => {
                return Ok(self.error_call(name, signature.result, span));
            }
            (Meaning::Input, []) if !self.program.types.is_void(signature.result) => {
                let ty = self.nondeterministic_type(name, signature.result);
                return Ok(LoweredValue::Havoc { ty });
            }
            (Meaning::Atomic(operation), _) => return self.atomic_call(operation, name, arguments, span),
            (Meaning::Overflow, [left, right, sample]) if name.ends_with("_p") => {
                let ty = self.type_of(sample)?;
                let result = self.temporary(ty, span);
                let (left, right) = self.at_once(|lowerer| lowerer.pair_in_order([left, right], Self::operand))?;
                let (function, name) = (known.function, library::shown(name).into());
                let arguments = vec![left, right, self.program.address_of(result)];
                let ty = self.program.types.integer(IntegerKind::Bool, false);
                return Ok(LoweredValue::Library { function, name, arguments, ty });
            }
            (Meaning::Division, [left, right]) => return self.division(name, signature, left, right, span),
            (Meaning::List, [list, ..]) => {
                return self.variable_arguments((known.function, name), list, arguments.get(1), span);
            }
            _ => {}
        }
        let purpose = format!("'{name}'");
        let mut arguments = match known.function.entry().lowered {
            // It is a question to the compiler, and evaluates nothing.
            Meaning::ObjectSize => {
                self.unevaluated(|lowerer| lowerer.arguments(&purpose, signature, arguments, span))?
            }
            _ => self.arguments(&purpose, signature, arguments, span)?,
        };
        for place in known.dropped.iter().rev() {
            if *place < arguments.len() {
                let dropped = arguments.remove(*place);
                self.discard(LoweredValue::Pure(dropped), span)?;
            }
        }
        self.library_command(known.function, name, signature.result, arguments, span)
    }

    /// Lowers a call of an error function. Its arguments do not matter, nor does its result: what follows is not reached, or
    /// open. If the question names another one, the call is not followed: it is no error, and what it does is not known.
    pub(super) fn error_call(&mut self, name: &str, result: TypeId, span: Span) -> LoweredValue {
        if self.program.error_function.as_ref().is_some_and(|asked| asked != name) {
            self.unsupported(name, format!("{name} is not the error function of the property"), span);
        } else {
            let ends = self.linkage.never_returns(name);
            self.failure(Failure { kind: FailureKind::ReachError, message: String::new(), ends }, span);
        }
        LoweredValue::any(&self.program.types, result)
    }

    fn library_command(
        &mut self,
        function: LibraryFunction,
        name: &str,
        result: TypeId,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let size_type = self.program.types.size_type();
        let is_pointer = |ty| self.program.types.is_pointer(ty);
        match (function.entry().lowered, arguments.as_slice()) {
            (Meaning::Block, _) if is_pointer(result) => self.library_block(function, name, result, arguments, span),
            (Meaning::Reallocation, [pointer, bytes]) if is_pointer(result) && pointer.is_null(&self.program.types) => {
                let bytes = bytes.clone().cast(&mut self.program.types, size_type);
                Ok(LoweredValue::Allocate { bytes, zeroed: false, ty: result })
            }
            (Meaning::StackBlock, [bytes]) => self.alloca(bytes.clone(), result, name, span),
            (Meaning::Free, [pointer]) if is_pointer(pointer.ty) => {
                // `free` gets the original pointer, not the `void *` that the prototype makes of it.
                let pointer = match &pointer.node {
                    ExprNode::Cast(inner) if is_pointer(inner.ty) => inner.as_ref().clone(),
                    _ => pointer.clone(),
                };
                self.builder.emit(Command::Free(pointer), span);
                Ok(LoweredValue::Void)
            }
            (Meaning::End, _) => Ok(self.end_of_program(function, name, arguments, span)),
            (Meaning::Buffer(without), [stream, buffer, rest @ ..]) if buffer.is_null(&self.program.types) => {
                self.discard_all(rest.iter().cloned(), span)?;
                let arguments = vec![stream.clone()];
                self.other_function(without, name, result, arguments, span)
            }
            (Meaning::Undefined, _) => {
                self.unsupported(name, "what happens at __builtin_unreachable is undefined".into(), span);
                let blocked = self.builder.blocked();
                self.builder.jump_to(blocked, span);
                Ok(LoweredValue::Void)
            }
            (Meaning::Argument, [value, rest @ ..])
                if self.program.types.is_scalar(result) && is_pointer(value.ty) == is_pointer(result) =>
            {
                self.discard_all(rest.iter().cloned(), span)?;
                Ok(LoweredValue::Pure(value.clone().cast(&mut self.program.types, result)))
            }
            (Meaning::ObjectSize, [object, Expr { node: ExprNode::Integer(kind), .. }]) => {
                let unknown = Expr::wrapped(&self.program.types, if kind & 2 == 0 { -1 } else { 0 }, size_type);
                // Every compiler finds the size of a named object.
                let unknown = if is_named(object) { None } else { Some(unknown) };
                let found = LoweredValue::Havoc { ty: size_type };
                self.up_to_compiler(found, unknown, "what size the compiler finds an object to have", span)
            }
            (Meaning::Nothing, _) => {
                self.discard_all(arguments, span)?;
                let zero = Expr::zero(&self.program.types, result);
                Ok(if self.program.types.is_void(result) { LoweredValue::Void } else { LoweredValue::Pure(zero) })
            }
            _ => self.other_function(function, name, result, arguments, span),
        }
    }

    /// Lowers `malloc`, `calloc` and their kin.
    fn library_block(
        &mut self,
        function: LibraryFunction,
        name: &str,
        result: TypeId,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let size_type = self.program.types.size_type();
        let allocation = function.entry().allocation();
        let zeroed = allocation.is_some_and(|allocation| allocation.contents == Contents::Zero);
        match (allocation.map(|allocation| allocation.size), arguments.as_slice()) {
            (Some(AccessSize::Bytes(0)), [bytes, ..]) => {
                let bytes = bytes.clone().cast(&mut self.program.types, size_type);
                Ok(LoweredValue::Allocate { bytes, zeroed, ty: result })
            }
            (Some(AccessSize::Product(0, 1)), [count, size, ..]) => {
                let [count, size] = [count, size].map(|part| part.clone().cast(&mut self.program.types, size_type));
                self.array_block(count, size, zeroed, result, span)
            }
            _ => self.other_function(function, name, result, arguments, span),
        }
    }

    /// Lowers a function that is left to the engines. Its arguments are converted to the parameter types of the table.
    fn other_function(
        &mut self,
        function: LibraryFunction,
        name: &str,
        result: TypeId,
        mut arguments: Vec<Expr>,
        span: Span,
    ) -> Lowered<LoweredValue> {
        if let Some(value) = constant_call(&self.program, function, &arguments)
            .filter(|_| self.nesting.in_constant() || !self.function.is_under_way())
        {
            return Ok(LoweredValue::Pure(Expr::wrapped(&self.program.types, value, result)));
        }
        let prototype = CalleeType::of_prototype(&mut self.program.types, function);
        let is_scalar = |ty| self.program.types.is_scalar(ty);
        let enough = arguments.len() >= prototype.parameters.len();
        // A function of the same name with a pointer in place of a number, or the reverse, is another function.
        let is_pointer = |ty| self.program.types.is_pointer(ty);
        let mut pairs = arguments.iter().zip(&prototype.parameters);
        let alike = pairs.all(|(argument, ty)| {
            is_pointer(argument.ty) == is_pointer(*ty) || matches!(argument.node, ExprNode::Integer(0))
        });
        let fits = enough
            && alike
            && (is_scalar(result) || self.program.types.is_void(result))
            && function.entry().lowered.is_call();
        let fits = fits && !calls_the_program(&self.linkage, function);
        if !fits || !arguments.iter().all(|argument| is_scalar(argument.ty)) {
            return self.bodiless_call(name, arguments, result, span);
        }
        if !prototype.variadic {
            let superfluous = arguments.split_off(prototype.parameters.len());
            self.discard_all(superfluous, span)?;
        }
        for (argument, ty) in arguments.iter_mut().zip(&prototype.parameters) {
            // The address of a typed object carries more information than a `void *`.
            let both_pointers = self.program.types.is_pointer(argument.ty) && self.program.types.is_pointer(*ty);
            if !both_pointers {
                *argument = argument.clone().cast(&mut self.program.types, *ty);
            }
        }
        Ok(LoweredValue::Library { function, name: library::shown(name).into(), arguments, ty: result })
    }

    /// Lowers `div` and its kin, which return a record of quotient and remainder.
    fn division(
        &mut self,
        name: &str,
        signature: &CalleeType,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let fields = match self.program.types.get(signature.result) {
            Type::Record(record) => ["quot", "rem"].map(|field| self.program.types.find_field(*record, field)),
            _ => [None, None],
        };
        let operands = [left.clone(), right.clone()];
        let arguments = self.arguments(&format!("'{name}'"), signature, &operands, span)?;
        let ([Some(quotient), Some(remainder)], [left, right]) = (fields, arguments.as_slice()) else {
            return self.bodiless_call(name, arguments, signature.result, span);
        };
        let result = self.temporary(signature.result, span);
        for (path, op) in [(quotient, Binary::Divide), (remainder, Binary::Remainder)] {
            let address = self.program.address_of(result);
            let place =
                path.into_iter().fold(address, |base, field| Expr::field_address(&mut self.program.types, base, field));
            let value = self.operation(op, left.clone(), right.clone(), span)?;
            let ty = self.program.types.pointee(place.ty).unwrap_or(value.ty);
            let value = value.cast(&mut self.program.types, ty);
            self.store(place, value, span);
        }
        Ok(LoweredValue::Pure(self.program.value_of(result)))
    }

    /// Lowers `va_start(list, last)`, `va_copy(list, other)` and `va_end(list)`.
    fn variable_arguments(
        &mut self,
        (function, name): (LibraryFunction, &str),
        list: &Expression,
        other: Option<&Expression>,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let mut arguments = vec![self.list_address(list)?];
        if let ([Effect::Copies { .. }], Some(other)) = (function.entry().effects, other) {
            arguments.push(self.list_address(other)?);
        }
        self.builder
            .emit(Command::Library { function, name: library::shown(name).into(), arguments, result: None }, span);
        Ok(LoweredValue::Void)
    }

    /// Returns the address of a `va_list`. If that is an array type, a parameter of it is a pointer to one.
    pub(super) fn list_address(&mut self, list: &Expression) -> Lowered<Expr> {
        let ty = self.type_of(list)?;
        let types = &self.program.types;
        let is_object = match types.pointee(ty) {
            Some(target) => !matches!(types.get(target), Type::Record(_)),
            None => !matches!(types.get(ty), Type::Array(..)),
        };
        if is_object {
            return self.address_expression(list, list.span);
        }
        self.operand(list)
    }

    /// Lowers `va_arg(list, ty)`.
    pub(super) fn variable_argument(&mut self, list: &Expression, ty: TypeId, span: Span) -> Lowered<LoweredValue> {
        let address = self.list_address(list)?;
        if self.program.types.is_scalar(ty) || matches!(self.program.types.get(ty), Type::Record(_)) {
            let function = LibraryFunction::VaArg;
            return Ok(LoweredValue::Library { function, name: function.name().into(), arguments: vec![address], ty });
        }
        let ty = self.program.types.display(ty);
        self.reporter.fail(span, format!("no argument has the type '{ty}'"))
    }

    /// Lowers `assert(e)`: a failure if `e` is false.
    fn assertion(&mut self, condition: &Expression, signature: &CalleeType, span: Span) -> Lowered<LoweredValue> {
        let (holds, fails) = (self.builder.node(), self.builder.node());
        self.branch_on_argument(condition, signature.parameters.first().copied(), holds, fails)?;
        self.builder.current = fails;
        let message = self.text.sources().map_or(String::new(), |sources| in_one_line(sources.snippet(condition.span)));
        self.failure(Failure { kind: FailureKind::Assertion, message, ends: true }, span);
        self.builder.current = holds;
        Ok(LoweredValue::Void)
    }

    /// Lowers `__VERIFIER_assume(e)`: runs in which `e` is false are discarded.
    fn assumption(&mut self, condition: &Expression, signature: &CalleeType) -> Lowered<LoweredValue> {
        let (yes, no) = (self.builder.node(), self.builder.blocked());
        self.branch_on_argument(condition, signature.parameters.first().copied(), yes, no)?;
        self.builder.current = yes;
        Ok(LoweredValue::Void)
    }

    /// Returns the type of an input: that of its declaration or, if there is none, the one that its name says.
    fn nondeterministic_type(&mut self, name: &str, declared: TypeId) -> TypeId {
        if self.linkage.function(name).is_some() {
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
}

impl Emitter<'_> {
    fn end_of_program(
        &mut self,
        function: LibraryFunction,
        name: &str,
        arguments: Vec<Expr>,
        span: Span,
    ) -> LoweredValue {
        let effects = function.entry().effects;
        let status = arguments.first().cloned().filter(|_| !effects.contains(&Effect::Ends(None)));
        if effects.contains(&Effect::ForgetsHandlers) {
            let name = library::shown(name).into();
            self.builder.emit(Command::Library { function, name, arguments, result: None }, span);
        }
        let stop = self.builder.stop();
        self.builder.edge(self.builder.current, stop, Command::Halt(status), span);
        self.builder.dead_end();
        LoweredValue::Void
    }

    fn array_block(&mut self, count: Expr, size: Expr, zeroed: bool, ty: TypeId, span: Span) -> Lowered<LoweredValue> {
        let width = self.program.types.integer_format(size.ty).map_or(64, |(width, _)| width);
        if let (ExprNode::Integer(a), ExprNode::Integer(b)) = (&count.node, &size.node)
            && a.checked_mul(*b).is_none_or(|all| all >> (width - 1) != 0)
        {
            return Ok(LoweredValue::Pure(Expr::null(ty)));
        }
        let bytes = self.operation(Binary::Multiply, count.clone(), size.clone(), span)?;
        let one = |expr: &Expr| matches!(expr.node, ExprNode::Integer(0 | 1));
        if !matches!(bytes.node, ExprNode::Integer(_)) && !one(&count) && !one(&size) {
            // No block is larger than the greatest pointer difference.
            let mut largest = Expr::wrapped(&self.program.types, -1, size.ty);
            if let ExprNode::Integer(most) = &mut largest.node {
                *most >>= 1;
            }
            let bound = self.operation(Binary::Divide, largest, size, span)?;
            let (fits, exceeds) = (self.builder.node(), self.builder.node());
            let condition = Expr::compare(&mut self.program.types, BinaryOp::LessEqual, count, bound);
            self.builder.branch(condition, fits, exceeds, span);
            // If the product is larger, calloc fails.
            let arms = vec![
                (fits, LoweredValue::Allocate { bytes, zeroed, ty }),
                (exceeds, LoweredValue::Pure(Expr::null(ty))),
            ];
            return Ok(LoweredValue::Choice { arms, ty });
        }
        Ok(LoweredValue::Allocate { bytes, zeroed, ty })
    }

    /// Allocates a block that lives until the function returns: a local variable if this runs at most once per call.
    fn alloca(&mut self, bytes: Expr, ty: TypeId, name: &str, span: Span) -> Lowered<LoweredValue> {
        // In the presence of an array of variable size, the space may be released before the function returns.
        let once = !self.arrays.has_variables() && self.function.is_under_way() && !self.function.repeats();
        let size = match bytes.node {
            ExprNode::Integer(size) if once => u64::try_from(size).ok().filter(|size| *size < 1 << 40),
            _ => None,
        };
        let Some(size) = size else {
            if !self.program.types.is_pointer(ty) {
                return self.bodiless_call(name, vec![bytes], ty, span);
            }
            let size_type = self.program.types.size_type();
            let arguments = vec![bytes.cast(&mut self.program.types, size_type)];
            return Ok(LoweredValue::Library {
                function: LibraryFunction::Alloca,
                name: library::shown(name).into(),
                arguments,
                ty,
            });
        };
        let char = self.program.types.integer(IntegerKind::Char, true);
        let array = self.program.types.intern(Type::Array(char, Some(size)));
        let number = self.fresh_number();
        let variable = self.variable(&format!("alloca#{number}"), array, VariableKind::Local, span);
        self.program.variables[variable].address_taken = true;
        let address = self.program.address_of(variable);
        Ok(LoweredValue::Pure(address.cast(&mut self.program.types, ty)))
    }

    fn failure(&mut self, failure: Failure, span: Span) {
        let stop = self.builder.stop();
        self.builder.edge(self.builder.current, stop, Command::Fail(failure), span);
        self.builder.dead_end();
    }
}

/// Splits a parameter list at the commas outside of parentheses.
fn split_parameters(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Joins a snippet into one line, without the line markers that the preprocessor inserts where a macro is used.
fn in_one_line(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_string();
    }
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Returns true if an address is that of a variable or string literal, or of a part of one.
fn is_named(address: &Expr) -> bool {
    let last = address.bases().last();
    last.is_some_and(|base| matches!(base.node, ExprNode::VariableAddress(_) | ExprNode::StringAddress(_)))
}

/// Parses a type in the notation of the table's prototypes.
fn prototype_type(types: &mut TypeTable, text: &str) -> TypeId {
    // A pointer to a function is passed on as it is.
    let (base, stars) = if text.contains('(') { ("void", 1) } else { (text, text.matches('*').count()) };
    let words: Vec<&str> = base.split([' ', '*']).filter(|word| !matches!(*word, "" | "const")).collect();
    let mut ty = match words.as_slice() {
        ["void"] => types.void(),
        ["char"] => types.integer(IntegerKind::Char, true),
        ["unsigned", "short"] => types.integer(IntegerKind::Short, false),
        ["unsigned", "int"] => types.integer(IntegerKind::Int, false),
        ["long"] => types.integer(IntegerKind::Long, true),
        ["unsigned", "long"] => types.integer(IntegerKind::Long, false),
        ["long", "long"] => types.integer(IntegerKind::LongLong, true),
        ["unsigned", "long", "long"] => types.integer(IntegerKind::LongLong, false),
        ["size_t"] => types.size_type(),
        ["float"] => types.intern(Type::Float(FloatKind::Float)),
        ["long", "double"] => types.intern(Type::Float(FloatKind::LongDouble)),
        ["double"] => types.intern(Type::Float(FloatKind::Double)),
        ["_Bool"] => types.integer(IntegerKind::Bool, false),
        _ => types.int(),
    };
    for _ in 0..stars {
        ty = types.pointer(ty);
    }
    ty
}

/// Returns the result of a call that GCC evaluates where a constant is needed.
fn constant_call(program: &Program, function: LibraryFunction, arguments: &[Expr]) -> Option<i128> {
    let [argument] = arguments else { return None };
    let is_start = argument.bases().all(|part| !matches!(part.node, ExprNode::ElementAddress(..)));
    let known = match (&argument.node, &argument.bases().last()?.node) {
        (ExprNode::Integer(value), _) => library::KnownArgument::Number(*value),
        (_, ExprNode::StringAddress(text)) if is_start => library::KnownArgument::Text(program.strings.get(*text)?),
        _ => return None,
    };
    library::constant(function, known, program.types.model().word_bytes() as u32 * 8)
}

/// Returns true if a call is an input, which as a condition is only a free choice.
pub(super) fn is_nondeterministic_integer(scopes: &Scopes<'_>, linkage: &LinkageTable, callee: &Expression) -> bool {
    match &callee.kind {
        ExpressionKind::Identifier(name) => {
            !matches!(scopes.lookup(name), Some(Binding::Variable(_)))
                && library::find(name, linkage.is_defined_function(name))
                    .is_some_and(|known| known.function.entry().lowered == Meaning::Input)
        }
        _ => false,
    }
}

/// Returns true if the library may implement a function by calling one that the program defines: its own allocator, or
/// a function that GCC calls in place of another.
fn calls_the_program(linkage: &LinkageTable, function: LibraryFunction) -> bool {
    let defines = |names: &[&str]| names.iter().any(|name| linkage.is_defined_function(name));
    function.may_set_errno() && defines(&ALLOCATORS) || function.prints() && defines(&PRINTERS)
}
