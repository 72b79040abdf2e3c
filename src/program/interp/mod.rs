//! The concrete interpreter: what a program does, one run at a time.
//!
//! It is `damson run`, and the oracle that the other engines are tested against: the memory model of
//! predicate abstraction (paper, section 3.1) with C's bytes, widths and lifetimes. It never
//! approximates: what it cannot follow is a fault of kind [`FaultKind::Unsupported`].

mod arithmetic;
mod choice;
mod evaluate;
mod fault;
mod memory;
mod state;

pub use choice::{Chooser, Random, Script};
pub use fault::{Fault, FaultKind};
pub use memory::{Block, BlockId, BlockKind, Liveness, MAX_BLOCK_BYTES, Pointer, Value};
pub use state::{Frame, State};

#[cfg(test)]
mod memory_tests;
