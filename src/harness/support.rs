//! What a harness needs to run: verifier and kernel functions that no library has, inputs, and failing allocations.
//!
//! Each function has its own name and is bound to the symbol that the program uses: the program may declare it in any
//! way.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::given::{GivenInputs, GivenKind};
use base::SourceMap;
use program::library::find;
use program::{LibraryFunction as F, Program};

/// Functions that fail where the run says so; the program is compiled with other names for them.
pub(super) const ALLOCATORS: [&str; 8] =
    ["malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "aligned_alloc", "valloc"];

/// Beginning of every harness.
pub(super) const COMMON: &str = r#"
extern void damson_leave(int) __asm__("_exit");
const char *__asan_default_options(void) {
    return "detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1:allocator_may_return_null=1";
}
const char *__ubsan_default_options(void) { return "print_stacktrace=0"; }
extern long damson_write(int, const void *, __SIZE_TYPE__) __asm__("write");
static void damson_put(void *place, unsigned long long low, unsigned long long high, unsigned bytes) {
    unsigned long long both[2] = {low, high};
    __builtin_memcpy(place, both, bytes);
}
static void damson_aim(void *place, const void *target) { __builtin_memcpy(place, &target, sizeof target); }
static char *damson_held(const void *place) {
    char *held;
    __builtin_memcpy(&held, place, sizeof held);
    return held;
}
static void damson_say(const char *what, const char *name) {
    const char *parts[] = {"damson: ", what, " ", name, "\n"};
    for (int index = 0; index < 5; index++) damson_write(2, parts[index], __builtin_strlen(parts[index]));
}
extern int damson_atexit(void (*)(void)) __asm__("atexit");
// LeakSanitizer would take what dead calls have left on the stack for pointers.
__attribute__((no_sanitize("address", "undefined"), noinline)) static void damson_wipe(void) {
    volatile char bytes[65536];
    for (int index = 0; index < 65536; index++) bytes[index] = 0;
}
"#;

/// First statement of every `main`.
pub(super) const FIRST: &str = "    damson_atexit(damson_wipe);\n";

/// Takes the next value that a function returns. If compiled code evaluates the statement with the error in another
/// order than the run did, the program may ask for a value that the run did not need.
const VALUES: &str = r#"
static unsigned char damson_taken[DAMSON_VALUES + 1];
static int damson_missing;
static unsigned long long damson_next(const char *name) {
    for (int index = 0; index < DAMSON_VALUES; index++) {
        if (!damson_taken[index] && !__builtin_strcmp(damson_values[index].name, name)) {
            damson_taken[index] = 1;
            return damson_values[index].bits;
        }
    }
    if (++damson_missing > 1000) damson_leave(3);
    if (damson_missing == 1) damson_say("no value is left, 0 is taken for", name);
    return 0;
}
"#;

/// Redirects standard input to given bytes.
const FEED: &str = r#"
extern void *damson_tmpfile(void) __asm__("tmpfile");
extern int damson_fileno(void *) __asm__("fileno");
extern int damson_dup2(int, int) __asm__("dup2");
extern long damson_lseek(int, long, int) __asm__("lseek");
static void damson_feed(const char *bytes, __SIZE_TYPE__ count) {
    int file = damson_fileno(damson_tmpfile());
    damson_write(file, bytes, count);
    damson_lseek(file, 0, 0);
    damson_dup2(file, 0);
}
"#;

/// Opens the files of the run, whatever files there are.
const FILES: &str = r#"
extern void *damson_real_fopen(const char *, const char *) __asm__("fopen");
extern void *damson_new_file(void) __asm__("tmpfile");
extern __SIZE_TYPE__ damson_fwrite(const void *, __SIZE_TYPE__, __SIZE_TYPE__, void *) __asm__("fwrite");
extern void damson_rewind(void *) __asm__("rewind");
void *damson_f_fopen(const char *name, const char *mode) __asm__("damson_fopen");
void *damson_f_fopen(const char *name, const char *mode) {
    for (__SIZE_TYPE__ index = 0; index < sizeof damson_files / sizeof *damson_files; index++) {
        if (*mode != 'r' || __builtin_strcmp(damson_files[index].name, name)) continue;
        void *file = damson_new_file();
        damson_fwrite(damson_files[index].bytes, 1, damson_files[index].count, file);
        damson_rewind(file);
        return file;
    }
    return damson_real_fopen(name, mode);
}
"#;

/// Functions that fail where the run says so.
const FAILURES: &str = r#"
extern int *damson_errno(void) __asm__("__errno_location");
static __SIZE_TYPE__ damson_allocations;
static int damson_fails(void) {
    __SIZE_TYPE__ number = damson_allocations++;
    int fails = number < sizeof damson_failures && damson_failures[number];
    if (fails) *damson_errno() = 12;
    return fails;
}
extern void *damson_real_realloc(void *, __SIZE_TYPE__) __asm__("realloc");
extern void *damson_real_reallocarray(void *, __SIZE_TYPE__, __SIZE_TYPE__) __asm__("reallocarray");
extern void *damson_real_aligned(__SIZE_TYPE__, __SIZE_TYPE__) __asm__("aligned_alloc");
extern void *damson_real_valloc(__SIZE_TYPE__) __asm__("valloc");
void *damson_f_malloc(__SIZE_TYPE__ size) __asm__("damson_malloc");
void *damson_f_malloc(__SIZE_TYPE__ size) { return damson_fails() ? 0 : __builtin_malloc(size); }
void *damson_f_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) __asm__("damson_calloc");
void *damson_f_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) { return damson_fails() ? 0 : __builtin_calloc(count, size); }
void *damson_f_realloc(void *block, __SIZE_TYPE__ size) __asm__("damson_realloc");
void *damson_f_realloc(void *block, __SIZE_TYPE__ size) { return damson_fails() ? 0 : damson_real_realloc(block, size); }
void *damson_f_reallocarray(void *block, __SIZE_TYPE__ count, __SIZE_TYPE__ size) __asm__("damson_reallocarray");
void *damson_f_reallocarray(void *block, __SIZE_TYPE__ count, __SIZE_TYPE__ size) {
    return damson_fails() ? 0 : damson_real_reallocarray(block, count, size);
}
char *damson_f_strdup(const char *text) __asm__("damson_strdup");
char *damson_f_strdup(const char *text) { return damson_fails() ? 0 : __builtin_strdup(text); }
char *damson_f_strndup(const char *text, __SIZE_TYPE__ size) __asm__("damson_strndup");
char *damson_f_strndup(const char *text, __SIZE_TYPE__ size) { return damson_fails() ? 0 : __builtin_strndup(text, size); }
void *damson_f_aligned(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size) __asm__("damson_aligned_alloc");
void *damson_f_aligned(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
    return damson_fails() ? 0 : damson_real_aligned(alignment, size);
}
void *damson_f_valloc(__SIZE_TYPE__ size) __asm__("damson_valloc");
void *damson_f_valloc(__SIZE_TYPE__ size) { return damson_fails() ? 0 : damson_real_valloc(size); }
"#;

