//! Temporal formulas as justice: a monitor guesses how a run violates the formula.
//!
//! Its latches hold a state of the automaton of the violating runs, in binary, and inputs choose the edge that is followed.
//! Where the present state does not satisfy the edge's conditions, the guess was `wrong` forever. A run is accepted if it is never wrong and
//! takes infinitely many edges that do not postpone each `until`; see [`boolprog::automaton`].

use super::build::Builder;
use super::circuit::{Signal, bit_of, bits_for};
use super::{Justice, Label};
use crate::NotWritten;
use base::Budget;
use boolprog::LtlProperty;
use boolprog::automaton::{Automaton, AutomatonEdge};
use std::rc::Rc;

impl Builder<'_> {
    /// Adds the monitor of the temporal formula with this index, and its justice.
    pub(super) fn formula(&mut self, index: usize, budget: &Budget) -> Result<(), NotWritten> {
        let program = self.program;
        let Some(property) = program.ltl.get(index) else { return Ok(()) };
        let mut automaton = Automaton::of_violations(&property.formula);
        // For each state, in order of their discovery.
        let mut edges: Vec<Rc<[AutomatonEdge]>> = Vec::new();
        let mut states = 1;
        while edges.len() < states {
            let leaving = automaton.edges(edges.len(), budget)?;
            states = leaving.iter().map(|edge| edge.target + 1).fold(states, usize::max);
            edges.push(leaving);
        }
        let monitor = self.monitor(property, &edges);
        let mut taken: Vec<(Signal, &AutomatonEdge)> = Vec::new();
        for (state, leaving) in edges.iter().enumerate() {
            budget.check()?;
            let at = self.system.circuit.is_number(&monitor.state, state);
            let bits = monitor.follow.get(..bits_for(leaving.len())).unwrap_or_default();
            for (number, edge) in leaving.iter().enumerate() {
                let chosen = self.system.circuit.is_number(bits, number);
                let literals = self.literals(&automaton, edge);
                let taken_edge = self.system.circuit.all([at, chosen, literals, !self.start]);
                taken.push((taken_edge, edge));
            }
        }
        self.move_monitor(&monitor, &taken);
        let circuit = &mut self.system.circuit;
        let mut signals = vec![!monitor.wrong];
        for until in automaton.untils() {
            let moves_on = taken.iter().filter(|(_, edge)| !edge.postponed.contains(&until)).map(|(taken, _)| *taken);
            signals.push(circuit.any(moves_on));
        }
        let label = Label::new(format!("violates_{}", property.name), &property.text);
        self.system.justice.push(Justice { label, signals });
        Ok(())
    }

    fn monitor(&mut self, property: &LtlProperty, edges: &[Rc<[AutomatonEdge]>]) -> Monitor {
        let name = &property.name;
        let mut monitor = Monitor {
            state: Vec::new(),
            latches: Vec::new(),
            follow: Vec::new(),
            wrong: Signal::FALSE,
            wrong_latch: 0,
        };
        for place in 0..bits_for(edges.len()) {
            let label = Label::new(format!("monitor_{name}_{place}"), &format!("bit {place} of the monitor of {name}"));
            let (latch, signal) = self.system.new_latch(label);
            monitor.latches.push(latch);
            monitor.state.push(signal);
        }
        let most = edges.iter().map(|leaving| leaving.len()).max().unwrap_or(0);
        for place in 0..bits_for(most) {
            let meaning = format!("bit {place} of the number of the edge that the monitor of {name} follows");
            monitor.follow.push(self.system.new_input(Label::new(format!("follow_{name}_{place}"), &meaning)));
        }
        let label = Label::new(format!("wrong_{name}"), &format!("the monitor of {name} guessed wrong"));
        (monitor.wrong_latch, monitor.wrong) = self.system.new_latch(label);
        monitor
    }

    /// Returns the requirements of an edge on the present state.
    fn literals(&mut self, automaton: &Automaton, edge: &AutomatonEdge) -> Signal {
        let values = self.values.clone();
        let mut all = Signal::TRUE;
        for (atom, positive) in &edge.literals {
            let Some((point, expr)) = automaton.atoms().get_index(*atom) else { continue };
            let (at, holds) = (self.at(*point), self.expression(expr, &values, true));
            let atom = self.system.circuit.and(at, holds);
            all = self.system.circuit.and(all, if *positive { atom } else { !atom });
        }
        all
    }

    fn move_monitor(&mut self, monitor: &Monitor, taken: &[(Signal, &AutomatonEdge)]) {
        let start = self.start;
        let circuit = &mut self.system.circuit;
        let mut functions = Vec::new();
        for (place, latch) in monitor.latches.iter().enumerate() {
            let leading = taken.iter().filter(|(_, edge)| bit_of(edge.target, place)).map(|(taken, _)| *taken);
            functions.push((*latch, circuit.any(leading)));
        }
        let none = !circuit.any(taken.iter().map(|(taken, _)| *taken));
        let lost = circuit.and(none, !start);
        functions.push((monitor.wrong_latch, circuit.or(monitor.wrong, lost)));
        functions.into_iter().for_each(|(latch, function)| self.system.set_next(latch, function));
    }
}

struct Monitor {
    /// The bits of its state.
    state: Vec<Signal>,
    /// The latches of these bits.
    latches: Vec<usize>,
    /// Inputs that number the edges of a state.
    follow: Vec<Signal>,
    wrong: Signal,
    wrong_latch: usize,
}
