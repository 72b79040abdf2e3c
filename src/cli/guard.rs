//! The last resort of the limits. Every stage checks its budget, and ends with what it knows. Where one takes longer
//! between two checks than a limit allows, or needs much more memory, a thread of its own ends the command: the answer
//! is then unknown, with the limit as the reason, and partial results are lost.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::input::memory_in_use;
use super::options::ReportFormat;
use super::usage;
use base::Exhausted;
use base::progress::RunProgress;
use engine::verdict::Verdict;
use report::{refusal, sarif};

/// Time between two looks: in this time a program writes about twenty megabytes.
const PAUSE: Duration = Duration::from_millis(10);
/// What a stage may take beyond a limit: a part of the limit, and a constant for what is done once. Both are somewhat
/// less than the tenth, the second and the 64 MiB that Damson promises.
const PART_BEYOND: f64 = 0.08;
const TIME_BEYOND: Duration = Duration::from_millis(800);
const BYTES_BEYOND: u64 = 48 << 20;

/// The limits of a command.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HardLimits {
    pub time: Option<Duration>,
    pub processor: Option<Duration>,
    pub bytes: Option<u64>,
}

/// How far a command is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Stage {
    #[default]
    Working,
    /// Results are printed.
    Answering,
    /// The guard ends the process.
    Ended,
}

/// Watches a command from another thread, until it has results.
#[derive(Clone, Debug, Default)]
pub(super) struct Guard {
    stage: Arc<Mutex<Stage>>,
}

/// What the guard prints in place of the results.
struct Ending {
    format: ReportFormat,
    /// The file of `--output`.
    output: Option<PathBuf>,
    progress: Arc<RunProgress>,
}

impl Guard {
    /// Starts watching. Without a thread, nothing is watched.
    pub fn watch(
        limits: HardLimits,
        format: ReportFormat,
        output: Option<PathBuf>,
        progress: Arc<RunProgress>,
    ) -> Guard {
        let (guard, start) = (Guard::default(), Instant::now());
        let (watched, ending) = (guard.clone(), Ending { format, output, progress });
        let work = move || {
            while watched.stage() == Stage::Working {
                match limits.passed(limits.used(start)) {
                    Some(why) => watched.end(why, &ending),
                    None => std::thread::sleep(PAUSE),
                }
            }
        };
        let has_limits = limits.time.is_some() || limits.processor.is_some() || limits.bytes.is_some();
        // It ends with the process.
        let _ = has_limits.then(|| std::thread::Builder::new().name("guard".into()).spawn(work));
        guard
    }

    fn stage(&self) -> Stage {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Call this before results are printed. Does not return if the guard ends the process.
    pub fn begin_answer(&self) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if *stage == Stage::Working {
            *stage = Stage::Answering;
        }
        if *stage == Stage::Ended {
            drop(stage);
            loop {
                std::thread::park();
            }
        }
    }

    /// Ends the process, unless there are results.
    fn end(&self, why: Exhausted, ending: &Ending) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if *stage != Stage::Working {
            return;
        }
        *stage = Stage::Ended;
        drop(stage);
        ending.print(why);
        std::process::exit(i32::from(Verdict::Unknown.exit_status()));
    }
}

/// What a command has used.
#[derive(Clone, Copy, Default, Debug)]
struct Used {
    time: Duration,
    processor: Option<Duration>,
    bytes: Option<u64>,
}

impl HardLimits {
    /// Returns what a command has used since its start, as far as it is limited.
    fn used(self, start: Instant) -> Used {
        let processor = self.processor.and_then(|_| usage::processor_time()).map(Duration::from_micros);
        Used { time: start.elapsed(), processor, bytes: self.bytes.and_then(|_| memory_in_use()) }
    }

    /// Returns the limit that was passed by more than a stage may.
    fn passed(self, used: Used) -> Option<Exhausted> {
        let beyond = |limit: Duration| limit.as_secs_f64() * (1.0 + PART_BEYOND) + TIME_BEYOND.as_secs_f64();
        if self.time.is_some_and(|limit| used.time.as_secs_f64() > beyond(limit)) {
            return Some(Exhausted::Time);
        }
        if self.processor.zip(used.processor).is_some_and(|(limit, used)| used.as_secs_f64() > beyond(limit)) {
            return Some(Exhausted::ProcessorTime);
        }
        let beyond =
            |limit: u64| limit.saturating_add((limit as f64 * PART_BEYOND) as u64).saturating_add(BYTES_BEYOND);
        let most = self.bytes.map(beyond);
        most.zip(used.bytes).is_some_and(|(most, bytes)| bytes > most).then_some(Exhausted::Memory)
    }
}

impl Ending {
    /// Prints what is known. That it cannot be written changes nothing: the exit status says that there is no answer.
    fn print(&self, why: Exhausted) {
        use std::io::Write;
        let found: String =
            self.progress.errors_from(0).into_iter().map(|error| format!("found so far: {error}\n")).collect();
        let _ = std::io::stderr().write_all(found.as_bytes());
        let reason = why.to_string();
        let text = match self.format {
            ReportFormat::Text => report::text::unknown(&reason, why),
            ReportFormat::Competition => report::competition::no_answer(&reason, Some(why)),
            ReportFormat::Json => refusal::json_unknown(&reason, &[]),
            ReportFormat::Sarif => sarif::refusal(&[refusal::of_limit(&reason)], Verdict::Unknown.exit_status()),
        };
        let _ = match &self.output {
            Some(path) => std::fs::write(path, text),
            None => std::io::stdout().write_all(text.as_bytes()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_passed_beyond_what_a_stage_may_take() {
        let limits = HardLimits { time: Some(Duration::from_secs(10)), processor: None, bytes: Some(100 << 20) };
        let passed = |milliseconds, mebibytes: u64| {
            let (time, bytes) = (Duration::from_millis(milliseconds), Some(mebibytes << 20));
            limits.passed(Used { time, processor: None, bytes })
        };
        assert_eq!([passed(10_100, 120), passed(11_500, 100)], [None, None]);
        assert_eq!([passed(11_700, 100), passed(1, 160)], [Some(Exhausted::Time), Some(Exhausted::Memory)]);
        let all = Used { time: Duration::MAX, processor: Some(Duration::MAX), bytes: Some(u64::MAX) };
        assert_eq!(HardLimits::default().passed(all), None);
        let processor = HardLimits { processor: Some(Duration::from_secs(10)), ..HardLimits::default() };
        let passed =
            |seconds| processor.passed(Used { processor: Some(Duration::from_secs(seconds)), ..Used::default() });
        assert_eq!([passed(11), passed(12)], [None, Some(Exhausted::ProcessorTime)]);
    }
}
