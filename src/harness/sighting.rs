//! The sanitizer output to expect for an error, so that a person or a test knows whether it was seen.

use crate::Draft;
use crate::given::{GivenInputs, edge_of};
use program::interp::{BlockKind, Value};
use program::{Command, Edge, Expr, ExprNode, FaultKind, LibraryFunction as F, Program, VariableId};

/// Whether running the harness shows the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sighting {
    /// The error is seen.
    Seen {
        /// The sanitizer that sees it.
        by: &'static str,
        /// The only compiler that shows it; `None`: every compiler that has sanitizers.
        compiler: Option<&'static str>,
        /// The output contains one of these.
        words: &'static [&'static str],
    },
    /// The error is not seen, or may not be; with the reason, half a sentence.
    Nothing(String),
}

/// Minimum number of bytes around a block that AddressSanitizer watches.
const REDZONE: i64 = 16;
/// Functions whose accesses AddressSanitizer does not watch, or not all of them: its runtime does not intercept them.
const UNWATCHED: [&str; 37] = [
    "atof",
    "bcopy",
    "creat",
    "dprintf",
    "explicit_bzero",
    "fputs_unlocked",
    "getenv",
    "memccpy",
    "mempcpy",
    "open",
    "openat",
    "perror",
    "putenv",
    "rawmemchr",
    "remove",
    "rename",
    "rindex",
    "setenv",
    "sscanf",
    "stpcpy",
    "stpncpy",
    "strcoll",
    "strsep",
    "strtod",
    "strtof",
    "strtok_r",
    "strtold",
    "strtoul",
    "strtoull",
    "strverscmp",
    "unsetenv",
    "va_arg",
    "va_copy",
    "va_end",
    "va_start",
    "vdprintf",
    "vsscanf",
];
/// Prefix of calls that the compiler expands itself.
const BUILTIN: &str = "__builtin_";
/// Compilers to name where only one of them shows an error.
const GCC: &str = "gcc";
const CLANG: &str = "clang";
const ADDRESSES: &str = "AddressSanitizer";
const ARITHMETIC: &str = "UBSan";
/// Output for arithmetic errors. In library functions that divide (`div`), the processor traps.
const RUNTIME: &[&str] = &["runtime error", "FPE"];

/// Returns the sighting of an error. There is no catch-all arm, so that a new kind does not compile until it is
/// handled.
pub(super) fn of(draft: &Draft<'_>, given: &GivenInputs) -> Sighting {
    let (sought, run, rules) = (draft.sought, draft.run, draft.rules);
    let seen = |by, words| Sighting::Seen { by, compiler: None, words };
    let seen_with = |compiler, by, words| Sighting::Seen { by, compiler: Some(compiler), words };
    let nothing = |why: &str| Sighting::Nothing(why.into());
    if draft.is_thrown_away() {
        return nothing("compilers need not evaluate what is thrown away");
    }
    match sought.kind {
        FaultKind::InvalidDereference => invalid_dereference(draft),
        FaultKind::InvalidFree => {
            seen(ADDRESSES, &["attempting free on address which was not malloc()-ed", "not owned", "SEGV"])
        }
        FaultKind::DoubleFree => seen(ADDRESSES, &["attempting double-free", "not owned"]),
        FaultKind::MemoryLeak if rules.leaks_at_exit => nothing(
            "the block may still be reached when the program ends, so that LeakSanitizer takes it for none that is lost",
        ),
        FaultKind::MemoryLeak => seen("LeakSanitizer", &["detected memory leaks"]),
        FaultKind::OutOfBounds | FaultKind::UseAfterFree | FaultKind::UseAfterScope | FaultKind::OverlappingCopy
            if draft.is_unwatched() =>
        {
            nothing("AddressSanitizer does not watch this function of the library")
        }
        FaultKind::OutOfBounds | FaultKind::BeyondArray => match missed(draft, given) {
            Some(why) => nothing(why),
            None => seen(
                ADDRESSES,
                &["buffer-overflow", "buffer-underflow", "out of bounds", "use-after", "negative-size-param", "SEGV"],
            ),
        },
        FaultKind::UseAfterFree if draft.closes_streams() => {
            nothing("the library does not watch streams that are closed")
        }
        FaultKind::UseAfterFree => seen(ADDRESSES, &["heap-use-after-free"]),
        FaultKind::UseAfterScope if draft.has_stack_blocks() => {
            nothing("AddressSanitizer does not watch blocks of 'alloca' behind the end of their function")
        }
        FaultKind::UseAfterScope if draft.is_of_literal() => seen_with(GCC, ADDRESSES, &["stack-use-after"]),
        FaultKind::UseAfterScope => seen(ADDRESSES, &["stack-use-after"]),
        FaultKind::Uninitialized | FaultKind::UndefinedValue | FaultKind::UndefinedOperand => {
            nothing("neither sanitizer sees that a value was never written (MemorySanitizer and Valgrind do)")
        }
        FaultKind::FieldOfNull => seen(ARITHMETIC, &["null pointer"]),
        FaultKind::OverlappingCopy => overlapping_copy(draft),
        FaultKind::Assertion => seen("abort", &["ssertion"]),
        FaultKind::ReachError => seen("abort", &["reached:", "ssertion"]),
        FaultKind::Shape => nothing("no sanitizer knows what the specification says"),
        FaultKind::ConstantWritten if run.message.contains("literal") => seen(ADDRESSES, &["SEGV"]),
        FaultKind::ConstantWritten => nothing("a constant need not be write-protected"),
        FaultKind::UndefinedBehaviour => undefined_behaviour(draft),
        FaultKind::Indeterminate | FaultKind::Unsupported => nothing("nothing is known about the run"),
    }
}

