//! The concrete interpreter: what a program does, one run at a time.
//!
//! It is `damson run`, and the oracle that the other engines are tested against: the memory model of
//! predicate abstraction (paper, section 3.1) with C's bytes, widths and lifetimes. It never
//! approximates: what it cannot follow is a fault of kind [`FaultKind::Unsupported`](crate::program::FaultKind).

mod arithmetic;
mod call;
mod callback;
mod choice;
mod evaluate;
mod fault;
mod files;
mod guesses;
mod history;
mod layout;
mod library;
mod limits;
mod memory;
mod places;
mod plan;
mod print;
mod run;
mod state;
mod step;
mod text;
mod variadic;

pub(crate) use arithmetic::wrap;
pub use choice::{Chooser, Random, Script};
pub use fault::Fault;
pub use limits::MAX_BLOCK_BYTES;
pub use memory::{Block, BlockId, BlockKind, Content, Liveness, Pointer, Value};
pub use places::Places;
pub(in crate::program) use run::pass_arguments;
pub use run::{FaultReport, Limits, RunEnd, RunResult, run_main, run_main_on, start_main};
pub use state::{Frame, State};
pub use step::{Interpreter, Outcome, Successor};

#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod print_tests;
#[cfg(test)]
mod step_tests;
#[cfg(test)]
pub(crate) mod testing;
