//! Propositional questions, decided by a SAT solver: solvers, gates, and arithmetic made of gates.
//!
//! Nothing here knows C, formulas or heaps. "Unsatisfiable" is used as a proof by every caller, so it must be right; a
//! solver that stopped early says so, and callers take that as "unknown".
//!
//! | file | what stands there |
//! |---|---|
//! | `solver` | literals, and the interface that every solver has |
//! | `varisat` | the solver in use, with its proof check and its limits. No other file knows that crate |
//! | `cadical` | another solver, only with the feature of this name |
//! | `source` | solvers by their names |
//! | `recorder` | clauses that are written down for another solver |
//! | `circuit` | gates, as clauses: each has a literal that is true exactly where the gate is |
//! | `words` | arithmetic on numbers whose bits are literals |

// Tests use a helper of the tests outside, which knows this crate and `base` as modules of `damson`.
#[cfg(test)]
extern crate self as damson;
#[cfg(test)]
pub use crate as sat;
#[cfg(test)]
pub use ::base;

#[cfg(feature = "cadical")]
pub mod cadical;
pub mod circuit;
pub mod recorder;
pub mod solver;
pub mod source;
pub mod varisat;
pub mod words;

pub use self::varisat::{ProofCheck, Varisat};
pub use circuit::Circuit;
pub use recorder::ClauseRecorder;
pub use solver::{Lit, Model, Satisfiable, Solver};
pub use source::{SolverLimits, SolverSource};

#[cfg(test)]
#[path = "../../tests/support/second_opinion.rs"]
mod second_opinion;

#[cfg(test)]
mod tests;
