//! The concrete interpreter: executes one run of a program at a time.
//!
//! It implements `damson run`, and is the oracle for tests of the other engines: the memory model of predicate
//! abstraction (paper, section 3.1) with C's bytes, widths and lifetimes. It never approximates: unsupported constructs
//! are faults of kind [`FaultKind::Unsupported`](crate::FaultKind).
//!
//! | file | contents |
//! |---|---|
//! | `run` | a whole run from `main`: `damson run` |
//! | `state` | states: memory, frames, symbols |
//! | `constant` | `const` parts of variables, which must not be written |
//! | `memory` | blocks of bytes, loads and stores of values |
//! | `reads` | records which bytes of a block were read |
//! | `places` | maps variables to blocks |
//! | `layout` | the order of blocks in memory, as far as a run has determined it |
//! | `step` | single steps |
//! | `plan` | the edges out of each location, precomputed |
//! | `evaluate` | evaluation of expressions. `evaluate::compare`: comparisons of numbers and of addresses |
//! | `arithmetic` | arithmetic by width and signedness |
//! | `call` | calls and returns |
//! | `declared` | calls of functions that are only declared |
//! | `input` | chooses values of any type |
//! | `callback` | library functions that call back into the program |
//! | `variadic` | `va_start`, `va_arg`, `va_copy`, `va_end` |
//! | `library` | functions of the C library |
//! | `print` | output of `printf` formats |
//! | `text` | strings and ranges of bytes in memory |
//! | `files` | the in-memory files of a run |
//! | `choice` | resolves nondeterministic choices |
//! | `guesses` | records the outcomes of comparisons that C leaves unspecified (`evaluate::compare` decides them) |
//! | `history` | memory of a run that is not part of its state |
//! | `roots` | references to blocks, and reachability |
//! | `loss` | locates memory leaks: which blocks a step loses |
//! | `fault` | errors of a run with their messages |
//! | `unwritten` | chooses values for uninitialised numbers |
//! | `limits` | the limits of a run, each with its unit |
//! | `testing` | programs built by hand, for tests |

mod arithmetic;
mod call;
mod callback;
mod choice;
mod constant;
mod declared;
mod evaluate;
mod fault;
mod files;
mod guesses;
mod history;
mod input;
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
