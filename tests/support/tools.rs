//! Programs of the system that some tests compare Damson with: SPIN, ABC, a C compiler, csmith.
//!
//! Where one is missing, such a test checks nothing. That is a failure in continuous integration (`CI=true`, as `.ci/run` sets
//! it), and a line on standard error elsewhere, which cargo shows although the test passes.

use std::io::Write;
use std::process::Command;

/// Whether there is a C compiler. Without one, `unchecked` is what is not checked.
pub fn has_compiler(unchecked: &str) -> bool {
    has("cc", "--version", unchecked)
}

/// Whether SPIN is installed. Without it, `unchecked` is what is not checked.
pub fn has_spin(unchecked: &str) -> bool {
    has("spin", "-V", unchecked)
}

/// Whether ABC is installed. Without it, `unchecked` is what is not checked.
pub fn has_abc(unchecked: &str) -> bool {
    // ABC's exit status says nothing.
    let is_there = Command::new("berkeley-abc").args(["-q", "quit"]).output().is_ok();
    if !is_there {
        missing("ABC", unchecked);
    }
    is_there
}

/// Says that a tool is missing, and what is therefore not checked.
pub fn missing(tool: &str, unchecked: &str) {
    let message = format!("{tool} is missing: {unchecked}");
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{message}");
    // The test harness shows what goes to `eprintln` only if the test fails.
    let _ = writeln!(std::io::stderr(), "{message}");
}

fn has(tool: &str, argument: &str, unchecked: &str) -> bool {
    let is_there = Command::new(tool).arg(argument).output().is_ok_and(|output| output.status.success());
    if !is_there {
        missing(tool, unchecked);
    }
    is_there
}

/// Says that a tool is missing of which there need be none.
pub fn absent(tool: &str, unchecked: &str) {
    let _ = writeln!(std::io::stderr(), "{tool} is missing: {unchecked}");
}
