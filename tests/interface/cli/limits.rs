//! Limits of time and memory: every command ends in "unknown" and names the limit, in every format, also where it ends the
//! reading of the program. `tests/answers/limits.rs` has the stages.

use std::io::Write;
use std::process::{Command, Output};

use serde_json::Value;

use super::{damson, files, json, stdout};

const UNKNOWN: i32 = 5;

/// Commands that give an answer.
const COMMANDS: [&[&str]; 6] = [
    &["verify", "reverse.c", "--spec", "reverse.spec"],
    &["verify", "null.c"],
    &["smg", "null.c"],
    &["smg", "null.c", "two.c", "--all-entries"],
    &["bmc", "null.c"],
    &["bmc", "null.c", "--emit", "dimacs"],
];

/// Limits that are reached before the program was read, and what the reason has to name.
const LIMITS: [([&str; 2], &str); 2] =
    [(["--timeout", "0.000001"], "--timeout"), (["--memory-limit", "1"], "--memory-limit")];

#[test]
fn each_command_names_the_limit_that_ends_it() {
    for command in COMMANDS {
        for (limit, name) in LIMITS {
            let arguments = [command, &limit].concat();
            let run = damson(&arguments).code(UNKNOWN);
            let shown = stdout(&run);
            assert!(shown.contains("verdict: unknown\n") && shown.contains(name), "{arguments:?}: {shown}");
            assert!(run.get_output().stderr.is_empty(), "{arguments:?}");
            let run = damson(&[&arguments[..], &["--format", "json"]].concat()).code(UNKNOWN);
            let document = json(&run);
            let has_it = document["reason"].as_str().is_some_and(|reason| reason.contains(name));
            assert!(document["verdict"] == "unknown" && has_it, "{arguments:?}: {document}");
            let run = damson(&[&arguments[..], &["--format", "sarif"]].concat()).code(UNKNOWN);
            let document: Value = json(&run);
            assert_eq!(document["runs"][0]["invocations"][0]["exitCode"], UNKNOWN, "{arguments:?}: {document}");
        }
    }
}

#[test]
fn commands_without_a_verdict_end_too() {
    for command in [
        &["run", "null.c"][..],
        &["explore", "reverse.c", "--spec", "reverse.spec"],
        &["abstract", "reverse.c", "--spec", "reverse.spec"],
    ] {
        for (limit, name) in LIMITS {
            let run = damson(&[command, &limit].concat()).code(UNKNOWN);
            assert!(stdout(&run).contains(name), "{command:?}: {}", stdout(&run));
        }
    }
}

/// The macro doubles so often that the preprocessor never ends.
#[test]
fn the_preprocessor_ends_with_the_time() {
    let mut text = "#define A0 x+\n".to_string();
    (1..40).for_each(|level| text += &format!("#define A{level} A{0} A{0}\n", level - 1));
    text += "int main(void) { int x = 1; return A39 x; }\n";
    let mut file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file");
    file.write_all(text.as_bytes()).expect("it can be written");
    let path = file.path().to_str().expect("a name");
    let run = damson(&["verify", path, "--timeout", "0.5"]).code(UNKNOWN);
    let shown = stdout(&run);
    assert!(shown.contains("(--timeout) while the program was preprocessed"), "{shown}");
}

/// Runs a command with a limit on its address space, in KiB.
fn within(address_space: u32, arguments: &str) -> Output {
    let line = format!("ulimit -v {address_space}; exec '{}' {arguments}", env!("CARGO_BIN_EXE_damson"));
    Command::new("sh").args(["-c", &line]).current_dir(files()).output().expect("a shell")
}

/// With the smallest of these, no thread can be started; with the largest, the program is read.
#[test]
fn too_small_an_address_space_is_no_reason_to_abort() {
    for address_space in [100_000, 200_000, 400_000, 600_000] {
        for arguments in ["verify reverse.c --spec reverse.spec", "smg null.c --format json"] {
            let output = within(address_space, arguments);
            let (shown, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            let (code, what) = (output.status.code(), format!("{address_space} KiB: {arguments}\n{shown}{said}"));
            let is_answer = address_space == 600_000 && code != Some(UNKNOWN);
            assert!(is_answer || (code == Some(UNKNOWN) && shown.contains("(ulimit -v)")), "{what}");
            assert!(!said.contains("panicked"), "{what}");
        }
    }
    assert_eq!(within(4_000_000, "smg null.c").status.code(), Some(10));
}
