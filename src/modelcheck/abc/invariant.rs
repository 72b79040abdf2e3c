//! Reads the inductive invariant that ABC found, and proves it by our own SAT solver.
//!
//! ABC writes a PLA file: each line is a cube, a partial assignment of latches, and no reachable state is in any of the cubes.
//! The proof has three parts: the first state is in no cube; no step that does not violate the property leads into a
//! cube; no state outside of the cubes violates the property. This is what Bradley, *SAT-based model checking without
//! unrolling*, 2011, asks of an invariant. Nothing of ABC is trusted.

use super::Trouble;
use super::trouble::first_line;
use base::Budget;
use emit::transition_system::TransitionSystem;
use emit::transition_system::circuit::{Gate, Signal};
use reason::Undecided;
use sat::{Circuit, Lit, ProofCheck, Satisfiable, Varisat};

/// A set of states: those in none of the cubes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Invariant {
    /// Each a list of latches, by number, with their values.
    cubes: Vec<Vec<(usize, bool)>>,
}

/// Reads the text of a PLA file over latches of a system.
pub(super) fn read(system: &TransitionSystem, text: &str) -> Result<Invariant, Trouble> {
    let unreadable = |line: &str| Trouble::InvariantUnreadable(first_line(line));
    let (mut columns, mut cubes, mut is_complete) = (Vec::new(), Vec::new(), false);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(names) = line.strip_prefix(".ilb") {
            let number = |name: &str| system.latches.iter().position(|latch| latch.label.name == name);
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
    /// Succeeds if the invariant proves that the bad signal of the system is false in every reachable state.
    pub(super) fn prove(&self, system: &TransitionSystem, budget: &Budget) -> Result<(), Undecided> {
        // All latches are false at first.
        if !self.cubes.iter().all(|cube| cube.iter().any(|(_, value)| *value)) {
            return Err(Trouble::InvariantWrong("the first state is not in it").into());
        }
        let mut encoding = Encoding::of(system, budget)?;
        for cube in &self.cubes {
            let literals = cube.iter().map(|(latch, value)| encoding.latch(*latch).negated_if(*value));
            let clause: Vec<Lit> = literals.collect();
            encoding.circuit.require(&clause);
        }
        let bad: Vec<Lit> = system.bad.iter().map(|bad| encoding.literal(bad.signal)).collect();
        let is_bad = encoding.circuit.or(&bad);
        encoding.refute(is_bad, "it has a state that violates the property", budget)?;
        for cube in &self.cubes {
            let next = |(latch, value): &(usize, bool)| {
                let next = system.latches.get(*latch).map_or(Signal::FALSE, |latch| latch.next);
                encoding.literal(next).negated_if(!*value)
            };
            let next: Vec<Lit> = cube.iter().map(next).collect();
            let enters = encoding.circuit.and(&next);
            encoding.refute(enters, "a step leaves it", budget)?;
        }
        Ok(())
    }
}

/// The gates of a system in clauses.
struct Encoding {
    circuit: Circuit,
    gates: Vec<Lit>,
    latches: Vec<Lit>,
}

impl Encoding {
    fn of(system: &TransitionSystem, budget: &Budget) -> Result<Encoding, Undecided> {
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

    /// Succeeds if the literal is never true; otherwise the invariant is wrong in the way that is named.
    fn refute(&mut self, literal: Lit, wrong: &'static str, budget: &Budget) -> Result<(), Undecided> {
        match self.circuit.solve(&[literal], budget) {
            Satisfiable::No(_) => Ok(()),
            Satisfiable::Yes => Err(Trouble::InvariantWrong(wrong).into()),
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

    fn proof(cubes: &str) -> Result<(), Undecided> {
        let text = format!(".i 2\n.o 1\n.ilb a b\n.ob inv\n{cubes}.e\n");
        read(&system(), &text)?.prove(&system(), &Budget::unlimited())
    }

    #[test]
    fn only_what_is_inductive_is_a_proof() {
        assert_eq!(proof("-1 1\n1- 1\n"), Ok(()));
        let wrong = |reason| Err(Trouble::InvariantWrong(reason).into());
        assert_eq!(proof("-1 1\n"), wrong("a step leaves it"));
        assert_eq!(proof("1- 1\n"), wrong("it has a state that violates the property"));
        assert_eq!(proof("-1 1\n1- 1\n00 1\n"), wrong("the first state is not in it"));
        assert_eq!(proof(""), wrong("it has a state that violates the property"));
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
            assert!(matches!(read(&system(), text), Err(Trouble::InvariantUnreadable(_))), "{text}");
        }
    }
}
