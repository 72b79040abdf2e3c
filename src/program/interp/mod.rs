//! The concrete interpreter: what a program does, one run at a time.
//!
//! It is `damson run`, and the oracle that the other engines are tested against: the memory model of
//! predicate abstraction (paper, section 3.1) with C's bytes, widths and lifetimes. It never
//! approximates: what it cannot follow is a fault of kind [`FaultKind::Unsupported`](crate::FaultKind).
//!
//! | file | what stands there |
//! |---|---|
//! | `run` | a whole run from `main`: `damson run` |
//! | `state` | states: memory, frames, symbols |
//! | `constant` | what of variables is `const`, and may not be written |
//! | `memory` | blocks of bytes, how values are read back |
//! | `reads` | which bytes of a block runs have read |
//! | `places` | which block a variable lives in |
//! | `layout` | the order of blocks in memory, as far as a run has found it out |
//! | `step` | one step |
//! | `plan` | the edges out of each location, prepared once |
//! | `evaluate` | values of expressions. `evaluate::compare`: comparisons, of numbers and of addresses |
//! | `arithmetic` | arithmetic by width and sign |
//! | `call` | calls and returns |
//! | `callback` | library functions that call functions of the program |
//! | `variadic` | `va_start`, `va_arg`, `va_copy`, `va_end` |
//! | `library` | functions of the C library |
//! | `print` | what formats of `printf` print |
//! | `text` | strings and ranges of bytes in memory |
//! | `files` | the files of a run |
//! | `choice` | who decides where a run has a choice |
//! | `guesses` | remembers how comparisons came out that C leaves open (`evaluate::compare` decides them) |
//! | `history` | what a run remembers that is no part of its state |
//! | `roots` | what leads to blocks |
//! | `loss` | which blocks a step loses, and where: the rule for places of memory leaks |
//! | `fault` | errors of a run with their text |
//! | `unwritten` | values for what was never written, where it is any number |
//! | `limits` | the limits of a run, each with its unit |
//! | `testing` | programs built by hand, for tests |

mod arithmetic;
mod call;
mod callback;
mod choice;
mod constant;
mod evaluate;
mod fault;
mod files;
mod guesses;
mod history;
mod layout;
mod library;
mod limits;
mod loss;
mod memory;
mod places;
mod plan;
mod print;
mod reads;
mod roots;
mod run;
mod state;
mod step;
mod text;
pub mod unwritten;
mod variadic;

pub use choice::{Chooser, Random, Script};
pub use fault::Fault;
pub use history::{HeapCounts, RunStep};
pub use limits::MAX_BLOCK_BYTES;
pub use loss::{LocatedState, Loss, LossRule};
pub use memory::{Block, BlockId, BlockKind, Content, Liveness, Pointer, Value};
pub use places::Places;
pub(crate) use reads::ReadBytes;
pub(crate) use run::pass_arguments;
pub use run::{FaultReport, Limits, RunEnd, RunResult, run_main, run_main_on, start_main};
pub use state::{Frame, State};
pub use step::{Interpreter, StepOutcome, Successor};

#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod print_tests;
#[cfg(test)]
mod step_tests;
#[cfg(test)]
pub(crate) mod testing;