/// Kernel functions: name, head, and a body in which `FAILS` is true if the call fails.
const KERNEL: [(&str, &str, &str); 11] = [
    ("kmalloc", "void *NAME(__SIZE_TYPE__ size)", "return FAILS ? 0 : __builtin_malloc(size);"),
    ("kzalloc", "void *NAME(__SIZE_TYPE__ size)", "return FAILS ? 0 : __builtin_calloc(1, size);"),
    (
        "kcalloc",
        "void *NAME(__SIZE_TYPE__ count, __SIZE_TYPE__ size)",
        "return FAILS ? 0 : __builtin_calloc(count, size);",
    ),
    (
        "kmalloc_array",
        "void *NAME(__SIZE_TYPE__ count, __SIZE_TYPE__ size)",
        "return FAILS ? 0 : __builtin_malloc(count * size);",
    ),
    (
        "kmemdup",
        "void *NAME(const void *from, __SIZE_TYPE__ size)",
        "void *block = FAILS ? 0 : __builtin_malloc(size); return block ? __builtin_memcpy(block, from, size) : 0;",
    ),
    ("vmalloc", "void *NAME(__SIZE_TYPE__ size)", "return FAILS ? 0 : __builtin_malloc(size);"),
    ("vzalloc", "void *NAME(__SIZE_TYPE__ size)", "return FAILS ? 0 : __builtin_calloc(1, size);"),
    ("kfree", "void NAME(void *block)", "__builtin_free(block);"),
    ("kvfree", "void NAME(void *block)", "__builtin_free(block);"),
    ("vfree", "void NAME(void *block)", "__builtin_free(block);"),
    ("cfree", "void NAME(void *block)", "__builtin_free(block);"),
];

/// Functions that only a verifier can compute.
const MISSING: [F; 3] = [F::Accessible, F::SameObject, F::SizeOfObject];

/// Returns the functions that a program needs, and a list of those that cannot be provided.
pub(super) fn functions(
    program: &Program,
    (source, sources): (&str, &SourceMap),
    given: &GivenInputs,
) -> (String, Vec<String>) {
    let (mut out, mut doubts) = (String::new(), Vec::new());
    if given.reads_input() {
        out.push_str(FEED);
    }
    if given.opens_files() {
        out.push_str(FILES);
    }
    if given.allocations_fail() {
        out.push_str(FAILURES);
    }
    out.push_str(&inputs(program, source, given, &mut doubts));
    let names = names(source);
    for (number, name) in names.iter().enumerate() {
        if program.defined_function(name).is_some() {
            continue;
        }
        let symbol = format!("damson_s{number}");
        if let Some((_, head, body)) = KERNEL.iter().find(|(known, ..)| known == name) {
            let fails = if given.allocations_fail() { "damson_fails()" } else { "0" };
            out.push_str(&defined(name, &head.replace("NAME", &symbol), &body.replace("FAILS", fails)));
            continue;
        }
        let Some(known) = find(name, false) else { continue };
        let (head, body) = match known.function {
            F::Assume => {
                ("(int holds)", "if (!holds) { damson_say(\"the run does not count:\", \"NAME\"); __builtin_exit(0); }")
            }
            F::Assert if *name != "assert" => {
                ("(int holds)", "if (!holds) { damson_say(\"assertion failed:\", \"NAME\"); __builtin_abort(); }")
            }
            F::ReachError => ("(void)", "damson_say(\"reached:\", \"NAME\"); __builtin_abort();"),
            F::Mark if !name.starts_with("__sync") && !name.starts_with("__atomic") => ("()", ""),
            function if MISSING.contains(&function) => {
                doubts.push(format!("only a verifier knows what '{name}' gives"));
                out.push_str(&defined(name, &format!("__SIZE_TYPE__ {symbol}()"), "return 1;"));
                continue;
            }
            _ => continue,
        };
        out.push_str(&defined(name, &format!("void {symbol}{head}"), &body.replace("NAME", name)));
    }
    out.push_str(&unknown(program, (source, sources), &given.defined));
    (out, doubts)
}

