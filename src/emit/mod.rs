//! Printers of boolean programs for other model checkers. Pure: text out, never a file or a process.

pub mod promela;
mod schedule;
