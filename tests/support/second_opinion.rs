//! A second opinion: another solver, batsat, answers the same questions. Used in the tests of `sat` as well.
#![allow(dead_code, reason = "each test program uses some of it")]

use batsat::{BasicSolver, SolverInterface, lbool};
use damson::base::Budget;
use damson::sat::solver::{Lit, Model, Satisfiable, Solver};
use damson::sat::source::SolverSource;
use damson::sat::varisat::Varisat;

/// varisat, watched.
pub const WATCHED: SolverSource =
    SolverSource::new("varisat and batsat", |limits| Box::new(Both::over(SolverSource::VARISAT.solver(limits))));

/// Asks both solvers, and checks what the first says: the answer, its model, and what it blames. Where it is stopped, nothing is known.
pub struct Both {
    first: Box<dyn Solver>,
    batsat: BasicSolver,
    clauses: Vec<Vec<Lit>>,
}

impl Default for Both {
    fn default() -> Self {
        Both::over(Box::new(Varisat::default()))
    }
}

impl Both {
    /// Watches a solver that has no variables yet.
    pub fn over(first: Box<dyn Solver>) -> Both {
        Both { first, batsat: BasicSolver::default(), clauses: Vec::new() }
    }

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
        let variable = self.first.variable();
        self.batsat.var_of_int(variable.variable());
        variable
    }

    fn add(&mut self, clause: &[Lit]) {
        self.first.add(clause);
        let mut theirs = self.batsats(clause);
        self.batsat.add_clause_reuse(&mut theirs);
        self.clauses.push(clause.to_vec());
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Satisfiable {
        let answer = self.first.solve(assumptions, budget);
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
            Satisfiable::Unknown(_) => {}
        }
        answer
    }

    fn model(&self) -> Model {
        self.first.model()
    }
}
