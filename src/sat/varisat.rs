//! The solver varisat, made interruptible by a budget, with its own proof check.
//!
//! varisat cannot be interrupted. But it can write a proof to any writer while it searches, and stops with an error if
//! writing fails. Our writer discards the proof and fails when the budget is exhausted. varisat writes every few
//! hundred conflicts, so it stops within moments. A stopped solver is unusable: it is dropped, and all later queries
//! are answered by "unknown". The writer also counts proof bytes, which measure the search independently of the
//! machine.
//!
//! Assumptions are not passed to varisat directly. If one is false in every model, varisat 0.2.2 sets a flag that it
//! never clears; later it blames assumptions that are unrelated to the contradiction, or its proof check fails. So each
//! assumption gets a variable of its own, which is true in some model (`Varisat::assume`).
//!
//! The proof check is varisat's own. It checks each step by unit propagation, in code that the search does not use, and
//! panics on a wrong step. Check and writer do not interfere.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use varisat::{ExtendFormula, ProofFormat};

use crate::solver::{Lit, Model, Satisfiable, Solver};
use base::{Budget, Exhausted};

/// Selects whether a solver checks its own proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofCheck {
    /// Panics on a wrong proof. Costs up to 2.4 times the time and 3.5 times the memory.
    On,
    Off,
}

impl Default for ProofCheck {
    /// On in debug builds, which the tests use.
    fn default() -> Self {
        if cfg!(debug_assertions) { ProofCheck::On } else { ProofCheck::Off }
    }
}

pub struct Varisat {
    /// `None` once the solver was stopped.
    solver: Option<varisat::Solver<'static>>,
    limits: Rc<RefCell<Limits>>,
    variables: u32,
    clauses: usize,
    assumptions: Assumptions,
    /// Scratch space: a clause in varisat's literals.
    buffer: Vec<varisat::Lit>,
}

/// The variables that stand for assumptions.
struct Assumptions {
    /// True during a query.
    asked: Lit,
    /// Maps each assumption to its variable.
    variables: FxHashMap<Lit, Lit>,
    /// Maps each such variable to its assumption.
    assumptions: FxHashMap<Lit, Lit>,
}

/// Remaining resources, shared with the writer that stops the solver.
#[derive(Default)]
struct Limits {
    /// The budget of the current query.
    budget: Option<Budget>,
    /// Why the solver was stopped.
    exhausted: Option<Exhausted>,
    /// Bytes of proof that may still be written; `None` means unlimited.
    proof_bytes: Option<u64>,
}

