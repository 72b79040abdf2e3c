//! Printers of boolean programs for other model checkers, and the reader that checks one of them. Pure: never a file or a
//! process.

pub mod promela;
mod schedule;
pub mod sr;
pub mod sr_reader;
