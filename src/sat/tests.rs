//! A second opinion: another solver, batsat, answers the same questions.

use batsat::{BasicSolver, SolverInterface, lbool};
use proptest::prelude::*;

use super::*;
use crate::base::Budget;

/// Asks both solvers, and checks what the one in use says: the answer, its model, and what it blames.
#[derive(Default)]
pub(in crate::sat) struct Both {
    varisat: Varisat,
    batsat: BasicSolver,
    clauses: Vec<Vec<Lit>>,
}

impl Both {
    fn batsats(&mut self, literals: &[Lit]) -> Vec<batsat::Lit> {
        let theirs = |literal: &Lit| {
            let variable = self.batsat.var_of_int(literal.variable());
            batsat::Lit::new(variable, !literal.is_negated())
        };
        literals.iter().map(theirs).collect()
    }

    fn can_be_true(&mut self, assumptions: &[Lit]) -> bool {
        let assumptions = self.batsats(assumptions);
        self.batsat.solve_limited(&assumptions) == lbool::TRUE
    }
}

impl Solver for Both {
    fn variable(&mut self) -> Lit {
        let variable = self.varisat.variable();
        self.batsat.var_of_int(variable.variable());
        variable
    }

    fn add(&mut self, clause: &[Lit]) {
        self.varisat.add(clause);
        let mut theirs = self.batsats(clause);
        self.batsat.add_clause_reuse(&mut theirs);
        self.clauses.push(clause.to_vec());
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Satisfiable {
        let answer = self.varisat.solve(assumptions, budget);
        match &answer {
            Satisfiable::Yes => {
                let model = self.model();
                assert!(assumptions.iter().all(|literal| model.is_true(*literal)), "an assumption is false");
                let is_true = |clause: &Vec<Lit>| clause.iter().any(|literal| model.is_true(*literal));
                assert!(self.clauses.iter().all(is_true), "a clause is false");
                assert!(self.can_be_true(assumptions), "only one solver finds a model");
            }
            Satisfiable::No(blamed) => {
                assert!(blamed.iter().all(|literal| assumptions.contains(literal)), "what was not assumed is blamed");
                assert!(!self.can_be_true(blamed), "only one solver finds a contradiction");
            }
            Satisfiable::Unknown(why) => panic!("no limit was given: {why}"),
        }
        answer
    }

    fn model(&self) -> Model {
        self.varisat.model()
    }
}

/// Clauses of three literals over 20 variables, around the number where half of such formulas have a model.
fn clauses() -> impl Strategy<Value = Vec<Vec<(u32, bool)>>> {
    let clause = proptest::collection::vec((0..20_u32, any::<bool>()), 1..=4);
    proptest::collection::vec(clause, 20..110)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Clauses come in two parts, with questions after each.
    #[test]
    fn two_solvers_agree_on_random_clauses(
        clauses in clauses(),
        questions in proptest::collection::vec(proptest::collection::vec((0..20_u32, any::<bool>()), 0..6), 1..8),
    ) {
        let mut both = Both::default();
        let variables: Vec<Lit> = (0..20).map(|_| both.variable()).collect();
        let literals = |chosen: &[(u32, bool)]| -> Vec<Lit> {
            chosen.iter().map(|(variable, sign)| variables[*variable as usize].negated_if(*sign)).collect()
        };
        for part in clauses.chunks(clauses.len().div_ceil(2)) {
            part.iter().for_each(|clause| both.add(&literals(clause)));
            for question in &questions {
                both.solve(&literals(question), &Budget::unlimited());
            }
        }
    }
}
