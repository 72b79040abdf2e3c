//! Limits of time and memory and the wish to stop, passed to every stage that can run long.

use crate::progress::{Activity, RunProgress};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
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
    memory: Option<(u64, MemoryProbe)>,
    calls: Arc<AtomicU32>,
    stop: Arc<AtomicBool>,
    /// The flags of those that this one is a child of.
    outer: Vec<Arc<AtomicBool>>,
    /// What the holder is doing, where that has a name.
    activity: Option<Arc<Activity>>,
    progress: Arc<RunProgress>,
}

/// The memory probe costs a system call: it is asked once in this many checks.
const PROBE_INTERVAL: u32 = 1024;

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
        self.memory = Some((bytes, probe));
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
        if let Some((limit, probe)) = self.memory
            && self.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(PROBE_INTERVAL)
            && probe().is_some_and(|used| used > limit)
        {
            return Err(Exhausted::Memory);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Exhausted};

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
