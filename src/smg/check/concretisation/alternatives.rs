//! Choices: cells that hold one of a few alternatives. The search tries each of them.

use crate::check::concretisation::meaning::part;
use crate::check::concretisation::{Embedding, Obligation, Search};
use crate::domain::object::{HasValue, Object};
use crate::domain::value::{Address, ObjectId};
use base::ids::Id;
use program::interp::BlockId;

impl Search<'_> {
    /// As [`Search::complete`], with each alternative of a choice.
    pub(super) fn complete_with_alternatives(
        &mut self,
        embedding: &Embedding,
        obligation: &Obligation,
        choice: ObjectId,
    ) -> Option<bool> {
        let Ok(instance) = self.instance(choice, &obligation.below) else { return Some(false) };
        let count =
            self.configuration.graph.object(choice).and_then(Object::alternatives).map_or(0, |(count, _)| count);
        for index in 0..count {
            let mut next = embedding.clone();
            next.choices.insert(instance.clone(), index);
            next.open.append(&mut next.waiting);
            match self.complete(next) {
                Some(false) => {}
                decided => return decided,
            }
        }
        Some(false)
    }

    /// Replaces an obligation about a choice by those about the parts of its alternative. What that leads to is one
    /// level deeper, below the cell itself.
    pub(super) fn alternative(
        &self,
        embedding: &mut Embedding,
        obligation: &Obligation,
        address: Address,
    ) -> Result<(), String> {
        let id = address.object;
        let instance = self.instance(id, &obligation.below)?;
        let Some(index) = embedding.choices.get(&instance) else {
            embedding.waiting.push(obligation.clone());
            return Ok(());
        };
        let choice = self.object(id)?;
        let start = choice.alternatives().map_or(0, |(_, width)| *index as i64 * width) + address.offset;
        let mut below = instance.1;
        below.push(BlockId::from_index(id.index()));
        for piece in choice.pieces(start, start + self.word) {
            let content = part(obligation.content, piece.offset - start, piece.size, obligation.size)?;
            let HasValue { size, value, .. } = piece;
            embedding.open.push(Obligation { value, below: below.clone(), size, content, ..obligation.clone() });
        }
        Ok(())
    }
}
