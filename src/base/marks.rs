//! Coverage marks: tests check which cases of an algorithm they exercise.
//!
//! A case calls [`hit`] with its name, and a test asks [`of`] for the names. Marks are not state of Damson: nothing is
//! recorded outside of [`of`], on other threads, or in release builds, and only tests read them.

use std::cell::RefCell;
use std::collections::BTreeSet;

thread_local! {
    static RECORDED: RefCell<Option<BTreeSet<&'static str>>> = const { RefCell::new(None) };
}

/// Records that the named case is reached.
#[inline]
pub fn hit(name: &'static str) {
    if cfg!(debug_assertions) {
        RECORDED.with_borrow_mut(|recorded| recorded.as_mut().map(|names| names.insert(name)));
    }
}

/// Runs `work` and returns the names of the cases that this thread reaches in it; empty in release builds.
pub fn of(work: impl FnOnce()) -> BTreeSet<&'static str> {
    let before = RECORDED.replace(Some(BTreeSet::new()));
    work();
    RECORDED.replace(before).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{hit, of};

    #[test]
    fn marks_are_recorded_in_their_block_only() {
        hit("before");
        let names = of(|| hit("within"));
        assert_eq!(names.contains("within"), cfg!(debug_assertions));
        assert!(!names.contains("before"));
    }
}
