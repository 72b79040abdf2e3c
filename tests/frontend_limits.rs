//! Deep, huge and broken texts: the front end ends with a tree or a message, on the stack of a small thread.

use damson::base::SourceMap;
use damson::frontend::{self, MAX_OPEN_BRACKETS};

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
    let text = include_str!("frontend/ok/statements.c");
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
