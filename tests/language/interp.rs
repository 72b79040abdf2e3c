//! The sample programs of `tests/interp`: those in `runs` end with what their `.out` file says, which is what
//! they write and a last line with their exit status. A file `.in` is their standard input.

use crate::support::samples;
use crate::support::tools;

use std::path::Path;
use std::process::{Command, Stdio};

use samples::c_files;

fn expected(sample: &Path) -> String {
    std::fs::read_to_string(sample.with_extension("out")).unwrap()
}

/// Compiles a sample with the compiler's checks of undefined behaviour; `None` if it has none, or refuses the program.
fn sanitized(sample: &Path, program: &Path) -> Option<()> {
    let flags = ["-w", "-O0", "-g0", "-fsanitize=undefined,address,float-cast-overflow", "-fno-sanitize-recover=all"];
    let compiled = Command::new("cc").args(flags).arg(sample).arg("-o").arg(program).arg("-lm").output().ok()?;
    compiled.status.success().then_some(())
}

/// Runs a compiled sample; what it reads is beside the sample, in a file `.in`.
fn run(program: &Path, sample: &Path) -> std::process::Output {
    // The files that it makes are beside the program.
    let folder = program.parent().unwrap();
    let input = std::fs::File::open(sample.with_extension("in")).map_or(Stdio::null(), Stdio::from);
    let mut command = Command::new(program);
    command.current_dir(folder).env("ASAN_OPTIONS", "detect_stack_use_after_return=1").stdin(input).output().unwrap()
}

/// Faults that the compiler's checks do not see.
const UNSEEN: [&str; 7] = [
    "constant_literal",
    "constant_local",
    "constant_local_behind_pointer",
    "constant_parameter",
    "missing_argument",
    "printed_uninitialized",
    "wrong_format",
];

/// Calls a function that only verifiers know, so that no compiler links it.
const UNLINKED: &str = "reach_error";

#[test]
fn the_compilers_checks_see_the_same_faults() {
    if !tools::has_compiler("faults are not compared with the compiler's checks") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (kind, samples) in [("runs", c_files("interp/runs")), ("faults", c_files("interp/faults"))] {
        for sample in samples {
            let name = sample.file_stem().unwrap().to_str().unwrap();
            let program = folder.path().join(name);
            if UNSEEN.contains(&name) || name == UNLINKED {
                continue;
            }
            let Some(()) = sanitized(&sample, &program) else {
                tools::missing("a compiler with checks", &format!("{name} is not compared"));
                continue;
            };
            let run = run(&program, &sample);
            let messages = String::from_utf8_lossy(&run.stderr);
            let clean = !messages.contains("runtime error") && !messages.contains("Sanitizer");
            match kind {
                "runs" => assert!(clean, "{name}: {messages}"),
                // Assertions and `reach_error` end the program by themselves.
                _ => assert_ne!(run.status.code(), Some(0), "{name} runs without an error"),
            }
        }
    }
}

#[test]
fn the_expected_results_are_those_of_the_systems_compiler() {
    if !tools::has_compiler("expected results are not compared with compiled programs") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for sample in c_files("interp/runs") {
        let program = folder.path().join(sample.file_stem().unwrap());
        let compiled = Command::new("cc").arg("-w").arg(&sample).arg("-o").arg(&program).arg("-lm").status().unwrap();
        assert!(compiled.success(), "{}", sample.display());
        let run = run(&program, &sample);
        let found = format!("{}exit {}\n", String::from_utf8(run.stdout).unwrap(), run.status.code().unwrap());
        assert_eq!(found, expected(&sample), "{}", sample.display());
    }
}
