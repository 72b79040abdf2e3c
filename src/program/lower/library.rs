//! Functions of the C library, of GCC and of SV-COMP that Damson knows.

/// What a known function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Library {
    Malloc,
    Calloc,
    Realloc,
    Alloca,
    Free,
    /// `abort`, `exit`: the program ends.
    Halt,
    /// `assert(e)` as a function.
    Assert,
    /// `__assert_fail(text, ..)`
    AssertFail,
    /// `reach_error()`
    ReachError,
    /// `__VERIFIER_assume(e)`
    Assume,
    /// `__VERIFIER_nondet_*()`
    Nondeterministic,
    /// Output: evaluated, no effect.
    Print,
    /// `__builtin_expect(e, c)` is `e`.
    Expect,
    Unreachable,
}

/// The known function of this name. `defined`: the program has a body for it, which wins, except where the name
/// is a promise to verifiers.
pub(super) fn known(name: &str, defined: bool) -> Option<Library> {
    let reserved = match name {
        "reach_error" | "__VERIFIER_error" => Some(Library::ReachError),
        "__builtin_expect" => Some(Library::Expect),
        "__builtin_unreachable" => Some(Library::Unreachable),
        _ => None,
    };
    if reserved.is_some() || defined {
        return reserved;
    }
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match name {
        "malloc" => Library::Malloc,
        "calloc" => Library::Calloc,
        "realloc" => Library::Realloc,
        "alloca" => Library::Alloca,
        "free" => Library::Free,
        "abort" | "exit" | "_exit" | "_Exit" | "trap" => Library::Halt,
        "assert" | "__VERIFIER_assert" => Library::Assert,
        "__assert_fail" | "__assert" => Library::AssertFail,
        "__VERIFIER_assume" => Library::Assume,
        "printf" | "puts" | "putchar" | "fprintf" | "fputs" | "fputc" | "putc" | "fflush" | "perror" => Library::Print,
        _ if name.starts_with("__VERIFIER_nondet") || name.starts_with("nondet") => Library::Nondeterministic,
        _ => return None,
    })
}

/// Whether GCC knows the function without a declaration; its result type is then not `int`.
pub(super) fn returns_pointer(known: Library) -> bool {
    matches!(known, Library::Malloc | Library::Calloc | Library::Realloc | Library::Alloca)
}
