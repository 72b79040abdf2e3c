//! Runs a command under a budget, with its output redirected to a file.

use crate::limits::{LONGEST_PAUSE, MOST_TOOL_OUTPUT};
use base::Budget;
use base::budget::Exhausted;
use base::process::{own_group, stop};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The reason why there is no output.
pub(super) enum ProcessFailure {
    /// The command does not exist.
    Missing,
    /// The budget is exhausted.
    Stopped(Exhausted),
    /// The operating system reported an error.
    Broken(std::io::Error),
}

impl From<std::io::Error> for ProcessFailure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::NotFound {
            ProcessFailure::Missing
        } else {
            ProcessFailure::Broken(error)
        }
    }
}

/// Runs the command to its end, and returns its output on both streams, whatever its exit status. Stops a command that
/// prints more than the limit.
pub(super) fn run(mut command: Command, directory: &Path, budget: &Budget) -> Result<String, ProcessFailure> {
    budget.check().map_err(ProcessFailure::Stopped)?;
    let path = directory.join("output.txt");
    let file = File::create(&path).map_err(ProcessFailure::Broken)?;
    let copy = file.try_clone().map_err(ProcessFailure::Broken)?;
    command.stdin(Stdio::null()).stdout(file).stderr(copy);
    own_group(&mut command);
    let mut child = command.spawn()?;
    let mut pause = Duration::from_millis(1);
    while child.try_wait().map_err(ProcessFailure::Broken)?.is_none() {
        if let Err(exhausted) = budget.check() {
            stop(&mut child);
            return Err(ProcessFailure::Stopped(exhausted));
        }
        if path.metadata().is_ok_and(|metadata| metadata.len() > MOST_TOOL_OUTPUT) {
            stop(&mut child);
            break;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    let mut bytes = Vec::new();
    File::open(&path)
        .map_err(ProcessFailure::Broken)?
        .take(MOST_TOOL_OUTPUT)
        .read_to_end(&mut bytes)
        .map_err(ProcessFailure::Broken)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
