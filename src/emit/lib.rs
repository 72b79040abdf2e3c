//! Writers of boolean programs for other model checkers, and a reader that checks one of them. This crate touches
//! neither files nor processes.
//!
//! | file | contents |
//! |---|---|
//! | `promela` | Promela for SPIN; `promela::names`: names of temporal properties there |
//! | `promela_reader` | reads the predicates and C statements from such a model |
//! | `sr` | S/R for COSPAN |
//! | `sr_reader` | reads S/R back and explores its states, to check the output of `sr` |
//! | `schedule` | turns a simultaneous assignment into a sequence of single ones |
//! | `transition_system` | latches, next-state functions, constraints and properties, for the writers below |
//! | `aiger` | AIGER 1.9 |
//! | `aiger_reader` | reads such a model back |
//! | `blif` | BLIF, for ABC |
//! | `blif_reader` | reads such a model back |
//! | `circuit_model` | what is read back from BLIF and AIGER |
//! | `btor2` | BTOR2 |
//! | `smv` | SMV, for NuSMV and nuXmv |

pub mod aiger;
pub mod aiger_reader;
pub mod blif;
pub mod blif_reader;
pub mod btor2;
pub mod circuit_model;
pub mod promela;
pub mod promela_reader;
mod schedule;
pub mod smv;
pub mod sr;
pub mod sr_reader;
pub mod transition_system;

use base::Budget;
use base::budget::Exhausted;
use boolprog::BooleanProgram;
use reason::Stop;
use transition_system::TransitionSystem;

/// The output languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// For SPIN.
    Promela,
    /// For COSPAN.
    Sr,
    /// For hardware model checkers.
    Aiger,
    /// For ABC.
    Blif,
    /// For word-level model checkers.
    Btor2,
    /// For NuSMV and nuXmv.
    Smv,
}

/// Why there is no text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotWritten {
    /// The boolean program violates its invariant: a defect.
    #[error("ill-formed boolean program: {0}")]
    IllFormed(String),
    #[error("the model was not written: {0}")]
    Stopped(Stop),
}

impl From<Stop> for NotWritten {
    fn from(stop: Stop) -> Self {
        NotWritten::Stopped(stop)
    }
}

impl From<Exhausted> for NotWritten {
    fn from(exhausted: Exhausted) -> Self {
        NotWritten::Stopped(exhausted.into())
    }
}

impl Language {
    /// All languages, by the names that users give.
    pub const NAMES: &'static [(&'static str, Language)] = &[
        ("promela", Language::Promela),
        ("sr", Language::Sr),
        ("aiger", Language::Aiger),
        ("blif", Language::Blif),
        ("btor2", Language::Btor2),
        ("smv", Language::Smv),
    ];

    /// Writes the program in this language.
    pub fn emit(self, program: &BooleanProgram, budget: &Budget) -> Result<String, NotWritten> {
        let system = || TransitionSystem::of(program, budget);
        match self {
            Language::Promela => promela::emit(program).map(|promela| promela.text).map_err(NotWritten::IllFormed),
            Language::Sr => sr::emit(program).map_err(NotWritten::IllFormed),
            Language::Aiger => Ok(aiger::text(&system()?)),
            Language::Blif => Ok(blif::text(&system()?)),
            Language::Btor2 => Ok(btor2::text(&system()?)),
            Language::Smv => Ok(smv::text(&system()?)),
        }
    }
}
