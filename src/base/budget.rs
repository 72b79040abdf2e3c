//! Limits on time, processor time and memory and the request to stop, passed to every stage that can run long.

use crate::progress::{Activity, RunProgress};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The reason why a stage stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exhausted {
    /// A limit on work rather than time: the same on every machine.
    #[error("the limit of work was reached")]
    Effort,
    #[error("the time limit was reached (--timeout)")]
    Time,
    #[error("the limit of processor time was reached (--cpu-time)")]
    ProcessorTime,
    #[error("the memory limit was reached (--memory-limit)")]
    Memory,
    /// The system sets this limit, not Damson.
    #[error("the limit of the address space was reached (ulimit -v)")]
    AddressSpace,
    #[error("the run was interrupted")]
    Interrupted,
}

/// Returns the memory usage of the process in bytes, if the system can tell.
pub type MemoryProbe = fn() -> Option<u64>;

/// Returns the processor time that the process has used so far, in microseconds: of all its threads, and of the processes that it
/// has waited for. `None` if the system cannot tell.
pub type ProcessorProbe = fn() -> Option<u64>;

/// A deadline, limits of memory and processor time, and a stop flag; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    /// The time limit that the deadline was made of.
    time: Option<Duration>,
    processor: Option<UsageLimit>,
    memory: Option<UsageLimit>,
    address_space: Option<UsageLimit>,
    stop: Arc<AtomicBool>,
    /// Stop flags of the ancestors of this budget.
    outer: Vec<Arc<AtomicBool>>,
    /// The check at which it is exhausted, whatever the clock says.
    counted: Option<Arc<CountedChecks>>,
    /// The named activity of the holder, if any.
    activity: Option<Arc<Activity>>,
    progress: Arc<RunProgress>,
}

/// A limit on the number of checks, which clones share.
#[derive(Debug)]
struct CountedChecks {
    made: AtomicU64,
    most: u64,
    why: Exhausted,
}

impl CountedChecks {
    fn check(&self) -> Result<(), Exhausted> {
        if self.made.fetch_add(1, Ordering::Relaxed) >= self.most { Err(self.why) } else { Ok(()) }
    }
}

/// A limit on what the process uses, and the last answer of the probe, which clones share.
#[derive(Clone, Debug)]
struct UsageLimit {
    /// Bytes, or microseconds of processor time.
    most: u64,
    probe: fn() -> Option<u64>,
    since: Instant,
    /// Time of the last probe, in microseconds after `since`; [`NEVER`] at first.
    asked: Arc<AtomicU64>,
    /// True if the limit was exceeded then.
    passed: Arc<AtomicBool>,
}

/// Microseconds between two calls of a probe, which costs a system call. In this time a program writes about
/// ten megabytes. Counting checks instead would not do: any amount of memory may be allocated between two of them.
const PROBE_INTERVAL: u64 = 5_000;
const NEVER: u64 = u64::MAX;

impl UsageLimit {
    fn new(most: u64, probe: fn() -> Option<u64>) -> Self {
        let (asked, passed) = (Arc::new(AtomicU64::new(NEVER)), Arc::default());
        UsageLimit { most, probe, since: Instant::now(), asked, passed }
    }

    fn is_passed(&self, now: Instant) -> bool {
        let now = u64::try_from(now.duration_since(self.since).as_micros()).unwrap_or(NEVER - 1);
        let asked = self.asked.load(Ordering::Relaxed);
        if asked == NEVER || now >= asked.saturating_add(PROBE_INTERVAL) {
            self.passed.store((self.probe)().is_some_and(|used| used > self.most), Ordering::Relaxed);
            self.asked.store(now, Ordering::Relaxed);
        }
        self.passed.load(Ordering::Relaxed)
    }

    /// Returns a limit that leaves a fraction of what remains.
    fn share(&self, part: f64) -> Self {
        let used = (self.probe)().unwrap_or(0).min(self.most);
        let left = (self.most - used) as f64 * part.clamp(0.0, 1.0);
        UsageLimit::new(used + left as u64, self.probe)
    }
}

impl Budget {
    pub fn unlimited() -> Self {
        Self::default()
    }

    pub fn for_duration(limit: Duration) -> Self {
        Self::unlimited().with_time_limit(limit)
    }

    /// Returns a budget that is exhausted for a given reason after a number of checks: a test can end each stage at each
    /// of its checks, on every machine.
    pub fn for_checks(most: u64, why: Exhausted) -> Self {
        let counted = CountedChecks { made: AtomicU64::new(0), most, why };
        Budget { counted: Some(Arc::new(counted)), ..Self::default() }
    }

    /// Returns the number of checks so far of a budget [`for_checks`](Budget::for_checks).
    pub fn checks_made(&self) -> u64 {
        self.counted.as_ref().map_or(0, |counted| counted.made.load(Ordering::Relaxed))
    }

