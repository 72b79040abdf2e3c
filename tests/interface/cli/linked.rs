//! Programs of two files do what the compiler makes of them, or are refused.

use std::process::{Command, Stdio};

use super::stdout;
use crate::support::tools;

/// Two files, and whether they are refused, as the linker or the standard does, or because they cannot be put together exactly.
const PROGRAMS: [(&str, &str, bool); 35] = [
    // Objects and their types.
    ("int x = 5; int get(void); int main(void) { return get(); }", "extern int x; int get(void) { return x; }", false),
    ("int x = 5; int get(void); int main(void) { return get(); }", "extern long x; int get(void) { return x; }", true),
    ("int x; int get(void); int main(void) { return get(); }", "int x; int get(void) { return x; }", true),
    (
        "extern int a[]; int g(void); int main(void) { return a[2] + g(); }",
        "int a[5] = { 1, 2, 3 }; int g(void) { return sizeof a; }",
        false,
    ),
    // Functions and their types.
    ("int f(int); int main(void) { return f(3); }", "long f(long a) { return a; }", true),
    ("int main(void) { return f(3); }", "int f(int a) { return a; }", true),
    ("int f(int); int main(void) { return f(3); }", "int f(int a) { return a; } int main(void) { return 1; }", true),
    // Packing is not for the next file.
    (
        "#pragma pack(1)\nint g(void); int main(void) { return g(); }",
        "struct S { char c; int i; }; int g(void) { return sizeof(struct S); }",
        false,
    ),
    (
        "#pragma pack(1)\nstruct S { char c; int i; }; int g(struct S *);\n\
         int main(void) { struct S s = { 1, 2 }; return g(&s) + sizeof s; }",
        "struct S { char c; int i; }; int g(struct S *s) { return s->i; }",
        true,
    ),
    // Names of types, and macros, are those of their file.
    ("typedef int T; T g(void); int main(void) { return g(); }", "int g(void) { int T = 4; return T * T; }", false),
    (
        "#define N 3\nint g(void); int main(void) { return g() + N; }",
        "#ifndef N\n#define N 7\n#endif\nint g(void) { return N; }",
        false,
    ),
    (
        "enum { A, B }; int g(void); int main(void) { return g() + B; }",
        "enum { B, A }; int g(void) { return A; }",
        false,
    ),
    // Functions of header files, each file's own.
    (
        "static int h(int x) { return x + 1; } int g(int); int main(void) { return h(1) + g(1); }",
        "static int h(int x) { return x + 1; } int g(int x) { return h(x); }",
        false,
    ),
    (
        "static int h(int x) { static int n; return n += x; } int g(int); int main(void) { return h(1) + g(1); }",
        "static int h(int x) { static int n; return n += x; } int g(int x) { return h(x); }",
        false,
    ),
    (
        "static int n = 1; static int h(void) { return n++; } int g(void); int main(void) { return h() + g(); }",
        "static int n = 1; static int h(void) { return n++; } int g(void) { return h(); }",
        false,
    ),
    (
        "inline int k(int x) { return x + 1; } extern inline int k(int x); int g(void);\n\
         int main(void) { return g() + k(1); }",
        "inline int k(int x) { return x + 1; } int g(void) { return k(3); }",
        false,
    ),
    // The same words for a type without a tag, and others.
    (
        "typedef struct { int a; } T; int g(T *); int main(void) { T t = { 6 }; return g(&t); }",
        "typedef struct { int a; } T; int g(T *t) { return t->a; }",
        false,
    ),
    // A name that is static in one file, and something else in the other.
    (
        "int g(void); static int y = 9; int main(void) { return g() + y; }",
        "int y = 2; int g(void) { return y; }",
        false,
    ),
    (
        "int g(void); static int y = 9; int main(void) { return g() + y; }",
        "int y = 4; int g(void) { int y = 1; { extern int y; return y; } }",
        false,
    ),
    (
        "static int f(int); int g(void); extern int f(int); int main(void) { return f(1) + g(); } int f(int a) { return a + 3; }",
        "static int z = 5; extern int z; int f(int a) { return a + z; } int g(void) { extern int z; return f(z); }",
        false,
    ),
    (
        "static int k = 3; static int f(void) { return k; } int f2(void) __attribute__((alias(\"f\"))); int g(void);\n\
         int main(void) { return f() + f2() + g(); }",
        "int k = 20; int f(void) { return k; } int g(void) { return f(); }",
        false,
    ),
    (
        "static int v = 2; int g(int); struct s { int v; } s = { .v = 7 };\n\
         int old(v) int v; { return v; }\n\
         int main(void) { enum { w = sizeof(v) }; int a[] = { [1] = v }; { enum { v = 40 }; s.v += v; }\n\
           for (int v = 0; v < 2; v++) s.v += v; goto v; v: return s.v + v + a[1] + old(5) + g(w) + ({ int v = 1; v; }); }",
        "int v = 90; static int t(int v) { return v + 1; } int g(int n) { typedef int v; v x = n; return t(x); }",
        false,
    ),
    // A shared function of a header that mentions a name of each file is each file's own, and so is what calls it.
    (
        "static int n = 1;\nstatic int h(void) { return n; }\nstatic int i(void) { return h(); }\n\
         int g(void); int main(void) { return i() * 10 + g(); }",
        "static int n = 2;\nstatic int h(void) { return n; }\nstatic int i(void) { return h(); }\nint g(void) { return i(); }",
        false,
    ),
    // The name of a function is that in the source.
    (
        "static int f(void) { return sizeof __func__ + __func__[0]; } int g(void); int main(void) { return f() - g(); }",
        "static int f(void) { return __func__[1]; } int g(void) { return f(); }",
        false,
    ),
    // An assembler name is a name of the program.
    (
        "static int h = 1; int g(void); int main(void) { return h + g(); }",
        "int h = 6; extern int q __asm__(\"h\"); int g(void) { return q; }",
        false,
    ),
    // A block that declares a function by the name of a type.
    (
        "typedef int F(void); static int f(void) { return 1; } int g(void); int main(void) { F f; return f() + g(); }",
        "int f(void) { return 2; } int g(void) { return f(); }",
        true,
    ),
    // Types of one name, which only one file each knows.
    (
        "struct T { int a; }; int g(void); int main(void) { return sizeof(struct T) + g(); }",
        "struct T { long a, b; }; int g(void) { return sizeof(struct T); }",
        false,
    ),
    (
        "typedef int T; int g(void); int main(void) { return sizeof(T) + g(); }",
        "typedef long T; int g(void) { return sizeof(T); }",
        false,
    ),
    (
        "struct T { struct T *n; int a; }; typedef struct T U; int g(void); static int h(U *u) { return u->a; }\n\
         int main(void) { U u = { 0, 3 }; struct T t = { &u, 4 }; { struct T { char c[9]; } t; h(&u); if (sizeof t != 9) return 1; }\n\
           return h(t.n) + g(); }",
        "struct T { char *s; }; typedef struct T U; static int h(U *u) { return u->s[0]; }\n\
         int g(void) { struct T t = { \"x\" }; struct T; struct T { int k; } v = { 5 }; return h((U *)&t) + v.k + (int)sizeof(U); }",
        false,
    ),
    (
        "enum color { RED, BLUE }; int g(void); int main(void) { enum color c = BLUE; return c * 10 + g(); }",
        "enum color { BLUE = 4, RED }; struct s { enum { GREEN = 7 } c; enum color d; }; int g(void) { struct s x = { GREEN, RED }; return x.c + x.d; }",
        false,
    ),
    // A type that files exchange must be the same in both.
    (
        "struct T { int a; }; int g(struct T *); int main(void) { struct T t = { 1 }; return g(&t); }",
        "struct T { long a; }; int g(struct T *t) { return t->a; }",
        true,
    ),
    ("typedef int T; extern T x; int main(void) { return x; }", "typedef long T; T x = 5;", true),
    // A type that only one file knows from within.
    (
        "struct T; struct T *make(void); int get(struct T *); int main(void) { return get(make()); }",
        "struct T { int a; }; struct T *make(void) { static struct T t = { 6 }; return &t; } int get(struct T *t) { return t->a; }",
        false,
    ),
    // A member is no call.
    (
        "struct ops { int (*open)(int); }; int g(struct ops *); static int one(int x) { return x + 1; }\n\
         int main(void) { struct ops o = { one }; return g(&o); }",
        "struct ops { int (*open)(int); }; int open(int x) { return x + 2; } int g(struct ops *o) { return o->open(5); }",
        false,
    ),
    // A function that the library has, too.
    (
        "unsigned long strlen(const char *s) { return *s; } int g(void); int main(void) { return g(); }",
        "#include <string.h>\nint g(void) { char s[2] = { 7 }; return strlen(s); }",
        false,
    ),
];

