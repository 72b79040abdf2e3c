//! Memory leaks at the ends of runs.
//!
//! A leaked block stays leaked and live, so it is enough to check where runs end. To express that it is unreachable, a
//! set of objects is guessed that contains the targets of the roots and of its own live members: a block is leaked if
//! it is live and outside of such a set. Membership is a fresh variable for each block, which occurs in no other
//! condition.
//!
//! Blocks that existed before a procedure began, and those that its result leads to, belong to the caller.

use crate::claim::What;
use crate::content::Place;
use crate::machine::Machine;
use crate::memory::{Memory, MemoryObject, ObjectKind};
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use crate::value::{is_object, objects_at};

/// The way in which runs end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The function that the run started with has returned: of its variables, only the result is left.
    Returned,
    /// The program has exited.
    Ended,
    /// No edge lets them pass. Such runs do not count, except for errors before.
    Blocked,
}

impl Machine<'_> {
    /// Claims a leak where these runs end.
    pub fn check_leaks(&mut self, state: &mut State, end: Ending) {
        if state.is_empty(self.terms) {
            return;
        }
        // Blocks that existed at entry belong to the caller.
        let is_new = |object: &MemoryObject| object.kind == ObjectKind::Heap && !object.at_entry;
        let is_block = |number: &u128| self.memory.object(*number).is_some_and(is_new);
        let mut blocks: Vec<u128> = (1..=state.objects.len() as u128).filter(is_block).collect();
        blocks.retain(|number| {
            let is_live = is_live(&mut self.memory, state, *number);
            !self.terms.is_false(is_live)
        });
        if blocks.is_empty() {
            return;
        }
        let reached: Vec<TermId> = blocks.iter().map(|_| self.terms.variable(1)).collect();
        let mut closed = self.terms.truth(true);
        for number in 1..=state.objects.len() as u128 {
            let Some(object) = self.memory.object(number).copied() else { continue };
            let is_block = is_new(&object);
            let is_root = is_root(self.task, state, &object, end);
            if !is_block && !is_root {
                continue;
            }
            let is_live = is_live(&mut self.memory, state, number);
            if self.terms.is_false(is_live) {
                continue;
            }
            let is_in = match blocks.binary_search(&number) {
                Ok(index) => self.terms.and(reached[index], is_live),
                Err(_) => is_live,
            };
            let Some(part) =
                targets_reached(self.task, self.terms, &mut self.memory, state, number, is_in, (&blocks, &reached))
            else {
                return self.events.give_up(state, "which objects a block points to");
            };
            closed = self.terms.and(closed, part);
        }
        let mut lost = self.terms.truth(false);
        for (number, reached) in blocks.iter().zip(&reached) {
            let is_live = is_live(&mut self.memory, state, *number);
            lost = self.terms.or(lost, self.terms.and(is_live, self.terms.not(*reached)));
        }
        self.events.ends(state, self.terms.and(closed, lost), What::Leak);
    }
}

fn is_live(memory: &mut Memory<'_>, state: &State, number: u128) -> TermId {
    memory.state_of(state, number).is_live
}

/// Returns true if blocks that an object leads to are not leaked.
fn is_root(task: &BoundedTask<'_>, state: &State, object: &MemoryObject, end: Ending) -> bool {
    let leaks_at_exit = end != Ending::Blocked && task.settings.leaks_at_exit;
    match object.kind {
        ObjectKind::Heap => object.at_entry,
        ObjectKind::String(_) | ObjectKind::Unmodelled(_) => false,
        _ if leaks_at_exit => false,
        ObjectKind::Global(_) | ObjectKind::ArgumentVector | ObjectKind::ArgumentString | ObjectKind::External => true,
        ObjectKind::Stack => end != Ending::Returned,
        ObjectKind::Local(variable) => match end {
            Ending::Returned => {
                let result = state.frames.first().and_then(|frame| task.program.functions.get(frame.function)?.result);
                Some(variable) == result
            }
            // A temporary is of no use to a program that ends.
            Ending::Ended | Ending::Blocked => !task.program.is_temporary(variable),
        },
    }
}

/// Returns a condition that holds if, given that an object is in the set, the blocks that it points to are in the set,
/// too. `None` if the places of addresses in it are not known.
fn targets_reached(
    task: &BoundedTask<'_>,
    terms: &Terms,
    memory: &mut Memory<'_>,
    state: &State,
    number: u128,
    is_in: TermId,
    (blocks, reached): (&[u128], &[TermId]),
) -> Option<TermId> {
    let content = memory.state_of(state, number).content;
    let places = memory.contents.address_places(content)?;
    let bytes = task.word() / 8;
    let mut closed = terms.truth(true);
    for place in places.iter().copied() {
        let cell = memory.contents.read(content, Place { offset: place, bytes, room: memory.room_of(number) });
        terms.choices(cell.object)?;
        for target in objects_at(terms, cell.object) {
            let Ok(index) = blocks.binary_search(&target) else { continue };
            let stays = terms.not(terms.and(is_in, is_object(terms, cell.object, target)));
            let holds = terms.or(stays, *reached.get(index)?);
            closed = terms.and(closed, holds);
        }
    }
    Some(closed)
}
