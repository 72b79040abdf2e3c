//! What the proofs on small heaps share: little programs written as text ([`world`], [`worlds`], [`exhaustive`]), their small
//! states and the values of predicates there ([`bank`]), and families of predicates ([`family`]).

// Each test program uses a part of this.
#![allow(dead_code)]

pub mod bank;
pub mod bit_vectors;
pub mod campaign;
pub mod exhaustive;
pub mod explored;
pub mod family;
pub mod lines;
pub mod model_files;
pub mod samples;
pub mod second_opinion;
pub mod side_by_side;
pub mod tools;
pub mod watcher;
pub mod world;
pub mod worlds;

use std::str::FromStr;

/// How many nodes heaps may have: `DAMSON_NODES`, else `default`.
pub fn nodes(default: usize) -> usize {
    number("DAMSON_NODES").unwrap_or(default)
}

/// How many random cases are tried: `DAMSON_CASES`, else `default`.
pub fn cases(default: usize) -> usize {
    number("DAMSON_CASES").unwrap_or(default)
}

/// The number that a variable of the environment says.
pub fn number<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}
