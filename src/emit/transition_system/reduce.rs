//! Systems for checkers and languages that know bad signals alone: without constraints, without justice, with one property.

use super::circuit::{Circuit, Gate, Signal};
use super::{Label, Observed, TransitionSystem};

/// The latch of a run in which a constraint failed in an earlier cycle.
pub const CONSTRAINT_FAILED: &str = "constraint_failed";
/// The input that marks where a run begins to repeat what follows, forever.
pub const REPEAT: &str = "repeat";

impl TransitionSystem {
    /// Returns the system with its constraints inside the bad signals and justice: a latch remembers that one failed in an
    /// earlier cycle.
    #[must_use]
    pub fn without_constraints(mut self) -> TransitionSystem {
        let constraints = std::mem::take(&mut self.constraints);
        let holds = self.circuit.all(constraints.iter().map(|constraint| constraint.signal));
        if holds == Signal::TRUE {
            return self;
        }
        let meaning = "a constraint failed in an earlier cycle";
        let (latch, failed) = self.new_latch(Label::new(CONSTRAINT_FAILED.to_string(), meaning));
        let next = self.circuit.or(failed, !holds);
        self.set_next(latch, next);
        let counts = self.circuit.and(holds, !failed);
        for bad in &mut self.bad {
            bad.signal = self.circuit.and(bad.signal, counts);
        }
        self.justice.iter_mut().for_each(|justice| justice.signals.push(counts));
        self
    }

    /// Returns the question whether an assertion can fail: a system with one bad signal alone; `None` if there is no such
    /// assertion. Inputs and latches keep their names.
    pub fn assertion_question(&self, index: usize) -> Option<TransitionSystem> {
        let mut system = self.clone();
        system.bad = vec![system.bad.get(index)?.clone()];
        system.justice.clear();
        Some(system.without_constraints().cone_of_influence())
    }

    /// Returns the question whether a run can violate a temporal formula, in the same form; `None` if there is no such
    /// formula.
    pub fn formula_question(&self, index: usize) -> Option<TransitionSystem> {
        let mut system = self.clone();
        system.bad.clear();
        system.justice = vec![system.justice.get(index)?.clone()];
        Some(system.without_constraints().cone_of_influence().without_justice())
    }

    /// Returns the system with a bad signal in place of each justice, after the other ones.
    ///
    /// Biere, Artho, Schuppan, *Liveness checking as safety checking*, 2002: in some cycle the input [`REPEAT`] has the state
    /// copied. A bad signal is true when that state comes back, and each signal of the justice was true in between.
    /// All formulas share one copy of the whole state: a run that repeats the state of one monitor forever has the
    /// others repeat theirs, sooner or later.
    #[must_use]
    pub fn without_justice(mut self) -> TransitionSystem {
        let formulas = std::mem::take(&mut self.justice);
        if formulas.is_empty() {
            return self;
        }
        let count = self.latches.len();
        let repeat = self.new_input(Label::new(REPEAT.to_string(), "the run repeats what follows, forever"));
        let (repeating_latch, repeating) = self.new_latch(Label::new("repeating".to_string(), "a state was copied"));
        let copies = self.circuit.and(repeat, !repeating);
        let since = self.circuit.or(repeating, repeat);
        self.set_next(repeating_latch, since);
        let mut is_back = repeating;
        for number in 0..count {
            let Some(label) = self.latches.get(number).map(|latch| latch.label.clone()) else { continue };
            let (copy_latch, copy) = self.new_latch(Label::new(format!("copy_{}", label.name), &label.meaning));
            let original = self.circuit.latch(number);
            let (new, old) = (self.circuit.and(copies, original), self.circuit.and(!copies, copy));
            let next = self.circuit.or(new, old);
            self.set_next(copy_latch, next);
            let same = self.circuit.equal(original, copy);
            is_back = self.circuit.and(is_back, same);
        }
        for (formula, justice) in formulas.into_iter().enumerate() {
            let mut signal = is_back;
            for (number, just) in justice.signals.iter().enumerate() {
                let meaning = format!("signal {number} of {} was true since then", justice.label.name);
                let (latch, met) = self.new_latch(Label::new(format!("met_{formula}_{number}"), &meaning));
                let now = self.circuit.or(met, *just);
                let next = self.circuit.and(since, now);
                self.set_next(latch, next);
                signal = self.circuit.and(signal, met);
            }
            self.bad.push(Observed { label: justice.label, signal });
        }
        self
    }

    /// Keeps what the properties depend on.
    fn cone_of_influence(&self) -> TransitionSystem {
        let bad = self.bad.iter().map(|bad| bad.signal);
        let mut roots: Vec<Signal> =
            bad.chain(self.justice.iter().flat_map(|justice| justice.signals.iter().copied())).collect();
        let mut is_kept = vec![false; self.latches.len()];
        let needed = loop {
            let needed = self.circuit.cone(roots.iter().copied());
            let known = roots.len();
            for (gate, is_needed) in self.circuit.gates().iter().zip(&needed) {
                if let (Gate::Latch(number), true) = (gate, *is_needed)
                    && let Some(kept) = is_kept.get_mut(*number)
                    && !std::mem::replace(kept, true)
                {
                    roots.extend(self.latches.get(*number).map(|latch| latch.next));
                }
            }
            if roots.len() == known {
                break needed;
            }
        };
        Rebuilder::default().rebuild(self, &needed)
    }
}

/// Copies a part of a system.
#[derive(Default)]
struct Rebuilder {
    /// The new signal of each gate; false for one that is left out.
    gates: Vec<Signal>,
}

impl Rebuilder {
    fn rebuild(mut self, old: &TransitionSystem, needed: &[bool]) -> TransitionSystem {
        let mut system = TransitionSystem {
            circuit: Circuit::default(),
            inputs: Vec::new(),
            latches: Vec::new(),
            legend: Vec::new(),
            start: Vec::new(),
            transitions: Vec::new(),
            ..old.clone()
        };
        let mut latches = Vec::new();
        for (gate, is_needed) in old.circuit.gates().iter().zip(needed) {
            let signal = match gate {
                _ if !is_needed => Signal::FALSE,
                Gate::False => Signal::FALSE,
                Gate::Input(number) => {
                    old.inputs.get(*number).map_or(Signal::FALSE, |label| system.new_input(label.clone()))
                }
                Gate::Latch(number) => old.latches.get(*number).map_or(Signal::FALSE, |latch| {
                    let (new, signal) = system.new_latch(latch.label.clone());
                    latches.push((new, latch.next));
                    signal
                }),
                Gate::And(left, right) => {
                    let (left, right) = (self.of(*left), self.of(*right));
                    system.circuit.and(left, right)
                }
            };
            self.gates.push(signal);
        }
        latches.into_iter().for_each(|(latch, next)| system.set_next(latch, self.of(next)));
        system.bad.iter_mut().for_each(|bad| bad.signal = self.of(bad.signal));
        system.constraints.iter_mut().for_each(|constraint| constraint.signal = self.of(constraint.signal));
        let justice = system.justice.iter_mut().flat_map(|justice| &mut justice.signals);
        justice.for_each(|signal| *signal = self.of(*signal));
        system
    }

    fn of(&self, signal: Signal) -> Signal {
        let new = self.gates.get(signal.gate()).copied().unwrap_or(Signal::FALSE);
        if signal.is_negated() { !new } else { new }
    }
}
