//! And-inverter graphs: boolean functions of inputs and latches, with equal subterms shared.
//!
//! A gate is the conjunction of two signals, and any signal may be negated. Operands come before their gates, so that all
//! passes are loops without recursion. It knows nothing of programs and never simplifies across more than one gate.
//! Biere, *The AIGER and-inverter graph (AIG) format*, 2007, has the same graphs.

use rustc_hash::FxHashMap;

/// A gate of a circuit, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signal {
    gate: usize,
    is_negated: bool,
}

impl Signal {
    pub const FALSE: Signal = Signal { gate: 0, is_negated: false };
    pub const TRUE: Signal = Signal { gate: 0, is_negated: true };

    /// Returns the signal that is always this value.
    pub fn constant(value: bool) -> Signal {
        if value { Signal::TRUE } else { Signal::FALSE }
    }

    /// Returns the index of the gate.
    pub fn gate(self) -> usize {
        self.gate
    }

    /// Returns true if the signal is the negation of its gate.
    pub fn is_negated(self) -> bool {
        self.is_negated
    }
}

impl std::ops::Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        Signal { is_negated: !self.is_negated, ..self }
    }
}

/// What computes a signal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// Always false: gate 0 alone.
    False,
    /// The input with this number.
    Input(usize),
    /// The present value of the latch with this number.
    Latch(usize),
    And(Signal, Signal),
}

/// Gates, each after its operands.
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, usize>,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit { gates: vec![Gate::False], known: FxHashMap::from_iter([(Gate::False, 0)]) }
    }
}

impl Circuit {
    /// Returns all gates; a signal names them by their index.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Returns the gates with their signals, each after its operands.
    pub fn signals(&self) -> impl Iterator<Item = (Signal, Gate)> + '_ {
        self.gates.iter().enumerate().map(|(gate, kind)| (Signal { gate, is_negated: false }, *kind))
    }

    /// Returns the signal of an input.
    pub fn input(&mut self, number: usize) -> Signal {
        self.gate(Gate::Input(number))
    }

    /// Returns the signal of a latch.
    pub fn latch(&mut self, number: usize) -> Signal {
        self.gate(Gate::Latch(number))
    }

    fn gate(&mut self, gate: Gate) -> Signal {
        let next = self.gates.len();
        let index = *self.known.entry(gate).or_insert(next);
        if index == next {
            self.gates.push(gate);
        }
        Signal { gate: index, is_negated: false }
    }

    pub fn and(&mut self, left: Signal, right: Signal) -> Signal {
        let (left, right) = if left <= right { (left, right) } else { (right, left) };
        match (left, right) {
            (Signal::FALSE, _) => Signal::FALSE,
            (Signal::TRUE, other) => other,
            _ if left == right => left,
            _ if left == !right => Signal::FALSE,
            _ => self.gate(Gate::And(left, right)),
        }
    }

    pub fn or(&mut self, left: Signal, right: Signal) -> Signal {
        !self.and(!left, !right)
    }

    /// Returns the conjunction; true without operands.
    pub fn all(&mut self, signals: impl IntoIterator<Item = Signal>) -> Signal {
        signals.into_iter().fold(Signal::TRUE, |all, signal| self.and(all, signal))
    }

    /// Returns the disjunction; false without operands.
    pub fn any(&mut self, signals: impl IntoIterator<Item = Signal>) -> Signal {
        signals.into_iter().fold(Signal::FALSE, |any, signal| self.or(any, signal))
    }

    /// Returns the signal that is true where both are equal.
    pub fn equal(&mut self, left: Signal, right: Signal) -> Signal {
        let (both, neither) = (self.and(left, right), self.and(!left, !right));
        self.or(both, neither)
    }

    /// Returns the signal that is true where the bits, lowest first, are this number.
    pub fn is_number(&mut self, bits: &[Signal], number: usize) -> Signal {
        let literal = |(place, bit): (usize, &Signal)| if bit_of(number, place) { *bit } else { !*bit };
        self.all(bits.iter().enumerate().map(literal))
    }

    /// Returns the gates that the signals depend on, within the present cycle, by their indices.
    pub fn cone(&self, signals: impl IntoIterator<Item = Signal>) -> Vec<bool> {
        let mut needed = vec![false; self.gates.len()];
        let mark = |needed: &mut Vec<bool>, signal: Signal| {
            if let Some(slot) = needed.get_mut(signal.gate) {
                *slot = true;
            }
        };
        signals.into_iter().for_each(|signal| mark(&mut needed, signal));
        for (index, gate) in self.gates.iter().enumerate().rev() {
            if let Gate::And(left, right) = gate
                && needed.get(index) == Some(&true)
            {
                mark(&mut needed, *left);
                mark(&mut needed, *right);
            }
        }
        needed
    }

    /// Returns the value of each gate. Inputs and latches that have no value are false.
    pub fn evaluate(&self, inputs: &[bool], latches: &[bool]) -> GateValues {
        let mut values = GateValues(Vec::with_capacity(self.gates.len()));
        for gate in &self.gates {
            let value = match gate {
                Gate::False => false,
                Gate::Input(number) => inputs.get(*number).copied().unwrap_or(false),
                Gate::Latch(number) => latches.get(*number).copied().unwrap_or(false),
                Gate::And(left, right) => values.of(*left) && values.of(*right),
            };
            values.0.push(value);
        }
        values
    }
}

/// The values of the gates of a circuit in one cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GateValues(Vec<bool>);

impl GateValues {
    /// Returns the value of a signal.
    pub fn of(&self, signal: Signal) -> bool {
        self.0.get(signal.gate).copied().unwrap_or(false) != signal.is_negated
    }
}

/// Returns a bit of a number; bit 0 is the lowest.
pub(super) fn bit_of(number: usize, place: usize) -> bool {
    number.checked_shr(place as u32).is_some_and(|rest| rest & 1 == 1)
}

/// Returns how many bits numbers below `count` need.
pub(super) fn bits_for(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one_gate() {
        let mut circuit = Circuit::default();
        let (a, b) = (circuit.input(0), circuit.latch(0));
        assert_eq!(circuit.and(a, b), circuit.and(b, a));
        assert_eq!(circuit.and(a, !a), Signal::FALSE);
        assert_eq!(circuit.or(a, !a), Signal::TRUE);
        assert_eq!(circuit.and(a, Signal::TRUE), a);
        assert_eq!(circuit.gates().len(), 4);
    }

    #[test]
    fn numbers_need_their_bits() {
        let needs = [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (256, 8), (257, 9)];
        assert!(needs.iter().all(|(count, bits)| bits_for(*count) == *bits));
        let mut circuit = Circuit::default();
        let bits: Vec<Signal> = (0..3).map(|number| circuit.input(number)).collect();
        for number in 0..8 {
            let is_it = circuit.is_number(&bits, number);
            for given in 0..8 {
                let inputs: Vec<bool> = (0..3).map(|place| bit_of(given, place)).collect();
                assert_eq!(circuit.evaluate(&inputs, &[]).of(is_it), given == number);
            }
        }
    }
}
