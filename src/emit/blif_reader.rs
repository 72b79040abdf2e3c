//! Reads back a model that [`super::blif`] wrote: its circuit, its predicates, and the C statements of its transitions.
//!
//! It knows the BLIF of that writer alone: `.names` with two operands or one, operands before their gates, and the comments
//! of the legend.

use std::collections::BTreeMap;

use super::blif::{COMMENT, TITLE};
use super::circuit_model::{CircuitModel, Legend};
use super::transition_system::circuit::Signal;

/// Reads a model; `None` if Damson did not write it.
pub fn read(text: &str) -> Option<CircuitModel> {
    let mut reader = Reader::default();
    let mut lines = text.lines();
    reader.model.procedure = lines.next()?.strip_prefix(TITLE)?.trim_end_matches('.').to_string();
    let mut list = List::None;
    let mut gate: Option<Vec<&str>> = None;
    for line in lines {
        if let Some(comment) = line.strip_prefix(COMMENT) {
            reader.legend.comment(comment);
        } else if let Some(name) = line.strip_prefix(' ') {
            reader.name(list, name.trim_end_matches(" \\"))?;
        } else if line.starts_with(".inputs") {
            list = List::Inputs;
        } else if line.starts_with(".outputs") {
            list = List::Outputs;
        } else if let Some(rest) = line.strip_prefix(".latch ") {
            let name = rest.split(' ').nth(1)?;
            reader.latch(name);
        } else if let Some(names) = line.strip_prefix(".names ") {
            reader.gate(gate.take(), None)?;
            gate = Some(names.split(' ').collect());
        } else if line == ".end" {
            reader.gate(gate.take(), None)?;
            return reader.finish();
        } else if !line.starts_with(".model") {
            reader.gate(gate.take(), Some(line))?;
        }
    }
    None
}

/// The list whose names follow.
#[derive(Clone, Copy)]
enum List {
    None,
    Inputs,
    Outputs,
}

#[derive(Default)]
struct Reader<'t> {
    model: CircuitModel,
    signals: BTreeMap<&'t str, Signal>,
    outputs: Vec<&'t str>,
    legend: Legend<'t>,
}

impl<'t> Reader<'t> {
    fn name(&mut self, list: List, name: &'t str) -> Option<()> {
        match list {
            List::None => return None,
            List::Outputs => self.outputs.push(name),
            List::Inputs => {
                let signal = self.model.circuit.input(self.model.inputs.len());
                self.model.inputs.push(name.to_string());
                self.signals.insert(name, signal);
            }
        }
        Some(())
    }

    fn latch(&mut self, name: &'t str) {
        let signal = self.model.circuit.latch(self.model.latches.len());
        self.model.latches.push((name.to_string(), Signal::FALSE));
        self.signals.insert(name, signal);
    }

    /// Adds a gate with its cover: a line of bits that make it true, or no line.
    fn gate(&mut self, names: Option<Vec<&'t str>>, cover: Option<&str>) -> Option<()> {
        let Some(names) = names else { return cover.is_none().then_some(()) };
        let (to, operands) = names.split_last()?;
        let signal = match cover {
            None => Signal::FALSE,
            Some(cover) => {
                let bits = if operands.is_empty() { "" } else { cover.strip_suffix(" 1")? };
                if bits.len() != operands.len() || (operands.is_empty() && cover != "1") {
                    return None;
                }
                let mut all = Signal::TRUE;
                for (operand, bit) in operands.iter().zip(bits.chars()) {
                    let operand = *self.signals.get(operand)?;
                    all = self.model.circuit.and(all, if bit == '1' { operand } else { !operand });
                }
                all
            }
        };
        self.signals.insert(to, signal);
        Some(())
    }

    /// Returns the signal of a name, which may be negated or a constant.
    fn signal(&self, name: &str) -> Option<Signal> {
        match name {
            "0" => Some(Signal::FALSE),
            "1" => Some(Signal::TRUE),
            _ => match name.strip_prefix('!') {
                Some(name) => self.signals.get(name).map(|signal| !*signal),
                None => self.signals.get(name).copied(),
            },
        }
    }

    fn finish(mut self) -> Option<CircuitModel> {
        for number in 0..self.model.latches.len() {
            let (name, next) = self.model.latches.get_mut(number)?;
            *next = *self.signals.get(format!("next_{name}").as_str())?;
        }
        for name in &self.outputs {
            self.model.outputs.push((name.to_string(), self.signal(name)?));
        }
        let (mut model, legend) = (std::mem::take(&mut self.model), std::mem::take(&mut self.legend));
        legend.finish(&mut model, |name| self.signal(name))?;
        Some(model)
    }
}
