//! The runs that are at one place: the condition under which they are there, and for each object what it holds and whether it lives.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::content::ContentId;
use crate::library::LibraryState;
use crate::temporal::TemporalMonitor;
use crate::term::{TermId, Terms};
use program::{FunctionId, VariableId};

/// An object in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectState {
    /// What it holds.
    pub content: ContentId,
    /// Whether it lives: a truth.
    pub is_live: TermId,
}

/// A call under way: the objects of its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Which function.
    pub function: FunctionId,
    /// The number of each variable's object.
    pub variables: BTreeMap<VariableId, TermId>,
    /// The numbers of the objects that `alloca` has made for it, ascending.
    pub stack: Vec<u128>,
    /// The number of the object that holds the arguments behind the last parameter.
    pub variadic: Option<u128>,
}

/// The runs that are at one place.
#[derive(Clone, Debug)]
pub struct State {
    /// The condition under which they are there.
    pub guard: TermId,
    /// The objects, by their numbers less one; those that are missing do not exist yet.
    pub objects: Vec<ObjectState>,
    /// The calls under way, the innermost last.
    pub frames: Vec<Rc<Frame>>,
    /// What the library knows.
    pub library: Rc<LibraryState>,
    /// What is known of temporal formulas, if there are any.
    pub monitor: Option<Rc<TemporalMonitor>>,
}

impl State {
    /// Runs that have no object yet: all of them, or none.
    pub fn empty(terms: &Terms, are_all: bool) -> State {
        let library = Rc::new(LibraryState::new(terms));
        State { guard: terms.truth(are_all), objects: Vec::new(), frames: Vec::new(), library, monitor: None }
    }

    /// No run at all.
    pub fn nowhere(terms: &Terms) -> State {
        State::empty(terms, false)
    }

    /// Whether no run is here.
    pub fn is_empty(&self, terms: &Terms) -> bool {
        terms.is_false(self.guard)
    }

    /// Those of the runs for which a condition holds.
    pub fn part(&self, terms: &Terms, condition: TermId) -> State {
        State { guard: terms.and(self.guard, condition), ..self.clone() }
    }

    /// Only the runs with a condition are here now; gives the others.
    pub fn split(&mut self, terms: &Terms, condition: TermId) -> State {
        let others = self.part(terms, terms.not(condition));
        self.guard = terms.and(self.guard, condition);
        others
    }
}

impl Frame {
    /// The first where the condition holds, else the second.
    pub fn choose(terms: &Terms, condition: TermId, yes: &Rc<Frame>, no: &Rc<Frame>) -> Rc<Frame> {
        if Rc::ptr_eq(yes, no) || yes == no {
            return Rc::clone(yes);
        }
        let mut frame = Frame::clone(yes);
        for (variable, object) in &no.variables {
            let known = frame.variables.entry(*variable).or_insert(*object);
            *known = terms.choose(condition, *known, *object);
        }
        // An object that some runs do not have does not live in them.
        frame.stack.extend(&no.stack);
        frame.stack.sort_unstable();
        frame.stack.dedup();
        Rc::new(frame)
    }
}
