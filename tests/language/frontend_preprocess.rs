//! Loading files: when the preprocessor runs, with which arguments, and that `//@` lines and positions survive it.

use crate::support::tools;

use std::path::{Path, PathBuf};

use damson::base::{Diagnostics, SourceMap};
use damson::frontend::{self, PreprocessOptions, ast};

/// A directory with the given files.
fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

fn load_and_parse(path: &Path, options: &PreprocessOptions) -> (SourceMap, ast::TranslationUnit, Diagnostics) {
    let mut sources = SourceMap::new();
    match frontend::load(&mut sources, path, options) {
        Ok(file) => {
            let (unit, diagnostics) = frontend::parse(&mut sources, file);
            (sources, unit, diagnostics)
        }
        Err(diagnostics) => (sources, ast::TranslationUnit::default(), diagnostics),
    }
}

/// The messages, without the path of the temporary directory.
fn messages(directory: &tempfile::TempDir, name: &str, options: &PreprocessOptions) -> String {
    let (sources, _, diagnostics) = load_and_parse(&directory.path().join(name), options);
    diagnostics.render(&sources).replace(&format!("{}/", directory.path().display()), "")
}

#[test]
fn annotations_keep_their_places_through_the_preprocessor() {
    if !tools::has_compiler("nothing preprocesses the file") {
        return;
    }
    let text = "#define N 3\n#include \"h.h\"\nint f(void)\n{\n    int x = N; //@ assert N == x;\n\t  //@ watch (x == N)  @ end;\n\
                \n#if 0\n    //@ skipped\n#endif\n    char *s = \"//@ no\"; /* //@ no\n    //@ no */\n    return h; }\n//@ last\n";
    let files = directory(&[("a.c", text), ("h.h", "int h;\n")]);
    let (sources, unit, diagnostics) = load_and_parse(&files.path().join("a.c"), &PreprocessOptions::default());
    assert_eq!(diagnostics.render(&sources), "");
    let places: Vec<String> = unit
        .annotations
        .iter()
        .map(|annotation| {
            let at = sources.position(annotation.span);
            let next = sources.position(damson::base::Span { start: annotation.next_token, ..annotation.span });
            let text = sources.snippet(annotation.span);
            format!("{}:{}:{text} -> {}:{}", at.line, at.column, next.line, next.column)
        })
        .collect();
    assert_eq!(
        places,
        [
            // The blanks behind the code stand for it, so the column is right there as well.
            "5:19: assert N == x; -> 11:5",
            "6:7: watch (x == N)  @ end; -> 11:5",
            "14:4: last -> 15:1",
        ]
    );
}

#[test]
fn options_reach_the_preprocessor() {
    if !tools::has_compiler("nothing preprocesses the file") {
        return;
    }
    let files = directory(&[
        (
            "a.c",
            "#include <only_with_I.h>\nint value = NAME;\n_Static_assert(sizeof(int) == sizeof(int), \"\");\n#ifdef linux\nint no;\n#endif\n#ifndef __i386__\n#error 64\n#endif\n",
        ),
        ("only_with_I.h", "int header;\n"),
    ]);
    let options = PreprocessOptions {
        include_directories: vec![files.path().to_owned()],
        definitions: vec!["-DNAME=42".to_owned(), "-Ulinux".to_owned()],
        is_32_bit: true,
        ..PreprocessOptions::default()
    };
    let (sources, unit, diagnostics) = load_and_parse(&files.path().join("a.c"), &options);
    assert_eq!(diagnostics.render(&sources), "");
    assert_eq!(unit.items.len(), 3);
}

