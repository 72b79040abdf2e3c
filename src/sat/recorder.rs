//! Records clauses in DIMACS form for an external solver, without solving them.

use std::cell::RefCell;
use std::fmt::{self, Write};
use std::rc::Rc;

use crate::solver::{Lit, Model, Satisfiable, Solver};
use base::{Budget, Exhausted};

/// A solver that stores its clauses and always answers "unknown". Clones share the stored clauses.
#[derive(Clone, Default)]
pub struct ClauseRecorder {
    recorded: Rc<RefCell<Recorded>>,
}

#[derive(Default)]
struct Recorded {
    variables: u32,
    clauses: usize,
    /// The literals of all clauses, each clause terminated by `None`.
    literals: Vec<Option<Lit>>,
}

impl ClauseRecorder {
    /// Returns the number of variables. They are numbered from 0.
    pub fn variables(&self) -> u32 {
        self.recorded.borrow().variables
    }

    pub fn clauses(&self) -> usize {
        self.recorded.borrow().clauses
    }

    /// Writes the clauses in DIMACS syntax, one per line. Variable numbers are offset by `before`.
    pub fn write(&self, out: &mut String, before: u32) -> fmt::Result {
        for literal in &self.recorded.borrow().literals {
            match literal {
                Some(literal) => write!(out, "{} ", number_of(*literal, before))?,
                None => out.push_str("0\n"),
            }
        }
        Ok(())
    }
}

/// Returns the DIMACS number of a literal, its variable offset by `before`.
pub fn number_of(literal: Lit, before: u32) -> i64 {
    let number = i64::from(before) + i64::from(literal.variable()) + 1;
    if literal.is_negated() { -number } else { number }
}

impl Solver for ClauseRecorder {
    fn variable(&mut self) -> Lit {
        let mut recorded = self.recorded.borrow_mut();
        recorded.variables += 1;
        Lit::positive(recorded.variables - 1)
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut recorded = self.recorded.borrow_mut();
        recorded.clauses += 1;
        recorded.literals.extend(clause.iter().copied().map(Some));
        recorded.literals.push(None);
    }

    fn solve(&mut self, _assumptions: &[Lit], _budget: &Budget) -> Satisfiable {
        Satisfiable::Unknown(Exhausted::Effort)
    }

    fn model(&self) -> Model {
        Model::of(std::iter::empty())
    }
}
