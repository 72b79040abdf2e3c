//! The input of an engine: a verification question.

use crate::Specification;
use program::{FunctionId, Program};

/// A program with an entry, and the properties of its runs, in addition to memory safety.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    pub program: &'q Program,
    /// The function that runs start with.
    pub entry: FunctionId,
    /// `None` if nothing is specified. Its locations are those of the entry function, with all calls inlined.
    pub specification: Option<&'q Specification>,
}

impl<'q> Question<'q> {
    /// Asks for memory safety only, without a specification.
    pub fn of_memory(program: &'q Program, entry: FunctionId) -> Question<'q> {
        Question { program, entry, specification: None }
    }
}