#[test]
fn two_files_are_linked_as_by_a_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let run = |program: &str, arguments: &[&str]| {
        Command::new(program).args(arguments).current_dir(folder.path()).stdin(Stdio::null()).output().ok()
    };
    for (first, second, is_refused) in PROGRAMS {
        std::fs::write(folder.path().join("a.c"), first).unwrap();
        std::fs::write(folder.path().join("b.c"), second).unwrap();
        for files in [["a.c", "b.c"], ["b.c", "a.c"]] {
            let arguments = [&["run"], &files[..]].concat();
            let found = run(env!("CARGO_BIN_EXE_damson"), &arguments).unwrap();
            let said = String::from_utf8_lossy(&found.stderr).into_owned();
            if is_refused {
                assert_eq!(found.status.code(), Some(2), "{first}\n{second}\n{said}");
                assert!(said.contains("error: "), "{said}");
                continue;
            }
            let compiled = run("cc", &[&["-w", "-fno-builtin", "-o", "program"], &files[..]].concat());
            if !compiled.is_some_and(|output| output.status.success()) {
                continue;
            }
            let expected = run("./program", &[]).unwrap();
            assert_eq!(found.status.code(), expected.status.code(), "{first}\n{second}\n{said}");
        }
    }
}

/// Each answer of the linked program is that of the program in one file.
#[test]
fn a_linked_program_is_verified_as_one_file() {
    let linked = super::damson(&["verify", "linked/main.c", "linked/list.c"]).code(0);
    assert!(stdout(&linked).contains("verdict: verified"));
}

