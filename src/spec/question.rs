//! What an engine is asked about.

use crate::Specification;
use program::{FunctionId, Program};

/// A program that starts somewhere, and what is to hold of its runs beside safe accesses to memory.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The program.
    pub program: &'q Program,
    /// The function that its runs start with.
    pub entry: FunctionId,
    /// What is specified of it; `None` if nothing is. Its locations are those of the entry function, where all calls are inlined.
    pub specification: Option<&'q Specification>,
}

impl<'q> Question<'q> {
    /// Whether a program has errors of memory: nothing is specified.
    pub fn of_memory(program: &'q Program, entry: FunctionId) -> Question<'q> {
        Question { program, entry, specification: None }
    }
}
