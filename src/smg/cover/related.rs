//! Whether the numbers of a concrete state are related as a graph says.

use crate::smg::cover::meaning::Meaning;
use crate::smg::cover::{Embedding, Search};
use crate::smg::graph::Term;
use crate::smg::value::UnknownId;

impl Search<'_> {
    /// Whether all differences, definitions and sizes that are noted are right, as far as their numbers are told.
    pub(super) fn relations_hold(&self, embedding: &Embedding) -> Result<(), String> {
        let graph = &self.configuration.graph;
        let number = |id: UnknownId| match embedding.unknowns.get(&id) {
            Some(Meaning::Integers(all)) => match all.as_slice() {
                [one] => Some(*one),
                _ => None,
            },
            _ => None,
        };
        let value = |term: Term| match term.parts() {
            Some((id, factor, more)) => Some(number(id)? * factor + more),
            None => term.integer(),
        };
        for (left, right, by) in graph.orders() {
            if let (Some(x), Some(y)) = (number(left), number(right))
                && x - y > by
            {
                return Err(format!("{left:?} is {x}, {right:?} is {y}, but it exceeds that by {by} at most"));
            }
        }
        for (id, term) in graph.definitions() {
            if let (Some(found), Some(told)) = (number(id), value(term))
                && found != told
            {
                return Err(format!("{id:?} is {found}, but it is computed to be {told}"));
            }
        }
        for (id, term) in graph.noted_sizes() {
            let block = embedding.regions.get(&(id, Vec::new())).and_then(|block| self.state.block(*block));
            if let (Some(block), Some(told)) = (block, value(term))
                && i128::from(block.size()) != told
            {
                return Err(format!("{id:?} has {} bytes, but it is noted that it has {told}", block.size()));
            }
        }
        Ok(())
    }
}
