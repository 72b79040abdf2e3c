//! Bounds for loops, recursion and heaps, one for each: a bound is raised only if a run reaches it.

use std::collections::BTreeMap;

use crate::claim::{BoundedLoop, RunCut};
use crate::limits::BOUNDS;
use program::FunctionId;

/// Something with a bound of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum BoundedPart {
    /// Iterations of a loop, counted from each entry.
    Loop(BoundedLoop),
    /// Calls of a function within itself.
    Recursion(FunctionId),
    /// Nodes of each type in the entry state of a procedure.
    HeapNodes,
}

impl BoundedPart {
    /// Returns the part whose bound causes a cut; `None` if no larger bound would help.
    fn of(cut: &RunCut) -> Option<BoundedPart> {
        match cut {
            RunCut::Iterations(iterated) => Some(BoundedPart::Loop(*iterated)),
            RunCut::Recursion(function) => Some(BoundedPart::Recursion(*function)),
            RunCut::HeapNodes(_) => Some(BoundedPart::HeapNodes),
            RunCut::Unsupported(_) | RunCut::NoBody(_) | RunCut::LargeBlock(_) => None,
        }
    }
}

/// The bounds of one unrolling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnwindBounds {
    /// The bound of all parts that were not raised.
    least: u32,
    raised: BTreeMap<BoundedPart, u32>,
}

impl UnwindBounds {
    /// Uses one bound for everything.
    pub fn all(bound: u32) -> UnwindBounds {
        UnwindBounds { least: bound, raised: BTreeMap::new() }
    }

    fn of(&self, part: BoundedPart) -> u32 {
        self.raised.get(&part).copied().unwrap_or(self.least)
    }

    /// Returns the maximum number of iterations of a loop.
    pub fn of_loop(&self, iterated: BoundedLoop) -> u32 {
        self.of(BoundedPart::Loop(iterated))
    }

    /// Returns the maximum number of calls of a function within itself.
    pub fn of_recursion(&self, function: FunctionId) -> u32 {
        self.of(BoundedPart::Recursion(function))
    }

    /// Returns the maximum number of nodes of each type in the entry state of a procedure: at least 1.
    pub fn of_heap_nodes(&self) -> u32 {
        self.of(BoundedPart::HeapNodes).max(1)
    }

    /// Returns the bound that causes a cut; `None` if no bound does.
    pub fn of_cut(&self, cut: &RunCut) -> Option<u32> {
        BoundedPart::of(cut).map(|part| self.of(part))
    }

    pub fn largest(&self) -> u32 {
        self.raised.values().copied().fold(self.least, u32::max)
    }

    /// Raises the bound of each part that causes one of `cuts` to the next larger one, up to `most`; `None` if nothing
    /// is raised.
    pub fn raised<'c>(&self, cuts: impl Iterator<Item = &'c RunCut>, most: u32) -> Option<UnwindBounds> {
        let mut next = self.clone();
        for part in cuts.filter_map(BoundedPart::of) {
            let bound = self.of(part);
            if let Some(larger) = BOUNDS.iter().copied().find(|larger| *larger > bound && *larger <= most) {
                next.raised.insert(part, larger);
            }
        }
        (next != *self).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::LARGEST_BOUND;
    use reason::Limit;

    use super::{BoundedLoop, RunCut, UnwindBounds};
    use base::ids::Id;
    use program::{FunctionId, LocationId};

    #[test]
    fn the_largest_bound_is_what_the_table_of_limits_says() {
        assert_eq!(u64::from(LARGEST_BOUND), Limit::Unwind.row().default);
    }

    #[test]
    fn only_what_a_run_reaches_is_raised_and_up_to_the_limit() {
        let [one, other] =
            [0, 1].map(|location| BoundedLoop::Head(FunctionId::from_index(0), LocationId::new(location)));
        let reached = [RunCut::Iterations(one), RunCut::Unsupported("a construct".into())];
        let first = UnwindBounds::all(1);
        let second = first.raised(reached.iter(), 2).expect("a larger bound");
        assert_eq!((second.of_loop(one), second.of_loop(other), second.largest()), (2, 1, 2));
        assert_eq!(second.raised(reached.iter(), 2), None);
        assert_eq!(first.raised(reached[1..].iter(), 8), None);
    }
}
