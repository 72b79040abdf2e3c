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

pub mod promela;
pub mod promela_reader;
mod schedule;
pub mod sr;
pub mod sr_reader;

use boolprog::BooleanProgram;

/// The output languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// For SPIN.
    Promela,
    /// For COSPAN.
    Sr,
}

impl Language {
    /// All languages, by the names that users give.
    pub const NAMES: &'static [(&'static str, Language)] = &[("promela", Language::Promela), ("sr", Language::Sr)];

    /// Writes the program in this language.
    pub fn emit(self, program: &BooleanProgram) -> Result<String, String> {
        match self {
            Language::Promela => promela::emit(program).map(|promela| promela.text),
            Language::Sr => sr::emit(program),
        }
    }
}
