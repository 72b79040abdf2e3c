//! Proves that a formula holds in no state: by the axioms of heaps and bit-precise integers, in one SAT query.
//!
//! Whatever these do not constrain may have any value, so "in no state" is a proof. The opposite answer is only a
//! possibility, with the values of integers.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::axioms;
use crate::integers::{Bases, Integers};
use crate::limits::MOST_POINTS;
use crate::points::Points;
use base::Budget;
use logic::{Arena, AtomId, Facts, Formula, TermId};
use sat::{Circuit, Lit, Model, ProofCheck, Varisat};

/// The result of an attempt to prove that a formula holds in no state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Excluded {
    /// It holds in no state, of any size.
    Nowhere {
        /// True if the proof needs integers, not only heaps.
        by_integers: bool,
    },
    /// It may hold somewhere; if so, perhaps with these values of variables, symbols and cells, for which nothing in it
    /// is undefined. Empty if there are none.
    Perhaps(Vec<(TermId, i128)>),
}

/// Tries to prove that a formula (without `*`) holds in no state of the procedure.
pub fn excludes(arena: &Arena, facts: &Facts, formula: &Formula) -> Excluded {
    let atoms = formula.atoms();
    let (points, bases) = Points::with_bases(arena, &atoms);
    // If pointers are not plain, nothing is known about heaps.
    let is_known = facts.has_plain_pointers() && points.len() <= MOST_POINTS;
    let (circuit, literals, bases) = match is_known {
        true => {
            let (clauses, literals, bases) = axioms::of(arena, facts.never_frees(), points, &bases);
            (Circuit::over(clauses), literals, bases)
        }
        false => (Circuit::over(Varisat::unstoppable(ProofCheck::default())), FxHashMap::default(), Bases::default()),
    };
    let mut question = Question { arena, circuit, literals };
    // Heaps alone are the smaller query.
    let wanted = question.formula(formula);
    if let Ok(None) = question.circuit.model(wanted, &Budget::unlimited()) {
        return Excluded::Nowhere { by_integers: false };
    }
    question.with_integers(formula, &atoms, bases)
}

struct Question<'a> {
    arena: &'a Arena,
    circuit: Circuit,
    literals: FxHashMap<AtomId, Lit>,
}

impl Question<'_> {
    fn with_integers(mut self, formula: &Formula, atoms: &[AtomId], bases: Bases) -> Excluded {
        let mut integers = Integers::new(self.arena, self.circuit, bases);
        let mut comparisons = 0;
        for atom in atoms {
            if let Some(literal) = integers.comparison(*atom) {
                self.literals.insert(*atom, literal);
                comparisons += 1;
            }
        }
        let (circuit, inputs, defined) = integers.into_parts();
        self.circuit = circuit;
        if comparisons == 0 {
            return Excluded::Perhaps(Vec::new());
        }
        let wanted = self.formula(formula);
        match self.circuit.model(wanted, &Budget::unlimited()) {
            Ok(None) => return Excluded::Nowhere { by_integers: true },
            Ok(Some(_)) => {}
            Err(_) => return Excluded::Perhaps(Vec::new()),
        }
        let parts: Vec<Lit> = defined.into_iter().chain([wanted]).collect();
        let wanted = self.circuit.and(&parts);
        match self.circuit.model(wanted, &Budget::unlimited()) {
            Ok(Some(model)) => Excluded::Perhaps(self.values(&inputs, &model)),
            Ok(None) | Err(_) => Excluded::Perhaps(Vec::new()),
        }
    }

    fn values(&self, inputs: &IndexMap<TermId, Vec<Lit>>, model: &Model) -> Vec<(TermId, i128)> {
        let value = |(term, bits): (&TermId, &Vec<Lit>)| {
            let number = bits.iter().enumerate().filter(|(_, bit)| model.is_true(**bit));
            let number = number.fold(0_i128, |number, (place, _)| number | 1 << place);
            (*term, self.arena.wrap(number, self.arena.type_of(*term)))
        };
        // A fixed order, whatever order the terms were found in.
        inputs.iter().map(value).collect::<BTreeMap<_, _>>().into_iter().collect()
    }

    fn formula(&mut self, formula: &Formula) -> Lit {
        match formula {
            Formula::True => self.circuit.yes(),
            Formula::False => self.circuit.no(),
            // It may be either.
            Formula::Unknown => self.circuit.variable(),
            Formula::Atom(atom) => self.atom(*atom),
            Formula::NotAtom(atom) => !self.atom(*atom),
            Formula::And(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.formula(part)).collect();
                self.circuit.and(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.formula(part)).collect();
                self.circuit.or(&parts)
            }
        }
    }

    /// A predicate without known facts has the same value at each occurrence.
    fn atom(&mut self, atom: AtomId) -> Lit {
        match self.literals.get(&atom) {
            Some(known) => *known,
            None => {
                let either = self.circuit.variable();
                self.literals.insert(atom, either);
                either
            }
        }
    }
}
