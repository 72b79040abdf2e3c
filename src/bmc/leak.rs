//! Leaks: whether a run ends with a block that nothing leads to.
//!
//! A block that is lost stays lost and live, so it is enough to ask where runs end. "Nothing leads to it" is one guessed set of
//! objects that holds what the roots point to and what its live members point to: a lost block is a live one outside of such a
//! set. The set is made of variables, and occurs in no other claim.

use crate::bmc::claim::What;
use crate::bmc::machine::{Machine, ObjectKind, State};
use crate::bmc::term::TermId;
use crate::program::VariableKind;

/// How runs end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// `main` has returned: its variables are gone.
    Returned,
    /// The program has ended itself.
    Ended,
    /// No edge lets them pass: such runs do not count, but for what happened before.
    Blocked,
}

impl Machine<'_> {
    /// Claims that a block is lost where these runs end.
    pub fn check_leaks(&mut self, state: &mut State, end: Ending) {
        if self.is_empty(state) {
            return;
        }
        let is_block = |number: &u128| matches!(self.object(*number), Some(object) if object.kind == ObjectKind::Heap);
        let mut blocks: Vec<u128> = (1..=state.objects.len() as u128).filter(is_block).collect();
        blocks.retain(|number| {
            let is_live = self.is_live(state, *number);
            !self.terms.is_false(is_live)
        });
        if blocks.is_empty() {
            return;
        }
        let reached: Vec<TermId> = blocks.iter().map(|_| self.terms.variable(1)).collect();
        let mut closed = self.terms.truth(true);
        for number in 1..=state.objects.len() as u128 {
            let Some(kind) = self.object(number).map(|object| object.kind) else { continue };
            let is_root = match kind {
                _ if end != Ending::Blocked && self.settings.leaks_at_exit => false,
                ObjectKind::Global(_) | ObjectKind::ArgumentVector | ObjectKind::ArgumentString => true,
                // What an expression was computed with is of no use to a program that ends.
                ObjectKind::Local(variable) => {
                    let kind = self.program.variables.get(variable).map(|variable| variable.kind);
                    end != Ending::Returned && kind != Some(VariableKind::Temporary)
                }
                ObjectKind::Stack => end != Ending::Returned,
                ObjectKind::Heap => false,
                ObjectKind::String(_) => continue,
            };
            if kind != ObjectKind::Heap && !is_root {
                continue;
            }
            let is_live = self.is_live(state, number);
            if self.terms.is_false(is_live) {
                continue;
            }
            let is_in = match blocks.binary_search(&number) {
                Ok(index) => self.terms.and(reached[index], is_live),
                Err(_) => is_live,
            };
            let Some(part) = self.targets_reached(state, number, is_in, (&blocks, &reached)) else {
                return self.give_up(state, "which objects a block points to");
            };
            closed = self.terms.and(closed, part);
        }
        let mut lost = self.terms.truth(false);
        for (number, reached) in blocks.iter().zip(&reached) {
            let (is_live, outside) = (self.is_live(state, *number), self.terms.not(*reached));
            let is_lost = self.terms.and(is_live, outside);
            lost = self.terms.or(lost, is_lost);
        }
        let leaks = self.terms.and(closed, lost);
        self.ends(state, leaks, What::Leak);
    }

    /// Whether an object lives.
    fn is_live(&mut self, state: &State, number: u128) -> TermId {
        self.state_of(state, number).is_live
    }

    /// What is true where the blocks that an object points to are in the set, if the object is. `None` where it is not known where
    /// addresses stand in it.
    fn targets_reached(
        &mut self,
        state: &State,
        number: u128,
        is_in: TermId,
        (blocks, reached): (&[u128], &[TermId]),
    ) -> Option<TermId> {
        let content = self.state_of(state, number).content;
        let places = self.contents.address_places(&mut self.terms, content)?;
        let bytes = self.word() / 8;
        let mut closed = self.terms.truth(true);
        for place in places.iter().copied() {
            let cell = self.contents.read(&mut self.terms, content, place, bytes);
            self.targets(cell.object)?;
            for target in self.objects_at(cell.object) {
                let Ok(index) = blocks.binary_search(&target) else { continue };
                let is_it = self.is_object(cell.object, target);
                let leads = self.terms.and(is_in, is_it);
                let stays = self.terms.not(leads);
                let holds = self.terms.or(stays, *reached.get(index)?);
                closed = self.terms.and(closed, holds);
            }
        }
        Some(closed)
    }
}
