//! Writes a transition system as AIGER 1.9, in its text form (`aag`).
//!
//! Follows Biere, Heljanko, Wieringa, *AIGER 1.9 and beyond*, 2011: bad signals, constraints and justice have sections of their
//! own, and there are no outputs. All latches are zero at first. A symbol is the name of what it labels, a space, and its
//! meaning. Comments say what the numbers of locations and transitions mean. This module never looks at boolean programs.

use super::transition_system::circuit::{Gate, Signal};
use super::transition_system::{Label, TransitionSystem};
use std::fmt::Write;

/// Begins the comments, followed by the name of the procedure.
pub(super) const TITLE: &str = "Boolean program of the C procedure ";

/// Returns the text.
pub fn text(system: &TransitionSystem) -> String {
    let (ids, ands) = numbers(system);
    let literal = |signal: Signal| 2 * ids.get(signal.gate()).copied().unwrap_or(0) + usize::from(signal.is_negated());
    let (inputs, latches) = (system.inputs.len(), system.latches.len());
    let (bad, constraints, justice) = (system.bad.len(), system.constraints.len(), system.justice.len());
    let most = inputs + latches + ands;
    let mut out = format!("aag {most} {inputs} {latches} 0 {ands} {bad} {constraints} {justice}\n");
    for number in 0..inputs {
        let _ = writeln!(out, "{}", 2 * (1 + number));
    }
    for (number, latch) in system.latches.iter().enumerate() {
        let _ = writeln!(out, "{} {}", 2 * (1 + inputs + number), literal(latch.next));
    }
    for observed in system.bad.iter().chain(&system.constraints) {
        let _ = writeln!(out, "{}", literal(observed.signal));
    }
    for formula in &system.justice {
        let _ = writeln!(out, "{}", formula.signals.len());
    }
    for signal in system.justice.iter().flat_map(|formula| &formula.signals) {
        let _ = writeln!(out, "{}", literal(*signal));
    }
    for (gate, id) in system.circuit.gates().iter().zip(&ids) {
        if let Gate::And(left, right) = gate
            && *id != 0
        {
            let (left, right) = (literal(*left), literal(*right));
            let _ = writeln!(out, "{} {} {}", 2 * id, left.max(right), left.min(right));
        }
    }
    symbols(system, &mut out);
    let _ = writeln!(out, "c\n{TITLE}{}.", system.procedure);
    for note in &system.legend {
        let _ = writeln!(out, "{}", note.written(|signal| literal(signal).to_string()));
    }
    out
}

fn symbols(system: &TransitionSystem, out: &mut String) {
    let groups: [(char, Vec<&Label>); 5] = [
        ('i', system.inputs.iter().collect()),
        ('l', system.latches.iter().map(|latch| &latch.label).collect()),
        ('b', system.bad.iter().map(|bad| &bad.label).collect()),
        ('c', system.constraints.iter().map(|constraint| &constraint.label).collect()),
        ('j', system.justice.iter().map(|formula| &formula.label).collect()),
    ];
    for (kind, labels) in groups {
        for (number, label) in labels.into_iter().enumerate() {
            let _ = writeln!(out, "{kind}{number} {} {}", label.name, label.meaning);
        }
    }
}

/// Returns for each gate its variable, 0 if it has none, and the number of conjunctions.
fn numbers(system: &TransitionSystem) -> (Vec<usize>, usize) {
    let (inputs, latches) = (system.inputs.len(), system.latches.len());
    let mut ands = 0;
    let number = |(gate, is_needed): (&Gate, bool)| match gate {
        Gate::False => 0,
        Gate::Input(number) => 1 + number,
        Gate::Latch(number) => 1 + inputs + number,
        Gate::And(..) if !is_needed => 0,
        Gate::And(..) => {
            ands += 1;
            inputs + latches + ands
        }
    };
    let ids = system.circuit.gates().iter().zip(system.needed()).map(number).collect();
    (ids, ands)
}
