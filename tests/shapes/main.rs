//! The shape analysis by symbolic memory graphs.
//!
//! | module | what it tests |
//! |---|---|
//! | `assumed` | what a specification assumes of the states that procedures start in |
//! | `input_arrays` | random functions of strings and arrays that the caller gives |
//! | `losses` | places of memory leaks |
//! | `pictures` | pictures of the states of runs |
//! | `smg` | samples with what is reported of each |
//! | `smg_concretisation` | random list programs: every state of every run is described |
//! | `smg_procedures` | procedures that start in any typed state |

mod assumed;
mod input_arrays;
mod losses;
mod pictures;
mod smg;
mod smg_concretisation;
mod smg_procedures;
#[path = "../support/mod.rs"]
mod support;
