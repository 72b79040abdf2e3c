//! What a run remembers of its past that is no part of its state: two states that differ in nothing else are the same.
//!
//! It is the order in which blocks came and went, and the numbers that `rand` has given for each seed.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use crate::interp::limits::MOST_DRAWN;
use crate::{EdgeId, FunctionId};

/// Something that does not tell states apart.
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

/// From when to when a block lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetime {
    /// When it was made.
    pub(super) born: u64,
    /// When it died, if it has.
    pub(super) died: Option<u64>,
    /// What made it; `None` for what was there before the first step.
    pub(super) made_by: Option<RunStep>,
    /// What ended its life.
    pub(super) ended_by: Option<RunStep>,
}

/// A step of a run: an edge of a function.
pub type RunStep = (FunctionId, EdgeId);

/// How many blocks of the heap a run has allocated and freed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct HeapCounts {
    /// Allocated ones.
    pub allocated: usize,
    /// Freed ones.
    pub freed: usize,
}

impl HeapCounts {
    /// What came since there were fewer.
    #[must_use]
    pub fn since(self, before: HeapCounts) -> HeapCounts {
        HeapCounts {
            allocated: self.allocated.saturating_sub(before.allocated),
            freed: self.freed.saturating_sub(before.freed),
        }
    }
}

impl Lifetime {
    /// Whether two blocks lived at one time.
    pub(super) fn overlaps(self, other: Lifetime) -> bool {
        let ends_before = |one: Lifetime, other: Lifetime| one.died.is_some_and(|died| died < other.born);
        !ends_before(self, other) && !ends_before(other, self)
    }
}

/// How lifetimes of blocks are related, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lifetimes {
    /// Both lived at one time.
    Overlapping,
    /// One died before the other was made.
    Disjoint,
    /// The run did not begin with the program, and at least one is dead.
    Unknown,
}

/// The time of a run, by the blocks that come and go.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Clock {
    now: u64,
    /// The step under way; `None` where a function returns.
    pub(super) step: Option<RunStep>,
    /// The blocks of the heap that have come and gone.
    pub(super) heap: HeapCounts,
    /// Whether the run began with the program, so that every block is dated.
    pub(super) is_whole: bool,
}

impl Clock {
    /// A moment later than all before.
    pub(super) fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }
}

/// What `rand` has given: the same numbers for the same seed.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    seed: i128,
    /// How many numbers came since the seed was set.
    drawn: usize,
    /// The numbers of each seed.
    numbers: BTreeMap<i128, Vec<i128>>,
    /// What `rand_r` has made of a seed: the next one, and the number.
    steps: BTreeMap<i128, (i128, i128)>,
    /// Whether a seed was set that had given numbers before.
    is_repeated: bool,
}

impl Default for Draws {
    fn default() -> Self {
        // As if `srand(1)` had been called.
        Draws { seed: 1, drawn: 0, numbers: BTreeMap::new(), steps: BTreeMap::new(), is_repeated: false }
    }
}

impl Draws {
    /// `srand`.
    pub(super) fn start(&mut self, seed: i128) {
        (self.seed, self.drawn) = (seed, 0);
        self.is_repeated |= self.numbers.contains_key(&seed);
    }

    /// The next number of `rand`, if it was given before.
    pub(super) fn next(&mut self) -> Option<i128> {
        let known = self.numbers.get(&self.seed)?.get(self.drawn).copied()?;
        self.drawn += 1;
        Some(known)
    }

    /// Keeps a number that was not given before, if there are not too many.
    pub(super) fn keep(&mut self, number: i128) {
        let numbers = self.numbers.entry(self.seed).or_default();
        if numbers.len() < MOST_DRAWN && numbers.len() == self.drawn {
            numbers.push(number);
        }
        self.drawn += 1;
    }

    /// Whether the next number is one that came before and was not kept.
    pub(super) fn is_forgotten(&self) -> bool {
        self.drawn >= MOST_DRAWN && self.is_repeated
    }

    /// What `rand_r` makes of a seed, if that was asked before.
    pub(super) fn step(&self, seed: i128) -> Option<(i128, i128)> {
        self.steps.get(&seed).copied()
    }

    /// Keeps it; `false` where there are too many.
    pub(super) fn keep_step(&mut self, seed: i128, step: (i128, i128)) -> bool {
        let has_room = self.steps.len() < MOST_DRAWN;
        if has_room {
            self.steps.insert(seed, step);
        }
        has_room
    }
}
