//! Writes a transition system as BTOR2, with words of one bit.
//!
//! Follows Niemetz, Preiner, Wolf, Biere, *Btor2, BtorMC and Boolector 3.0*, 2018. Each latch is a state that begins with zero.
//! Negations are nodes of their own. Comments say what names mean. This module never looks at boolean programs.

use super::transition_system::circuit::{Gate, Signal};
use super::transition_system::{Label, Observed, TransitionSystem};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the text.
pub fn text(system: &TransitionSystem) -> String {
    let mut writer = Writer { system, out: String::new(), last: 0, nodes: BTreeMap::new(), states: Vec::new() };
    let _ = writeln!(writer.out, "; Boolean program of the C procedure {}.", system.procedure);
    writer.line("sort bitvec 1");
    let zero = writer.line("zero 1");
    writer.nodes.insert(Signal::FALSE, zero);
    let one = writer.line("one 1");
    writer.nodes.insert(Signal::TRUE, one);
    writer.gates();
    for (state, next) in std::mem::take(&mut writer.states) {
        if let Some(next) = writer.node(next) {
            writer.line(&format!("next 1 {state} {next}"));
        }
    }
    writer.observed("constraint", &system.constraints);
    writer.observed("bad", &system.bad);
    for formula in &system.justice {
        writer.comment(&formula.label);
        let signals: Vec<String> =
            formula.signals.iter().filter_map(|signal| Some(writer.node(*signal)?.to_string())).collect();
        writer.line(&format!("justice {} {}", signals.len(), signals.join(" ")));
    }
    for note in &system.legend {
        // A negation that no other line needs gets one.
        let line = note.signal.and_then(|signal| writer.node(signal));
        let note = note.written(|_| line.map_or_else(String::new, |line| line.to_string()));
        let _ = writeln!(writer.out, "; {note}");
    }
    writer.out
}

struct Writer<'a> {
    system: &'a TransitionSystem,
    out: String,
    /// The number of the last line.
    last: usize,
    /// The lines of signals.
    nodes: BTreeMap<Signal, usize>,
    /// The lines of states, with their next values.
    states: Vec<(usize, Signal)>,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) -> usize {
        self.last += 1;
        let _ = writeln!(self.out, "{} {text}", self.last);
        self.last
    }

    fn comment(&mut self, label: &Label) {
        let _ = writeln!(self.out, "; {}: {}", label.name, label.meaning);
    }

    /// Writes inputs, states and conjunctions.
    fn gates(&mut self) {
        let system = self.system;
        for ((signal, gate), is_needed) in system.circuit.signals().zip(system.needed()) {
            let line = match gate {
                Gate::False => continue,
                Gate::Input(number) => system.inputs.get(number).map(|label| {
                    self.comment(label);
                    self.line(&format!("input 1 {}", label.name))
                }),
                Gate::Latch(number) => system.latches.get(number).map(|latch| {
                    self.comment(&latch.label);
                    let state = self.line(&format!("state 1 {}", latch.label.name));
                    self.line(&format!("init 1 {state} 2"));
                    self.states.push((state, latch.next));
                    state
                }),
                Gate::And(..) if !is_needed => continue,
                Gate::And(left, right) => match (self.node(left), self.node(right)) {
                    (Some(left), Some(right)) => Some(self.line(&format!("and 1 {left} {right}"))),
                    _ => None,
                },
            };
            self.nodes.extend(line.map(|line| (signal, line)));
        }
    }

    /// Returns the line of a signal; writes one for a negation.
    fn node(&mut self, signal: Signal) -> Option<usize> {
        if let Some(known) = self.nodes.get(&signal) {
            return Some(*known);
        }
        let positive = *self.nodes.get(&!signal)?;
        let line = self.line(&format!("not 1 {positive}"));
        self.nodes.insert(signal, line);
        Some(line)
    }

    fn observed(&mut self, keyword: &str, observed: &[Observed]) {
        for observed in observed {
            self.comment(&observed.label);
            if let Some(line) = self.node(observed.signal) {
                self.line(&format!("{keyword} {line} {}", observed.label.name));
            }
        }
    }
}
