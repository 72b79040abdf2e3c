//! Shape analysis by symbolic memory graphs, after *Algorithmic Details behind the Predator Shape Analyser Based on
//! Symbolic Memory Graphs* ("paper" in comments here).
//!
//! A byte-precise, interprocedural analysis of control-flow graphs that shares only the program with the other engines.
//! It reports every memory error of every run, or says why it is incomplete; with a specification, it also reports
//! violations of that. A reported error may be a false alarm: the finding says whether it is certain.
//!
//! Each folder imports only from folders above it in this table, which `tests/house/layering.rs` compares with the code.
//!
//! | folder | imports | contents |
//! |---|---|---|
//! | `domain` | | values, objects, graphs and configurations |
//! | `plot` | `domain` | configurations as pictures and as text. `plot::named`: with the program's names |
//! | `transfer` | `domain` | abstract transformers: the effect of one command on one configuration |
//! | `lattice` | `domain`, `transfer` | joins, entailment, abstraction to segments of lists and trees |
//! | `property` | `domain`, `transfer` | predicates, assertions and monitors of a specification |
//! | `solver` | `domain`, `plot`, `transfer`, `lattice`, `property` | the fixpoint |
//! | `portfolio` | `solver` | over-approximating analyses that prove, and bounded bug finding. `portfolio::runs`: on one thread or more |
//! | `check` | `domain`, `plot`, `lattice`, `solver` | the concretisation check, for tests |

pub mod check;
pub mod portfolio;
pub mod solver;

mod domain;
mod lattice;
mod plot;
mod property;
mod transfer;

pub use plot::named::{NamedCell, NamedConfiguration, NamedObject, NamedValue};
pub use solver::engine::{Analysis, LoopHead, analyse};
pub use solver::findings::{Finding, looks_for};
pub use solver::settings::{AbstractionLevel, Mode, NamedNeighbours, Numbers, Settings, SolverRun};