/// The program that shows an error names all files; for a procedure, its file is included and the others stand beside it.
#[test]
fn a_harness_is_compiled_with_all_files() {
    let folder = tempfile::tempdir().unwrap();
    let shell = |command: &str| Command::new("sh").args(["-c", command]).current_dir(folder.path()).output().unwrap();
    let has_sanitizer = "echo 'int main(void) { return 0; }' >e.c && cc -fsanitize=address e.c -o e && ./e";
    if !shell(has_sanitizer).status.success() {
        return tools::missing("a C compiler with AddressSanitizer", "harnesses of several files are not compiled");
    }
    let first = "#include <stdlib.h>\nint size = 1;\nvoid drop(char *p);\n\
        int main(void) { char *p = malloc(size); if (!p) return 0; drop(p); drop(p); return 0; }\n";
    let second = "#include <stdlib.h>\nstatic int one = 1;\nvoid drop(char *p) { if (one == 1) free(p); }\n\
        void twice(char *p) { drop(p); drop(p); }\n";
    std::fs::write(folder.path().join("a.c"), first).unwrap();
    std::fs::write(folder.path().join("b.c"), second).unwrap();
    for (entry, file) in [("main", "double-free-line-3.c"), ("twice", "double-free-line-3.c")] {
        let output = Command::new(env!("CARGO_BIN_EXE_damson"))
            .args(["bmc", "a.c", "b.c", "--harness", "made", "--entry", entry])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(10), "{}", String::from_utf8_lossy(&output.stderr));
        let harness = std::fs::read_to_string(folder.path().join("made").join(file)).unwrap();
        let command = harness.lines().find_map(|line| line.strip_prefix("//     ")).unwrap();
        let said = String::from_utf8_lossy(&shell(command).stderr).into_owned();
        assert!(said.contains("attempting double-free"), "{entry}: {command}\n{said}");
    }
}
