//! Deep, huge and broken texts: the front end ends with a tree or a message, on the stack of a small thread; `damson` ends
//! with a message and status 2.

use std::process::Command;

use damson::base::SourceMap;
use damson::ctype::DataModel;
use damson::frontend::{self, MAX_OPEN_BRACKETS};
use damson::program::lower;

/// Parses, prints, copies and drops the tree in a thread with a stack of 2 MiB; gives the messages.
fn messages(text: &str) -> String {
    let text = text.to_owned();
    let work = move || {
        let mut sources = SourceMap::new();
        let file = sources.add("deep.c", text);
        let (unit, diagnostics) = frontend::parse(&mut sources, file);
        let copy = unit.clone();
        assert_eq!(format!("{copy:?}").len(), format!("{unit:?}").len());
        diagnostics.iter().map(|d| format!("{}\n", d.message)).collect::<String>()
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap()
}

fn in_function(statement: &str) -> String {
    format!("int f(int a) {{ {statement} }} int g;")
}

#[test]
fn brackets_beyond_the_limit_are_an_error() {
    let count = 10_000;
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("f(", ")"), ("({", ";})"), ("sizeof(int[", "])")] {
        for close in [close, ""] {
            let text = in_function(&format!("{}a{};", open.repeat(count), close.repeat(count)));
            let messages = messages(&text);
            assert!(!messages.is_empty(), "{open}");
        }
    }
    for text in [
        format!("int {}x{};", "(".repeat(count), ")".repeat(count)),
        format!("int x = {}1{};", "{".repeat(count), "}".repeat(count)),
        format!("struct {{ {} int x; {}", "struct {".repeat(count), "} y;".repeat(count)),
        format!("int f({}", "int (*g)(".repeat(count)),
    ] {
        assert!(messages(&text).contains("brackets are nested too deeply"), "{}", &text[..30]);
    }
}

#[test]
fn brackets_within_the_limit_are_fine() {
    let count = MAX_OPEN_BRACKETS - 10;
    for (open, close) in [("(", ")"), ("{", "}"), ("f(", ")"), ("if (a) {", "}"), ("a[", "]")] {
        let text = in_function(&format!("{}a{};", open.repeat(count), close.repeat(count)));
        let text = if open.contains('{') { text.replace("a}", "a;}") } else { text };
        assert_eq!(messages(&text), "", "{open}");
    }
}

#[test]
fn trees_beyond_the_limit_are_an_error() {
    let count = 100_000;
    for statement in [
        format!("{}a;", "!".repeat(count)),
        format!("{}a;", "- ".repeat(count)),
        format!("{}a;", "(int)".repeat(count)),
        format!("{}a;", "sizeof ".repeat(count)),
        format!("a{};", " + 1".repeat(count)),
        format!("a{};", " = a".repeat(count)),
        format!("a{};", " ? a : a".repeat(count)),
        format!("a{};", ", a".repeat(count)),
        format!("a{};", "[0]".repeat(count)),
        format!("a{};", "++".repeat(count)),
        format!("a{};", "->a".repeat(count)),
        format!("if (a) ; {}", "else if (a) ; ".repeat(count)),
        format!("{};", "if (a) ".repeat(count)),
        format!("{};", "while (a) ".repeat(count)),
        format!("{};", "for (int i;;) ".repeat(count)),
        format!("{} ; {}", "do ".repeat(count), "while (a);".repeat(count)),
        format!("{};", "l: ".repeat(count)),
        format!("switch (a) {{ {}; }}", "case 1: ".repeat(count)),
        format!("int {}p;", "*".repeat(count)),
        format!("int p{};", "[1]".repeat(count)),
    ] {
        let messages = messages(&in_function(&statement));
        assert!(messages.contains("nested too deeply: more than 1000 levels"), "{}: {messages}", &statement[..20]);
    }
}

#[test]
fn long_flat_texts_are_fine() {
    let count = 100_000;
    for text in [
        in_function(&"a = 1;".repeat(count)),
        "int x;".repeat(count),
        format!("int a[] = {{ {} }};", "1, ".repeat(count)),
        format!("enum {{ {} }};", (0..count).map(|i| format!("a{i}, ")).collect::<String>()),
        format!("char *s = {};", "\"x\"".repeat(count)),
        in_function(&format!("a({} 1);", "1, ".repeat(count))),
        in_function(&format!("switch (a) {{ {} }}", "case 1: ; ".repeat(count))),
    ] {
        assert_eq!(messages(&text), "");
    }
}

