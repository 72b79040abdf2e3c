//! Reads back a model that [`super::aiger`] wrote: its circuit without justice, its predicates, and the C statements of its
//! transitions.
//!
//! It knows the AIGER of that writer alone: text, no outputs, latches that begin with zero, operands before their gates, symbols
//! and the comments of the legend.

use super::aiger::TITLE;
use super::circuit_model::{CircuitModel, Legend};
use super::transition_system::circuit::Signal;

/// Reads a model; `None` if Damson did not write it.
pub fn read(text: &str) -> Option<CircuitModel> {
    let mut lines = text.lines();
    let header: Vec<usize> =
        lines.next()?.strip_prefix("aag ")?.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [_, inputs, latches, 0, ands, bad, constraints, justice] = header[..] else { return None };
    let mut reader = Reader { model: CircuitModel::default(), signals: vec![Signal::FALSE] };
    for number in 0..inputs {
        let signal = reader.model.circuit.input(number);
        reader.define(numbers::<1>(lines.next()?)?[0], signal)?;
    }
    let mut next = Vec::new();
    for number in 0..latches {
        let [literal, value] = numbers(lines.next()?)?;
        let signal = reader.model.circuit.latch(number);
        reader.define(literal, signal)?;
        next.push(value);
    }
    let mut single =
        |count: usize| -> Option<Vec<usize>> { (0..count).map(|_| Some(numbers::<1>(lines.next()?)?[0])).collect() };
    let (bad, constraints, sizes) = (single(bad)?, single(constraints)?, single(justice)?);
    single(sizes.iter().try_fold(0_usize, |sum, size| sum.checked_add(*size))?)?;
    for _ in 0..ands {
        let [literal, left, right] = numbers(lines.next()?)?;
        let (left, right) = (reader.signal(left)?, reader.signal(right)?);
        let signal = reader.model.circuit.and(left, right);
        reader.define(literal, signal)?;
    }
    reader.model.constraints = constraints.into_iter().map(|literal| reader.signal(literal)).collect::<Option<_>>()?;
    reader.symbols(&mut lines, &next, &bad)?;
    reader.model.procedure = lines.next()?.strip_prefix(TITLE)?.trim_end_matches('.').to_string();
    let mut legend = Legend::default();
    lines.for_each(|line| legend.comment(line));
    let mut model = std::mem::take(&mut reader.model);
    legend.finish(&mut model, |literal| reader.signal(literal.parse().ok()?))?;
    Some(model)
}

/// Returns the numbers of a line that has this many.
fn numbers<const COUNT: usize>(line: &str) -> Option<[usize; COUNT]> {
    let numbers: Option<Vec<usize>> = line.split(' ').map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok()
}

struct Reader {
    model: CircuitModel,
    /// The signals of variables.
    signals: Vec<Signal>,
}

impl Reader {
    /// Gives a signal to the next variable.
    fn define(&mut self, literal: usize, signal: Signal) -> Option<()> {
        let is_next = literal == self.signals.len().checked_mul(2)?;
        self.signals.push(signal);
        is_next.then_some(())
    }

    fn signal(&self, literal: usize) -> Option<Signal> {
        let signal = *self.signals.get(literal / 2)?;
        Some(if literal.is_multiple_of(2) { signal } else { !signal })
    }

    /// Reads the symbols, up to the line that begins the comments.
    fn symbols<'t>(&mut self, lines: &mut impl Iterator<Item = &'t str>, next: &[usize], bad: &[usize]) -> Option<()> {
        loop {
            let line = lines.next()?;
            if line == "c" {
                break;
            }
            let (symbol, rest) = line.split_once(' ')?;
            let (name, meaning) = rest.split_once(' ').unwrap_or((rest, ""));
            self.model.meanings.insert(name.to_string(), meaning.to_string());
            match symbol.chars().next()? {
                'i' => self.model.inputs.push(name.to_string()),
                'l' => {
                    let value = self.signal(*next.get(self.model.latches.len())?)?;
                    self.model.latches.push((name.to_string(), value));
                }
                'b' => {
                    let signal = self.signal(*bad.get(self.model.outputs.len())?)?;
                    self.model.outputs.push((name.to_string(), signal));
                }
                _ => {}
            }
        }
        (self.model.latches.len() == next.len() && self.model.outputs.len() == bad.len()).then_some(())
    }
}
