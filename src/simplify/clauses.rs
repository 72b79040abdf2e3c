//! Formulas in clausal form (Tseitin encoding); a SAT solver decides their joint satisfiability.
//!
//! The answer is "impossible" only if the solver proved it. One incremental solver answers all queries.

use rustc_hash::FxHashMap;

use crate::thinning::TruthValues;
use base::Budget;
use logic::AtomId;
use sat::{Lit, ProofCheck, Satisfiable, Solver, Varisat};

/// Represents formulas by literals.
pub struct Clauses<'b> {
    solver: Varisat,
    atoms: FxHashMap<AtomId, Lit>,
    /// The literal of each conjunction, by its sorted members.
    conjunctions: FxHashMap<Vec<Lit>, Lit>,
    budget: &'b Budget,
}

impl<'b> Clauses<'b> {
    /// After the budget is exhausted, nothing is impossible.
    pub fn new(budget: &'b Budget) -> Self {
        let solver = Varisat::unstoppable(ProofCheck::default());
        Clauses { solver, atoms: FxHashMap::default(), conjunctions: FxHashMap::default(), budget }
    }
}

impl TruthValues for Clauses<'_> {
    type Value = Lit;

    fn constant(&mut self, value: bool) -> Lit {
        self.conjunction(&[]).negated_if(!value)
    }

    fn atom(&mut self, atom: AtomId) -> Lit {
        *self.atoms.entry(atom).or_insert_with(|| self.solver.variable())
    }

    fn negated(&mut self, value: &Lit) -> Lit {
        !*value
    }

    fn conjunction(&mut self, values: &[Lit]) -> Lit {
        if let [value] = values {
            return *value;
        }
        if let Some(known) = self.conjunctions.get(values) {
            return *known;
        }
        let whole = self.solver.variable();
        for value in values {
            self.solver.add(&[!whole, *value]);
        }
        let mut clause: Vec<Lit> = values.iter().map(|value| !*value).collect();
        clause.push(whole);
        self.solver.add(&clause);
        self.conjunctions.insert(values.to_vec(), whole);
        whole
    }

    fn is_impossible(&mut self, values: &[Lit]) -> bool {
        matches!(self.solver.solve(values, self.budget), Satisfiable::No(_))
    }
}
