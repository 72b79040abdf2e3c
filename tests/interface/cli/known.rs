//! Findings that are known: those of an earlier run, and those that a comment accepts.

use std::path::Path;
use std::time::Duration;

use assert_cmd::assert::Assert;
use serde_json::Value;

use super::{json, stdout};

/// A program with an error on each of these lines.
fn program(lines: &[&str]) -> String {
    let head = "#include <stdlib.h>\nvoid work(int which, int *block) {\n";
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    let main =
        "int main(int count, char **arguments) { int *block = malloc(4); work(count, block); return arguments == 0; }";
    format!("{head}{body}    free(block);\n}}\n{main}\n")
}

fn verify(folder: &Path, options: &[&str]) -> Assert {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damson"));
    command.current_dir(folder).timeout(Duration::from_secs(120)).arg("verify").arg("program.c").args(options).assert()
}

fn write(folder: &Path, lines: &[&str]) {
    std::fs::write(folder.join("program.c"), program(lines)).expect("a file");
}

const FIRST: &str = "if (which == 1) { free(block); *block = 1; }";
const SECOND: &str = "if (which == 2) { block[7] = 1; }";

#[test]
fn only_what_is_new_matters() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, &[FIRST]);
    verify(folder, &["--format", "sarif", "-o", "before.sarif"]).code(10);
    // The same error on another line is known.
    write(folder, &["which = which + 0;", FIRST]);
    let known = verify(folder, &["--baseline", "before.sarif"]).code(0);
    let text = stdout(&known);
    assert!(text.contains("that an earlier run had (-v shows all)"), "{text}");
    assert!(text.contains("verdict: violated, but nothing is new"), "{text}");
    write(folder, &[FIRST, SECOND]);
    let new = stdout(&verify(folder, &["--baseline", "before.sarif"]).code(10));
    assert!(new.contains("[out-of-bounds]") && !new.contains("[use-after-free]"), "{new}");
    let log = json(&verify(folder, &["--baseline", "before.sarif", "--format", "sarif"]).code(10));
    let states = |result: &Value| result["baselineState"].as_str().map(str::to_string);
    let states: Vec<String> = log["runs"][0]["results"].as_array().unwrap().iter().filter_map(states).collect();
    assert!(states.contains(&"new".to_string()) && states.contains(&"unchanged".to_string()), "{states:?}");
}

#[test]
fn a_comment_with_a_reason_accepts_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, &[&format!("{FIRST} // damson: accept[use-after-free] the caller owns it")]);
    let found = json(&verify(folder, &["--format", "json"]).code(0));
    assert_eq!(found["verdict"], "violated");
    assert_eq!(found["findings"][0]["known"], "accepted: the caller owns it");
    write(folder, &["// damson: accept[use-after-free] the caller owns it", FIRST]);
    verify(folder, &[]).code(0);
    for without in ["// damson: accept[use-after-free]", "// damson: accept[double-free] it is another kind"] {
        write(folder, &[&format!("{FIRST} {without}")]);
        verify(folder, &[]).code(10);
    }
}

/// An error in another function, on a line with the same text, is new: also where each function has an answer of its own.
#[test]
fn the_same_line_in_another_function_is_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let function = |name: &str| {
        format!("void {name}(void) {{\n    int *block = malloc(4);\n    free(block);\n    free(block);\n}}\n")
    };
    let text = |names: &[&str]| {
        format!("#include <stdlib.h>\n{}", names.iter().map(|name| function(name)).collect::<String>())
    };
    std::fs::write(folder.join("program.c"), text(&["first"])).expect("a file");
    verify(folder, &["--all-entries", "--format", "sarif", "-o", "before.sarif"]).code(10);
    verify(folder, &["--all-entries", "--baseline", "before.sarif"]).code(0);
    std::fs::write(folder.join("program.c"), text(&["first", "second"])).expect("a file");
    verify(folder, &["--all-entries", "--baseline", "before.sarif"]).code(10);
}

/// What was only suspected, or came after another error, is new once it is certain.
#[test]
fn what_an_earlier_run_suspected_is_new_when_it_is_certain() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let both = "if (which == 1) { free(block); free(block);\n        *block = 1; }";
    write(folder, &[both]);
    verify(folder, &["--format", "sarif", "-o", "before.sarif"]).code(10);
    verify(folder, &["--baseline", "before.sarif"]).code(0);
    write(folder, &[&both.replacen("free(block); ", "", 1)]);
    verify(folder, &["--baseline", "before.sarif"]).code(10);
}

/// A comment that accepts an error does not make known what is open for another reason.
#[test]
fn what_is_open_for_another_reason_is_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let accepted = format!("{FIRST} // damson: accept[use-after-free] the caller owns it");
    write(folder, &[&accepted]);
    verify(folder, &[]).code(0);
    write(folder, &[&accepted, "if (which == 3) { extern void hook(int *); hook(block); *block = 2; }"]);
    verify(folder, &[]).code(10);
}

/// SARIF says of what is open whether it is new, too.
#[test]
fn what_is_open_has_a_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let open = |log: &Value| {
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        let notes = results.into_iter().filter(|result| result["level"] == "note");
        notes.map(|note| note["baselineState"].clone()).collect::<Vec<_>>()
    };
    let sarif = ["--format", "sarif"];
    write(folder, &[]);
    verify(folder, &[&sarif[..], &["-o", "nothing.sarif"]].concat()).code(0);
    write(folder, &["extern int **hook(int *); **hook(block) = 2;"]);
    verify(folder, &[&sarif[..], &["-o", "open.sarif"]].concat()).code(5);
    let states = open(&json(&verify(folder, &sarif).code(5)));
    assert!(!states.is_empty() && states.iter().all(Value::is_null), "{states:?}");
    for (baseline, state, status) in [("nothing.sarif", "new", 5), ("open.sarif", "unchanged", 0)] {
        let log = json(&verify(folder, &[&sarif[..], &["--baseline", baseline]].concat()).code(status));
        let states = open(&log);
        assert!(!states.is_empty() && states.iter().all(|known| known == state), "{baseline}: {states:?}");
    }
}

#[test]
fn a_baseline_that_is_no_log_is_bad_usage() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, &[FIRST]);
    for name in ["missing.sarif", "program.c"] {
        let run = verify(folder, &["--baseline", name]).code(1);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(said.contains("--baseline"), "{said}");
    }
}
