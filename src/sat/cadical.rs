//! The solver CaDiCaL, compiled from C++: only with the feature `cadical`.
//!
//! CaDiCaL polls a callback that can terminate it, and reports learnt clauses to another. So a budget and a limit on
//! learnt clauses can stop it. Unlike varisat, it remains usable afterwards. Its proofs are not checked.

use cadical::Callbacks;

use crate::solver::{Lit, Model, Satisfiable, Solver};
use base::{Budget, Exhausted};

/// Bytes of a literal in a learnt clause.
const LITERAL_BYTES: u64 = 4;

pub struct Cadical {
    solver: cadical::Solver<Watch>,
    variables: u32,
    model: Model,
}

/// Remaining resources.
struct Watch {
    /// The budget of the current query.
    budget: Budget,
    /// Why the solver was stopped.
    exhausted: Option<Exhausted>,
    /// Bytes of clauses that it may still learn.
    learning_bytes: u64,
}

impl Callbacks for Watch {
    fn started(&mut self) {
        self.exhausted = None;
    }

    fn terminate(&mut self) -> bool {
        if self.exhausted.is_none() {
            self.exhausted = match self.learning_bytes {
                0 => Some(Exhausted::Effort),
                _ => self.budget.check().err(),
            };
        }
        self.exhausted.is_some()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, clause: &[i32]) {
        self.learning_bytes = self.learning_bytes.saturating_sub(LITERAL_BYTES * (clause.len() as u64 + 1));
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Cadical::with_learning_limit(u64::MAX)
    }
}

impl Cadical {
    /// Limits the total size of all learnt clauses.
    pub fn with_learning_limit(bytes: u64) -> Cadical {
        let mut solver = cadical::Solver::new();
        let watch = Watch { budget: Budget::unlimited(), exhausted: None, learning_bytes: bytes };
        solver.set_callbacks(Some(watch));
        Cadical { solver, variables: 0, model: Model::of(std::iter::empty()) }
    }
}

impl Solver for Cadical {
    fn variable(&mut self) -> Lit {
        let variable = Lit::positive(self.variables);
        self.variables += 1;
        variable
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().copied().map(theirs));
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Satisfiable {
        if let Err(why) = budget.check() {
            return Satisfiable::Unknown(why);
        }
        if let Some(watch) = self.solver.get_callbacks() {
            watch.budget = budget.clone();
        }
        match self.solver.solve_with(assumptions.iter().copied().map(theirs)) {
            Some(true) => {
                let all = (0..self.variables).map(Lit::positive);
                self.model = Model::of(all.filter(|literal| self.solver.value(theirs(*literal)) == Some(true)));
                Satisfiable::Yes
            }
            Some(false) => {
                let blamed = assumptions.iter().copied().filter(|literal| self.solver.failed(theirs(*literal)));
                Satisfiable::No(blamed.collect())
            }
            None => {
                let why = self.solver.get_callbacks().and_then(|watch| watch.exhausted);
                Satisfiable::Unknown(why.unwrap_or(Exhausted::Interrupted))
            }
        }
    }

    fn model(&self) -> Model {
        self.model.clone()
    }
}

/// CaDiCaL numbers variables from 1, and negates a literal by its sign.
fn theirs(literal: Lit) -> i32 {
    let variable = i32::try_from(literal.variable()).map_or(i32::MAX, |variable| variable.saturating_add(1));
    if literal.is_negated() { -variable } else { variable }
}

#[cfg(test)]
mod tests;
