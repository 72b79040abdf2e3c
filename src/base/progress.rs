//! The progress of a run, for observers. It never influences a result.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The activities of a run and the errors found so far, shared by clones of a budget.
#[derive(Debug, Default)]
pub struct RunProgress {
    activities: Mutex<Vec<Weak<Activity>>>,
    /// Errors that are certain, one line each.
    found: Mutex<Vec<String>>,
    errors: AtomicUsize,
}

/// A long-running activity; it lasts until its last holder drops it.
#[derive(Debug)]
pub struct Activity {
    name: &'static str,
    steps: AtomicU64,
}

impl Activity {
    pub(super) fn step(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        tracing::info!(steps = self.steps.load(Ordering::Relaxed), "{} ends", self.name);
    }
}

impl RunProgress {
    pub(super) fn begin(&self, name: &'static str) -> Arc<Activity> {
        let activity = Arc::new(Activity { name, steps: AtomicU64::new(0) });
        let mut activities = self.activities.lock().unwrap_or_else(PoisonError::into_inner);
        activities.retain(|known| known.strong_count() > 0);
        activities.push(Arc::downgrade(&activity));
        tracing::info!("{name} begins");
        activity
    }

    /// The names of the running activities in order of their start, each with its number of steps so far.
    pub fn activities(&self) -> Vec<(&'static str, u64)> {
        let activities = self.activities.lock().unwrap_or_else(PoisonError::into_inner);
        let known = activities.iter().filter_map(Weak::upgrade);
        known.map(|activity| (activity.name, activity.steps.load(Ordering::Relaxed))).collect()
    }

    /// Records a certain error, in one line; duplicates are dropped.
    pub(super) fn found(&self, text: String) {
        tracing::info!("certain: {text}");
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.contains(&text) {
            found.push(text);
            self.errors.store(found.len(), Ordering::Relaxed);
        }
    }

    /// The certain errors from index `first` on.
    pub fn errors_from(&self, first: usize) -> Vec<String> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.iter().skip(first).cloned().collect()
    }

    /// Number of certain errors.
    pub fn errors(&self) -> usize {
        self.errors.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use crate::Budget;

    #[test]
    fn activities_end_with_their_budgets_and_errors_stay() {
        let budget = Budget::unlimited();
        let progress = budget.progress();
        assert!(progress.activities().is_empty());
        {
            let one = budget.doing("one");
            let part = one.clone();
            let _other = budget.doing("other");
            assert!(one.check().is_ok() && part.check().is_ok());
            one.found(|| "an error".into());
            one.found(|| "an error".into());
            assert_eq!(progress.activities(), [("one", 2), ("other", 0)]);
        }
        assert!(progress.activities().is_empty());
        assert_eq!((progress.errors(), progress.errors_from(0)), (1, vec!["an error".to_string()]));
        assert!(progress.errors_from(1).is_empty());
    }
}
