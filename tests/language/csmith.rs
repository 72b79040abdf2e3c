//! Random programs of csmith do the same in the interpreter as compiled: `tests/csmith/run` on a few of them.
//! `DAMSON_CSMITH` is how many (5). The same of two programs that are linked into one: nearly all of their names are `static`
//! and the same in both.

use crate::support::tools;

use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn random_programs_run_as_compiled_ones_do() {
    let count = std::env::var("DAMSON_CSMITH").unwrap_or_else(|_| "5".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/csmith/run");
    let run = Command::new(script).args(["-n", &count]).env("DAMSON", env!("CARGO_BIN_EXE_damson")).output().unwrap();
    let (found, messages) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    println!("{found}{messages}");
    match run.status.code() {
        // The script has said what is missing.
        Some(77) => tools::missing("csmith or a C compiler", "random programs are not compared with compiled ones"),
        status => {
            assert_eq!(status, Some(0), "{found}{messages}");
            let summary = found.lines().last().unwrap_or_default();
            assert!(summary.starts_with(&format!("{count} programs")), "{summary}");
            assert!(!summary.contains(": 0 the same"), "all programs took too long: {summary}");
        }
    }
}

/// Runs a command for at most ten seconds of its own, and returns its output and status.
fn within_seconds(folder: &Path, command: &[&str]) -> (String, Option<i32>) {
    let run = Command::new("timeout").arg("10").args(command).current_dir(folder).stdin(Stdio::null()).output();
    run.map_or((String::new(), None), |run| (String::from_utf8_lossy(&run.stdout).into_owned(), run.status.code()))
}

#[test]
fn pairs_of_random_programs_are_linked_as_by_a_compiler() {
    const INCLUDE: &str = "-I/usr/include/csmith";
    let count: u64 = std::env::var("DAMSON_CSMITH").ok().and_then(|count| count.parse().ok()).unwrap_or(5);
    let folder = tempfile::tempdir().unwrap();
    let has_tools =
        ["csmith", "cc"].iter().all(|tool| within_seconds(folder.path(), &[tool, "--version"]).1 == Some(0));
    if !has_tools || !Path::new("/usr/include/csmith/csmith.h").exists() {
        return tools::missing(
            "csmith or a C compiler",
            "pairs of random programs are not compared with compiled ones",
        );
    }
    let both = "int first(void); int second(void); int main(void) { first(); return second(); }";
    std::fs::write(folder.path().join("main.c"), both).unwrap();
    let mut compared = 0;
    for pair in 0..count {
        for (name, seed) in [("first", 2 * pair + 1), ("second", 2 * pair + 2)] {
            let seed = seed.to_string();
            let options = ["--no-structs", "--no-unions", "--no-volatiles", "--no-argc", "--max-funcs", "4"];
            let made = within_seconds(folder.path(), &[&["csmith", "--seed", &seed], &options[..]].concat());
            let text = made.0.replace("int main (void)", &format!("int {name}(void)"));
            std::fs::write(folder.path().join(format!("{name}.c")), text).unwrap();
        }
        let files = ["main.c", "first.c", "second.c"];
        let compile = [&["cc", "-w", "-O0", INCLUDE, "-o", "program"], &files[..]].concat();
        if within_seconds(folder.path(), &compile).1 != Some(0) {
            continue;
        }
        let expected = within_seconds(folder.path(), &["./program"]);
        let run = [&[env!("CARGO_BIN_EXE_damson"), "run", INCLUDE], &files[..]].concat();
        let found = within_seconds(folder.path(), &run);
        // 124: the time is over.
        if [expected.1, found.1].iter().all(|status| *status != Some(124)) {
            assert_eq!(found, expected, "seeds {} and {}", 2 * pair + 1, 2 * pair + 2);
            compared += 1;
        }
    }
    assert!(compared > 0 || count == 0, "all programs took too long");
}
