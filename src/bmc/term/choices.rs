//! Operations are pushed through choices (the LLBMC paper calls this lifting): where control flow has joined, a value
//! chooses among those of the branches, and an operation on it chooses among the results of the branches.
//!
//! On constants this always pays, as the results are constants. For comparisons it pays where the same words are
//! compared with each other again and again, as in a search or in sorting: all comparisons share those of the words. Other operations are left alone,
//! as lifting would multiply them.

use rustc_hash::FxHashSet;

use crate::limits::{MOST_FOLDED_PAIRS, MOST_LIFTED_COMPARISONS, MOST_LIFTED_PAIRS};
use crate::term::{TermId, Terms, WordNode};

impl Terms {
    /// Computes an operation on constants and on choices among constants, as a choice among constants; else `None`.
    pub(super) fn folded(&self, node: WordNode, width: u32) -> Option<TermId> {
        let mut choices: Vec<TermId> = Vec::new();
        for part in node.parts() {
            match self.node(part) {
                WordNode::Constant(_) => {}
                WordNode::Choose(..) if self.chooses(part) => choices.push(part),
                _ => return None,
            }
        }
        choices.dedup();
        // If the term exists already, lifting was tried and failed.
        if choices.len() > 1 && self.known.borrow().contains_key(&(node, width)) {
            return None;
        }
        let mut left = if choices.len() > 1 { MOST_FOLDED_PAIRS } else { usize::MAX };
        self.folded_within(node, width, &mut left)
    }

    /// As [`Terms::folded`], with at most `left` operations.
    fn folded_within(&self, node: WordNode, width: u32, left: &mut usize) -> Option<TermId> {
        let Some(condition) = self.newest_condition(node) else {
            let bits = self.apply(node, width, &|part| self.value(part).unwrap_or(0));
            return Some(self.constant(bits, width));
        };
        let known = self.folded.borrow().get(&(node, width)).copied();
        if known.is_some() {
            return known;
        }
        *left = left.checked_sub(1)?;
        let [if_so, if_not] = self.split(node, condition);
        let yes = self.folded_within(if_so, width, left)?;
        let no = self.folded_within(if_not, width, left)?;
        let result = self.choose(condition, yes, no);
        self.folded.borrow_mut().insert((node, width), result);
        Some(result)
    }

    /// Turns a comparison of choices into a choice among comparisons of what they choose; `None` if it is not one, or if
    /// there would be too many. Choices among constants alone are left to [`Terms::folded`]. Either all choices on both sides are lifted, or none is: then values that are compared
    /// again and again, as in sorting, are compared once for each pair of them.
    pub(super) fn compared(&self, node: WordNode, width: u32) -> Option<TermId> {
        let WordNode::Binary(operator, ..) = node else { return None };
        if !operator.is_comparison() || self.newest_condition(node).is_none() {
            return None;
        }
        if node.parts().all(|part| self.chooses(part)) {
            return None;
        }
        let mut count = PairCount { seen: FxHashSet::default(), pairs: 0, leaves: 0 };
        self.counts(node, width, &mut count).then(|| self.lifted(node, width))
    }

    /// Returns the newest condition of the operands that are choices, so that choices that were made together stay
    /// together.
    fn newest_condition(&self, node: WordNode) -> Option<TermId> {
        let chosen = node.parts().filter_map(|part| match self.node(part) {
            WordNode::Choose(condition, ..) => Some(condition),
            _ => None,
        });
        chosen.max()
    }

    /// Returns an operation where a condition holds, and where it does not.
    fn split(&self, node: WordNode, condition: TermId) -> [WordNode; 2] {
        [true, false].map(|holds| {
            node.map(|part| match self.node(part) {
                WordNode::Choose(known, yes, no) if known == condition => {
                    if holds {
                        yes
                    } else {
                        no
                    }
                }
                _ => part,
            })
        })
    }

    /// Counts the operations that lifting would create; returns false if they are too many.
    fn counts(&self, node: WordNode, width: u32, count: &mut PairCount) -> bool {
        if self.folded.borrow().contains_key(&(node, width)) || !count.seen.insert(node) {
            return true;
        }
        let Some(condition) = self.newest_condition(node) else {
            let is_new = !self.is_of_constants(node) && !self.known.borrow().contains_key(&(self.ordered(node), width));
            count.leaves += usize::from(is_new);
            return count.leaves <= MOST_LIFTED_COMPARISONS;
        };
        count.pairs += 1;
        count.pairs <= MOST_LIFTED_PAIRS
            && self.split(node, condition).into_iter().all(|part| self.counts(part, width, count))
    }

    fn lifted(&self, node: WordNode, width: u32) -> TermId {
        let known = self.folded.borrow().get(&(node, width)).copied();
        if let Some(known) = known {
            return known;
        }
        let Some(condition) = self.newest_condition(node) else { return self.make(node, width) };
        let [yes, no] = self.split(node, condition).map(|part| self.lifted(part, width));
        let result = self.choose(condition, yes, no);
        self.folded.borrow_mut().insert((node, width), result);
        result
    }
}

/// What lifting of a comparison would create.
struct PairCount {
    seen: FxHashSet<WordNode>,
    /// Number of new choices.
    pairs: usize,
    /// Number of new comparisons.
    leaves: usize,
}
