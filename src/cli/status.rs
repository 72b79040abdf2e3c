//! The status line: on a terminal, one line on standard error shows the current activity of a long command. Confirmed
//! errors are printed above it as soon as they are known, before the full report.
//!
//! It reads [`RunProgress`] and nothing else. It is never shown if standard error is no terminal.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use itertools::Itertools;

use super::input::memory_in_use;
use base::progress::RunProgress;

/// Delay until the line appears: faster commands need none.
const DELAY: Duration = Duration::from_millis(700);
/// Time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// A line that a thread of its own updates until it is dropped.
#[derive(Debug)]
pub(super) struct StatusLine {
    bar: ProgressBar,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl StatusLine {
    /// Shows the progress of a command that begins now. Returns `None` if standard error is no terminal.
    pub fn start(progress: Arc<RunProgress>) -> Option<StatusLine> {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if bar.is_hidden() {
            return None;
        }
        bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").ok()?);
        let (end, ended) = mpsc::channel();
        let shown = bar.clone();
        let work = move || {
            let (start, mut printed) = (Instant::now(), 0);
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if start.elapsed() < DELAY {
                    continue;
                }
                for error in progress.errors_from(printed) {
                    printed += 1;
                    shown.println(format!("found so far: {error}"));
                }
                shown.set_message(message(&progress, start.elapsed()));
                shown.tick();
            }
        };
        let thread = std::thread::Builder::new().spawn(work).ok()?;
        Some(StatusLine { bar, end: Some(end), thread: Some(thread) })
    }

    /// Does something while the line is hidden.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        drop(self.end.take());
        // A thread that panicked has merely stopped updating the line: no reason to fail.
        let _ = self.thread.take().map(JoinHandle::join);
        self.bar.finish_and_clear();
    }
}

/// Returns the text of the line.
fn message(progress: &RunProgress, elapsed: Duration) -> String {
    let mut parts = Vec::new();
    for (name, activities) in &progress.activities().into_iter().into_group_map().into_iter().sorted().collect_vec() {
        let steps: u64 = activities.iter().sum();
        parts.push(format!("{name}: {} steps", grouped(steps)));
    }
    match progress.errors() {
        0 => {}
        1 => parts.push("1 error".into()),
        errors => parts.push(format!("{errors} errors")),
    }
    parts.extend(memory_in_use().map(|bytes| format!("{} MiB", bytes >> 20)));
    parts.push(format!("{} s", elapsed.as_secs()));
    format!("{} (Ctrl-C stops)", parts.join(", "))
}

/// Formats a number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect_vec().join(",")
}

#[cfg(test)]
mod tests {
    use super::{grouped, message};
    use base::Budget;
    use std::time::Duration;

    #[test]
    fn the_line_names_what_is_done() {
        let budget = Budget::unlimited();
        let (one, other) = (budget.doing("shape analysis"), budget.doing("concrete runs"));
        (0..1_234).for_each(|_| one.check().unwrap());
        let another = budget.doing("concrete runs");
        assert!(another.check().is_ok() && other.check().is_ok());
        budget.found(|| "a.c:1:1: error: x".into());
        let text = message(&budget.progress(), Duration::from_secs(7));
        assert!(text.starts_with("concrete runs: 2 steps, shape analysis: 1,234 steps, 1 error, "), "{text}");
        assert!(text.ends_with("7 s (Ctrl-C stops)"), "{text}");
        assert_eq!([0, 12, 123, 1_234, 1_234_567].map(grouped), ["0", "12", "123", "1,234", "1,234,567"]);
    }
}
