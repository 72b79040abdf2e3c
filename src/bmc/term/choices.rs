//! Operations are pushed through choices (the LLBMC paper calls this lifting): where control flow has joined, a value
//! chooses among those of the branches, and an operation on it chooses among the results of the branches.
//!
//! On constants this always pays, as the results are constants. For comparisons it pays where one word is compared with
//! many, as in a search: all comparisons with one choice share those with its parts. Other operations are left alone,
//! as lifting would multiply them.

use crate::limits::{MOST_COMPARED_CHOICES, MOST_FOLDED_PAIRS};
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
        // The newest condition comes first, so that choices that were made together stay together.
        let chosen = node.parts().filter_map(|part| match self.node(part) {
            WordNode::Choose(condition, ..) => Some(condition),
            _ => None,
        });
        let Some(condition) = chosen.max() else {
            let bits = self.apply(node, width, &|part| self.value(part).unwrap_or(0));
            return Some(self.constant(bits, width));
        };
        let known = self.folded.borrow().get(&(node, width)).copied();
        if known.is_some() {
            return known;
        }
        *left = left.checked_sub(1)?;
        let taken = |terms: &Terms, part: TermId, holds: bool| match terms.node(part) {
            WordNode::Choose(known, yes, no) if known == condition => {
                if holds {
                    yes
                } else {
                    no
                }
            }
            _ => part,
        };
        let if_so = node.map(|part| taken(self, part, true));
        let if_not = node.map(|part| taken(self, part, false));
        let yes = self.folded_within(if_so, width, left)?;
        let no = self.folded_within(if_not, width, left)?;
        let result = self.choose(condition, yes, no);
        self.folded.borrow_mut().insert((node, width), result);
        Some(result)
    }

    /// Turns a comparison with a choice into a choice among comparisons; `None` if it is not one, or if it is too wide.
    pub(super) fn compared(&self, node: WordNode, width: u32) -> Option<TermId> {
        let WordNode::Binary(operator, a, b) = node else { return None };
        let choice = match (self.node(a), self.node(b)) {
            (WordNode::Choose(..), WordNode::Choose(..)) => return None,
            (WordNode::Choose(..), _) => a,
            (_, WordNode::Choose(..)) => b,
            _ => return None,
        };
        if !operator.is_comparison() {
            return None;
        }
        let known = self.folded.borrow().get(&(node, width)).copied();
        if known.is_some() {
            return known;
        }
        if self.is_wide_choice(choice) {
            return None;
        }
        let WordNode::Choose(condition, yes, no) = self.node(choice) else { return None };
        let (yes, no) = (self.make(node.with(choice, yes), width), self.make(node.with(choice, no), width));
        let result = self.choose(condition, yes, no);
        self.folded.borrow_mut().insert((node, width), result);
        Some(result)
    }

    /// Returns true if a choice consists of more than [`MOST_COMPARED_CHOICES`] choices.
    fn is_wide_choice(&self, choice: TermId) -> bool {
        let (mut seen, mut waiting) = (Vec::new(), vec![choice]);
        while let Some(term) = waiting.pop() {
            if let WordNode::Choose(_, yes, no) = self.node(term)
                && !seen.contains(&term)
            {
                if seen.len() == MOST_COMPARED_CHOICES {
                    return true;
                }
                seen.push(term);
                waiting.extend([yes, no]);
            }
        }
        false
    }
}