    /// Adds a deadline `limit` from now.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Self {
        self.deadline = Instant::now().checked_add(limit);
        self.time = Some(limit);
        self
    }

    /// Returns the time limit of the whole work, of which this budget may be a share.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// Adds a limit of processor time: exhausted when the probe returns more than `limit`.
    #[must_use]
    pub fn with_processor_limit(mut self, limit: Duration, probe: ProcessorProbe) -> Self {
        let microseconds = u64::try_from(limit.as_micros()).unwrap_or(u64::MAX);
        self.processor = Some(UsageLimit::new(microseconds, probe));
        self
    }

    /// Adds a memory limit: exhausted when the probe returns more than `bytes`.
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: u64, probe: MemoryProbe) -> Self {
        self.memory = Some(UsageLimit::new(bytes, probe));
        self
    }

    /// Adds a limit of the address space, which the system enforces: exhausted when the probe returns more than `bytes`.
    #[must_use]
    pub fn with_address_space_limit(mut self, bytes: u64, probe: MemoryProbe) -> Self {
        self.address_space = Some(UsageLimit::new(bytes, probe));
        self
    }

    /// Returns a budget with a fraction of the remaining time and processor time that shares everything else.
    #[must_use]
    pub fn share(&self, part: f64) -> Self {
        let now = Instant::now();
        let shared = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(part.clamp(0.0, 1.0));
        let processor = self.processor.as_ref().map(|limit| limit.share(part));
        Budget { deadline: self.deadline.map(shared), processor, ..self.clone() }
    }

    /// Returns a budget with the same limits and its own stop flag: interrupting it stops only its holders, while
    /// interrupting this budget also stops the child.
    #[must_use]
    pub fn child(&self) -> Self {
        let outer = self.outer.iter().chain([&self.stop]).map(Arc::clone).collect();
        Budget { stop: Arc::default(), outer, ..self.clone() }
    }

    /// Returns a budget that shares everything with this one, for a named long-running activity.
    #[must_use]
    pub fn doing(&self, name: &'static str) -> Self {
        Budget { activity: Some(self.progress.begin(name)), ..self.clone() }
    }

    /// Returns a budget with the same limits whose progress and findings are not reported.
    #[must_use]
    pub fn aside(&self) -> Self {
        Budget { progress: Arc::default(), activity: None, ..self.clone() }
    }

    /// The progress of the activities under this budget and its relatives.
    pub fn progress(&self) -> Arc<RunProgress> {
        Arc::clone(&self.progress)
    }

    /// Reports a certain error, in one line, to whoever watches the progress.
    pub fn found(&self, text: impl FnOnce() -> String) {
        self.progress.found(text());
    }

    /// Clears the stop flag, so that new work may proceed.
    pub fn resume(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Asks the holders of all clones to stop.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns an error once the budget is exhausted. Cheap enough for inner loops that do real work.
    pub fn check(&self) -> Result<(), Exhausted> {
        if let Some(activity) = &self.activity {
            activity.step();
        }
        if self.outer.iter().chain([&self.stop]).any(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Exhausted::Interrupted);
        }
        if let Some(counted) = &self.counted {
            counted.check()?;
        }
        let usage = [
            (&self.memory, Exhausted::Memory),
            (&self.address_space, Exhausted::AddressSpace),
            (&self.processor, Exhausted::ProcessorTime),
        ];
        if self.deadline.is_none() && usage.iter().all(|(limit, _)| limit.is_none()) {
            return Ok(());
        }
        let now = Instant::now();
        for (limit, why) in usage {
            if limit.as_ref().is_some_and(|limit| limit.is_passed(now)) {
                return Err(why);
            }
        }
        match self.deadline {
            Some(deadline) if now >= deadline => Err(Exhausted::Time),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Exhausted};
    use std::time::Duration;

    #[test]
    fn memory_is_asked_for_at_the_first_check_and_the_answer_stands_for_a_while() {
        let passed = Budget::unlimited().with_memory_limit(10, || Some(11));
        assert_eq!([passed.check(), passed.check()], [Err(Exhausted::Memory); 2]);
        assert_eq!(Budget::unlimited().with_memory_limit(10, || Some(9)).check(), Ok(()));
        assert_eq!(Budget::unlimited().with_memory_limit(10, || None).check(), Ok(()));
    }

    #[test]
    fn the_limit_of_the_address_space_is_another_one() {
        let passed = Budget::unlimited().with_memory_limit(10, || Some(9)).with_address_space_limit(10, || Some(11));
        assert_eq!(passed.check(), Err(Exhausted::AddressSpace));
    }

    #[test]
    fn a_share_of_processor_time_is_a_share_of_what_is_left() {
        // The process has used 8 ms of 10 ms.
        let limited = Budget::unlimited().with_processor_limit(Duration::from_millis(10), || Some(8_000));
        assert_eq!([limited.check(), limited.share(0.5).check()], [Ok(()); 2]);
        assert_eq!(limited.share(0.5).processor.map(|limit| limit.most), Some(9_000));
        let passed = Budget::unlimited().with_processor_limit(Duration::from_millis(7), || Some(8_000));
        assert_eq!([passed.check(), passed.share(0.5).check()], [Err(Exhausted::ProcessorTime); 2]);
        assert_eq!(Budget::unlimited().with_processor_limit(Duration::ZERO, || None).check(), Ok(()));
    }

    #[test]
    fn checks_are_counted_over_all_relatives() {
        let counted = Budget::for_checks(2, Exhausted::Time);
        let relatives = [counted.clone(), counted.child(), counted.share(0.5), counted.aside()];
        assert_eq!(relatives.map(|budget| budget.check().is_ok()), [true, true, false, false]);
        assert_eq!((counted.checks_made(), counted.check()), (4, Err(Exhausted::Time)));
    }

    #[test]
    fn a_child_stops_with_its_parent_but_not_the_other_way_round() {
        let parent = Budget::unlimited();
        let (one, other) = (parent.child(), parent.child());
        one.clone().interrupt();
        let stopped = |budget: &Budget| budget.check() == Err(Exhausted::Interrupted);
        assert_eq!([&parent, &one, &other].map(stopped), [false, true, false]);
        parent.interrupt();
        assert_eq!([&parent, &one, &other].map(stopped), [true, true, true]);
    }
}
