//! The parts that all runs share. A function takes the parts that it needs; a method of [`Machine`] needs several.

use crate::entry::EntryInputs;
use crate::events::Events;
use crate::layout::AddressOrder;
use crate::memory::Memory;
use crate::state::State;
use crate::storage::ProgramStorage;
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use reason::{FixedLimit, Limit, Stop};

pub struct Machine<'p> {
    pub task: &'p BoundedTask<'p>,
    pub terms: &'p Terms,
    pub memory: Memory<'p>,
    pub storage: ProgramStorage,
    pub events: Events<'p>,
    /// The relative positions of objects.
    pub order: AddressOrder,
    pub inputs: EntryInputs,
    stopped: Option<Stop>,
}

impl<'p> Machine<'p> {
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

    /// Applies `work` to the runs that satisfy `condition`.
    pub fn where_holds(&mut self, state: &mut State, condition: TermId, work: impl FnOnce(&mut Self, &mut State)) {
        let others = state.split(self.terms, condition);
        if !state.is_empty(self.terms) {
            work(self, state);
        }
        self.memory.join(state, others);
    }

    /// Returns the reason why the work was stopped, if it was.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Returns true if the work has to stop, and records the reason.
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
            self.events.checked(!self.memory.contents.is_meaningless());
        }
        self.stopped.is_some()
    }
}
