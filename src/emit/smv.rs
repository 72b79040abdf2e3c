//! Writes a transition system as SMV, for NuSMV and nuXmv.
//!
//! Follows the *NuSMV 2.6 User Manual*, 2010. Inputs are variables without assignment, as properties may not mention `IVAR`;
//! gates are definitions. An assertion is an `INVARSPEC`; a temporal formula is an `LTLSPEC` that its justice never comes
//! true, as the monitor is part of the model. Comments say what names mean. This module never looks at boolean programs.

use super::transition_system::circuit::{Gate, Signal};
use super::transition_system::{Label, TransitionSystem};
use std::fmt::Write;

/// Returns the text.
pub fn text(system: &TransitionSystem) -> String {
    let mut out = format!("-- Boolean program of the C procedure {}.\n", system.procedure);
    for note in &system.legend {
        let _ = writeln!(out, "-- {}", note.written(|signal| expression(system, signal)));
    }
    out.push_str("MODULE main\nVAR\n");
    for label in system.inputs.iter().chain(system.latches.iter().map(|latch| &latch.label)) {
        let _ = writeln!(out, "  {} : boolean; -- {}", label.name, label.meaning);
    }
    out.push_str("DEFINE\n");
    for ((signal, gate), is_needed) in system.circuit.signals().zip(system.needed()) {
        if let Gate::And(left, right) = gate
            && is_needed
        {
            let (left, right) = (expression(system, left), expression(system, right));
            let _ = writeln!(out, "  {} := {left} & {right};", expression(system, signal));
        }
    }
    out.push_str("ASSIGN\n");
    for latch in &system.latches {
        let (name, next) = (&latch.label.name, expression(system, latch.next));
        let _ = writeln!(out, "  init({name}) := FALSE;\n  next({name}) := {next};");
    }
    for constraint in &system.constraints {
        comment(&constraint.label, &mut out);
        let _ = writeln!(out, "INVAR {};", expression(system, constraint.signal));
    }
    for bad in &system.bad {
        comment(&bad.label, &mut out);
        let _ = writeln!(out, "INVARSPEC NAME {} := !({});", bad.label.name, expression(system, bad.signal));
    }
    for formula in &system.justice {
        comment(&formula.label, &mut out);
        let always = |signal: &Signal| format!("G F {}", expression(system, *signal));
        let all: Vec<String> = formula.signals.iter().map(always).collect();
        let _ = writeln!(out, "LTLSPEC NAME {} := !({});", formula.label.name, all.join(" & "));
    }
    out
}

fn comment(label: &Label, out: &mut String) {
    let _ = writeln!(out, "-- {}: {}", label.name, label.meaning);
}

fn expression(system: &TransitionSystem, signal: Signal) -> String {
    let label = match system.circuit.gates().get(signal.gate()) {
        Some(Gate::Input(number)) => system.inputs.get(*number),
        Some(Gate::Latch(number)) => system.latches.get(*number).map(|latch| &latch.label),
        Some(Gate::False) => return if signal.is_negated() { "TRUE".to_string() } else { "FALSE".to_string() },
        _ => None,
    };
    let name = label.map_or_else(|| format!("gate_{}", signal.gate()), |label| label.name.clone());
    if signal.is_negated() { format!("!{name}") } else { name }
}
