//! Shape analysis by symbolic memory graphs (*Algorithmic Details behind the Predator Shape Analyser Based on Symbolic
//! Memory Graphs*; comments here say "paper").
//!
//! A second engine, which shares the program with the predicate abstraction and nothing else. It works on flowcharts whose
//! calls are kept, byte-precisely, and looks for errors of memory: it reports every one that some run has, or says what it
//! did not follow. With a specification it reports as well where that does not hold. That it reports one does not mean that a
//! run has it; where it does, the finding says so.
//!
//! A room imports only from rooms above it in this table. `tests/layering.rs` compares the table with the code.
//!
//! | room | imports | what it is |
//! |---|---|---|
//! | `domain` | | values, objects, graphs and configurations |
//! | `plot` | `domain` | configurations as pictures and as text |
//! | `transfer` | `domain` | what one command makes of one configuration |
//! | `lattice` | `domain`, `transfer` | joins, entailment, the abstraction to list segments |
//! | `property` | `domain`, `transfer` | what a specification says of configurations |
//! | `solver` | `domain`, `plot`, `transfer`, `lattice`, `property` | the fixpoint |
//! | `portfolio` | `solver` | over-approximating analyses that prove, and bounded bug finding. `portfolio::runs`: on one thread or more |
//! | `check` | `domain`, `plot`, `lattice`, `solver` | what the analysis is tested with |

pub mod check;
pub mod portfolio;
pub mod solver;

mod domain;
mod lattice;
mod plot;
mod property;
mod transfer;

pub use property::specified::Claim;
pub use solver::engine::{Analysis, Question, analyse};
pub use solver::findings::{Finding, UndefinedBehaviour, looks_for};
pub use solver::incomplete::Incompleteness;
pub use solver::settings::{Abstraction, Mode, Numbers, Run, Settings};
