//! Reads the inductive invariant that ABC found, and proves it by our own SAT solver.
//!
//! ABC writes a PLA file: each line is a cube, a partial assignment of latches, and no reachable state is in any of the cubes.
//! The proof has three parts: the first state is in no cube; no step from a state outside of the cubes leads into one; no
//! state outside of the cubes violates the property. This is what Bradley, *SAT-based model checking without
//! unrolling*, 2011, asks of an invariant. Nothing of ABC is trusted.

use super::Trouble;
use super::trouble::first_line;
use base::Budget;
use emit::circuit_model::CircuitModel;
use emit::transition_system::TransitionSystem;
use emit::transition_system::circuit::{Circuit as Gates, Gate, Signal};
use reason::Undecided;
use sat::{Circuit, Lit, ProofCheck, Satisfiable, Varisat};
use std::collections::BTreeMap;

/// What an invariant is about.
pub(super) struct Latches<'s> {
    circuit: &'s Gates,
    /// Each with its name and its next value. All are false at first.
    latches: Vec<(&'s str, Signal)>,
}

impl<'s> Latches<'s> {
    pub(super) fn of_system(system: &'s TransitionSystem) -> Self {
        let latches = system.latches.iter().map(|latch| (latch.label.name.as_str(), latch.next)).collect();
        Latches { circuit: &system.circuit, latches }
    }

    pub(super) fn of_model(model: &'s CircuitModel) -> Self {
        let latches = model.latches.iter().map(|(name, next)| (name.as_str(), *next)).collect();
        Latches { circuit: &model.circuit, latches }
    }
}

/// A set of states: those in none of the cubes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Invariant {
    /// Each a list of latches, by number, with their values.
    pub cubes: Vec<Vec<(usize, bool)>>,
}

/// Reads the text of a PLA file over these latches.
pub(super) fn read(latches: &Latches<'_>, text: &str) -> Result<Invariant, Trouble> {
    let unreadable = |line: &str| Trouble::InvariantUnreadable(first_line(line));
    let numbers: BTreeMap<&str, usize> = latches.latches.iter().map(|(name, _)| *name).zip(0..).collect();
    let (mut columns, mut cubes, mut is_complete) = (Vec::new(), Vec::new(), false);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(names) = line.strip_prefix(".ilb") {
            let number = |name: &str| numbers.get(name).copied();
            columns =
                names.split_whitespace().map(number).collect::<Option<Vec<_>>>().ok_or_else(|| unreadable(line))?;
        } else if line == ".e" {
            is_complete = true;
        } else if !line.starts_with('.') {
            let (cube, value) = line.split_once(char::is_whitespace).ok_or_else(|| unreadable(line))?;
            if value.trim() != "1" || cube.len() != columns.len() {
                return Err(unreadable(line));
            }
            let mut literals = Vec::new();
            for (latch, value) in columns.iter().zip(cube.chars()) {
                match value {
                    '0' | '1' => literals.push((*latch, value == '1')),
                    '-' => {}
                    _ => return Err(unreadable(line)),
                }
            }
            cubes.push(literals);
        }
    }
    if is_complete { Ok(Invariant { cubes }) } else { Err(unreadable("it has no end")) }
}

impl Invariant {
    /// Proves the invariant: the first state is in it, and no step leaves it. Returns for each of the bad signals whether it is
    /// false in all states of the invariant, with any inputs.
    pub(super) fn prove(&self, latches: &Latches<'_>, bad: &[Signal], budget: &Budget) -> Result<Vec<bool>, Undecided> {
        // All latches are false at first.
        if !self.cubes.iter().all(|cube| cube.iter().any(|(_, value)| *value)) {
            return Err(Trouble::InvariantWrong("the first state is not in it").into());
        }
        let mut encoding = Encoding::of(latches, budget)?;
        for cube in &self.cubes {
            let literals = cube.iter().map(|(latch, value)| encoding.latch(*latch).negated_if(*value));
            let clause: Vec<Lit> = literals.collect();
            encoding.circuit.require(&clause);
        }
        for cube in &self.cubes {
            let next = |(latch, value): &(usize, bool)| {
                let next = latches.latches.get(*latch).map_or(Signal::FALSE, |(_, next)| *next);
                encoding.literal(next).negated_if(!*value)
            };
            let next: Vec<Lit> = cube.iter().map(next).collect();
            let enters = encoding.circuit.and(&next);
            if !encoding.is_impossible(enters, budget)? {
                return Err(Trouble::InvariantWrong("a step leaves it").into());
            }
        }
        let mut holds = Vec::new();
        for signal in bad {
            let bad = encoding.literal(*signal);
            holds.push(encoding.is_impossible(bad, budget)?);
        }
        Ok(holds)
    }
}

