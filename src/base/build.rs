//! Build script: finds the commit that is built, for `--version`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A debug build is not for users: it need not be built again after every commit.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release")
        && let Some(commit) = commit()
    {
        println!("cargo:rustc-env=DAMSON_COMMIT={commit}");
    }
}

/// The commit that is checked out, where this is a checkout. A package within somebody else's is none.
fn commit() -> Option<String> {
    if !Path::new("../../.git").exists() {
        return None;
    }
    // The log of HEAD grows with every commit and every checkout.
    for name in ["HEAD", "logs/HEAD"] {
        let path = PathBuf::from(git(&["rev-parse", "--git-path", name])?);
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// What git says, in one line.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string()).filter(|line| !line.is_empty())
}
