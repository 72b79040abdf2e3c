//! Limits of time and memory and the wish to stop, passed to every stage that can run long.

use crate::progress::{Activity, RunProgress};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a stage stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exhausted {
    /// A limit of work that is no time: the same on every machine.
    #[error("the limit of work was reached")]
    Effort,
    /// `--timeout` ran out.
    #[error("the time limit was reached (--timeout)")]
    Time,
    /// `--memory-limit` was passed.
    #[error("the memory limit was reached (--memory-limit)")]
    Memory,
    /// The run was cancelled.
    #[error("the run was interrupted")]
    Interrupted,
}

/// Tells how many bytes the process uses, where the system can say.
pub type MemoryProbe = fn() -> Option<u64>;

/// A deadline, a limit of memory and a flag; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<MemoryLimit>,
    stop: Arc<AtomicBool>,
    /// The flags of those that this one is a child of.
    outer: Vec<Arc<AtomicBool>>,
    /// What the holder is doing, where that has a name.
    activity: Option<Arc<Activity>>,
    progress: Arc<RunProgress>,
}

/// A limit of memory, and what the probe said last; clones share that.
#[derive(Clone, Debug)]
struct MemoryLimit {
    bytes: u64,
    probe: MemoryProbe,
    since: Instant,
    /// When it was asked, in microseconds after `since`; [`NEVER`] at first.
    asked: Arc<AtomicU64>,
    /// Whether more memory was in use then.
    passed: Arc<AtomicBool>,
}

/// Microseconds between two questions to the memory probe, which costs a system call of one. In this time a program writes some
/// ten megabytes. Counting the checks would not do: between two of them, much or little memory may be taken.
const PROBE_INTERVAL: u64 = 5_000;
const NEVER: u64 = u64::MAX;

impl MemoryLimit {
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
    /// No limit.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Stops after `limit` from now.
    pub fn for_duration(limit: Duration) -> Self {
        Budget { deadline: Instant::now().checked_add(limit), ..Self::default() }
    }

    /// Also stops after `limit` from now.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Self {
        self.deadline = Instant::now().checked_add(limit);
        self
    }

    /// Also stops when the probe returns more than `bytes`.
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: u64, probe: MemoryProbe) -> Self {
        let (asked, passed) = (Arc::new(AtomicU64::new(NEVER)), Arc::default());
        self.memory = Some(MemoryLimit { bytes, probe, since: Instant::now(), asked, passed });
        self
    }

    /// A budget of part of the time that is left, which shares the rest.
    #[must_use]
    pub fn share(&self, part: f64) -> Self {
        let now = Instant::now();
        let shared = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(part.clamp(0.0, 1.0));
        Budget { deadline: self.deadline.map(shared), ..self.clone() }
    }

    /// A budget of the same limits with a flag of its own: asked to stop, only its holders do; they do so, too, if this
    /// one's are asked to.
    #[must_use]
    pub fn child(&self) -> Self {
        let outer = self.outer.iter().chain([&self.stop]).map(Arc::clone).collect();
        Budget { stop: Arc::default(), outer, ..self.clone() }
    }

    /// A budget that shares everything with this one, for something that takes long and has a name.
    #[must_use]
    pub fn doing(&self, name: &'static str) -> Self {
        Budget { activity: Some(self.progress.begin(name)), ..self.clone() }
    }

    /// A budget of the same limits whose progress nobody watches: what is found with it is not told.
    #[must_use]
    pub fn aside(&self) -> Self {
        Budget { progress: Arc::default(), activity: None, ..self.clone() }
    }

    /// What is being done with this budget and its relatives.
    pub fn progress(&self) -> Arc<RunProgress> {
        Arc::clone(&self.progress)
    }

    /// Says that an error is certain, to whoever watches: one line.
    pub fn found(&self, text: impl FnOnce() -> String) {
        self.progress.found(text());
    }

    /// Forgets that everyone was asked to stop: what begins now may go on.
    pub fn resume(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Asks everyone who holds a clone to stop.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// `Err` once the budget is used up. Cheap enough for inner loops that do real work.
    pub fn check(&self) -> Result<(), Exhausted> {
        if let Some(activity) = &self.activity {
            activity.step();
        }
        if self.outer.iter().chain([&self.stop]).any(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Exhausted::Interrupted);
        }
        if self.memory.is_none() && self.deadline.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        if self.memory.as_ref().is_some_and(|memory| memory.is_passed(now)) {
            return Err(Exhausted::Memory);
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
