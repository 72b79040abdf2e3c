//! The symbolic state at a location: the guard under which runs are there, and for each object its content and
//! liveness.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::content::ContentId;
use crate::library::LibraryState;
use crate::temporal::TemporalMonitor;
use crate::term::{TermId, Terms};
use program::{FunctionId, VariableId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectState {
    pub content: ContentId,
    /// True if the object is live: a 1-bit term.
    pub is_live: TermId,
}

/// A stack frame: the objects of the variables of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: FunctionId,
    /// The number of each variable's object.
    pub variables: BTreeMap<VariableId, TermId>,
    /// The numbers of the objects that `alloca` has created in this call, ascending.
    pub stack: Vec<u128>,
    /// The number of the object that holds the variadic arguments.
    pub variadic: Option<u128>,
}

/// The runs at one location.
#[derive(Clone, Debug)]
pub struct State {
    /// The condition under which runs are here.
    pub guard: TermId,
    /// The objects, by number minus one; missing ones do not exist yet.
    pub objects: Vec<ObjectState>,
    /// The call stack, innermost last.
    pub frames: Vec<Rc<Frame>>,
    pub library: Rc<LibraryState>,
    /// The monitor of the temporal formulas; `None` before the first position, and if there are no such formulas.
    pub monitor: Option<Rc<TemporalMonitor>>,
}

impl State {
    /// Returns a state without objects that contains all runs, or none.
    pub fn empty(terms: &Terms, are_all: bool) -> State {
        let library = Rc::new(LibraryState::new(terms));
        State { guard: terms.truth(are_all), objects: Vec::new(), frames: Vec::new(), library, monitor: None }
    }

    /// Returns a state that contains no run.
    pub fn nowhere(terms: &Terms) -> State {
        State::empty(terms, false)
    }

    /// Returns true if no run is here.
    pub fn is_empty(&self, terms: &Terms) -> bool {
        terms.is_false(self.guard)
    }

    /// Returns the runs that satisfy `condition`.
    pub fn part(&self, terms: &Terms, condition: TermId) -> State {
        State { guard: terms.and(self.guard, condition), ..self.clone() }
    }

    /// Restricts this state to the runs that satisfy `condition` and returns the others.
    pub fn split(&mut self, terms: &Terms, condition: TermId) -> State {
        let others = self.part(terms, terms.not(condition));
        self.guard = terms.and(self.guard, condition);
        others
    }
}

impl Frame {
    /// Returns `yes` where the condition holds, else `no`.
    pub fn choose(terms: &Terms, condition: TermId, yes: &Rc<Frame>, no: &Rc<Frame>) -> Rc<Frame> {
        if Rc::ptr_eq(yes, no) || yes == no {
            return Rc::clone(yes);
        }
        let mut frame = Frame::clone(yes);
        for (variable, object) in &no.variables {
            let known = frame.variables.entry(*variable).or_insert(*object);
            *known = terms.choose(condition, *known, *object);
        }
        // An object that exists only in other runs is not live in these.
        frame.stack.extend(&no.stack);
        frame.stack.sort_unstable();
        frame.stack.dedup();
        Rc::new(frame)
    }
}
