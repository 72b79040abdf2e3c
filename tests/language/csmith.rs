//! Random programs of csmith do the same in the interpreter as compiled: `tests/csmith/run` on a few of them.
//! `DAMSON_CSMITH` is how many (5).

use crate::support::tools;

use std::process::Command;

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
