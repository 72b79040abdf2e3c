//! Explorations: a session holds a program with its properties, its hints and the last run of the abstraction, and
//! answers commands about them.
//!
//! [`command`] parses lines according to the [`table`] of commands, [`Session::execute`] executes commands, [`answer`]
//! holds the answers as data, and [`text`] formats them. A session never reads or writes a file, and prints nothing:
//! text to be written is part of an answer.
//!
//! | file | contents |
//! |---|---|
//! | `table` | the commands: names, arguments, help |
//! | `command` | parses a line as a command |
//! | `session` | the state of a session, and the execution of each command |
//! | `run` | one run of the abstraction with its inputs |
//! | `proving` | `prove`: runs the engines of `damson verify` |
//! | `history` | the history for `undo` |
//! | `query` | queries about the last run |
//! | `hints` | adding, dropping, proposing and saving hints |
//! | `counterexample` | steps through a counterexample or a concrete run |
//! | `examples` | concrete runs, step by step |
//! | `limits` | limits, each with its unit |
//! | `numbering` | stable numbers of predicates |
//! | `answer` | answers as data |
//! | `text` | answers as text |

pub mod answer;
pub mod command;
mod counterexample;
mod examples;
mod hints;
mod history;
pub mod limits;
mod numbering;
mod proving;
mod query;
mod run;
mod session;
pub mod table;
pub mod text;

pub use answer::{Answer, Problem};
pub use command::Request;
pub use session::Session;
