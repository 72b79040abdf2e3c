//! Literals, and the interface that every SAT solver has: clauses go in, and questions under changing assumptions.

use std::fmt;
use std::ops::Not;

use fixedbitset::FixedBitSet;

use base::{Budget, Exhausted};

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The variable of this number, not negated. Numbers are less than 2^31.
    pub fn positive(variable: u32) -> Lit {
        Lit(variable << 1)
    }

    /// The number of the variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether this is the negation of the variable.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal, or its negation where the condition is true.
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

/// The answer to a question about clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Satisfiable {
    /// All clauses and assumptions can be true together.
    Yes,
    /// They cannot: the clauses contradict these assumptions, which are some of those that were given.
    No(Vec<Lit>),
    /// The solver stopped before it knew.
    Unknown(Exhausted),
}

/// Clauses that are asked about under changing assumptions; what the solver has learnt is kept.
pub trait Solver {
    /// A new variable.
    fn variable(&mut self) -> Lit;

    /// One of the literals must be true.
    fn add(&mut self, clause: &[Lit]);

    /// Whether the clauses can be true together with the assumptions. Stops when the budget is used up.
    fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Satisfiable;

    /// What the last question found, if its answer was yes.
    fn model(&self) -> Model;
}

/// A value of every variable.
#[derive(Clone, Debug)]
pub struct Model {
    is_true: FixedBitSet,
}

impl Model {
    /// The model in which these literals are true. A variable that is not among them is false.
    pub fn of(literals: impl Iterator<Item = Lit>) -> Model {
        let mut is_true = FixedBitSet::new();
        for literal in literals.filter(|literal| !literal.is_negated()) {
            is_true.grow_and_insert(literal.variable() as usize);
        }
        Model { is_true }
    }

    /// The value of a literal.
    pub fn is_true(&self, literal: Lit) -> bool {
        self.is_true.contains(literal.variable() as usize) != literal.is_negated()
    }

    /// The number with these bits, the least significant first. Bits beyond 128 are left out.
    pub fn number(&self, bits: &[Lit]) -> u128 {
        let places = bits.iter().take(128).enumerate();
        places.fold(0, |number, (place, bit)| number | u128::from(self.is_true(*bit)) << place)
    }
}
