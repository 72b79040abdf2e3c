//! The bounded engine.
//!
//! | module | what it tests |
//! |---|---|
//! | `bmc` | examples, samples with their truth, random programs, mutations |
//! | `safety` | the bounded engine on what the shape analysis leaves open |

mod bmc;
mod safety;
#[path = "../support/mod.rs"]
mod support;
