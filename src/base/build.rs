//! Build script: determines the commit being built, for `--version`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Debug builds are not for users, and need not be rebuilt after every commit.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release")
        && let Some(commit) = commit()
    {
        println!("cargo:rustc-env=DAMSON_COMMIT={commit}");
    }
}

/// Returns the checked-out commit; `None` outside of Damson's own checkout, such as a package inside another
/// repository.
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

/// Returns the output of git, trimmed.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string()).filter(|line| !line.is_empty())
}