/// Discards proofs, and fails when the budget is exhausted.
struct Writer {
    limits: Rc<RefCell<Limits>>,
}

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.limits.borrow_mut().check(bytes.len()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Limits {
    /// Charges `bytes` of proof to the limits; fails if one is exceeded.
    fn check(&mut self, bytes: usize) -> Result<(), Exhausted> {
        let mut found = self.budget.as_ref().map_or(Ok(()), Budget::check);
        if let Some(left) = &mut self.proof_bytes {
            match left.checked_sub(bytes as u64) {
                Some(rest) => *left = rest,
                None => found = Err(Exhausted::Effort),
            }
        }
        self.exhausted = found.err();
        found
    }
}

impl Default for Varisat {
    fn default() -> Self {
        Varisat::new(ProofCheck::default())
    }
}

impl Varisat {
    pub fn new(check: ProofCheck) -> Varisat {
        let mut solver = varisat::Solver::new();
        let limits = Rc::default();
        solver.write_proof(Writer { limits: Rc::clone(&limits) }, ProofFormat::Varisat);
        Varisat::of(solver, limits, check)
    }

    /// Limits the total size of all proofs.
    pub fn with_proof_limit(check: ProofCheck, bytes: u64) -> Varisat {
        let solver = Varisat::new(check);
        solver.limits.borrow_mut().proof_bytes = Some(bytes);
        solver
    }

    /// Creates a solver without a writer. It is up to 8 % faster, but checks its budget only before a query: for
    /// queries that are always short.
    pub fn unstoppable(check: ProofCheck) -> Varisat {
        Varisat::of(varisat::Solver::new(), Rc::default(), check)
    }

    fn of(mut solver: varisat::Solver<'static>, limits: Rc<RefCell<Limits>>, check: ProofCheck) -> Varisat {
        if check == ProofCheck::On {
            solver.enable_self_checking();
        }
        let asked = ours(solver.new_lit());
        let assumptions = Assumptions { asked, variables: FxHashMap::default(), assumptions: FxHashMap::default() };
        Varisat { solver: Some(solver), limits, variables: 1, clauses: 0, assumptions, buffer: Vec::new() }
    }

    /// Returns the number of clauses added so far, including those for assumptions.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// Returns the literals to assume in place of `assumptions`: `asked`, and one variable for each assumption. A
    /// clause states that the assumption follows from the two together, so that neither alone is false in every model.
    fn assume(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
        let asked = self.assumptions.asked;
        let mut assumed = vec![asked];
        for assumption in assumptions {
            let variable = match self.assumptions.variables.get(assumption) {
                Some(variable) => *variable,
                None => {
                    let variable = self.variable();
                    self.add(&[!variable, !asked, *assumption]);
                    self.assumptions.variables.insert(*assumption, variable);
                    self.assumptions.assumptions.insert(variable, *assumption);
                    variable
                }
            };
            assumed.push(variable);
        }
        assumed
    }

    /// Drops the solver.
    fn stop(&mut self, why: Exhausted) -> Satisfiable {
        self.solver = None;
        self.limits.borrow_mut().exhausted = Some(why);
        Satisfiable::Unknown(why)
    }
}

impl Solver for Varisat {
    fn variable(&mut self) -> Lit {
        let variable = Lit::positive(self.variables);
        self.variables += 1;
        if let Some(solver) = &mut self.solver {
            let same = solver.new_lit();
            debug_assert_eq!(same, theirs(variable));
        }
        variable
    }

    fn add(&mut self, clause: &[Lit]) {
        let Some(solver) = &mut self.solver else { return };
        self.clauses += 1;
        self.buffer.clear();
        self.buffer.extend(clause.iter().copied().map(theirs));
        solver.add_clause(&self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Satisfiable {
        if let Err(why) = budget.check() {
            return Satisfiable::Unknown(why);
        }
        let assumed = self.assume(assumptions);
        self.buffer.clear();
        self.buffer.extend(assumed.iter().copied().map(theirs));
        let Some(solver) = &mut self.solver else {
            return Satisfiable::Unknown(self.limits.borrow().exhausted.unwrap_or(Exhausted::Interrupted));
        };
        solver.assume(&self.buffer);
        self.limits.borrow_mut().budget = Some(budget.clone());
        let answer = solver.solve();
        let exhausted = {
            let mut limits = self.limits.borrow_mut();
            limits.budget = None;
            limits.exhausted
        };
        match answer {
            Ok(true) => Satisfiable::Yes,
            Ok(false) => match solver.failed_core() {
                Some(core) => {
                    let known = &self.assumptions.assumptions;
                    Satisfiable::No(core.iter().filter_map(|literal| known.get(&ours(*literal)).copied()).collect())
                }
                None => Satisfiable::No(assumptions.to_vec()),
            },
            // Only our writer makes it fail.
            Err(_) => self.stop(exhausted.unwrap_or(Exhausted::Interrupted)),
        }
    }

    fn model(&self) -> Model {
        let literals = self.solver.as_ref().and_then(varisat::Solver::model).unwrap_or_default();
        Model::of(literals.into_iter().map(ours))
    }
}

fn theirs(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_index(literal.variable() as usize, !literal.is_negated())
}

fn ours(literal: varisat::Lit) -> Lit {
    // varisat's numbers are 32 bits wide.
    Lit::positive(literal.index() as u32).negated_if(literal.is_negative())
}

#[cfg(test)]
mod tests;
