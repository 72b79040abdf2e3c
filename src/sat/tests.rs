//! Random clauses, on which two solvers must agree; and clauses that are hard for every solver.

use proptest::prelude::*;

use crate::second_opinion::Both;
use crate::solver::{Lit, Satisfiable, Solver};
use base::Budget;

/// Clauses and queries, with literals as variables and signs.
#[derive(Debug)]
pub(crate) struct Clauses {
    pub(crate) clauses: Vec<Vec<(u32, bool)>>,
    pub(crate) questions: Vec<Vec<(u32, bool)>>,
}

impl Clauses {
    /// Adds the clauses in two parts, with queries after each.
    pub(crate) fn ask(&self, both: &mut Both) {
        let variables: Vec<Lit> = (0..20).map(|_| both.variable()).collect();
        let literals = |chosen: &[(u32, bool)]| -> Vec<Lit> {
            chosen.iter().map(|(variable, sign)| variables[*variable as usize].negated_if(*sign)).collect()
        };
        for part in self.clauses.chunks(self.clauses.len().div_ceil(2)) {
            part.iter().for_each(|clause| both.add(&literals(clause)));
            for question in &self.questions {
                let answer = both.solve(&literals(question), &Budget::unlimited());
                assert!(!matches!(answer, Satisfiable::Unknown(_)), "no limit was given: {answer:?}");
            }
        }
    }
}

/// Clauses of up to four literals over 20 variables, around the number at which half of such formulas are satisfiable.
pub(crate) fn clauses() -> impl Strategy<Value = Clauses> {
    let literal = || (0..20_u32, any::<bool>());
    let clauses = proptest::collection::vec(proptest::collection::vec(literal(), 1..=4), 20..110);
    let questions = proptest::collection::vec(proptest::collection::vec(literal(), 0..6), 1..8);
    (clauses, questions).prop_map(|(clauses, questions)| Clauses { clauses, questions })
}

/// The pigeonhole principle, one pigeon too many: hard for every solver based on resolution.
pub(crate) fn pigeons(solver: &mut dyn Solver, holes: usize) {
    let sits: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| solver.variable()).collect()).collect();
    for pigeon in &sits {
        solver.add(pigeon);
    }
    for (index, one) in sits.iter().enumerate() {
        for other in &sits[..index] {
            for (here, there) in one.iter().zip(other) {
                solver.add(&[!*here, !*there]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_solvers_agree_on_random_clauses(clauses in clauses()) {
        clauses.ask(&mut Both::default());
    }
}
