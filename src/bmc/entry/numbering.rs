//! Symmetry breaking: numbers the nodes of an input such that isomorphic heaps occur once.
//!
//! The cells of a node are handled after a cell that points to it, and a node that is found for the first time gets the
//! next number. If all nodes of a type are found, a pointer may lead to another one, which is *beyond*. Nodes that were
//! not found point nowhere. For mutually recursive types there is no such order; their nodes may be numbered in any
//! way.

use crate::term::{TermId, Terms};

#[derive(Clone, Debug)]
pub struct NodeNumbers {
    /// For each node, the condition under which a cell so far points to it.
    found: Vec<TermId>,
}

impl NodeNumbers {
    /// Starts with `nodes` nodes; none is found yet.
    pub fn new(terms: &Terms, nodes: usize) -> NodeNumbers {
        NodeNumbers { found: vec![terms.truth(false); nodes] }
    }

    pub fn is_found(&self, terms: &Terms, node: usize) -> TermId {
        self.found.get(node).copied().unwrap_or_else(|| terms.truth(false))
    }

    pub fn all_found(&self, terms: &Terms) -> TermId {
        terms.all(self.found.iter().copied())
    }

    /// Returns the condition under which the next cell may point to a node: it was found, or is the next one.
    pub fn may_be_next(&self, terms: &Terms, node: usize) -> TermId {
        match node.checked_sub(1) {
            Some(before) => self.is_found(terms, before),
            None => terms.truth(true),
        }
    }

    /// Records that a cell points to a node under a condition.
    pub fn find(&mut self, terms: &Terms, node: usize, condition: TermId) {
        if let Some(found) = self.found.get_mut(node) {
            *found = terms.or(*found, condition);
        }
    }
}
