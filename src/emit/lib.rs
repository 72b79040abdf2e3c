//! Printers of boolean programs for other model checkers, and the reader that checks one of them. Pure: never a file or a
//! process.
//!
//! | file | what stands there |
//! |---|---|
//! | `promela` | Promela for SPIN; `promela::names`: names of temporal properties there |
//! | `promela_reader` | reads of such a model what its bits and lines stand for |
//! | `sr` | S/R for COSPAN |
//! | `sr_reader` | reads S/R back and explores its states, to check what `sr` writes |
//! | `schedule` | a simultaneous assignment as a sequence of single ones |

pub mod promela;
pub mod promela_reader;
mod schedule;
pub mod sr;
pub mod sr_reader;

use boolprog::BooleanProgram;

/// The languages that boolean programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// For SPIN.
    Promela,
    /// For COSPAN.
    Sr,
}

impl Language {
    /// All of them, by the names that users give.
    pub const NAMES: &'static [(&'static str, Language)] = &[("promela", Language::Promela), ("sr", Language::Sr)];

    /// The program in this language.
    pub fn emit(self, program: &BooleanProgram) -> Result<String, String> {
        match self {
            Language::Promela => promela::emit(program).map(|promela| promela.text),
            Language::Sr => sr::emit(program),
        }
    }
}
