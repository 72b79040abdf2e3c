//! Memory of a run that is not part of its state: states that differ only in it are equal.
//!
//! It consists of the order in which blocks are created and die, and the numbers that `rand` has returned for each
//! seed.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use crate::interp::limits::MOST_DRAWN;
use crate::{EdgeId, FunctionId};

/// A wrapper whose contents are ignored by comparisons and hashes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Unseen<T>(pub(super) T);

impl<T> PartialEq for Unseen<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Unseen<T> {}

impl<T> PartialOrd for Unseen<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Unseen<T> {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl<T> Hash for Unseen<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The lifetime of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetime {
    /// Time of creation.
    pub(super) born: u64,
    /// Time of death, if it is dead.
    pub(super) died: Option<u64>,
    /// The step that created it; `None` if it existed before the first step.
    pub(super) made_by: Option<RunStep>,
    /// The step that ended its lifetime.
    pub(super) ended_by: Option<RunStep>,
}

/// A step of a run: an edge of a function.
pub type RunStep = (FunctionId, EdgeId);

/// Number of heap blocks that a run has allocated and freed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct HeapCounts {
    pub allocated: usize,
    pub freed: usize,
}

impl HeapCounts {
    /// Returns the increase since an earlier count.
    #[must_use]
    pub fn since(self, before: HeapCounts) -> HeapCounts {
        HeapCounts {
            allocated: self.allocated.saturating_sub(before.allocated),
            freed: self.freed.saturating_sub(before.freed),
        }
    }
}

impl Lifetime {
    /// Returns true if both blocks were alive at some time.
    pub(super) fn overlaps(self, other: Lifetime) -> bool {
        let ends_before = |one: Lifetime, other: Lifetime| one.died.is_some_and(|died| died < other.born);
        !ends_before(self, other) && !ends_before(other, self)
    }
}

/// The relation of two lifetimes, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lifetimes {
    /// Both were alive at some time.
    Overlapping,
    /// One died before the other was created.
    Disjoint,
    /// At least one is dead, and the run did not begin at the program's start.
    Unknown,
}

/// The time of a run, which advances as blocks are created and die.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Clock {
    now: u64,
    /// The current step; `None` while a function returns.
    pub(super) step: Option<RunStep>,
    pub(super) heap: HeapCounts,
    /// True if the run began at the program's start, so that every block has a time.
    pub(super) is_whole: bool,
}

impl Clock {
    /// Returns a time later than all previous ones.
    pub(super) fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }
}

/// The numbers that `rand` has returned: the same sequence for the same seed.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    seed: i128,
    /// Number of draws since the seed was set.
    drawn: usize,
    /// The numbers of each seed.
    numbers: BTreeMap<i128, Vec<i128>>,
    /// For each seed of `rand_r`: the next seed and the number returned.
    steps: BTreeMap<i128, (i128, i128)>,
    /// True if a seed was set that had been used before.
    is_repeated: bool,
}

impl Default for Draws {
    fn default() -> Self {
        // The initial seed is that of `srand(1)`.
        Draws { seed: 1, drawn: 0, numbers: BTreeMap::new(), steps: BTreeMap::new(), is_repeated: false }
    }
}

impl Draws {
    /// `srand`.
    pub(super) fn start(&mut self, seed: i128) {
        (self.seed, self.drawn) = (seed, 0);
        self.is_repeated |= self.numbers.contains_key(&seed);
    }

    /// Returns the next number of `rand`, if it is already known.
    pub(super) fn next(&mut self) -> Option<i128> {
        let known = self.numbers.get(&self.seed)?.get(self.drawn).copied()?;
        self.drawn += 1;
        Some(known)
    }

    /// Records a new number, up to a limit.
    pub(super) fn keep(&mut self, number: i128) {
        let numbers = self.numbers.entry(self.seed).or_default();
        if numbers.len() < MOST_DRAWN && numbers.len() == self.drawn {
            numbers.push(number);
        }
        self.drawn += 1;
    }

    /// Returns true if the next number is a repetition that was not recorded.
    pub(super) fn is_forgotten(&self) -> bool {
        self.drawn >= MOST_DRAWN && self.is_repeated
    }

    /// Returns the result of `rand_r` for a seed, if it is already known.
    pub(super) fn step(&self, seed: i128) -> Option<(i128, i128)> {
        self.steps.get(&seed).copied()
    }

    /// Records a result of `rand_r`; returns false if there are too many.
    pub(super) fn keep_step(&mut self, seed: i128, step: (i128, i128)) -> bool {
        let has_room = self.steps.len() < MOST_DRAWN;
        if has_room {
            self.steps.insert(seed, step);
        }
        has_room
    }
}