#[test]
fn chains_within_the_limit_are_fine() {
    for statement in [
        format!("a{};", " + 1".repeat(900)),
        format!("if (a) ; {}", "else if (a) ; ".repeat(900)),
        format!("switch (a) {{ {}; }}", "case 1: ".repeat(900)),
    ] {
        assert_eq!(messages(&in_function(&statement)), "");
    }
}

#[test]
fn any_prefix_and_any_hole_of_a_program_ends_without_panic() {
    let text = include_str!("../frontend/ok/statements.c");
    for at in (0..text.len()).step_by(3).filter(|at| text.is_char_boundary(*at)) {
        messages_here(&text[..at]);
        messages_here(&text[at..]);
        let end = (at + 3).min(text.len());
        messages_here(&format!("{}{}", &text[..at], &text[end..]));
    }
}

const ALPHABET: &[u8] = b"(){}[];,*=+-><&|!~?:.#\"'\\/ \nabT1%";

#[test]
fn binary_garbage_ends_without_panic() {
    // A fixed linear congruential generator: the same bytes in each run.
    let mut state = 12345u64;
    for _ in 0..200 {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        })
        .take(2000)
        .collect();
        assert!(messages_here(&String::from_utf8_lossy(&bytes)) > 0);
        let ascii: Vec<u8> = bytes.iter().map(|b| ALPHABET[*b as usize % ALPHABET.len()]).collect();
        messages_here(&String::from_utf8_lossy(&ascii));
    }
}

fn messages_here(text: &str) -> usize {
    let mut sources = SourceMap::new();
    let file = sources.add("garbage.c", text);
    let (_, diagnostics) = frontend::parse(&mut sources, file);
    diagnostics.render(&sources);
    diagnostics.iter().count()
}

#[test]
fn a_line_marker_with_any_number_is_fine() {
    assert_eq!(messages_here("# 4294967295 \"f\"\n\n\nint\n\n;\nint x"), 1);
    assert_eq!(messages_here("# 4294967296 \"f\"\nint x;"), 1);
    assert_eq!(messages_here("# 0\n#line 0 \"\"\n# 1 \"unclosed\nint x;"), 1);
}

/// Parses and lowers; gives the messages.
fn lowered(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("deep.c", text);
    let (unit, mut diagnostics) = frontend::parse(&mut sources, file);
    let (_, more) = lower::lower(&unit, &sources, DataModel::Lp64);
    diagnostics.append(more);
    diagnostics.render(&sources)
}

/// `count` lines, each with its number in place of `{}`.
fn numbered(count: usize, line: &str) -> String {
    (0..count).map(|number| line.replace("{}", &number.to_string()) + "\n").collect()
}

#[test]
fn types_nested_too_deeply_are_an_error() {
    for (first, next) in [
        ("typedef int t0;", "typedef t{} *t+;"),
        ("typedef int t0;", "typedef t{} t+[2];"),
        ("typedef int t0(void);", "typedef int t+(t{} *, t{} *);"),
        ("typedef struct { int x; } t0;", "typedef struct { t{} a, b; } t+;"),
    ] {
        let lines: String = (0..1000)
            .map(|n: usize| next.replace("{}", &n.to_string()).replace("t+", &format!("t{}", n + 1)) + "\n")
            .collect();
        let messages = lowered(&format!("{first}\n{lines}t1000 *x;"));
        assert!(messages.contains("too deeply") || messages.contains("too large"), "{next}: {messages:.200}");
    }
}

/// Work and memory grow with the text, not with its square: these end within seconds even in a debug build.
#[test]
fn long_functions_are_lowered() {
    let count = 20_000;
    for body in [
        numbered(count, "l{}: a = sizeof(a);"),
        format!("switch (a) {{ {} }}", numbered(count, "case {}: a = 1; break;")),
        format!("for (;;) {{ {} }}", numbered(count / 10, "int v{}; if (a) v{} = 1;")),
        format!("{} {}", numbered(count / 4, "if (a == {}) goto l{};"), numbered(count / 4, "l{}: a++;")),
        numbered(count, "static int v{} = sizeof(int);"),
    ] {
        assert_eq!(lowered(&format!("int f(int a) {{ {body} return a; }}")), "");
    }
}