/// Returns the sighting of an access through an invalid pointer.
fn invalid_dereference(draft: &Draft<'_>) -> Sighting {
    if draft.prints() && !draft.prints_to_nothing() {
        return Sighting::Nothing("the library prints '(null)'".into());
    }
    // The address is whatever the caller left in that place.
    if draft.last_function().is_some() && draft.run.message.starts_with("too few arguments") {
        return Sighting::Nothing("no sanitizer counts the arguments of a format".into());
    }
    Sighting::Seen { by: ADDRESSES, compiler: None, words: &["SEGV", "null pointer"] }
}

/// Returns the sighting of a copy between overlapping objects.
fn overlapping_copy(draft: &Draft<'_>) -> Sighting {
    if draft.prints_to_memory() {
        let why = "AddressSanitizer does not compare where a text is printed to with what is printed";
        return Sighting::Nothing(why.into());
    }
    // GCC expands the copy inline, without a check.
    let compiler = draft.copies_itself().then_some(CLANG);
    Sighting::Seen { by: ADDRESSES, compiler, words: &["param-overlap"] }
}

/// Returns the sighting of undefined behaviour other than memory errors.
fn undefined_behaviour(draft: &Draft<'_>) -> Sighting {
    let seen = |words| Sighting::Seen { by: ARITHMETIC, compiler: None, words };
    // GCC folds constants at compile time, and simplifies what contains other arithmetic: neither is checked.
    let seen_with_clang = |words| Sighting::Seen { by: ARITHMETIC, compiler: Some(CLANG), words };
    let is_about = |words: &str| draft.run.message.contains(words);
    let is_alone = draft.last_edge().is_some_and(|edge| is_alone(draft.program(), &edge.command));
    match draft.last_function() {
        Some(F::Clz | F::Ctz) if is_about("of 0") => match draft.has_constants() {
            true => seen_with_clang(&["passing zero"]),
            false => seen(&["passing zero"]),
        },
        Some(F::Alloca | F::ArrayBound) if is_about("array") && draft.declares_array() => {
            seen(&["variable length array bound"])
        }
        Some(_) => Sighting::Nothing("no sanitizer looks into this function of the library".into()),
        None if is_about("division by zero") || is_about("a shift by") => seen(RUNTIME),
        None if is_about("overflow") || is_about("does not fit") => match is_alone {
            true => seen(RUNTIME),
            false => seen_with_clang(RUNTIME),
        },
        None => Sighting::Nothing("no sanitizer looks for this undefined behaviour".into()),
    }
}

