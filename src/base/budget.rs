//! Limits on time and memory and the request to stop, passed to every stage that can run long.

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

/// A deadline, a memory limit and a stop flag; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<MemoryLimit>,
    address_space: Option<MemoryLimit>,
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

/// A memory limit and the last answer of the probe, which clones share.
#[derive(Clone, Debug)]
struct MemoryLimit {
    bytes: u64,
    probe: MemoryProbe,
    since: Instant,
    /// Time of the last probe, in microseconds after `since`; [`NEVER`] at first.
    asked: Arc<AtomicU64>,
    /// True if the limit was exceeded then.
    passed: Arc<AtomicBool>,
}

/// Microseconds between two calls of the memory probe, which costs a system call. In this time a program writes about
/// ten megabytes. Counting checks instead would not do: any amount of memory may be allocated between two of them.
const PROBE_INTERVAL: u64 = 5_000;
const NEVER: u64 = u64::MAX;

impl MemoryLimit {
    fn new(bytes: u64, probe: MemoryProbe) -> Self {
        let (asked, passed) = (Arc::new(AtomicU64::new(NEVER)), Arc::default());
        MemoryLimit { bytes, probe, since: Instant::now(), asked, passed }
    }

    fn is_passed(&self, now: Instant) -> bool {
        let now = u64::try_from(now.duration_since(self.since).as_micros()).unwrap_or(NEVER - 1);
        let asked = self.asked.load(Ordering::Relaxed);
        if asked == NEVER || now >= asked.saturating_add(PROBE_INTERVAL) {
            self.passed.store((self.probe)().is_some_and(|used| used > self.bytes), Ordering::Relaxed);
            self.asked.store(now, Ordering::Relaxed);
        }
        self.passed.load(Ordering::Relaxed)
    }
}

impl Budget {
    pub fn unlimited() -> Self {
        Self::default()
    }

    pub fn for_duration(limit: Duration) -> Self {
        Budget { deadline: Instant::now().checked_add(limit), ..Self::default() }
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
        self
    }

    /// Adds a memory limit: exhausted when the probe returns more than `bytes`.
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: u64, probe: MemoryProbe) -> Self {
        self.memory = Some(MemoryLimit::new(bytes, probe));
        self
    }

    /// Adds a limit of the address space, which the system enforces: exhausted when the probe returns more than `bytes`.
    #[must_use]
    pub fn with_address_space_limit(mut self, bytes: u64, probe: MemoryProbe) -> Self {
        self.address_space = Some(MemoryLimit::new(bytes, probe));
        self
    }

    /// Returns a budget with a fraction of the remaining time that shares everything else.
    #[must_use]
    pub fn share(&self, part: f64) -> Self {
        let now = Instant::now();
        let shared = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(part.clamp(0.0, 1.0));
        Budget { deadline: self.deadline.map(shared), ..self.clone() }
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
        if self.memory.is_none() && self.address_space.is_none() && self.deadline.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        if self.memory.as_ref().is_some_and(|memory| memory.is_passed(now)) {
            return Err(Exhausted::Memory);
        }
        if self.address_space.as_ref().is_some_and(|memory| memory.is_passed(now)) {
            return Err(Exhausted::AddressSpace);
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
