//! Operations go through choices (the paper on LLBMC calls that lifting): where control has met, a value chooses among those of the
//! branches, and what is computed from it chooses among what the branches would have computed.
//!
//! On constants that always pays: what is computed is a constant. A comparison pays where one word is compared with many, as in a
//! search: all comparisons with one choice share those with its parts. Other operations stay as they are, as there would be more of
//! them than before.

use crate::limits::{MOST_COMPARED_CHOICES, MOST_FOLDED_PAIRS};
use crate::term::{TermId, Terms, WordNode};

impl Terms {
    /// The operation on constants and on choices among constants, as a choice among constants; otherwise `None`.
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
        // What stands there already was tried.
        if choices.len() > 1 && self.known.borrow().contains_key(&(node, width)) {
            return None;
        }
        let mut left = if choices.len() > 1 { MOST_FOLDED_PAIRS } else { usize::MAX };
        self.folded_within(node, width, &mut left)
    }

    /// The same with so many operations at most.
    fn folded_within(&self, node: WordNode, width: u32, left: &mut usize) -> Option<TermId> {
        // The last condition comes first, so that choices that were made together stay together.
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

    /// A comparison with a choice, as a choice among comparisons; `None` where it is none, or among too many.
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

    /// Whether a choice is made of more choices than comparisons go through.
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
