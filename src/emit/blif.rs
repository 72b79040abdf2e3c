//! Writes a transition system as BLIF, which ABC and synthesis tools read.
//!
//! Follows *Berkeley Logic Interchange Format (BLIF)*, University of California, 1992. BLIF has neither constraints nor
//! justice: a latch remembers failed constraints, and a copy of the state finds runs that repeat (`transition_system::reduce`). Each
//! output is a property, and the property is violated if its output can be 1. Comments say what names mean.

use super::transition_system::circuit::{Gate, Signal};
use super::transition_system::{Label, TransitionSystem};
use std::fmt::Write;

/// The beginning of a model, followed by the name of the procedure.
pub(super) const TITLE: &str = "# Boolean program of the C procedure ";
/// Begins a comment.
pub(super) const COMMENT: &str = "# ";

/// Returns the text.
pub fn text(system: &TransitionSystem) -> String {
    let system = system.clone().without_constraints().without_justice();
    let mut out = format!("{TITLE}{}.\n", system.procedure);
    for note in &system.legend {
        let _ = writeln!(out, "{COMMENT}{}", note.written(|signal| expression(&system, signal)));
    }
    let latches = system.latches.iter().map(|latch| &latch.label);
    for label in system.inputs.iter().chain(latches).chain(system.bad.iter().map(|bad| &bad.label)) {
        let _ = writeln!(out, "{COMMENT}{}: {}", label.name, label.meaning);
    }
    let _ = writeln!(out, ".model {}", system.procedure);
    names(".inputs", system.inputs.iter(), &mut out);
    names(".outputs", system.bad.iter().map(|bad| &bad.label), &mut out);
    for latch in &system.latches {
        let _ = writeln!(out, ".latch next_{0} {0} 0", latch.label.name);
    }
    for (index, (gate, is_needed)) in system.circuit.gates().iter().zip(system.needed()).enumerate() {
        if let Gate::And(left, right) = gate
            && is_needed
        {
            let (left_bit, right_bit) = (bit(*left), bit(*right));
            let (left, right) = (name(&system, *left), name(&system, *right));
            let _ = writeln!(out, ".names {left} {right} gate_{index}\n{left_bit}{right_bit} 1");
        }
    }
    for latch in &system.latches {
        copy(&system, latch.next, &format!("next_{}", latch.label.name), &mut out);
    }
    for bad in &system.bad {
        copy(&system, bad.signal, &bad.label.name, &mut out);
    }
    out.push_str(".end\n");
    out
}

fn names<'l>(keyword: &str, labels: impl Iterator<Item = &'l Label>, out: &mut String) {
    out.push_str(keyword);
    // One name on a line: some readers limit the length of lines.
    labels.for_each(|label| {
        let _ = write!(out, " \\\n {}", label.name);
    });
    out.push('\n');
}

/// Returns the value of a signal's gate for which the signal is true.
fn bit(signal: Signal) -> char {
    if signal.is_negated() { '0' } else { '1' }
}

/// Returns the name of a signal's gate.
fn name(system: &TransitionSystem, signal: Signal) -> String {
    let label = match system.circuit.gates().get(signal.gate()) {
        Some(Gate::Input(number)) => system.inputs.get(*number),
        Some(Gate::Latch(number)) => system.latches.get(*number).map(|latch| &latch.label),
        _ => None,
    };
    label.map_or_else(|| format!("gate_{}", signal.gate()), |label| label.name.clone())
}

/// Returns the name of a signal for comments.
fn expression(system: &TransitionSystem, signal: Signal) -> String {
    match signal {
        Signal::FALSE => "0".to_string(),
        Signal::TRUE => "1".to_string(),
        signal if signal.is_negated() => format!("!{}", name(system, signal)),
        signal => name(system, signal),
    }
}

/// Gives the value of a signal to a name.
fn copy(system: &TransitionSystem, signal: Signal, to: &str, out: &mut String) {
    let _ = match signal {
        Signal::FALSE => writeln!(out, ".names {to}"),
        Signal::TRUE => writeln!(out, ".names {to}\n1"),
        signal => writeln!(out, ".names {} {to}\n{} 1", name(system, signal), bit(signal)),
    };
}
