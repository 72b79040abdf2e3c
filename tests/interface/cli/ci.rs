//! The chapter on continuous integration: its steps are run by a shell, one after the other, in a project.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::{files, root};

/// The shell scripts of the chapter.
fn steps() -> Vec<String> {
    let chapter = std::fs::read_to_string(root().join("docs/src/ci.md")).expect("the chapter");
    let blocks = chapter.split("\n```sh\n").skip(1);
    blocks.map(|rest| rest.split("\n```").next().expect("an end").to_string()).collect()
}

/// A project with one file and its specification; `cmake` writes how the file is compiled.
fn project(program: &str, specification: &str) -> TempDir {
    let made = tempfile::tempdir().expect("a folder");
    let folder = made.path();
    for name in ["src", "bin", "build"] {
        std::fs::create_dir(folder.join(name)).expect("a folder");
    }
    std::fs::write(folder.join("src/list.c"), program).expect("a program");
    std::fs::write(folder.join("src/list.spec"), specification).expect("a specification");
    let command = serde_json::json!([{ "directory": folder, "file": "src/list.c", "command": "cc -c src/list.c" }]);
    let script = format!("#!/bin/sh\ncat > build/compile_commands.json <<'END'\n{command}\nEND\n");
    std::fs::write(folder.join("bin/cmake"), script).expect("a script");
    let changed = Command::new("chmod").arg("+x").arg(folder.join("bin/cmake")).status().expect("chmod");
    assert!(changed.success());
    made
}

/// Runs steps in a project. Returns their exit statuses.
fn run_in(folder: &Path, steps: Vec<String>) -> Vec<Option<i32>> {
    let program = Path::new(env!("CARGO_BIN_EXE_damson")).parent().expect("a folder");
    let known = std::env::var("PATH").expect("a path");
    let path = format!("{}:{}:{known}", folder.join("bin").display(), program.display());
    let run = |step: String| {
        let mut shell = Command::new("sh");
        let output = shell.args(["-e", "-c", &step]).current_dir(folder).env("PATH", &path).output().expect("a shell");
        assert_ne!(output.status.code(), Some(1), "{step}\n{}", String::from_utf8_lossy(&output.stderr));
        output.status.code()
    };
    steps.into_iter().map(run).collect()
}

#[test]
fn the_steps_pass_where_all_is_proved() {
    let text = |name: &str| std::fs::read_to_string(files().join(name)).expect("a file");
    let project = project(&text("reverse.c"), &text("reverse.spec"));
    assert_eq!(run_in(project.path(), steps()), vec![Some(0); 6]);
    for name in ["damson.sarif", "damson.json", "baseline.sarif", "damson-report"] {
        assert!(project.path().join(name).exists(), "{name}");
    }
}

const FAULTY: &str = "\
#include <stdlib.h>
struct node { struct node *next; };
void drop(struct node *node) {
    free(node);
    free(node);
}
";

#[test]
fn the_steps_fail_on_errors_but_not_on_those_that_are_known() {
    let specification = "assume node != NULL @ entry;\n";
    let (violated, passed) = (Some(10), Some(0));
    let known = project(FAULTY, specification);
    assert_eq!(run_in(known.path(), steps()), [violated, violated, violated, passed, passed, violated]);
    // Without a baseline, the complete step fails, too.
    let new = project(FAULTY, specification);
    let complete = |step: &String| step.contains("cmake") || step.contains("baseline.sarif ]");
    assert_eq!(run_in(new.path(), steps().into_iter().filter(complete).collect()), [violated, violated]);
}
