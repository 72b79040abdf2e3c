//! Damson proves what C code does to its linked structures.

pub mod base;
pub mod boolprog;
pub mod ctype;
pub mod emit;
pub mod frontend;
pub mod modelcheck;
pub mod program;
pub mod spec;
pub mod verdict;
pub mod logic;
pub mod wp;
pub mod sat;
pub mod simplify;
pub mod abstraction;
