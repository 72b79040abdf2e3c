//! Damson proves what C code does to its linked structures.

pub mod abstraction;
pub mod base;
pub mod boolprog;
pub mod cli;
pub mod ctype;
pub mod emit;
pub mod explore;
pub mod frontend;
pub mod logic;
pub mod modelcheck;
pub mod pipeline;
pub mod program;
pub mod report;
pub mod sat;
pub mod simplify;
pub mod spec;
pub mod verdict;
pub mod wp;
