//! Limits of time and the wish to stop, passed to every stage that can run long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a stage stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exhausted {
    /// `--timeout` ran out.
    #[error("the time limit was reached")]
    Time,
    /// Somebody asked to stop.
    #[error("the run was interrupted")]
    Interrupted,
}

/// A deadline and a flag; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// No limit.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Stops after `limit` from now.
    pub fn for_duration(limit: Duration) -> Self {
        Budget { deadline: Instant::now().checked_add(limit), stop: Arc::default() }
    }

    /// Asks everyone who holds a clone to stop.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// `Err` once the budget is used up. Cheap enough for inner loops that do real work.
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Exhausted::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            _ => Ok(()),
        }
    }
}