/// Defines a function bound to a symbol.
fn defined(name: &str, head: &str, body: &str) -> String {
    format!("{head} __asm__(\"{name}\");\n{head} {{ {body} }}\n")
}

/// Returns functions that yield the values of inputs.
fn inputs(program: &Program, source: &str, given: &GivenInputs, doubts: &mut Vec<String>) -> String {
    let mut kinds: BTreeMap<&str, GivenKind> = BTreeMap::new();
    // A function that this run does not call has no value, but the linker needs it.
    for name in names(source) {
        if find(name, false).is_some_and(|known| known.function == F::Nondeterministic) {
            kinds.insert(name, GivenKind::Word);
        }
    }
    kinds.extend(given.values.iter().map(|value| (value.name.as_str(), value.kind)));
    let mut out = String::new();
    if kinds.is_empty() {
        return out;
    }
    if given.values.is_empty() {
        out.push_str("static const struct { const char *name; unsigned long long bits; } damson_values[1];\n");
    }
    out.push_str(VALUES);
    for (number, (name, kind)) in kinds.into_iter().enumerate() {
        if program.defined_function(name).is_some() {
            doubts.push(format!("the program defines '{name}' itself"));
            continue;
        }
        if is_called_alone(source, name) {
            doubts
                .push(format!("a call of '{name}' whose result nobody uses takes a value that was meant for another"));
        }
        let symbol = format!("damson_v{number}");
        let next = format!("damson_next(\"{name}\")");
        let (head, body) = match (kind, name) {
            (GivenKind::Word, "time") => (
                format!("long {symbol}(long *place)"),
                format!("long now = {next}; if (place) *place = now; return now;"),
            ),
            (GivenKind::Word, _) => (format!("unsigned long long {symbol}(void)"), format!("return {next};")),
            (GivenKind::Float, _) => (
                format!("float {symbol}(void)"),
                format!("union {{ unsigned bits; float value; }} both = {{{next}}}; return both.value;"),
            ),
            (GivenKind::Double, _) => (
                format!("double {symbol}(void)"),
                format!("union {{ unsigned long long bits; double value; }} both = {{{next}}}; return both.value;"),
            ),
        };
        let _ = write!(out, "{}", defined(name, &head, &body));
    }
    out
}

/// Returns true if some call of a function is a statement of its own. The run makes no choice there.
fn is_called_alone(source: &str, name: &str) -> bool {
    source.match_indices(name).any(|(at, _)| {
        let before = source.get(..at).unwrap_or_default().trim_end();
        let behind = source.get(at + name.len()..).unwrap_or_default().trim_start();
        behind.starts_with('(') && (before.ends_with([';', '{', '}', ':']) || before.ends_with("(void)"))
    })
}

/// Returns functions that the program declares and uses but does not define. A run that shows an error calls only those that
/// it takes to do nothing; the linker needs all.
fn unknown(program: &Program, (source, sources): (&str, &SourceMap), told: &BTreeSet<String>) -> String {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for (_, function) in program.functions.enumerate() {
        let name = function.name.as_str();
        // A function whose body comes from a contract counts as undefined.
        let has_body = function.flowchart.is_some() && !program.contracted.contains_key(name);
        let is_known = has_body || told.contains(name) || find(name, false).is_some() || name.starts_with("__builtin_");
        if !is_known && sources.is_in_own_file(function.span) && words(source).filter(|word| *word == name).count() > 1
        {
            used.insert(name);
        }
    }
    let mut out = String::new();
    for (number, name) in used.into_iter().enumerate() {
        let head = format!("__attribute__((weak)) void damson_u{number}(void)");
        let body = match program.followed_by_assumption.contains_key(name) {
            true => String::new(),
            false => format!("damson_say(\"this is another run: it calls\", \"{name}\"); damson_leave(3);"),
        };
        out.push_str(&defined(name, &head, &body));
    }
    out
}

/// The words of a text that may be names of functions, each once, in order.
pub(super) fn names(source: &str) -> Vec<&str> {
    let mut names: Vec<&str> = words(source).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn words(source: &str) -> impl Iterator<Item = &str> {
    let words = source.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    words.filter(|word| word.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_'))
}
