//! What all runs share that are followed at once, in parts. A function takes the parts that it needs; a method of [`Machine`] needs
//! several.

use crate::entry::EntryInputs;
use crate::events::Events;
use crate::layout::AddressOrder;
use crate::memory::Memory;
use crate::state::State;
use crate::storage::ProgramStorage;
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use reason::{FixedLimit, Limit, Stop};

/// What all runs share.
pub struct Machine<'p> {
    /// What is asked.
    pub task: &'p BoundedTask<'p>,
    /// All terms.
    pub terms: &'p Terms,
    /// All objects.
    pub memory: Memory<'p>,
    /// Which of them the program names.
    pub storage: ProgramStorage,
    /// What may happen, and what runs choose.
    pub events: Events<'p>,
    /// Where objects lie.
    pub order: AddressOrder,
    /// The entry state of a procedure.
    pub inputs: EntryInputs,
    stopped: Option<Stop>,
}

impl<'p> Machine<'p> {
    /// Nothing has happened yet.
    pub fn new(task: &'p BoundedTask<'p>, terms: &'p Terms) -> Machine<'p> {
        Machine {
            task,
            terms,
            memory: Memory::new(terms, task.settings.most_terms),
            storage: ProgramStorage::default(),
            events: Events::new(terms),
            order: AddressOrder::default(),
            inputs: EntryInputs::default(),
            stopped: None,
        }
    }

    /// Does something in the runs with a condition.
    pub fn where_holds(&mut self, state: &mut State, condition: TermId, work: impl FnOnce(&mut Self, &mut State)) {
        let others = state.split(self.terms, condition);
        if !state.is_empty(self.terms) {
            work(self, state);
        }
        self.memory.join(state, others);
    }

    /// Why the work was stopped, if it was.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Whether the work has to stop.
    pub fn is_stopped(&mut self) -> bool {
        if self.stopped.is_none() {
            let (objects, terms) = (self.task.settings.most_objects, self.task.settings.most_terms);
            let contents = &self.memory.contents;
            self.stopped = match contents.is_too_large() {
                _ if contents.is_too_deep() => Some(Stop::Fixed(FixedLimit::ValueDepth)),
                true => Some(Stop::at(Limit::Terms, terms)),
                false if self.memory.len() > objects => Some(Stop::at(Limit::Objects, objects)),
                false => self.task.budget.check().err().map(Stop::Exhausted),
            };
        }
        self.stopped.is_some()
    }
}