/// The gates of a system in clauses.
struct Encoding {
    circuit: Circuit,
    gates: Vec<Lit>,
    latches: Vec<Lit>,
}

impl Encoding {
    fn of(system: &Latches<'_>, budget: &Budget) -> Result<Encoding, Undecided> {
        let mut circuit = Circuit::over(Varisat::new(ProofCheck::default()));
        let latches = system.latches.iter().map(|_| circuit.variable()).collect();
        let mut encoding = Encoding { circuit, gates: Vec::new(), latches };
        for gate in system.circuit.gates() {
            budget.check()?;
            let literal = match gate {
                Gate::False => encoding.circuit.no(),
                Gate::Input(_) => encoding.circuit.variable(),
                Gate::Latch(number) => encoding.latch(*number),
                Gate::And(left, right) => {
                    let parts = [encoding.literal(*left), encoding.literal(*right)];
                    encoding.circuit.and(&parts)
                }
            };
            encoding.gates.push(literal);
        }
        Ok(encoding)
    }

    fn latch(&self, number: usize) -> Lit {
        self.latches.get(number).copied().unwrap_or(self.circuit.no())
    }

    fn literal(&self, signal: Signal) -> Lit {
        let gate = self.gates.get(signal.gate()).copied().unwrap_or(self.circuit.no());
        gate.negated_if(signal.is_negated())
    }

    fn is_impossible(&mut self, literal: Lit, budget: &Budget) -> Result<bool, Undecided> {
        match self.circuit.solve(&[literal], budget) {
            Satisfiable::No(_) => Ok(true),
            Satisfiable::Yes => Ok(false),
            Satisfiable::Unknown(why) => Err(why.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emit::transition_system::circuit::Circuit as Gates;
    use emit::transition_system::{Label, Latch, Observed};

    /// Two latches: `a` stays as it is, and `b` becomes `a`. Bad: `b`.
    fn system() -> TransitionSystem {
        let label = |name: &str| Label { name: name.to_string(), meaning: String::new() };
        let mut circuit = Gates::default();
        let (a, b) = (circuit.latch(0), circuit.latch(1));
        TransitionSystem {
            procedure: "f".to_string(),
            circuit,
            inputs: Vec::new(),
            latches: vec![Latch { label: label("a"), next: a }, Latch { label: label("b"), next: a }],
            constraints: Vec::new(),
            bad: vec![Observed { label: label("fails"), signal: b }],
            justice: Vec::new(),
            legend: Vec::new(),
            start: Vec::new(),
            transitions: Vec::new(),
        }
    }

    /// Whether the invariant proves that the bad signal is false.
    fn proof(cubes: &str) -> Result<bool, Undecided> {
        let text = format!(".i 2\n.o 1\n.ilb a b\n.ob inv\n{cubes}.e\n");
        let system = system();
        let (latches, bad) = (Latches::of_system(&system), system.bad[0].signal);
        Ok(read(&latches, &text)?.prove(&latches, &[bad], &Budget::unlimited())?[0])
    }

    #[test]
    fn only_what_is_inductive_is_a_proof() {
        assert_eq!(proof("-1 1\n1- 1\n"), Ok(true));
        assert_eq!(proof("1- 1\n"), Ok(false));
        assert_eq!(proof(""), Ok(false));
        let wrong = |reason| Err(Trouble::InvariantWrong(reason).into());
        assert_eq!(proof("-1 1\n"), wrong("a step leaves it"));
        assert_eq!(proof("-1 1\n1- 1\n00 1\n"), wrong("the first state is not in it"));
    }

    #[test]
    fn what_cannot_be_read_is_no_invariant() {
        for text in [
            "-1 1\n",
            ".ilb a c\n-1 1\n.e\n",
            ".ilb a b\n-1 0\n.e\n",
            ".ilb a b\n-2 1\n.e\n",
            ".ilb a b\n1 1\n.e\n",
            "",
        ] {
            assert!(
                matches!(read(&Latches::of_system(&system()), text), Err(Trouble::InvariantUnreadable(_))),
                "{text}"
            );
        }
    }
}