/// Returns true if a command stores the result of one operation, and does nothing else that a compiler could simplify
/// it with.
fn is_alone(program: &Program, command: &Command) -> bool {
    let Command::Store { value, .. } = command else { return false };
    let size = |expr: &Expr| program.types.size_of(expr.ty).unwrap_or(0);
    let mut operation = value;
    while let ExprNode::Cast(inner) = &operation.node
        && size(inner) <= size(operation)
        && program.types.is_integer(inner.ty)
    {
        operation = inner;
    }
    let is_constant = |expr: &Expr| {
        let mut is_constant = true;
        expr.visit(&mut |part| is_constant &= !matches!(part.node, ExprNode::Load(_)));
        is_constant
    };
    let is_plain = |expr: &Expr| {
        let mut is_plain = true;
        expr.visit(&mut |part| is_plain &= !matches!(part.node, ExprNode::Binary(..) | ExprNode::Unary(..)));
        is_plain
    };
    operation.children().all(is_plain) && !operation.children().all(is_constant)
}

impl Draft<'_> {
    /// Returns the faulty edge.
    fn last_edge(&self) -> Option<&Edge> {
        edge_of(self.run, self.task.program, self.run.steps.len().checked_sub(1)?)
    }

    /// Returns true if the faulty computation has no effect: its value goes to a temporary that nothing reads.
    fn is_thrown_away(&self) -> bool {
        let Some(Command::Store { address, .. } | Command::Copy { target: address, .. }) =
            self.last_edge().map(|edge| &edge.command)
        else {
            return false;
        };
        let is_temporary = |id: VariableId| self.program().is_temporary(id);
        let reads = |expression: &&Expr| {
            let mut found = false;
            expression.visit(&mut |part| found |= matches!(&part.node, ExprNode::Load(from) if **from == *address));
            found
        };
        let is_read = |edge: &Edge| match &edge.command {
            Command::Copy { source, .. } if source == address => true,
            command => command.expressions().iter().any(reads),
        };
        matches!(address.node, ExprNode::VariableAddress(id) if is_temporary(id))
            && !self.program().edges().any(is_read)
    }

    /// Returns the name of the faulty library function, without the prefix for builtins.
    fn last_name(&self) -> Option<&str> {
        match &self.last_edge()?.command {
            Command::Print { name, .. } | Command::Library { name, .. } => {
                Some(name.strip_prefix(BUILTIN).unwrap_or(name))
            }
            _ => None,
        }
    }

    /// Returns true if the compiler itself expands the copy: a struct assignment or a builtin.
    fn copies_itself(&self) -> bool {
        let text = self.last_edge().map_or("", |edge| self.sources.snippet(edge.span));
        self.last_function().is_none() || text.contains(BUILTIN)
    }

    /// Returns true if an error is about a compound literal.
    fn is_of_literal(&self) -> bool {
        let block = self.run.fault.as_ref().and_then(|fault| self.run.last.block(fault.block()?));
        let variable = block.and_then(|block| match block.kind {
            BlockKind::Local(variable) => self.program().variables.get(variable),
            _ => None,
        });
        variable.is_some_and(|variable| variable.name.starts_with("literal#"))
    }

    /// Returns true if an index of the faulty command is wider than an address.
    fn has_wide_index(&self) -> bool {
        let types = &self.program().types;
        let is_wide = |index: &Expr| types.size_of(index.ty) > Some(types.model().word_bytes());
        let mut found = false;
        for expr in self.last_edge().into_iter().flat_map(|edge| edge.command.expressions()) {
            expr.visit(&mut |part| found |= matches!(&part.node, ExprNode::ElementAddress(_, index) if is_wide(index)));
        }
        found
    }

    /// Returns true if all arguments of the faulty library function are constants.
    fn has_constants(&self) -> bool {
        let is_constant = |expr: &Expr| !matches!(expr.node, ExprNode::Load(_) | ExprNode::Cast(_));
        self.last_edge().is_some_and(|edge| edge.command.expressions().into_iter().all(is_constant))
    }

    /// Returns true if the faulty command declares an array with a negative bound.
    fn declares_array(&self) -> bool {
        let Some(edge) = self.last_edge() else { return false };
        let mut is_negative = false;
        for expression in edge.command.expressions() {
            expression.visit(&mut |part| {
                let value = self.run.last.evaluate(part, self.program());
                let is_number = matches!(part.node, ExprNode::Load(_) | ExprNode::Integer(_));
                is_negative |= is_number && matches!(value, Ok(Value::Integer(..=-1)));
            });
        }
        is_negative && !self.sources.snippet(edge.span).contains("alloca")
    }

    /// Returns true if the destination of the output is not an object.
    fn prints_to_nothing(&self) -> bool {
        let Some(Command::Print { arguments, .. } | Command::Library { arguments, .. }) =
            self.last_edge().map(|edge| &edge.command)
        else {
            return false;
        };
        let target = arguments.first().map(|target| self.run.last.evaluate(target, self.program()));
        self.prints_to_memory() && target == Some(Ok(Value::NULL))
    }

    /// Returns the faulty library function.
    fn last_function(&self) -> Option<F> {
        match &self.last_edge()?.command {
            Command::Print { function, .. } | Command::Library { function, .. } => Some(*function),
            _ => None,
        }
    }

    /// Returns true if the faulty library function is not watched.
    fn is_unwatched(&self) -> bool {
        self.last_name().is_some_and(|name| UNWATCHED.contains(&name))
    }

    /// Returns true if the faulty library function prints to memory.
    fn prints_to_memory(&self) -> bool {
        matches!(self.last_function(), Some(F::Sprintf | F::Snprintf | F::Vsprintf | F::Vsnprintf))
    }

    /// Returns true if a library function is at fault in a run that has closed a stream.
    fn closes_streams(&self) -> bool {
        let closes = |step: usize| {
            let command = edge_of(self.run, self.task.program, step).map(|edge| &edge.command);
            matches!(command, Some(Command::Library { function: F::Fclose | F::Freopen, .. }))
        };
        self.last_function().is_some() && (0..self.run.steps.len()).any(closes)
    }

    /// Returns true if the faulty function is of the `printf` family.
    fn prints(&self) -> bool {
        self.last_function().is_some_and(|function| function.name().ends_with("printf"))
    }

    /// Returns true if a format has a precision, as far as the call itself shows the format.
    fn has_precision(&self) -> bool {
        self.last_edge().is_some_and(|edge| self.sources.snippet(edge.span).contains('.'))
    }
}

