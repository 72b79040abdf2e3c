//! The symbolic transition system of a boolean program: latches with next-state functions, inputs, constraints, bad
//! signals, and justice. Writers for circuit model checkers print it, and never look at the boolean program again.
//!
//! One cycle is one transition of the boolean program, with all its steps. All latches are false at first: that is the
//! location *start*, with number 0, in which inputs choose the initial valuation. Bits of variables are false where they
//! have no meaning.
//!
//! - Inputs `take_…` number the transitions that leave the present location. A transition that may not run is replaced by the first
//!   one that may; if there is none, the run has ended and stays in its state.
//! - An input `choose_K_V` is the value of V where step K of a transition leaves it open (`*`).
//! - A constraint excludes runs: a run counts only if all constraints hold in all of its cycles. One for each location with an
//!   assumption (or law of predicates), and one for the start and
//!   locations inside transitions, where a latch `excluded` remembers that one failed.
//! - A bad signal is true in a cycle in which its assertion can fail: in the state, or inside the transition taken.
//! - Justice of a temporal formula: the formula is violated by the runs in which each of its signals is true infinitely
//!   often. A monitor follows the automaton of the violating runs; inputs choose its edges.
//!
//! The meaning of constraints, bad signals and justice is that of AIGER 1.9 (Biere, Heljanko, Wieringa: *AIGER 1.9 and
//! beyond*, 2011).
//!
//! | file | contents |
//! |---|---|
//! | `circuit` | and-inverter graphs |
//! | `build` | makes the system of a boolean program |
//! | `monitor` | temporal formulas |
//! | `reduce` | systems with one property, without constraints and justice |

mod build;
pub mod circuit;
mod monitor;
mod reduce;

use self::circuit::{Circuit, GateValues, Signal};
use crate::NotWritten;
use base::Budget;
use boolprog::{BoolId, BooleanProgram};
pub use reduce::{CONSTRAINT_FAILED, REPEAT};

/// What something is called in models, and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Unique in the system: letters, digits and underscores.
    pub name: String,
    /// For people: a predicate, or a place and text of C. One line.
    pub meaning: String,
}

impl Label {
    fn new(name: String, meaning: &str) -> Label {
        let one_line = meaning.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Label { name, meaning: one_line }
    }
}

/// The latch of a run that an assumption excluded at its start or inside a transition.
pub const EXCLUDED: &str = "excluded";
/// Begins the line that says what a location is, followed by its number.
pub(crate) const LOCATION: &str = "location ";
/// Begins the line that lists the predicates of a location, followed by its number.
pub(crate) const PREDICATES_OF: &str = "predicates of location ";
/// Ends the line that begins a transition, followed by the name of its signal.
pub(crate) const IS_TAKEN: &str = " is taken: ";
/// Begins the line that names a property that is checked inside a transition, after the step above.
pub(crate) const CHECKS: &str = "  checks ";
/// Begins the line of a step of a transition, followed by the C statement with its place.
pub(crate) const STEP: &str = "  step ";

/// A line of the legend: a comment in models, one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub text: String,
    /// The signal that the text is about: models write what it is called there behind the text.
    pub signal: Option<Signal>,
}

impl Note {
    /// Returns the comment, with the name of the signal.
    pub(crate) fn written(&self, name: impl Fn(Signal) -> String) -> String {
        format!("{}{}", self.text, self.signal.map(name).unwrap_or_default())
    }
}

/// A bit of the state, false at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Latch {
    pub label: Label,
    /// Its value in the next cycle.
    pub next: Signal,
}

/// A constraint, or a bad signal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    pub label: Label,
    pub signal: Signal,
}

/// A temporal formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Justice {
    pub label: Label,
    /// Violated by runs in which each of these is true infinitely often; one or more.
    pub signals: Vec<Signal>,
}

/// A transition of the boolean program, as signals of a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenSignals {
    /// True in the cycles that take the transition.
    pub taken: Signal,
    pub steps: Vec<StepSignals>,
}

/// A step of a transition, if that is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepSignals {
    /// The values after the step of the variables that have a meaning then.
    pub values: Vec<(BoolId, Signal)>,
}

/// See the top of this module.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// Name of the C procedure.
    pub procedure: String,
    pub circuit: Circuit,
    pub inputs: Vec<Label>,
    pub latches: Vec<Latch>,
    pub constraints: Vec<Observed>,
    /// One for each assertion, in their order.
    pub bad: Vec<Observed>,
    /// One for each temporal formula, in their order.
    pub justice: Vec<Justice>,
    /// What the numbers of locations and transitions stand for, line by line.
    pub legend: Vec<Note>,
    /// The initial values that the first cycle chooses.
    pub start: Vec<(BoolId, Signal)>,
    /// One for each transition, in their order.
    pub transitions: Vec<TakenSignals>,
}

impl TransitionSystem {
    /// Makes the system of a boolean program with all its properties.
    pub fn of(program: &BooleanProgram, budget: &Budget) -> Result<TransitionSystem, NotWritten> {
        program.invariant().map_err(NotWritten::IllFormed)?;
        let mut builder = build::Builder::new(program);
        builder.transitions(budget)?;
        for index in 0..program.ltl.len() {
            builder.formula(index, budget)?;
        }
        Ok(builder.finish())
    }

    /// Returns the state of the first cycle.
    pub fn first_state(&self) -> Vec<bool> {
        vec![false; self.latches.len()]
    }

    /// Goes on by one cycle: returns the values of all gates in it, and changes the state to that of the next one.
    pub fn cycle(&self, inputs: &[bool], state: &mut Vec<bool>) -> GateValues {
        let values = self.circuit.evaluate(inputs, state);
        *state = self.latches.iter().map(|latch| values.of(latch.next)).collect();
        values
    }

    /// Returns the gates that the system needs, by their indices: those of next states, of all properties, and of
    /// the legend.
    pub fn needed(&self) -> Vec<bool> {
        let next = self.latches.iter().map(|latch| latch.next);
        let observed = self.constraints.iter().chain(&self.bad).map(|observed| observed.signal);
        let justice = self.justice.iter().flat_map(|justice| justice.signals.iter().copied());
        let noted = self.legend.iter().filter_map(|note| note.signal);
        self.circuit.cone(next.chain(observed).chain(justice).chain(noted))
    }

    fn new_input(&mut self, label: Label) -> Signal {
        self.inputs.push(label);
        self.circuit.input(self.inputs.len() - 1)
    }

    /// Adds a latch that stays false until its `next` is set.
    fn new_latch(&mut self, label: Label) -> (usize, Signal) {
        self.latches.push(Latch { label, next: Signal::FALSE });
        let number = self.latches.len() - 1;
        (number, self.circuit.latch(number))
    }

    fn set_next(&mut self, latch: usize, next: Signal) {
        if let Some(latch) = self.latches.get_mut(latch) {
            latch.next = next;
        }
    }
}
