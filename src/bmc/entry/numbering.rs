//! Numbers of the nodes of an input, so that heaps that differ in nothing else come up once.
//!
//! Cells are taken in an order in which a node's own come after one that leads to it: a node that is found for the first time has
//! the next number. Where all nodes of a type are found, a pointer may lead to another one, which is *beyond*. Nodes that were not
//! found lead nowhere. Where types point to each other in a circle there is no such order: there nodes may be numbered in any way.

use crate::term::{TermId, Terms};

/// The nodes of one type.
#[derive(Clone, Debug)]
pub struct NodeNumbers {
    /// For each node, whether a cell so far leads to it.
    found: Vec<TermId>,
}

impl NodeNumbers {
    /// None of this many nodes is found yet.
    pub fn new(terms: &Terms, nodes: usize) -> NodeNumbers {
        NodeNumbers { found: vec![terms.truth(false); nodes] }
    }

    /// Whether a node is found.
    pub fn is_found(&self, terms: &Terms, node: usize) -> TermId {
        self.found.get(node).copied().unwrap_or_else(|| terms.truth(false))
    }

    /// Whether all nodes are found.
    pub fn all_found(&self, terms: &Terms) -> TermId {
        terms.all(self.found.iter().copied())
    }

    /// Whether the next cell may lead to a node: it was found, or is the next one.
    pub fn may_be_next(&self, terms: &Terms, node: usize) -> TermId {
        match node.checked_sub(1) {
            Some(before) => self.is_found(terms, before),
            None => terms.truth(true),
        }
    }

    /// A cell leads to a node, under a condition.
    pub fn find(&mut self, terms: &Terms, node: usize, condition: TermId) {
        if let Some(found) = self.found.get_mut(node) {
            *found = terms.or(*found, condition);
        }
    }
}