/// Returns why AddressSanitizer may miss an out-of-bounds access.
fn missed(draft: &Draft<'_>, given: &GivenInputs) -> Option<&'static str> {
    let library = draft.last_function();
    if library == Some(F::Fgets) && given.input.as_ref().is_some_and(|input| input.contains(&0)) {
        return Some("AddressSanitizer looks at what 'fgets' writes only up to the first zero byte");
    }
    if draft.prints() && draft.has_precision() {
        return Some("how far the library reads what it prints is not watched where a precision ends it");
    }
    if draft.has_wide_index() {
        return Some("the compiler cuts an index that is wider than an address");
    }
    let [size, offset, block] = numbers(&draft.run.message)?;
    if offset > block + REDZONE || offset < -REDZONE {
        return Some("the access is so far from its block that it may land in another one");
    }
    if block == 0 && offset == 0 {
        return Some("AddressSanitizer gives a block of no bytes one");
    }
    let is_split = offset < block && offset >= 0 && library.is_none();
    (is_split && size > 0 && offset % size != 0)
        .then_some("AddressSanitizer may miss an access that is not aligned and begins in its block")
}

/// Extracts the size of an access, its offset, and the size of its block from the interpreter's message.
fn numbers(message: &str) -> Option<[i64; 3]> {
    let mut found = message
        .split(|sign: char| !sign.is_ascii_digit() && sign != '-')
        .filter(|word| word.contains(|sign: char| sign.is_ascii_digit()))
        .map(|word| word.trim_end_matches('-').parse().ok());
    let numbers = [found.next()??, found.next()??, found.next()??];
    found.next().is_none().then_some(numbers)
}