#[test]
fn what_the_preprocessor_says_is_told() {
    if !tools::has_compiler("nothing preprocesses the file") {
        return;
    }
    let files = directory(&[("a.c", "#include \"missing.h\"\n"), ("b.c", "#error on purpose\n")]);
    let missing = messages(&files, "a.c", &PreprocessOptions::default());
    let line = "a.c:1:10: error: the preprocessor cc failed: missing.h: No such file or directory";
    assert_eq!(missing, format!("{line}\n    1 | #include \"missing.h\"\n      |          ^~~~~~~~~~~\n"));
    assert!(messages(&files, "b.c", &PreprocessOptions::default()).contains("#error on purpose"));
    // A place in another file is none of this one.
    let files = directory(&[("a.c", "#include \"b.h\"\n"), ("b.h", "#error on purpose\n")]);
    let other = messages(&files, "a.c", &PreprocessOptions::default());
    assert!(other.starts_with("damson: error: the preprocessor cc failed on a.c\n"), "{other}");
    assert!(other.contains("b.h:1:2: error: #error on purpose"), "{other}");
}

#[test]
fn a_missing_preprocessor_or_file_is_an_error_not_a_crash() {
    let files = directory(&[("a.c", "#define X\n"), ("plain.c", "int x;\n"), ("b.i", "#define X\nint x;\n")]);
    let options = PreprocessOptions { compiler: "no-such-cc".to_owned(), ..PreprocessOptions::default() };
    assert!(messages(&files, "a.c", &options).starts_with("damson: error: cannot run the preprocessor no-such-cc: "));
    assert!(messages(&files, "none.c", &options).starts_with("damson: error: cannot read none.c: "));
    assert!(messages(&files, "", &options).starts_with("damson: error: cannot read "));
    // Neither of these needs one.
    assert_eq!(messages(&files, "plain.c", &options), "");
    assert!(
        messages(&files, "b.i", &options).starts_with("b.i:1:1: error: a preprocessor directive in preprocessed text")
    );
}

#[test]
fn annotations_in_headers_are_refused() {
    if !tools::has_compiler("nothing preprocesses the file") {
        return;
    }
    let files = directory(&[("a.c", "#include \"h.h\"\n"), ("h.h", "int h;\n  //@ assert h;\n")]);
    let messages = messages(&files, "a.c", &PreprocessOptions::default());
    assert_eq!(messages, "damson: error: h.h:2: a `//@` line in an included file is not supported\n");
}

#[test]
fn errors_are_told_in_terms_of_the_original_file() {
    if !tools::has_compiler("nothing preprocesses the file") {
        return;
    }
    let files = directory(&[("a.c", "#include \"h.h\"\n#define TWO 1 1\n\nint x = TWO;\n"), ("h.h", "int h\n= ;\n")]);
    let found = messages(&files, "a.c", &PreprocessOptions::default());
    let lines: Vec<&str> = found.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(
        lines,
        [
            "h.h:2:3: error: found `;`, expected an expression",
            "a.c:4:9: error: found the number `1`, expected `;`, `,` or an operator"
        ]
    );
}

#[test]
fn system_headers_parse() {
    if !tools::has_compiler("nothing preprocesses the file") {
        return;
    }
    let headers = [
        "assert",
        "complex",
        "ctype",
        "errno",
        "fcntl",
        "inttypes",
        "limits",
        "linux/types",
        "locale",
        "math",
        "pthread",
        "setjmp",
        "signal",
        "stdarg",
        "stdatomic",
        "stdbool",
        "stddef",
        "stdint",
        "stdio",
        "stdlib",
        "string",
        "sys/socket",
        "sys/stat",
        "sys/wait",
        "tgmath",
        "time",
        "unistd",
        "wchar",
    ];
    let available = |header: &&&str| {
        ["/usr/include", "/usr/include/x86_64-linux-gnu"]
            .iter()
            .any(|root| PathBuf::from(format!("{root}/{header}.h")).exists())
            || header.starts_with("std")
    };
    let mut text: String = headers.iter().filter(available).map(|header| format!("#include <{header}.h>\n")).collect();
    text.push_str("int main(void) { return 0; }\n");
    let files = directory(&[("a.c", &text)]);
    let (sources, unit, diagnostics) = load_and_parse(&files.path().join("a.c"), &PreprocessOptions::default());
    assert_eq!(diagnostics.render(&sources), "");
    assert!(unit.items.len() > 100);
}
