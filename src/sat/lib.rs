//! Propositional reasoning with a SAT solver: solvers, gates, and arithmetic circuits.
//!
//! Nothing here knows C, formulas or heaps. Every caller takes "unsatisfiable" as a proof, so it must be right. A
//! solver that stopped early answers "unknown".
//!
//! | file | contents |
//! |---|---|
//! | `solver` | literals and models, and the interface of all solvers |
//! | `varisat` | the default solver, with its proof check and limits. No other file knows that crate |
//! | `cadical` | an alternative solver, only with the feature of this name |
//! | `source` | selection of a solver by name |
//! | `recorder` | a solver that only stores its clauses, to export them |
//! | `circuit` | gates in clausal form: each has a literal that is equivalent to its output |
//! | `words` | arithmetic on bit vectors of literals |

// The tests share a helper with the integration tests, which name this crate and `base` as modules of `damson`.
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