#[test]
fn many_warnings_and_errors_are_told_in_order() {
    let warnings = lowered(&format!("void f(int *p) {{ {} }}", numbered(3000, "p = {} + 1;")));
    assert_eq!(warnings.matches("warning: ").count(), 3000);
    let errors = lowered(&format!("void f(void) {{ {} }}", numbered(3000, "u{} = 1;")));
    assert_eq!(errors.matches("is not declared").count(), 50);
    assert!(errors.ends_with("damson: 2950 more errors\n"));
}

/// Jumps out of an operand that is not evaluated lead nowhere.
#[test]
fn jumps_in_unevaluated_operands_are_fine() {
    let text = "int f(int a) {
        while (a) { a = sizeof(({ break; 1; })); a += sizeof(({ continue; 1; })); int b[sizeof(({ goto l; 3; }))]; }
        l: switch (a) { case sizeof(({ break; 1; })): ; default: a += sizeof(({ case 9: l2: return 1; 2; })); }
        return sizeof(({ __label__ x; x: 1; })); }";
    assert_eq!(lowered(text), "");
}

fn status_of(folder: &std::path::Path, name: &str, bytes: &[u8]) -> (Option<i32>, String) {
    std::fs::write(folder.join(name), bytes).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    let output = command.args(["cfg", name]).current_dir(folder).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_cannot_be_read_ends_with_a_message_and_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let line = 10 << 20;
    let garbage: Vec<u8> = (0..100_000u64).map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect();
    let texts: Vec<(&str, Vec<u8>)> = vec![
        ("parentheses.c", in_function(&format!("{}a{};", "(".repeat(10_000), ")".repeat(10_000))).into_bytes()),
        ("garbage.i", garbage),
        ("zeros.c", vec![0; line]),
        ("line_of_signs.c", vec![b'@'; line]),
        ("line_of_blanks.c", [vec![b' '; line], b"int x".to_vec()].concat()),
        ("line_of_text.c", [b"char *s = \"".to_vec(), vec![b'x'; line]].concat()),
        ("line_of_a_comment.c", [b"/*".to_vec(), vec![b'*'; line]].concat()),
        ("line_of_a_name.c", [b"int ".to_vec(), vec![b'x'; line], b" int;".to_vec()].concat()),
        ("line_of_operators.c", in_function(&format!("return a{};", " + 1".repeat(100_000))).into_bytes()),
        ("empty.c", Vec::new()),
    ];
    for (name, bytes) in texts {
        let (status, messages) = status_of(folder.path(), name, &bytes);
        assert_eq!(status, Some(2), "{name}: {messages:.300}");
        assert!(messages.contains("error: ") && !messages.contains("panicked"), "{name}: {messages:.300}");
        assert!(messages.len() < 100_000, "{name}: {} bytes of messages", messages.len());
    }
}

#[test]
fn truncated_files_end_with_a_message_and_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let text = include_str!("../lowering/run/gnu_declarations.c");
    let body = text.find("int main").unwrap();
    let end = text.rfind("return 0;").unwrap();
    // Within `main`, so that a brace is always missing.
    for at in (body + 12..end).step_by((end - body) / 15) {
        let (status, messages) = status_of(folder.path(), "truncated.c", &text.as_bytes()[..at]);
        assert_eq!(status, Some(2), "cut at {at}: {messages}");
        assert!(messages.contains("error: "), "cut at {at}: {messages}");
    }
}

#[test]
fn several_errors_are_found_in_one_run() {
    let text = numbered(20, "int f{}(void) { retur 0; x{} = ; return 1 }");
    let messages = lowered(&text);
    assert!(messages.matches("error: ").count() >= 20, "{messages}");
    for number in 0..10 {
        assert!(messages.contains(&format!("deep.c:{}:", number + 1)), "{messages}");
    }
}
