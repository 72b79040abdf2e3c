//! Literals, and the interface of an incremental SAT solver.

use std::fmt;
use std::ops::Not;

use fixedbitset::FixedBitSet;

use base::{Budget, Exhausted};

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Returns the positive literal of a variable, whose number must be less than 2^31.
    pub fn positive(variable: u32) -> Lit {
        Lit(variable << 1)
    }

    /// Returns the number of the variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Negates the literal if the condition is true.
    #[must_use]
    pub fn negated_if(self, condition: bool) -> Lit {
        Lit(self.0 ^ u32::from(condition))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated() { "!" } else { "" }, self.variable())
    }
}

/// The answer to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Satisfiable {
    Yes,
    /// Unsatisfiable under this subset of the assumptions, not necessarily minimal.
    No(Vec<Lit>),
    /// The solver stopped before it had an answer.
    Unknown(Exhausted),
}

/// An incremental solver: learnt clauses are kept from one query to the next.
pub trait Solver {
    fn variable(&mut self) -> Lit;

    fn add(&mut self, clause: &[Lit]);

    /// Decides whether the clauses are satisfiable under the assumptions. Stops when the budget is exhausted.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Satisfiable;

    /// Returns the model of the last query, if it was satisfiable.
    fn model(&self) -> Model;
}

/// A total assignment.
#[derive(Clone, Debug)]
pub struct Model {
    is_true: FixedBitSet,
}

impl Model {
    /// Returns the model in which exactly the variables of the positive literals are true. Negated literals are
    /// ignored.
    pub fn of(literals: impl Iterator<Item = Lit>) -> Model {
        let mut is_true = FixedBitSet::new();
        for literal in literals.filter(|literal| !literal.is_negated()) {
            is_true.grow_and_insert(literal.variable() as usize);
        }
        Model { is_true }
    }

    pub fn is_true(&self, literal: Lit) -> bool {
        self.is_true.contains(literal.variable() as usize) != literal.is_negated()
    }

    /// Evaluates an unsigned number, least significant bit first. Bits from 128 on are ignored.
    pub fn number(&self, bits: &[Lit]) -> u128 {
        let places = bits.iter().take(128).enumerate();
        places.fold(0, |number, (place, bit)| number | u128::from(self.is_true(*bit)) << place)
    }
}
