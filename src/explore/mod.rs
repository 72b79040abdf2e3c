//! Explorations: a session holds a program with its properties, hints and the last run of the abstraction, and answers
//! commands about them.
//!
//! [`command`] reads lines by the [`table`] of commands, [`Session::execute`] carries commands out, [`answer`] holds the answers as data, and [`text`]
//! prints them. A session never reads or writes a file, and prints nothing: what is to be written is part of an answer.

pub mod answer;
pub mod command;
mod counterexample;
mod hints;
mod numbering;
mod query;
mod run;
mod session;
pub mod table;
pub mod text;

pub use answer::{Answer, Problem};
pub use command::Command;
pub use session::Session;
